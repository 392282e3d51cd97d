import { type FeatureTraits, recordColumns, shown } from "#platform/traits.ts";

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
        ...shown("name", "emoji", "prepMinutes", "ingredients", "instructions", "archivedAt", "kind"),
        ...shown("servings", "tags", "groups", "notes", "sourceName", "sourceUrl"),
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
