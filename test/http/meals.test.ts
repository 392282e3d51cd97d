/** Tests the meal plan. The tests of groceries are elsewhere. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { asPlanned, homeWithMeals, images, monday, rowsOf } from "../support/records/meals.ts";

const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const date = "2026-11-27";
const snacks = ["morning_snack", "afternoon_snack", "evening_snack"];
const full = {
  breakfast: "Breakfast is full",
  morning_snack: "Morning snack is full",
  lunch: "Lunch is full",
  afternoon_snack: "Afternoon snack is full",
  dinner: "Dinner is full",
  evening_snack: "Evening snack is full",
};

describe("planning a meal", () => {
  test("Planning a meal returns the meal with the whole recipe, and adds an activity entry", async () => {
    const home = await homeWithMeals();
    const lasagne = await home.recipe("Lasagne", ["Milk"]);
    const { status, body } = await home.ben.post("/v1/meals", { date, mealType: "dinner", recipeId: lasagne.id });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      date,
      mealType: "dinner",
      slot: 0,
      recipe: asPlanned(lasagne),
      ...{ note: null, cookId: null, servings: null, repeatId: null },
      createdAt: instant,
      updatedAt: body.createdAt,
      createdBy: { kind: "member", id: home.members.ben.id, name: "Ben", agentName: null },
    });
    expect(home.entries()[0]).toMatchObject({
      actor: { name: "Ben" },
      action: "created",
      subject: { type: "meal", id: body.id, label: "Lasagne" },
      summary: expect.stringMatching(/^added “Lasagne” to dinner on Fri 27 Nov( 2026)?$/),
      changes: null,
    });
    expect(images(home)).toEqual({ before: null, after: { meal: rowsOf(home, "meal") } });
  });

  test.each(Object.entries(full))(
    "Each position of the meal type %s can be filled, and a further meal is refused: %s",
    async (mealType, error) => {
      const { recipe, post, cells, entries } = await homeWithMeals();
      const { id: recipeId } = await recipe("Toast");
      const slots = snacks.includes(mealType) ? [0] : [0, 1];
      for (const slot of slots) expect((await post("/v1/meals", { date, mealType, recipeId })).body.slot).toBe(slot);
      const { length } = entries();
      expect((await post("/v1/meals", { date, mealType, recipeId })).body).toEqual(refusal(409, error));
      for (const slot of slots) {
        const answer = await post("/v1/meals", { date, mealType, recipeId, slot });
        expect(answer.body).toEqual(refusal(409, "Meal slot is taken"));
      }
      expect(entries().length).toBe(length);
      expect(await cells()).toEqual(slots.map((slot) => `${date} ${mealType} ${slot} Toast`));
    },
  );

  test("A meal is planned at the given position of a lunch, or else at the free position", async () => {
    const { recipe, plan } = await homeWithMeals();
    const toast = await recipe("Toast");
    expect((await plan(date, "lunch", toast, { slot: 1 })).slot).toBe(1);
    expect((await plan(date, "lunch", toast)).slot).toBe(0);
    expect((await plan("2026-11-28", "lunch", toast, { slot: 0 })).slot).toBe(0);
    expect((await plan("2026-11-28", "lunch", toast)).slot).toBe(1);
  });

  test("Fifty simultaneous requests to plan meals fill exactly the free positions", async () => {
    const home = await homeWithMeals();
    const { id: recipeId } = await home.recipe("Toast");
    const { length } = home.entries();
    const claims = (mealType: string, more: object = {}) =>
      Promise.all(Array.from({ length: 50 }, () => home.post("/v1/meals", { date, mealType, recipeId, ...more })));
    const told = (answers: { status: number; body: any }[]) =>
      Object.entries(Object.groupBy(answers, ({ status, body }) => `${status} ${body.error ?? ""}`)).map(
        ([text, those]) => `${those?.length} × ${text.trim()}`,
      );
    expect(told(await claims("dinner")).sort()).toEqual(["2 × 200", "48 × 409 Dinner is full"]);
    expect(told(await claims("evening_snack")).sort()).toEqual(["1 × 200", "49 × 409 Evening snack is full"]);
    expect(told(await claims("lunch", { slot: 1 })).sort()).toEqual(["1 × 200", "49 × 409 Meal slot is taken"]);
    const places = ["lunch 1", "dinner 0", "dinner 1", "evening_snack 0"];
    expect(await home.cells()).toEqual(places.map((place) => `${date} ${place} Toast`));
    expect(home.entries().length).toBe(length + 4);
  });

  test("Fifty simultaneous requests with one idempotency key plan one meal", async () => {
    const { recipe, post, cells } = await homeWithMeals();
    const { id: recipeId } = await recipe("Toast");
    const headers = { "Idempotency-Key": "dinner" };
    const body = { date, mealType: "dinner", recipeId };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post("/v1/meals", body, { headers })));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await cells()).length).toBe(1);
  });

  test.each([
    [{ mealType: "dinner", recipeId: "R" }, 400, "date: is required"],
    [{ date, recipeId: "R" }, 400, "mealType: is required"],
    [{ date, mealType: "dinner" }, 400, "recipeId: is required"],
    [{ date: "2026-02-29", mealType: "dinner", recipeId: "R" }, 400, /^date: must be a date that exists/],
    [{ date: "2026-11-27T00:00:00Z", mealType: "dinner", recipeId: "R" }, 400, /^date: must be a date that exists/],
    [{ date, mealType: "brunch", recipeId: "R" }, 400, /^mealType: must be one of breakfast, morning_snack, lunch, /],
    [{ date, mealType: "dinner", recipeId: "1" }, 400, "recipeId: must be a UUID"],
    [{ date, mealType: "dinner", recipeId: "R", slot: 2 }, 400, "slot: must be a whole number from 0 to 1"],
    [{ date, mealType: "dinner", recipeId: "R", slot: -1 }, 400, "slot: must be a whole number from 0 to 1"],
    [{ date, mealType: "dinner", recipeId: "R", slot: null }, 400, "slot: must be a whole number from 0 to 1"],
    [{ date, mealType: "dinner", recipeId: "R", slot: "1" }, 400, "slot: must be a whole number from 0 to 1"],
    ...snacks.map(
      (mealType) => [{ date, mealType, recipeId: "R", slot: 1 }, 422, "slot: a snack has only slot 0"] as const,
    ),
    [{ date, mealType: "dinner", recipeId: unknownId }, 422, "recipeId: no such recipe"],
    [{ date, mealType: "dinner", recipeId: "THEIRS" }, 422, "recipeId: no such recipe"],
  ] as const)("Planning a meal with %j is refused with %d", async (body, status, error) => {
    const home = await homeWithMeals();
    const { id } = await home.recipe("Toast");
    const theirs = (await (await home.neighbour()).post("/v1/recipes", { name: "Theirs" })).body.id;
    const { length } = home.entries();
    const recipeId = { R: id, THEIRS: theirs }[(body as any).recipeId as string] ?? (body as any).recipeId;
    const sent = recipeId === undefined ? body : { ...body, recipeId };
    const answer = (await home.post("/v1/meals", sent)).body;
    expect(answer).toEqual({
      statusCode: status,
      error: error instanceof RegExp ? expect.stringMatching(error) : error,
    });
    expect(await home.cells()).toEqual([]);
    expect(home.entries().length).toBe(length);
  });
});

describe("the meal plan of a week", () => {
  test("The meal plan of a week lists the meals of seven days by date, meal type and position", async () => {
    const { recipe, plan, week, cells } = await homeWithMeals();
    const toast = await recipe("Toast");
    const places: [string, string, number][] = [
      ["2026-11-25", "dinner", 1],
      ["2026-11-25", "evening_snack", 0],
      ["2026-11-25", "dinner", 0],
      ["2026-11-25", "breakfast", 0],
      ["2026-11-25", "afternoon_snack", 0],
      ["2026-11-25", "morning_snack", 0],
      ["2026-11-25", "lunch", 1],
      ["2026-11-29", "breakfast", 0],
      ["2026-11-23", "evening_snack", 0],
      ["2026-11-22", "evening_snack", 0],
      ["2026-11-30", "breakfast", 0],
      ["2026-12-01", "lunch", 0],
      ["2026-12-02", "lunch", 0],
    ];
    for (const [on, mealType, slot] of places) await plan(on, mealType, toast, { slot });
    expect(await cells()).toEqual([
      "2026-11-23 evening_snack 0 Toast",
      "2026-11-25 breakfast 0 Toast",
      "2026-11-25 morning_snack 0 Toast",
      "2026-11-25 lunch 1 Toast",
      "2026-11-25 afternoon_snack 0 Toast",
      "2026-11-25 dinner 0 Toast",
      "2026-11-25 dinner 1 Toast",
      "2026-11-25 evening_snack 0 Toast",
      "2026-11-29 breakfast 0 Toast",
    ]);
    const wednesday = await week("2026-11-25");
    expect(wednesday).toMatchObject({ weekStart: "2026-11-25", weekEnd: "2026-12-01" });
    expect(wednesday.meals.length).toBe(10);
    expect(await week("2027-06-01")).toEqual({ weekStart: "2027-06-01", weekEnd: "2027-06-07", meals: [] });
  });

  test.each([
    ["2024-02-26", "2024-03-03"],
    ["2026-12-31", "2027-01-06"],
    ["0001-01-01", "0001-01-07"],
    ["9999-12-25", "9999-12-31"],
    ["9999-12-28", "9999-12-31"],
  ])("The meal plan of a week that starts on %s ends on %s", async (weekStart, weekEnd) => {
    expect(await (await homeWithMeals()).week(weekStart)).toEqual({ weekStart, weekEnd, meals: [] });
  });

  test.each([
    ["", "weekStart: is required"],
    ["?weekStart=2026-02-30", "weekStart: must be a date that exists, such as 2026-05-01"],
    ["?weekStart=26-02-03", "weekStart: must be a date that exists, such as 2026-05-01"],
    ["?weekStart=", "weekStart: must be a date that exists, such as 2026-05-01"],
    ["?weekStart=2026-11-23&weekStart=2026-11-23", "weekStart: must be given once"],
  ])("The meal plan of a week is refused for the query %p", async (query, error) => {
    const { get } = await homeWithMeals();
    expect((await get(`/v1/meals${query}`)).body).toEqual(refusal(400, error));
  });

  test("The meal plan of a week shows the current recipes, and nothing to another household", async () => {
    const home = await homeWithMeals();
    const toast = await home.recipe("Toast");
    await home.plan(date, "lunch", toast);
    await home.plan(date, "dinner", toast);
    const changed = (await home.patch(`/v1/recipes/${toast.id}`, { name: "French toast" })).body;
    expect((await home.week()).meals.map(({ recipe }: any) => recipe)).toEqual([
      asPlanned(changed),
      asPlanned(changed),
    ]);
    expect((await home.week(monday, await home.neighbour())).meals).toEqual([]);
  });
});

test("Deleting a meal from the plan frees the position, and keeps the recipe", async () => {
  const home = await homeWithMeals();
  const lasagne = await home.recipe("Lasagne");
  const first = await home.plan(date, "dinner", lasagne);
  const second = await home.plan(date, "dinner", lasagne);
  const before = rowsOf(home, "meal").filter(({ id }) => id === first.id);
  expect((await home.delete(`/v1/meals/${first.id}`)).body).toEqual({ id: first.id, deleted: true });
  expect((await home.week()).meals).toEqual([second]);
  expect((await home.get("/v1/recipes")).body.recipes).toMatchObject([asPlanned(lasagne)]);
  const [entry] = home.entries();
  expect(entry).toMatchObject({ action: "deleted", subject: { type: "meal", id: first.id }, changes: null });
  expect(entry?.summary).toMatch(/^took “Lasagne” off dinner on Fri 27 Nov/);
  expect(images(home)).toEqual({ before: { meal: before }, after: null });
  expect((await home.delete(`/v1/meals/${first.id}`)).body).toEqual(refusal(404, "Meal not found"));
  const to = { date, mealType: "dinner", slot: 0 };
  expect((await home.patch(`/v1/meals/${first.id}`, to)).body).toEqual(refusal(404, "Meal not found"));
  expect((await home.plan(date, "dinner", lasagne)).slot).toBe(0);
});
