import { type FeatureTraits, shown } from "#platform/traits.ts";

export const traits = {
  subjects: {},
  tables: {
    groceryItem: {
      undo: { scope: "lists.write", adultsOnly: false },
      positionScope: null,
      live: "block",
      columns: shown("blockId", "listId", "food", "unit", "amount", "rendered", "needs"),
    },
    foodPlace: {
      undo: { scope: null, adultsOnly: false },
      positionScope: null,
      live: "list",
      columns: shown("food", "name", "aisle", "isStaple"),
    },
    groceryList: {
      undo: { scope: null, adultsOnly: false },
      positionScope: null,
      live: "list",
      columns: shown("listId", "byAisle", "aisles"),
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
