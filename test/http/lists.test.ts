import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithLists } from "../support/records/lists.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("sections of lists", () => {
  test("Sections of lists keep the order of creation until a member reorders the sections", async () => {
    const { post, patch, names, all, entries, section } = await homeWithLists();
    const garden = (await post("/v1/lists/sections", { name: " Garden " })).body;
    const { createdAt, updatedAt } = garden;
    expect(garden).toEqual({ ...section, id: garden.id, name: "Garden", createdAt, updatedAt });
    expect(Object.keys(await names())).toEqual(["Home", "Garden"]);
    expect((await patch("/v1/lists/sections/reorder", { ids: [garden.id, section.id] })).body).toEqual({
      ids: [garden.id, section.id],
    });
    expect((await all()).map(({ name }: any) => name)).toEqual(["Garden", "Home"]);
    expect(entries()[0]).toMatchObject({
      action: "reordered",
      summary: "put the sections of the lists in another order",
    });
    const { length } = entries();
    await patch("/v1/lists/sections/reorder", { ids: [garden.id, section.id] });
    expect(entries().length).toBe(length);
  });

  test("A section of lists can be renamed, and can be deleted only while empty", async () => {
    const { patch, delete: remove, list, section, entries, all } = await homeWithLists();
    const path = `/v1/lists/sections/${section.id}`;
    expect((await patch(path, { name: "House" })).body).toMatchObject({ id: section.id, name: "House" });
    expect(entries()[0]).toMatchObject({
      summary: "renamed the section “Home” to “House”",
      changes: { name: { from: "Home", to: "House" } },
    });
    const { id } = await list("Groceries");
    expect((await remove(path)).body).toEqual(refusal(422, "Section still contains lists"));
    await remove(`/v1/lists/${id}`);
    expect((await remove(path)).body).toEqual({ id: section.id, deleted: true });
    expect(entries()[0]).toMatchObject({ action: "deleted", summary: "deleted the section “House”" });
    expect(await all()).toEqual([]);
  });

  test.each([
    [{}, "name: is required"],
    [{ name: " " }, "name: must be 1 to 200 characters"],
    [{ name: "x".repeat(201) }, "name: must be 1 to 200 characters"],
    [{ name: null }, "name: must be 1 to 200 characters"],
  ])("A section of lists is refused with %j", async (body, error) => {
    const { post, patch, section } = await homeWithLists();
    expect((await post("/v1/lists/sections", body)).body).toEqual(refusal(400, error));
    expect((await patch(`/v1/lists/sections/${section.id}`, body)).body).toEqual(refusal(400, error));
  });
});

describe("a new list", () => {
  test("A new list is empty, shared with everybody, and last in the section", async () => {
    const { list, names, section, all, entries, key } = await homeWithLists();
    await list("First");
    const made = await list(" Groceries ");
    expect(made).toEqual({
      id: made.id,
      name: "Groceries",
      sectionId: section.id,
      visibility: "shared",
      icon: "📝",
      colorKey: null,
      favorite: false,
      hideDone: false,
      cover: {
        kind: "gradient",
        hidden: false,
        url: null,
        gradient: { from: expect.stringMatching(/^#[0-9a-f]{6}$/), to: expect.any(String), angle: expect.any(Number) },
        attribution: null,
      },
      remainingCount: 0,
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
      createdBy: { kind: "api_key", id: key.id, name: "Test key", agentName: null },
    });
    expect(await names()).toEqual({ Home: ["First", "Groceries"] });
    expect((await all())[0].lists[1]).toEqual({ ...made, blocks: [] });
    expect(entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "list", id: made.id, label: "Groceries" },
      summary: "made the list “Groceries”",
      changes: null,
    });
  });

  test.each([
    [{ name: "x" }, 400, "sectionId: is required"],
    [{ name: "", sectionId: unknownId }, 400, "name: must be 1 to 200 characters"],
    [{ name: "x", sectionId: unknownId, visibility: "secret" }, 400, "visibility: must be one of shared, personal"],
    [{ name: "x", sectionId: unknownId, icon: "🛒" }, 400, "icon: unknown field"],
    [{ name: "x", sectionId: unknownId }, 422, "sectionId: no such section"],
  ])("A new list is refused with %j", async (body, status, error) => {
    const { post } = await homeWithLists();
    expect((await post("/v1/lists", body)).body).toEqual(refusal(status, error));
  });
});

