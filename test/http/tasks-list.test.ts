import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home.ts";
import { homeWithTasks } from "../support/tasks.ts";

describe("listing tasks", () => {
  test("puts the oldest due first, those without a due date last, then by creation", async () => {
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

  test("filters by due date, member and completion, alone and together", async () => {
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

  test("answers an empty list for a member it does not know, also another household's", async () => {
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
    ["completed=true&completed=false", "completed: must be given once"],
    ["__proto__=1", "__proto__: unknown field"],
    ["%00=1", "\u0000: unknown field"],
  ])("refuses the query %s", async (query, error) => {
    const { get } = await homeWithTasks();
    expect((await get(`/v1/tasks?${query}`)).body).toEqual(refusal(400, error));
  });
});
