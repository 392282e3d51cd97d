/**
 * Random sequences of planning, repeating, moving, removing, nights and undo. Whatever a night or a new repeat plans is
 * compared with a simple model: no date twice, nothing that was taken off, nothing in a full cell. MEAL_SEQUENCES sets the
 * number of sequences. This is a sample; `bun run prove:meals` runs 10,000.
 */
import { expect, test } from "bun:test";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { planRepeats, repeatMeal, stopRepeating } from "#kitchen/meals/repeats.store.ts";
import { createMeal, deleteMeal, swapMeals, updateMeal } from "#kitchen/meals/store.ts";
import { archiveRecipe, createRecipe } from "#kitchen/recipes/store.ts";
import { runStepsToEnd } from "#lib/concurrency.ts";
import { ApiError } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { mealTypes } from "#lib/wire.ts";
import { undoActivity } from "#overview/undo/store.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { start } from "../support/home/home.ts";
import { type Dice, diceFrom } from "../support/random/rules.ts";

const sequences = Number(process.env.MEAL_SEQUENCES ?? 150);
const steps = 25;
const perDatabase = 100;
const daysAhead = 28;
const mealsOfDay = mealTypes.filter((type) => ["lunch", "dinner", "evening_snack"].includes(type));

type Meal = { id: string; date: string; mealType: string; slot: number; recipeId: string; repeatId: string | null };
type Repeat = { id: string; recipeId: string; mealType: string; everyWeeks: number; startDate: string } & {
  untilDate: string | null;
  plannedThrough: string;
};

const daysFrom = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const slotsIn = (mealType: string) => (mealType.endsWith("snack") ? [0] : [0, 1]);

/** One household, with what is known about its past. */
class Kitchen {
  readonly ids = { recipes: [] as string[], entries: [] as string[] };
  /** The date of each repeat up to which it has been planned. */
  private readonly plannedThrough = new Map<string, string>();
  /** The dates that were planned, by repeat. */
  private readonly everPlanned = new Set<string>();
  now = start;
  private readonly member: Parameters<typeof asMember>[1];
  private readonly household: { id: string; timeZone: string };

  constructor(private readonly db: Db) {
    this.household = createHousehold(db, { name: "Test", timeZone: "Europe/Berlin", plan: "api" }, start);
    this.member = addMember(systemWork(db, this.household, start), { name: "Anna", role: "owner" });
    for (const name of ["Pizza", "Soup", "Roast"]) {
      this.ids.recipes.push(this.change((work) => createRecipe(work, { name }).id) ?? "");
    }
    this.ids.entries.length = 0;
  }

  get today(): string {
    return dateIn("Europe/Berlin", this.now);
  }

  /** Makes a change. Null if it was refused. */
  change<Result>(run: (work: Work) => Result, bySystem = false): Result | null {
    const work = systemWork(this.db, this.household, this.now);
    const acting = bySystem ? work : asMember(work, this.member);
    try {
      const result = transact(this.db, () => run(acting));
      this.ids.entries.push(...acting.recorded.map(({ id }) => id));
      return result;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return null;
    }
  }

  meals(): Meal[] {
    const sql = `SELECT id, date, meal_type AS mealType, slot, recipe_id AS recipeId, repeat_id AS repeatId FROM meal
      WHERE household_id = ? ORDER BY id`;
    return this.db.$client.query(sql).all(this.household.id) as Meal[];
  }

  /** Returns the active repeats of recipes in the box, in the order in which they are planned. */
  repeats(): Repeat[] {
    const sql = `SELECT r.id, recipe_id AS recipeId, meal_type AS mealType, every_weeks AS everyWeeks, start_date AS startDate,
      until_date AS untilDate, planned_through AS plannedThrough FROM meal_repeat r
      JOIN recipe ON recipe.household_id = r.household_id AND recipe.id = r.recipe_id
      WHERE r.household_id = ?1 AND deleted_at IS NULL AND (archived_at IS NULL OR kind = 'quick')
      AND (until_date IS NULL OR until_date >= ?2) ORDER BY r.created_at, r.id`;
    return this.db.$client.query(sql).all(this.household.id, this.today) as Repeat[];
  }

  /** `planned through` never moves back, whatever was undone. */
  checkProgress(): void {
    for (const { id, plannedThrough } of this.repeats()) {
      const known = this.plannedThrough.get(id) ?? "";
      expect(plannedThrough >= known).toBe(true);
      this.plannedThrough.set(id, plannedThrough);
    }
  }

  checkCells(): void {
    const cells = this.meals().map(({ date, mealType, slot }) => `${date} ${mealType} ${slot}`);
    expect(new Set(cells).size).toBe(cells.length);
    expect(this.meals().filter(({ mealType, slot }) => !slotsIn(mealType).includes(slot))).toEqual([]);
  }

