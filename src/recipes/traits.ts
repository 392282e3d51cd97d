import { type FeatureTraits, recordColumns } from "../feature-traits.ts";

export const traits = {
  subjects: { recipe: { search: { scope: "meals.read" } } },
  tables: {
    recipe: {
      undo: { scope: "meals.write", adultsOnly: false },
      level: null,
      live: "recipe",
      columns: {
        id: "shown",
        name: "shown",
        emoji: "shown",
        prepMinutes: "shown",
        ingredients: "shown",
        instructions: "shown",
        archivedAt: "shown",
        ...recordColumns,
      },
    },
  },
  parts: {},
} as const satisfies FeatureTraits;
