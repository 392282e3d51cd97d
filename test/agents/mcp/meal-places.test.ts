/** Meals beside others: what is there is said, swaps are one change, and full mealtimes say how to swap. */
import { describe, expect, test } from "bun:test";
import { tail } from "../../support/mcp/mcp.ts";
import { mcpKitchen } from "../../support/mcp/meals.ts";

/** A roast on Sunday evening and a curry on Saturday evening. The day is Friday 27 November 2026. */
async function weekend() {
  const home = await mcpKitchen();
  const recipes: Record<string, any> = {};
  for (const name of ["Roast", "Curry", "Soup"]) recipes[name] = await home.recipe(name);
  const plan = async (date: string, mealType: string, name: string) =>
    (await home.plan(date, mealType, recipes[name])).id as string;
  const roast = await plan("2026-11-29", "dinner", "Roast");
  const curry = await plan("2026-11-28", "dinner", "Curry");
  return { ...home, plan, roast, curry, saturday: { date: "tomorrow", mealType: "dinner" } };
}

describe("a meal that is moved or planned beside another", () => {
  test("The answer about a moved meal names the other meal, and swap then gives that the former place", async () => {
    const { use, roast, curry, cells, saturday } = await weekend();
    const moved = await use("schedule_meal", { ...saturday, mealId: roast });
    const [line, remark] = moved.texts[0].split("\n");
    expect(line).toStartWith("Moved: Sat 28 Nov 2026 · dinner, slot 1 · “Roast”");
    expect(remark).toBe(`Sat dinner also has “Curry” (${tail(curry)}); swap: true changes places.`);
    const swapped = await use("schedule_meal", { ...saturday, mealId: roast, swap: true });
    expect(swapped.texts[0]).toStartWith("Swapped: Sat 28 Nov 2026 · dinner, slot 1 · “Roast”");
    expect(swapped.texts[0]).toContain("\n- Sun 29 Nov 2026 · dinner, slot 0 · “Curry”");
    expect(await cells()).toEqual(["2026-11-28 dinner 1 Roast", "2026-11-29 dinner 0 Curry"]);
  });

  test("A swap is one entry of the feed, is made once for one idempotency key, and can be undone", async () => {
    const { use, roast, cells, saturday, entries, undo } = await weekend();
    const before = entries().length;
    const input = { ...saturday, mealId: roast, swap: true, idempotencyKey: "swap" };
    const { texts, data } = await use("schedule_meal", input);
    expect(texts[0]).toStartWith("Swapped: Sat 28 Nov 2026 · dinner, slot 0 · “Roast”");
    expect(entries().length).toBe(before + 1);
    const swapped = ["2026-11-28 dinner 0 Roast", "2026-11-29 dinner 0 Curry"];
    expect(await cells()).toEqual(swapped);
    const again = await use("schedule_meal", input);
    expect(again.texts[0]).toStartWith("Already planned there");
    expect(await cells()).toEqual(swapped);
    expect(await undo(data.activityId)).toBe(200);
    expect(await cells()).toEqual(["2026-11-28 dinner 0 Curry", "2026-11-29 dinner 0 Roast"]);
  });

  test("A full evening and a snack say what is there, and swap changes places with it", async () => {
    const { use, roast, curry, plan, cells, saturday } = await weekend();
    const soup = await plan("2026-11-28", "dinner", "Soup");
    const full = await use("schedule_meal", { ...saturday, mealId: roast });
    expect([full.isError, full.texts[0]]).toEqual([true, "Meal slot is taken"]);
    expect(full.texts[1]).toStartWith(
      `Sat dinner has “Curry” (${tail(curry)}) and “Soup” (${tail(soup)}); swap: true changes places with the one in`,
    );
    const open = await use("schedule_meal", { ...saturday, mealId: roast, swap: true });
    expect(open.texts[0]).toBe("slot: Sat dinner has two meals");
    expect(open.texts[1]).toContain(`0 is “Curry” (${tail(curry)}), 1 is “Soup” (${tail(soup)})`);
    await use("schedule_meal", { ...saturday, mealId: roast, swap: true, slot: 1 });
    expect(await cells()).toEqual([
      "2026-11-28 dinner 0 Curry",
      "2026-11-28 dinner 1 Roast",
      "2026-11-29 dinner 0 Soup",
    ]);
    await plan("2026-11-28", "evening_snack", "Soup");
    const snack = { date: "tomorrow", mealType: "evening_snack", mealId: roast };
    const taken = await use("schedule_meal", snack);
    expect(taken.texts[1]).toStartWith("Sat evening snack has “Soup” (");
    expect((await use("schedule_meal", { ...snack, swap: true })).texts[0]).toStartWith("Swapped: ");
  });

  test("The same dish twice at a mealtime is said, by schedule_meal and by plan_meals", async () => {
    const { use, saturday, curry } = await weekend();
    const again = await use("schedule_meal", { ...saturday, recipe: "Curry" });
    expect(again.texts[0].split("\n").slice(1)).toEqual([
      "Sat dinner has “Curry” twice now.",
      `If the new meal is instead of another, call remove_meal with ${tail(curry)}.`,
    ]);
    const meals = [
      { date: "sunday", mealType: "lunch", recipe: "Soup", cook: "Ben", servings: 6 },
      { date: "sunday", mealType: "lunch", recipe: "Soup" },
      { date: "sunday", mealType: "dinner", recipe: "Curry" },
    ];
    const planned = await use("plan_meals", { meals });
    expect(planned.texts[0]).toContain("Sun 29 Nov 2026 · lunch, slot 0 · “Soup” · Ben cooks · for 6");
    expect(planned.texts[0].split("\n").slice(4)).toEqual([
      "Sun lunch has “Soup” twice now.",
      expect.stringMatching(/^Sun dinner also has “Roast” \(\w+\)\.$/),
    ]);
  });

  test("A meal that is removed is named in the answer", async () => {
    const { use, roast } = await weekend();
    const { texts } = await use("remove_meal", { mealId: roast });
    expect(texts[0]).toStartWith(`Taken off the plan: “Roast” · Sun 29 Nov 2026 · dinner · id ${tail(roast)}`);
  });

  test("A swap is refused without mealId, with a cook, without the read scope and for another household", async () => {
    const { use, roast, saturday, createKey, neighbour, entries } = await weekend();
    const writeOnly = { key: createKey({ scopes: ["meals.write"] }).key };
    const other = { key: (await neighbour()).key.key };
    const before = entries().length;
    for (const [input, text, told] of [
      [{ recipe: "Soup", swap: true }, "swap: only with mealId", {}],
      [{ mealId: roast, cook: "Ben", swap: true }, "swap: must be sent without cook and servings", {}],
      [{ mealId: roast, swap: true }, "Missing scope: meals.read", writeOnly],
      [{ mealId: roast, swap: true }, "Meal not found", other],
    ] as const) {
      const { isError, texts } = await use("schedule_meal", { ...saturday, ...input }, told);
      expect([isError, texts[0]]).toEqual([true, text]);
    }
    const nobodys = await use("plan_meals", { meals: [{ ...saturday, recipe: "Soup", cook: "Zoe" }] });
    expect(nobodys.texts[0]).toBe("meals[0].cook: no such member: “Zoe”");
    expect(entries().length).toBe(before);
    const free = await use("schedule_meal", { date: "monday", mealType: "lunch", mealId: roast, swap: true });
    expect(free.texts[0]).toStartWith("Moved: ");
    expect(free.texts[0]).toEndWith("\nswap: nothing else is planned there.");
  });
});
