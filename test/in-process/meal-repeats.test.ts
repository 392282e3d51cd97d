/** Meals that repeat: planned four weeks ahead, at once and every night. */
import { describe, expect, test } from "bun:test";
import { maintainMeals } from "#kitchen/meals/nightly.ts";
import { transact } from "#platform/db/client.ts";
import { refusal } from "../support/home/home.ts";
import { changedSince, newest, undo } from "../support/home/undo.ts";
import { homeWithMeals, images, rowsOf } from "../support/records/meals.ts";

const friday = "2026-11-27";
const day = 86_400_000;

async function homeWithPizza() {
  const home = await homeWithMeals();
  const pizza = await home.recipe("Pizza");
  const meal = await home.plan(friday, "dinner", pizza);
  const repeat = (body: object = { everyWeeks: 1 }, id = meal.id) => home.anna.post(`/app/meals/${id}/repeat`, body);
  const dates = () =>
    rowsOf(home, "meal")
      .map((row: any) => `${row.date.slice(5)} ${row.slot}`)
      .sort();
  const emitted: string[] = [];
  const night = async (days = 1) => {
    home.server.clock.advance(days * day);
    const committed = { emit: ({ householdId }: { householdId: string }) => void emitted.push(householdId) };
    const { db } = home;
    const clock = () => home.server.clock.now;
    await maintainMeals({ db, clock, committed } as never, new AbortController().signal);
  };
  const stop = (id: string, meals = "keep") => home.anna.call("DELETE", `/app/meal-repeats/${id}?meals=${meals}`);
  const repeats = async () => (await home.anna.get("/app/meal-repeats")).body.repeats;
  return { ...home, pizza, meal, repeat, dates, night, stop, repeats, emitted };
}

