/** Adding items with `merge`: a list has each thing to buy only once. */
import { expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { newest, undo } from "../support/home/undo.ts";
import { homeWithGroceries } from "../support/records/lists.ts";

const add = (content: string, more: object = {}) => ({ op: "create", type: "task", content, merge: true, ...more });

async function homeWithMerge() {
  const home = await homeWithGroceries();
  const batch = (...operations: object[]) => home.post(`/v1/lists/${home.listId}/blocks/batch`, { operations });
  const lines = async () =>
    (await home.find(home.listId)).blocks.map(({ content, done }: any) => (done ? `[x] ${content}` : content));
  const state = async () => JSON.stringify(await home.all()).replace(/"updatedAt":"[^"]*"/g, "");
  return { ...home, batch, lines, state };
}

test("Items that are added with merge add up in one activity entry, and one undo restores the old amounts", async () => {
  const home = await homeWithMerge();
  const flour = await home.block(home.listId, "500 g flour");
  await home.patch(`/v1/lists/${home.listId}/blocks/${home.bread.id}`, { done: true, dueDate: "2026-11-01T09:00:00Z" });
  const [was, before] = [await home.state(), home.entries().length];
  const { ben } = home.members;
  const { status, body } = await home.batch(
    add("2 l milk", { memberId: ben.id }),
    add("250 g flour"),
    add("1 kg flour"),
    add("2 breads"),
    add("6 eggs"),
    add("4 eggs"),
    add("DAIRY"),
    add("flour"),
    add("1 pack milk"),
    add("250 ml soy", { parentId: home.milk.id }),
    { op: "create", type: "task", content: "Bread" },
  );
  expect(status).toBe(200);
  expect(await home.lines()).toEqual([
    "2 l milk",
    "Dairy",
    "2 breads",
    "1.75 kg flour",
    "10 eggs",
    "DAIRY",
    "1 pack milk",
    "Bread",
  ]);
  const ids = body.blocks.map(({ id }: any) => id);
  expect(ids.slice(0, 4)).toEqual([home.milk.id, flour.id, flour.id, home.bread.id]);
  expect(body.blocks[0]).toMatchObject({ content: "2 l milk", memberId: ben.id });
  expect((await home.tree(home.listId))[0]).toEqual(["2 l milk", "Oat", "250 ml soy"]);
  expect(body.blocks[3]).toMatchObject({ content: "2 breads", done: false, dueDate: null });
  expect(home.entries().length).toBe(before + 1);
  expect((await undo(home)).status).toBe(200);
  expect(await home.state()).toBe(was);
});

test("An open item with the same text is not changed by merge, and nothing is recorded", async () => {
  const home = await homeWithMerge();
  const [was, entry] = [await home.state(), newest(home)];
  const { body } = await home.batch(add(" MILK"), add("milk", { memberId: home.members.ben.id }));
  expect(body.blocks.map(({ id }: any) => id)).toEqual([home.milk.id, home.milk.id]);
  expect([await home.state(), newest(home)]).toEqual([was, entry]);
});

test("A child adds an item anew if somebody else has ticked it off for a third person", async () => {
  const home = await homeWithMerge();
  await home.patch(`/v1/lists/${home.listId}/blocks/${home.bread.id}`, { done: true, memberId: home.members.ben.id });
  const operations = [add("Bread")];
  expect((await home.mia.post(`/v1/lists/${home.listId}/blocks/batch`, { operations })).status).toBe(200);
  expect((await home.lines()).slice(2)).toEqual(["[x] Bread", "Bread"]);
});

test("The batch of groceries takes merge, also for a list that it makes", async () => {
  const home = await homeWithMerge();
  const there = await home.post("/v1/lists/groceries/batch", { operations: [add("2 l milk")] });
  expect(there.body).toMatchObject({ listId: home.listId, blocks: [{ id: home.milk.id, content: "2 l milk" }] });
  const other = await home.neighbour();
  const { body } = await other.post("/v1/lists/groceries/batch", { operations: [add("2 eggs"), add("4 eggs")] });
  expect(new Set(body.blocks.map(({ id }: any) => id)).size).toBe(1);
  expect(body.blocks[1].content).toBe("6 eggs");
});

test("The entry of a new list with items counts an item once if merge adds to it", async () => {
  const home = await homeWithMerge();
  const operations = [add("2 l milk"), add("1 l milk"), add("Bread")];
  const list = { sectionId: home.section.id, name: "Party", visibility: "shared", operations };
  expect((await home.post("/v1/lists/details", list)).body).toMatchObject({ name: "Party", remainingCount: 2 });
  expect(home.entries()[0]?.summary).toBe("made the list “Party” with its 2 items");
});

test("A wrong use of merge is refused, and nothing is added", async () => {
  const home = await homeWithMerge();
  const was = await home.state();
  const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
  for (const [operation, status, message] of [
    [add("Cake", { type: "header" }), 422, "operations[1].merge: only tasks can be merged"],
    [add("Cake", { merge: "yes" }), 400, "operations[1].merge: must be true or false"],
    [add(""), 400, "operations[1].content: must be 1 to 2000 characters"],
    [add("2 l milk", { memberId: nobody }), 422, "operations[1].memberId: no such member"],
    [add("Oat", { parentId: nobody }), 422, "operations[1].parentId: no such block"],
    [{ op: "update", blockId: home.milk.id, merge: true }, 400, "operations[1].merge: unknown field"],
  ] as const) {
    expect((await home.batch(add("3 l milk"), operation)).body).toEqual(refusal(status, message));
  }
  expect(await home.state()).toBe(was);
});
