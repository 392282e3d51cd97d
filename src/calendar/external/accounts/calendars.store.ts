import { and, isNotNull, sql } from "drizzle-orm";
import { requireMembers } from "#accounts/members/store.ts";
import { limitReached, notFound, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { changesBetween } from "#platform/activity/record.ts";
import { equal, ofHousehold, param, updateIn } from "#platform/db/statements.ts";
import { calendarObject, event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { ownSource } from "../../calendars/objects.store.ts";
import type { SyncTarget } from "../../events/event.ts";
import { findStored } from "../../events/store.ts";
import { colorFrom } from "../colors.ts";
import type { OfferedCalendar } from "../remote.ts";
import {
  type CalendarRow,
  calendars,
  calendarsOf,
  changeCalendar,
  fieldWords,
  insertCalendar,
  peopleColumns,
  peopleOf,
  recordCalendar,
  removeCalendar,
  removeEventsOf,
  resultsOf,
} from "../rows.store.ts";
import {
  clearBasesOf,
  clearEtagsOf,
  countShown,
  deleteLinksOf,
  failedLinks,
  listEventIdsWithDuplicates,
} from "./links.store.ts";
import type { AccountRun, CalendarChoice } from "./model.ts";
import { syncTargetOf } from "./objects.ts";
import { handOver } from "./removal.ts";
import { type AccountRow, listRows } from "./rows.store.ts";

const maxCalendars = 20;

const eventsOfSource = and(isNotNull(event.sourceId), equal(event.sourceId, "sourceId"));
const objectsOfSource = equal(calendarObject.sourceId, "sourceId");

const dropTargets = updateIn(event, [], eventsOfSource, {
  syncTargets: sql`(
    select json_group_array(json(target.value)) from json_each(${event.syncTargets}) as target
    where target.value ->> 'externalCalendarId' <> ${param("externalCalendarId")}
      or target.value ->> 'memberId' <> ${param("memberId")}
      or target.value ->> 'provider' <> ${param("provider")})`,
});

const addTargets = updateIn(event, [], eventsOfSource, {
  syncTargets: sql`json_insert(${event.syncTargets}, '$[#]', json(${param("target")}))`,
});

/** Whether the object of an event has a copy with the same UID in the household's own calendars. */
const hasOwnCopy = sql`${event.objectId} in (
  select ${calendarObject.id} from ${calendarObject}
  where ${ofHousehold(calendarObject)} and ${objectsOfSource} and ${calendarObject.uid} in (
    select ${calendarObject.uid} from ${calendarObject}
    where ${ofHousehold(calendarObject)} and ${calendarObject.sourceId} = ${ownSource}))`;

const detachFromCopiedObjects = updateIn(event, [], [eventsOfSource, hasOwnCopy], {
  objectId: null,
  isUnrolled: 0,
  sourceId: null,
  lockedBy: null,
});

const keepEvents = updateIn(event, [], eventsOfSource, { sourceId: null, lockedBy: null });

const hasEvent = sql`exists (
  select 1 from ${event}
  where ${event.householdId} = ${calendarObject.householdId}
    and ${event.objectId} is not null and ${event.objectId} = ${calendarObject.id})`;

const keepObjects = updateIn(calendarObject, [], [objectsOfSource, hasEvent], { sourceId: ownSource });

/** Returns the key of a calendar in URLs of the API. Its own id is not used there, because it may be a URL itself. */
export const calendarKey = (externalId: string): string => Bun.SHA256.hash(externalId, "base64url").slice(0, 22);

const offeredBy = ({ offered }: AccountRow): OfferedCalendar[] => JSON.parse(offered) as OfferedCalendar[];

export function listCalendarsOf(work: Work, account: AccountRow) {
  const rows = new Map(calendarsOf(work, account.id).map((row) => [row.externalId ?? "", row]));
  const offered = offeredBy(account);
  const lost = [...rows.values()].filter(({ externalId }) => !offered.some((each) => each.externalId === externalId));
  return [
    ...offered.map((each) => toAccountCalendar(work, account, each, rows.get(each.externalId) ?? null)),
    ...lost.map((row) => {
      const each = { externalId: row.externalId ?? "", name: row.name, color: null, isReadOnly: true };
      return { ...toAccountCalendar(work, account, each, row), isOffered: false };
    }),
  ];
}

export function showCalendarOf(work: Work, account: AccountRow, key: string) {
  const found = listCalendarsOf(work, account).find((each) => each.key === key);
  if (!found) throw notFound("Calendar");
  return found;
}

function toAccountCalendar(
  work: Work,
  { memberId }: AccountRow,
  { externalId, name, color, isReadOnly }: OfferedCalendar,
  row: CalendarRow | null,
) {
  return {
    key: calendarKey(externalId),
    externalCalendarId: externalId,
    name: row?.name ?? name,
    color: (row?.color ?? colorFor(color)) as ColorKeyName,
    isOffered: true,
    isReadOnly,
    mode: row?.mode ?? ("off" as const),
    calendarId: row?.id ?? null,
    ...(row ? peopleOf(row) : { memberIds: [memberId], isGeneral: false }),
    privacy: row?.privacy ?? ("busy" as const),
    isDefault: row?.isDefault === 1,
    state: row?.state ?? null,
    error: row?.error ?? null,
    syncedAt: row?.heardAt ?? null,
    eventCount: row ? countShown(work, row.id) : 0,
    failures: row ? failedLinks(work, row.id) : [],
    ...(row ? resultsOf<AccountRun>(row) : { held: null, remarks: [], runs: [] }),
  };
}

const colorFor = (color: string | null): ColorKeyName => (color === null ? null : colorFrom(color)) ?? "sky";

/** Disconnects a calendar of an account. Must run in a transaction, like all writes below. */
export function disconnect(work: Work, account: AccountRow, row: CalendarRow, events: "keep" | "remove"): void {
  const target = syncTargetOf(account, row);
  const duplicated = listEventIdsWithDuplicates(work, row.id).flatMap((id) => findStored(work, id) ?? []);
  for (const stored of duplicated) handOver(work, stored, row.id, target);
  dropTargetsOf(work, row.id, target);
  if (events === "keep") keepEventsOf(work, row.id);
  deleteLinksOf(work, row.id);
  removeCalendar(work, row.id);
}

const words = {
  ...fieldWords,
  mode: say`direction`,
  privacy: say`private events`,
  isDefault: say`new events`,
};

export function requireCalendarOf(work: Work, { id }: AccountRow, key: string): CalendarRow {
  const row = calendarsOf(work, id).find(({ externalId }) => calendarKey(externalId ?? "") === key);
  if (!row) throw notFound("Calendar");
  return row;
}

/** Changes a calendar's settings. Returns true if it must be synchronised soon. @throws ApiError 404, 422 */
export function changeCalendarOf(work: Work, account: AccountRow, key: string, settings: CalendarChoice): boolean {
  const offered = offeredBy(account).find(({ externalId }) => calendarKey(externalId) === key);
  const row = calendarsOf(work, account.id).find(({ externalId }) => calendarKey(externalId ?? "") === key);
  if (!offered && !row) throw notFound("Calendar");
  const { mode, memberIds } = settings;
  requireMembers(work, memberIds ?? []);
  if ((mode === "out" || mode === "both") && (offered?.isReadOnly ?? true)) {
    throw unprocessable("mode", "that calendar is read-only", "read_only");
  }
  if (!row) return offered && mode !== "off" ? connect(work, account, offered, { ...settings, mode }) : false;
  if (mode === "off") {
    disconnect(work, account, row, requireDecision(work, row, settings));
    recordCalendar(work, row, "deleted", say`disconnected the calendar “${row.name}” of ${account.name}`);
    return false;
  }
  return change(work, account, row, { ...settings, mode });
}

/**
 * Returns whether to keep or remove the events of a calendar that is disconnected.
 * @throws ApiError 422 if the calendar has events and the request does not decide
 */
function requireDecision(work: Work, { id }: CalendarRow, { events }: CalendarChoice): "keep" | "remove" {
  if (events === undefined && countShown(work, id) > 0) {
    throw unprocessable("events", "must be keep or remove, because events came from that calendar");
  }
  return events ?? "remove";
}

type ConnectedSettings = CalendarChoice & { readonly mode: CalendarRow["mode"] };

function connect(work: Work, account: AccountRow, offered: OfferedCalendar, settings: ConnectedSettings): true {
  if (calendarsOf(work, account.id).length >= maxCalendars) {
    throw limitReached(`An account can have at most ${maxCalendars} calendars`);
  }
  const id = Bun.randomUUIDv7("hex", work.now);
  const { mode, color, memberIds = [account.memberId], isGeneral = false, privacy = "busy", isDefault } = settings;
  const name = settings.name?.trim() ?? offered.name;
  if (isDefault) unsetDefaults(work, account);
  insertCalendar(work, {
    id,
    accountId: account.id,
    externalId: offered.externalId,
    name,
    color: color ?? colorFor(offered.color),
    ...peopleColumns({ memberIds, isGeneral }),
    mode,
    privacy,
    isDefault: Number(isDefault ?? false),
  });
  recordCalendar(work, { id, name }, "created", say`connected the calendar “${name}” of ${account.name}`);
  return true;
}

function unsetDefaults(work: Work, { memberId }: AccountRow): void {
  const own = listRows(work).filter((each) => each.memberId === memberId);
  const before = own.flatMap(({ id }) => calendarsOf(work, id)).filter(({ isDefault }) => isDefault === 1);
  for (const row of before) calendars.update(work, row, { isDefault: 0, updatedAt: work.now.toISOString() });
}

function change(
  work: Work,
  account: AccountRow,
  row: CalendarRow,
  { events, mode, ...settings }: ConnectedSettings,
): boolean {
  const before = {
    name: row.name,
    color: row.color as ColorKeyName,
    ...peopleOf(row),
    mode: row.mode,
    privacy: row.privacy,
    isDefault: row.isDefault === 1,
  };
  const patch = { mode, ...settings, ...(settings.name !== undefined && { name: settings.name.trim() }) };
  const changes = changesBetween<typeof before>(before, patch);
  if (!changes) return false;
  const after = { ...before, ...patch };
  const { isDefault } = after;
  if (changes.mode) changeMode(work, account, row, mode, events);
  if (changes.isDefault && isDefault) unsetDefaults(work, account);
  const isReadAgain = changes.mode !== undefined || changes.privacy !== undefined;
  const unread = isReadAgain && { syncState: null, listedAt: null, held: null, remarks: "[]" };
  const columns = { isDefault: Number(isDefault), ...unread };
  changeCalendar(work, row, { before, after, changes, columns, words, image: null });
  if (isReadAgain) {
    // Reminders were left out until now. Their absence must not count as a change made in the app.
    if (before.mode === "in" && mode === "both") clearBasesOf(work, row.id);
    else clearEtagsOf(work, row.id);
  }
  return isReadAgain;
}

function changeMode(
  work: Work,
  account: AccountRow,
  row: CalendarRow,
  mode: CalendarRow["mode"],
  events: CalendarChoice["events"],
): void {
  const target = syncTargetOf(account, row);
  if (mode === "both" && row.mode === "in") addTargetsTo(work, row.id, target);
  if (mode === "in" && row.mode === "both") dropTargetsOf(work, row.id, target);
  if (mode !== "out") return;
  if (row.mode === "both") keepEventsOf(work, row.id);
  else if (requireDecision(work, row, { mode, events }) === "keep") keepEventsOf(work, row.id);
  removeEventsOf(work, row.id);
}

/** Removes a calendar from the sync targets of its events. Must run in a transaction, like all functions below. */
export const dropTargetsOf = (work: Work, sourceId: string, target: SyncTarget) =>
  dropTargets(work, { sourceId, ...target });

export const addTargetsTo = (work: Work, sourceId: string, target: SyncTarget) =>
  addTargets(work, { sourceId, target: JSON.stringify(target) });

export function keepEventsOf(work: Work, sourceId: string): void {
  detachFromCopiedObjects(work, { sourceId });
  keepEvents(work, { sourceId });
  keepObjects(work, { sourceId });
}
