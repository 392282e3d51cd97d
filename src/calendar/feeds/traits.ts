import { type FeatureTraits, recordColumns, shown } from "#platform/traits.ts";

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
        ...shown("parts", "calendarIds", "detail", "alarms", "lastUsedAt"),
        ...recordColumns,
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
