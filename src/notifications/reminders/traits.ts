import type { FeatureTraits } from "#platform/traits.ts";

const besideTheFeed = { undo: null, positionScope: null, live: null } as const;

export const traits = {
  subjects: {},
  tables: {
    reminderClock: {
      ...besideTheFeed,
      columns: { settledTo: "internal" },
    },
    preference: {
      ...besideTheFeed,
      columns: {
        memberId: "formerMember",
        quiet: "shown",
        allDayAt: "shown",
        summaryAt: "shown",
        taskAt: "shown",
        general: "shown",
        alsoFor: "shown",
        details: "shown",
        language: "shown",
        kinds: "shown",
        updatedAt: "shown",
      },
    },
    follow: { ...besideTheFeed, columns: { memberId: "formerMember", listId: "shown" } },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
