import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { calendar_feed: { search: null } },
  tables: {
    calendarFeed: {
      undo: null,
      positionScope: null,
      live: "calendar_feed",
      columns: {
        id: "shown",
        name: "shown",
        tokenHash: "secret",
        memberId: "formerMember",
        parts: "shown",
        calendarIds: "shown",
        detail: "shown",
        alarms: "shown",
        lastUsedAt: "shown",
        ...recordColumns,
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
