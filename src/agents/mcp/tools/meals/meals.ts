import { Type } from "@sinclair/typebox";
import type { Meal } from "#kitchen/meals/model.ts";
import { addDays, startOfWeek } from "#lib/days.ts";
import { mayEndId } from "#lib/short-ids.ts";
import { closed, mealTypes, oneOf } from "#lib/wire.ts";
import { mealTypeOf } from "../../input/coerce.ts";
import { allOptional, Field, items, optional, Param, textFields } from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { type Clock, notePast, parseWeekday, readDay } from "../../input/times.ts";
import type { TitleSource } from "../../input/titles.ts";
import { activityText, removedAnswer, savedAnswer } from "../../output/answers.ts";
import { bare, countText, dayLine, joinParts, quoted, shortTitle } from "../../output/format.ts";
import { runAll, runEach, ToolError, wrongChoice, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable, type RestAnswer, unless } from "../../rest-client.ts";
import { type Context, householdMutex, toolsOf, type Viewer } from "../../tool.ts";
import { minutesText, readRecipes, recipeId, recipeIdAmong, recipeParameter } from "../recipes.ts";
import {
  besideLines,
  elsewhereLines,
  type MealPlace,
  mealsAround,
  replaceLines,
  swapInto,
  withRoomRepair,
} from "./places.ts";

const mealFields = { ...textFields("date", "mealType"), slot: Field.count, recipe: Field.text };
const textRepair = "Parameter text: take one that was planned before, or a recipe.";
const mealTool = toolsOf("meals", {
  names: { recipeId: "recipe", id: "mealId", cookId: "cook" },
  repairs: {
    not_found: "Parameter mealId: take an id that list_meals returned; the meal may be deleted.",
    limit_reached: textRepair,
    "out_of_range servings": "Parameter servings: for 1 to 100 people.",
    "no_such_reference recipeId": "Parameter recipe: take a name or id that list_recipes returned; it may be archived.",
  },
});
const mealType = oneOf(mealTypes, { description: "Which meal" });
const slot = Param.number("0 or 1; default: first free");

const daysOfTitles = 14;

/** Reads the meals of the next 14 days. They are called by their dish, or by meal and day: `dinner saturday`. */
const mealTitles: TitleSource = async (context) => {
  const { clock, rest } = context;
  const weeks = [clock.today, addDays(clock.today, daysOfTitles / 2)];
  const meals = await runEach(weeks, (day) => rest<{ meals: Meal[] }>("GET", `/v1/meals?weekStart=${day}`));
  return meals
    .flatMap(({ body }) => body.meals)
    .map(({ id, date, mealType, recipe }) => ({
      id,
      title: recipe.name,
      detail: `${dayLine(date)}, ${mealType}`,
      isCalled: (text: string) => isMealOn(text, { date, mealType }, clock),
    }));
};

