/** Tests the operation `move` of a batch: to another level, position and list. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithGroceries } from "../support/records/lists.ts";

async function homeWithMoves() {
  const home = await homeWithGroceries();
  const send = (operations: object[]) => home.post(`${home.at}/batch`, { operations });
  const move = (which: { id: string }, where: object) => send([{ op: "move", blockId: which.id, ...where }]);
  const row = async (id: string) =>
    (await home.find(home.listId)).blocks
      .flatMap((each: any) => [each, ...each.subtasks])
      .find((each: any) => each.id === id);
  const undo = (index = 0) => home.post(`/v1/activity/${home.entries()[index]?.id}/undo`, undefined);
  return { ...home, send, move, row, undo };
}

describe("a move in a batch", () => {
  test("A task that a batch indents or outdents keeps its id, tick, due date, assignee and author", async () => {
    const home = await homeWithMoves();
    const fields = { done: true, dueDate: "2026-12-01T08:00:00.000Z", memberId: home.members.ben.id };
    await home.change(home.bread, fields);
    const { createdAt, createdBy } = await home.row(home.bread.id);
    const before = home.entries().length;
    const { body } = await home.move(home.bread, { parentId: home.milk.id });
    expect(body.blocks[0]).toMatchObject({ id: home.bread.id, parentId: home.milk.id, ...fields, createdAt });
    expect(await home.row(home.bread.id)).toMatchObject({ ...fields, createdAt, createdBy, parentId: home.milk.id });
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy", "Bread"], "Dairy"]);
    expect(home.entries().length).toBe(before + 1);
    expect(home.entries()[0]?.summary).toBe("moved “Bread” under “Milk” on “Groceries”");
    await home.undo();
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
    expect(await home.row(home.bread.id)).toMatchObject({ ...fields, parentId: null });
    await home.move(home.soy, { parentId: null, beforeId: home.dairy.id });
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat"], "Soy", "Dairy", "Bread"]);
    await home.undo();
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
  });

  test("A moved block keeps its parent if parentId is omitted, and its position if beforeId is omitted", async () => {
    const home = await homeWithMoves();
    const before = home.entries().length;
    const { updatedAt } = await home.row(home.soy.id);
    await home.move(home.soy, {});
    await home.move(home.soy, { parentId: home.milk.id, targetListId: home.listId });
    await home.move(home.soy, { beforeId: null });
    await home.move(home.oat, { beforeId: home.soy.id });
    expect(home.entries().length).toBe(before);
    home.clock.advance(60_000);
    await home.move(home.soy, { beforeId: home.oat.id });
    expect(await home.tree(home.listId)).toEqual([["Milk", "Soy", "Oat"], "Dairy", "Bread"]);
    expect((await home.row(home.soy.id)).updatedAt).toBe(updatedAt);
    await home.undo();
    await home.move(home.milk, { beforeId: null });
    expect(await home.tree(home.listId)).toEqual(["Dairy", "Bread", ["Milk", "Oat", "Soy"]]);
    await home.move(home.bread, { beforeId: home.dairy.id });
    expect(await home.tree(home.listId)).toEqual(["Bread", "Dairy", ["Milk", "Oat", "Soy"]]);
  });

  test("A batch moves a block to the end of another list, or to the given position of that list", async () => {
    const home = await homeWithMoves();
    const { id: other } = await home.list("Drugstore");
    const soap = await home.block(other, "Soap");
    await home.move(home.soy, { targetListId: other, beforeId: soap.id });
    await home.move(home.bread, { targetListId: other, parentId: soap.id });
    await home.move(home.milk, { targetListId: other });
    expect(await home.tree(other)).toEqual(["Soy", ["Soap", "Bread"], ["Milk", "Oat"]]);
    expect(await home.tree(home.listId)).toEqual(["Dairy"]);
    for (let count = 0; count < 3; count++) {
      // Each undo adds an entry of its own.
      expect((await home.undo(count * 2)).status).toBe(200);
    }
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
  });

  test("A move in a batch to an impossible position is refused, and nothing changes", async () => {
    const home = await homeWithMoves();
    const { id: other } = await home.list("Drugstore");
    const soap = await home.block(other, "Soap");
    const hidden = await home.list("Gifts", { visibility: "personal" }, home.ben);
    const tree = await home.tree(home.listId);
    const before = home.entries().length;
    const { milk, oat, dairy, bread } = home;
    const cases: [{ id: string }, object, string][] = [
      [milk, { parentId: bread.id }, ".parentId: a block with subtasks cannot be nested"],
      [bread, { parentId: bread.id }, ".parentId: must be another block"],
      [bread, { parentId: dairy.id }, ".parentId: must be a task at the top of its list"],
      [bread, { parentId: oat.id }, ".parentId: must be a task at the top of its list"],
      [dairy, { parentId: bread.id }, ".parentId: only tasks can be nested"],
      [bread, { parentId: soap.id }, ".parentId: no such block"],
      [bread, { targetListId: other, parentId: milk.id }, ".parentId: no such block"],
      [bread, { targetListId: other, beforeId: milk.id }, ".beforeId: no such block"],
      [bread, { beforeId: oat.id }, ".beforeId: must be a block at the same level"],
      [bread, { beforeId: bread.id }, ".beforeId: must be another block"],
      [bread, { targetListId: hidden.id }, ".targetListId: no such list"],
    ];
    for (const [block, where, text] of cases) {
      expect((await home.move(block, where)).body).toEqual(refusal(422, `operations[0]${text}`));
    }
    expect((await home.move(bread, { afterId: milk.id })).body).toEqual(
      refusal(400, "operations[0].afterId: unknown field"),
    );
    expect((await home.move(bread, { parentId: "1" })).status).toBe(400);
    expect(await home.tree(home.listId)).toEqual(tree);
    expect(home.entries().length).toBe(before);
  });

  test("A batch can combine moves with other operations, and the activity entry counts the moved blocks", async () => {
    const home = await homeWithMoves();
    const { body } = await home.send([
      { op: "create", type: "task", content: "Cake" },
      { op: "update", blockId: home.bread.id, done: true },
      { op: "move", blockId: home.bread.id, parentId: home.milk.id, beforeId: home.oat.id },
      { op: "move", blockId: home.soy.id, parentId: null },
    ]);
    expect(body.blocks[2]).toMatchObject({ id: home.bread.id, done: true });
    expect(await home.tree(home.listId)).toEqual([["Milk", "Bread", "Oat"], "Dairy", "Cake", "Soy"]);
    expect(home.entries()[0]?.summary).toBe("changed “Groceries”: 1 item added, 1 ticked off, 2 moved");
    await home.undo();
    expect(await home.tree(home.listId)).toEqual([["Milk", "Oat", "Soy"], "Dairy", "Bread"]);
  });
});
