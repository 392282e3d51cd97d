/** The tool that plans several meals at once: all or none, with one activity entry and one undo. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { tail, whole, withMcpClient } from "../../support/mcp/mcp.ts";
import { homeWithMeals } from "../../support/records/meals.ts";

const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

async function planning() {
  const home = withMcpClient(await homeWithMeals());
  const [soup, pasta] = [await home.recipe("Soup"), await home.recipe("Pâsta", [], { prepMinutes: 30 })];
  return { ...home, soup, pasta };
}

const week = [
  { date: "today", mealType: "dinner", recipe: "soup" },
  { date: "saturday", mealType: "dinner", recipe: "Pasta" },
  { date: "2026-11-28", mealType: "dinner", recipe: "Soup", slot: 1 },
];

describe("several meals", () => {
  test("The tool plan_meals plans several meals with one activity entry, and an undo removes all meals", async () => {
    const { use, cells, entries, post } = await planning();
    const before = entries().length;
    const { data, texts } = await use("plan_meals", { meals: week });
    expect(data).toEqual({
      ...{ activityId: tail(entries()[0]?.id), total: 3 },
      meals: [
        { id: expect.any(String), date: "2026-11-27", mealType: "dinner", slot: 0, recipe: "Soup" },
        { id: expect.any(String), date: "2026-11-28", mealType: "dinner", slot: 0, recipe: "Pâsta" },
        { id: expect.any(String), date: "2026-11-28", mealType: "dinner", slot: 1, recipe: "Soup" },
      ],
    });
    expect(texts[0].split("\n").slice(0, 3)).toEqual([
      `Planned 3 meals · activityId ${data.activityId}`,
      `- Fri 27 Nov 2026 · dinner, slot 0 · “Soup” · id ${data.meals[0].id}`,
      `- Sat 28 Nov 2026 · dinner, slot 0 · “Pâsta” · 30 min · id ${data.meals[1].id}`,
    ]);
    const planned = ["2026-11-27 dinner 0 Soup", "2026-11-28 dinner 0 Pâsta", "2026-11-28 dinner 1 Soup"];
    expect(await cells()).toEqual(planned);
    expect(entries().length).toBe(before + 1);
    expect((await post(`/v1/activity/${whole(entries(), data.activityId)}/undo`, undefined)).status).toBe(200);
    expect(await cells()).toEqual([]);
  });

  test("A dry run of plan_meals saves nothing, and does not use up the idempotency key", async () => {
    const { use, cells, entries } = await planning();
    const before = entries().length;
    const tried = await use("plan_meals", { meals: week, dryRun: true, idempotencyKey: "once" });
    expect(tried.texts[0]).toStartWith("Nothing saved; there is room for 3 meals\n- Fri 27 Nov 2026");
    expect(tried.texts[0]).not.toContain(" id ");
    expect(tried.data).toMatchObject({ total: 3 });
    expect(tried.data.activityId).toBeUndefined();
    expect(tried.data.meals[0]).toEqual({ date: "2026-11-27", mealType: "dinner", slot: 0, recipe: "Soup" });
    expect([entries().length, await cells()]).toEqual([before, []]);
    const first = await use("plan_meals", { meals: week, idempotencyKey: "once" });
    const second = await use("plan_meals", { meals: week, idempotencyKey: "once" });
    expect(second.data).toEqual(first.data);
    expect(second.texts[0]).toStartWith("Planned before: 3 meals");
    expect((await cells()).length).toBe(3);
  });

  test("Meals that one call plans by weekday are within the same seven days", async () => {
    const { use, cells, clock, recipe } = await planning();
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "Sun"];
    const dishes = await Promise.all(days.map((day) => recipe(`Dish of ${day}`, [`Food of ${day}`])));
    const { data: home } = await use("create_list", { name: "Groceries" });
    clock.advance(24 * 60 * 60 * 1000);
    const meals = days.map((date, index) => ({ date, mealType: "dinner", recipe: dishes[index].name }));
    const lunch = { date: "sunday", mealType: "lunch", recipe: "Soup" };
    const others = ["today", "tomorrow"].map((date) => ({ date, mealType: "breakfast", recipe: "Soup" }));
    const { data, texts } = await use("plan_meals", { meals: [...meals, lunch, ...others] });
    const dates = data.meals.map(({ date }: any) => date);
    const run = [30, 1, 2, 3, 4, 5, 6].map((day) => (day === 30 ? "2026-11-30" : `2026-12-0${day}`));
    expect(dates).toEqual([...run, "2026-12-06", "2026-11-28", "2026-11-29"]);
    expect(texts[0].split("\n")[1]).toBe(
      "The weekdays are read as the seven days from Mon 30 Nov 2026 on: so Sun 6 Dec 2026, not a week earlier.",
    );
    const bought = await use("add_groceries", { weekStart: "monday", list: home.id });
    expect(bought.data.items.map(({ text }: any) => text).toSorted()).toEqual(
      days.map((day) => `Food of ${day}`).toSorted(),
    );
    expect((await cells("2026-11-30")).length).toBe(8);
    const alone = await use("plan_meals", { meals: [{ ...lunch, slot: 1 }], dryRun: true });
    expect([alone.data.meals[0].date, alone.texts[0]]).toEqual(["2026-11-29", expect.not.stringContaining("weekdays")]);
  });

  test("The answer of plan_meals stays within the limit of tokens, also with the longest names", async () => {
    const { use, recipe, cells } = await planning();
    await recipe("味".repeat(200));
    const days = Array.from({ length: 21 }, (_, index) =>
      Temporal.PlainDate.from("2026-11-30").add({ days: index }).toString(),
    );
    const meals = days.flatMap((date) =>
      ["lunch", "dinner"].map((mealType) => ({ date, mealType, recipe: "味".repeat(200) })),
    );
    const { data, texts } = await use("plan_meals", { meals });
    expect(data.total).toBe(42);
    expect(Math.max(countTokens(texts[0]), countTokens(JSON.stringify(data)))).toBeLessThanOrEqual(8_000);
    expect((await cells("2026-12-14")).length).toBe(14);
  });

  const [dinner] = week;
  test.each([
    [
      "a recipe name is unknown",
      [dinner, { ...dinner, recipe: "Stew" }],
      "meals[1].recipe: no such recipe: “Stew”",
      "“Pâsta”, “Soup”",
    ],
    [
      "a recipe id is unknown",
      [dinner, { ...dinner, recipe: nobody }],
      "meals[1].recipeId: no such recipe",
      "Parameter meals[1].recipe:",
    ],
    [
      "a day is ambiguous",
      [{ ...dinner, date: "next saturday" }],
      /^meals\[0\]\.date: .* more than one day$/,
      "2026-11-28 (Sat 28 Nov 2026)",
    ],
    [
      "a mealType is invalid",
      [{ ...dinner, mealType: "brunch" }],
      /^meals\[0\]\.mealType: must be one of/,
      "meals[0].mealType",
    ],
    [
      "a meal is full",
      [dinner, dinner, dinner],
      "meals[2]: Dinner is full",
      "Parameter meals[2], and nothing is planned: take another place",
    ],
    ["the call has no meals", [], "meals: must be a list of 1 to 42 items", "Parameter meals:"],
    [
      "the call has too many meals",
      Array(43).fill(dinner),
      "meals: must be a list of 1 to 42 items",
      "Parameter meals:",
    ],
  ])("The tool plan_meals plans no meal at all if %s", async (_, meals, text, repair) => {
    const { use, cells, entries } = await planning();
    const before = entries().length;
    const { isError, texts } = await use("plan_meals", { meals });
    expect(isError).toBe(true);
    if (typeof text === "string") expect(texts[0]).toBe(text);
    else expect(texts[0]).toMatch(text);
    expect(texts[1]).toContain(repair);
    expect([entries().length, await cells()]).toEqual([before, []]);
  });

  test("The tool plan_meals needs the read scope only if recipes are given by name", async () => {
    const { use, createKey, soup, cells } = await planning();
    const told = { key: createKey({ scopes: ["meals.write"] }).key };
    expect((await use("plan_meals", { meals: week }, told)).texts[0]).toBe("Missing scope: meals.read");
    const meals = [{ date: "today", mealType: "dinner", recipe: soup.id }];
    expect((await use("plan_meals", { meals }, told)).data.total).toBe(1);
    expect(await cells()).toEqual(["2026-11-27 dinner 0 Soup"]);
    const reads = { key: createKey({ scopes: ["meals.read"] }).key };
    expect((await use("plan_meals", { meals: week }, reads)).texts[0]).toBe("Missing scope: meals.write");
  });
});
