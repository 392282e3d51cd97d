import type { FeatureTraits } from "#platform/traits.ts";

export const traits = {
  subjects: {},
  tables: {
    session: {
      undo: null,
      positionScope: null,
      live: null,
      columns: {
        id: "internal",
        memberId: "internal",
        tokenHash: "secret",
        createdAt: "internal",
        lastSeenAt: "internal",
        userAgent: "internal",
      },
    },
    invitation: {
      undo: null,
      positionScope: null,
      live: null,
      columns: { memberId: "internal", tokenHash: "secret", expiresAt: "internal" },
    },
  },
  virtualTables: { signIn: { undo: null, live: "member" } },
} as const satisfies FeatureTraits;
