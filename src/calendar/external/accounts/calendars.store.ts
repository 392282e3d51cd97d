import { requireMembers } from "#accounts/members/store.ts";
import { limitReached, notFound, unprocessable } from "#lib/errors.ts";
import { type Phrase, type Sentence, say, sayFields } from "#lib/sentence.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { actorId } from "#platform/activity/actors.ts";
import { changesBetween, record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { changePeopleOfSource, findStored, type StoredEvent } from "../../events/store.ts";
import { removeCalendarFromFeeds } from "../../feeds/store.ts";
import { type Remark, showRemark } from "../../ical/remarks.ts";
import { colorFrom } from "../colors.ts";
import { readMassDeletion } from "../mass-deletion.ts";
import type { OfferedCalendar } from "../remote.ts";
import { clearEtagsOf, countShown, deleteLinksOf, failedLinks, listEventIdsWithDuplicates } from "./links.store.ts";
import { addTargetsTo, clearBasesOf, dropTargetsOf, keepEventsOf, removeEventsOf } from "./modes.store.ts";
import { syncTargetOf } from "./objects.ts";
import { handOver } from "./removal.ts";
import {
  type AccountCalendarRow,
  type AccountRow,
  accountsInOrder,
  calendarsOfAccount,
  changeAccountCalendar,
  changeAccountCalendarState,
  insertAccountCalendar,
  removeAccountCalendar,
} from "./rows.store.ts";

const maxCalendars = 20;

export type Mode = "off" | AccountCalendarRow["mode"];

type HouseholdDb = Pick<Work, "db" | "householdId">;

export type Run = {
  readonly at: string;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly sent: number;
  readonly failed: number;
  readonly ms: number;
  readonly bytes: number;
  readonly error: string | null;
};

export type CalendarSettings = {
  readonly mode: Mode;
  /** Whether events of the calendar are kept or removed when the calendar is disconnected. */
  readonly events?: "keep" | "remove" | undefined;
  readonly name?: string | undefined;
  readonly color?: ColorKeyName | undefined;
  readonly memberIds?: string[] | undefined;
  readonly isGeneral?: boolean | undefined;
  readonly privacy?: AccountCalendarRow["privacy"] | undefined;
  readonly isDefault?: boolean | undefined;
};

export function calendarsOf({ db, householdId }: HouseholdDb, accountId: string): AccountCalendarRow[] {
  return calendarsOfAccount.all(db, { householdId, accountId });
}

/**
 * Returns the key of a calendar in URLs of the API. The calendar's own id is not used in URLs, because the id may be a
 * URL itself.
 */
export function calendarKey(externalId: string): string {
  return Bun.SHA256.hash(externalId, "base64url").slice(0, 22);
}

export function offeredBy({ offered }: AccountRow): OfferedCalendar[] {
  return JSON.parse(offered) as OfferedCalendar[];
}

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

/** Returns a calendar of an account for the API. @throws ApiError 404 */
export function showCalendarOf(work: Work, account: AccountRow, key: string) {
  const found = listCalendarsOf(work, account).find((each) => each.key === key);
  if (!found) throw notFound("Calendar");
  return found;
}

function toAccountCalendar(
  work: Work,
  { memberId }: AccountRow,
  { externalId, name, color, isReadOnly }: OfferedCalendar,
  row: AccountCalendarRow | null,
) {
  const held = row && readMassDeletion(row);
  return {
    key: calendarKey(externalId),
    externalCalendarId: externalId,
    name: row?.name ?? name,
    color: (row?.color ?? colorFor(color)) as ColorKeyName,
    isOffered: true,
    isReadOnly,
    mode: row?.mode ?? ("off" as const),
    calendarId: row?.id ?? null,
    memberIds: row ? (JSON.parse(row.memberIds) as string[]) : [memberId],
    isGeneral: row?.isGeneral === 1,
    privacy: row?.privacy ?? ("busy" as const),
    isDefault: row?.isDefault === 1,
    state: row?.state ?? null,
    error: row?.error ?? null,
    syncedAt: row?.heardAt ?? null,
    eventCount: row ? countShown(work, row.id) : 0,
    failures: row ? failedLinks(work, row.id) : [],
    held: held && { since: held.since, count: held.count },
    remarks: row ? (JSON.parse(row.remarks) as Remark[]).map(showRemark) : [],
    runs: row ? runsOf(row) : [],
  };
}

export function runsOf({ runs }: Pick<AccountCalendarRow, "runs">): Run[] {
  return JSON.parse(runs) as Run[];
}

function colorFor(color: string | null): ColorKeyName {
  return (color === null ? null : colorFrom(color)) ?? "sky";
}

function listEventsWithDuplicates(work: Work, sourceId: string): StoredEvent[] {
  return listEventIdsWithDuplicates(work, sourceId).flatMap((id) => findStored(work, id) ?? []);
}

/** Disconnects a calendar of an account. Must run in a transaction, like all writes below. */
export function disconnect(work: Work, account: AccountRow, row: AccountCalendarRow, events: "keep" | "remove"): void {
  const target = syncTargetOf(account, row);
  for (const stored of listEventsWithDuplicates(work, row.id)) handOver(work, stored, row.id, target);
  dropTargetsOf(work, row.id, target);
  if (events === "keep") keepEventsOf(work, row.id);
  removeEventsOf(work, row.id);
  deleteLinksOf(work, row.id);
  removeCalendarFromFeeds(work, row.id);
  removeAccountCalendar(work.db, { householdId: work.householdId, id: row.id });
}

export function saveSettings(
  { db, householdId, now }: Work,
  row: AccountCalendarRow,
  change: Partial<AccountCalendarRow>,
): void {
  changeAccountCalendar(db, { ...row, ...change, householdId, updatedAt: now.toISOString() });
}

const fieldWords: Readonly<Record<string, Phrase>> = {
  name: say`name`,
  color: say`colour`,
  memberIds: say`people`,
  isGeneral: say`people`,
  mode: say`direction`,
  privacy: say`private events`,
  isDefault: say`new events`,
};

/** Returns a connected calendar of an account. @throws ApiError 404 if the calendar is not connected */
export function requireCalendarOf(work: Work, { id }: AccountRow, key: string): AccountCalendarRow {
  const row = calendarsOf(work, id).find(({ externalId }) => calendarKey(externalId ?? "") === key);
  if (!row) throw notFound("Calendar");
  return row;
}

/**
 * Changes the settings of an account's calendar. Returns true if the calendar must be synchronised soon.
 * @throws ApiError 404, 422
 */
export function changeCalendarOf(work: Work, account: AccountRow, key: string, settings: CalendarSettings): boolean {
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
function requireDecision(work: Work, { id }: AccountCalendarRow, { events }: CalendarSettings): "keep" | "remove" {
  if (events === undefined && countShown(work, id) > 0) {
    throw unprocessable("events", "must be keep or remove, because events came from that calendar");
  }
  return events ?? "remove";
}

type ConnectedSettings = CalendarSettings & { readonly mode: AccountCalendarRow["mode"] };

function connect(work: Work, account: AccountRow, offered: OfferedCalendar, settings: ConnectedSettings): true {
  const { db, householdId, now } = work;
  if (calendarsOf(work, account.id).length >= maxCalendars) {
    throw limitReached(`An account can have at most ${maxCalendars} calendars`);
  }
  const id = Bun.randomUUIDv7("hex", now);
  const at = now.toISOString();
  const name = settings.name?.trim() ?? offered.name;
  if (settings.isDefault) unsetDefaults(work, account);
  insertAccountCalendar(db, {
    householdId,
    id,
    accountId: account.id,
    externalId: offered.externalId,
    name,
    color: settings.color ?? colorFor(offered.color),
    memberIds: JSON.stringify(settings.memberIds ?? [account.memberId]),
    isGeneral: Number(settings.isGeneral ?? false),
    mode: settings.mode,
    privacy: settings.privacy ?? "busy",
    isDefault: Number(settings.isDefault ?? false),
    heardAt: null,
    state: "fresh",
    error: null,
    failures: 0,
    held: null,
    remarks: "[]",
    runs: "[]",
    syncState: null,
    listedAt: null,
    createdAt: at,
    updatedAt: at,
    createdBy: actorId(work),
  });
  recordCalendar(work, { id, name }, "created", say`connected the calendar “${name}” of ${account.name}`);
  return true;
}

function unsetDefaults(work: Work, account: AccountRow): void {
  const { db, householdId } = work;
  for (const each of accountsInOrder.all(db, { householdId })) {
    if (each.memberId !== account.memberId) continue;
    for (const row of calendarsOf(work, each.id)) if (row.isDefault === 1) saveSettings(work, row, { isDefault: 0 });
  }
}

function change(
  work: Work,
  account: AccountRow,
  row: AccountCalendarRow,
  { events, mode, ...settings }: ConnectedSettings,
): boolean {
  const before = {
    name: row.name,
    color: row.color as ColorKeyName,
    memberIds: JSON.parse(row.memberIds) as string[],
    isGeneral: row.isGeneral === 1,
    mode: row.mode,
    privacy: row.privacy,
    isDefault: row.isDefault === 1,
  };
  const name = settings.name?.trim();
  const changes = changesBetween<typeof before>(before, {
    mode,
    ...definedIn({ ...settings, ...(name === undefined ? {} : { name }) }),
  });
  if (!changes) return false;
  const after = { ...before, ...definedIn(settings), ...(name === undefined ? {} : { name }), mode };
  const { memberIds, isGeneral, isDefault, ...plain } = after;
  if (changes.mode) changeMode(work, account, row, mode, events);
  if (changes.isDefault && isDefault) unsetDefaults(work, account);
  saveSettings(work, row, {
    ...plain,
    memberIds: JSON.stringify(memberIds),
    isGeneral: Number(isGeneral),
    isDefault: Number(isDefault),
  });
  const isReadAgain = changes.mode !== undefined || changes.privacy !== undefined;
  if (isReadAgain) {
    // Reminders were left out until now. Their absence must not count as a change made in the app.
    if (before.mode === "in" && mode === "both") clearBasesOf(work, row.id);
    else clearEtagsOf(work, row.id);
    saveCalendarState(work, row, { syncState: null, listedAt: null, held: null, remarks: "[]" });
  }
  if (changes.memberIds || changes.isGeneral) changePeopleOfSource(work, row.id, before, { memberIds, isGeneral });
  const fields = sayFields(Object.keys(changes), fieldWords);
  const subject = { type: "calendar" as const, id: row.id, label: after.name };
  const summary = say`changed the ${fields} of the calendar “${after.name}”`;
  record(work, { action: "updated", subject, summary, changes, before: null, after: null });
  return isReadAgain;
}

function definedIn<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const defined = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(defined) as { [Key in keyof Value]: Exclude<Value[Key], undefined> };
}

function changeMode(
  work: Work,
  account: AccountRow,
  row: AccountCalendarRow,
  mode: AccountCalendarRow["mode"],
  events: CalendarSettings["events"],
): void {
  const target = syncTargetOf(account, row);
  if (mode === "both" && row.mode === "in") addTargetsTo(work, row.id, target);
  if (mode === "in" && row.mode === "both") dropTargetsOf(work, row.id, target);
  if (mode !== "out") return;
  if (row.mode === "both") keepEventsOf(work, row.id);
  else if (requireDecision(work, row, { mode, events }) === "keep") keepEventsOf(work, row.id);
  removeEventsOf(work, row.id);
}

function recordCalendar(
  work: Work,
  { id, name }: Pick<AccountCalendarRow, "id" | "name">,
  action: "created" | "deleted",
  summary: Sentence,
): void {
  const subject = { type: "calendar" as const, id, label: name };
  record(work, { action, subject, summary, changes: null, before: null, after: null });
}

type CalendarState = Pick<
  AccountCalendarRow,
  "heardAt" | "state" | "error" | "failures" | "held" | "remarks" | "runs" | "syncState" | "listedAt"
>;

export function saveCalendarState(
  { db, householdId }: HouseholdDb,
  row: AccountCalendarRow,
  change: Partial<CalendarState>,
): void {
  changeAccountCalendarState(db, { ...row, ...change, householdId });
}
