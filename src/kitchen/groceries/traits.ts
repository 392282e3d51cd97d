import type { FeatureTraits } from "#platform/traits.ts";

export const traits = {
  subjects: {},
  tables: {
    groceryItem: {
      undo: { scope: "lists.write", adultsOnly: false },
      positionScope: null,
      live: "block",
      columns: {
        blockId: "shown",
        listId: "shown",
        food: "shown",
        unit: "shown",
        amount: "shown",
        rendered: "shown",
        needs: "shown",
      },
    },
    foodPlace: {
      undo: { scope: null, adultsOnly: false },
      positionScope: null,
      live: "list",
      columns: { food: "shown", name: "shown", aisle: "shown", isStaple: "shown" },
    },
    groceryList: {
      undo: { scope: null, adultsOnly: false },
      positionScope: null,
      live: "list",
      columns: { listId: "shown", byAisle: "shown", aisles: "shown" },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
