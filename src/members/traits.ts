import { type FeatureTraits, recordColumns } from "../feature-traits.ts";

const undo = { scope: null, adultsOnly: true } as const;

/** The traits of members. Undo restores their order and their profiles, never whole rows. */
export const traits = {
  subjects: { member: { search: { scope: null } } },
  tables: {
    member: {
      undo,
      level: [],
      live: "member",
      columns: {
        id: "shown",
        name: "shown",
        role: "shown",
        color: "shown",
        avatar: "shown",
        position: "shown",
        email: "shown",
        passwordHash: "secret",
        signInName: "shown",
        removedAt: "shown",
        ...recordColumns,
      },
    },
  },
  parts: { profile: { undo, live: "member" }, directory: { undo: null, live: "member" } },
} as const satisfies FeatureTraits;
