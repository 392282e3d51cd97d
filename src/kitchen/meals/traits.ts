import { type FeatureTraits, recordColumns, shown } from "#platform/traits.ts";

export const traits = {
  subjects: { meal: { search: { scope: "meals.read" } } },
  tables: {
    meal: {
      undo: { scope: "meals.write", adultsOnly: false },
      positionScope: null,
      live: "meal",
      columns: {
        id: "shown",
        idTail: "internal",
        ...shown("date", "mealType", "slot", "recipeId", "note"),
        cookId: "member",
        servings: "shown",
        repeatId: "shown",
        ...recordColumns,
      },
    },
    mealRepeat: {
      undo: { scope: null, adultsOnly: true },
      positionScope: null,
      live: "meal",
      columns: {
        ...shown("id", "mealId", "recipeId", "mealType", "everyWeeks"),
        ...shown("startDate", "untilDate", "plannedThrough", "deletedAt"),
        ...recordColumns,
      },
      columnsIgnoredByUndo: ["plannedThrough"],
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
