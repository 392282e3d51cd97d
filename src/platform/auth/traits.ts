import { type FeatureTraits, notInFeed } from "../traits.ts";

export const traits = {
  subjects: {},
  tables: {
    idempotency: {
      ...notInFeed,
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
