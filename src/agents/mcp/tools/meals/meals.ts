import { Type } from "@sinclair/typebox";
import type { Meal } from "#kitchen/meals/model.ts";
import { mayEndId } from "#lib/short-ids.ts";
import { closed, oneOf } from "#lib/wire.ts";
import {
  count,
  cursorParameter,
  dayParameter,
  idempotencyKeyParameter,
  item,
  memberParameter,
  pageFields,
  text,
  textParameter,
  writeFields,
} from "../../input/parameters.ts";
import { idParameter } from "../../input/records.ts";
import { clockOf, readDay } from "../../input/times.ts";
import { startOfWeek } from "../../input/weekdays.ts";
import { runAll, runAllSync, runEachSync } from "../../output/combine-errors.ts";
import { bare, dayLine, quoted, quotedShort } from "../../output/format.ts";
import type { RowView } from "../../output/paging.ts";
import { pastRemark } from "../../output/past-remark.ts";
import { ToolError, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable, type RestAnswer } from "../../rest-client.ts";
import { type Context, tool, type Viewer } from "../../tool.ts";
import { minutesText, readRecipes, recipeId, recipeIdAmong, recipeParameter } from "../recipes.ts";
import { readPlanDays } from "./meal-days.ts";

const mealTypes = [
  "breakfast",
  "morning_snack",
  "lunch",
  "afternoon_snack",
  "dinner",
  "evening_snack",
] as const satisfies readonly Meal["mealType"][];

const mealFields = { date: text, mealType: text, slot: count, recipe: text };
const restNames = { recipeId: "recipe", id: "mealId", cookId: "cook" };
const textRepair = "Parameter text: take one that was planned before, or a recipe.";
const repairs = {
  not_found: "Parameter mealId: take an id that list_meals returned; the meal may be deleted.",
  limit_reached: textRepair,
  "out_of_range servings": "Parameter servings: for 1 to 100 people.",
  "no_such_reference recipeId": "Parameter recipe: take a name or id that list_recipes returned; it may be archived.",
};
const mealType = oneOf(mealTypes, { description: "Which meal" });
/** Parameter for a day. Only `schedule_meal` describes the format. */
const Day = Type.String({ maxLength: 40, description: "Day" });
const slot = Type.Optional(Type.Integer({ description: "0 or 1; left out: the first free" }));

const listMeals = tool({
  name: "list_meals",
  title: "List planned meals: breakfast, lunch, dinner",
  group: "meals",
  profile: "core",
  does: "reads",
  scopes: ["meals.read"],
  description: "What is planned to eat in a week. How a dish is made is in list_recipes.",
  input: closed({
    weekStart: Type.Optional(dayParameter("First of seven days; left out: this week's")),
    cursor: cursorParameter,
  }),
  output: closed({
    ...pageFields,
    weekStart: text,
    meals: Type.Array(item({ id: text, ...mealFields })),
  }),
  async run(context, { weekStart, cursor }) {
    const first = await weekOf(context, weekStart);
    const { body } = await context.rest<{ weekEnd: string; meals: Meal[] }>("GET", `/v1/meals?weekStart=${first}`);
    const viewer = await context.viewer();
    const page = context.page(body.meals, cursor, "No meals planned.", (meal) => mealView(meal, viewer));
    return {
      text: `${dayLine(first)} – ${dayLine(body.weekEnd)}\n${page.text}`,
      data: { ...page.paging, weekStart: first, meals: page.items },
    };
  },
});