describe("a repeating meal", () => {
  test("A meal that is set to repeat is planned four weeks ahead at once", async () => {
    const home = await homeWithPizza();
    const before = rowsOf(home, "meal");
    const { status, body } = await home.repeat();
    expect(status).toBe(200);
    const { id, name, emoji } = home.pizza;
    const repeat = { recipe: { id, name, emoji }, mealType: "dinner", everyWeeks: 1, startDate: friday, until: null };
    expect(body.repeat).toEqual({ id: expect.any(String), ...repeat });
    expect(body.meal).toEqual({ ...home.meal, repeatId: body.repeat.id });
    expect(body.planned.map(({ date, repeatId }: any) => [date, repeatId])).toEqual(
      ["2026-12-04", "2026-12-11", "2026-12-18", "2026-12-25"].map((date) => [date, body.repeat.id]),
    );
    expect(await home.repeats()).toEqual([body.repeat]);
    expect(home.entries()[0]).toMatchObject({
      subject: { type: "meal", id: home.meal.id, label: "Pizza" },
      summary: "made “Pizza” repeat at dinner every Friday",
    });
    const after = { meal: expect.arrayContaining(rowsOf(home, "meal")), mealRepeat: rowsOf(home, "mealRepeat") };
    expect(images(home)).toEqual({ before: { meal: before }, after });
  });

  test("A repeating meal is planned further ahead every night, with an activity entry for added meals", async () => {
    const home = await homeWithPizza();
    await home.repeat();
    const soup = await home.plan("2026-11-28", "lunch", await home.recipe("Soup"));
    await home.repeat({ everyWeeks: 1 }, soup.id);
    const { length } = home.entries();
    await home.night(7);
    expect(home.emitted).toContain(home.id);
    expect(home.entries().length).toBe(length + 1);
    expect(home.entries()[0]).toMatchObject({
      actor: { kind: "system" },
      action: "created",
      summary: "planned 2 meals that repeat",
    });
    expect(home.dates()).toContain("01-01 0");
    await home.night(0);
    expect(home.entries().length).toBe(length + 1);
    await home.night(1);
    expect(home.entries()[0]?.summary).toBe("planned “Soup” for lunch on Sat 2 Jan 2027");
    await home.night(1);
    expect(home.entries().length).toBe(length + 2);
  });

  test.each([
    [{ everyWeeks: 2 }, ["12-11 0", "12-25 0"]],
    [{ everyWeeks: 3 }, ["12-18 0"]],
    [{ everyWeeks: 1, until: "2026-12-11" }, ["12-04 0", "12-11 0"]],
    [{ everyWeeks: 1, until: "2026-12-03" }, []],
  ])("A meal that is set to repeat with %j is planned on %j", async (body, dates) => {
    const home = await homeWithPizza();
    await home.repeat(body);
    expect(home.dates()).toEqual(["11-27 0", ...dates].sort());
    await home.night(1);
    expect(home.dates()).toEqual(["11-27 0", ...dates].sort());
  });

  test("The activity entry of a meal that is set to repeat names the weeks between the repetitions", async () => {
    const home = await homeWithPizza();
    await home.repeat({ everyWeeks: 2 });
    expect(home.entries()[0]?.summary).toBe("made “Pizza” repeat at dinner every 2 weeks on Friday");
  });

  test("A repeat of a meal ends after its last date, and planned meals are then no longer marked as repeating", async () => {
    const home = await homeWithPizza();
    await home.repeat({ everyWeeks: 1, until: "2026-12-04" });
    await home.night(8);
    expect(await home.repeats()).toEqual([]);
    expect((await home.week("2026-12-04")).meals[0].repeatId).toBeNull();
  });

  test("A repeat of a past meal begins today, and a repeat of a meal far ahead begins with that meal", async () => {
    const home = await homeWithPizza();
    const past = await home.plan("2026-10-02", "lunch", home.pizza);
    await home.repeat({ everyWeeks: 2 }, past.id);
    const ahead = await home.plan("2027-03-05", "lunch", home.pizza);
    await home.repeat({ everyWeeks: 1 }, ahead.id);
    const lunches = () =>
      rowsOf(home, "meal").flatMap((row: any) => (row.mealType === "lunch" ? [row.date as string] : []));
    expect(lunches().sort()).toEqual(["2026-10-02", "2026-11-27", "2026-12-11", "2026-12-25", "2027-03-05"]);
    await home.night(77);
    expect(lunches()).toContain("2027-03-12");
  });

  test("A quick meal can be set to repeat, and the text of the quick meal is then not deleted", async () => {
    const home = await homeWithPizza();
    const quick = { date: friday, mealType: "lunch", text: "Leftovers" };
    const { id } = (await home.post("/v1/meals/quick", quick)).body;
    await home.repeat({ everyWeeks: 4 }, id);
    await home.night(29);
    expect((await home.week("2027-01-22")).meals.map(({ quick }: any) => quick)).toEqual([true]);
  });

  test("A repeating meal is not planned on a date that has no free place or already has the recipe", async () => {
    const home = await homeWithPizza();
    const soup = await home.recipe("Soup");
    await home.plan("2026-12-04", "dinner", soup);
    for (const slot of [0, 1]) await home.plan("2026-12-11", "dinner", soup, { slot });
    await home.plan("2026-12-18", "dinner", home.pizza, { slot: 1 });
    await home.repeat();
    expect(home.dates()).toEqual([...["11-27 0", "12-04 0", "12-04 1", "12-11 0", "12-11 1", "12-18 1", "12-25 0"]]);
    await home.delete(`/v1/meals/${(await home.week("2026-12-11")).meals[0].id}`);
    await home.night(1);
    expect(home.dates()).not.toContain("12-11 0");
  });

  test("A repeating meal is not planned again on a date from which somebody removed the meal", async () => {
    const home = await homeWithPizza();
    const { planned } = (await home.repeat()).body;
    await home.delete(`/v1/meals/${planned[0].id}`);
    for (let nights = 0; nights < 9; nights++) await home.night(1);
    expect(home.dates()).toEqual(["01-01 0", "11-27 0", "12-11 0", "12-18 0", "12-25 0"]);
  });

  test("A repeating meal is not planned while its recipe is archived", async () => {
    const home = await homeWithPizza();
    await home.repeat();
    await home.delete(`/v1/recipes/${home.pizza.id}`);
    const entry = newest(home);
    await home.night(7);
    expect(home.dates()).not.toContain("01-01 0");
    await undo(home, entry);
    await home.night(0);
    expect(home.dates()).toContain("01-01 0");
  });

  test("A repeat is refused for an unknown meal, for a repeating meal, and for an end before the start", async () => {
    const home = await homeWithPizza();
    expect((await home.repeat({ everyWeeks: 1, until: "2026-11-26" })).body).toEqual(
      refusal(422, "until: must not lie before the meal"),
    );
    const { planned } = (await home.repeat()).body;
    const again = refusal(409, "This meal repeats already");
    expect((await home.repeat()).body).toEqual(again);
    expect((await home.repeat({ everyWeeks: 1 }, planned[0].id)).body).toEqual(again);
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    expect((await home.repeat({ everyWeeks: 1 }, unknown)).body).toEqual(refusal(404, "Meal not found"));
    expect((await home.stop(unknown)).body).toEqual(refusal(404, "Meal not found"));
    expect((await home.repeat({ everyWeeks: 5 })).body).toEqual(
      refusal(400, "everyWeeks: must be a whole number from 1 to 4"),
    );
  });

  test("A repeat is refused if it ends today or earlier, or if the recipe is archived", async () => {
    const home = await homeWithPizza();
    const past = await home.plan("2026-11-20", "dinner", home.pizza);
    for (const until of ["2026-11-20", friday])
      expect((await home.repeat({ everyWeeks: 1, until }, past.id)).body).toEqual(
        refusal(422, "until: must be after today"),
      );
    expect((await home.repeat({ everyWeeks: 1, until: "2026-11-28" }, past.id)).status).toBe(200);
    await home.delete(`/v1/recipes/${home.pizza.id}`);
    expect((await home.repeat()).body).toEqual(refusal(422, "This recipe is archived"));
    expect((await home.repeats()).length).toBe(1);
  });

  test("A repeating meal copies the note and the servings of the previous meal, but not the cook", async () => {
    const home = await homeWithPizza();
    const details = { note: "With salad", servings: 6 };
    await home.patch(`/v1/meals/${home.meal.id}/details`, { ...details, cookId: home.members.ben.id });
    const { planned } = (await home.repeat()).body;
    expect(planned[3]).toMatchObject({ ...details, cookId: null });
    await home.night(7);
    expect((await home.week("2027-01-01")).meals[0]).toMatchObject({ ...details, cookId: null });
    await home.patch(`/v1/meals/${home.meal.id}/details`, { note: "With beans" });
    await home.night(7);
    expect((await home.week("2027-01-08")).meals[0].note).toBe("With beans");
    await home.delete(`/v1/meals/${home.meal.id}`);
    await home.night(7);
    expect((await home.week("2027-01-15")).meals[0]).toMatchObject({ note: "With beans", servings: 6 });
  });

  test("A meal is set to repeat by adults only, and a household has at most 50 repeating meals", async () => {
    const home = await homeWithPizza();
    expect((await home.mia.post(`/app/meals/${home.meal.id}/repeat`, { everyWeeks: 1 })).status).toBe(403);
    await home.repeat();
    const [row] = rowsOf(home, "mealRepeat") as any[];
    transact(home.db, () => {
      for (let index = 1; index < 50; index++)
        home.db.$client.run(
          `INSERT INTO meal_repeat SELECT household_id, ?, meal_id, recipe_id, meal_type, every_weeks, start_date, until_date,
           planned_through, deleted_at, created_at, updated_at, created_by FROM meal_repeat WHERE id = ?`,
          [Bun.randomUUIDv7(), row.id],
        );
    });
    const { id } = await home.plan(friday, "lunch", home.pizza);
    expect((await home.repeat({ everyWeeks: 1 }, id)).body).toEqual(
      refusal(422, "A household has at most 50 repeating meals"),
    );
  });
});

