import type { FeatureTraits } from "#platform/traits.ts";

export const traits = {
  subjects: {},
  tables: {
    channel: {
      undo: null,
      positionScope: null,
      live: null,
      columns: {
        id: "shown",
        memberId: "formerMember",
        kind: "shown",
        label: "shown",
        config: "secret",
        endpointHash: "secret",
        details: "shown",
        verifiedAt: "shown",
        okAt: "shown",
        failingSince: "shown",
        refusals: "internal",
        offReason: "shown",
        createdAt: "shown",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