describe("a list", () => {
  test("A change of a list's name changes nothing else", async () => {
    const { list, patch, entries } = await homeWithLists();
    const made = await list("Groceries");
    const { body } = await patch(`/v1/lists/${made.id}`, { name: "Weekly shop" });
    expect(body).toEqual({ ...made, name: "Weekly shop", updatedAt: body.updatedAt });
    expect(entries()[0]).toMatchObject({ action: "updated", summary: "renamed the list “Groceries” to “Weekly shop”" });
    expect((await patch(`/v1/lists/${made.id}`, { icon: "🛒" })).body).toEqual(refusal(400, "name: is required"));
  });

  test.each([
    [{ icon: "🛒" }, "gave “Groceries” the icon 🛒"],
    [{ colorKey: "leaf" }, "coloured “Groceries” leaf"],
    [{ favorite: true }, "made “Groceries” a favourite"],
    [{ hideDone: true }, "hid what is done on “Groceries”"],
    [{ icon: "🛒", favorite: true }, "changed the icon and place among the favourites of “Groceries”"],
  ])("A list accepts the settings %j", async (settings, summary) => {
    const { list, patch, entries, find } = await homeWithLists();
    const made = await list("Groceries");
    const { body } = await patch(`/v1/lists/${made.id}/settings`, settings);
    expect(body).toMatchObject(settings);
    expect(await find(made.id)).toEqual({ ...body, blocks: [] });
    expect(entries()[0]).toMatchObject({ action: "updated", summary });
    const { length } = entries();
    for (const same of [settings, {}]) {
      expect((await patch(`/v1/lists/${made.id}/settings`, same)).body).toEqual(body);
    }
    expect(entries().length).toBe(length);
  });

  test("A list without a picture always has the same cover, a gradient in the list's colour", async () => {
    const { list, patch } = await homeWithLists();
    const made = await list("Groceries");
    const settings = (colorKey: string | null) => patch(`/v1/lists/${made.id}/settings`, { colorKey });
    const leaf = (await settings("leaf")).body;
    // Without a colour, the gradient comes from the list's id, and can by chance be the same.
    expect((await settings("leaf")).body.cover).toEqual(leaf.cover);
    expect((await settings("berry")).body.cover.gradient).not.toEqual(leaf.cover.gradient);
    expect((await settings(null)).body.cover).toEqual(made.cover);
  });

  test.each([
    [{ icon: "" }, "icon: must be 1 to 60 characters"],
    [{ colorKey: "pink" }, /^colorKey: must be one of coral, .* or null$/],
    [{ favorite: null }, "favorite: must be true or false"],
    [{ hideDone: 1 }, "hideDone: must be true or false"],
    [{ visibility: null }, "visibility: must be one of shared, personal"],
  ])("A list refuses the settings %j", async (settings, error) => {
    const { list, patch } = await homeWithLists();
    const { body } = await patch(`/v1/lists/${(await list("Groceries")).id}/settings`, settings);
    expect(body.statusCode).toBe(400);
    expect(body.error).toMatch(error);
  });

  test("A list that moves to another section goes to the end of that section", async () => {
    const { list, post, patch, names, entries, section } = await homeWithLists();
    const garden = (await post("/v1/lists/sections", { name: "Garden" })).body;
    const [one] = [await list("One"), await list("Two"), await list("Three", { sectionId: garden.id })];
    const { length } = entries();
    expect((await patch(`/v1/lists/${one.id}/move`, { sectionId: section.id })).body).toEqual(one);
    expect(entries().length).toBe(length);
    const { body } = await patch(`/v1/lists/${one.id}/move`, { sectionId: garden.id });
    expect(body).toEqual({ ...one, sectionId: garden.id, updatedAt: body.updatedAt });
    expect(await names()).toEqual({ Home: ["Two"], Garden: ["Three", "One"] });
    expect(entries()[0]).toMatchObject({
      action: "moved",
      summary: "moved the list “One” to “Garden”",
      changes: { sectionId: { from: section.id, to: garden.id } },
    });
  });

  test("Lists are reordered by sending the complete order of the section", async () => {
    const { list, patch, names, section, entries } = await homeWithLists();
    const [one, two, three] = [await list("One"), await list("Two"), await list("Three")];
    const order = (ids: string[]) => patch("/v1/lists/reorder", { sectionId: section.id, ids });
    const ids = [three.id, one.id, two.id];
    expect((await order(ids)).body).toEqual({ ids });
    expect(await names()).toEqual({ Home: ["Three", "One", "Two"] });
    expect(entries()[0]).toMatchObject({
      action: "reordered",
      subject: { type: "section", id: section.id, label: "Home" },
      summary: "put the lists of “Home” in another order",
    });
    expect((await order([one.id, two.id])).body).toEqual(refusal(422, `ids: ${three.id} is missing`));
    expect((await order([one.id, one.id, two.id])).body).toEqual(refusal(422, "ids[1]: is given twice"));
    expect((await order([...ids, unknownId])).body).toEqual(refusal(422, "ids[3]: no such list"));
    expect((await order([])).body).toEqual(refusal(400, "ids: must be a list of at least 1 items"));
    expect(await names()).toEqual({ Home: ["Three", "One", "Two"] });
  });

  test("Deleting a list deletes all items, and the activity entry keeps the items for undo", async () => {
    const { list, block, delete: remove, all, entries, db, id, section } = await homeWithLists();
    const { id: listId } = await list("Groceries");
    const milk = await block(listId, "Milk");
    await block(listId, "Oat", { parentId: milk.id });
    expect((await remove(`/v1/lists/${listId}`)).body).toEqual({ id: listId, deleted: true });
    expect((await all())[0].lists).toEqual([]);
    expect(entries()[0]).toMatchObject({ action: "deleted", summary: "deleted the list “Groceries” with its 2 items" });
    const sql = "SELECT before, after FROM activity WHERE household_id = ? ORDER BY seq DESC LIMIT 1";
    const { before, after } = db.$client.query(sql).get(id) as { before: string; after: string | null };
    expect(after).toBeNull();
    expect(JSON.parse(before)).toMatchObject({
      list: [{ id: listId, name: "Groceries", sectionId: section.id, position: 0, ownerId: null }],
      block: [
        { id: milk.id, content: "Milk" },
        { content: "Oat", parentId: milk.id },
      ],
    });
    expect(db.$client.query("SELECT count(*) AS n FROM block WHERE list_id = ?").get(listId)).toEqual({ n: 0 });
  });

  test("A list returns the number of open tasks, including subtasks", async () => {
    const { list, block, patch, find } = await homeWithLists();
    const { id } = await list("Packing");
    const [bag, tent] = [await block(id, "Bag"), await block(id, "Tent")];
    const soap = await block(id, "Soap", { parentId: bag.id });
    await block(id, "For the car", { type: "header" });
    expect((await find(id)).remainingCount).toBe(3);
    for (const each of [bag, soap]) await patch(`/v1/lists/${id}/blocks/${each.id}`, { done: true });
    expect((await find(id)).remainingCount).toBe(1);
    expect((await patch(`/v1/lists/${id}`, { name: "Packed" })).body.remainingCount).toBe(1);
    await patch(`/v1/lists/${id}/blocks/${tent.id}/convert`, { type: "paragraph" });
    expect((await find(id)).remainingCount).toBe(0);
  });
});

