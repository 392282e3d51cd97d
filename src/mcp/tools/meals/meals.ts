/** The meal plan. What it takes is bought with the tool in `groceries.ts`. */
import { Type } from "@sinclair/typebox";
import type { Meal } from "../../../meals/model.ts";
import { closed, isUuid, oneOf } from "../../../wire.ts";
import {
  count,
  cursorParameter,
  dayParameter,
  idempotencyKeyParameter,
  idParameter,
  item,
  pageFields,
  text,
  writeFields,
} from "../../input/parameters.ts";
import { readDay, startOfWeek } from "../../input/times.ts";
import { dayLine, quoted, quotedShort } from "../../output/format.ts";
import { pageOf, type Shown } from "../../output/paging.ts";
import { ToolError, wrongParameter } from "../../output/tool-error.ts";
import type { RestAnswer } from "../../rest-client.ts";
import { type Context, tool } from "../../tool.ts";
import { readRecipes, recipeId, recipeIdAmong, recipeParameter, spokenMinutes } from "../recipes.ts";
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
const names = { recipeId: "recipe", id: "mealId" };
const repairs = {
  not_found: "Parameter mealId: take an id that list_meals answered; the meal may be gone.",
  "no_such_reference recipeId": "Parameter recipe: take a name or id that list_recipes answered; it may be archived.",
};
const mealType = oneOf(mealTypes, { description: "Which meal" });
/** As dates are everywhere, which schedule_meal describes. */
const Day = Type.String({ maxLength: 40, description: "Day" });
const slot = Type.Optional(Type.Integer({ description: "0 or 1; left out: the first free" }));

