import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

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
        access: "shown",
        calendars: "shown",
        lastSeenAt: "shown",
        client: "shown",
        ...recordColumns,
      },
    },
    davProperty: {
      undo: null,
      positionScope: null,
      live: null,
      columns: { appPasswordId: "internal", place: "internal", name: "internal", value: "internal" },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
