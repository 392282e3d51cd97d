/** Stores the calendars that a household follows by their addresses. */

import { requireMembers } from "#accounts/members/store.ts";
import { limitReached, notFound, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { type Changes, changesBetween } from "#platform/activity/record.ts";
import type { Db } from "#platform/db/client.ts";
import type { HouseholdScope } from "#platform/db/statements.ts";
import { deleteJob, findJob, type JobId, scheduleJob } from "#platform/jobs/store.ts";
import type { Work } from "#platform/work.ts";
import { countObjects } from "../calendars/objects.store.ts";
import { changePeopleOfSource } from "../events/store.ts";
import type { CalendarErrorCode } from "./calendar-error.ts";
import { canonicalAddress } from "./fetch-calendar.ts";
import type { Settings } from "./model.ts";
import {
  allFollowedCalendars,
  type CalendarRow,
  calendars,
  changeCalendar,
  fieldWords,
  insertCalendar,
  listFollowed,
  peopleColumns,
  peopleOf,
  peopleWithout,
  recordCalendar,
  removeCalendar,
  resultsOf,
} from "./rows.store.ts";
import { reseal, type SecretLocation, type Secrets } from "./secrets.ts";

const maxSubscriptions = 30;

export const jobKind = "followed-calendar";

export type Address = { readonly sealed: string; readonly host: string };

export function jobOf(id: string): JobId {
  return { kind: jobKind, subjectId: id };
}

export function addressLocation(id: string): SecretLocation {
  return { table: "external_calendar", id, column: "address" };
}

export function findRow(scope: HouseholdScope, id: string): CalendarRow | null {
  const row = calendars.find(scope, id);
  return row?.accountId === null ? row : null;
}

export function readRow(scope: HouseholdScope, id: string): CalendarRow {
  const row = findRow(scope, id);
  if (!row) throw notFound("Calendar");
  return row;
}

export function listSubscriptions(work: Work) {
  const actorOf = actorsOf(work);
  return listFollowed(work).map((row) => toSubscription(work, row, actorOf));
}

export const readSubscription = (work: Work, id: string) => toSubscription(work, readRow(work, id), actorsOf(work));

function toSubscription(work: Work, row: CalendarRow, actorOf: ReturnType<typeof actorsOf>) {
  const { id, host, state, error, heardAt, createdAt, updatedAt } = row;
  return {
    id,
    ...settingsOf(row),
    host,
    state,
    error: error as CalendarErrorCode | null,
    heardAt,
    nextAt: findJob(work.db, jobOf(id))?.nextAt ?? null,
    eventCount: countObjects(work, id),
    isHeld: row.held !== null,
    ...resultsOf(row),
    createdAt,
    updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}

function settingsOf(row: CalendarRow): Settings {
  const { name, color, everyHours } = row;
  return { name, color: color as ColorKeyName, ...peopleOf(row), everyHours };
}

/**
 * Checks the members of a new subscription and the limit on subscriptions.
 * @throws ApiError 422 if a member is unknown, or the household has too many subscriptions
 */
export function requireMembersAndRoom(work: Work, memberIds: readonly string[]): void {
  requireMembers(work, memberIds);
  if (listFollowed(work).length >= maxSubscriptions) {
    throw limitReached(`A household can have at most ${maxSubscriptions} subscriptions`);
  }
}

/** Requires that no calendar except `id` has this address. @throws ApiError 422 */
export function requireUnfollowed(scope: HouseholdScope, secrets: Secrets, url: string, id?: string): void {
  const canonical = canonicalAddress(url);
  const isFollowed = (row: CalendarRow) => {
    const known = row.id === id ? null : secrets.open(addressLocation(row.id), row.address);
    return known !== null && canonicalAddress(known) === canonical;
  };
  if (canonical !== null && listFollowed(scope).some(isFollowed)) {
    throw unprocessable("url", "is followed already", "already_followed");
  }
}

/** Adds a subscription to a calendar. Must run in a transaction, like all writes below. */
export function addSubscription(work: Work, id: string, settings: Settings, { sealed, host }: Address): void {
  const { db, householdId, now } = work;
  requireMembersAndRoom(work, settings.memberIds);
  const address = { address: sealed, host, heardAt: now.toISOString() };
  insertCalendar(work, { ...settings, ...peopleColumns(settings), ...address, id });
  scheduleJob(db, jobOf(id), householdId, now);
  const after = { followed: [{ id }] };
  recordCalendar(work, { id, name: settings.name }, "created", say`followed “${settings.name}”`, { after });
}

const words = { ...fieldWords, everyHours: say`how often it is read`, host: say`address` };

/** Changes the settings of a subscription. Returns false if nothing changed. @throws ApiError 404, 422 */
export function changeSubscription(work: Work, id: string, patch: Partial<Settings>, address: Address | null): boolean {
  if (patch.memberIds) requireMembers(work, patch.memberIds);
  const row = readRow(work, id);
  const before = settingsOf(row);
  const changes: Changes = {
    ...changesBetween(before, patch),
    ...(address && { host: { from: row.host, to: address.host } }),
  };
  if (Object.keys(changes).length === 0) return false;
  const after = { ...before, ...patch };
  // Without the validators of the last response, the next refresh reads the calendar completely.
  const unread = { etag: null, lastModified: null, hash: null, held: null };
  const columns = address ? { address: address.sealed, host: address.host, ...unread } : {};
  changeCalendar(work, row, { before, after, changes, columns, words, image: { followed: [{ id }] } });
  return true;
}

export function deleteSubscription(work: Work, id: string): { id: string; deleted: true } {
  const { name } = readRow(work, id);
  removeCalendar(work, id);
  deleteJob(work.db, jobOf(id));
  recordCalendar(work, { id, name }, "deleted", say`stopped following “${name}”`, { before: { followed: [{ id }] } });
  return { id, deleted: true };
}

export function removeMemberFromSubscriptions(work: Work, memberId: string): void {
  for (const row of listFollowed(work)) {
    const people = peopleWithout(row, memberId);
    if (!people) continue;
    calendars.update(work, row, { ...peopleColumns(people), updatedAt: work.now.toISOString() });
    changePeopleOfSource(work, row.id, peopleOf(row), people);
  }
}

/**
 * Encrypts addresses again with the key of another data folder. An address that no key can decrypt stays unchanged, and
 * the next refresh of the calendar fails.
 */
export function resealAddresses(scope: HouseholdScope, keys: readonly Secrets[], target: Secrets): void {
  for (const row of listFollowed(scope)) {
    calendars.update(scope, row, { address: reseal(keys, target, addressLocation(row.id), row.address) });
  }
}

/**
 * Returns the number of subscriptions of all households, and two lists. `lost` lists subscriptions with an address that
 * cannot be decrypted. `stale` lists subscriptions that were not read for a long time.
 */
export function examineSubscriptions(db: Db, secrets: Secrets, staleBefore: Date) {
  const all = allFollowedCalendars.all(db);
  const before = staleBefore.toISOString();
  return {
    count: all.length,
    lost: all.filter(({ id, address }) => secrets.open(addressLocation(id), address) === null).map(({ name }) => name),
    stale: all.filter(({ heardAt }) => heardAt === null || heardAt < before),
  };
}
