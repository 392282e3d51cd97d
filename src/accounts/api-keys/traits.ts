import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { api_key: { search: null } },
  tables: {
    apiKey: {
      undo: null,
      positionScope: null,
      live: "api_key",
      columns: {
        id: "shown",
        memberId: "formerMember",
        name: "shown",
        hash: "secret",
        prefix: "shown",
        scopes: "shown",
        expiresAt: "shown",
        revokedAt: "shown",
        lastUsedAt: "shown",
        lastAgentName: "shown",
        ...recordColumns,
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