describe("the board of lists", () => {
  test("The board has the lists without their items, and the same numbers as each list", async () => {
    const { list, block, patch, anna, neighbour, all } = await homeWithLists();
    const { id } = await list("Packing");
    await list("Empty");
    const bag = await block(id, "Bag");
    const soap = await block(id, "Soap", { parentId: bag.id });
    await block(id, "For the car", { type: "header" });
    await patch(`/v1/lists/${id}/blocks/${soap.id}`, { done: true });
    const [section] = await all();
    const { sections } = (await anna.get("/app/lists")).body;
    const lists = section.lists.map(({ blocks: _, ...rest }: any, index: number) => ({
      ...rest,
      blockCount: [3, 0][index],
      openItems: [[{ id: bag.id, content: "Bag" }], []][index],
    }));
    expect(sections).toEqual([{ ...section, lists }]);
    expect(sections[0].lists[0]).toMatchObject({ remainingCount: 1, blockCount: 3 });
    const other = await neighbour();
    expect((await other.as(other.members.anna).get("/app/lists")).body).toEqual({ sections: [] });
  });

  test("The board shows the first three open items of each list in order, and cuts long texts", async () => {
    const { list, block, patch, anna } = await homeWithLists();
    const { id } = await list("Packing");
    const shown = async () => (await anna.get("/app/lists")).body.sections[0].lists[0].openItems;
    const bag = await block(id, "Bag");
    await block(id, "Soap", { parentId: bag.id });
    for (const content of ["Hat", "x".repeat(200), "Map", "Tent"]) await block(id, content);
    const texts = async () => (await shown()).map(({ content }: any) => content);
    expect(await texts()).toEqual(["Bag", "Hat", "x".repeat(80)]);
    await patch(`/v1/lists/${id}/blocks/${bag.id}`, { done: true });
    expect(await texts()).toEqual(["Hat", "x".repeat(80), "Map"]);
  });

  test("The list of an item is found by the item's id, except in another household", async () => {
    const { list, block, anna, neighbour, find } = await homeWithLists();
    const { id: listId } = await list("Packing");
    const bag = await block(listId, "Bag");
    const { id } = await block(listId, "Soap", { parentId: bag.id });
    expect((await anna.get(`/app/lists/holder?blockId=${id}`)).body).toEqual({ listId });
    const other = await neighbour();
    const neighbourAnna = other.as(other.members.anna);
    expect((await neighbourAnna.get(`/app/lists/holder?blockId=${id}`)).body).toEqual({ listId: null });
    expect((await anna.get(`/app/lists/holder?blockId=${unknownId}`)).body).toEqual({ listId: null });
    expect((await neighbourAnna.get(`/app/lists/one?id=${listId}`)).body).toEqual({ list: null });
    expect((await anna.get(`/app/lists/one?id=${listId}`)).body).toEqual({ list: await find(listId) });
  });
});

