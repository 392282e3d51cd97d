import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { device: { search: null } },
  tables: {
    device: {
      undo: null,
      positionScope: null,
      live: "device",
      columns: {
        id: "shown",
        name: "shown",
        tokenHash: "secret",
        lastSeenAt: "shown",
        revokedAt: "shown",
        ...recordColumns,
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
