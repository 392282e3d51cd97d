import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { noSuch, notFound } from "#lib/errors.ts";
import { addDays, dateIn } from "#lib/time.ts";
import { actorsWith } from "#platform/activity/actors.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { meal, recipe, recipeLike } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";

export const ofHousehold = eq(recipe.householdId, sql.placeholder("householdId"));
export const isOne = and(ofHousehold, eq(recipe.id, sql.placeholder("id")));
const isActive = isNull(recipe.archivedAt);
const recipeFields = {
  ...fields(recipe, "id", "name", "emoji", "prepMinutes", "ingredients", "instructions", "archivedAt", "kind"),
  ...fields(recipe, "servings", "tags", "groups", "notes", "sourceName", "sourceUrl", "photoFile", "photoSource"),
  ...fields(recipe, "createdAt", "updatedAt", "createdBy"),
};

const activeRecipes = prepared((db) => db.select(recipeFields).from(recipe).where(and(ofHousehold, isActive)));

const activeById = prepared((db) => db.select(recipeFields).from(recipe).where(and(isOne, isActive)));

const recipesByIds = prepared((db) =>
  db
    .select(recipeFields)
    .from(recipe)
    .where(and(ofHousehold, sql`${recipe.id} in (select value from json_each(${sql.placeholder("ids")}))`)),
);

/** Reads the names of all recipes, also of archived ones. */
const allNames = prepared((db) =>
  db
    .select(fields(recipe, "id", "name"))
    .from(recipe)
    .where(ofHousehold),
);

const mealsByRecipe = prepared((db) =>
  db
    .select({
      ...fields(meal, "recipeId"),
      lastEaten: sql<string>`max(${meal.date})`.as("lastEaten"),
      timesEaten: sql<number>`sum(${meal.date} > ${sql.placeholder("after")})`.as("timesEaten"),
    })
    .from(meal)
    .where(
      and(
        eq(meal.householdId, sql.placeholder("householdId")),
        sql`${meal.recipeId} in (select value from json_each(${sql.placeholder("ids")}))`,
        lte(meal.date, sql.placeholder("today")),
      ),
    )
    .groupBy(meal.recipeId),
);

const likesInOrder = prepared((db) =>
  db
    .select(fields(recipeLike, "recipeId", "memberId"))
    .from(recipeLike)
    .where(
      and(
        eq(recipeLike.householdId, sql.placeholder("householdId")),
        sql`${recipeLike.recipeId} in (select value from json_each(${sql.placeholder("ids")}))`,
      ),
    )
    .orderBy(asc(recipeLike.createdAt), asc(recipeLike.memberId)),
);

export type RecipeRow = NonNullable<ReturnType<typeof activeById.get>>;
export type Recipe = ReturnType<typeof toRecipe>;

/** Returns the recipes that are not archived. They are in no particular order. */
export function activeRecipeRows({ db, householdId }: Work): RecipeRow[] {
  return activeRecipes.all(db, { householdId });
}

/** Returns a recipe that is not archived. @throws ApiError 404, also for an archived recipe. */
export function findRecipe({ db, householdId }: Work, id: string): RecipeRow {
  const row = activeById.get(db, { householdId, id });
  if (!row) throw notFound("Recipe");
  return row;
}

/**
 * Returns the recipe whose id is in a field of a request. `path` is the path of that field.
 * @throws ApiError 422 `<path>: no such recipe`, also for an archived one.
 */
export function requireRecipe({ db, householdId }: Work, id: string, path: string): RecipeRow {
  const row = activeById.get(db, { householdId, id });
  if (!row) throw noSuch(path, "recipe");
  return row;
}

/** Returns recipes by their ids. Includes archived recipes. Uses one query. */
export function recipeRows({ db, householdId }: Work, ids: Iterable<string>): Map<string, RecipeRow> {
  const rows = recipesByIds.all(db, { householdId, ids: JSON.stringify([...new Set(ids)]) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the names of all recipes by id. Includes archived recipes. */
export function recipeNames({ db, householdId }: Work): Map<string, string> {
  return new Map(allNames.all(db, { householdId }).map(({ id, name }) => [id, name]));
}

export function ingredientsOf({ ingredients }: Pick<RecipeRow, "ingredients">): string[] {
  return JSON.parse(ingredients);
}

/** A group of ingredients. Its title stands before the ingredient with the index `at`. */
export type Group = { readonly title: string; readonly at: number };

export function groupsOf({ groups }: Pick<RecipeRow, "groups">): Group[] {
  return JSON.parse(groups);
}

export function tagsOf({ tags }: Pick<RecipeRow, "tags">): string[] {
  return JSON.parse(tags);
}

/**
 * Converts rows of recipes to their form in the API, with a fixed number of queries. The returned `actorOf` finds the
 * actors who created these recipes, and also those in `authors`.
 */
export function presentRecipes(
  work: Work,
  rows: readonly RecipeRow[],
  authors: readonly number[] = [],
): { recipes: Recipe[]; actorOf: (id: number) => Actor } {
  const { db, householdId } = work;
  const actorOf = actorsWith(work, [...authors, ...rows.map(({ createdBy }) => createdBy)]);
  const likes = Map.groupBy(likesInOrder.all(db, { householdId, ids: idsOf(rows) }), ({ recipeId }) => recipeId);
  const recipes = rows.map((row) => {
    const memberIds = (likes.get(row.id) ?? []).map(({ memberId }) => memberId);
    return toRecipe(row, memberIds, actorOf);
  });
  return { recipes, actorOf };
}

export type RecipeWithHistory = Recipe & { readonly lastEaten: string | null; readonly timesEaten: number };

/**
 * Adds the history of each recipe: `lastEaten` counts meals up to today, and `timesEaten` those of the last 365 days.
 */
export function withHistory(work: Work, recipes: readonly Recipe[]): RecipeWithHistory[] {
  const { db, householdId } = work;
  const today = dateIn(work.timeZone, work.now);
  const after = addDays(today, -365);
  const counted = mealsByRecipe.all(db, { householdId, ids: idsOf(recipes), today, after });
  const byId = new Map(counted.map((each) => [each.recipeId, each]));
  return recipes.map((each) => {
    const { lastEaten = null, timesEaten = 0 } = byId.get(each.id) ?? {};
    return { ...each, lastEaten, timesEaten };
  });
}

export function presentRecipe(work: Work, row: RecipeRow): RecipeWithHistory {
  return withHistory(work, presentRecipes(work, [row]).recipes)[0] as RecipeWithHistory;
}

function idsOf(rows: readonly { readonly id: string }[]): string {
  return JSON.stringify(rows.map(({ id }) => id));
}

function toRecipe(row: RecipeRow, likes: string[], actorOf: (id: number) => Actor) {
  const { sourceName, sourceUrl, photoFile } = row;
  return {
    id: row.id,
    name: row.name,
    emoji: row.emoji,
    prepMinutes: row.prepMinutes,
    ingredients: ingredientsOf(row),
    instructions: row.instructions,
    archivedAt: row.archivedAt,
    kind: row.kind,
    servings: row.servings,
    tags: tagsOf(row),
    groups: groupsOf(row),
    notes: row.notes,
    source: sourceName === null && sourceUrl === null ? null : { name: sourceName, url: sourceUrl },
    photo: photoFile === null ? null : { url: `/covers/${photoFile}` },
    likes,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
