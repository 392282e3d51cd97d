import { type FeatureTraits, notInFeed, recordColumns, shown } from "#platform/traits.ts";

export const traits = {
  subjects: { calendar: { search: null }, calendar_account: { search: null } },
  tables: {
    externalCalendar: {
      undo: null,
      positionScope: null,
      live: "calendar",
      columns: {
        ...shown("id", "name", "color"),
        address: "secret",
        host: "shown",
        memberIds: "member",
        isGeneral: "shown",
        everyHours: "shown",
        askedHours: "internal",
        etag: "internal",
        lastModified: "internal",
        hash: "internal",
        ...shown("heardAt", "state", "error"),
        failures: "internal",
        held: "internal",
        remarks: "shown",
        runs: "internal",
        ...shown("accountId", "externalId", "mode", "privacy", "isDefault"),
        syncState: "internal",
        listedAt: "internal",
        ...recordColumns,
      },
    },
    externalAccount: {
      undo: null,
      positionScope: null,
      live: "calendar_account",
      columns: {
        id: "shown",
        memberId: "member",
        ...shown("provider", "name", "url", "username"),
        secret: "secret",
        origins: "internal",
        offered: "internal",
        state: "shown",
        error: "shown",
        failures: "internal",
        signedInAt: "shown",
        ...recordColumns,
      },
    },
    googleClient: {
      ...notInFeed,
      columns: { clientId: "shown", secret: "secret", ...recordColumns },
    },
    calendarLink: {
      ...notInFeed,
      columns: {
        ...shown("id", "sourceId", "remoteId", "uid", "eventId", "objectId"),
        etag: "internal",
        base: "internal",
        pushedSeq: "internal",
        triedSeq: "internal",
        state: "shown",
        error: "shown",
        tries: "internal",
        nextAt: "internal",
        syncedAt: "shown",
        bounces: "internal",
      },
    },
    calendarObject: {
      undo: { scope: "calendar.write", adultsOnly: false },
      positionScope: null,
      live: "event",
      columnsIgnoredByUndo: ["ics", "hash", "at", "clientName"],
      columns: {
        ...shown("id", "sourceId", "uid", "ics"),
        hash: "internal",
        ...shown("kind", "at", "calendar", "clientName"),
        privateTo: "member",
      },
    },
    eventChange: {
      ...notInFeed,
      columns: { seq: "internal", calendar: "internal", name: "internal", at: "internal" },
    },
  },
  virtualTables: {
    /**
     * Changes by a refresh of a followed calendar. Such changes cannot be undone, because the next refresh would repeat
     * them.
     */
    followed: { undo: null, live: "event" },
  },
} as const satisfies FeatureTraits;