describe("a list's cover", () => {
  test("A list's cover can be hidden and shown, also if the cover is a gradient", async () => {
    const { list, patch, entries } = await homeWithLists();
    const made = await list("Groceries");
    const hide = (hidden: boolean) => patch(`/v1/lists/${made.id}/cover/visibility`, { hidden });
    expect((await hide(true)).body.cover).toEqual({ ...made.cover, hidden: true });
    expect(entries()[0]).toMatchObject({ action: "updated", summary: "hid the cover of “Groceries”" });
    const { length } = entries();
    await hide(true);
    expect(entries().length).toBe(length);
    expect((await hide(false)).body.cover).toEqual(made.cover);
  });

  test("A request to delete a list's cover changes nothing if the cover is a gradient", async () => {
    const { list, delete: remove, entries } = await homeWithLists();
    const made = await list("Groceries");
    const { length } = entries();
    expect((await remove(`/v1/lists/${made.id}/cover`)).body).toEqual(made);
    expect(entries().length).toBe(length);
  });
});

describe("children and guests", () => {
  test("Children and guests may do everything with lists except delete lists and sections", async () => {
    const { mia, add, as, list, section, block, entries } = await homeWithLists();
    const { id } = await list("Groceries");
    const adults = refusal(403, "Only an owner or adult can do this");
    for (const who of [mia, as(add("Sitter", "guest"))]) {
      const milk = await block(id, "Milk", {}, who);
      expect((await who.patch(`/v1/lists/${id}/blocks/${milk.id}`, { done: true })).status).toBe(200);
      expect((await who.patch(`/v1/lists/${id}`, { name: crypto.randomUUID() })).status).toBe(200);
      expect((await who.delete(`/v1/lists/${id}/blocks/${milk.id}`)).status).toBe(200);
      const { length } = entries();
      for (const path of [`/v1/lists/${id}`, `/v1/lists/sections/${section.id}`, `/v1/lists/${unknownId}`]) {
        expect((await who.delete(path)).body).toEqual(adults);
      }
      expect(entries().length).toBe(length);
    }
  });
});