const scheduleMeal = tool({
  name: "schedule_meal",
  title: "Plan or move a meal",
  group: "meals",
  profile: "core",
  does: "adds",
  scopes: ["meals.write"],
  description:
    "Plans a recipe or a text for one meal; or, with mealId, moves a planned meal there. For several take plan_meals.",
  input: closed({
    date: dayParameter("When"),
    mealType,
    recipe: Type.Optional(recipeParameter("Name or id; not when moving")),
    text: Type.Optional(textParameter(100, "Or without a recipe: Leftovers, Takeaway")),
    cook: Type.Optional(memberParameter("Who cooks")),
    servings: Type.Optional(Type.Integer({ description: "For how many" })),
    mealId: Type.Optional(idParameter("meal", "To move: from list_meals")),
    slot,
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({ ...writeFields, ...mealFields }),
  names: restNames,
  repairs,
  async run(context, { recipe, text, cook, servings, mealId, idempotencyKey, ...place }) {
    const [date, cookId, ownRecipeId] = await runAll(
      () => dayOf(context, place.date, "date"),
      () => (cook === undefined ? undefined : context.memberId(cook, "cook")),
      () => (recipe === undefined || mealId !== undefined ? null : recipeId(context, recipe, context.note)),
    );
    const at = { ...place, date };
    const details = {
      ...(cookId === undefined ? {} : { cookId }),
      ...(servings === undefined ? {} : { servings }),
    };
    const past = pastRemark(at.date, (await context.householdNow()).now.date);
    if (past !== null) context.note(past);
    const viewer = await context.viewer();
    if (mealId !== undefined) {
      if (recipe !== undefined || text !== undefined) throw dishNotAllowed(recipe === undefined ? "text" : "recipe");
      if (Object.keys(details).length === 0) {
        const moved = await move(context, mealId, at);
        return mealResult(moved.activityId === null ? "Already planned there" : "Moved", moved, viewer);
      }
      const path = `${pathOf(mealId)}/details`;
      const changed = await withSlotRepair(() => context.rest<Meal>("PATCH", path, { ...at, ...details }));
      return mealResult(changed.activityId === null ? "Already planned so" : "Changed", changed, viewer);
    }
    requireOneDish(recipe, text);
    const dish = ownRecipeId === null ? { text } : { recipeId: ownRecipeId };
    // In the REST API, the first route has none of the other fields.
    const isPlain = text === undefined && Object.keys(details).length === 0;
    const path = isPlain ? "/v1/meals" : "/v1/meals/details";
    const body = { ...at, ...dish, ...details };
    const saved = await withSlotRepair(() => context.rest<Meal>("POST", path, body, { idempotencyKey }));
    return mealResult(saved.isReplay ? "Planned before" : "Planned", saved, viewer);
  },
});

const removeMeal = tool({
  name: "remove_meal",
  title: "Take a meal off the plan",
  group: "meals",
  profile: "standard",
  does: "deletes",
  scopes: ["meals.write"],
  description: "Takes a planned meal off the plan; its recipe stays. To move it take schedule_meal.",
  input: closed({ mealId: idParameter("meal", "From list_meals") }),
  output: closed(writeFields),
  names: restNames,
  repairs,
  async run({ rest, shortId }, { mealId }) {
    const { body, activityId } = await rest<{ id: string }>("DELETE", pathOf(mealId));
    const id = shortId("meal", body.id);
    return {
      text: `Taken off the plan · id ${id} · activityId ${activityId}`,
      data: { id, activityId },
    };
  },
});

const planMeals = tool({
  name: "plan_meals",
  title: "Plan several meals at once",
  group: "meals",
  profile: "full",
  does: "adds",
  scopes: ["meals.write"],
  description: "Plans a week or more in one go: all of the meals, or none if one has no room.",
  input: closed({
    meals: Type.Array(
      closed({
        date: Day,
        mealType,
        recipe: Type.Optional(recipeParameter("Name or id")),
        text: Type.Optional(textParameter(100, "Or Leftovers")),
        slot,
      }),
      {
        minItems: 1,
        maxItems: 42,
        description: "Meals to plan, each with date, meal and recipe or text",
      },
    ),
    dryRun: Type.Optional(Type.Boolean({ description: "Tries, and saves nothing" })),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({
    activityId: writeFields.activityId,
    total: count,
    meals: Type.Array(item({ id: text, ...mealFields })),
  }),
  names: restNames,
  repairs: { limit_reached: textRepair },
  async run(context, { meals, dryRun = false, idempotencyKey }) {
    const isNamed = meals.some(({ recipe }) => recipe !== undefined && !mayEndId(recipe));
    const reading = () => readRecipes(context);
    const recipes = isNamed ? await reading() : ((await ifReadable(reading())) ?? []);
    const texts = meals.map(({ date }) => date);
    const clock = await clockOf(context);
    const dishes = () =>
      runEachSync(meals, ({ recipe, text: ownText }, index) => {
        const path = `meals[${index}].`;
        requireOneDish(recipe, ownText, path);
        return recipe && recipeIdAmong(context, recipes, recipe, `${path}recipe`, context.note);
      });
    const [{ dates, remark }, recipeIds] = runAllSync(
      () => readPlanDays(texts, clock, (index) => `meals[${index}].date`),
      dishes,
    );
    const [first = clock.today] = dates.toSorted();
    const past = pastRemark(first, clock.today);
    if (past !== null) context.note(`${dayLine(first)}: ${past}`);
    const wanted = meals.map(({ recipe: _, ...meal }, index) => {
      return { ...meal, recipeId: recipeIds[index], date: dates[index] };
    });
    const body = { meals: wanted, ...(dryRun ? { dryRun } : {}) };
    const saved = await withSlotRepair(() =>
      context.rest<{ meals: Meal[] }>("POST", "/v1/meals/batch", body, { idempotencyKey }),
    );
    const outcome = dryRun ? "Nothing saved; there is room for" : saved.isReplay ? "Planned before:" : "Planned";
    const entry = saved.activityId === null ? "" : ` · activityId ${saved.activityId}`;
    const viewer = await context.viewer();
    const all = saved.body.meals.map((meal) => mealView(withShortName(meal), viewer, !dryRun));
    return {
      text: [
        `${outcome} ${all.length} ${all.length === 1 ? "meal" : "meals"}${entry}`,
        ...(remark === null ? [] : [remark]),
        ...all.map(({ line }) => line),
      ].join("\n"),
      data: { activityId: saved.activityId, total: all.length, meals: all.map(({ fields }) => fields) },
    };
  },
});

export const mealTools = [listMeals, scheduleMeal, removeMeal, planMeals];

/** Returns the first day of a week. @throws ToolError if the day is invalid */
export async function weekOf(context: Context, text: string | undefined): Promise<string> {
  const { household, now } = await context.householdNow();
  return text === undefined
    ? startOfWeek(now.date, household.weekStartsOn)
    : readDay(text, await clockOf(context), "weekStart", { takesWeek: true });
}

function pathOf(id: string): string {
  return `/v1/meals/${encodeURIComponent(id)}`;
}

async function dayOf(context: Context, text: string, parameter: string): Promise<string> {
  return readDay(text, await clockOf(context), parameter);
}

function requireOneDish(recipe: string | undefined, text: string | undefined, path = ""): void {
  const repair = `Parameter ${path}recipe: send it, or ${path}text, and not both.`;
  if (recipe === undefined && text === undefined)
    throw wrongParameter(`${path}recipeId`, "is required", repair, "required");
  if (recipe !== undefined && text !== undefined) throw wrongParameter(`${path}text`, "or recipe, one of them", repair);
}

const dishNotAllowed = (parameter: "recipe" | "text") =>
  wrongParameter(
    parameter,
    "a meal keeps its recipe when it moves",
    `Parameter ${parameter}: leave it out to move the meal. For another dish take remove_meal, then schedule_meal without mealId.`,
  );

type MealSlot = { readonly date: string; readonly mealType: string; readonly slot?: number };

/**
 * Moves a meal. Without a given position, tries the first position and then the second. The API key may be unable to
 * read which position is free.
 */
async function move(context: Context, id: string, { slot, ...cell }: MealSlot): Promise<RestAnswer<Meal>> {
  const to = (each: number) => context.rest<Meal>("PATCH", pathOf(id), { ...cell, slot: each });
  if (slot !== undefined || cell.mealType.endsWith("_snack")) return withSlotRepair(() => to(slot ?? 0));
  try {
    return await to(0);
  } catch (error) {
    if (!(error instanceof ToolError && error.status === 409)) throw error;
    return withSlotRepair(() => to(1));
  }
}

/** Calls `call`. If the meal's position is taken, adds advice on how to correct the call. @throws ToolError */
async function withSlotRepair<Body>(call: () => Promise<RestAnswer<Body>>): Promise<RestAnswer<Body>> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ToolError && (error.code === "meal_full" || error.code === "slot_taken"))) throw error;
    const { field } = error;
    const at = field === null ? "Parameter date, mealType or slot" : `Parameter ${field}, and nothing is planned`;
    throw error.withRepair(`${at}: take another place, or free this one with remove_meal and the id from list_meals.`);
  }
}

