import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { recipe: { search: { scope: "meals.read" } } },
  tables: {
    recipe: {
      undo: { scope: "meals.write", adultsOnly: false },
      positionScope: null,
      live: "recipe",
      columns: {
        id: "shown",
        idTail: "internal",
        name: "shown",
        emoji: "shown",
        prepMinutes: "shown",
        ingredients: "shown",
        instructions: "shown",
        archivedAt: "shown",
        kind: "shown",
        servings: "shown",
        tags: "shown",
        groups: "shown",
        notes: "shown",
        sourceName: "shown",
        sourceUrl: "shown",
        photoFile: "coverFile",
        photoSource: "shown",
        ...recordColumns,
      },
    },
    recipeLike: {
      undo: { scope: null, adultsOnly: false },
      positionScope: null,
      live: "recipe",
      columns: { recipeId: "shown", memberId: "member", createdAt: "shown", createdBy: "shown" },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
