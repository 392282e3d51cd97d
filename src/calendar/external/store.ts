/** Stores the calendars that a household follows by their addresses. */

import { requireMembers } from "#accounts/members/store.ts";
import { conflict, limitReached, notFound, unprocessable } from "#lib/errors.ts";
import { say, sayFields } from "#lib/sentence.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { actorId, actorsOf } from "#platform/activity/actors.ts";
import { type Changes, changesBetween, record } from "#platform/activity/record.ts";
import type { Db } from "#platform/db/client.ts";
import { deleteJob, findJob, type JobId, scheduleJob } from "#platform/jobs/store.ts";
import type { Work } from "#platform/work.ts";
import { countObjects, deleteObjectsOf } from "../calendars/objects.store.ts";
import { changePeopleOfSource, removeOfSource } from "../events/store.ts";
import { removeCalendarFromFeeds } from "../feeds/store.ts";
import { type Remark, showRemark } from "../ical/remarks.ts";
import type { CalendarErrorCode } from "./calendar-error.ts";
import { canonicalAddress } from "./fetch-calendar.ts";
import { readMassDeletion } from "./mass-deletion.ts";
import {
  allCalendars,
  type CalendarRow,
  calendarById,
  calendarsInOrder,
  changeAddress,
  changeSettings,
  insertCalendar,
  removeCalendar,
  resetFetchState,
} from "./rows.store.ts";
import type { SecretLocation, Secrets } from "./secrets.ts";

export const maxSubscriptions = 30;

export const jobKind = "followed-calendar";

export type Run = {
  readonly at: string;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly ms: number;
  readonly bytes: number;
  readonly error: string | null;
};

export type Settings = {
  readonly name: string;
  readonly color: ColorKeyName;
  readonly memberIds: string[];
  readonly isGeneral: boolean;
  readonly everyHours: number;
};

/** Encrypted address of a calendar, with the name of its host. */
export type Address = { readonly sealed: string; readonly host: string };

type HouseholdDb = Pick<Work, "db" | "householdId">;

export function jobOf(id: string): JobId {
  return { kind: jobKind, subjectId: id };
}

export function addressLocation(id: string): SecretLocation {
  return { table: "external_calendar", id, column: "address" };
}

export function findRow({ db, householdId }: HouseholdDb, id: string): CalendarRow | null {
  return calendarById.get(db, { householdId, id });
}

/** Returns the row of a followed calendar. @throws ApiError 404 */
export function readRow(householdDb: HouseholdDb, id: string): CalendarRow {
  const row = findRow(householdDb, id);
  if (!row) throw notFound("Calendar");
  return row;
}

export function listSubscriptions(work: Work) {
  const { db, householdId } = work;
  const actorOf = actorsOf(work);
  return calendarsInOrder.all(db, { householdId }).map((row) => toSubscription(work, row, actorOf));
}

/** Returns a followed calendar for the API. @throws ApiError 404 */
export function readSubscription(work: Work, id: string) {
  return toSubscription(work, readRow(work, id), actorsOf(work));
}

