import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

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
        date: "shown",
        mealType: "shown",
        slot: "shown",
        recipeId: "shown",
        note: "shown",
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
        id: "shown",
        mealId: "shown",
        recipeId: "shown",
        mealType: "shown",
        everyWeeks: "shown",
        startDate: "shown",
        untilDate: "shown",
        plannedThrough: "shown",
        deletedAt: "shown",
        ...recordColumns,
      },
      columnsIgnoredByUndo: ["plannedThrough"],
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