describe("the end of a repeat", () => {
  test("The end of a repeat keeps the planned meals, but no longer marks these meals as repeating", async () => {
    const home = await homeWithPizza();
    const { repeat } = (await home.repeat()).body;
    expect((await home.stop(repeat.id)).body).toEqual({ id: repeat.id, deleted: true });
    expect(home.entries()[0]?.summary).toBe("stopped repeating “Pizza” at dinner");
    expect(home.dates().length).toBe(5);
    expect((await home.week()).meals[0].repeatId).toBeNull();
    await home.night(14);
    expect(home.dates().length).toBe(5);
    expect((await home.stop(repeat.id)).status).toBe(404);
  });

  test("The end of a repeat deletes the meals after today if the request says so, and undo restores the meals", async () => {
    const home = await homeWithPizza();
    const { repeat } = (await home.repeat()).body;
    const all = home.dates();
    await home.night(7);
    const before = rowsOf(home, "meal");
    await home.stop(repeat.id, "remove");
    expect(home.dates()).toEqual(["11-27 0", "12-04 0"]);
    expect((await undo(home)).status).toBe(200);
    expect(home.dates()).toEqual(["01-01 0", ...all]);
    expect(
      rowsOf(home, "meal")
        .map(({ id }: any) => id)
        .sort(),
    ).toEqual(before.map(({ id }: any) => id).sort());
    await home.night(7);
    expect(home.dates()).toEqual(["01-01 0", "01-08 0", ...all]);
  });
});

