import { asc, isNull, lte, sql } from "drizzle-orm";
import { addDays } from "#lib/days.ts";
import { noSuch, notFound, raise } from "#lib/errors.ts";
import { authorsOf } from "#platform/activity/actors.ts";
import { among, byId, param, type RowOf, records, selectFrom } from "#platform/db/statements.ts";
import { meal, recipe, recipeLike } from "#platform/db/tables.ts";
import { type Actor, todayOf, type Work } from "#platform/work.ts";
import type { Recipe } from "./model.ts";

export const recipes = records(recipe);
export const isActive = isNull(recipe.archivedAt);

const activeRecipes = selectFrom(recipe, recipes.columns, { where: isActive });
const activeById = selectFrom(recipe, recipes.columns, { where: [byId(recipe), isActive] });
const recipesByIds = selectFrom(recipe, recipes.columns, { where: among(recipe.id, "ids") });
const allNames = selectFrom(recipe, ["id", "name"]);

const mealsByRecipe = selectFrom(meal, ["recipeId"], {
  computed: {
    lastEaten: sql<string>`max(${meal.date})`,
    timesEaten: sql<number>`sum(${meal.date} > ${param("after")})`,
  },
  where: [among(meal.recipeId, "ids"), lte(meal.date, param("today"))],
  groupBy: [meal.recipeId],
});

const likesInOrder = selectFrom(recipeLike, ["recipeId", "memberId"], {
  where: among(recipeLike.recipeId, "ids"),
  orderBy: [asc(recipeLike.createdAt), asc(recipeLike.memberId)],
});

export type RecipeRow = RowOf<typeof recipe>;

/** Compares names without case. Uses English, so that the order does not depend on the language of the machine. */
const collator = new Intl.Collator("en", { sensitivity: "accent" });

export const compareByName = (one: Named, other: Named): number =>
  collator.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
type Named = Pick<RecipeRow, "id" | "name">;

/** Returns the recipes that are not archived. They are in no particular order. */
export const activeRecipeRows = (work: Work): RecipeRow[] => activeRecipes.all(work);

/** Returns a recipe that is not archived. @throws ApiError 404, also for an archived recipe. */
export const findRecipe = (work: Work, id: string): RecipeRow =>
  activeById.get(work, { id }) ?? raise(notFound("Recipe"));

/** Returns the recipe. @throws ApiError 422 `<path>: no such recipe`, also if archived; `path` names the field. */
export const requireRecipe = (work: Work, id: string, path: string): RecipeRow =>
  activeById.get(work, { id }) ?? raise(noSuch(path, "recipe"));

/** Returns recipes by their ids. Includes archived recipes. Uses one query. */
export function recipeRows(work: Work, ids: Iterable<string>): Map<string, RecipeRow> {
  return new Map(recipesByIds.all(work, { ids: [...new Set(ids)] }).map((row) => [row.id, row]));
}

/** Returns the recipes of meals or repeats, by the ids of the recipes. Includes archived recipes. */
export const recipesOf = (work: Work, rows: readonly { readonly recipeId: string }[]): Map<string, RecipeRow> =>
  recipeRows(work, new Set(rows.map(({ recipeId }) => recipeId)));

/** Returns the names of all recipes by id. Includes archived recipes. */
export const recipeNames = (work: Work): Map<string, string> =>
  new Map(allNames.all(work).map(({ id, name }) => [id, name]));

export const ingredientsOf = ({ ingredients }: Pick<RecipeRow, "ingredients">): string[] => JSON.parse(ingredients);

/** A group of ingredients. Its title stands before the ingredient with the index `at`. */
export type Group = NonNullable<Recipe["groups"]>[number];

export const groupsOf = ({ groups }: Pick<RecipeRow, "groups">): Group[] => JSON.parse(groups);

export const tagsOf = ({ tags }: Pick<RecipeRow, "tags">): string[] => JSON.parse(tags);

/** Converts rows for the API with a fixed number of queries. `actorOf` finds the creators of `rows` and `others`. */
export function presentRecipes(
  work: Work,
  rows: readonly RecipeRow[],
  others: readonly Pick<RecipeRow, "createdBy">[] = [],
): { recipes: Recipe[]; actorOf: (id: number) => Actor } {
  const actorOf = authorsOf(work, rows, others);
  const likes = Map.groupBy(likesInOrder.all(work, { ids: idsOf(rows) }), ({ recipeId }) => recipeId);
  const presented = rows.map((row) => {
    const memberIds = (likes.get(row.id) ?? []).map(({ memberId }) => memberId);
    return toRecipe(row, memberIds, actorOf);
  });
  return { recipes: presented, actorOf };
}

export type RecipeWithHistory = Recipe & { readonly lastEaten: string | null; readonly timesEaten: number };

/** Adds the history to recipes. `lastEaten` counts meals up to today, and `timesEaten` those of the last 365 days. */
export function withHistory(work: Work, presented: readonly Recipe[]): RecipeWithHistory[] {
  const today = todayOf(work);
  const after = addDays(today, -365);
  const counted = mealsByRecipe.all(work, { ids: idsOf(presented), today, after });
  const byId = new Map(counted.map((each) => [each.recipeId, each]));
  return presented.map((each) => {
    const { lastEaten = null, timesEaten = 0 } = byId.get(each.id) ?? {};
    return { ...each, lastEaten, timesEaten };
  });
}

export function presentRecipe(work: Work, row: RecipeRow): RecipeWithHistory {
  return withHistory(work, presentRecipes(work, [row]).recipes)[0] as RecipeWithHistory;
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

function toRecipe(row: RecipeRow, likes: string[], actorOf: (id: number) => Actor): Recipe {
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
