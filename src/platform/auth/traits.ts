import type { FeatureTraits } from "../traits.ts";

export const traits = {
  subjects: {},
  tables: {
    idempotency: {
      undo: null,
      positionScope: null,
      live: null,
      columns: {
        callerId: "internal",
        key: "internal",
        route: "internal",
        bodyHash: "internal",
        answer: "secret",
        createdAt: "internal",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
