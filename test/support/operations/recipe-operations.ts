/** Sample calls for the operations of importing recipes. `operations.ts` includes them. */

import { sampleOrigin } from "../calendar/sample-calendar.ts";
import type { Home } from "../home/home.ts";
import type { Sample } from "./operations.ts";

const pastedRecipe = "Rice pudding\nIngredients\n1 l milk\n250 g rice\nMethod\nSimmer the rice in the milk.";
const savedPage = Buffer.from(
  '<script type="application/ld+json">{"@type":"Recipe","name":"Tea","recipeIngredient":["Tea","Water"]}</script>',
);

async function draftId(home: Home): Promise<string> {
  const { body } = await home.as(home.members.anna).post("/app/recipes/drafts", { text: pastedRecipe });
  return body.drafts[0].id;
}

export const recipeImportSamples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  importRecipe: () => ({ path: "/v1/recipes/import", body: { url: `${sampleOrigin}/recipe` } }),
  draftRecipes: () => ({ path: "/app/recipes/drafts", body: { text: pastedRecipe }, entries: 0 }),
  draftRecipeFromPage: () => ({ path: "/app/recipes/drafts/page", file: savedPage, entries: 0 }),
  saveRecipeDraft: async (home) => ({
    path: `/app/recipes/drafts/${await draftId(home)}/save`,
    body: { fields: { name: "Rice pudding" }, keepPhoto: false },
  }),
};
