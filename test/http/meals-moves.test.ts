/** Tests moving a meal in the plan, and swapping two meals. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithMeals, images, rowsOf } from "../support/records/meals.ts";

const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const date = "2026-11-27";

describe("moving a meal", () => {
  test.each([
    [
      "to another cell",
      { date: "2026-11-28", mealType: "lunch", slot: 1 },
      "from dinner on Fri 27 Nov to lunch on Sat 28 Nov",
    ],
    [
      "to a snack",
      { date, mealType: "morning_snack", slot: 0 },
      "from dinner on Fri 27 Nov to the morning snack on Fri 27 Nov",
    ],
    ["to the other slot", { date, mealType: "dinner", slot: 1 }, "to the other place at dinner on Fri 27 Nov"],
  ])(
    "A move of a planned meal %s is described in the activity feed with the old and the new place",
    async (_, to, where) => {
      const home = await homeWithMeals();
      const meal = await home.plan(date, "dinner", await home.recipe("Lasagne"));
      const before = rowsOf(home, "meal");
      const { status, body } = await home.patch(`/v1/meals/${meal.id}`, to);
      expect(status).toBe(200);
      expect(body).toEqual({ ...meal, ...to, updatedAt: instant });
      expect((await home.week()).meals).toEqual([body]);
      const [entry] = home.entries();
      expect(entry).toMatchObject({ action: "moved", subject: { type: "meal", id: meal.id, label: "Lasagne" } });
      expect(entry?.summary.replaceAll(" 2026", "")).toBe(`moved “Lasagne” ${where}`);
      const changed = Object.entries(to).filter(([field, value]) => meal[field] !== value);
      expect(entry?.changes).toEqual(
        Object.fromEntries(changed.map(([field, value]) => [field, { from: meal[field], to: value }])),
      );
      expect(images(home)).toEqual({ before: { meal: before }, after: { meal: rowsOf(home, "meal") } });
    },
  );

  test("Moving a planned meal to its own position writes nothing", async () => {
    const { recipe, plan, patch, delete: remove, entries, week } = await homeWithMeals();
    const toast = await recipe("Toast");
    const meal = await plan(date, "dinner", toast);
    await remove(`/v1/recipes/${toast.id}`);
    const [{ recipe: archived }] = (await week()).meals;
    const { length } = entries();
    const own = { date, mealType: "dinner", slot: 0 };
    expect((await patch(`/v1/meals/${meal.id}`, own)).body).toEqual({ ...meal, recipe: archived });
    expect(entries().length).toBe(length);
    expect((await patch(`/v1/meals/${meal.id}`, { ...own, slot: 1 })).body).toMatchObject({
      slot: 1,
      recipe: archived,
    });
  });

  test.each([
    [{ date, mealType: "dinner", slot: 1 }, 409, "Meal slot is taken"],
    [{ date, mealType: "morning_snack", slot: 0 }, 409, "Meal slot is taken"],
    [{ date, mealType: "morning_snack", slot: 1 }, 422, "slot: a snack has only slot 0"],
    [{ date, mealType: "lunch" }, 400, "slot: is required"],
    [{ date, slot: 0 }, 400, "mealType: is required"],
    [{ mealType: "lunch", slot: 0 }, 400, "date: is required"],
    [{}, 400, "date: is required"],
    [{ date, mealType: "lunch", slot: 0, recipeId: unknownId }, 400, "recipeId: unknown field"],
  ])("A move of a planned meal is refused for %j", async (to, status, error) => {
    const { recipe, plan, patch, cells, entries } = await homeWithMeals();
    const toast = await recipe("Toast");
    const { id } = await plan(date, "dinner", toast);
    await plan(date, "dinner", toast);
    await plan(date, "morning_snack", toast);
    const [before, { length }] = [await cells(), entries()];
    expect((await patch(`/v1/meals/${id}`, to)).body).toEqual(refusal(status, error));
    expect(await cells()).toEqual(before);
    expect(entries().length).toBe(length);
  });

  test("A position in the meal plan is given to only one of several simultaneous moves", async () => {
    const { recipe, plan, patch, cells } = await homeWithMeals();
    const toast = await recipe("Toast");
    const days = [23, 24, 25, 26].map((each) => `2026-11-${each}`);
    const ids = await Promise.all(days.map(async (on) => (await plan(on, "lunch", toast)).id));
    const to = { date, mealType: "dinner", slot: 0 };
    const answers = await Promise.all(ids.map((id) => patch(`/v1/meals/${id}`, to)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await cells()).filter((cell: string) => cell.includes("dinner")).length).toBe(1);
  });
});

describe("swapping two meals", () => {
  test("A swap of two meals exchanges date, type and position, and writes one activity entry", async () => {
    const home = await homeWithMeals();
    const lasagne = await home.plan(date, "dinner", await home.recipe("Lasagne"), { slot: 1 });
    const soup = await home.plan("2026-11-28", "morning_snack", await home.recipe("Soup"));
    const before = rowsOf(home, "meal");
    const { length } = home.entries();
    const { status, body } = await home.mia.post("/app/meals/swap", { a: soup.id, b: lasagne.id });
    expect(status).toBe(200);
    expect(body).toEqual({
      meals: [
        { ...soup, date, mealType: "dinner", slot: 1, updatedAt: instant },
        { ...lasagne, date: "2026-11-28", mealType: "morning_snack", slot: 0, updatedAt: instant },
      ],
    });
    expect((await home.week()).meals).toEqual(body.meals);
    const [entry] = home.entries();
    expect(home.entries().length).toBe(length + 1);
    expect(entry).toMatchObject({
      ...{ actor: { name: "Mia" }, action: "moved", changes: null },
      subject: { type: "meal", id: soup.id, label: "Soup" },
    });
    expect(entry?.summary.replaceAll(" 2026", "")).toBe(
      "swapped “Soup” (the morning snack on Sat 28 Nov) with “Lasagne” (dinner on Fri 27 Nov)",
    );
    const byId = (rows: any[]) => rows.sort((one, other) => (one.id < other.id ? -1 : 1));
    const kept = images(home);
    expect(byId(kept.before.meal)).toEqual(byId(before));
    expect(byId(kept.after.meal)).toEqual(byId(rowsOf(home, "meal")));
  });

  test("A second swap of the two meals of one dinner restores the original order", async () => {
    const { recipe, plan, anna, cells } = await homeWithMeals();
    const a = (await plan(date, "dinner", await recipe("A"))).id;
    const b = (await plan(date, "dinner", await recipe("B"))).id;
    await anna.post("/app/meals/swap", { a, b });
    expect(await cells()).toEqual([`${date} dinner 0 B`, `${date} dinner 1 A`]);
    await anna.post("/app/meals/swap", { a, b });
    expect(await cells()).toEqual([`${date} dinner 0 A`, `${date} dinner 1 B`]);
  });

  test.each([
    [{ a: unknownId, b: "B" }, 422, "a: no such meal"],
    [{ a: "A", b: unknownId }, 422, "b: no such meal"],
    [{ a: "THEIRS", b: "B" }, 422, "a: no such meal"],
    [{ a: "A", b: "A" }, 422, "b: must be another meal"],
    [{ a: "A" }, 400, "b: is required"],
    [{ a: "A", b: "1" }, 400, "b: must be a UUID"],
  ])("A swap of two meals is refused for %j", async (body, status, error) => {
    const home = await homeWithMeals();
    const other = await home.neighbour();
    const { id: recipeId } = (await other.post("/v1/recipes", { name: "Theirs" })).body;
    const theirs = (await other.post("/v1/meals", { date, mealType: "dinner", recipeId })).body.id;
    const toast = await home.recipe("Toast");
    const [a, b] = [(await home.plan(date, "lunch", toast)).id, (await home.plan(date, "dinner", toast)).id];
    const [before, { length }] = [await home.cells(), home.entries()];
    const known: Record<string, string> = { A: a, B: b, THEIRS: theirs };
    const sent = Object.fromEntries(Object.entries(body).map(([field, id]) => [field, known[id] ?? id]));
    expect((await home.anna.post("/app/meals/swap", sent)).body).toEqual(refusal(status, error));
    expect(await home.cells()).toEqual(before);
    expect(home.entries().length).toBe(length);
  });

  test("A swap leaves no two meals in the same position, even after many simultaneous swaps", async () => {
    const { recipe, plan, anna, cells } = await homeWithMeals();
    const ids: string[] = [];
    for (const name of ["A", "B", "C", "D"])
      ids.push((await plan(`2026-11-2${ids.length + 3}`, "lunch", await recipe(name))).id);
    const pairs = ids.flatMap((a) => ids.filter((b) => b !== a).map((b) => ({ a, b })));
    const answers = await Promise.all(pairs.map((pair) => anna.post("/app/meals/swap", pair)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const after: string[] = await cells();
    expect(after.map((cell) => cell.slice(0, 18))).toEqual([3, 4, 5, 6].map((day) => `2026-11-2${day} lunch 0`));
    expect(after.map((cell) => cell.at(-1)).sort()).toEqual(["A", "B", "C", "D"]);
  });

  test("A swap of two meals is refused for API keys with any scopes", async () => {
    const { post } = await homeWithMeals();
    expect((await post("/app/meals/swap", { a: unknownId, b: unknownId })).body).toEqual(
      refusal(403, "Only the app can do this"),
    );
  });
});
