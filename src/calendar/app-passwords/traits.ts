import { type FeatureTraits, notInFeed, recordColumns, shown } from "#platform/traits.ts";

export const traits = {
  subjects: { calendar_app: { search: null } },
  tables: {
    appPassword: {
      undo: null,
      positionScope: null,
      live: "calendar_app",
      columns: {
        id: "shown",
        memberId: "formerMember",
        name: "shown",
        username: "shown",
        secretHash: "secret",
        ...shown("access", "calendars", "lastSeenAt", "client"),
        ...recordColumns,
      },
    },
    davProperty: {
      ...notInFeed,
      columns: { appPasswordId: "internal", place: "internal", name: "internal", value: "internal" },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
