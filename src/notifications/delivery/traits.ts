import type { FeatureTraits } from "#platform/traits.ts";

export const traits = {
  subjects: {},
  tables: {
    delivery: {
      undo: null,
      positionScope: null,
      live: null,
      columns: {
        id: "internal",
        noticeId: "internal",
        channelId: "internal",
        target: "internal",
        state: "internal",
        maybeSent: "internal",
        attempts: "internal",
        nextAt: "internal",
        expiresAt: "internal",
        status: "internal",
        error: "internal",
        sentAt: "internal",
        createdAt: "internal",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
