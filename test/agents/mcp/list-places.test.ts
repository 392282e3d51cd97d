/** Items under tasks and headers, in one call; converting and clearing a list. */
import { describe, expect, test } from "bun:test";
import { mcpGroceries, nobody } from "../../support/mcp/lists.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";

const canAsk = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } } };

/** A list: a bag with Soap and Comb under it, then the headers Dairy with Milk, and Bakery with Bread and Rolls. */
async function withHeaders() {
  const home = await mcpGroceries();
  const listId = await home.list("Packing");
  const put = (content: string, more: object = {}) => home.block(content, more, listId);
  const bag = await put("Toiletries bag");
  for (const each of ["Soap", "Comb"]) await put(each, { parentId: bag.id });
  for (const each of ["Dairy", "Milk", "Bakery", "Bread", "Rolls"]) {
    await put(each, { type: each === "Dairy" || each === "Bakery" ? "header" : "task" });
  }
  const change = (items: object[], more: object = {}) =>
    home.use("update_list_items", { list: "Packing", items, ...more });
  const add = (...items: object[]) => home.use("add_list_items", { list: "Packing", items });
  return { ...home, packing: listId, bag, change, add, order: () => home.tree(listId) };
}

const bagged = ["Toiletries bag", "Soap", "Comb"];
const header = (text: string) => ({ text, type: "header" });

describe("adding", () => {
  test("The tool add_list_items accepts the header as “section”, and one text instead of a list", async () => {
    const home = await withHeaders();
    await home.add({ text: "Butter", section: "dairy" });
    expect((await home.use("add_list_items", { list: "Packing", items: "Socks" })).isError).toBeUndefined();
    await home.change([{ item: "Comb", section: "Bakery" }]);
    const below = ["Dairy", "Milk", "Butter", "Bakery", "Bread", "Rolls", "Socks", "Comb"];
    expect(await home.order()).toEqual([["Toiletries bag", "Soap"], ...below]);
  });

  test("Items that are added under a header become the last items there, in one change", async () => {
    const home = await withHeaders();
    const before = home.entries().length;
    const { data } = await home.add(
      { text: "Salt" },
      { text: "Butter", under: "Dairy" },
      { text: "Bagels", under: "bakery" },
      { text: "Cream", under: "Dairy" },
      { text: "Milk", under: "Dairy" },
    );
    expect(data.added.map(({ text }: any) => text)).toEqual(["Salt", "Butter", "Bagels", "Cream"]);
    expect(data.skipped.map(({ text }: any) => text)).toEqual(["Milk"]);
    expect(await home.order()).toEqual([
      ...[bagged, "Dairy", "Milk", "Butter", "Cream", "Bakery", "Bread", "Rolls", "Salt", "Bagels"],
    ]);
    expect(home.entries().length).toBe(before + 1);
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.order()).toEqual([bagged, "Dairy", "Milk", "Bakery", "Bread", "Rolls"]);
  });

  test("Items are added under tasks and headers of the same call, whatever the order in the call is", async () => {
    const home = await withHeaders();
    const { data } = await home.add(
      { text: "Passports", under: "Documents" },
      header("Car"),
      header("Beach"),
      { text: "Documents" },
      { text: "Towels", under: "beach" },
      { text: "Maps", under: "Car" },
      { text: "Visas", under: "Documents", member: "Ben" },
      { text: "Pie", under: "Bakery" },
    );
    expect(data.added.map(({ text }: any) => text)).toEqual([
      ...["Passports", "Car", "Beach", "Documents", "Towels", "Maps", "Visas", "Pie"],
    ]);
    expect((await home.order()).slice(3)).toEqual([
      ...["Bakery", "Bread", "Rolls", "Pie", "Car", "Maps", "Beach"],
      ...[["Documents", "Passports", "Visas"], "Towels"],
    ]);
    expect(await home.undoStatus(data.activityId)).toBe(200);
  });

  test("Items that one call adds under one header keep the order of the call", async () => {
    const home = await withHeaders();
    await home.add(
      { text: "Pie" },
      { text: "Buns", under: "Bakery" },
      { text: "Salt" },
      { text: "Jam", under: "bakery" },
    );
    expect((await home.order()).slice(3)).toEqual(["Bakery", "Bread", "Rolls", "Pie", "Buns", "Salt", "Jam"]);
    await home.add(header("Car"), { text: "Map" }, { text: "Jack", under: "Car" }, { text: "Fuse" }, header("Bus"));
    expect((await home.order()).slice(-5)).toEqual(["Car", "Map", "Jack", "Fuse", "Bus"]);
  });

  test("A parent that a call names again is not added twice, but gets the call's items under it", async () => {
    const home = await withHeaders();
    const items = [
      { text: "toiletries BAG" },
      { text: "Brush", under: "Toiletries bag" },
      { text: "soap", under: "toiletries bag" },
    ];
    expect((await home.add(...items)).data).toMatchObject({
      added: [{ text: "Brush" }],
      skipped: [{}, { text: "Soap" }],
    });
    expect((await home.order())[0]).toEqual([...bagged, "Brush"]);
    const both = await Promise.all([home.add(...items), home.add(...items)]);
    expect(both.map(({ data }) => data.added.length)).toEqual([0, 0]);
    const twice = await home.add({ text: "Tent" }, { text: "Pegs", under: "tent" }, { text: "pegs", under: "Tent" });
    expect(twice.data).toMatchObject({ added: [{ text: "Tent" }, { text: "Pegs" }], skipped: [{ text: "Pegs" }] });
  });

  test("Two simultaneous calls of add_list_items create the list “Groceries” only once", async () => {
    const home = await mcpHome();
    const input = { items: [{ text: "Party" }, { text: "Cake", under: "Party" }] };
    const answers = await Promise.all([home.use("add_list_items", input), home.use("add_list_items", input)]);
    expect(answers.map(({ data }) => data.added.length).toSorted()).toEqual([0, 2]);
    const [{ lists }] = (await home.get("/v1/lists")).body.sections;
    expect(lists.map(({ name, blocks }: any) => [name, blocks[0].subtasks.length])).toEqual([["Groceries", 1]]);
    expect(home.entries()[0]).toMatchObject({
      action: "created",
      summary: "made the list “Groceries” with its 2 items",
    });
    const { key } = home.createKey({ scopes: ["lists.read"] });
    expect((await home.use("add_list_items", input, { key })).texts[0]).toBe("Missing scope: lists.write");
  });
});

