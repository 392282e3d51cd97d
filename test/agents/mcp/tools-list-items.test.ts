/**
 * The tools that add, change and delete list items.
 * Long because it lists every refusal with its repair.
 */
import { describe, expect, test } from "bun:test";
import { mcpGroceries, nobody } from "../../support/mcp/lists.ts";
import { tail } from "../../support/mcp/mcp.ts";

const texts = (items: { text: string }[]) => items.map(({ text }) => text);

describe("adding items", () => {
  test("The tool add_list_items adds new items in one change, skips existing items and reopens done ones", async () => {
    const home = await mcpGroceries();
    await home.patch(`/v1/lists/${home.listId}/blocks/${home.bread.id}`, { done: true });
    const [was, before] = [await home.state(), home.entries().length];
    const { texts: said, data } = await home.use("add_list_items", {
      items: [
        { text: "Eggs", due: "saturday", member: "ben" },
        { text: "  BREAD " },
        { text: "Oat" },
        { text: "soy", under: "milk" },
        { text: "Almond", under: home.milk.id, due: "2027-03-28T02:30" },
        { text: "eggs" },
        { text: "Dairy" },
        { type: "divider" },
        { type: "header", text: "dairy" },
        { type: "paragraph", text: "Ask Ben" },
      ],
    });
    expect(await home.tree()).toEqual(
      ["Milk", "Dairy", "Bread", "Eggs", "Oat", "Dairy", "", "Ask Ben"].map((each) =>
        each === "Milk" ? ["Milk", "Oat", "Soy", "Almond"] : each,
      ),
    );
    expect(data).toMatchObject({ id: tail(home.listId), list: "Groceries", activityId: tail(home.entries()[0]?.id) });
    expect(texts(data.added)).toEqual(["Eggs", "Oat", "Almond", "Dairy", "", "Ask Ben"]);
    expect(data.changed).toEqual([{ id: tail(home.bread.id), text: "Bread" }]);
    expect(data.skipped).toEqual([
      { id: tail(home.soy.id), text: "Soy" },
      { id: data.added[0].id, text: "Eggs" },
      { id: tail(home.dairy.id), text: "Dairy" },
    ]);
    const [eggs] = (await home.find(home.listId)).blocks.filter(({ content }: any) => content === "Eggs");
    expect(eggs).toMatchObject({ memberId: home.members.ben.id, dueDate: "2026-11-27T23:00:00.000Z" });
    const lines = said[0].split("\n");
    expect(lines[0]).toBe(
      `Added 6 to “Groceries” and changed 1 there · id ${tail(home.listId)} · activityId ${data.activityId}`,
    );
    expect(lines[1]).toBe(`- [ ] “Eggs” · due Sat 28 Nov 2026 · Ben · id ${tail(eggs.id)}`);
    // The clock change skips that time, so it moves one hour later.
    expect(lines[3]).toContain("“Almond” · due Sun 28 Mar 2027, 03:30 (Europe/Berlin)");
    expect(lines).toContain(`- [ ] “Bread” · id ${tail(home.bread.id)} · reopened`);
    expect(home.entries().length).toBe(before + 1);
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("The tool add_list_items adds equal items only once, unless allowDuplicates is set", async () => {
    const home = await mcpGroceries();
    const input = { list: "gröceries", items: [{ text: "Crème fraîche" }, { text: "Eggs" }] };
    const both = await Promise.all([home.use("add_list_items", input), home.use("add_list_items", input)]);
    expect(both.map(({ data }) => data.added.length).sort()).toEqual([0, 2]);
    const after = await home.state();
    const again = await home.use("add_list_items", { ...input, items: [{ text: "CRE\u0300ME  FRAI\u0302CHE" }] });
    expect(again.data).toMatchObject({ added: [], skipped: [{ text: "Crème fraîche" }] });
    expect(again.texts[0]).toStartWith("Nothing to add to “Groceries”");
    expect(await home.state()).toBe(after);
    const wanted = await home.use("add_list_items", { ...input, allowDuplicates: true });
    expect(wanted.data).toMatchObject({ added: [{ text: "Crème fraîche" }, { text: "Eggs" }], skipped: [] });
    // Without accents it is a different word.
    expect((await home.use("add_list_items", { items: [{ text: "Creme fraiche" }] })).data.added.length).toBe(1);
  });

  test("The tool add_list_items uses the oldest shared list “Groceries”, or creates this list", async () => {
    const home = await mcpGroceries();
    const younger = await home.list("GROCERIES");
    const first = await home.use("add_list_items", { items: [{ text: "Eggs" }] });
    expect(first.data.id).toBe(tail(home.listId));
    const choice = await home.use("add_list_items", { list: "groceries", items: [{ text: "Eggs" }] });
    expect(choice.texts).toEqual([
      "list: more than one list is called “groceries”",
      `Parameter list: take the id. “Groceries” (in “Home”, 5 open) is ${tail(home.listId)}; “GROCERIES” (in “Home”, 0 open) is ${tail(younger)}.`,
    ]);
    const other = home.neighbour();
    const key = { key: (await other).key.key };
    const none = await home.use("add_list_items", { items: [{ text: "Eggs" }] }, key);
    const { id, activityId } = none.data;
    expect(none.texts[0]).toStartWith(`Made the list “Groceries” with 1 · id ${id} · activityId ${activityId}\n`);
    const [{ name, lists }] = (await (await other).get("/v1/lists")).body.sections;
    expect([name, lists.map(({ name: each, blocks }: any) => [each, blocks.length])]).toEqual([
      "Lists",
      [["Groceries", 1]],
    ]);
    const undone = await home.use("undo_change", { activityId }, key);
    expect(undone.isError).toBeUndefined();
    expect((await (await other).get("/v1/lists")).body.sections).toEqual([]);
  });

  test("The tool add_list_items needs the read scope only if the call has names instead of ids", async () => {
    const home = await mcpGroceries();
    const { key } = home.createKey({ scopes: ["lists.write"] });
    const { listId: list } = home;
    for (const input of [{ list: "Groceries" }, { list, items: [{ text: "x", under: "Milk" }] }]) {
      const { isError, texts: said } = await home.use("add_list_items", { items: [{ text: "x" }], ...input }, { key });
      expect([isError, said[0]]).toEqual([true, "Missing scope: lists.read"]);
    }
    const blind = await home.use(
      "add_list_items",
      { list, items: [{ text: "Bread" }, { text: "Oat", under: home.milk.id }] },
      { key },
    );
    expect(blind.data).toMatchObject({ list: "Groceries", added: [{ text: "Bread" }, { text: "Oat" }] });
    expect(blind.texts[0]).toEndWith("Duplicates were not checked: this key may not read lists.");
    const found = await home.use("add_list_items", { items: [{ text: "x" }] }, { key });
    expect(found.data).toMatchObject({ id: tail(list), list: "Groceries", added: [{ text: "x" }] });
    const reader = home.createKey({ scopes: ["lists.read"] }).key;
    const refused = await home.use("add_list_items", { items: [{ text: "x" }] }, { key: reader });
    expect(refused.texts[0]).toBe("Missing scope: lists.write");
  });

  const fine = { text: "Eggs" };
  test.each([
    [[fine, { text: "" }], "operations[1].content: is required", /^Parameter items\[1\]\.text: give the item's text/],
    [[{ text: "Milk" }, {}], "operations[0].content: is required", "Parameter items[1].text: give the item's text"],
    [[fine, { text: "x".repeat(2001) }], "operations[1].content: must be at most 2000 characters", "items[1].text"],
    [[fine, { text: "x", under: nobody }], "operations[1].parentId: no such block", "Parameter items[1].under:"],
    [[{ text: "x", under: "Wine" }], "items[0].under: no such item: “Wine”", "“Milk”, “Dairy”, “Bread”"],
    [
      [{ text: "x", under: "soy" }],
      "items[0].under: “Soy” is itself under “Milk”, so nothing can be under it",
      "“Milk”",
    ],
    [
      [{ text: "Cake" }, { text: "Party", type: "paragraph" }, { text: "x", under: "party" }],
      "items[2].under: “party” is a paragraph, so nothing can be under it",
      "nothing was added",
    ],
    [
      [
        { text: "Cake", under: "Milk" },
        { text: "x", under: "cake" },
      ],
      "items[1].under: “cake” is itself under another item, so nothing can be under it",
      "a task at the top",
    ],
    [[{ text: "x", under: "x" }], "items[0].under: no such item: “x”", "“Milk”"],
    [
      [{ text: "x", type: "header", member: "Ben" }],
      "operations[0].memberId: only tasks can have an assignee",
      "items[0].member:",
    ],
    [[{ text: "x", member: "Zoe" }], "items[0].member: no such member: “Zoe”", "“Anna”, “Ben”, “Mia”"],
    [[{ text: "x", member: nobody }], "operations[0].memberId: no such member", "Parameter items[0].member:"],
    [[{ text: "x", due: "this friday" }], /^items\[0\]\.due: .* more than one day$/, /\d{4}-\d\d-\d\d \(Fri /],
    [[{ text: "x", due: "tomorrow at 6" }], /^items\[0\]\.due: .* more than one time$/, "2026-11-28T06:00 (Sat"],
    [[{ text: "x", color: "red" }], "items[0].color: unknown field", "leave it out"],
    [[], "items: must be a list of 1 to 50 items", "send at least 1"],
    [Array(51).fill(fine), "items: must be a list of 1 to 50 items", "the rest in another call"],
  ])("The tool add_list_items refuses the whole call for %j", async (items, text, repair) => {
    const home = await mcpGroceries();
    const [was, before] = [await home.state(), home.entries().length];
    const { isError, texts: said } = await home.use("add_list_items", { items });
    expect(isError).toBe(true);
    if (typeof text === "string") expect(said[0]).toBe(text);
    else expect(said[0]).toMatch(text);
    if (typeof repair === "string") expect(said[1]).toContain(repair);
    else expect(said[1]).toMatch(repair);
    expect([await home.state(), home.entries().length]).toEqual([was, before]);
  });
});

describe("changing items", () => {
  test("The tool update_list_items finds items by text or id, and changes all items in one change", async () => {
    const home = await mcpGroceries();
    const drugstore = await home.list("Drugstore");
    await home.patch(`/v1/lists/${home.listId}/blocks/${home.oat.id}`, {
      dueDate: "2026-12-01T09:00:00Z",
      memberId: home.members.anna.id,
    });
    const [was, before] = [await home.state(), home.entries().length];
    const { data, texts: said } = await home.use("update_list_items", {
      list: "groceries",
      items: [
        { item: "milk", done: true },
        { item: home.oat.id, clear: ["due", "member"], text: "Oat drink" },
        { item: "Soy", due: "2026-12-24T18:30", member: "Mia" },
        { item: "Dairy", convertTo: "task", done: true, moveToList: "drugstore" },
      ],
    });
    expect(data).toMatchObject({ id: tail(home.listId), list: "Groceries", activityId: tail(home.entries()[0]?.id) });
    expect(data.items).toEqual([
      { id: tail(home.milk.id), text: "Milk", type: "task", done: true },
      { id: tail(home.oat.id), text: "Oat drink", type: "task", done: false, under: tail(home.milk.id) },
      ...[
        {
          id: tail(home.soy.id),
          text: "Soy",
          type: "task",
          done: false,
          under: tail(home.milk.id),
          due: "2026-12-24T18:30",
          member: "Mia",
        },
      ],
      { id: tail(home.dairy.id), text: "Dairy", type: "task", done: true },
    ]);
    expect(said[0]).toContain(`- [x] “Dairy” · id ${tail(home.dairy.id)} · now on list ${tail(drugstore)}`);
    expect(said[0]).toContain("“Soy” · due Thu 24 Dec 2026, 18:30 (Europe/Berlin) · Mia");
    expect([await home.tree(), await home.tree(drugstore)]).toEqual([
      [["Milk", "Oat drink", "Soy"], "Bread"],
      ["Dairy"],
    ]);
    expect(home.entries().length).toBe(before + 1);
    const again = await home.use("update_list_items", { list: home.listId, items: [{ item: "Milk", done: true }] });
    expect(again.texts[0]).toStartWith("Nothing to change on “Groceries”");
    expect(again.data.activityId).toBeUndefined();
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("The tool update_list_items reorders items and subtasks, also with other changes in the call", async () => {
    const home = await mcpGroceries();
    const was = await home.state();
    const order = (...items: object[]) => home.use("update_list_items", { list: home.listId, items });
    const { data } = await order({ item: "Bread", after: "" }, { item: home.milk.id, after: "Dairy" });
    expect(await home.tree()).toEqual(["Bread", "Dairy", ["Milk", "Oat", "Soy"]]);
    expect(data).toMatchObject({
      list: "Groceries",
      activityId: tail(home.entries()[0]?.id),
      items: [{ text: "Bread" }, { text: "Milk" }],
    });
    const within = await order({ item: "Oat", after: "Soy" });
    expect(await home.tree()).toEqual(["Bread", "Dairy", ["Milk", "Soy", "Oat"]]);
    expect((await order({ item: "Oat", after: "Soy" })).data.activityId).toBeUndefined();
    expect([await home.undoStatus(within.data.activityId), await home.undoStatus(data.activityId)]).toEqual([200, 200]);
    expect(await home.state()).toBe(was);
    for (const [items, text] of [
      [[{ item: "Bread", after: home.bread.id }], "items[0].after: must be another item"],
      [[{ item: "Milk", after: "Oat" }], "operations[0].parentId: a block with subtasks cannot be nested"],
      [[{ item: "Bread", after: "Oat", under: "" }], "items[0]: must have only one of moveToList, under and after"],
      [[{ item: nobody, after: "" }], "items[0].item: no such item"],
      [[{ item: "Bread", after: "Wine" }], "items[0].after: no such item: “Wine”"],
    ] as const) {
      const { texts: said } = await order(...items);
      expect(said[0]).toBe(text);
      expect(said[1]).toStartWith("Parameter items");
    }
    expect(await home.state()).toBe(was);
  });

  test("A list item's text that fits several items is refused, except for an exact spelling", async () => {
    const home = await mcpGroceries();
    const second = await home.block("Milk", { parentId: home.bread.id });
    const tick = (item: string) => home.use("update_list_items", { list: "Groceries", items: [{ item, done: true }] });
    expect((await tick("milk")).texts).toEqual([
      "items[0].item: more than one item is called “milk”",
      `Parameter items[0].item: take the id. “Milk” (task at place 1) is ${tail(home.milk.id)}; “Milk” (subtask at place 1 under “Bread”) is ${tail(second.id)}.`,
    ]);
    expect((await tick(second.id)).data.items[0].id).toBe(tail(second.id));
    const loud = await home.block("MILK!");
    await home.block("milk!");
    expect((await tick("MILK!")).data.items[0].id).toBe(tail(loud.id));
    const { texts: said } = await tick("Wine");
    expect(said[0]).toBe("items[0].item: no such item: “Wine”");
    expect(said[1]).toContain("“Milk”, “Oat”, “Soy”, “Dairy”, “Bread”");
  });

  test.each([
    [
      [{ item: "Bread", done: true }, { item: nobody }],
      "operations[1].blockId: no such block",
      "Parameter items[1].item: take",
    ],
    [
      [
        { item: "Bread", convertTo: "header" },
        { item: "Dairy", done: true },
      ],
      "operations[1].done: only tasks can be done",
      "items[1].done",
    ],
    [
      [
        { item: "Dairy", convertTo: "task", done: true },
        { item: "Oat", convertTo: "header" },
      ],
      "operations[2].type: must be task for a subtask",
      "Parameter items[1].convertTo: ",
    ],
    [[{ item: "Oat", convertTo: "header" }], "operations[0].type: must be task for a subtask", "items[0].convertTo"],
    [[{ item: "Bread", moveToList: "Attic" }], "items[0].moveToList: no such list: “Attic”", "“Groceries”"],
    [[{ item: "Bread", moveToList: nobody }], "operations[0].targetListId: no such list", "items[0].moveToList"],
    [
      Array(26).fill({ item: "Bread", convertTo: "task", done: true }),
      "operations: must be a list of 1 to 50 items",
      "convertTo one",
    ],
    [[{ item: "Bread", clear: ["text"] }], "items[0].clear[0]: must be one of due, member", "items[0].clear[0]"],
  ])("The tool update_list_items refuses the whole call for %j, and names the item", async (items, text, repair) => {
    const home = await mcpGroceries();
    const [was, before] = [await home.state(), home.entries().length];
    const { isError, texts: said } = await home.use("update_list_items", { list: "Groceries", items });
    expect([isError, said[0]]).toEqual([true, text]);
    expect(said[1]).toContain(repair);
    expect([await home.state(), home.entries().length]).toEqual([was, before]);
  });

  test("The tool update_list_items needs the read scope only for names, and always the write scope", async () => {
    const home = await mcpGroceries();
    const { key } = home.createKey({ scopes: ["lists.write"] });
    const input = { list: home.listId, items: [{ item: home.bread.id, done: true }] };
    expect((await home.use("update_list_items", input, { key })).data).toMatchObject({
      list: "Groceries",
      items: [{ done: true }],
    });
    for (const named of [
      { ...input, list: "Groceries" },
      { ...input, items: [{ item: "Bread", done: true }] },
    ])
      expect((await home.use("update_list_items", named, { key })).texts[0]).toBe("Missing scope: lists.read");
    const gone = { list: home.listId, items: [home.bread.id, home.milk.id], confirm: true };
    expect((await home.use("delete_list_items", { ...gone, confirm: false }, { key })).texts[0]).toBe(
      "confirm: must be true to delete “Bread”, “Milk” with what is under it from “Groceries”",
    );
    expect((await home.use("delete_list_items", gone, { key })).data.deleted).toEqual(gone.items.map(tail));
    const other = await home.neighbour();
    expect((await home.use("update_list_items", input, { key: other.key.key })).texts).toEqual([
      "List not found",
      "Parameter list: take a name, or an id that list_lists returned; the list may be deleted.",
    ]);
  });
});

describe("deleting items", () => {
  test("The tool delete_list_items needs a confirmation and also deletes subtasks", async () => {
    const home = await mcpGroceries();
    const [was, before] = [await home.state(), home.entries().length];
    const input = { list: "Groceries", items: ["Milk", "oat", home.dairy.id, "Milk"] };
    const asked = await home.use("delete_list_items", input);
    expect(asked.texts).toEqual([
      "confirm: must be true to delete “Milk”, “Oat”, the header “Dairy” with what is under it from “Groceries”",
      "Parameter confirm: once the person agreed, send the same call with confirm: true.",
    ]);
    expect(home.entries().length).toBe(before);
    const { data } = await home.use("delete_list_items", { ...input, confirm: true });
    expect(data).toEqual({
      ...{ id: tail(home.listId), list: "Groceries", activityId: tail(home.entries()[0]?.id) },
      deleted: [home.milk.id, home.oat.id, home.dairy.id].map(tail),
    });
    expect(await home.tree()).toEqual(["Bread"]);
    expect(home.entries().length).toBe(before + 1);
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("The tool delete_list_items deletes nothing if an item does not exist", async () => {
    const home = await mcpGroceries();
    const was = await home.state();
    for (const [items, text, repair] of [
      [["Bread", nobody], "operations[1].blockId: no such block", "Parameter items[1]:"],
      [["Bread", "Wine"], "items[1]: no such item: “Wine”", "“Milk”"],
      [[], "items: must be a list of 1 to 50 items", "Parameter items"],
    ] as const) {
      const { texts: said } = await home.use("delete_list_items", { list: "Groceries", items, confirm: true });
      expect(said[0]).toBe(text);
      expect(said[1]).toContain(repair);
    }
    expect(await home.state()).toBe(was);
  });
});
