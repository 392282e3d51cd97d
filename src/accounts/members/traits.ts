import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

const undo = { scope: null, adultsOnly: true } as const;

/** Traits of the members' table. Undo restores the members' order and profiles, but never whole rows. */
export const traits = {
  subjects: { member: { search: { scope: null } } },
  tables: {
    member: {
      undo,
      positionScope: [],
      live: "member",
      columns: {
        id: "shown",
        name: "shown",
        role: "shown",
        color: "shown",
        avatar: "shown",
        photoFile: "coverFile",
        position: "shown",
        email: "shown",
        passwordHash: "secret",
        signInName: "shown",
        removedAt: "shown",
        ...recordColumns,
      },
    },
  },
  virtualTables: { profile: { undo, live: "member" }, directory: { undo: null, live: "member" } },
} as const satisfies FeatureTraits;
