import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithTasks } from "../support/records/tasks.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe("adding a task", () => {
  test("A new task is returned with all fields, the API key and the agent", async () => {
    const { post, anna, key } = await homeWithTasks();
    const { status, body } = await post(
      "/v1/tasks",
      { label: "  Water the plants  ", memberId: anna, dueDate: "2031-05-01" },
      { headers: { "X-Agent-Name": "Gardener" } },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(uuid),
      label: "Water the plants",
      memberId: anna,
      dueDate: "2031-05-01",
      completedAt: null,
      dueTime: null,
      notes: null,
      reminderMinutesList: null,
      isPriority: false,
      createdAt: expect.stringMatching(instant),
      updatedAt: body.createdAt,
      createdBy: { kind: "api_key", id: key.id, name: "Test key", agentName: "Gardener" },
    });
  });

  test("A new task may have no due date, or null as the due date", async () => {
    const { add } = await homeWithTasks();
    expect((await add("a")).dueDate).toBeNull();
    expect((await add("b", null)).dueDate).toBeNull();
  });

  test("A new task is in the activity feed with the label, the member and the due date", async () => {
    const { add, entries } = await homeWithTasks();
    const task = await add("Water the plants", "2031-05-01");
    expect(entries()[0]).toEqual({
      id: expect.stringMatching(uuid),
      createdAt: task.createdAt,
      actor: task.createdBy,
      action: "created",
      subject: { type: "task", id: task.id, label: "Water the plants" },
      summary: "added “Water the plants” for Anna, due Thu 1 May 2031",
      changes: null,
      canUndo: true,
    });
  });

  test.each([
    [{ memberId: "ANNA" }, "label: is required"],
    [{ label: "x" }, "memberId: is required"],
    [{}, "label: is required"],
    [{ label: "", memberId: "ANNA" }, "label: must be 1 to 300 characters"],
    [{ label: " \t\n ", memberId: "ANNA" }, "label: must be 1 to 300 characters"],
    [{ label: "x".repeat(301), memberId: "ANNA" }, "label: must be 1 to 300 characters"],
    [{ label: "👪".repeat(301), memberId: "ANNA" }, "label: must be 1 to 300 characters"],
    [{ label: 5, memberId: "ANNA" }, "label: must be 1 to 300 characters"],
    [{ label: null, memberId: "ANNA" }, "label: must be 1 to 300 characters"],
    [{ label: "a\u0000b", memberId: "ANNA" }, "label: must not contain U+0000 or half a surrogate pair"],
    [{ label: "a\ud800b", memberId: "ANNA" }, "label: must not contain U+0000 or half a surrogate pair"],
    [{ label: "x", memberId: "anna" }, "memberId: must be a UUID"],
    [{ label: "x", memberId: "urn:uuid:01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" }, "memberId: must be a UUID"],
    [{ label: "x", memberId: null }, "memberId: must be a UUID"],
    [
      { label: "x", memberId: "ANNA", dueDate: "2026-02-30" },
      "dueDate: must be a date that exists, such as 2026-05-01 or null",
    ],
    [
      { label: "x", memberId: "ANNA", dueDate: "2026/02/28" },
      "dueDate: must be a date that exists, such as 2026-05-01 or null",
    ],
    [
      { label: "x", memberId: "ANNA", dueDate: "2100-02-29" },
      "dueDate: must be a date that exists, such as 2026-05-01 or null",
    ],
    [{ label: "x", memberId: "ANNA", dueDate: "" }, "dueDate: must be a date that exists, such as 2026-05-01 or null"],
    [{ label: "x", memberId: "ANNA", completedAt: null }, "completedAt: unknown field"],
    [{ label: "", memberId: "ANNA", colour: 1 }, "label: must be 1 to 300 characters"],
  ])("A new task is refused with %j", async (body, error) => {
    const { post, anna, get } = await homeWithTasks();
    const sent = { ...body, ...("memberId" in body && body.memberId === "ANNA" ? { memberId: anna } : {}) };
    expect((await post("/v1/tasks", sent)).body).toEqual(refusal(400, error));
    expect((await get("/v1/tasks")).body).toEqual({ tasks: [] });
  });

  test("A new task refuses __proto__ like any other unknown field", async () => {
    const { call, anna } = await homeWithTasks();
    const raw = `{"label": "x", "memberId": "${anna}", "__proto__": {"a": 1}}`;
    const { body } = await call("POST", "/v1/tasks", { raw, headers: { "Content-Type": "application/json" } });
    expect(body).toEqual(refusal(400, "__proto__: unknown field"));
  });

  test("The length of a task's label counts code points, and ignores surrounding spaces", async () => {
    const { add } = await homeWithTasks();
    const label = "👪".repeat(300);
    expect((await add(`  ${label}\n`)).label).toBe(label);
  });

  test("A new task keeps HTML, quotes and text in any script unchanged", async () => {
    const { add, labels } = await homeWithTasks();
    const label = `<script>alert("1")</script> '; DROP TABLE task; -- ${"日本語 עברית 🧑‍🧑‍🧒"}`;
    await add(label);
    expect(await labels()).toEqual([label]);
  });

  test("A new task accepts the id of a member in capital letters", async () => {
    const { add, anna } = await homeWithTasks();
    expect((await add("x", null, anna.toUpperCase())).memberId).toBe(anna);
  });

  test("A new task is refused for an unknown member or a member of another household", async () => {
    const { post, neighbour } = await homeWithTasks();
    const other = await neighbour();
    for (const memberId of [other.members.anna.id, "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"]) {
      const { body } = await post("/v1/tasks", { label: "x", memberId });
      expect(body).toEqual(refusal(422, "memberId: no such member"));
    }
  });

  test("Fifty tasks that are added simultaneously are all stored", async () => {
    const { add, labels } = await homeWithTasks();
    const wanted = Array.from({ length: 50 }, (_, index) => `Task ${index}`);
    await Promise.all(wanted.map((label) => add(label)));
    expect((await labels()).sort()).toEqual(wanted.sort());
  });
});

