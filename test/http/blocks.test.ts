import { describe, expect, test } from "bun:test";
import { transact } from "../../src/db/client.ts";
import { addTasks } from "../../src/lists/blocks.store.ts";
import { findList } from "../../src/lists/list-rows.store.ts";
import { refusal } from "../support/home.ts";
import { homeWithLists } from "../support/lists.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

/** A list “Groceries” with Milk (Oat, Soy under it), Dairy (a heading) and Bread. */
async function home() {
  const own = await homeWithLists();
  const { id } = await own.list("Groceries");
  const milk = await own.block(id, "Milk");
  const oat = await own.block(id, "Oat", { parentId: milk.id });
  const soy = await own.block(id, "Soy", { parentId: milk.id });
  const dairy = await own.block(id, "Dairy", { type: "header" });
  const bread = await own.block(id, "Bread");
  const at = `/v1/lists/${id}/blocks`;
  const add = (body: object) => own.post(at, body);
  const change = (which: { id: string }, body: object, then = "") => own.patch(`${at}/${which.id}${then}`, body);
  return { ...own, listId: id, at, milk, oat, soy, dairy, bread, add, change };
}

describe("adding", () => {
  test("puts a block at the end, as it is declared", async () => {
    const { listId, add, find, key, entries } = await home();
    const { body } = await add({ type: "task", content: " Eggs " });
    expect(body).toEqual({
      ...{
        id: body.id,
        listId,
        type: "task",
        content: "Eggs",
        done: false,
        dueDate: null,
        memberId: null,
        parentId: null,
      },
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
      createdBy: { kind: "api_key", id: key.id, name: "Test key", agentName: null },
      subtasks: [],
    });
    const { listId: _, ...onList } = body;
    expect((await find(listId)).blocks.at(-1)).toEqual(onList);
    expect(entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "block", id: body.id, label: "Eggs" },
      summary: "added “Eggs” to “Groceries”",
    });
  });

  test("puts it beside a sibling, at the top or under a task", async () => {
    const { add, milk, oat, soy, bread, dairy, tree, listId } = await home();
    await add({ type: "task", content: "before", beforeBlockId: milk.id });
    await add({ type: "task", content: "after", afterBlockId: dairy.id });
    await add({ type: "task", content: "last", afterBlockId: bread.id });
    await add({ type: "task", content: "Rice", parentId: milk.id, beforeBlockId: oat.id });
    await add({ type: "task", content: "Pea", parentId: milk.id, afterBlockId: oat.id });
    await add({ type: "task", content: "Nut", parentId: milk.id, afterBlockId: soy.id });
    const milks = ["Milk", "Rice", "Oat", "Pea", "Soy", "Nut"];
    expect(await tree(listId)).toEqual(["before", milks, "Dairy", "after", "Bread", "last"]);
  });

  test.each([
    [{ type: "header", content: "Fruit" }, "Fruit", "added the heading “Fruit” to “Groceries”"],
    [{ type: "paragraph", content: "Ask\nBen" }, "Ask", "added the note “Ask” to “Groceries”"],
    [{ type: "paragraph", content: "" }, "note", "added a note to “Groceries”"],
    [{ type: "divider" }, "divider", "added a divider to “Groceries”"],
    [{ type: "task", content: "x".repeat(90) }, `${"x".repeat(79)}…`, `added “${"x".repeat(79)}…” to “Groceries”`],
  ])("tells of %j as a person would", async (body, label, summary) => {
    const { add, entries } = await home();
    expect((await add(body)).status).toBe(200);
    expect(entries()[0]).toMatchObject({ subject: { label }, summary });
  });

  test("tells under which task a subtask was put", async () => {
    const { add, milk, entries } = await home();
    await add({ type: "task", content: "Rice", parentId: milk.id });
    expect(entries()[0]?.summary).toBe("added “Rice” under “Milk” on “Groceries”");
  });

  test.each([
    [{ content: "x" }, 400, "type: is required"],
    [{ type: "photo", content: "x" }, 400, "type: must be one of task, header, paragraph, divider"],
    [{ type: "task" }, 400, "content: is required"],
    [{ type: "paragraph" }, 400, "content: is required"],
    [{ type: "task", content: " " }, 400, "content: must be 1 to 2000 characters"],
    [{ type: "header", content: "" }, 400, "content: must be 1 to 2000 characters"],
    [{ type: "task", content: "x".repeat(2001) }, 400, "content: must be at most 2000 characters"],
    [{ type: "task", content: "x", done: true }, 400, "done: unknown field"],
    [{ type: "divider", content: "x" }, 422, "content: a divider has none"],
    [{ type: "task", content: "x", parentId: unknownId }, 422, "parentId: no such block"],
    [{ type: "task", content: "x", parentId: "OAT" }, 422, "parentId: must be a task at the top of its list"],
    [{ type: "task", content: "x", parentId: "DAIRY" }, 422, "parentId: must be a task at the top of its list"],
    [{ type: "header", content: "x", parentId: "MILK" }, 422, "type: a subtask can only be a task"],
    [{ type: "task", content: "x", afterBlockId: unknownId }, 422, "afterBlockId: no such block"],
    [{ type: "task", content: "x", afterBlockId: "OAT" }, 422, "afterBlockId: must be a block at the same level"],
    [
      { type: "task", content: "x", parentId: "MILK", beforeBlockId: "BREAD" },
      422,
      "beforeBlockId: must be a block at the same level",
    ],
    [
      { type: "task", content: "x", afterBlockId: "MILK", beforeBlockId: "BREAD" },
      422,
      "afterBlockId: give this or beforeBlockId, not both",
    ],
  ])("is refused with %j", async (body, status, error) => {
    const { add, milk, oat, dairy, bread, entries, tree, listId } = await home();
    const ids: Record<string, string> = { MILK: milk.id, OAT: oat.id, DAIRY: dairy.id, BREAD: bread.id };
    const sent = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, ids[value as string] ?? value]));
    const before = [entries().length, await tree(listId)];
    expect((await add(sent)).body).toEqual(refusal(status, error));
    expect([entries().length, await tree(listId)]).toEqual(before);
  });
});

