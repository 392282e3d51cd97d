import type { FeatureTraits } from "#platform/traits.ts";

const notInFeed = { undo: null, positionScope: null, live: null } as const;

export const traits = {
  subjects: {},
  tables: {
    reminderClock: {
      ...notInFeed,
      columns: { settledTo: "internal" },
    },
    preference: {
      ...notInFeed,
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
    follow: { ...notInFeed, columns: { memberId: "formerMember", listId: "shown" } },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