describe("moving", () => {
  test("The tool update_list_items moves items under tasks and headers, or out of them", async () => {
    const home = await withHeaders();
    const was = await home.state();
    const before = home.entries().length;
    const { isError, data } = await home.change([
      { item: "Rolls", under: "toiletries bag", done: true },
      { item: "Soap", under: "" },
      { item: "Comb", under: "Bakery" },
      { item: "Bread", under: "Dairy", text: "Rye bread" },
      { item: "Milk", after: "Comb" },
    ]);
    expect(isError).toBeUndefined();
    expect(await home.order()).toEqual([
      ...[["Toiletries bag", "Rolls"], "Soap", "Dairy", "Rye bread", "Bakery", "Comb", "Milk"],
    ]);
    expect(home.entries().length).toBe(before + 1);
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("An item moves behind the item named by “after”; an empty “after” means the first place", async () => {
    const home = await withHeaders();
    await home.change([
      { item: "Bread", after: "Soap" },
      { item: "Comb", after: "", under: "toiletries bag" },
    ]);
    expect((await home.order())[0]).toEqual(["Toiletries bag", "Comb", "Soap", "Bread"]);
    const same = await home.change([
      { item: "Bread", under: "Toiletries bag" },
      { item: "Milk", under: "" },
    ]);
    expect(same.texts[0]).toStartWith("Nothing to change on “Packing”");
    expect(same.texts[0].split("\n").slice(-2)).toEqual([
      "“Bread” is at place 3 of 3, under “Toiletries bag”.",
      "“Milk” is at place 3 of 5, under “Dairy”.",
    ]);
  });

  test("An empty “after” means first on the whole list, or first under the item that “under” names", async () => {
    const home = await withHeaders();
    const was = await home.state();
    const { data } = await home.change([
      { item: "Soap", after: "" },
      { item: "Rolls", after: "", under: "Dairy" },
      { item: "Comb", under: "", after: "" },
      { item: "Bread", after: "", under: "Dairy" },
    ]);
    expect(await home.order()).toEqual(["Soap", "Comb", "Toiletries bag", "Dairy", "Rolls", "Bread", "Milk", "Bakery"]);
    const same = await home.change([{ item: "Soap", after: "" }]);
    expect(same.texts[0]).toEndWith("“Soap” is at place 1 of 8.");
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("Items under a header end before the next divider as well as before the next header", async () => {
    const home = await withHeaders();
    const divider = (await home.post(`/v1/lists/${home.packing}/blocks`, { type: "divider" })).body;
    await home.block("Tent", {}, home.packing);
    await home.change([{ item: "Milk", under: "Bakery" }]);
    await home.add({ text: "Pie", under: "Bakery" }, { text: "Rope" });
    expect((await home.order()).slice(1)).toEqual([
      "Dairy",
      "Bakery",
      "Bread",
      "Rolls",
      "Milk",
      "Pie",
      "",
      "Tent",
      "Rope",
    ]);
    const where = await home.change([{ item: "Tent", after: divider.id }]);
    expect(where.texts[0]).toEndWith("“Tent” is at place 9 of 10.");
  });

  test.each([
    [
      { item: "Bread", under: "Soap" },
      "items[0].under: “Soap” is itself under “Toiletries bag”, so nothing can be under it",
      "“Toiletries bag”, or a header",
    ],
    [{ item: "Bread", under: "bread" }, "items[0].under: must be another item", "Name another"],
    [{ item: "Bread", under: "Wine" }, "items[0].under: no such item: “Wine”", "“Toiletries bag”, “Dairy”"],
    [{ item: "Bread", under: nobody }, "operations[0].parentId: no such block", "Parameter items[0].under:"],
    [
      { item: "Toiletries bag", under: "Milk" },
      "operations[0].parentId: a block with subtasks cannot be nested",
      "items[0].under",
    ],
    [{ item: "Dairy", under: "Milk" }, "operations[0].parentId: only tasks can be nested", "items[0].under"],
    [
      { item: "Bread", under: "Dairy", after: "Milk" },
      "items[0]: must have only one of moveToList, under and after",
      "Leave one of them out",
    ],
    [
      { item: "Bread", under: "Dairy", after: "Milk", moveToList: "Groceries" },
      "items[0]: must have only one of moveToList, under and after",
      "Leave two of them out",
    ],
  ])("Moving a list item with %j is refused with the reason and advice", async (item, text, repair) => {
    const home = await withHeaders();
    const was = await home.state();
    const { isError, texts } = await home.change([item]);
    expect(isError).toBe(true);
    expect(texts[0]).toBe(text);
    expect(texts[1]).toContain(repair);
    expect(await home.state()).toBe(was);
  });
});

describe("converting an item with others under it", () => {
  const items = [{ item: "Toiletries bag", convertTo: "header" }];
  const question = "turn “Toiletries bag” into a header and delete the 2 items under it";

  test("Converting a list item into a header needs a confirmation if other items would be deleted", async () => {
    const home = await withHeaders();
    const refused = await home.change(items);
    expect(refused.texts[0]).toBe(`confirm: must be true to ${question}`);
    const asked = await home.use("update_list_items", { list: "Packing", items }, canAsk);
    expect(asked.inputRequests.confirm.params.message).toBe(`Really ${question}?`);
    const { key } = home.createKey({ scopes: ["lists.write"] });
    const blind = { list: home.packing, items: [{ item: home.bag.id, convertTo: "header" }] };
    expect((await home.use("update_list_items", blind, { key })).texts[0]).toBe(refused.texts[0]);
    expect((await home.order())[0]).toEqual(bagged);
    expect((await home.change(items, { confirm: true })).isError).toBeUndefined();
    expect((await home.order()).slice(0, 2)).toEqual(["Toiletries bag", "Dairy"]);
  });

  test("Converting a list item needs no confirmation if the call first moves its subtasks elsewhere", async () => {
    const home = await withHeaders();
    const { isError } = await home.change([{ item: "Soap", under: "" }, { item: "Comb", under: "Dairy" }, ...items]);
    expect(isError).toBeUndefined();
    expect((await home.order()).slice(0, 5)).toEqual(["Toiletries bag", "Soap", "Dairy", "Milk", "Comb"]);
  });
});

describe("delete_list_items with done", () => {
  test("Deleting the done items of a list keeps done items that have open items under them", async () => {
    const home = await withHeaders();
    const clear = (more: object = {}) => home.use("delete_list_items", { list: "Packing", done: true, ...more });
    expect((await clear()).texts[0]).toBe("Nothing to delete on “Packing”: nothing is done");
    await home.change(["Toiletries bag", "Soap", "Bread"].map((item) => ({ item, done: true })));
    const was = await home.state();
    expect((await clear()).texts[0]).toBe(
      "confirm: must be true to delete 2 done items: “Soap”, “Bread” from “Packing”",
    );
    const before = home.entries().length;
    const { texts, data } = await clear({ confirm: true });
    expect(texts[0]).toBe(
      `Deleted 2 done items: “Soap”, “Bread” from “Packing” · 1 done item with open ones under it stayed · activityId ${data.activityId}`,
    );
    expect(data.deleted.length).toBe(2);
    expect(await home.order()).toEqual([["Toiletries bag", "Comb"], "Dairy", "Milk", "Bakery", "Rolls"]);
    expect(home.entries().length).toBe(before + 1);
    expect(home.entries()[0]?.summary).toBe("deleted 2 done items from “Packing”");
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("Any number of done items can be deleted in one call; more than ten need a confirmation", async () => {
    const home = await mcpGroceries();
    for (let index = 0; index < 60; index++) await home.block(`Thing ${index}`);
    const { blocks } = await home.find(home.listId);
    for (const { id, content } of blocks) {
      if (content.startsWith("Thing")) await home.patch(`/v1/lists/${home.listId}/blocks/${id}`, { done: true });
    }
    const input = { list: "Groceries", done: true, confirm: true };
    const asked = await home.use("delete_list_items", input, canAsk);
    expect(asked.inputRequests.confirm.params.message).toContain("and 40 more from “Groceries”?");
    const { data } = await home.use("delete_list_items", input);
    expect(data.deleted.length).toBe(60);
    expect((await home.tree()).flat()).toEqual(["Milk", "Oat", "Soy", "Dairy", "Bread"]);
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect((await home.tree()).length).toBe(63);
  });

  test("The tool delete_list_items needs either items or “done: true”", async () => {
    const home = await withHeaders();
    const other = { key: (await home.neighbour()).key.key };
    const { key } = home.createKey({ scopes: ["lists.write"] });
    await home.change([{ item: "Bread", done: true }]);
    for (const input of [{}, { done: false }, { done: true, items: ["Bread"] }]) {
      const { texts } = await home.use("delete_list_items", { list: "Packing", ...input, confirm: true });
      expect(texts[0]).toBe("items: or done: true, exactly one of them");
    }
    const input = { list: home.packing, done: true, confirm: true };
    expect((await home.use("delete_list_items", input, other)).texts[0]).toBe("List not found");
    const { texts, data } = await home.use("delete_list_items", input, { key });
    expect(texts[0]).toStartWith("Deleted what is done from “Packing” · activityId");
    expect([data.id, data.deleted.length]).toEqual([tail(home.packing), 1]);
  });
});

test("List items that one call moves to the same place keep their order", async () => {
  const home = await withHeaders();
  await home.change([
    { item: "Rolls", after: "Dairy" },
    { item: "Bread", after: "Dairy" },
  ]);
  expect(await home.order()).toEqual([bagged, "Dairy", "Rolls", "Bread", "Milk", "Bakery"]);
  await home.change([
    { item: "Milk", after: "" },
    { item: "Bread", after: "" },
    { item: "Rolls", after: "Bread" },
    { item: "Bakery", after: "" },
  ]);
  expect(await home.order()).toEqual(["Milk", "Bread", "Bakery", "Rolls", bagged, "Dairy"]);
  await home.change([
    { item: "Soap", under: "" },
    { item: "Comb", under: "" },
    { item: "Milk", under: "Dairy" },
    { item: "Rolls", under: "Dairy" },
  ]);
  expect(await home.order()).toEqual(["Bread", "Bakery", "Toiletries bag", "Soap", "Comb", "Dairy", "Milk", "Rolls"]);
  await home.change([
    { item: "Comb", under: "Toiletries bag" },
    { item: "Soap", under: "Toiletries bag" },
  ]);
  expect((await home.order())[2]).toEqual(["Toiletries bag", "Comb", "Soap"]);
  await home.change([
    { item: "Bread", after: "Rolls" },
    { item: "Bakery", after: "Rolls" },
  ]);
  expect((await home.order()).slice(-3)).toEqual(["Rolls", "Bread", "Bakery"]);
});
