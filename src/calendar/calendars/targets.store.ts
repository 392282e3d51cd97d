/** Reads the state of the copies of events in calendars of external accounts. */

import { and, eq, isNotNull } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { lazy } from "#lib/lazy.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { equal, ofHousehold } from "#platform/db/statements.ts";
import { calendarLink, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { SyncTarget } from "../events/event.ts";
import type { TargetState } from "../events/model.ts";
import { type ExternalCalendar, listExternalCalendars } from "./store.ts";

/** Joins events or iCalendar objects with the last changes of their resources. `name` is the resource's name. */
export function isChangeOf(
  { householdId, calendar }: Record<"householdId" | "calendar", SQLiteColumn>,
  name: SQLiteColumn,
) {
  return and(eq(eventChange.householdId, householdId), eq(eventChange.calendar, calendar), eq(eventChange.name, name));
}

/** Selects the copies of an event in external calendars. `seq` is the number of the event's last change. */
const linksOfEvent = prepared((db) =>
  db
    .select({ ...fields(calendarLink, "sourceId", "state", "error", "pushedSeq", "syncedAt"), seq: eventChange.seq })
    .from(calendarLink)
    .leftJoin(event, and(eq(event.householdId, calendarLink.householdId), eq(event.id, calendarLink.eventId)))
    .leftJoin(eventChange, isChangeOf(event, event.resourceName))
    .where(
      and(
        ofHousehold(calendarLink),
        isNotNull(calendarLink.eventId), // As the index says.
        equal(calendarLink.eventId, "eventId"),
      ),
    ),
);

/**
 * Finds the calendar of a sync target among the connected calendars, even a calendar to which the app writes no events.
 * Returns undefined if the calendar is not connected.
 */
export function calendarOfTarget(
  calendars: readonly ExternalCalendar[],
  target: SyncTarget,
): ExternalCalendar | undefined {
  return calendars.find((each) => {
    const own = targetOf(each);
    return own !== null && isSameTarget(own, target);
  });
}

export function isSameTarget(one: SyncTarget, other: SyncTarget): boolean {
  return (
    one.externalCalendarId === other.externalCalendarId &&
    one.memberId === other.memberId &&
    one.provider === other.provider
  );
}

/** Returns the sync target for a calendar. Returns null if the calendar is only read from an address. */
export function targetOf({ memberId, provider, externalId }: ExternalCalendar): SyncTarget | null {
  return memberId === null || provider === null || externalId === null
    ? null
    : { memberId, provider, externalCalendarId: externalId };
}

const notConnected: TargetState = { status: "not_connected", syncedAt: null };

/** Returns the states of an event's copies. Reads the calendars from the database at most once for all calls. */
export function targetStatesOf(work: Work): (eventId: string) => (target: SyncTarget) => TargetState {
  const { db, householdId } = work;
  const calendars = lazy(() => listExternalCalendars(work));
  return (eventId) => {
    const links = lazy(() => linksOfEvent.all(db, { householdId, eventId }));
    return (target) => {
      const calendar = calendarOfTarget(calendars(), target);
      if (!calendar || calendar.mode === "in") return notConnected;
      const link = links().find(({ sourceId }) => sourceId === calendar.id);
      const syncedAt = link?.syncedAt ?? null;
      if (calendar.accountState === "needs_sign_in") return { status: "failed", syncedAt, error: "denied" };
      if (!link) return { status: "pending", syncedAt };
      if (link.state === "failed" || link.state === "blocked")
        return { status: "failed", syncedAt, error: link.error ?? "refused" };
      const isArrived = link.seq === null || link.seq <= link.pushedSeq;
      return { status: isArrived ? "synced" : "pending", syncedAt };
    };
  };
}
