import { type FeatureTraits, recordColumns, shown } from "#platform/traits.ts";

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
        ...shown("title", "startsAt", "endsAt", "startWall", "endWall", "allDay", "timeZone", "location", "notes"),
        ...shown("recurrenceRule", "lastWall", "seriesEnd", "spans"),
        memberIds: "member",
        ...shown("isGeneral", "reminderMinutes", "reminderMinutesList"),
        syncTargets: "member",
        exceptions: "member",
        ...shown("sourceId", "objectId", "isUnrolled", "lockedBy", "clientName"),
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