describe("changing", () => {
  test("ticks off and unticks, and leaves the subtasks", async () => {
    const { change, milk, entries } = await home();
    const { body } = await change(milk, { done: true });
    expect(body).toMatchObject({ id: milk.id, done: true, subtasks: [{ done: false }, { done: false }] });
    expect(entries()[0]).toMatchObject({
      action: "completed",
      summary: "ticked off “Milk” on “Groceries”",
      changes: { done: { from: false, to: true } },
    });
    await change(milk, { done: false });
    expect(entries()[0]).toMatchObject({ action: "reopened", summary: "unticked “Milk” on “Groceries”" });
  });

  test.each([
    [{ content: "Oat milk" }, "changed “Milk” to “Oat milk” on “Groceries”"],
    [{ dueDate: "2031-11-28T23:30:00Z" }, "made “Milk” on “Groceries” due on Sat 29 Nov 2031 at 00:30"],
    [{ memberId: "BEN" }, "gave “Milk” on “Groceries” to Ben"],
    [{ memberId: "BEN", content: "Oat milk" }, "changed the text and assignee of “Milk” on “Groceries”"],
  ])("takes %j", async (patch, summary) => {
    const { change, milk, members, entries } = await home();
    const sent = "memberId" in patch ? { ...patch, memberId: members.ben.id } : patch;
    const expected = "dueDate" in patch ? { dueDate: "2031-11-28T23:30:00.000Z" } : sent;
    const { body } = await change(milk, sent);
    expect(body).toMatchObject(expected);
    expect(entries()[0]).toMatchObject({ action: "updated", summary });
    const { length } = entries();
    for (const same of [sent, {}]) expect((await change(milk, same)).body).toEqual(body);
    expect(entries().length).toBe(length);
  });

  test("takes the due date and the assignee off again", async () => {
    const { change, milk, members, entries } = await home();
    await change(milk, { dueDate: "2026-12-01T10:00:00Z", memberId: members.ben.id });
    expect((await change(milk, { dueDate: null })).body.dueDate).toBeNull();
    expect(entries()[0]?.summary).toBe("took the due date off “Milk” on “Groceries”");
    expect((await change(milk, { memberId: null })).body.memberId).toBeNull();
    expect(entries()[0]?.summary).toBe("made “Milk” on “Groceries” nobody's");
  });

  test("is refused where only a task has it, or where it would leave nothing", async () => {
    const { change, add, milk, dairy, entries } = await home();
    const divider = (await add({ type: "divider" })).body;
    const note = (await add({ type: "paragraph", content: "x" })).body;
    const { length } = entries();
    expect((await change(dairy, { done: true })).body).toEqual(refusal(422, "done: only a task has one"));
    expect((await change(note, { dueDate: null })).body).toEqual(refusal(422, "dueDate: only a task has one"));
    expect((await change(dairy, { memberId: null })).body).toEqual(refusal(422, "memberId: only a task has one"));
    expect((await change(divider, { content: "x" })).body).toEqual(refusal(422, "content: a divider has none"));
    expect((await change(milk, { content: " " })).body).toEqual(refusal(400, "content: must be 1 to 2000 characters"));
    expect((await change(milk, { memberId: unknownId })).body).toEqual(refusal(422, "memberId: no such member"));
    expect((await change(milk, { type: "header" })).body).toEqual(refusal(400, "type: unknown field"));
    expect((await change({ id: unknownId }, { done: true })).body).toEqual(refusal(404, "Block not found"));
    expect(entries().length).toBe(length);
    expect((await change(note, { content: "" })).status).toBe(200);
  });

  test("finds a block on its own list alone", async () => {
    const { list, patch, milk } = await home();
    const other = await list("Drugstore");
    const { body } = await patch(`/v1/lists/${other.id}/blocks/${milk.id}`, { done: true });
    expect(body).toEqual(refusal(404, "Block not found"));
  });
});

