/** Tests batches of task changes: all succeed or none, with one entry in the feed. */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { newest, undo } from "../support/home/undo.ts";

const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

async function homeWithTasks() {
  const home = await household();
  const { anna, ben, mia } = home.members;
  const task = async (label: string, memberId: string) =>
    (await home.post("/v1/tasks", { label, memberId })).body as { id: string };
  const [bins, tyres] = [await task("Bins", anna.id), await task("Tyres", mia.id)];
  const send = (operations: object[], by: Pick<typeof home, "post"> = home) =>
    by.post("/v1/tasks/batch", { operations });
  const tasks = async () => (await home.get("/v1/tasks")).body.tasks;
  return { ...home, anna, ben, mia, bins, tyres, send, tasks };
}

describe("a batch of changes to tasks", () => {
  test("A batch of changes to tasks makes one activity entry, and one undo reverts the whole batch", async () => {
    const home = await homeWithTasks();
    const was = JSON.stringify(await home.tasks()).replace(/"updatedAt":"[^"]*"/g, "");
    const before = home.entries().length;
    const { status, body } = await home.send([
      { op: "create", label: "Plants", memberId: home.ben.id, dueDate: "2026-12-01" },
      { op: "update", taskId: home.bins.id, label: "Old bins" },
      { op: "update", taskId: home.bins.id, completed: true },
      { op: "delete", taskId: home.tyres.id },
    ]);
    expect(status).toBe(200);
    expect(body.tasks).toMatchObject([
      { label: "Plants", dueDate: "2026-12-01" },
      { label: "Old bins", completedAt: null },
      { label: "Old bins", completedAt: expect.any(String) },
      { id: home.tyres.id, deleted: true },
    ]);
    expect(home.entries().length).toBe(before + 1);
    expect(home.entries()[0]).toMatchObject({
      ...{ action: "updated", summary: "changed 3 tasks: “Plants”, “Old bins” and “Tyres”", changes: null },
    });
    expect((await undo(home)).status).toBe(200);
    expect(JSON.stringify(await home.tasks()).replace(/"updatedAt":"[^"]*"/g, "")).toBe(was);
    expect((await undo(home)).status).toBe(200);
    expect((await home.tasks()).map(({ label }: any) => label).toSorted()).toEqual(["Old bins", "Plants"]);
  });

  test("A batch that changes only one task gets the activity entry of a single change", async () => {
    const home = await homeWithTasks();
    const before = newest(home);
    await home.send([
      { op: "update", taskId: home.bins.id },
      { op: "update", taskId: home.tyres.id, completed: false },
    ]);
    expect(newest(home)).toBe(before);
    await home.send([
      { op: "update", taskId: home.bins.id },
      { op: "update", taskId: home.tyres.id, label: "Wheels" },
    ]);
    expect(home.entries()[0]?.summary).toBe("renamed “Tyres” to “Wheels”");
  });

  test("If one change in a batch is refused, no task changes, and the error names that change", async () => {
    const home = await homeWithTasks();
    const other = await home.neighbour();
    const theirs = (await other.post("/v1/tasks", { label: "x", memberId: (await memberOf(other)).id })).body.id;
    const before = newest(home);
    const fine = { op: "create", label: "Plants", memberId: home.ben.id };
    for (const [operation, status, text] of [
      [{ op: "update", taskId: unknown, label: "x" }, 422, "taskId: no such task"],
      [{ op: "delete", taskId: theirs }, 422, "taskId: no such task"],
      [{ op: "create", label: "x", memberId: unknown }, 422, "memberId: no such member"],
      [{ op: "create", label: "x".repeat(301), memberId: home.ben.id }, 400, "label: must be 1 to 300 characters"],
      [{ op: "create", label: "x" }, 400, "memberId: is required"],
      [{ op: "update", taskId: home.bins.id, completedAt: null }, 400, "completedAt: unknown field"],
      [{ op: "move", taskId: home.bins.id }, 400, "op: must be one of create, update, delete"],
    ] as const) {
      expect((await home.send([fine, operation])).body).toEqual(refusal(status, `operations[1].${text}`));
    }
    const bounds = refusal(400, "operations: must be a list of 1 to 30 items");
    expect((await home.send([])).body).toEqual(bounds);
    expect((await home.send(Array(31).fill(fine))).body).toEqual(bounds);
    const twice = [
      { op: "delete", taskId: home.bins.id },
      { op: "delete", taskId: home.bins.id },
    ];
    expect((await home.send(twice)).body).toEqual(refusal(422, "operations[1].taskId: no such task"));
    expect(newest(home)).toBe(before);
    expect((await home.tasks()).length).toBe(2);
  });

  test("A batch lets a child complete only the child's own tasks", async () => {
    const home = await homeWithTasks();
    const child = home.as(home.mia);
    const done = (taskId: string) => ({ op: "update", taskId, completed: true });
    expect((await home.send([done(home.tyres.id), done(home.bins.id)], child)).body).toEqual(
      refusal(403, "Only an owner or adult can do this"),
    );
    expect((await home.send([done(home.tyres.id)], child)).status).toBe(200);
  });

  test("A batch of changes to tasks runs once per idempotency key", async () => {
    const home = await homeWithTasks();
    const body = { operations: [{ op: "create", label: "Plants", memberId: home.ben.id }] };
    const headers = { "Idempotency-Key": "once" };
    const first = await home.post("/v1/tasks/batch", body, { headers });
    const second = await home.post("/v1/tasks/batch", body, { headers });
    expect(second.body).toEqual(first.body);
    expect((await home.tasks()).length).toBe(3);
  });
});

async function memberOf(home: { get: (path: string) => Promise<{ body: any }> }) {
  return (await home.get("/v1/households/me/members")).body.members[0] as { id: string };
}

test("A batch can add an item to a list below another item that the same batch adds first", async () => {
  const home = await household();
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body.id;
  const list = (await home.post("/v1/lists", { name: "Party", sectionId: section })).body.id;
  const send = async (...operations: object[]) =>
    (await home.post(`/v1/lists/${list}/blocks/batch`, { operations })).body;
  const task = (content: string, more: object = {}) => ({ op: "create", type: "task", content, ...more });
  const { blocks } = await send(task("Food"), task("Cake", { parentOperation: 0 }));
  expect(blocks[1]).toMatchObject({ content: "Cake", parentId: blocks[0].id });
  const before = newest(home);
  const wrong = "must be the index of an earlier create";
  for (const [operations, text] of [
    [[task("x", { parentOperation: 0 })], `operations[0].parentOperation: ${wrong}`],
    [[task("x"), task("y", { parentOperation: 2 }), task("z")], `operations[1].parentOperation: ${wrong}`],
    [
      [{ op: "update", blockId: blocks[0].id }, task("y", { parentOperation: 0 })],
      `operations[1].parentOperation: ${wrong}`,
    ],
    [
      [task("x"), task("y", { parentOperation: 0, parentId: blocks[0].id })],
      "operations[1].parentOperation: must not be combined with parentId",
    ],
    [
      [task("x"), task("y", { parentOperation: 0 }), task("z", { parentOperation: 1 })],
      "operations[2].parentId: must be a task at the top of its list",
    ],
  ] as const) {
    expect(await send(...operations)).toEqual(refusal(422, text));
  }
  expect((await send(task("x", { parentOperation: 50 }))).error).toStartWith(
    "operations[0].parentOperation: must be a whole",
  );
  expect(newest(home)).toBe(before);
});