/** Whether a text names a meal and its day, in any order. */
function isMealOn(text: string, { date, mealType }: Pick<Meal, "date" | "mealType">, clock: Clock): boolean {
  const words = text.trim().split(/\s+/, maxPlaceWords);
  const at = words.findIndex((word) => mealTypeOf(word.replace(/['’]s$/, "")) === mealType);
  const day = words
    .toSpliced(at, 1)
    .join(" ")
    .replace(/^(?:on|for|am|für) |['’]s$/gi, "");
  if (at < 0 || day === "") return false;
  try {
    return readDay(day, { ...clock, note: () => {} }, "mealId") === date;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

const maxPlaceWords = 6;

const listMeals = mealTool({
  name: "list_meals",
  title: "List planned meals: breakfast, lunch, dinner",
  profile: "core",
  does: "reads",
  description: "What is planned to eat in a week. How a dish is made is in list_recipes.",
  input: allOptional({ weekStart: Param.day("First of seven days; default this week"), cursor: Param.cursor }),
  output: closed({ ...Field.page, weekStart: Field.text, meals: items({ id: Field.text, ...mealFields }) }),
  async run(context, { weekStart, cursor }) {
    const first = await weekOf(context, weekStart);
    const { body } = await context.rest<{ weekEnd: string; meals: Meal[] }>("GET", `/v1/meals?weekStart=${first}`);
    const page = context.page(body.meals, cursor, "No meals planned.", (meal) => mealView(meal, context));
    return {
      text: `${dayLine(first)} – ${dayLine(body.weekEnd)}\n${page.text}`,
      data: { ...page.paging, weekStart: first, meals: page.items },
    };
  },
});

const scheduleMeal = mealTool({
  name: "schedule_meal",
  title: "Plan or move a meal",
  profile: "core",
  does: "adds",
  description:
    "Plans a recipe or a text for one meal; with mealId, moves a planned meal there. For several: plan_meals.",
  input: closed({
    date: Param.day("When"),
    mealType,
    ...optional({
      recipe: recipeParameter("Name or id"),
      text: Param.text(100, "Or Leftovers, Takeaway"),
      cook: Param.member("Who cooks"),
      servings: Param.number("For how many"),
      mealId: idParameter("meal", "To move: id, dish or day", mealTitles),
      swap: Param.flag("Changes places with the meal there"),
      slot,
      idempotencyKey: Param.idempotencyKey,
    }),
  }),
  output: closed({ ...Field.write, ...mealFields }),
  async run(context, { recipe, text, cook, servings, mealId, swap = false, idempotencyKey, ...place }) {
    const [date, cookId, ownRecipeId] = await runAll(
      async () => readDay(place.date, context.clock, "date"),
      () => (cook === undefined ? undefined : context.memberId(cook, "cook")),
      () => (recipe === undefined || mealId !== undefined ? null : recipeId(context, recipe, context.note)),
    );
    const at = { ...place, date };
    const details = { cookId, servings };
    const hasDetails = cookId !== undefined || servings !== undefined;
    notePast(context.clock, date);
    const answer = async (outcome: string, { body, activityId }: RestAnswer<Meal>, isMove = false) => {
      const others = activityId === null ? [] : await mealsAround(context, [body.date]);
      const lines = besideLines(context, [body], others, { isMove });
      const remarks = isMove
        ? lines
        : [...lines, ...replaceLines(context, body, others), ...elsewhereLines(context, body, others)];
      return savedAnswer(outcome, mealView(body, context), activityId, remarks);
    };
    if (mealId !== undefined) {
      if (recipe !== undefined || text !== undefined) throw dishNotAllowed(recipe === undefined ? "text" : "recipe");
      if (swap && hasDetails) throw wrongChoice("swap", "must be sent without cook and servings", swapRepair);
      const swapOnce = () => swapInto(context, mealId, at, idempotencyKey);
      const swapped = swap ? await householdMutex.run(context.household.id, swapOnce) : null;
      if (swapped) {
        const { saved, other } = swapped;
        const outcome = saved.isReplay ? "Swapped before" : "Swapped";
        return savedAnswer(outcome, mealView(saved.body, context), saved.activityId, [mealView(other, context).line]);
      }
      if (swap) context.note("swap: nothing else is planned there.");
      const saved = hasDetails
        ? await patchMeal(context, `${mealId}/details`, { ...at, ...details })
        : await move(context, mealId, at);
      const unchanged = hasDetails ? "Already planned so" : "Already planned there";
      const outcome = saved.activityId === null ? unchanged : hasDetails ? "Changed" : "Moved";
      return answer(outcome, saved, true);
    }
    if (swap) throw wrongChoice("swap", "only with mealId", swapRepair);
    requireOneDish(recipe, text);
    const dish = ownRecipeId === null ? { text } : { recipeId: ownRecipeId };
    // In the REST API, the first route has none of the other fields.
    const path = text === undefined && !hasDetails ? "/v1/meals" : "/v1/meals/details";
    const body = { ...at, ...dish, ...details };
    const saved = await withRoomRepair(context, at, context.rest<Meal>("POST", path, body, { idempotencyKey }));
    return answer(saved.isReplay ? "Planned before" : "Planned", saved);
  },
});

const swapRepair = "Parameter swap: true lets the meal of mealId and the one at date and mealType change places.";

const removeMeal = mealTool({
  name: "remove_meal",
  title: "Take a meal off the plan",
  profile: "standard",
  does: "deletes",
  description: "Takes a planned meal off the plan; its recipe stays. To move it take schedule_meal.",
  input: closed({ mealId: idParameter("meal", "Id, dish or dinner saturday", mealTitles) }),
  output: closed(Field.write),
  async run({ rest, shortId }, { mealId }) {
    // Without a change, this route returns the meal, even to a key that may not read.
    const { body } = await rest<Meal>("PATCH", `/v1/meals/${mealId}/details`, {});
    const { date, mealType, recipe } = body;
    const { activityId } = await rest("DELETE", `/v1/meals/${mealId}`);
    const what = `${quoted(recipe.name)} · ${dayLine(date)} · ${mealType}`;
    return removedAnswer(`Taken off the plan: ${what}`, shortId("meal", body.id), activityId);
  },
});

const planMeals = mealTool({
  name: "plan_meals",
  title: "Plan several meals at once",
  does: "adds",
  description: "Plans a week or more in one go: all of the meals, or none if one has no room.",
  input: closed({
    meals: Type.Array(
      closed({
        /** Only `schedule_meal` describes the format of a day. */
        date: Type.String({ maxLength: 40, description: "Day" }),
        mealType,
        ...optional({
          recipe: recipeParameter("Name or id"),
          text: Param.text(100, "Or Leftovers"),
          cook: Param.member("Cooks"),
          servings: Param.number("For how many"),
          slot,
        }),
      }),
      { minItems: 1, maxItems: 42, description: "Meals to plan, each with date, meal and recipe or text" },
    ),
    ...optional({ dryRun: Param.flag("Tries, and saves nothing"), idempotencyKey: Param.idempotencyKey }),
  }),
  output: closed({
    activityId: Field.optionalText,
    total: Field.count,
    meals: items({ id: Field.text, ...mealFields }),
  }),
  async run(context, { meals, dryRun = false, idempotencyKey }) {
    const isNamed = meals.some(({ recipe }) => recipe !== undefined && !mayEndId(recipe));
    const reading = () => readRecipes(context);
    const recipes = isNamed ? await reading() : ((await ifReadable(reading())) ?? []);
    const texts = meals.map(({ date }) => date);
    const { clock } = context;
    const [{ dates, remark }, recipeIds, cookIds] = await runAll(
      () => readPlanDays(texts, clock, (index) => `meals[${index}].date`),
      () =>
        runEach(meals, ({ recipe, text: ownText }, index) => {
          const path = `meals[${index}].`;
          requireOneDish(recipe, ownText, path);
          return recipe && recipeIdAmong(context, recipes, recipe, `${path}recipe`, context.note);
        }),
      () =>
        runEach(meals, ({ cook }, index) =>
          cook === undefined ? undefined : context.memberId(cook, `meals[${index}].cook`),
        ),
    );
    const [first = clock.today] = dates.toSorted();
    notePast(clock, first, `${dayLine(first)}: `);
    const wanted = meals.map(({ recipe: _, cook: __, ...meal }, index) => {
      return { ...meal, recipeId: recipeIds[index], cookId: cookIds[index], date: dates[index] };
    });
    const body = { meals: wanted, ...(dryRun ? { dryRun } : {}) };
    const call = context.rest<{ meals: Meal[] }>("POST", "/v1/meals/batch", body, { idempotencyKey });
    const saved = await withRoomRepair(context, null, call);
    const { activityId } = saved;
    const outcome = dryRun ? "Nothing saved; there is room for" : saved.isReplay ? "Planned before:" : "Planned";
    const all = saved.body.meals.map((meal) => mealView(withShortName(meal), context, !dryRun));
    const header = `${outcome} ${countText(all.length, "meal")}${activityText(activityId)}`;
    const others = saved.isReplay ? [] : await mealsAround(context, dates);
    const beside = besideLines(context, saved.body.meals, others);
    return {
      text: [header, ...(remark === null ? [] : [remark]), ...all.map(({ line }) => line), ...beside].join("\n"),
      data: { activityId, total: all.length, meals: all.map(({ fields }) => fields) },
    };
  },
});

export const mealTools = [listMeals, scheduleMeal, removeMeal, planMeals];

/** Returns the first day of a week. @throws ToolError if the day is invalid */
export async function weekOf(context: Context, text: string | undefined): Promise<string> {
  const { household, now } = context;
  return text === undefined
    ? startOfWeek(now.date, household.weekStartsOn)
    : readDay(text, context.clock, "weekStart", { takesWeek: true });
}

/**
 * Reads the days of a meal plan. All weekdays are read as days of one week, which begins with the first weekday of the
 * text. For example, on a Saturday “Monday to Sunday” means the coming week. `remark` lists the weekdays that are
 * therefore a week later, or is null if no weekday is later.
 * @throws ToolError if a day is invalid
 */
async function readPlanDays(
  days: readonly string[],
  clock: Clock,
  parameterOf: (index: number) => string,
): Promise<{ readonly dates: readonly string[]; readonly remark: string | null }> {
  const isWeekday = days.map((day) => parseWeekday(day) !== null);
  // The answer shows each weekday's date.
  const quietClock = { ...clock, note: () => {} };
  const separateDates = await runEach(days, (day, index) =>
    readDay(day, isWeekday[index] ? quietClock : clock, parameterOf(index)),
  );
  const first = separateDates[isWeekday.indexOf(true)];
  if (first === undefined) return { dates: separateDates, remark: null };
  const dates = separateDates.map((date, index) => (isWeekday[index] && date < first ? addDays(date, 7) : date));
  const later = [...new Set(dates.filter((date, index) => date !== separateDates[index]))].sort();
  const remark =
    later.length === 0
      ? null
      : `The weekdays are read as the seven days from ${dayLine(first)} on: so ${later.map(dayLine).join(", ")}, not a week earlier.`;
  return { dates, remark };
}

function requireOneDish(recipe: string | undefined, text: string | undefined, path = ""): void {
  const repair = `Parameter ${path}recipe: send it, or ${path}text, and not both.`;
  if (recipe === undefined && text === undefined)
    throw wrongChoice(`${path}recipeId`, "is required", repair, "required");
  if (recipe !== undefined && text !== undefined) throw wrongChoice(`${path}text`, "or recipe, one of them", repair);
}

const dishNotAllowed = (parameter: "recipe" | "text") =>
  wrongParameter(
    parameter,
    "a meal keeps its recipe when it moves",
    "leave it out to move the meal. For another dish take remove_meal, then schedule_meal without mealId.",
  );

/** Changes a meal. Adds advice on how to correct the call if the meal's position is taken. */
function patchMeal(context: Context, path: string, body: MealPlace): Promise<RestAnswer<Meal>> {
  return withRoomRepair(context, body, context.rest<Meal>("PATCH", `/v1/meals/${path}`, body), true);
}

/** Moves a meal. Tries both positions if none is given, because the key may be unable to read which is free. */
async function move(context: Context, id: string, { slot, ...cell }: MealPlace): Promise<RestAnswer<Meal>> {
  if (slot !== undefined || cell.mealType.endsWith("_snack"))
    return patchMeal(context, id, { ...cell, slot: slot ?? 0 });
  const first = context.rest<Meal>("PATCH", `/v1/meals/${id}`, { ...cell, slot: 0 });
  const moved = await unless(first, ({ status }) => status === 409);
  if (moved) return moved;
  const second = context.rest<Meal>("PATCH", `/v1/meals/${id}`, { ...cell, slot: 1 });
  return withRoomRepair(context, cell, second, true);
}

/** Returns the meal with a shortened name. Many full names would make the result too long. */
function withShortName(meal: Meal): Meal {
  return { ...meal, recipe: { ...meal.recipe, name: shortTitle(meal.recipe.name) } };
}

/** Formats a meal: `- Fri 27 Nov 2026 · dinner, slot 0 · “Lasagne” · Ben cooks · id …`. A dry run has no id. */
export function mealView(meal: Meal, { nameOf, shortId }: Viewer, isSaved = true) {
  const id = isSaved ? shortId("meal", meal.id) : undefined;
  const { date, mealType, slot, recipe, cookId, servings, note } = meal;
  const line = joinParts([
    `- ${dayLine(date)}`,
    `${mealType}, slot ${slot}`,
    quoted(recipe.name),
    recipe.prepMinutes !== null && minutesText(recipe.prepMinutes),
    cookId && `${bare(nameOf(cookId))} cooks`,
    servings && `for ${servings}`,
    note && quoted(note),
    meal.repeatId && "repeats",
    id && `id ${id}`,
  ]);
  return { line, fields: { id, date, mealType, slot, recipe: recipe.name } };
}
