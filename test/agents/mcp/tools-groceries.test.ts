/** The tool that adds groceries: the call, the list after it, and the answer. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { tail } from "../../support/mcp/mcp.ts";
import { mcpKitchen } from "../../support/mcp/meals.ts";
import { monday } from "../../support/records/meals.ts";

describe("groceries", () => {
  async function shopping() {
    const home = await mcpKitchen();
    const soup = await home.recipe("Soup", ["Carrots", "2 onions"]);
    await home.plan("2026-11-27", "dinner", soup);
    const shown = async () =>
      (await home.lists()).map(({ name, blocks }: any) => [
        name,
        ...blocks.map(({ content, done }: any) => `${done ? "x " : ""}${content}`),
      ]);
    return { ...home, shown };
  }

  test("The tool add_groceries adds a week's groceries once, and the change can be undone", async () => {
    const { use, list, block, patch, shown, undo, entries } = await shopping();
    const groceries = await list("Groceries");
    const carrots = await block(groceries.id, "carrots");
    await patch(`/v1/lists/${groceries.id}/blocks/${carrots.id}`, { done: true });
    const { data, texts } = await use("add_groceries", { weekStart: monday });
    const [onions] = data.items;
    expect(data).toEqual({
      ...{ id: tail(groceries.id), activityId: tail(entries()[0]?.id), total: 2, truncated: false },
      items: [
        { id: expect.any(String), text: "2 onions", state: "added" },
        { id: tail(carrots.id), text: "Carrots", state: "ticked off" },
      ],
    });
    expect(texts[0].split("\n")).toEqual([
      `Added to “Groceries”: 1; there already: 1 · list id ${tail(groceries.id)} · activityId ${data.activityId}`,
      `- “2 onions” · added · id ${onions.id}`,
      `- “Carrots” · on it already, stays ticked off · id ${tail(carrots.id)}`,
    ]);
    expect(await shown()).toEqual([["Groceries", "x carrots", "2 onions"]]);
    const again = await use("add_groceries", { weekStart: monday });
    expect([again.data.activityId, again.data.items.map(({ state }: any) => state)]).toEqual([
      undefined,
      ["ticked off", "there"],
    ]);
    expect(await undo(data.activityId)).toBe(200);
    expect(await shown()).toEqual([["Groceries", "x carrots"]]);
  });

  test("MCP tools add groceries only to the list that the household chose", async () => {
    const { use, list, shown, ...home } = await shopping();
    await list("Groceries");
    const { id } = await list("Einkaufsliste");
    await home.as(home.members.anna).call("PATCH", "/app/household", { body: { groceryListName: "einkaufsliste" } });
    const { data, texts } = await use("add_groceries", { weekStart: monday });
    expect([data.id, texts[0].split("\n")[0]]).toEqual([
      tail(id),
      expect.stringContaining("Added to “Einkaufsliste”: 2"),
    ]);
    await use("add_list_items", { items: [{ text: "Milk" }] });
    expect(await shown()).toEqual([["Groceries"], ["Einkaufsliste", "Carrots", "2 onions", "Milk"]]);
    const none = await use("add_groceries", { weekStart: "2027-03-01" });
    expect(none.texts[0]).toContain("“Einkaufsliste”");
  });

  test("MCP tools use the household's own name for the grocery list, even before the list exists", async () => {
    const home = await shopping();
    await home.as(home.members.anna).call("PATCH", "/app/household", { body: { groceryListName: "Market" } });
    const none = await home.use("add_groceries", { weekStart: "2027-03-01" });
    expect(none.texts[0]).toStartWith("Added to “Market”: 0");
    const made = await home.use("add_list_items", { items: [{ text: "Milk" }] });
    expect(made.texts[0]).toStartWith("Made the list “Market” with 1");
  });

  test("The tool add_groceries adds one ingredient, or says that a week has no planned meals", async () => {
    const { use, list, shown } = await shopping();
    const market = await list("Märkt");
    const one = await use("add_groceries", { ingredient: "Milk", list: "markt" });
    expect(one.data).toMatchObject({ id: tail(market.id), total: 1, items: [{ text: "Milk", state: "added" }] });
    const other = await use("add_groceries", { ingredient: "milk ", list: market.id });
    expect(other.data).toMatchObject({ items: [{ text: "Milk", state: "there" }] });
    const none = await use("add_groceries", { weekStart: "2027-03-01" });
    expect(none.data).toEqual({ total: 0, truncated: false, items: [] });
    expect(none.texts[0]).toContain("Nothing to add");
    expect(await shown()).toEqual([["Märkt", "Milk"]]);
  });

  test("The answer of add_groceries for many meals says how many items the answer does not show", async () => {
    const { use, recipe, plan, lists } = await mcpKitchen();
    const dates = ["2026-11-23", "2026-11-24", "2026-11-25"];
    for (const date of dates) {
      const many = Array.from({ length: 100 }, (_, index) => `Öl und Essig ${date} ${index} ${"x".repeat(150)}`);
      await plan(date, "dinner", await recipe(date, many));
    }
    const { data, texts } = await use("add_groceries", { weekStart: monday });
    expect(data).toMatchObject({ total: 300, truncated: true });
    expect(countTokens(texts[0])).toBeLessThanOrEqual(8_000);
    expect(texts[0]).toEndWith(`${300 - data.items.length} more are not shown: see list_lists.`);
    expect((await lists())[0].blocks.length).toBe(300);
  });

  test("The text of add_groceries names five items that were already on the list and counts the rest", async () => {
    const { use, recipe, plan } = await mcpKitchen();
    const many = Array.from({ length: 48 }, (_, index) => `Ingredient ${index}`);
    await plan("2026-11-23", "dinner", await recipe("Feast", many));
    await use("add_groceries", { weekStart: monday });
    await plan("2026-11-24", "dinner", await recipe("Salt soup", ["Salt"]));
    const { data, texts } = await use("add_groceries", { weekStart: monday });
    expect([data.total, data.truncated, data.items.length]).toEqual([49, false, 49]);
    const lines = texts[0].split("\n");
    expect(lines[0]).toStartWith("Added to “Groceries”: 1; there already: 48");
    expect(lines[1]).toStartWith("- “Salt” · added · id ");
    expect(lines.slice(2, 7).every((line: string) => line.includes("on it already · id "))).toBe(true);
    expect(lines.slice(7)).toEqual(["- and 43 more that are on it already"]);
  });

  test("The tool add_groceries with the parameter “sum” adds up equal items, and names staples", async () => {
    const home = await shopping();
    const stew = await home.recipe("Stew", ["3 Onions", "Salt"]);
    const by = home.as(home.members.anna);
    await by.call("PUT", "/app/groceries/foods", { body: { text: "Salt", staple: true } });
    await home.plan("2026-11-23", "dinner", stew);
    const first = await home.use("add_groceries", { weekStart: monday, sum: true });
    expect(first.data.items.map(({ text, state }: any) => [text, state])).toEqual([
      ["Carrots", "added"],
      ["2 onions", "added"],
    ]);
    await home.plan("2026-11-28", "dinner", stew);
    const { data, texts } = await home.use("add_groceries", { weekStart: monday, sum: true });
    expect(texts[0].split("\n")).toEqual([
      `Added to “Groceries”: 0; raised: 1; there already: 1 · list id ${data.id} · activityId ${data.activityId}`,
      `- “5 onions” · raised to this, was on it with less · id ${data.items[0].id}`,
      `- “Carrots” · on it already · id ${data.items[1].id}`,
      "Always at home, so not added: “Salt”",
    ]);
    expect(await home.shown()).toEqual([["Groceries", "Carrots", "5 onions"]]);
    expect(await home.undo(data.activityId)).toBe(200);
    expect(await home.shown()).toEqual([["Groceries", "Carrots", "2 onions"]]);
  });

  test("The tool add_groceries refuses the parameter “sum” together with a single ingredient", async () => {
    const { use } = await shopping();
    const { texts } = await use("add_groceries", { ingredient: "Milk", sum: true });
    expect(texts[0]).toContain("sum: only with weekStart");
  });
});
