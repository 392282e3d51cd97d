/** The tools that create, change and delete lists and sections. */
import { describe, expect, test } from "bun:test";
import { mcpGroceries, nobody } from "../../support/mcp/lists.ts";
import { tail } from "../../support/mcp/mcp.ts";

describe("a list", () => {
  test("The tool create_list adds a list at the end of a section, once for each idempotency key", async () => {
    const home = await mcpGroceries();
    const work = (await home.post("/v1/lists/sections", { name: "Work" })).body;
    const before = home.entries().length;
    const input = { name: "Packing", section: "work", idempotencyKey: "once" };
    const first = await home.use("create_list", input);
    expect(first.data).toEqual({
      ...{ id: expect.any(String), activityId: tail(home.entries()[0]?.id), earlierActivityIds: [] },
      ...{ name: "Packing", visibility: "shared" },
    });
    expect(await home.find(first.data.id)).toMatchObject({ name: "Packing", sectionId: work.id });
    const again = await home.use("create_list", input);
    expect(again.data).toEqual(first.data);
    expect(again.texts[0]).toStartWith("Made before: the list “Packing”");
    expect(home.entries().length).toBe(before + 1);
    const other = await home.use("create_list", { ...input, name: "Other" });
    expect(other.texts[0]).toBe("Idempotency key was used for another request");
    expect(await home.undoStatus(first.data.activityId)).toBe(200);
    expect(await home.find(first.data.id)).toBeUndefined();
  });

  test("A second list with the same name is created, and the answer names the ids of both lists", async () => {
    const home = await mcpGroceries();
    const first = await home.use("create_list", { name: "Packing" });
    expect(first.texts[0].split("\n").length).toBe(1);
    const second = await home.use("create_list", { name: "packing", icon: "🧳" });
    expect(second.texts[0].split("\n").slice(1)).toEqual([
      `There are two called “packing” now: use ids (${first.data.id}, ${second.data.id}).`,
    ]);
    const { texts } = await home.use("list_lists", { list: "PACKING" });
    expect(texts).toEqual([
      "list: more than one list is called “PACKING”",
      `Parameter list: take the id. “Packing” (in “Home”, 0 open) is ${first.data.id}; “packing” (in “Home”, 0 open) is ${second.data.id}.`,
    ]);
    const { key } = home.createKey({ scopes: ["lists.write"] });
    const unseen = await home.use("create_list", { name: "Packing", section: home.section.id }, { key });
    expect(unseen.texts[0].split("\n").length).toBe(1);
    expect((await home.use("create_list", { name: "Packing" })).texts[0]).toContain("There are 4 called “Packing” now");
  });

  test("The tool create_list sets icon and colour in the same change as the name", async () => {
    const home = await mcpGroceries();
    const was = await home.state();
    const input = { name: "Packing", icon: "🧳", color: "teal", idempotencyKey: "once" };
    const { data, texts } = await home.use("create_list", input);
    const [made] = home.entries();
    expect(data).toMatchObject({ activityId: tail(made?.id), earlierActivityIds: [] });
    expect(texts[0]).toContain(`icon “🧳” · teal · id ${data.id} · activityId ${tail(made?.id)}`);
    expect(await home.find(data.id)).toMatchObject({ sectionId: home.section.id, icon: "🧳", colorKey: "teal" });
    home.clock.advance(1000);
    const { id } = await home.find(data.id);
    const theirs = await home.patch(`/v1/lists/${id}/settings`, { icon: "🎒" });
    await home.use("create_list", input);
    expect((await home.find(data.id)).icon).toBe("🎒");
    expect(await home.undoStatus(theirs.headers.get("X-Activity-Id") ?? "")).toBe(200);
    for (const each of [data.activityId, ...data.earlierActivityIds]) expect(await home.undoStatus(each)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("The tool create_list creates a section “Lists” if the household has no section", async () => {
    const home = await (await mcpGroceries()).neighbour();
    const { use } = await mcpGroceries({ server: home.server });
    const key = { key: home.key.key };
    const both = await Promise.all(["A", "B"].map((name) => use("create_list", { name }, key)));
    const { sections } = (await home.get("/v1/lists")).body;
    expect(sections.map(({ name, lists }: any) => [name, lists.length])).toEqual([["Lists", 2]]);
    expect(home.entries().filter(({ summary }) => summary.includes("section"))).toEqual([]);
    for (const { data } of both) expect(data.earlierActivityIds).toEqual([]);
    const other = await home.neighbour();
    const refused = await use("create_list", { name: "C", visibility: "personal" }, { key: other.key.key });
    expect(refused.isError).toBe(true);
    expect((await other.get("/v1/lists")).body.sections).toEqual([]);
  });

  test.each([
    ["create_list", { name: "" }, "name: must be 1 to 200 characters", "Parameter name:"],
    ["create_list", { name: "x", section: "Attic" }, "section: no such section: “Attic”", "“Home”"],
    ["create_list", { name: "x", section: nobody }, "sectionId: no such section", "Parameter section:"],
    ["create_list", { name: "x", icon: "x".repeat(61) }, "icon: must be 1 to 60 characters", "Parameter icon:"],
    ["create_list", { name: "x", color: "grey" }, /^color: must be one of coral, /, "Parameter color:"],
    ["update_list", { list: "Attic", name: "x" }, "list: no such list: “Attic”", "“Groceries”"],
    ["update_list", { list: nobody, name: "x" }, "List not found", "list_lists"],
    [
      "update_list",
      { list: "Groceries", icon: "🛒", name: "x".repeat(201) },
      "name: must be 1 to 200 characters",
      "Parameter name",
    ],
    [
      "update_list",
      { list: "Groceries", icon: "🛒", moveToSection: nobody },
      "sectionId: no such section",
      "moveToSection",
    ],
    [
      "update_list",
      { list: "Groceries", name: "x", moveToSection: "Attic" },
      /^moveToSection: no such section/,
      "“Home”",
    ],
    [
      "update_list",
      { list: "Groceries", name: "x", visibility: "personal" },
      "visibility: must be shared for a key without a member",
      "Parameter visibility",
    ],
    ["update_list", { list: "Groceries", clear: ["icon"] }, "clear[0]: must be one of color", "clear"],
    ["delete_list", { list: nobody, confirm: true }, "List not found", "list_lists"],
    [
      "delete_list",
      { list: "Groceries" },
      "confirm: must be true to delete the list “Groceries” with 5 items",
      "confirm: true",
    ],
  ])("The tool %s for lists refuses %j and changes nothing", async (name, input, text, repair) => {
    const home = await mcpGroceries();
    const [was, before] = [await home.state(), home.entries().length];
    const { isError, texts } = await home.use(name, input);
    expect(isError).toBe(true);
    if (typeof text === "string") expect(texts[0]).toBe(text);
    else expect(texts[0]).toMatch(text);
    expect(texts[1]).toContain(repair);
    expect([await home.state(), home.entries().length]).toEqual([was, before]);
  });

  test("The tool update_list renames, restyles and moves a list in one change", async () => {
    const home = await mcpGroceries();
    const work = (await home.post("/v1/lists/sections", { name: "Work" })).body;
    await home.patch(`/v1/lists/${home.listId}/settings`, { colorKey: "sky" });
    const [was, before] = [await home.state(), home.entries().length];
    const { data } = await home.use("update_list", {
      ...{ list: "Groceries", name: "Weekly shop", icon: "🛒", favorite: true, hideDone: true },
      ...{ moveToSection: "work", clear: ["color"] },
    });
    const ids = home
      .entries()
      .slice(0, home.entries().length - before)
      .map(({ id }) => id);
    expect(ids.length).toBe(1);
    expect([data.activityId, ...data.earlierActivityIds]).toEqual(ids.map(tail));
    expect(await home.find(home.listId)).toMatchObject({
      ...{ name: "Weekly shop", icon: "🛒", favorite: true, hideDone: true, colorKey: null, sectionId: work.id },
    });
    const again = await home.use("update_list", { list: home.listId, name: "Weekly shop" });
    expect(again.data).toMatchObject({ earlierActivityIds: [] });
    expect(again.texts[0]).toStartWith("Nothing to change on the list “Weekly shop”");
    for (const id of ids) expect(await home.undoStatus(id)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("The tool delete_list deletes a list with all items after a confirmation", async () => {
    const home = await mcpGroceries();
    const was = await home.state();
    const { data, texts } = await home.use("delete_list", { list: "groceries", confirm: true });
    expect(data).toEqual({ id: tail(home.listId), activityId: tail(home.entries()[0]?.id), deleted: true });
    expect(texts[0]).toStartWith("Deleted the list “Groceries” with 5 items");
    expect(await home.find(home.listId)).toBeUndefined();
    expect(await home.undoStatus(data.activityId)).toBe(200);
    expect(await home.state()).toBe(was);
  });

  test("An API key without the read scope must name lists by id", async () => {
    const home = await mcpGroceries();
    const { key } = home.createKey({ scopes: ["lists.write"] });
    const use = (name: string, input: object) => home.use(name, input, { key });
    for (const [name, input] of [
      ["create_list", { name: "x", section: "Home" }],
      ["update_list", { list: "Groceries", name: "x" }],
      ["delete_list", { list: "Groceries" }],
      ["manage_list_section", { action: "rename", section: "Home", name: "x" }],
      ["manage_list_section", { action: "reorder", order: ["Home"] }],
    ] as const)
      expect((await use(name, input)).texts[0]).toBe("Missing scope: lists.read");
    const made = await use("create_list", { name: "Packing", section: home.section.id });
    expect((await use("update_list", { list: made.data.id, icon: "🧳" })).data.name).toBe("Packing");
    const half = await use("update_list", { list: made.data.id, icon: "🎒", moveToSection: nobody });
    expect(half.texts[0]).toBe("sectionId: no such section");
    expect(half.texts[1]).toBe("Parameter moveToSection: no such section. Correct it and call again.");
    expect((await use("delete_list", { list: made.data.id })).texts[0]).toBe(
      "confirm: must be true to delete the list “Packing” with 0 open items",
    );
    expect((await use("delete_list", { list: made.data.id, confirm: true })).data.deleted).toBe(true);
  });
});

describe("a section", () => {
  test("The tool manage_list_section creates, renames, reorders and deletes sections", async () => {
    const home = await mcpGroceries();
    const was = await home.state();
    const use = async (input: object) => (await home.use("manage_list_section", input)).data;
    const made = await use({ action: "create", name: "Work" });
    expect(made).toEqual({ id: expect.any(String), activityId: tail(home.entries()[0]?.id), sections: ["Work"] });
    const again = await Promise.all([1, 2].map(() => use({ action: "create", name: " wörk" })));
    expect(again.map(({ activityId }) => activityId === undefined).sort()).toEqual([false, true]);
    const third = again.find(({ activityId }) => activityId !== undefined);
    expect((await use({ action: "rename", section: third.id, name: "Attic" })).sections).toEqual(["Attic"]);
    const order = await use({ action: "reorder", order: ["attic", "Work"] });
    expect(order).toEqual({ activityId: tail(home.entries()[0]?.id), sections: ["Attic", "Work", "Home"] });
    expect((await home.sections()).map(({ name }: any) => name)).toEqual(order.sections);
    expect((await use({ action: "reorder", order: ["Attic"] })).activityId).toBeUndefined();
    const gone = await use({ action: "delete", section: "Attic", confirm: true });
    expect((await home.sections()).length).toBe(2);
    const entries = home.entries();
    expect(gone.activityId).toBe(tail(entries[0]?.id));
    for (const { id, subject } of entries.slice(
      0,
      entries.findIndex((each) => each.id.endsWith(made.activityId)) + 1,
    )) {
      expect({ subject, status: await home.undoStatus(id) }).toEqual({ subject, status: 200 });
    }
    expect(await home.state()).toBe(was);
  });

  test.each([
    [{ action: "create" }, "name: is required to create", "takes name"],
    [{ action: "create", name: "x", section: "Home" }, "section: must be left out to create", "takes name"],
    [{ action: "create", name: "x".repeat(201) }, "name: must be 1 to 200 characters", "Parameter name"],
    [{ action: "rename", section: "Home" }, "name: is required to rename", "section and name"],
    [{ action: "rename", section: "Attic", name: "x" }, "section: no such section: “Attic”", "“Home”"],
    [{ action: "rename", section: nobody, name: "x" }, "Section not found", "Parameter section"],
    [{ action: "delete", section: "Home" }, "confirm: must be true to delete the section “Home”", "confirm: true"],
    [{ action: "delete", section: "Home", confirm: true }, "Section still contains lists", "update_list"],
    [{ action: "reorder", order: ["Home", "Home"] }, "ids[1]: is given twice", "Parameter order[1]"],
    [{ action: "reorder", order: [nobody] }, "ids[0]: no such section", "Parameter order[0]"],
    [{ action: "reorder", order: ["Attic"] }, "order[0]: no such section: “Attic”", "“Home”"],
    [{ action: "clean" }, "action: must be one of create, rename, delete, reorder", "Parameter action"],
  ])("The tool manage_list_section refuses %j", async (input, text, repair) => {
    const home = await mcpGroceries();
    const [was, before] = [await home.state(), home.entries().length];
    const { isError, texts } = await home.use("manage_list_section", input);
    expect([isError, texts[0]]).toEqual([true, text]);
    expect(texts[1]).toContain(repair);
    expect([await home.state(), home.entries().length]).toEqual([was, before]);
  });
});

describe("icons and sharing", () => {
  test.each([
    ["heart", "❤️"],
    [" :shopping_cart: ", "🛒"],
    ["ein Herz", "❤️"],
    ["Koffer", "🧳"],
    ["❤", "❤"],
    ["👨‍👩‍👧", "👨‍👩‍👧"],
    ["🇩🇪", "🇩🇪"],
  ])("The icon %p of a list is saved as the emoji %p", async (icon, emoji) => {
    const home = await mcpGroceries();
    const { texts } = await home.use("update_list", { list: "Groceries", icon });
    expect((await home.find(home.listId)).icon).toBe(emoji);
    expect(texts[0].includes("icon read as")).toBe(icon.length > 3 && /[a-z]/i.test(icon));
  });

  test.each(["heartbeat", "x", "❤️🛒", "1", "<b>"])(
    "The icon %p of a list is refused, since it is no emoji",
    async (icon) => {
      const home = await mcpGroceries();
      const was = await home.state();
      for (const [tool, input] of [
        ["update_list", { list: "Groceries", icon }],
        ["create_list", { name: "Packing", icon }],
      ] as const) {
        const { texts } = await home.use(tool, input);
        expect(texts[0]).toBe(`icon: must be an emoji, not “${icon}”`);
        expect(texts[1]).toStartWith("Parameter icon: send one emoji, such as 🛒 or ❤️, or leave it out.");
      }
      expect(await home.state()).toBe(was);
    },
  );

  test("A personal list is shown to the household only after the person agreed", async () => {
    const home = await mcpGroceries();
    const { key } = home.createKey({ scopes: ["lists.read", "lists.write"], memberId: home.members.anna.id });
    const made = await home.use("create_list", { name: "Presents", visibility: "personal" }, { key });
    const share = (more: object = {}) =>
      home.use("update_list", { list: "Presents", visibility: "shared", ...more }, { key });
    expect((await share()).texts[0]).toBe(
      "confirm: must be true to show the personal list “Presents” to everybody in the household",
    );
    expect(await home.find(made.data.id)).toBeUndefined();
    expect((await share({ confirm: true })).data.visibility).toBe("shared");
    expect((await share()).texts[0]).toStartWith("Nothing to change on the list “Presents”");
    expect(
      (await home.use("update_list", { list: made.data.id, visibility: "personal" }, { key })).isError,
    ).toBeUndefined();
  });
});
