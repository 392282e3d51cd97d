import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

export const traits = {
  subjects: { check_in: { search: { scope: "checkins.read" } } },
  tables: {
    checkIn: {
      undo: { scope: "checkins.write", adultsOnly: true },
      positionScope: null,
      live: "check_in",
      columns: {
        id: "shown",
        name: "shown",
        presetKey: "shown",
        question: "shown",
        assigneeIds: "member",
        daysOfWeek: "shown",
        times: "shown",
        notify: "shown",
        active: "shown",
        faces: "shown",
        deletedAt: "shown",
        pausedFrom: "shown",
        pausedTo: "shown",
        ...recordColumns,
      },
    },
    checkInAnswer: {
      undo: { scope: "checkins.write", adultsOnly: false },
      positionScope: null,
      live: "check_in",
      columns: {
        checkInId: "shown",
        date: "shown",
        time: "shown",
        memberId: "formerMember",
        question: "shown",
        faceEmoji: "shown",
        faceLabel: "shown",
        note: "shown",
        answeredAt: "shown",
        createdBy: "shown",
      },
    },
  },
  virtualTables: {},
} as const satisfies FeatureTraits;