describe("converting", () => {
  test("drops a task's subtasks, state, date and assignee", async () => {
    const { change, milk, oat, members, tree, listId, entries } = await home();
    await change(milk, { done: true, dueDate: "2026-12-01T10:00:00Z", memberId: members.ben.id });
    const { body } = await change(milk, { type: "header" }, "/convert");
    const none = { done: false, dueDate: null, memberId: null, subtasks: [] };
    expect(body).toMatchObject({ ...none, type: "header", content: "Milk" });
    expect(await tree(listId)).toEqual(["Milk", "Dairy", "Bread"]);
    expect(entries()[0]).toMatchObject({
      action: "converted",
      summary: "turned “Milk” on “Groceries” into a heading without its 2 subtasks",
      changes: { type: { from: "task", to: "header" }, done: { from: true, to: false } },
    });
    expect((await change(oat, { done: true })).status).toBe(404);
  });

  test("drops the content on the way to a divider, and starts empty on the way back", async () => {
    const { change, dairy } = await home();
    expect((await change(dairy, { type: "divider" }, "/convert")).body).toMatchObject({ type: "divider", content: "" });
    expect((await change(dairy, { type: "task" }, "/convert")).body).toMatchObject({ type: "task", content: "" });
    expect((await change(dairy, { content: "Cheese" })).body.content).toBe("Cheese");
  });

  test("to its own type does nothing, and of a subtask is refused", async () => {
    const { change, milk, oat, entries } = await home();
    const { length } = entries();
    expect((await change(milk, { type: "task" }, "/convert")).body.subtasks.length).toBe(2);
    expect((await change(oat, { type: "task" }, "/convert")).status).toBe(200);
    expect((await change(oat, { type: "divider" }, "/convert")).body).toEqual(
      refusal(422, "type: a subtask can only be a task"),
    );
    expect(entries().length).toBe(length);
  });
});

