import { Type } from "@sinclair/typebox";
import type { Recipe } from "#kitchen/recipes/model.ts";
import { foldForSearch } from "#lib/case-folding.ts";
import { addDays } from "#lib/time.ts";
import { closed, oneOf } from "#lib/wire.ts";
import type { Named } from "../input/names.ts";
import {
  confirmParameter,
  cursorParameter,
  flag,
  idempotencyKeyParameter,
  item,
  pageFields,
  text,
  textParameter,
  writeFields,
} from "../input/parameters.ts";
import { recordId, recordIdAmong } from "../input/records.ts";
import type { Note } from "../input/times.ts";
import { bare, dayLine, quoted, sameNameLine, withinQuotes } from "../output/format.ts";
import type { RowView } from "../output/paging.ts";
import { estimateTokens } from "../output/token-estimate.ts";
import { wrongParameter } from "../output/tool-error.ts";
import { ifReadable, readRecord } from "../rest-client.ts";
import { type Context, tool } from "../tool.ts";

const minutes = Type.Optional(Type.Integer());

export const recipeParameter = (description: string) => textParameter(200, description);

const restNames = { id: "recipe" };
const repairs = {
  not_found: "Parameter recipe: take a name or id that list_recipes returned; it may be archived.",
  // REST's messages also allow null.
  "out_of_range prepMinutes": "Parameter prepMinutes: 0 to 1440 minutes.",
  "out_of_range servings": "Parameter servings: for 1 to 100 people.",
};
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
type ImportedRecipe = Recipe & { readonly warnings: readonly { readonly text: string }[] };

const Name = textParameter(200, "Its name");
const servings = Type.Optional(Type.Integer({ description: "For how many" }));
const optional = {
  emoji: Type.Optional(textParameter(8, "One")),
  prepMinutes: Type.Optional(Type.Integer({ description: "How long it takes" })),
  ingredients: Type.Optional(Type.Array(textParameter(200), { maxItems: 100, description: "All, with amounts" })),
  instructions: Type.Optional(textParameter(5_000, "How it is made")),
  servings,
};

const listRecipes = tool({
  name: "list_recipes",
  title: "List recipes and how to make them",
  group: "meals",
  profile: "core",
  does: "reads",
  scopes: ["meals.read"],
  description: "The recipe box by name: what the household cooks and how long it takes; with details how it is made.",
  input: closed({
    query: Type.Optional(Type.String({ maxLength: 200, description: "Words in its name, ingredients or tags" })),
    maxPrepMinutes: Type.Optional(Type.Integer({ description: "Only those that take no longer" })),
    notLately: Type.Optional(Type.Integer({ description: "Only those not eaten in the last so many days" })),
    details: Type.Optional(Type.Boolean({ description: "With ingredients and instructions" })),
    cursor: cursorParameter,
  }),
  output: closed({
    ...pageFields,
    recipes: Type.Array(
      item({
        id: text,
        name: text,
        prepMinutes: minutes,
        ingredients: Type.Optional(Type.Array(text)),
        instructions: Type.Optional(text),
        cut: Type.Optional(flag),
      }),
    ),
  }),
  async run(context, { query = "", maxPrepMinutes = null, notLately, details = false, cursor }) {
    const words = foldForSearch(query).split(" ");
    const since = notLately === undefined ? null : dayBefore((await context.householdNow()).now.date, notLately);
    const recipes = (await readRecipes(context)).filter((recipe) => {
      const { name, ingredients, prepMinutes, lastEaten = null, tags = [] } = recipe;
      const searchable = foldForSearch([name, ...ingredients, ...tags].join("\n"));
      const isQuick = maxPrepMinutes === null || (prepMinutes !== null && prepMinutes <= maxPrepMinutes);
      const isOld = since === null || lastEaten === null || lastEaten < since;
      return isQuick && isOld && words.every((word) => searchable.includes(word));
    });
    const page = context.page(recipes, cursor, "No recipes.", (recipe) => {
      const view = details ? recipeDetailsView : recipeView;
      return view(recipe, context);
    });
    return { text: page.text, data: { ...page.paging, recipes: page.items } };
  },
});

