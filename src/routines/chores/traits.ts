import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { chore: { search: { scope: "chores.read" } } },
  tables: {
    chore: {
      undo: { scope: null, adultsOnly: true },
      positionScope: null,
      live: "chore",
      columns: {
        id: "shown",
        name: "shown",
        emoji: "shown",
        stars: "shown",
        recurrenceRule: "shown",
        startDate: "shown",
        dueTime: "shown",
        assignment: "shown",
        memberIds: "member",
        active: "shown",
        deletedAt: "shown",
        ...recordColumns,
      },
    },
    choreCompletion: {
      undo: { scope: null, adultsOnly: false },
      positionScope: null,
      live: "chore",
      columns: {
        id: "shown",
        choreId: "shown",
        memberId: "formerMember",
        date: "shown",
        stars: "shown",
        completedAt: "shown",
        createdBy: "shown",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