describe("deleting", () => {
  test("takes a task's subtasks with it", async () => {
    const { delete: remove, at, milk, oat, tree, listId, entries } = await home();
    expect((await remove(`${at}/${milk.id}`)).body).toEqual({ id: milk.id, deleted: true });
    expect(await tree(listId)).toEqual(["Dairy", "Bread"]);
    expect(entries()[0]).toMatchObject({
      action: "deleted",
      summary: "deleted “Milk” from “Groceries” with its 2 subtasks",
    });
    expect((await remove(`${at}/${oat.id}`)).body).toEqual(refusal(404, "Block not found"));
  });
});

describe("moving", () => {
  test("takes a block with its subtasks to the end of another list", async () => {
    const { list, block, change, milk, tree, listId, entries, db } = await home();
    const { id } = await list("Weekly shop");
    await block(id, "Eggs");
    const { body } = await change(milk, { targetListId: id }, "/move");
    expect(body).toMatchObject({ id: milk.id, listId: id, subtasks: [{ content: "Oat" }, { content: "Soy" }] });
    expect([await tree(listId), await tree(id)]).toEqual([
      ["Dairy", "Bread"],
      ["Eggs", ["Milk", "Oat", "Soy"]],
    ]);
    expect(entries()[0]).toMatchObject({
      action: "moved",
      summary: "moved “Milk” to “Weekly shop” with its 2 subtasks",
      changes: { listId: { from: listId, to: id } },
    });
    expect(db.$client.query("PRAGMA foreign_key_check").all()).toEqual([]);
  });

  test("to the list it is on does nothing; a subtask, or an unknown list, is refused", async () => {
    const { change, milk, oat, listId, entries } = await home();
    const { length } = entries();
    expect((await change(milk, { targetListId: listId }, "/move")).body.id).toBe(milk.id);
    expect((await change(oat, { targetListId: listId }, "/move")).body).toEqual(
      refusal(422, "A subtask cannot be moved to another list"),
    );
    expect((await change(milk, { targetListId: unknownId }, "/move")).body).toEqual(
      refusal(422, "targetListId: no such list"),
    );
    expect(entries().length).toBe(length);
  });
});

