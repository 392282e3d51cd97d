/** The recipe box holds the recipes that are not archived. Archived ones stay stored for planned meals. */

import { and, eq, isNull, sql } from "drizzle-orm";
import { actorId, actorsOf, actorsWith } from "../activity/actors.ts";
import { changesBetween, type Entry, type Image, record } from "../activity/record.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { recipe } from "../db/tables.ts";
import { noSuch, notFound } from "../errors.ts";
import { say } from "../lib/sentence.ts";
import type { Actor, Work } from "../work.ts";
import { changedSummary } from "./summary.ts";

const defaultEmoji = "🍽️";

const ofHousehold = eq(recipe.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(recipe.id, sql.placeholder("id")));
const isActive = isNull(recipe.archivedAt);
const recipeFields = {
  ...fields(recipe, "id", "name", "emoji", "prepMinutes", "ingredients", "instructions", "archivedAt"),
  ...fields(recipe, "createdAt", "updatedAt", "createdBy"),
};

const recipeBox = prepared((db) => db.select(recipeFields).from(recipe).where(and(ofHousehold, isActive)));

const activeById = prepared((db) => db.select(recipeFields).from(recipe).where(and(isOne, isActive)));

const recipesByIds = prepared((db) =>
  db
    .select(recipeFields)
    .from(recipe)
    .where(and(ofHousehold, sql`${recipe.id} in (select value from json_each(${sql.placeholder("ids")}))`)),
);

/** Includes archived recipes. */
const namesOfAll = prepared((db) =>
  db
    .select(fields(recipe, "id", "name"))
    .from(recipe)
    .where(ofHousehold),
);

const insertRecipe = preparedWrite((db) =>
  db.insert(recipe).values({
    ...insertParams("id", "householdId", "name", "emoji", "prepMinutes", "ingredients", "instructions", "createdBy"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const changeRecipe = preparedWrite((db) =>
  db
    .update(recipe)
    .set({
      ...updateParams("name", "emoji", "prepMinutes", "ingredients", "instructions", "archivedAt"),
      updatedAt: sql`${sql.placeholder("now")}`,
    })
    .where(isOne),
);

export type RecipeRow = NonNullable<ReturnType<typeof activeById.get>>;
export type Recipe = ReturnType<typeof toRecipe>;

/** English uses the root collation, so the order does not depend on the machine's language. */
const byName = new Intl.Collator("en", { sensitivity: "accent" });

/** Without archived recipes, by name without regard to case, then by id. */
export function listRecipes(work: Work): Recipe[] {
  const rows = boxedRows(work);
  const actorOf = actorsWith(
    work,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows
    .sort((one, other) => byName.compare(one.name, other.name) || (one.id < other.id ? -1 : 1))
    .map((row) => toRecipe(row, actorOf));
}

/** In no order. */
export function boxedRows({ db, householdId }: Work): RecipeRow[] {
  return recipeBox.all(db, { householdId });
}

/** Also an archived one. @throws ApiError 404. */
export function readRecipe(work: Work, id: string): Recipe {
  const row = recipeRows(work, [id]).get(id);
  if (!row) throw notFound("Recipe");
  return present(work, row);
}

export type NewRecipe = {
  readonly name: string;
  readonly emoji?: string;
  readonly prepMinutes?: number | null;
  readonly ingredients?: string[];
  readonly instructions?: string;
};

/** Two recipes may have the same name. */
export function createRecipe(work: Work, input: NewRecipe): Recipe {
  const { db, householdId, now } = work;
  const { name, emoji = defaultEmoji, prepMinutes = null, ingredients = [], instructions = "" } = input;
  const id = Bun.randomUUIDv7("hex", now);
  insertRecipe(db, {
    id,
    householdId,
    name,
    emoji,
    prepMinutes,
    instructions,
    ingredients: JSON.stringify(ingredients),
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  const after = findRecipe(work, id);
  record(work, {
    ...about(after),
    action: "created",
    summary: say`added the recipe “${name}”`,
    changes: null,
    before: null,
    after: imageOf(after),
  });
  return present(work, after);
}

export type RecipePatch = Partial<NewRecipe>;

/** @throws ApiError 404 also for an archived recipe. */
export function updateRecipe(work: Work, id: string, patch: RecipePatch): Recipe {
  const before = findRecipe(work, id);
  const known = present(work, before);
  const changes = changesBetween<RecipePatch>(known, patch);
  if (!changes) return known;
  const { name, emoji, prepMinutes, ingredients, instructions } = { ...known, ...patch };
  write(work, before, { name, emoji, prepMinutes, instructions, ingredients: JSON.stringify(ingredients) });
  const after = findRecipe(work, id);
  record(work, {
    ...about(after),
    action: "updated",
    summary: changedSummary(before.name, after.name, changes),
    changes,
    before: imageOf(before),
    after: imageOf(after),
  });
  return present(work, after);
}

/** Planned meals keep the recipe. @throws ApiError 404 also if it is already archived. */
export function archiveRecipe(work: Work, id: string): { id: string; deleted: true } {
  const before = findRecipe(work, id);
  write(work, before, { archivedAt: work.now.toISOString() });
  record(work, {
    ...about(before),
    action: "archived",
    summary: say`archived the recipe “${before.name}”`,
    changes: null,
    before: imageOf(before),
    after: { recipe: [...recipeRows(work, [id]).values()] } satisfies Image,
  });
  return { id, deleted: true };
}

/** For an id from a body. @throws ApiError 422 `<path>: no such recipe`, also for an archived one. */
export function requireRecipe({ db, householdId }: Work, id: string, path: string): RecipeRow {
  const row = activeById.get(db, { householdId, id });
  if (!row) throw noSuch(path, "recipe");
  return row;
}

/** By id, including archived recipes, in one query. */
export function recipeRows({ db, householdId }: Work, ids: Iterable<string>): Map<string, RecipeRow> {
  const rows = recipesByIds.all(db, { householdId, ids: JSON.stringify([...new Set(ids)]) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** By id, including archived recipes. */
export function recipeNames({ db, householdId }: Work): Map<string, string> {
  return new Map(namesOfAll.all(db, { householdId }).map(({ id, name }) => [id, name]));
}

export function ingredientsOf({ ingredients }: Pick<RecipeRow, "ingredients">): string[] {
  return JSON.parse(ingredients);
}

export function toRecipe(row: RecipeRow, actorOf: (id: number) => Actor) {
  return {
    id: row.id,
    name: row.name,
    emoji: row.emoji,
    prepMinutes: row.prepMinutes,
    ingredients: ingredientsOf(row),
    instructions: row.instructions,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}

function findRecipe({ db, householdId }: Work, id: string): RecipeRow {
  const row = activeById.get(db, { householdId, id });
  if (!row) throw notFound("Recipe");
  return row;
}

function write({ db, householdId, now }: Work, row: RecipeRow, change: Partial<RecipeRow>): void {
  const { id, name, emoji, prepMinutes, ingredients, instructions, archivedAt } = { ...row, ...change };
  const values = { name, emoji, prepMinutes, ingredients, instructions, archivedAt };
  changeRecipe(db, { ...values, id, householdId, now: now.toISOString() });
}

function present(work: Work, row: RecipeRow): Recipe {
  return toRecipe(row, actorsOf(work));
}

function imageOf(row: RecipeRow): Image {
  return { recipe: [row] };
}

function about({ id, name }: RecipeRow): Pick<Entry, "subject"> {
  return { subject: { type: "recipe", id, label: name } };
}
