/** Texts with line breaks that are sent for lists of texts. */
import { expect, test } from "bun:test";
import { mcpGroceries } from "../../support/mcp/lists.ts";
import { tail } from "../../support/mcp/mcp.ts";

const pasted = "\r\n- 2 kg potatoes\n• 2 onions\n\n3. 1.5 l oil\n [ ] 2 eggs \n* [x] Salt\n½ lemon\n";
const lines = ["2 kg potatoes", "2 onions", "1.5 l oil", "2 eggs", "Salt", "½ lemon"];

test.each([[pasted], [[pasted]]])(
  "The ingredients of a recipe that are pasted as lines are split: %j",
  async (ingredients) => {
    const home = await mcpGroceries();
    const { texts } = await home.use("create_recipe", { name: "Kartoffelpuffer", ingredients });
    expect(texts[0]).toContain("ingredients: one text of 6 lines taken as 6 texts.");
    const [recipe] = (await home.get("/v1/recipes")).body.recipes;
    expect(recipe.ingredients).toEqual(lines);
  },
);

test("A text without line breaks, or with one line, stays one text of the list, and nothing is said", async () => {
  const home = await mcpGroceries();
  for (const [index, ingredients] of ["2 kg potatoes, 2 onions", ["1. Salt"], "Salt\n"].entries()) {
    const { texts } = await home.use("create_recipe", { name: `Recipe ${index}`, ingredients });
    expect(texts[0]).not.toContain("lines");
  }
});

test("Pasted lines become items of a list, people and ids, each with its own refusal", async () => {
  const home = await mcpGroceries();
  const { data } = await home.use("add_list_items", { list: "Groceries", items: "- Tea\n- Bread\n- 2 l milk" });
  expect(data).toMatchObject({
    added: [{ text: "Tea" }],
    changed: [{ text: "2 l milk" }],
    skipped: [{ text: "Bread" }],
  });
  const wrong = await home.use("create_event", { title: "Zoo", starts: "2026-12-05T10:00", members: "Anna\nZoe\nBen" });
  expect(wrong.texts[0]).toBe("members[1]: no such member: “Zoe”");
  const gone = await home.use("delete_list_items", { list: "Groceries", items: "Tea\nWine", confirm: true });
  expect(gone.texts[0]).toBe("items[1]: no such item: “Wine”");
});

test("The text of a list item that has several lines still names the item in a list of names", async () => {
  const home = await mcpGroceries();
  const note = await home.block("Ask Ben\nabout the cake", { type: "paragraph" });
  const { data } = await home.use("delete_list_items", {
    list: "Groceries",
    items: ["Ask Ben\nabout the cake"],
    confirm: true,
  });
  expect(data.deleted).toEqual([tail(note.id)]);
});

test("More lines than a list may have are refused as too many", async () => {
  const home = await mcpGroceries();
  const items = Array.from({ length: 60 }, (_, index) => `Thing ${index}`).join("\n");
  expect((await home.use("add_list_items", { items })).texts[0]).toBe("items: must be a list of 1 to 50 items");
});
