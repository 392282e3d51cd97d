/** Transcripts of meals. */
import { planned } from "../../../support/mcp/read-household.ts";
import type { Stage, Transcript } from "../../../support/mcp/transcript.ts";

/** Recipes by name, and their ids. */
async function cook({ post }: Stage, ...names: string[]) {
  const ids: Record<string, string> = {};
  for (const name of names) ids[name] = (await post("/v1/recipes", { name })).body.id;
  return { ids };
}

/** Unknown recipes, and full meals. */
export const meals: Transcript[] = [
  {
    fault: "unknown recipe",
    said: "Lasagna on Friday evening",
    steps: [
      { meanwhile: "it is spelt otherwise", happens: (stage) => cook(stage, "Lasagne", "Soup") },
      {
        ...{ use: "schedule_meal", with: { date: "2026-12-04", mealType: "dinner", recipe: "Lasagna" } },
        ...{
          refused: "recipe: no such recipe: “Lasagna”",
          repair: "Parameter recipe: did you mean “Lasagne”? Otherwise take one of “Soup”",
        },
      },
      {
        use: "schedule_meal",
        with: ({ repair }) => ({
          ...{ date: "2026-12-04", mealType: "dinner" },
          recipe: /did you mean “(\w+)”/.exec(repair)?.[1],
        }),
        ...{ answered: /Planned.*Fri 4 Dec 2026.*Lasagne/, entries: 1 },
      },
    ],
    ...{ state: (stage) => planned(stage), has: ["2026-12-04 dinner Lasagne"] },
  },
  {
    fault: "a meal that is full",
    said: "Soup, too, on Friday evening",
    steps: [
      {
        meanwhile: "there are two dishes already",
        async happens(stage) {
          const { ids } = await cook(stage, "Lasagne", "Salad", "Soup");
          for (const name of ["Lasagne", "Salad"])
            await stage.post("/v1/meals", { date: "2026-12-04", mealType: "dinner", recipeId: ids[name] });
          return { ids };
        },
      },
      {
        ...{ use: "schedule_meal", with: { date: "2026-12-04", mealType: "dinner", recipe: "Soup" } },
        refused: "Dinner is full",
        repair: "take another place, or free this one with remove_meal and the id from list_meals",
      },
      {
        ...{ use: "list_meals", with: { weekStart: "2026-11-30" }, answered: /Salad/ },
        keep: ({ meals: all }) => ({ mealId: all.find(({ recipe }: any) => recipe === "Salad").id }),
      },
      { use: "remove_meal", with: ({ mealId }) => ({ mealId }), answered: "Taken off the plan", entries: 1 },
      {
        ...{ use: "schedule_meal", with: { date: "2026-12-04", mealType: "dinner", recipe: "soup" } },
        ...{ answered: /Planned.*Soup/, entries: 1 },
      },
    ],
    ...{ state: (stage) => planned(stage), has: ["2026-12-04 dinner Lasagne", "2026-12-04 dinner Soup"] },
  },
];