describe("ordering", () => {
  test("takes the full order of the top, or of a task's subtasks", async () => {
    const { patch, at, milk, oat, soy, dairy, bread, tree, listId, entries } = await home();
    const order = (body: object) => patch(`${at}/reorder`, body);
    const ids = [bread.id, milk.id, dairy.id];
    expect((await order({ ids })).body).toEqual({ ids });
    expect(entries()[0]).toMatchObject({
      action: "reordered",
      summary: "put the items of “Groceries” in another order",
    });
    expect((await order({ ids: [soy.id, oat.id], parentId: milk.id })).status).toBe(200);
    expect(entries()[0]?.summary).toBe("put the subtasks of “Milk” on “Groceries” in another order");
    expect(await tree(listId)).toEqual(["Bread", ["Milk", "Soy", "Oat"], "Dairy"]);
    const { length } = entries();
    expect((await order({ ids, parentId: null })).status).toBe(200);
    expect((await order({ ids: [milk.id, bread.id] })).body).toEqual(refusal(422, `ids: ${dairy.id} is missing`));
    expect((await order({ ids: [...ids, oat.id] })).body).toEqual(refusal(422, "ids[3]: no such block"));
    expect((await order({ ids, parentId: dairy.id })).body).toEqual(
      refusal(422, "parentId: must be a task at the top of its list"),
    );
    expect((await order({ ids, parentId: unknownId })).body).toEqual(refusal(422, "parentId: no such block"));
    expect(entries().length).toBe(length);
  });

  test("of two people at once leaves the order of one of them", async () => {
    const { anna, ben, at, milk, dairy, bread, tree, listId } = await home();
    for (let round = 0; round < 10; round++) {
      const orders = [
        [milk, dairy, bread],
        [bread, dairy, milk],
      ];
      const ids = orders.map((order) => order.map(({ id }) => id));
      const answers = await Promise.all([
        anna.patch(`${at}/reorder`, { ids: ids[0] }),
        ben.patch(`${at}/reorder`, { ids: ids[1] }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect([
        [["Milk", "Oat", "Soy"], "Dairy", "Bread"],
        ["Bread", "Dairy", ["Milk", "Oat", "Soy"]],
      ]).toContainEqual(await tree(listId));
    }
  });

  test("of many who insert at one place at once loses nothing", async () => {
    const { add, dairy, tree, listId } = await home();
    const contents = Array.from({ length: 40 }, (_, index) => `${index}`);
    const beside = (index: number) => (index % 2 ? { afterBlockId: dairy.id } : { beforeBlockId: dairy.id });
    const answers = await Promise.all(
      contents.map((content, index) => add({ type: "task", content, ...beside(index) })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const all = await tree(listId);
    const at = all.indexOf("Dairy");
    expect(all.slice(1, at).sort()).toEqual(contents.filter((_, index) => index % 2 === 0).sort());
    expect(all.slice(at + 1, -1).sort()).toEqual(contents.filter((_, index) => index % 2 === 1).sort());
    expect([all[0], all.at(-1)]).toEqual([["Milk", "Oat", "Soy"], "Bread"]);
  });
});

describe("a list", () => {
  test("holds a thousand blocks and not one more, subtasks included, also by moves", async () => {
    const { list, listId, add, change, milk, tree, work, db } = await home();
    const fill = (id: string, count: number) =>
      transact(db, () => addTasks(work(), findList(work(), id), Array(count).fill("x")));
    expect(() => fill(listId, 996)).toThrow("A list holds at most 1,000 blocks");
    fill(listId, 994);
    const full = refusal(422, "A list holds at most 1,000 blocks");
    const eggs = { type: "task", content: "Eggs" };
    expect((await add({ ...eggs, parentId: milk.id })).status).toBe(200);
    expect((await add(eggs)).body).toEqual(full);
    expect((await add({ ...eggs, parentId: milk.id, afterBlockId: milk.subtasks[0]?.id })).body).toEqual(full);
    const other = await list("Other");
    fill(other.id, 997);
    expect((await change(milk, { targetListId: other.id }, "/move")).body).toEqual(full);
    expect((await tree(other.id)).length).toBe(997);
    expect((await tree(listId)).length).toBe(997);
  });
});

test("a child ticks what is nobody's or the child's own, and not what is another's", async () => {
  const { list, block, mia, members, patch } = await homeWithLists();
  const { id } = await list("Chores");
  const tick = async (memberId: string | null) => {
    const task = await block(id, "Sweep");
    await patch(`/v1/lists/${id}/blocks/${task.id}`, { memberId });
    return (await mia.patch(`/v1/lists/${id}/blocks/${task.id}`, { done: true })).body;
  };
  expect(await tick(members.ben.id)).toEqual(refusal(403, "Only an owner or adult can do this"));
  expect((await tick(members.mia.id)).done).toBe(true);
  expect((await tick(null)).done).toBe(true);
});

describe("what a change is told as", () => {
  test.each([
    ["paragraph", { content: "Ferry\nat ten" }, "changed the text of the note “Ferry” on “Groceries”"],
    ["paragraph", { content: "" }, "emptied the note “Ferry” on “Groceries”"],
    ["task", { done: true, content: "Oats" }, "ticked off “Oats” on “Groceries”, and changed its text"],
    ["task", { dueDate: "2031-11-28T10:30:00Z" }, "made “Ferry” on “Groceries” due on Fri 28 Nov 2031 at 11:30"],
    ["task", { dueDate: "2031-11-27T23:00:00Z" }, "made “Ferry” on “Groceries” due on Fri 28 Nov 2031"],
  ])("of a %s by %j", async (type, patch, summary) => {
    const { list, block, ...home } = await homeWithLists();
    const { id } = await list("Groceries");
    const made = await block(id, "Ferry\nat nine", { type });
    await home.patch(`/v1/lists/${id}/blocks/${made.id}`, patch);
    expect(home.entries()[0]?.summary).toBe(summary);
  });
});
