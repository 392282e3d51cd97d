import { type FeatureTraits, recordColumns } from "../feature-traits.ts";

export const traits = {
  subjects: { meal: { search: { scope: "meals.read" } } },
  tables: {
    meal: {
      undo: { scope: "meals.write", adultsOnly: false },
      level: null,
      live: "meal",
      columns: {
        id: "shown",
        date: "shown",
        mealType: "shown",
        slot: "shown",
        recipeId: "shown",
        ...recordColumns,
      },
    },
  },
  parts: {},
} as const satisfies FeatureTraits;
