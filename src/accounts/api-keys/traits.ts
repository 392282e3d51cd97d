import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { api_key: { search: null } },
  tables: {
    apiKey: {
      undo: null,
      level: null,
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
  parts: {},
} as const satisfies FeatureTraits;
