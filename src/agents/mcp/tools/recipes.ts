import { Type } from "@sinclair/typebox";
import type { Recipe } from "#kitchen/recipes/model.ts";
import { foldForSearch } from "#lib/case-folding.ts";
import { addDays } from "#lib/days.ts";
import { closed } from "#lib/wire.ts";
import type { Named } from "../input/names.ts";
import { allOptional, Field, items, optional, Param, textFields } from "../input/parameters.ts";
import { recordId, recordIdAmong } from "../input/records.ts";
import type { Note } from "../input/times.ts";
import {
  deleteRecord,
  estimateTokens,
  pageAnswer,
  type RowView,
  sameNameLines,
  savedAnswer,
} from "../output/answers.ts";
import { bare, countText, dayLine, firstOf, joinParts, quoted, quotedShort, withinQuotes } from "../output/format.ts";
import { wrongChoice } from "../output/tool-error.ts";
import { ifReadable, type RestAnswer, readRecord } from "../rest-client.ts";
import { type Context, toolsOf } from "../tool.ts";

export const recipeParameter = (description: string) => Param.text(200, description);

const repairs = {
  not_found: "Parameter recipe: take a name or id that list_recipes returned; it may be archived.",
  // REST's messages also allow null.
  "out_of_range prepMinutes": "Parameter prepMinutes: 0 to 1440 minutes.",
  "out_of_range servings": "Parameter servings: for 1 to 100 people.",
};
const recipeTool = toolsOf("meals", { names: { id: "recipe" }, repairs });
const readItYourself =
  "Read the page yourself, then call again with name, ingredients and instructions, and the address in the instructions' " +
  "last line.";
const onlyUrl = "Send url alone to import the page, or leave it out and send the recipe itself.";
const pageRepairs = {
  page_closed: readItYourself,
  page_too_large: readItYourself,
  no_recipe: readItYourself,
  upstream_failed: readItYourself,
  no_page: "Parameter url: check the address; the site has no such page.",
  "invalid_value url": "Parameter url: take the page's address, which begins with https://.",
} as const;
type ImportedRecipe = Recipe & { readonly warnings?: readonly { readonly text: string }[] };

const details = {
  emoji: Param.text(8, "One"),
  prepMinutes: Param.number("How long it takes"),
  ingredients: Type.Array(Param.text(200), { maxItems: 100, description: "All, with amounts" }),
  instructions: Param.text(5_000, "How it is made"),
  servings: Param.number("For how many"),
};

const listRecipes = recipeTool({
  name: "list_recipes",
  title: "List recipes and how to make them",
  profile: "core",
  does: "reads",
  description: "The recipe box by name: what people cook and how long it takes; with details how it is made.",
  input: allOptional({
    query: Type.String({ maxLength: 200, description: "Words in its name, ingredients or tags" }),
    maxPrepMinutes: Param.number("At most"),
    notLately: Param.number("Not eaten in so many days"),
    details: Param.flag("With ingredients and instructions"),
    cursor: Param.cursor,
  }),
  output: closed({
    ...Field.page,
    recipes: items({
      ...textFields("id", "name"),
      prepMinutes: Field.count,
      ingredients: Field.texts,
      instructions: Field.text,
      cut: Field.flag,
    }),
  }),
  async run(context, { query = "", maxPrepMinutes = null, notLately, details = false, cursor }) {
    const isOther = maxPrepMinutes !== null || notLately !== undefined;
    const words = foldForSearch(query)
      .split(" ")
      .filter((word) => word !== "");
    const { now } = context;
    const since = notLately === undefined ? null : addDays(now.date, -Math.min(Math.max(notLately, 0), 36_500));
    const all = (await readRecipes(context)).flatMap((recipe) => {
      const { name, ingredients, prepMinutes, lastEaten = null, tags = [] } = recipe;
      const searchable = foldForSearch([name, ...ingredients, ...tags].join("\n"));
      const isQuick = maxPrepMinutes === null || (prepMinutes !== null && prepMinutes <= maxPrepMinutes);
      const isOld = since === null || lastEaten === null || lastEaten < since;
      const found = words.filter((word) => searchable.includes(word));
      return isQuick && isOld ? [{ recipe, found }] : [];
    });
    const best = Math.max(0, ...all.map(({ found }) => found.length));
    const recipes = all.flatMap(({ recipe, found }) => (found.length === best ? recipe : []));
    const isPart = best < words.length;
    if (isPart && best === 0 && !isOther) recipes.length = 0;
    if (isPart && (best > 0 || isOther))
      noteMissing(
        context,
        words,
        all.filter(({ found }) => found.length === best && best > 0),
      );
    if (isPart && best === 0 && recipes.length > 0) context.note("These are all that fit the other parameters.");
    if (isPart && maxPrepMinutes === null && words.some(meansQuick)) {
      context.note("For quick ones send maxPrepMinutes, such as 30, and leave the word out of query.");
    }
    const view = details ? recipeDetailsView : recipeView;
    return pageAnswer(
      context.page(recipes, cursor, "No recipes.", (recipe) => view(recipe, context)),
      "recipes",
    );
  },
});

