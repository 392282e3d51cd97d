import { type FeatureTraits, notInFeed } from "#platform/traits.ts";

export const traits = {
  subjects: {},
  tables: {
    session: {
      ...notInFeed,
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
      ...notInFeed,
      columns: { memberId: "internal", tokenHash: "secret", expiresAt: "internal" },
    },
  },
  virtualTables: { signIn: { undo: null, live: "member" } },
} as const satisfies FeatureTraits;
