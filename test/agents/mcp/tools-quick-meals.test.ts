/** Quick meals, cooks, servings, tags and eaten meals in the tools for recipes and meals. */
import { describe, expect, test } from "bun:test";
import { tail } from "../../support/mcp/mcp.ts";
import { mcpKitchen } from "../../support/mcp/meals.ts";

const dinner = { date: "today", mealType: "dinner" };

describe("a meal without a recipe", () => {
  test("A meal without a recipe can have a text, a cook and servings", async () => {
    const { use, undo, entries } = await mcpKitchen();
    const { length } = entries();
    const { data, texts } = await use("schedule_meal", { ...dinner, text: "Leftovers", cook: "ben", servings: 6 });
    expect(data).toMatchObject({ recipe: "Leftovers", activityId: tail(entries()[0]?.id) });
    expect(texts).toEqual([
      `Planned: Fri 27 Nov 2026 · dinner, slot 0 · “Leftovers” · Ben cooks · for 6 · id ${data.id} · activityId ${data.activityId}`,
    ]);
    expect(entries().length).toBe(length + 1);
    expect(await undo(data.activityId)).toBe(200);
    expect((await use("list_recipes", {})).texts).toEqual(["No recipes."]);
  });

  test("The tool plan_meals accepts meals with a recipe and meals without one in the same call", async () => {
    const { use, recipe } = await mcpKitchen();
    await recipe("Soup");
    const meals = [
      { ...dinner, recipe: "soup" },
      { ...dinner, text: "Bread and cheese" },
    ];
    const { data } = await use("plan_meals", { meals });
    expect(data.meals.map((meal: any) => meal.recipe)).toEqual(["Soup", "Bread and cheese"]);
    const both = await use("plan_meals", { meals: [{ ...dinner, recipe: "soup", text: "x" }] });
    expect(both.texts[0]).toBe("meals[0].text: or recipe, one of them");
    expect(both.texts[1]).toBe("Parameter meals[0].recipe: send it, or meals[0].text, and not both.");
  });
});

describe("a planned meal", () => {
  test("The tool schedule_meal moves a planned meal and changes the servings with one activity entry", async () => {
    const { use, undo, entries } = await mcpKitchen();
    const { data } = await use("schedule_meal", { ...dinner, text: "Takeaway" });
    const changed = await use("schedule_meal", { ...dinner, mealId: data.id, slot: 0, cook: "Mia" });
    expect(changed.texts[0]).toStartWith("Changed: Fri 27 Nov 2026 · dinner, slot 0 · “Takeaway” · Mia cooks · id");
    const moved = await use("schedule_meal", { ...dinner, mealType: "lunch", mealId: data.id, servings: 3 });
    expect(moved.texts[0]).toStartWith("Changed: Fri 27 Nov 2026 · lunch, slot 0 · “Takeaway” · Mia cooks · for 3");
    expect(entries()[0]).toMatchObject({
      id: expect.stringMatching(new RegExp(`${moved.data.activityId}$`)),
      summary:
        "moved “Takeaway” from dinner on Fri 27 Nov to lunch on Fri 27 Nov, and changed the servings of “Takeaway” at lunch on Fri 27 Nov",
    });
    const listed = await use("list_meals", {});
    expect(listed.texts[0]).toContain("“Takeaway” · Mia cooks · for 3");
    expect(await undo(moved.data.activityId)).toBe(200);
    expect((await use("list_meals", {})).texts[0]).toContain("dinner, slot 0 · “Takeaway” · Mia cooks · id");
  });

  test("The tool schedule_meal refuses a new text for a planned meal", async () => {
    const { use } = await mcpKitchen();
    const { data } = await use("schedule_meal", { ...dinner, text: "Takeaway" });
    const { texts } = await use("schedule_meal", { ...dinner, mealId: data.id, text: "Leftovers" });
    expect(texts[0]).toBe("text: a meal keeps its recipe when it moves");
  });

  test("A planned meal is not moved if another part of the call is wrong or there is no room", async () => {
    const { use, entries } = await mcpKitchen();
    const { data } = await use("schedule_meal", { ...dinner, text: "Takeaway" });
    for (const text of ["Soup", "Bread"]) await use("schedule_meal", { ...dinner, mealType: "lunch", text });
    const { length } = entries();
    const wrong = await use("schedule_meal", { ...dinner, mealType: "breakfast", mealId: data.id, servings: 500 });
    expect(wrong.texts[1]).toContain("Parameter servings: for 1 to 100 people.");
    const full = await use("schedule_meal", { ...dinner, mealType: "lunch", mealId: data.id, servings: 5 });
    expect(full.texts[0]).toBe("Lunch is full");
    expect(entries().length).toBe(length);
    expect((await use("list_meals", {})).texts[0]).toContain("dinner, slot 0 · “Takeaway” · id");
  });

  test("The tool schedule_meal refuses a cook who is no member", async () => {
    const { use } = await mcpKitchen();
    const { texts } = await use("schedule_meal", { ...dinner, text: "Takeaway", cook: "Zoë" });
    expect(texts[0]).toBe("cook: no such member: “Zoë”");
  });
});

describe("recipes", () => {
  test("MCP tools can set the servings of a recipe at its creation or later", async () => {
    const { use, entries } = await mcpKitchen();
    const { data, texts } = await use("create_recipe", { name: "Soup", servings: 4 });
    expect(texts[0]).toContain("“Soup” 🍽️ · time not known · 0 ingredients · serves 4 · id");
    expect(entries()[0]).toMatchObject({ summary: "added the recipe “Soup”" });
    expect(data.activityId).toBe(tail(entries()[0]?.id));
    const changed = await use("update_recipe", { recipe: "Soup", prepMinutes: 20, servings: 6 });
    expect(changed.texts[0]).toContain("20 min · 0 ingredients · serves 6");
    expect(entries()[0]?.summary).toBe("changed the preparation time and servings of the recipe “Soup”");
    const wrong = await use("create_recipe", { name: "x", servings: 101 });
    expect(wrong.texts[1]).toContain("Parameter servings: for 1 to 100 people.");
  });

  test("The tool list_recipes finds recipes by tag and by the date of the last meal", async () => {
    const { use, recipe, patch, plan } = await mcpKitchen();
    const soup = await recipe("Soup");
    const pasta = await recipe("Pasta");
    await patch(`/v1/recipes/${soup.id}/details`, { tags: ["Quick", "kids"] });
    await plan("2026-11-02", "dinner", soup);
    await plan("2026-11-20", "dinner", pasta);
    const names = async (more: object) => (await use("list_recipes", more)).data.recipes.map(({ name }: any) => name);
    expect(await names({ query: "quick" })).toEqual(["Soup"]);
    expect(await names({ notLately: 7 })).toEqual(["Soup"]);
    expect(await names({ notLately: 6 })).toEqual(["Pasta", "Soup"]);
    expect(await names({ notLately: 30 })).toEqual([]);
    const { texts } = await use("list_recipes", { query: "soup" });
    expect(texts[0]).toContain("0 ingredients · last Mon 2 Nov 2026 · tags “Quick”, “kids” · id");
  });
});