const quickWords = new Set(
  "quick quickly fast easy simple speedy schnell schnelle schnelles schneller einfach einfache einfaches".split(" "),
);
const meansQuick = (word: string) => quickWords.has(word);

/** Says which words the recipes lack that have most of the words. */
function noteMissing(
  context: Context,
  words: readonly string[],
  best: readonly { readonly found: readonly string[] }[],
): void {
  const missing = words.filter((word) => best.every(({ found }) => !found.includes(word)));
  const what =
    missing.length > 0 ? `none has ${missing.map((word) => quotedShort(word)).join(", ")}` : "those with most";
  context.note(`No recipe has all words: ${what}.`);
}

const createRecipe = recipeTool({
  name: "create_recipe",
  title: "Add a recipe",
  profile: "core",
  does: "adds",
  isOpenWorld: true,
  description: "Adds a recipe to the box, for schedule_meal to plan. Its ingredients are what add_groceries buys.",
  input: allOptional({
    name: Param.text(200, "Its name"),
    ...details,
    url: Param.text(2_000, "Imports a web page; then nothing else"),
    idempotencyKey: Param.idempotencyKey,
  }),
  output: closed({ ...Field.write, name: Field.text }),
  repairs: pageRepairs,
  async run(context, { idempotencyKey, url, ...body }) {
    const options = { idempotencyKey };
    if (url !== undefined) {
      if (Object.keys(body).length > 0) throw wrongChoice("url", "nothing else beside it", onlyUrl);
      return addedResult(context, "Imported", await context.rest("POST", "/v1/recipes/import", { url }, options));
    }
    // In the REST API, the first route has no servings.
    const path = body.servings === undefined ? "/v1/recipes" : "/v1/recipes/details";
    return addedResult(context, "Added", await context.rest("POST", path, body, options));
  },
});

const updateRecipe = recipeTool({
  name: "update_recipe",
  title: "Change a recipe",
  profile: "standard",
  does: "changes",
  description: "Changes a recipe, in the meals already planned with it too. What is left out stays.",
  input: closed({
    recipe: recipeParameter("Name or id"),
    ...optional({ name: Param.text(200, "Its new name"), ...details, clear: Param.clear(["prepMinutes"]) }),
  }),
  output: closed({ ...Field.write, name: Field.text }),
  async run(context, { recipe, clear = [], ...given }) {
    const id = await recipeId(context, recipe);
    const before = given.ingredients ? await ifReadable(readRecord<Recipe>(context, `/v1/recipes/${id}`)) : null;
    const path = `/v1/recipes/${id}${given.servings === undefined ? "" : "/details"}`;
    const cleared = clear.includes("prepMinutes") ? { prepMinutes: null } : {};
    const { body, activityId } = await context.rest<Recipe>("PATCH", path, { ...cleared, ...given });
    const outcome = activityId === null ? "Nothing to change" : "Saved";
    return savedResult(context, outcome, body, activityId, before ? removedIngredients(before, body) : []);
  },
});

/** Returns a remark on the ingredients that a change took out, because the list that is sent replaces all. */
function removedIngredients(before: Recipe, { ingredients }: Recipe): string[] {
  const gone = before.ingredients.filter((each) => !ingredients.includes(each)).map((each) => quotedShort(each));
  return gone.length === 0
    ? []
    : [`No longer in it: ${firstOf(gone, maxGoneNamed)}. To only add, send all ingredients.`];
}

const maxGoneNamed = 20;

const archiveRecipe = recipeTool({
  name: "archive_recipe",
  title: "Archive a recipe",
  does: "deletes",
  isForAdults: true,
  description: "Takes a recipe out of the box for good; meals planned with it keep it.",
  input: closed({ recipe: recipeParameter("Name or id"), ...optional({ confirm: Param.confirm }) }),
  output: closed(Field.write),
  async run(context, { recipe, confirm }) {
    const { id, name, archivedAt } = await findRecipe(context, recipe);
    const [what, outcome] = [`archive the recipe ${quoted(name)}`, `Archived ${quoted(name)}`];
    const path = `/v1/recipes/${id}`;
    // REST refuses an archived recipe, so nothing needs to be confirmed.
    if (archivedAt !== null) await context.rest("DELETE", path);
    return deleteRecord(context, { kind: "recipe", id, path, what, outcome, confirm });
  },
});

export const recipeTools = [listRecipes, createRecipe, updateRecipe, archiveRecipe];

export async function readRecipes({ rest }: Pick<Context, "rest">): Promise<readonly Recipe[]> {
  return (await rest<{ recipes: Recipe[] }>("GET", "/v1/recipes")).body.recipes;
}

/**
 * Returns a recipe's id from its name or id. Names need a key that can read. `note` permits partial names.
 * @throws ToolError if the name is unknown or ambiguous
 */
