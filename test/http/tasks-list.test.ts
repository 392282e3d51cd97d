import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { tablet } from "../support/records/check-ins.ts";
import { homeWithTasks } from "../support/records/tasks.ts";

describe("listing tasks", () => {
  test("The list of tasks is sorted by due date, then by creation, with tasks without a due date last", async () => {
    const { add, labels } = await homeWithTasks();
    await add("none, first");
    await add("late", "2031-05-02");
    await add("early", "2031-05-01");
    await add("none, second");
    await add("late, second", "2031-05-02");
    await add("at the end of time", "9999-12-31");
    expect(await labels()).toEqual([
      "early",
      "late",
      "late, second",
      "at the end of time",
      "none, first",
      "none, second",
    ]);
  });

  test("The list of tasks can be filtered by due date, member and completion, alone and combined", async () => {
    const { add, labels, patch, anna, ben } = await homeWithTasks();
    await add("a1", "2031-05-01", anna);
    const done = await add("b1", "2031-05-01", ben);
    await add("b2", "2031-05-02", ben);
    await add("b0", null, ben);
    await patch(`/v1/tasks/${done.id}`, { completedAt: done.createdAt });
    expect(await labels("?dueDate=2031-05-01")).toEqual(["a1", "b1"]);
    expect(await labels(`?memberId=${ben}`)).toEqual(["b1", "b2", "b0"]);
    expect(await labels("?completed=true")).toEqual(["b1"]);
    expect(await labels("?completed=false")).toEqual(["a1", "b2", "b0"]);
    expect(await labels(`?completed=false&memberId=${ben}&dueDate=2031-05-02`)).toEqual(["b2"]);
    expect(await labels(`?completed=true&memberId=${anna}`)).toEqual([]);
  });

  test("The filter completedSince returns tasks that were completed at or after an instant", async () => {
    const { add, labels, patch, anna, ben } = await homeWithTasks();
    const complete = async (label: string, completedAt: string, memberId = anna) =>
      patch(`/v1/tasks/${(await add(label, "2031-05-01", memberId)).id}`, { completedAt });
    await add("open");
    await complete("before", "2026-11-20T09:59:59.999Z");
    await complete("at", "2026-11-20T10:00:00.000Z");
    await complete("after", "2026-11-20T10:00:00.001Z", ben);
    expect(await labels("?completedSince=2026-11-20T10:00:00Z")).toEqual(["at", "after"]);
    expect(await labels("?completedSince=2026-11-20T10:00:00.000Z&completed=true")).toEqual(["at", "after"]);
    expect(await labels("?completedSince=2026-11-20T11:00:00%2B01:00")).toEqual(["at", "after"]);
    expect(await labels(`?completedSince=2026-11-20T10:00:00Z&memberId=${ben}`)).toEqual(["after"]);
    expect(await labels("?completedSince=2026-11-20T10:00:00Z&dueDate=2031-05-02")).toEqual([]);
    expect(await labels("?completedSince=2026-11-21T00:00:00Z")).toEqual([]);
  });

  test("The filter completedSince is refused together with a filter for open tasks", async () => {
    const { get } = await homeWithTasks();
    const { status, body } = await get("/v1/tasks?completedSince=2026-11-20T10:00:00Z&completed=false");
    expect({ status, body }).toEqual({
      status: 422,
      body: refusal(422, "completedSince: only for completed tasks"),
    });
  });

  test("The list of completed tasks can be read by tablets and children of the household", async () => {
    const { add, labels, patch, ben, neighbour, get, as, members, ...own } = await homeWithTasks();
    await patch(`/v1/tasks/${(await add("ours", null, ben)).id}`, { completedAt: "2026-11-20T10:00:00Z" });
    const other = await neighbour();
    const path = "/v1/tasks?completedSince=2026-11-01T00:00:00Z";
    expect((await other.get(path)).body).toEqual({ tasks: [] });
    const ours = (await get(path)).body;
    expect(ours.tasks.length).toBe(1);
    expect((await as(members.mia).get(path)).body).toEqual(ours);
    const wall = await tablet({ get, as, members, ...own });
    expect((await wall.get(path)).body).toEqual(ours);
  });

  test("The list of tasks is empty for an unknown member or a member of another household", async () => {
    const { add, labels, neighbour } = await homeWithTasks();
    await add("x");
    const other = await neighbour();
    await other.post("/v1/tasks", { label: "theirs", memberId: other.members.anna.id });
    expect(await labels("?memberId=01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42")).toEqual([]);
    expect(await labels(`?memberId=${other.members.anna.id}`)).toEqual([]);
    expect(await labels()).toEqual(["x"]);
  });

  test.each([
    ["completed=yes", "completed: must be true or false"],
    ["completed=", "completed: must be true or false"],
    ["completed=TRUE", "completed: must be true or false"],
    ["dueDate=tomorrow", "dueDate: must be a date that exists, such as 2026-05-01"],
    ["dueDate=2026-02-30", "dueDate: must be a date that exists, such as 2026-05-01"],
    ["memberId=anna", "memberId: must be a UUID"],
    ["completedSince=yesterday", "completedSince: must be a date-time with an offset, such as 2026-05-01T09:00:00Z"],
    ["completedSince=2026-11-20", "completedSince: must be a date-time with an offset, such as 2026-05-01T09:00:00Z"],
    ["completed=true&completed=false", "completed: must be given once"],
    ["__proto__=1", "__proto__: unknown field"],
    ["%00=1", "\u0000: unknown field"],
  ])("The list of tasks refuses the query %s", async (query, error) => {
    const { get } = await homeWithTasks();
    expect((await get(`/v1/tasks?${query}`)).body).toEqual(refusal(400, error));
  });
});
