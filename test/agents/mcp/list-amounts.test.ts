/** Adding to a list what is on it already: amounts of groceries add up, and what is ticked off is reopened. */
import { expect, test } from "bun:test";
import { mcpGroceries } from "../../support/mcp/lists.ts";
import { tail } from "../../support/mcp/mcp.ts";

async function mcpAmounts() {
  const home = await mcpGroceries();
  const flour = await home.block("500 g flour");
  const add = (items: readonly unknown[], more: object = {}, told = {}) =>
    home.use("add_list_items", { items, ...more }, told);
  const done = (id: string, on = home.listId, more: object = {}) =>
    home.patch(`/v1/lists/${on}/blocks/${id}`, { done: true, ...more });
  return { ...home, flour, add, done };
}

test("Amounts on a grocery list add up, which is said, and one undo restores the old amounts", async () => {
  const home = await mcpAmounts();
  await home.done(home.bread.id, home.listId, { dueDate: "2026-11-01T09:00:00Z" });
  const [was, before] = [await home.state(), home.entries().length];
  const { texts, data } = await home.add([
    "2 l milk",
    "250 g flour",
    "6 eggs",
    "4 eggs",
    "2 breads",
    "1 pack milk",
    "DAIRY",
  ]);
  expect(await home.tree()).toEqual([
    ["2 l milk", "Oat", "Soy"],
    "Dairy",
    "2 breads",
    "750 g flour",
    "10 eggs",
    "1 pack milk",
    "DAIRY",
  ]);
  const [eggs, pack, dairy] = data.added.map(({ id }: any) => id);
  expect(texts[0].split("\n")).toEqual([
    `Added 3 to “Groceries” and changed 3 there · id ${tail(home.listId)} · activityId ${data.activityId}`,
    `- [ ] “10 eggs” · id ${eggs}`,
    `- [ ] “1 pack milk” · id ${pack}`,
    `- [ ] “DAIRY” · id ${dairy}`,
    "On the list before, now:",
    `- [ ] “2 l milk” · id ${tail(home.milk.id)} · was “Milk”`,
    `- [ ] “750 g flour” · id ${tail(home.flour.id)} · was “500 g flour”`,
    `- [ ] “2 breads” · id ${tail(home.bread.id)} · was “Bread” · reopened`,
    "“1 pack milk” is its own line: it does not add up with “2 l milk”.",
  ]);
  expect(home.entries().length).toBe(before + 1);
  expect(await home.undoStatus(data.activityId)).toBe(200);
  expect(await home.state()).toBe(was);
});

test("The same call again adds no amount up a second time, unless an undo came between", async () => {
  const home = await mcpAmounts();
  const items = ["250 g flour", "2 l milk", "6 eggs", "1 egg"];
  const first = await home.add(items);
  const after = await home.state();
  const again = await home.add(items);
  expect(again.texts[0]).toStartWith("Nothing to add to “Groceries”\n");
  expect(again.texts[0]).toEndWith("The same call came a moment ago, so no amount was added again.");
  expect(await home.state()).toBe(after);
  expect(await home.undoStatus(first.data.activityId)).toBe(200);
  await home.add(items);
  expect((await home.tree()).slice(-2)).toEqual(["750 g flour", "7 eggs"]);
  await home.add([...items, "Tea"]);
  expect((await home.tree()).slice(-3)).toEqual(["1 kg flour", "14 eggs", "Tea"]);
});

test("The parameter allowDuplicates adds each item anew, whatever is on the list", async () => {
  const home = await mcpAmounts();
  await home.done(home.bread.id);
  const { data } = await home.add(["2 l milk", "Bread", "500 g flour"], { allowDuplicates: true });
  expect(data).toMatchObject({ added: [{}, {}, {}], changed: [], skipped: [] });
  expect(await home.tree()).toEqual([
    ["Milk", "Oat", "Soy"],
    "Dairy",
    "Bread",
    "500 g flour",
    "2 l milk",
    "Bread",
    "500 g flour",
  ]);
});

test("On other lists what is ticked off is reopened, and amounts do not add up", async () => {
  const home = await mcpAmounts();
  const packing = await home.list("Packing");
  const socks = await home.block("2 socks", {}, packing);
  const passports = await home.block("Passports", {}, packing);
  await home.done(passports.id, packing, { dueDate: "2026-11-01T09:00:00Z", memberId: home.members.ben.id });
  const was = await home.state();
  const items = ["3 socks", { text: "passports", member: "mia" }, "2 socks"];
  const { texts, data } = await home.add(items, { list: "packing" });
  expect(texts[0].split("\n").slice(1)).toEqual([
    `- [ ] “3 socks” · id ${data.added[0].id}`,
    "On the list before, now:",
    `- [ ] “Passports” · Mia · id ${tail(passports.id)} · reopened`,
    "Skipped, already on the list:",
    `- [ ] “2 socks” · id ${tail(socks.id)}`,
  ]);
  expect(await home.undoStatus(data.activityId)).toBe(200);
  expect(await home.state()).toBe(was);
});

test("A German shopping list writes amounts in German, and names of usual lists count as groceries", async () => {
  const home = await mcpAmounts();
  await home.as(home.members.anna).call("PATCH", "/app/household", { body: { groceryListName: "Rewe" } });
  for (const name of ["Einkaufsliste", "Rewe", "Packliste"]) {
    const list = await home.list(name);
    await home.block("1,5 l Milch", {}, list);
    await home.add(["Milch", "1 l Milch"], { list });
    const isPacking = name === "Packliste";
    expect(await home.tree(list)).toEqual(
      isPacking ? ["1,5 l Milch", "Milch", "1 l Milch"] : [expect.stringContaining(" l Milch")],
    );
  }
});

test("An agent of a child reopens and adds up only what the child may change", async () => {
  const home = await mcpAmounts();
  await home.done(home.bread.id, home.listId, { memberId: home.members.ben.id });
  const { key } = home.createKey({ scopes: ["lists.read", "lists.write"], memberId: home.members.mia.id });
  const { data } = await home.add(["Bread", "1 kg flour"], {}, { key });
  expect(data).toMatchObject({ added: [{ text: "Bread" }], changed: [{ text: "1.5 kg flour" }], skipped: [] });
});

test("A key that may not read adds each line, and another household's list is not found", async () => {
  const home = await mcpAmounts();
  const { key } = home.createKey({ scopes: ["lists.write"] });
  const blind = await home.add(["2 l milk"], {}, { key });
  expect(blind.texts[0]).toEndWith("Duplicates were not checked: this key may not read lists.");
  const other = { key: (await home.neighbour()).key.key };
  expect((await home.add(["2 l milk"], { list: home.listId }, other)).texts[0]).toBe("List not found");
});
