import { describe, expect, test } from "bun:test";
import { addTasks } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { transact } from "#platform/db/client.ts";
import { refusal } from "../support/home/home.ts";
import { homeWithGroceries } from "../support/records/lists.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("converting a block of a list", () => {
  test("A task that becomes another type of block loses the subtasks, tick, date and assignee", async () => {
    const { change, milk, oat, members, tree, listId, entries } = await homeWithGroceries();
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

  test("A block that is converted to a divider and back has an empty text", async () => {
    const { change, dairy } = await homeWithGroceries();
    expect((await change(dairy, { type: "divider" }, "/convert")).body).toMatchObject({ type: "divider", content: "" });
    expect((await change(dairy, { type: "task" }, "/convert")).body).toMatchObject({ type: "task", content: "" });
    expect((await change(dairy, { content: "Cheese" })).body.content).toBe("Cheese");
  });

  test("Converting a block to the same type changes nothing, and converting a subtask is refused", async () => {
    const { change, milk, oat, entries } = await homeWithGroceries();
    const { length } = entries();
    expect((await change(milk, { type: "task" }, "/convert")).body.subtasks.length).toBe(2);
    expect((await change(oat, { type: "task" }, "/convert")).status).toBe(200);
    expect((await change(oat, { type: "divider" }, "/convert")).body).toEqual(
      refusal(422, "type: must be task for a subtask"),
    );
    expect(entries().length).toBe(length);
  });
});

describe("deleting a block of a list", () => {
  test("Deleting a task of a list also deletes the subtasks", async () => {
    const { delete: remove, at, milk, oat, tree, listId, entries } = await homeWithGroceries();
    expect((await remove(`${at}/${milk.id}`)).body).toEqual({ id: milk.id, deleted: true });
    expect(await tree(listId)).toEqual(["Dairy", "Bread"]);
    expect(entries()[0]).toMatchObject({
      action: "deleted",
      summary: "deleted “Milk” from “Groceries” with its 2 subtasks",
    });
    expect((await remove(`${at}/${oat.id}`)).body).toEqual(refusal(404, "Block not found"));
  });
});

describe("moving a block of a list", () => {
  test("A block that moves to another list goes to the end of that list, with all subtasks", async () => {
    const { list, block, change, milk, tree, listId, entries, db } = await homeWithGroceries();
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

  test("A move of a block within one list changes nothing, and a move to an unknown list is refused", async () => {
    const { change, milk, oat, listId, entries } = await homeWithGroceries();
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

describe("reordering the blocks of a list", () => {
  test("Reordering blocks requires the complete order of a list's top level or of a task's subtasks", async () => {
    const { patch, at, milk, oat, soy, dairy, bread, tree, listId, entries } = await homeWithGroceries();
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

  test("If two members reorder a list simultaneously, the complete order of one member is kept", async () => {
    const { anna, ben, at, milk, dairy, bread, tree, listId } = await homeWithGroceries();
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

  test("Many simultaneous requests can insert blocks at the same position, and all blocks are stored", async () => {
    const { add, dairy, tree, listId } = await homeWithGroceries();
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

describe("the limit of blocks of a list", () => {
  test("A list holds at most a thousand blocks, including subtasks and moved blocks", async () => {
    const { list, listId, add, change, milk, tree, work, db } = await homeWithGroceries();
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
