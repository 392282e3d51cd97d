import type { FeatureTraits } from "#platform/traits.ts";

/**
 * Declares that undo, open apps and the activity feed ignore changes of these tables: notices are not data of the
 * household.
 */
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
        occurrenceKey: "internal",
        dueAt: "shown",
        expiresAt: "internal",
        facts: "shown",
        about: "shown",
        urgency: "internal",
        state: "shown",
        hidden: "internal",
        digestId: "internal",
        readAt: "shown",
        createdAt: "shown",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
