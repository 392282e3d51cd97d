import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { unknownAddress } from "#lib/errors.ts";
import { closed, Uuid } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, hidden, operationsOf } from "#platform/http/operation.ts";
import { respondPicture, writeWithPicture } from "#platform/http/pictures.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import type { Work } from "#platform/work.ts";
import { Recipe } from "../recipes/model.ts";
import type { NewRecipe } from "../recipes/store.ts";
import { DraftSource, RecipeDraft, RecipeDrafts, RecipeWarning, SavedFields, Url } from "./model.ts";
import type { Network } from "./pages.ts";
import { RecipeImports } from "./service.ts";
import { findDuplicates, replaceByImported, saveImported } from "./store.ts";

const operation = operationsOf("Recipes");
const onePage = {
  maxBytes: 5_242_880,
  tooLargeMessage: "File is larger than 5 MB",
  expectedFile: "exactly one file",
} as const;

const draftId = closed({ id: Uuid });
const noRecipe = "The page holds no recipe that can be read: copy its text and paste it";
const pageRefusals = {
  400: ["url: must be an https address"],
  422: [
    "There is no such page",
    "The page does not let this server in: copy the recipe there and paste its text",
    "The page is larger than 5 MB",
    noRecipe,
  ],
  502: ["The page did not answer"],
};

export function recipeImports(deps: Deps, network?: Network) {
  const imports = new RecipeImports(deps, network);
  const duplicatesIn = (call: RequestContext) => (name: string, sourceUrl: string | null) =>
    call.read((work) => findDuplicates(work, name, sourceUrl));

  return new Elysia()
    .use(context)
    .post(
      "/v1/recipes/import",
      async ({ call, body }) => {
        const { recipe, warnings } = await imports.readAddress(call.caller.householdId, body.url);
        return call.write((work) => ({ ...saveImported(work, recipe), warnings }));
      },
      operation({
        id: "importRecipe",
        summary: "Import a recipe from a page",
        description:
          "Reads what the page says about its recipe to other programs, and adds it with its source. What does not fit goes " +
          "to the notes, and `warnings` say so. The photo stays there. At most 30 pages in 10 minutes for a household.",
        access: "meals.write",
        body: closed({ url: Url }),
        answer: closed({ ...Recipe.properties, warnings: Type.Array(RecipeWarning) }, { title: "ImportedRecipe" }),
        example: { url: "https://www.chefkoch.de/rezepte/1/lasagne.html" },
        refusals: pageRefusals,
      }),
    )
    .post(
      "/app/recipes/drafts",
      async ({ call, body }) => ({ drafts: await imports.draft(call.caller.householdId, body, duplicatesIn(call)) }),
      operation({
        id: "draftRecipes",
        summary: "Read recipes from addresses or a text",
        description:
          "One of `url`, `urls` and `text`. Writes nothing. A draft lives for 30 minutes, at most 50 of a household. " +
          "Refusals of one of `urls` are the `error` of its draft. At most 30 pages and 120 texts in 10 minutes for a household.",
        access: "app",
        isVolatile: true,
        body: DraftSource,
        answer: RecipeDrafts,
        example: { url: "https://www.chefkoch.de/rezepte/1/lasagne.html" },
        refusals: {
          ...pageRefusals,
          413: ["Text is larger than 100 KB"],
          422: [...pageRefusals[422], "The text holds no recipe: a name, its ingredients, then the steps"],
        },
      }),
    )
    .post(
      "/app/recipes/drafts/page",
      async ({ call, body }) => imports.draftFile(call.caller.householdId, body, duplicatesIn(call)),
      operation({
        id: "draftRecipeFromPage",
        summary: "Read a recipe from a saved page",
        description:
          "One page that a browser saved, as HTML or MHTML, in the field `file`, at most 5 MB. Writes nothing. Counts as one of the 30 pages that " +
          "a household may read in 10 minutes.",
        access: "app",
        isVolatile: true,
        upload: onePage,
        answer: RecipeDraft,
        refusals: { 422: [noRecipe] },
      }),
    )
    .get(
      "/app/recipes/drafts/:id/photo",
      ({ call, params }) => {
        const { picture } = imports.drafts.find(call.caller.householdId, params.id);
        if (!picture) throw unknownAddress();
        return respondPicture(picture.webp, { cache: "max-age=1800" });
      },
      hidden("app", { id: "serveDraftPhoto", params: draftId }),
    )
    .post(
      "/app/recipes/drafts/:id/save",
      ({ call, params, body: { fields, keepPhoto, replaces } }) => {
        const save = (work: Work, input: NewRecipe) =>
          replaces === undefined
            ? { answer: saveImported(work, input), orphan: null }
            : replaceByImported(work, replaces, input);
        return imports.drafts.saveOnce(call.caller.householdId, params.id, async ({ picture }) => {
          if (!keepPhoto || !picture) return call.write((work) => save(work, fields).answer);
          return writeWithPicture(deps, call, picture.webp, (work, photoFile) =>
            save(work, { ...fields, photoFile, photoSource: picture.source }),
          );
        });
      },
      operation({
        id: "saveRecipeDraft",
        summary: "Add a recipe that was read",
        description:
          "With the fields as people changed them. A draft is saved once. With `replaces` that recipe gets the fields, and the " +
          "photo if it is kept; its emoji and notes stay, and so do fields that are empty here. Notes are added to its own.",
        access: "app",
        params: draftId,
        body: closed({ fields: SavedFields, keepPhoto: Type.Boolean(), replaces: Type.Optional(Uuid) }),
        answer: Recipe,
        example: { fields: { name: "Lasagne", ingredients: ["Lasagne sheets"] }, keepPhoto: true },
        refusals: {
          404: ["Draft not found", "Recipe not found"],
          400: ["fields.sourceUrl: must be a web address", "fields.tags[0]: must not have a comma"],
          409: ["This draft was saved already"],
          422: ["fields.groups[0].at: no such ingredient"],
        },
      }),
    );
}
