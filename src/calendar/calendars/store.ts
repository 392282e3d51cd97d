import { and, asc, eq, sql } from "drizzle-orm";
import { readHousehold } from "#accounts/households/store.ts";
import { listMembers } from "#accounts/members/store.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { ofHousehold } from "#platform/db/statements.ts";
import { externalAccount, externalCalendar } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { Calendar } from "./model.ts";

/** Key of the family's calendar. Events of external calendars or of exactly one member are in other calendars. */
export const familyKey = "family";

const externalCalendars = prepared((db) =>
  db
    .select({
      ...fields(externalCalendar, "id", "name", "color", "memberIds", "isGeneral", "state", "heardAt"),
      ...fields(externalCalendar, "mode", "externalId", "isDefault"),
      ...fields(externalAccount, "memberId", "provider"),
      accountState: sql<"ready" | "needs_sign_in" | null>`${externalAccount.state}`.as("accountState"),
    })
    .from(externalCalendar)
    .leftJoin(
      externalAccount,
      and(
        eq(externalAccount.householdId, externalCalendar.householdId),
        eq(externalAccount.id, externalCalendar.accountId),
      ),
    )
    .where(ofHousehold(externalCalendar))
    .orderBy(asc(externalCalendar.createdAt), asc(externalCalendar.id)),
);

export type CalendarName = { readonly key: string; readonly name: string };

/**
 * Properties that decide an event's calendar. `isGeneral` says whether the event concerns everybody. It is never null
 * here: if nobody has set it, it is computed.
 */
export type CalendarPlacement = {
  readonly sourceId: string | null;
  readonly memberIds: readonly string[];
  readonly isGeneral: boolean;
};

function calendarKeyOf({ sourceId, memberIds, isGeneral }: CalendarPlacement): string {
  const [only, another] = memberIds;
  if (sourceId !== null) return sourceId;
  return only === undefined || another !== undefined || isGeneral ? familyKey : only;
}

export type ExternalCalendar = ReturnType<typeof externalCalendars.all>[number];

export function listExternalCalendars({ db, householdId }: Work) {
  return externalCalendars.all(db, { householdId });
}

/** Whether the app can change events from this external calendar. */
export function isWritable({ mode }: Pick<ExternalCalendar, "mode">): boolean {
  return mode === "both";
}

/** Finds the key and the name of an event's calendar. Reads each name at most once. */
export function calendarsOf(work: Work): (placed: CalendarPlacement) => CalendarName {
  const names = new Map<string, CalendarName>();
  const nameOf = (key: string, isExternal: boolean): string => {
    if (key === familyKey) return readHousehold(work).name;
    const known: readonly { id: string; name: string }[] = isExternal ? listExternalCalendars(work) : listMembers(work);
    return known.find(({ id }) => id === key)?.name ?? "";
  };
  return (placed) => {
    const key = calendarKeyOf(placed);
    const known = names.get(key) ?? { key, name: nameOf(key, placed.sourceId !== null) };
    names.set(key, known);
    return known;
  };
}

export function listCalendars(work: Work): Calendar[] {
  const noAccount = { provider: null, externalCalendarId: null, mode: null, isDefault: false };
  const own = { readOnly: false, ...noAccount, state: null, syncedAt: null };
  const { name } = readHousehold(work);
  return [
    { key: familyKey, name, color: null, kind: "household", memberId: null, ...own },
    ...listMembers(work).map(({ id, name, color }): Calendar => {
      return { key: id, name, color, kind: "member", memberId: id, ...own };
    }),
    ...listExternalCalendars(work).map((calendar): Calendar => {
      const { id: key, name, color, memberId, provider, externalId: externalCalendarId, mode } = calendar;
      return {
        key,
        name,
        color: color as ColorKeyName,
        kind: "external",
        memberId,
        readOnly: !isWritable(calendar),
        provider,
        externalCalendarId,
        mode,
        isDefault: calendar.isDefault === 1 && mode !== "in",
        state: calendar.accountState === "needs_sign_in" ? "failed" : calendar.state,
        syncedAt: calendar.heardAt,
      };
    }),
  ];
}

export function calendarDefaultsOf(work: Work) {
  return { timeZone: work.timeZone, defaultReminder: readHousehold(work).defaultReminderMinutes };
}