const createRecipe = tool({
  name: "create_recipe",
  title: "Add a recipe",
  group: "meals",
  profile: "core",
  does: "adds",
  isOpenWorld: true,
  scopes: ["meals.write"],
  description: "Adds a recipe to the box, for schedule_meal to plan. Its ingredients are what add_groceries buys.",
  input: closed({
    name: Type.Optional(Name),
    ...optional,
    url: Type.Optional(textParameter(2_000, "To import a web page's recipe; then nothing else")),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({ ...writeFields, name: text }),
  repairs: { ...repairs, ...pageRepairs },
  async run(context, { idempotencyKey, url, ...body }) {
    if (url !== undefined) {
      if (Object.keys(body).length > 0) throw wrongParameter("url", "nothing else beside it", onlyUrl);
      return importRecipe(context, url, idempotencyKey);
    }
    // In the REST API, the first route has no servings.
    const path = body.servings === undefined ? "/v1/recipes" : "/v1/recipes/details";
    const saved = await context.rest<Recipe>("POST", path, body, { idempotencyKey });
    return withRemarks(
      context,
      savedResult(context, saved.isReplay ? "Added before" : "Added", saved.body, saved.activityId),
    );
  },
});

async function importRecipe(context: Context, url: string, idempotencyKey: string | undefined) {
  const path = "/v1/recipes/import";
  const saved = await context.rest<ImportedRecipe>("POST", path, { url }, { idempotencyKey });
  const answer = savedResult(context, saved.isReplay ? "Imported before" : "Imported", saved.body, saved.activityId);
  return withRemarks(
    context,
    answer,
    saved.body.warnings.map((warning) => warning.text),
  );
}

const updateRecipe = tool({
  name: "update_recipe",
  title: "Change a recipe",
  group: "meals",
  profile: "standard",
  does: "changes",
  scopes: ["meals.write"],
  description: "Changes a recipe, in the meals already planned with it too. What is left out stays.",
  input: closed({
    recipe: recipeParameter("Name or id"),
    name: Type.Optional(textParameter(200, "Its new name")),
    ...optional,
    clear: Type.Optional(
      Type.Array(oneOf(["prepMinutes"]), {
        maxItems: 1,
        description: "Fields to empty",
      }),
    ),
  }),
  output: closed({ ...writeFields, name: text }),
  names: restNames,
  repairs,
  async run(context, { recipe, clear = [], ...given }) {
    const path = `/v1/recipes/${await recipeId(context, recipe)}${given.servings === undefined ? "" : "/details"}`;
    const cleared = clear.includes("prepMinutes") ? { prepMinutes: null } : {};
    const saved = await context.rest<Recipe>("PATCH", path, { ...cleared, ...given });
    return savedResult(
      context,
      saved.activityId === null ? "Nothing to change" : "Saved",
      saved.body,
      saved.activityId,
    );
  },
});

const archiveRecipe = tool({
  name: "archive_recipe",
  title: "Archive a recipe",
  group: "meals",
  profile: "full",
  does: "deletes",
  scopes: ["meals.write"],
  isForAdults: true,
  description: "Takes a recipe out of the box for good; meals planned with it keep it.",
  input: closed({ recipe: recipeParameter("Name or id"), confirm: confirmParameter }),
  output: closed(writeFields),
  names: restNames,
  repairs,
  async run(context, { recipe, confirm }) {
    const { id, name, archivedAt } = await findRecipe(context, recipe);
    // REST refuses an archived recipe, so nothing needs to be confirmed.
    if (archivedAt === null) context.confirm(confirm, `archive the recipe ${quoted(name)}`, id, { isLarge: true });
    const { activityId } = await context.rest("DELETE", `/v1/recipes/${id}`);
    const shortId = context.shortId("recipe", id);
    return {
      text: `Archived ${quoted(name)} · id ${shortId} · activityId ${activityId}`,
      data: { id: shortId, activityId },
    };
  },
});

export const recipeTools = [listRecipes, createRecipe, updateRecipe, archiveRecipe];

export async function readRecipes({ rest }: Pick<Context, "rest">): Promise<readonly Recipe[]> {
  return (await rest<{ recipes: Recipe[] }>("GET", "/v1/recipes")).body.recipes;
}

/**
 * Returns a recipe's id from a name or id. Accepts an id without reading recipes, so that an API key without read
 * permission can plan meals. With `note`, a part of a name is enough.
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

async function withRemarks(context: Context, answer: ReturnType<typeof savedResult>, warnings: readonly string[] = []) {
  const remark = await sameNameRemark(context, answer.data.name);
  return { ...answer, text: [answer.text, ...warnings, ...(remark === null ? [] : [remark])].join("\n") };
}

async function sameNameRemark(context: Context, name: string): Promise<string | null> {
  const recipes = (await ifReadable(readRecipes(context))) ?? [];
  const wanted = foldForSearch(name);
  const ids = recipes
    .filter((each) => foldForSearch(each.name) === wanted)
    .map(({ id }) => context.shortId("recipe", id));
  return sameNameLine(name, ids);
}

type Ids = Pick<Context, "shortId">;

/** Returns the recipes with their names. Recipes of the same name get distinguishing notes. */
function namedRecipes(recipes: readonly Recipe[]): Named[] {
  return recipes.map(({ id, name, prepMinutes, ingredients }) => ({
    id,
    name: withinQuotes(name),
    note: effortText(prepMinutes, ingredients.length),
  }));
}

export const minutesText = (prepMinutes: number | null) =>
  prepMinutes === null ? "time not known" : `${prepMinutes} min`;

function effortText(prepMinutes: number | null, ingredients: number): string {
  return `${minutesText(prepMinutes)} · ${ingredients} ${ingredients === 1 ? "ingredient" : "ingredients"}`;
}

function savedResult(context: Context, outcome: string, recipe: Recipe, activityId: string | null) {
  const { line, fields } = recipeView(recipe, context);
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  return { text: `${outcome}: ${line.slice(2)}${entry}`, data: { id: fields.id, activityId, name: recipe.name } };
}

function recipeView({ name, emoji, prepMinutes, ingredients, ...recipe }: Recipe, { shortId }: Ids) {
  const id = shortId("recipe", recipe.id);
  const effort = effortText(prepMinutes, ingredients.length);
  const line = `- ${quoted(name)} ${bare(emoji)} · ${effort}${factsText(recipe)} · id ${id}`;
  return { line, fields: { id, name, prepMinutes } };
}

/** Formats details of a recipe: ` · serves 4 · last Mon 12 Oct 2026 · tags “quick”` */
function factsText({ servings, lastEaten, tags = [] }: Pick<Recipe, "servings" | "lastEaten" | "tags">): string {
  const facts = [
    ...(servings ? [`serves ${servings}`] : []),
    ...(lastEaten ? [`last ${dayLine(lastEaten)}`] : []),
    ...(tags.length > 0 ? [`tags ${tags.map(quoted).join(", ")}`] : []),
  ];
  return facts.map((fact) => ` · ${fact}`).join("");
}

function dayBefore(date: string, days: number): string {
  return addDays(date, -Math.min(Math.max(days, 0), 36_500));
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
  return { line: lines.join("\n"), fields: { ...fields, ingredients, instructions, ...(cut ? { cut } : {}) } };
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
