import { type FeatureTraits, notInFeed } from "../traits.ts";

export const traits = {
  subjects: {},
  tables: {
    actor: {
      ...notInFeed,
      columns: {
        id: "shown",
        kind: "shown",
        subjectId: "formerMember",
        name: "shown",
        agentName: "shown",
        identity: "internal",
      },
    },
    activity: {
      ...notInFeed,
      columns: {
        seq: "shown",
        id: "shown",
        idTail: "internal",
        createdAt: "shown",
        actorId: "shown",
        action: "shown",
        subjectType: "shown",
        subjectId: "shown",
        subjectLabel: "shown",
        summary: "shown",
        sentence: "shown",
        changes: "shown",
        before: "shown",
        after: "shown",
        listId: "shown",
        undoneBy: "shown",
        viewerId: "formerMember",
        privateTo: "formerMember",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
