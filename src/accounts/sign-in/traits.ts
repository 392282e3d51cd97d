import type { FeatureTraits } from "#platform/traits.ts";

export const traits = {
  subjects: {},
  tables: {
    session: {
      undo: null,
      level: null,
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
      level: null,
      live: null,
      columns: { memberId: "internal", tokenHash: "secret", expiresAt: "internal" },
    },
  },
  parts: { signIn: { undo: null, live: "member" } },
} as const satisfies FeatureTraits;
