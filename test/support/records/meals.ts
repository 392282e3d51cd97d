/**
 * Test household with functions that add recipes, plan meals, and read the stored data of an entry in the activity
 * feed.
 */
import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { activity, block, list, listSection, meal, mealRepeat, recipe } from "#platform/db/tables.ts";
import { type Home, household } from "../home/home.ts";

/** Monday of the week in which the tests begin. */
export const monday = "2026-11-23";

type Caller = Pick<Home, "get" | "post">;

/**
 * Creates a household. `recipe` and `plan` create a record and return it. `week` returns the meals of a week, `cells`
 * the date, type and recipe of each meal.
 */
export async function homeWithMeals() {
  const own = await household();
  const recipe = async (name: string, ingredients: string[] = [], more: object = {}) =>
    (await own.post("/v1/recipes", { name, ingredients, ...more })).body;
  const plan = async (date: string, mealType: string, { id: recipeId }: { id: string }, more: object = {}) =>
    (await own.post("/v1/meals", { date, mealType, recipeId, ...more })).body;
  const week = async (weekStart = monday, by: Caller = own) => (await by.get(`/v1/meals?weekStart=${weekStart}`)).body;
  const cells = async (weekStart = monday) =>
    (await week(weekStart)).meals.map(
      ({ date, mealType, slot, recipe: { name } }: any) => `${date} ${mealType} ${slot} ${name}`,
    );
  const shop = async (more: object = {}, by: Caller = own) =>
    (await by.post("/v1/meals/grocery", { weekStart: monday, ...more })).body;
  const lists = async (by: Caller = own) =>
    (await by.get("/v1/lists")).body.sections.flatMap((section: any) => section.lists);
  const items = async (listId: string, by: Caller = own) =>
    (await lists(by)).find(({ id }: any) => id === listId).blocks.map(({ content }: any) => content);
  const list = async (name: string, more: object = {}, by: Caller = own) => {
    const sectionId = (await by.post("/v1/lists/sections", { name: "Home" })).body.id;
    return (await by.post("/v1/lists", { name, sectionId, ...more })).body;
  };
  const block = async (listId: string, content: string, more: object = {}, by: Caller = own) =>
    (await by.post(`/v1/lists/${listId}/blocks`, { type: "task", content, ...more })).body;
  const { anna, ben, mia } = own.members;
  const signedIn = { anna: own.as(anna), ben: own.as(ben), mia: own.as(mia) };
  return { ...own, ...signedIn, recipe, plan, week, cells, shop, lists, items, list, block };
}

/**
 * Creates a household with planned meals: in this week soup for lunch on Monday, pasta on Tuesday and soup again; in
 * the next week a roast.
 */
export async function homeWithWeek() {
  const own = await homeWithMeals();
  const soup = await own.recipe("Soup", ["Carrots", "2 onions", "carrots "]);
  const pasta = await own.recipe("Pasta", ["Spaghetti", "2  Onions", "Crème fraîche"]);
  await own.plan("2026-11-24", "dinner", pasta);
  await own.plan("2026-11-23", "lunch", soup);
  await own.plan("2026-11-29", "lunch", soup);
  await own.plan("2026-11-30", "dinner", await own.recipe("Roast", ["Beef"]));
  return { ...own, soup, pasta };
}

/** Ingredients of the meals that {@link homeWithWeek} plans in this week, as the app adds them to a list. */
export const weekIngredients = ["Carrots", "2 onions", "Spaghetti", "Crème fraîche"];

/** Returns a recipe in the form in which planned meals contain it. */
export const asPlanned = ({ lastEaten, timesEaten, ...recipe }: any) => recipe;

/** Returns the texts of blocks. */
export const contents = (blocks: any[]) => blocks.map(({ content }) => content);

const tables = { recipe, meal, mealRepeat, list, listSection, block } satisfies Record<string, SQLiteTable>;

/** Returns the rows that the newest entry of the activity feed stored from before and after its change. */
export function images({ db, entries }: Pick<Home, "db" | "entries">) {
  const id = entries()[0]?.id ?? "";
  const row = db.select().from(activity).where(eq(activity.id, id)).get();
  const read = (json: string | null | undefined) => (json ? JSON.parse(json) : null);
  return { before: read(row?.before), after: read(row?.after) };
}

/**
 * Returns all rows of a table that belong to the household, in the form in which entries of the activity feed store
 * them.
 */
export function rowsOf({ db, id }: Pick<Home, "db" | "id">, table: keyof typeof tables) {
  const found = db.select().from(tables[table]).all();
  return found
    .filter(({ householdId }) => householdId === id)
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== "householdId" && name !== "idTail")),
    );
}
