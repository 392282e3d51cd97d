import { type FeatureTraits, recordColumns } from "../feature-traits.ts";

export const traits = {
  subjects: { calendar: { search: null } },
  tables: {
    externalCalendar: {
      undo: null,
      level: null,
      live: "calendar",
      columns: {
        id: "shown",
        name: "shown",
        color: "shown",
        address: "secret",
        host: "shown",
        memberIds: "member",
        isGeneral: "shown",
        everyHours: "shown",
        askedHours: "internal",
        etag: "internal",
        lastModified: "internal",
        hash: "internal",
        heardAt: "shown",
        state: "shown",
        error: "shown",
        failures: "internal",
        held: "internal",
        remarks: "shown",
        runs: "internal",
        ...recordColumns,
      },
    },
    calendarObject: {
      undo: { scope: "calendar.write", adultsOnly: false },
      level: null,
      live: "event",
      silent: ["ics", "hash", "at"],
      columns: {
        id: "shown",
        sourceId: "shown",
        uid: "shown",
        ics: "shown",
        hash: "internal",
        kind: "shown",
        at: "shown",
        calendar: "shown",
        clientName: "shown",
      },
    },
    eventChange: {
      undo: null,
      level: null,
      live: null,
      columns: { seq: "internal", calendar: "internal", name: "internal", at: "internal" },
    },
  },
  parts: {
    /** What a refresh changed. Undo would last until the next refresh. */
    followed: { undo: null, live: "event" },
  },
} as const satisfies FeatureTraits;
