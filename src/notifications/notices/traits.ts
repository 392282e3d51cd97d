import type { FeatureTraits } from "#platform/traits.ts";

/** Traits of tables whose changes are not in the activity feed: notices do not change the household's data. */
const notInFeed = { undo: null, positionScope: null, live: null } as const;

export const traits = {
  subjects: {},
  tables: {
    notice: {
      ...notInFeed,
      columns: {
        id: "shown",
        memberId: "formerMember",
        kind: "shown",
        subjectType: "shown",
        subjectId: "shown",
        listId: "shown",
        slot: "shown",
        minutes: "shown",
        ring: "internal",
        dueAt: "shown",
        expiresAt: "internal",
        facts: "shown",
        about: "shown",
        urgency: "internal",
        state: "shown",
        hidden: "internal",
        foldId: "internal",
        readAt: "shown",
        createdAt: "shown",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