function toSubscription(work: Work, row: CalendarRow, actorOf: ReturnType<typeof actorsOf>) {
  const { id, host, state, error, heardAt, createdAt, updatedAt } = row;
  const held = readMassDeletion(row);
  return {
    id,
    ...settingsOf(row),
    host,
    state,
    error: error as CalendarErrorCode | null,
    heardAt,
    nextAt: findJob(work.db, jobOf(id))?.nextAt ?? null,
    eventCount: countObjects(work, id),
    isHeld: held !== null,
    held: held && { since: held.since, count: held.count },
    remarks: (JSON.parse(row.remarks) as Remark[]).map(showRemark),
    runs: runsOf(row),
    createdAt,
    updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}

/**
 * Requires that a mass deletion has been waiting for confirmation since the time `since`.
 * @throws ApiError 404 if the calendar is unknown, 409 if no such deletion is waiting
 */
export function requireMassDeletion(householdDb: HouseholdDb, id: string, since: string): void {
  const held = readMassDeletion(readRow(householdDb, id));
  if (held === null || Date.parse(held.since) !== Date.parse(since)) {
    throw conflict("conflict", "This answer is not held any more");
  }
}

export function runsOf({ runs }: Pick<CalendarRow, "runs">): Run[] {
  return JSON.parse(runs) as Run[];
}

export function settingsOf(row: CalendarRow): Settings {
  const { name, color, everyHours } = row;
  return {
    name,
    color: color as ColorKeyName,
    memberIds: JSON.parse(row.memberIds) as string[],
    isGeneral: row.isGeneral === 1,
    everyHours,
  };
}

/**
 * Checks the members of a subscription. For a new subscription, also checks the limit on subscriptions.
 * @throws ApiError 422 if a member is unknown, or the household has too many subscriptions
 */
export function requireMembersAndRoom(work: Work, memberIds: readonly string[] | undefined, isNew: boolean): void {
  const { db, householdId } = work;
  requireMembers(work, memberIds ?? []);
  if (isNew && calendarsInOrder.all(db, { householdId }).length >= maxSubscriptions) {
    throw limitReached(`A household can have at most ${maxSubscriptions} subscriptions`);
  }
}

/** Requires that no calendar except `id` has this address. @throws ApiError 422 */
export function requireUnfollowed({ db, householdId }: HouseholdDb, secrets: Secrets, url: string, id?: string): void {
  const canonical = canonicalAddress(url);
  const isFollowed = (row: CalendarRow) => {
    const known = row.id === id ? null : secrets.open(addressLocation(row.id), row.address);
    return known !== null && canonicalAddress(known) === canonical;
  };
  if (canonical !== null && calendarsInOrder.all(db, { householdId }).some(isFollowed)) {
    throw unprocessable("url", "is followed already", "already_followed");
  }
}

/** Adds a subscription to a calendar. Must run in a transaction, like all writes below. */
export function addSubscription(work: Work, id: string, settings: Settings, { sealed, host }: Address): void {
  const { db, householdId, now } = work;
  requireMembersAndRoom(work, settings.memberIds, true);
  const createdAt = now.toISOString();
  insertCalendar(db, {
    householdId,
    id,
    ...columnsOf(settings),
    address: sealed,
    host,
    askedHours: null,
    etag: null,
    lastModified: null,
    hash: null,
    heardAt: createdAt,
    state: "fresh",
    error: null,
    failures: 0,
    held: null,
    remarks: "[]",
    runs: "[]",
    createdAt,
    updatedAt: createdAt,
    createdBy: actorId(work),
  });
  scheduleJob(db, jobOf(id), householdId, now);
  record(work, {
    action: "created",
    subject: { type: "calendar", id, label: settings.name },
    summary: say`followed “${settings.name}”`,
    changes: null,
    before: null,
    after: { followed: [{ id }] },
  });
}

function columnsOf({ name, color, memberIds, isGeneral, everyHours }: Settings) {
  return { name, color, memberIds: JSON.stringify(memberIds), isGeneral: Number(isGeneral), everyHours };
}

const fieldWords = {
  name: say`name`,
  color: say`colour`,
  memberIds: say`people`,
  isGeneral: say`people`,
  everyHours: say`how often it is read`,
  host: say`address`,
};

/** Changes the settings of a subscription. Returns false if nothing changed. @throws ApiError 404, 422 */
export function changeSubscription(work: Work, id: string, patch: Partial<Settings>, address: Address | null): boolean {
  const { db, householdId, now } = work;
  requireMembersAndRoom(work, patch.memberIds, false);
  const row = readRow(work, id);
  const before = settingsOf(row);
  const changes: Changes = {
    ...changesBetween(before, patch),
    ...(address && { host: { from: row.host, to: address.host } }),
  };
  if (Object.keys(changes).length === 0) return false;
  const after = { ...before, ...patch };
  changeSettings(db, {
    householdId,
    id,
    ...columnsOf(after),
    address: address?.sealed ?? row.address,
    host: address?.host ?? row.host,
    updatedAt: now.toISOString(),
  });
  if (address) resetFetchState(db, { householdId, id });
  if (changes.memberIds || changes.isGeneral) changePeopleOfSource(work, id, before, after);
  record(work, {
    action: "updated",
    subject: { type: "calendar", id, label: after.name },
    summary: say`changed the ${sayFields(Object.keys(changes), fieldWords)} of the calendar “${after.name}”`,
    changes,
    before: { followed: [{ id }] },
    after: { followed: [{ id }] },
  });
  return true;
}

/** Deletes a subscription. @throws ApiError 404 */
export function deleteSubscription(work: Work, id: string): { id: string; deleted: true } {
  const { db, householdId } = work;
  const { name } = readRow(work, id);
  removeOfSource(work, id);
  deleteObjectsOf(work, id);
  removeCalendarFromFeeds(work, id);
  removeCalendar(db, { householdId, id });
  deleteJob(db, jobOf(id));
  record(work, {
    action: "deleted",
    subject: { type: "calendar", id, label: name },
    summary: say`stopped following “${name}”`,
    changes: null,
    before: { followed: [{ id }] },
    after: null,
  });
  return { id, deleted: true };
}

export function removeMemberFromSubscriptions(work: Work, memberId: string): void {
  const { db, householdId, now } = work;
  for (const row of calendarsInOrder.all(db, { householdId })) {
    const before = settingsOf(row);
    if (!before.memberIds.includes(memberId)) continue;
    const after = { ...before, memberIds: before.memberIds.filter((id) => id !== memberId) };
    const { id, address, host } = row;
    changeSettings(db, { householdId, id, ...columnsOf(after), address, host, updatedAt: now.toISOString() });
    changePeopleOfSource(work, id, before, after);
  }
}

/**
 * Encrypts addresses again with the key of another data folder. An address that no key can decrypt stays unchanged, and
 * the next refresh of the calendar fails.
 */
export function resealAddresses({ db, householdId }: HouseholdDb, keys: readonly Secrets[], target: Secrets): void {
  for (const { id, address } of calendarsInOrder.all(db, { householdId })) {
    const url = keys.map((key) => key.open(addressLocation(id), address)).find((each) => each !== null);
    if (url !== undefined) changeAddress(db, { householdId, id, address: target.seal(addressLocation(id), url) });
  }
}

/**
 * Returns the number of subscriptions of all households, and two lists. `lost` lists subscriptions with an address that
 * cannot be decrypted. `stale` lists subscriptions that were not read for a long time.
 */
export function examineSubscriptions(db: Db, secrets: Secrets, staleBefore: Date) {
  const all = allCalendars.all(db);
  const before = staleBefore.toISOString();
  return {
    count: all.length,
    lost: all.filter(({ id, address }) => secrets.open(addressLocation(id), address) === null).map(({ name }) => name),
    stale: all.filter(({ heardAt }) => heardAt === null || heardAt < before),
  };
}