describe("changing a task", () => {
  test("A change of a task changes only the given fields", async () => {
    const { add, patch, ben } = await homeWithTasks();
    const before = await add("Old", "2031-05-01");
    const { body } = await patch(`/v1/tasks/${before.id}`, { label: " New ", memberId: ben });
    expect(body).toEqual({ ...before, label: "New", memberId: ben, updatedAt: expect.stringMatching(instant) });
  });

  test("A change of a task to a due date of null removes the due date", async () => {
    const { add, patch } = await homeWithTasks();
    const { id } = await add("x", "2031-05-01");
    expect((await patch(`/v1/tasks/${id}`, { dueDate: null })).body.dueDate).toBeNull();
  });

  test("A change of a task writes nothing if nothing changes", async () => {
    const { add, patch, entries, get, anna } = await homeWithTasks();
    const task = await add("x", "2031-05-01");
    const count = entries().length;
    const etag = (await get("/v1/tasks")).headers.get("ETag");
    for (const body of [
      {},
      { label: " x " },
      { label: "x", memberId: anna, dueDate: "2031-05-01", completedAt: null },
    ]) {
      const answer = await patch(`/v1/tasks/${task.id}`, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(task);
    }
    expect(entries().length).toBe(count);
    expect((await get("/v1/tasks")).headers.get("ETag")).toBe(etag);
  });

  test("A task can be completed and reopened, and the activity feed shows each of these changes", async () => {
    const { add, patch, entries } = await homeWithTasks();
    const { id, createdAt } = await add("Bins out");
    const done = await patch(`/v1/tasks/${id}`, { completedAt: createdAt, label: "The bins out" });
    expect(done.body.completedAt).toBe(createdAt);
    expect(entries()[0]).toMatchObject({
      action: "completed",
      summary: "completed “The bins out”",
      changes: { completedAt: { from: null, to: createdAt }, label: { from: "Bins out", to: "The bins out" } },
    });
    const open = await patch(`/v1/tasks/${id}`, { completedAt: null });
    expect(open.body.completedAt).toBeNull();
    expect(entries()[0]).toMatchObject({ action: "reopened", summary: "reopened “The bins out”" });
  });

  test("The completion time of a task is stored in UTC, whatever offset the request has", async () => {
    const { add, patch, entries } = await homeWithTasks();
    const { id } = await add("x");
    const one = await patch(`/v1/tasks/${id}`, { completedAt: "2020-05-01T09:00:00+02:00" });
    expect(one.body.completedAt).toBe("2020-05-01T07:00:00.000Z");
    const count = entries().length;
    await patch(`/v1/tasks/${id}`, { completedAt: "2020-05-01T07:00:00Z" });
    expect(entries().length).toBe(count);
    await patch(`/v1/tasks/${id}`, { completedAt: "2020-05-01T08:00:00Z" });
    expect(entries()[0]).toMatchObject({ action: "updated", summary: "changed the time of completion of “x”" });
  });

  test("The completion time of a task may be at most one day in the future", async () => {
    const { add, patch, clock } = await homeWithTasks();
    const { id } = await add("x");
    const at = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000).toISOString();
    expect((await patch(`/v1/tasks/${id}`, { completedAt: at(23.9) })).status).toBe(200);
    const { body } = await patch(`/v1/tasks/${id}`, { completedAt: at(24.1) });
    expect(body).toEqual(refusal(422, "completedAt: must be at most one day in the future"));
  });

  test.each([
    "2026-05-01T09:00:00",
    "2026-05-01",
    "2026-05-01T24:00:00Z",
    "2026-05-01T09:60:00Z",
    "2026-02-29T09:00:00Z",
    "1899-12-31T23:59:59Z",
    "2200-01-01T00:00:01Z",
    "2026-05-01T09:00:00+25:00",
    "2026-05-01 09:00:00Z",
    5,
    true,
  ])("A task cannot be completed with the completion time %p", async (completedAt) => {
    const { add, patch } = await homeWithTasks();
    const { id } = await add("x");
    const { body } = await patch(`/v1/tasks/${id}`, { completedAt });
    const expected = "completedAt: must be a date-time with an offset, such as 2026-05-01T09:00:00Z or null";
    expect(body).toEqual(refusal(400, expected));
  });

  test.each([
    [{ label: "New" }, "renamed “Old” to “New”"],
    [{ memberId: "BEN" }, "gave “Old” to Ben"],
    [{ dueDate: "2031-05-02" }, "made “Old” due on Fri 2 May 2031"],
    [{ dueDate: null }, "took the due date off “Old”"],
    [{ label: "New", dueDate: null }, "changed the label and due date of “Old”"],
    [{ label: "New", dueDate: null, memberId: "BEN" }, "changed the label, due date and assignee of “Old”"],
  ])("The activity feed summarizes the change %j to a task", async (change, summary) => {
    const { add, patch, entries, ben } = await homeWithTasks();
    const { id } = await add("Old", "2031-05-01");
    await patch(`/v1/tasks/${id}`, { ...change, ...("memberId" in change ? { memberId: ben } : {}) });
    expect(entries()[0]).toMatchObject({ action: "updated", summary });
  });

  test("A change of a task is refused for an unknown member, and changes nothing", async () => {
    const { add, patch, get } = await homeWithTasks();
    const task = await add("x");
    const change = { label: "y", memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" };
    expect((await patch(`/v1/tasks/${task.id}`, change)).body).toEqual(refusal(422, "memberId: no such member"));
    expect((await get("/v1/tasks")).body.tasks).toEqual([task]);
  });
});

describe("deleting a task", () => {
  test("A task is deleted permanently, and can be deleted only once", async () => {
    const { add, delete: remove, labels, entries, patch } = await homeWithTasks();
    const { id } = await add("Gone soon");
    await add("Stays");
    expect((await remove(`/v1/tasks/${id}`)).body).toEqual({ id, deleted: true });
    expect(await labels()).toEqual(["Stays"]);
    expect(entries()[0]).toMatchObject({ action: "deleted", summary: "deleted the task “Gone soon”", changes: null });
    const count = entries().length;
    expect((await remove(`/v1/tasks/${id}`)).body).toEqual(refusal(404, "Task not found"));
    expect((await patch(`/v1/tasks/${id}`, { label: "x" })).body).toEqual(refusal(404, "Task not found"));
    expect(entries().length).toBe(count);
  });
});