export async function recipeId(
  context: Context,
  nameOrId: string,
  note?: Note,
  read: () => Promise<readonly Recipe[]> = () => readRecipes(context),
): Promise<string> {
  const named = async () => namedRecipes(await read());
  return recordId(context, "recipe", withinQuotes(nameOrId), named, "recipe", note);
}

async function findRecipe(context: Context, nameOrId: string): Promise<Recipe> {
  let recipes: readonly Recipe[] = [];
  const id = await recipeId(context, nameOrId, undefined, async () => {
    recipes = await readRecipes(context);
    return recipes;
  });
  return recipes.find((each) => each.id === id) ?? readRecord<Recipe>(context, `/v1/recipes/${id}`);
}

/** Finds a recipe among `recipes` by its name or id. @throws ToolError if the name is unknown or ambiguous */
export function recipeIdAmong(
  context: Context,
  recipes: readonly Recipe[],
  nameOrId: string,
  parameter: string,
  note?: Note,
): string {
  return recordIdAmong(context, "recipe", namedRecipes(recipes), withinQuotes(nameOrId), parameter, note);
}

/** Returns the result for a new recipe, with a remark if other recipes have the same name. */
async function addedResult(context: Context, outcome: string, { body, ...saved }: RestAnswer<ImportedRecipe>) {
  const recipes = (await ifReadable(readRecipes(context))) ?? [];
  const warnings = (body.warnings ?? []).map(({ text }) => text);
  const remarks = [...warnings, ...sameNameLines(context, "recipe", body.name, recipes)];
  return savedResult(context, saved.isReplay ? `${outcome} before` : outcome, body, saved.activityId, remarks);
}

/** Returns the recipes with their names. Recipes of the same name get distinguishing notes. */
function namedRecipes(recipes: readonly Recipe[]): Named[] {
  return recipes.map((recipe) => ({ id: recipe.id, name: withinQuotes(recipe.name), note: effortText(recipe) }));
}

export const minutesText = (prepMinutes: number | null) =>
  prepMinutes === null ? "time not known" : `${prepMinutes} min`;

function effortText({ prepMinutes, ingredients }: Recipe): string {
  return `${minutesText(prepMinutes)} · ${countText(ingredients.length, "ingredient")}`;
}

function savedResult(
  context: Context,
  outcome: string,
  recipe: Recipe,
  activityId: string | null,
  remarks: readonly string[] = [],
) {
  const { line, fields } = recipeView(recipe, context);
  const { text } = savedAnswer(outcome, { line, fields }, activityId, remarks);
  return { text, data: { id: fields.id, activityId, name: recipe.name } };
}

type Ids = Pick<Context, "shortId">;

function recipeView(recipe: Recipe, { shortId }: Ids) {
  const { name, prepMinutes, servings, lastEaten, tags = [] } = recipe;
  const id = shortId("recipe", recipe.id);
  const line = joinParts([
    `- ${quoted(name)} ${bare(recipe.emoji)}`,
    effortText(recipe),
    servings && `serves ${servings}`,
    lastEaten && `last ${dayLine(lastEaten)}`,
    tags.length > 0 && `tags ${tags.map(quoted).join(", ")}`,
    `id ${id}`,
  ]);
  return { line, fields: { id, name, prepMinutes } };
}

/** Formats a recipe with its details. Truncates a recipe that would fill a whole page. */
function recipeDetailsView(recipe: Recipe, ids: Ids): RowView {
  const { line, fields } = recipeView(recipe, ids);
  const ingredients = takeFitting(recipe.ingredients, (some) => some);
  const instructions = takeFitting([...recipe.instructions], (some) => some.join("")).join("");
  const cut = ingredients.length < recipe.ingredients.length || instructions.length < recipe.instructions.length;
  const lines = [
    line,
    `  ingredients: ${ingredients.map(quoted).join(", ")}`,
    `  instructions: ${stepLines(instructions).join("\n    ")}`,
    ...(cut ? ["  (too long to be shown whole)"] : []),
  ];
  return { line: lines.join("\n"), fields: { ...fields, ingredients, instructions, cut: cut || undefined } };
}

const maxSteps = 100;

/** Quotes each line of the instructions. Joins lines beyond the limit to the last line. */
function stepLines(instructions: string): string[] {
  const steps = instructions.split(/\r\n?|\n/).filter((each) => each.trim() !== "");
  if (steps.length <= 1) return [quoted(instructions)];
  const rest = steps.slice(maxSteps - 1).join(" ");
  return [...steps.slice(0, maxSteps - 1), ...(rest === "" ? [] : [rest])].map(quoted);
}

/** Maximum number of tokens for the ingredients, and also for the instructions. Both together fit on a page. */
const maxTextTokens = 3_300;

function takeFitting(parts: readonly string[], written: (parts: readonly string[]) => unknown): readonly string[] {
  let start = parts;
  while (estimateTokens(JSON.stringify(written(start))) > maxTextTokens) {
    start = start.slice(0, Math.floor(start.length * 0.9));
  }
  return start;
}
