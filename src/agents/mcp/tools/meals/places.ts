/** Finds other meals at a mealtime, and lets two meals change places. */
import type { Meal } from "#kitchen/meals/model.ts";
import { addDays } from "#lib/days.ts";
import type { ActivityEntryDetails } from "#platform/activity/model.ts";
import { dayLine, quotedShort } from "../../output/format.ts";
import { ToolError, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable, type RestAnswer } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";

export type MealPlace = { readonly date: string; readonly mealType: string; readonly slot?: number };

/** Maximum number of weeks to read for remarks about other meals. */
const maxWeeks = 8;

/** Returns the meals of the weeks with the dates. Returns none if the key may not read them. */
export async function mealsAround({ rest }: Context, dates: readonly string[]): Promise<readonly Meal[]> {
  const found: Meal[] = [];
  let until = "";
  let weeks = 0;
  for (const date of dates.toSorted()) {
    if (date <= until || weeks === maxWeeks) continue;
    const week = await ifReadable(rest<{ meals: Meal[] }>("GET", `/v1/meals?weekStart=${date}`));
    if (week === null) return [];
    found.push(...week.body.meals);
    until = addDays(date, 6);
    weeks++;
  }
  return found;
}

const isAt =
  ({ date, mealType }: Pick<MealPlace, "date" | "mealType">) =>
  (meal: Meal) =>
    meal.date === date && meal.mealType === mealType;

const placeText = ({ date, mealType }: Pick<MealPlace, "date" | "mealType">) =>
  `${dayLine(date).slice(0, 3)} ${mealType.replace("_", " ")}`;

const mealText = ({ shortId }: Context, { id, recipe }: Meal) => `${quotedShort(recipe.name)} (${shortId("meal", id)})`;

/**
 * Returns remarks about other meals at the mealtimes of `saved`, among the meals `all`:
 * `Sat dinner also has “Chickpea curry” (8e1bc); swap: true changes places.`
 */
export function besideLines(
  context: Context,
  saved: readonly Meal[],
  all: readonly Meal[],
  { isMove = false }: { readonly isMove?: boolean } = {},
): string[] {
  const ids = new Set(saved.map(({ id }) => id));
  const lines = saved.flatMap((meal, index) => {
    const before = all.filter((each) => !ids.has(each.id) && isAt(meal)(each));
    const earlier = saved.slice(0, index).filter(isAt(meal));
    return [...before, ...earlier].flatMap((other) => {
      if (other.recipe.id === meal.recipe.id)
        return [`${placeText(meal)} has ${quotedShort(meal.recipe.name)} twice now.`];
      if (!before.includes(other)) return [];
      const swap = isMove ? "; swap: true changes places" : "";
      return [`${placeText(meal)} also has ${mealText(context, other)}${swap}.`];
    });
  });
  return [...new Set(lines)];
}

/** Returns how to take away the other meals at the mealtime of a new one, because “pizza instead” is planned beside them. */
export function replaceLines({ shortId }: Context, saved: Meal, all: readonly Meal[]): string[] {
  const others = all.filter((each) => each.id !== saved.id && isAt(saved)(each)).map(({ id }) => shortId("meal", id));
  return others.length === 0
    ? []
    : [`If the new meal is instead of another, call remove_meal with ${others.join(" or ")}.`];
}

/** Returns where the dish of a new meal is planned, too, because people also say “have it on Saturday” to move it. */
export function elsewhereLines(context: Context, saved: Meal, all: readonly Meal[]): string[] {
  const isSame = (each: Meal) => each.recipe.id === saved.recipe.id && each.date >= context.clock.today;
  const others = all.filter((each) => each.id !== saved.id && isSame(each) && !isAt(saved)(each));
  return others.map((each) => {
    return `${mealText(context, each)} is also planned for ${placeText(each)}; to move it instead, send its mealId.`;
  });
}

/** Adds what is planned at the place to the refusal of a meal that has no room there. @throws ToolError */
export async function withRoomRepair<Body>(
  context: Context,
  place: MealPlace | null,
  call: Promise<RestAnswer<Body>>,
  isMove = false,
): Promise<RestAnswer<Body>> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ToolError) || (error.code !== "meal_full" && error.code !== "slot_taken")) throw error;
    const { field } = error;
    const at = field === null ? "Parameter date, mealType or slot" : `Parameter ${field}, and nothing is planned`;
    const repair = `${at}: take another place, or free this one with remove_meal and the id from list_meals.`;
    const there = place === null ? [] : (await mealsAround(context, [place.date])).filter(isAt(place));
    if (place === null || there.length === 0) throw error.withRepair(repair);
    const named = there.map((meal) => mealText(context, meal)).join(" and ");
    const which = there.length > 1 && place.slot === undefined ? " with the one in the slot that you send" : "";
    const swap = isMove ? `; swap: true changes places${which}` : "";
    throw error.withRepair(`${placeText(place)} has ${named}${swap}. ${repair}`);
  }
}

/** The two meals after a swap. Null if nothing was planned at the place, so that the meal can only move. */
export type Swap = { readonly saved: RestAnswer<Meal>; readonly other: Meal } | null;

/**
 * Lets a meal change places with the one at `place`. If the meal was moved there before, the other one takes the place
 * that the meal left.
 * @throws ToolError if it is not clear with which meal
 */
export async function swapInto(
  context: Context,
  mealId: string,
  place: MealPlace,
  idempotencyKey: string | undefined,
): Promise<Swap> {
  const { rest } = context;
  const { body: week } = await rest<{ meals: Meal[] }>("GET", `/v1/meals?weekStart=${place.date}`);
  const meal = (await rest<Meal>("PATCH", `/v1/meals/${mealId}/details`, {})).body;
  const there = week.meals.filter(
    (each) => isAt(place)(each) && each.id !== mealId && (place.slot === undefined || each.slot === place.slot),
  );
  const [other, another] = there;
  if (!other) return null;
  if (another) {
    const choices = there.map((each) => `${each.slot} is ${mealText(context, each)}`).join(", ");
    throw wrongParameter("slot", `${placeText(place)} has two meals`, `say with which to swap: ${choices}.`);
  }
  if (isAt(place)(meal)) return takeFormerPlace(context, meal, other);
  const body = { a: mealId, b: other.id };
  const saved = await rest<{ meals: [Meal, Meal] }>("POST", "/v1/meals/swap", body, { idempotencyKey });
  const [first, second] = saved.body.meals;
  return { saved: { ...saved, body: first }, other: second };
}

/** Moves `other` to the place from which this key moved the meal last. @throws ToolError if that is not known */
async function takeFormerPlace(context: Context, meal: Meal, other: Meal): Promise<Swap> {
  const { rest, keyId } = context;
  const latest = await ifReadable(rest<{ entries: ActivityEntryDetails[] }>("GET", "/v1/activity?limit=50"));
  const last = latest?.body.entries.find(({ subject, actor }) => subject.id === meal.id && actor.id === keyId);
  const { date, mealType, slot } = last?.action === "moved" && last.canUndo ? (last.changes ?? {}) : {};
  if (!date && !mealType) {
    const repair = `to swap, move ${mealText(context, other)} with its mealId to the place that it shall have.`;
    throw wrongParameter("swap", "the meal is there already", repair);
  }
  const former = {
    date: date?.from ?? meal.date,
    mealType: mealType?.from ?? meal.mealType,
    slot: slot?.from ?? meal.slot,
  };
  const moved = await withRoomRepair(context, null, rest<Meal>("PATCH", `/v1/meals/${other.id}`, former));
  return { saved: { ...moved, body: meal }, other: moved.body };
}