function mealResult(outcome: string, { body, activityId }: RestAnswer<Meal>, viewer: Viewer) {
  const { line, fields } = mealView(body, viewer);
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  return { text: `${outcome}: ${line.slice(2)}${entry}`, data: { ...fields, activityId } };
}

/** Returns the meal with a shortened name. Many full names would make the result too long. */
function withShortName(meal: Meal): Meal {
  return { ...meal, recipe: { ...meal.recipe, name: quotedShort(meal.recipe.name).slice(1, -1) } };
}

/** Formats a meal: `- Fri 27 Nov 2026 · dinner, slot 0 · “Lasagne” · Ben cooks · id …`. A dry run has no id. */
export function mealView(meal: Meal, { members, shortId }: Viewer, isSaved = true): RowView {
  const id = shortId("meal", meal.id);
  const { date, mealType, slot, recipe, cookId, servings, note, repeatId } = meal;
  const cook = members.find((each) => each.id === cookId);
  const facts = [
    `${dayLine(date)} · ${mealType}, slot ${slot}`,
    quoted(recipe.name),
    ...(recipe.prepMinutes === null ? [] : [minutesText(recipe.prepMinutes)]),
    ...(cook ? [`${bare(cook.name)} cooks`] : []),
    ...(servings ? [`for ${servings}`] : []),
    ...(note ? [quoted(note)] : []),
    ...(repeatId ? ["repeats"] : []),
    ...(isSaved ? [`id ${id}`] : []),
  ];
  return {
    line: `- ${facts.join(" · ")}`,
    fields: { ...(isSaved ? { id } : {}), date, mealType, slot, recipe: recipe.name },
  };
}