  /** Returns the meals that planning ahead must add. */
  expected(repeats: readonly Repeat[], before: readonly Meal[]): string[] {
    const there = [...before];
    const added: string[] = [];
    for (const { id, recipeId, mealType, everyWeeks, startDate, untilDate, plannedThrough } of repeats) {
      for (let ahead = 0; ahead <= daysAhead; ahead++) {
        const date = daysFrom(this.today, ahead);
        const days = daysBetween(startDate, date);
        if (days <= 0 || days % (7 * everyWeeks) !== 0) continue;
        if (date <= plannedThrough || (untilDate !== null && date > untilDate)) continue;
        const inCell = there.filter((each) => each.date === date && each.mealType === mealType);
        if (inCell.length >= slotsIn(mealType).length || inCell.some((each) => each.recipeId === recipeId)) continue;
        const slot = slotsIn(mealType).find((each) => inCell.every((other) => other.slot !== each)) ?? 0;
        there.push({ id: "", date, mealType, slot, recipeId, repeatId: id });
        added.push(`${id} ${date} ${mealType} ${slot}`);
      }
    }
    return added.sort();
  }

  /** The new meals are those that the model wants, and none was planned before. */
  checkPlanned(before: readonly Meal[], expected: readonly string[]): void {
    const known = new Set(before.map(({ id }) => id));
    const made = this.meals().filter(({ id }) => !known.has(id));
    const added = made.map(({ repeatId, date, mealType, slot }) => `${repeatId} ${date} ${mealType} ${slot}`);
    expect(added.sort()).toEqual([...expected]);
    for (const { repeatId, date } of made) {
      const key = `${repeatId} ${date}`;
      expect(this.everPlanned.has(key)).toBe(false);
      this.everPlanned.add(key);
    }
  }

  night(days: number): void {
    this.now = new Date(this.now.getTime() + days * 86_400_000);
    const before = this.meals();
    const expected = this.expected(this.repeats(), before);
    this.change(planRepeats, true);
    this.checkPlanned(before, expected);
  }

  repeat(mealId: string, everyWeeks: number, until: string | null): void {
    const before = this.meals();
    const made = this.change((work) => repeatMeal(work, mealId, { everyWeeks, until }));
    if (made === null) {
      expect(this.meals()).toEqual(before);
      return;
    }
    const active = this.repeats().filter(({ id }) => id === made.repeat.id);
    const fresh = active.map((each) => ({ ...each, plannedThrough: each.startDate }));
    this.checkPlanned(before, this.expected(fresh, before));
  }
}

function step(kitchen: Kitchen, dice: Dice): void {
  const meals = kitchen.meals();
  const [one, other] = meals.length === 0 ? [] : [dice.pick(meals), dice.pick(meals)];
  const place = () => ({
    date: daysFrom(kitchen.today, dice.whole(-8, 40)),
    mealType: dice.pick(mealsOfDay),
  });
  const kind = dice.whole(1, 20);
  if (kind <= 4 || !one || !other) {
    const recipeId = dice.pick(kitchen.ids.recipes);
    const what = dice.chance(0.3) ? { text: dice.pick(["Leftovers", "leftovers", "Takeaway"]) } : { recipeId };
    kitchen.change((work) => createMeal(work, { ...place(), ...what }));
  } else if (kind <= 8) {
    const until = dice.chance(0.3) ? daysFrom(one.date, dice.whole(-3, 60)) : null;
    kitchen.repeat(one.id, dice.whole(1, 4), until);
  } else if (kind <= 10) kitchen.night(dice.whole(0, 9));
  else if (kind <= 12) kitchen.change((work) => deleteMeal(work, one.id));
  else if (kind === 13) kitchen.change((work) => updateMeal(work, one.id, { ...place(), slot: dice.whole(0, 1) }));
  else if (kind === 14) kitchen.change((work) => swapMeals(work, { a: one.id, b: other.id }));
  else if (kind === 15) {
    const repeatId = one.repeatId ?? other.repeatId ?? "";
    kitchen.change((work) => stopRepeating(work, repeatId, dice.pick(["keep", "remove"] as const)));
  } else if (kind === 16 && dice.chance(0.3)) {
    kitchen.change((work) => archiveRecipe(work, dice.pick(kitchen.ids.recipes)));
  } else if (kitchen.ids.entries.length > 0) {
    const entry = dice.pick(kitchen.ids.entries.slice(-6));
    kitchen.change((work) =>
      runStepsToEnd(undoActivity(work, entry, { hasScope: () => true, hasPicture: () => false })),
    );
  }
}

test(`Repeating meals plan the same meals as a simple model, in ${sequences} sequences of ${steps} changes`, () => {
  let db = openInMemory();
  let changes = 0;
  for (let seed = 1; seed <= sequences; seed++) {
    if (seed % perDatabase === 0) db = openInMemory();
    const kitchen = new Kitchen(db);
    const dice = diceFrom(seed);
    try {
      for (let count = 0; count < steps; count++) {
        const before = new Set(kitchen.meals().map(({ id }) => id));
        const { length } = kitchen.ids.entries;
        step(kitchen, dice);
        kitchen.checkCells();
        kitchen.checkProgress();
        if (kitchen.ids.entries.length === length) expect(new Set(kitchen.meals().map(({ id }) => id))).toEqual(before);
      }
      kitchen.night(28);
      changes += kitchen.ids.entries.length;
    } catch (error) {
      throw new Error(`Seed ${seed}`, { cause: error });
    }
  }
  expect(changes).toBeGreaterThan(sequences * 8);
}, 3_600_000);
