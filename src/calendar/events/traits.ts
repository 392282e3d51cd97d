import { type FeatureTraits, recordColumns } from "#platform/traits.ts";

const undo = { scope: "calendar.write", adultsOnly: false } as const;

export const traits = {
  subjects: { event: { search: { scope: "calendar.read" } } },
  tables: {
    event: {
      undo,
      positionScope: null,
      live: "event",
      columnsIgnoredByUndo: ["objectId", "clientName"],
      columns: {
        id: "shown",
        idTail: "internal",
        title: "shown",
        startsAt: "shown",
        endsAt: "shown",
        startWall: "shown",
        endWall: "shown",
        allDay: "shown",
        timeZone: "shown",
        location: "shown",
        notes: "shown",
        recurrenceRule: "shown",
        lastWall: "shown",
        seriesEnd: "shown",
        spans: "shown",
        memberIds: "member",
        isGeneral: "shown",
        reminderMinutes: "shown",
        reminderMinutesList: "shown",
        syncTargets: "member",
        exceptions: "member",
        sourceId: "shown",
        objectId: "shown",
        isUnrolled: "shown",
        lockedBy: "shown",
        clientName: "shown",
        privateTo: "member",
        privateDetails: "member",
        calendar: "internal",
        resourceName: "internal",
        ...recordColumns,
      },
    },
  },
  virtualTables: { instance: { undo, live: "event" } },
} as const satisfies FeatureTraits;