const listMeals = tool({
  name: "list_meals",
  title: "List the planned meals",
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
    const page = pageOf(body.meals, cursor, "No meals planned.", (meal) => shownMeal(meal));
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
  description: "Plans a recipe for one meal; or, with mealId, moves a planned meal there. For several take plan_meals.",
  input: closed({
    date: dayParameter("When"),
    mealType,
    recipe: Type.Optional(recipeParameter("Name or id; not when moving")),
    mealId: Type.Optional(idParameter("To move: from list_meals")),
    slot,
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({ ...writeFields, ...mealFields }),
  names,
  repairs,
  async run(context, { recipe, mealId, idempotencyKey, ...place }) {
    const at = { ...place, date: await dayOf(context, place.date, "date") };
    if (mealId !== undefined) {
      if (recipe !== undefined) throw keepsRecipe();
      const moved = await move(context, mealId, at);
      return told(moved.activityId === null ? "It is there already" : "Moved", moved);
    }
    const body = { ...at, ...(recipe === undefined ? {} : { recipeId: await recipeId(context, recipe) }) };
    const saved = await placed(() => context.rest<Meal>("POST", "/v1/meals", body, { idempotencyKey }));
    return told(saved.isReplay ? "Planned before" : "Planned", saved);
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
  input: closed({ mealId: idParameter("From list_meals") }),
  output: closed(writeFields),
  names,
  repairs,
  async run({ rest }, { mealId }) {
    const { body, activityId } = await rest<{ id: string }>("DELETE", pathOf(mealId));
    return {
      text: `Taken off the plan · id ${body.id} · activityId ${activityId}`,
      data: { id: body.id, activityId },
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
  description: "Plans a week or more in one go: all of the meals, or none where one has no room.",
  input: closed({
    meals: Type.Array(closed({ date: Day, mealType, recipe: recipeParameter("Name or id"), slot }), {
      minItems: 1,
      maxItems: 42,
      description: "What there is when",
    }),
    dryRun: Type.Optional(Type.Boolean({ description: "Tries, and saves nothing" })),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({
    activityId: writeFields.activityId,
    total: count,
    meals: Type.Array(item({ id: text, ...mealFields })),
  }),
  names,
  async run(context, { meals, dryRun = false, idempotencyKey }) {
    const isNamed = meals.some(({ recipe }) => !isUuid(recipe.trim()));
    const recipes = isNamed ? await readRecipes(context) : [];
    const said = meals.map(({ date }) => date);
    const { now } = await context.present();
    const { dates, remark } = readPlanDays(said, now.date, (index) => `meals[${index}].date`);
    const wanted = meals.map(({ recipe, ...meal }, index) => {
      const id = recipeIdAmong(recipes, recipe, `meals[${index}].recipe`);
      return { ...meal, date: dates[index], recipeId: id };
    });
    const body = { meals: wanted, ...(dryRun ? { dryRun } : {}) };
    const saved = await placed(() =>
      context.rest<{ meals: Meal[] }>("POST", "/v1/meals/batch", body, { idempotencyKey }),
    );
    const did = dryRun ? "Nothing saved; there is room for" : saved.isReplay ? "Planned before:" : "Planned";
    const entry = saved.activityId === null ? "" : ` · activityId ${saved.activityId}`;
    const all = saved.body.meals.map((meal) => shownMeal(withShortName(meal), !dryRun));
    return {
      text: [
        `${did} ${all.length} ${all.length === 1 ? "meal" : "meals"}${entry}`,
        ...(remark === null ? [] : [remark]),
        ...all.map(({ line }) => line),
      ].join("\n"),
      data: { activityId: saved.activityId, total: all.length, meals: all.map(({ fields }) => fields) },
    };
  },
});

/** In their order within a profile. */
export const mealTools = [listMeals, scheduleMeal, removeMeal, planMeals];

/** The first day of the week that is meant; left out: the present week's. @throws ToolError. */
export async function weekOf(context: Context, said: string | undefined): Promise<string> {
  const { household, now } = await context.present();
  return said === undefined ? startOfWeek(now.date, household.weekStartsOn) : readDay(said, now.date, "weekStart");
}

function pathOf(id: string): string {
  return `/v1/meals/${encodeURIComponent(id)}`;
}

async function dayOf(context: Context, said: string, parameter: string): Promise<string> {
  return readDay(said, (await context.present()).now.date, parameter);
}

const keepsRecipe = () =>
  wrongParameter(
    "recipe",
    "a meal keeps its recipe when it moves",
    "Parameter recipe: leave it out to move the meal. For another dish take remove_meal, then schedule_meal without mealId.",
  );

type Place = { readonly date: string; readonly mealType: string; readonly slot?: number };

/** Moves a meal; without a slot to the first that is free or its own. Trying needs no right to read the plan. */
async function move(context: Context, id: string, { slot, ...cell }: Place): Promise<RestAnswer<Meal>> {
  const to = (each: number) => context.rest<Meal>("PATCH", pathOf(id), { ...cell, slot: each });
  if (slot !== undefined || cell.mealType.endsWith("_snack")) return placed(() => to(slot ?? 0));
  try {
    return await to(0);
  } catch (error) {
    if (!(error instanceof ToolError && error.status === 409)) throw error;
    return placed(() => to(1));
  }
}

/** Makes a call that takes a place in the plan. @throws ToolError that says how to go on where there is none. */
async function placed<Body>(call: () => Promise<RestAnswer<Body>>): Promise<RestAnswer<Body>> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ToolError && (error.code === "meal_full" || error.code === "slot_taken"))) throw error;
    const { field } = error;
    const at = field === null ? "Parameter date, mealType or slot" : `Parameter ${field}, and nothing is planned`;
    throw error.withRepair(`${at}: take another place, or free this one with remove_meal and the id from list_meals.`);
  }
}

function told(did: string, { body, activityId }: RestAnswer<Meal>) {
  const { line, fields } = shownMeal(body);
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  return { text: `${did}: ${line.slice(2)}${entry}`, data: { ...fields, activityId } };
}

/** Many long names would fill the answer, and the caller knows them. */
function withShortName(meal: Meal): Meal {
  return { ...meal, recipe: { ...meal.recipe, name: quotedShort(meal.recipe.name).slice(1, -1) } };
}

/** A meal: `- Fri 27 Nov 2026 · dinner, slot 0 · “Lasagne” · id …`. Of a rehearsal there is no id to tell. */
export function shownMeal({ id, date, mealType, slot, recipe }: Meal, isSaved = true): Shown {
  const takes = recipe.prepMinutes === null ? "" : ` · ${spokenMinutes(recipe.prepMinutes)}`;
  const where = `${dayLine(date)} · ${mealType}, slot ${slot}`;
  return {
    line: `- ${where} · ${quoted(recipe.name)}${takes}${isSaved ? ` · id ${id}` : ""}`,
    fields: { ...(isSaved ? { id } : {}), date, mealType, slot, recipe: recipe.name },
  };
}
