/** The words of list_recipes: if no recipe has all of them, those with most are listed, and what they lack is said. */
import { expect, test } from "bun:test";
import { mcpKitchen } from "../../support/mcp/meals.ts";

test.each([
  [
    { query: "quick vegetarian" },
    ["Curry"],
    [
      "No recipe has all words: none has “quick”.",
      "For quick ones send maxPrepMinutes, such as 30, and leave the word out of query.",
    ],
  ],
  [{ query: "quick vegetarian", maxPrepMinutes: 60 }, ["Curry"], ["No recipe has all words: none has “quick”."]],
  [{ query: "beef vegetarian" }, ["Curry", "Stew"], ["No recipe has all words: those with most."]],
  [{ query: "vegetarian chickpeas" }, ["Curry"], []],
  [{ query: "schnell" }, [], ["For quick ones send maxPrepMinutes, such as 30, and leave the word out of query."]],
  [{ query: "sushi" }, [], []],
  [{ query: " " }, ["Curry", "Stew"], []],
])("The tool list_recipes, called with %j, lists %j and says %j", async (input, names, remarks) => {
  const { use, recipe, patch } = await mcpKitchen();
  const { id } = await recipe("Curry", ["Chickpeas"], { prepMinutes: 25 });
  await patch(`/v1/recipes/${id}/details`, { tags: ["Vegetarian"] });
  await recipe("Stew", ["Beef"]);
  const { data, texts } = await use("list_recipes", input);
  expect(data.recipes.map(({ name }: any) => name)).toEqual(names);
  expect(texts[0].split("\n").slice(Math.max(1, names.length))).toEqual(remarks);
});