describe("the end of a second repeat", () => {
  test("The end of a second repeat of a meal can also delete the meals that the first repeat planned", async () => {
    const home = await homeWithPizza();
    const first = (await home.repeat()).body;
    await home.stop(first.repeat.id);
    const lunch = await home.plan(friday, "lunch", home.pizza);
    await home.stop((await home.repeat({ everyWeeks: 2 }, lunch.id)).body.repeat.id);
    const all = home.dates();
    const [second] = first.planned;
    const { repeat } = (await home.repeat({ everyWeeks: 1 }, second.id)).body;
    await home.stop(repeat.id, "remove");
    expect(home.dates()).toEqual(["11-27 0", "11-27 0", "12-04 0", "12-11 0", "12-25 0"]);
    expect((await undo(home)).status).toBe(200);
    expect(home.dates()).toEqual(all);
  });

  test("The end of a repeat keeps meals on another weekday, and meals of another repeat that continues", async () => {
    const home = await homeWithPizza();
    const first = (await home.repeat()).body;
    const saturday = await home.plan("2026-11-28", "dinner", home.pizza);
    const other = (await home.repeat({ everyWeeks: 4 }, saturday.id)).body;
    await home.stop(other.repeat.id);
    await home.stop(first.repeat.id, "remove");
    expect(home.dates()).toEqual(["11-27 0", "11-28 0"]);
  });
});

describe("an undo of a repeat", () => {
  test("An undo of a repeat deletes the repeated meals, and redo restores the meals without duplicates", async () => {
    const home = await homeWithPizza();
    const before = (await home.week()).meals;
    await home.repeat();
    const all = home.dates();
    expect((await undo(home)).status).toBe(200);
    expect((await home.week()).meals).toEqual(before);
    expect(await home.repeats()).toEqual([]);
    expect((await undo(home)).status).toBe(200);
    expect(home.dates()).toEqual(all);
    await home.night(7);
    expect(home.dates()).toEqual(["01-01 0", ...all]);
  });

  test("An undo of a repeat keeps meals that were planned on a later night", async () => {
    const home = await homeWithPizza();
    await home.repeat();
    const entry = newest(home);
    await home.night(7);
    expect((await undo(home, entry)).status).toBe(200);
    expect(home.dates()).toEqual(["01-01 0", "11-27 0"]);
    expect((await home.week("2027-01-01")).meals[0].repeatId).toBeNull();
    expect((await undo(home)).status).toBe(200);
    await home.night(7);
    expect(home.dates()).toEqual(["01-01 0", "01-08 0", "11-27 0", "12-04 0", "12-11 0", "12-18 0", "12-25 0"]);
  });

  test("A repeat does not plan meals again on the next night if their nightly planning was undone", async () => {
    const home = await homeWithPizza();
    await home.repeat();
    const all = home.dates();
    await home.night(7);
    expect((await undo(home)).status).toBe(200);
    await home.night(1);
    expect(home.dates()).toEqual(all);
  });

  test("An undo of a repeat is refused if one of the repeated meals was moved", async () => {
    const home = await homeWithPizza();
    const { planned } = (await home.repeat()).body;
    const entry = newest(home);
    await home.patch(`/v1/meals/${planned[0].id}`, { date: "2026-12-05", mealType: "dinner", slot: 0 });
    expect((await undo(home, entry)).body).toEqual(changedSince);
  });
});
