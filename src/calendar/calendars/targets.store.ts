/** Reads the state of the copies of events in calendars of external accounts. */

import { and, eq, isNotNull, sql } from "drizzle-orm";
import { lazy } from "#lib/lazy.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { calendarLink, event, eventChange } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { type ExternalCalendar, listExternalCalendars } from "./store.ts";

type Target = {
  readonly memberId: string;
  readonly provider: "provider_a" | "provider_b";
  readonly externalCalendarId: string;
};

export type TargetState = {
  readonly status: "not_connected" | "pending" | "synced" | "failed";
  readonly syncedAt: string | null;
  /** Code of the reason why the copy failed. */
  readonly error?: string;
};

const { placeholder } = sql;

/** Selects the copies of an event in external calendars. `seq` is the number of the event's last change. */
const linksOfEvent = prepared((db) =>
  db
    .select({ ...fields(calendarLink, "sourceId", "state", "error", "pushedSeq", "syncedAt"), seq: eventChange.seq })
    .from(calendarLink)
    .leftJoin(event, and(eq(event.householdId, calendarLink.householdId), eq(event.id, calendarLink.eventId)))
    .leftJoin(
      eventChange,
      and(
        eq(eventChange.householdId, event.householdId),
        eq(eventChange.calendar, sql`${event.calendar}`),
        eq(eventChange.name, sql`${event.resourceName}`),
      ),
    )
    .where(
      and(
        eq(calendarLink.householdId, placeholder("householdId")),
        isNotNull(calendarLink.eventId), // As the index says.
        eq(calendarLink.eventId, placeholder("eventId")),
      ),
    ),
);

/**
 * Finds the calendar of a sync target among the connected calendars. Also finds a calendar to which the app writes no
 * events. Returns undefined if the calendar is not connected.
 */
export function calendarOfTarget(
  calendars: readonly ExternalCalendar[],
  { memberId, provider, externalCalendarId }: Target,
): ExternalCalendar | undefined {
  return calendars.find(
    (each) => each.externalId === externalCalendarId && each.memberId === memberId && each.provider === provider,
  );
}

/**
 * Returns the sync target for copies of events in a calendar. Returns null if the calendar belongs to no account and is
 * only read from an address.
 */
export function targetOf({ memberId, provider, externalId }: ExternalCalendar): Target | null {
  return memberId === null || provider === null || externalId === null
    ? null
    : { memberId, provider, externalCalendarId: externalId };
}

const notConnected: TargetState = { status: "not_connected", syncedAt: null };

/**
 * Returns a function that says whether an event's copy in an external calendar is up to date. The function takes the
 * event's id, and then the target that names the calendar. The calendars are read from the database at most once for
 * all calls.
 */
export function targetStatesOf(work: Work): (eventId: string) => (target: Target) => TargetState {
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
