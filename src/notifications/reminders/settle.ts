/** Decides a household's reminders up to now, and finds out when the next one is due. */

import { readHousehold, readRevision } from "#accounts/households/store.ts";
import { day, hour, minute } from "#lib/time.ts";
import { type Db, snapshot } from "#platform/db/client.ts";
import { systemWork } from "#platform/work.ts";
import { insertDelivery } from "../delivery/store.ts";
import { isChosen, type NewNotice, type Preferences } from "../notices/notice.ts";
import {
  countRecent,
  dueSnoozes,
  findFold,
  insertNotice,
  isKnownNotice,
  nextSnoozeAfter,
  type StoredNotice,
} from "../notices/store.ts";
import { writeClock } from "./clock.store.ts";
import { readHome } from "./home.store.ts";
import { momentsIn, nextMoment } from "./moments.ts";
import { decide } from "./policy.ts";

/** How far ahead the next reminder is looked for; then it is looked for again. */
const horizonMs = day;
/** Older reminders are dropped, but a little beyond is read, so that they are counted. */
const lookBackMs = 40 * hour;
const burstMs = 10 * minute;

/** A channel that is on. `target` is who receives what is sent through it. */
export type OpenChannel = { readonly id: string; readonly memberId: string; readonly target: string };

export type Settlement = {
  readonly householdId: string;
  /** The plan is valid for this revision. */
  readonly revision: number;
  readonly settledTo: number;
  /** When the next reminder is due. */
  readonly nextAt: number;
  readonly notices: readonly NewNotice[];
  readonly dropped: number;
  /** Snoozed notices that ring again now, with the channels that get them. */
  readonly snoozed: readonly { readonly notice: StoredNotice; readonly channelIds: readonly string[] }[];
  readonly channels: Channels;
};

/** `settledTo` null: the household is new, so nothing before now is made up for. Reads only. Instants in milliseconds. */
export function planSettlement(
  db: Db,
  householdId: string,
  settledTo: number | null,
  now: Date,
  channels: readonly OpenChannel[],
): Settlement {
  return snapshot(db, () => {
    const { timeZone } = readHousehold(db, householdId);
    const work = systemWork(db, { id: householdId, timeZone }, now);
    const to = now.getTime();
    // A clock that was put back leaves `settledTo` in the future.
    const from = Math.min(Math.max(settledTo ?? to, to - lookBackMs), to);
    const reachable = new Set(channels.map(({ memberId }) => memberId));
    const home = readHome(work, { from, to: to + horizonMs }, reachable);
    const found = from < to ? momentsIn(home, from, to) : [];
    const moments = found.filter((moment) => !isKnownNotice(db, householdId, moment));
    const recent =
      moments.length > 0 ? countRecent(db, householdId, new Date(to - burstMs)) : new Map<string, number>();
    const members = new Map(
      home.members.map(({ id, preferences }) => {
        const own = channels.filter(({ memberId }) => memberId === id);
        return [id, { preferences, channels: own, recent: recent.get(id) ?? 0 }];
      }),
    );
    const { notices, dropped } = decide({ timeZone, now: to, moments, members });
    const next = Math.min(
      nextMoment(home, to, to + horizonMs) ?? Number.POSITIVE_INFINITY,
      nextSnoozeAfter(db, householdId, to) ?? Number.POSITIVE_INFINITY,
      to + horizonMs,
    );
    return {
      householdId,
      revision: readRevision(work),
      settledTo: to,
      nextAt: next,
      notices,
      dropped,
      snoozed: dueSnoozes(db, householdId, from, to).map((notice) => {
        const member = members.get(notice.memberId);
        return { notice, channelIds: member ? channelIdsFor(notice, member.preferences, member.channels) : [] };
      }),
      channels: new Map(channels.map((channel) => [channel.id, channel])),
    };
  });
}

/**
 * Returns the notices that were not decided before, or null if the household changed since the plan was made. Needs a
 * transaction.
 */
export function commitSettlement(db: Db, settlement: Settlement, now: Date): NewNotice[] | null {
  const { householdId, notices, channels } = settlement;
  if (readRevision({ db, householdId }) !== settlement.revision) return null;
  const made = commitNotices(db, householdId, notices, channels, now);
  for (const { notice, channelIds } of settlement.snoozed) {
    if (notice.state !== "open") continue;
    enqueue(
      db,
      householdId,
      { noticeId: notice.id, channelIds, nextAt: notice.dueAt, expiresAt: notice.expiresAt },
      channels,
      now,
    );
  }
  writeClock(db, householdId, settlement.settledTo);
  return made;
}

type Channels = ReadonlyMap<string, OpenChannel>;

/** Returns the notices that are new. Needs a transaction. */
export function commitNotices(
  db: Db,
  householdId: string,
  notices: readonly NewNotice[],
  channels: Channels,
  now: Date,
): NewNotice[] {
  const foldIds = new Map<string, { id: string; isKnown: boolean; isUsed: boolean }>();
  const foldOf = ({ memberId }: NewNotice, { kind, slot }: NonNullable<NewNotice["fold"]>) => {
    const key = `${memberId} ${kind} ${slot}`;
    const known = foldIds.get(key);
    if (known) return known;
    const stored = findFold(db, householdId, memberId, kind, slot);
    const fold = { id: stored ?? Bun.randomUUIDv7("hex", now), isKnown: stored !== null, isUsed: false };
    foldIds.set(key, fold);
    return fold;
  };
  const made: NewNotice[] = [];
  const insert = (notice: NewNotice, foldId: string | null, id?: string) => {
    const inserted = insertNotice(db, householdId, notice, { id, foldId }, now);
    if (inserted === null) return false;
    made.push(notice);
    const { channelIds, deliverAt: nextAt, expiresAt } = notice;
    enqueue(db, householdId, { noticeId: inserted, channelIds, nextAt, expiresAt }, channels, now);
    return true;
  };
  for (const notice of notices) {
    if (isFold(notice)) continue;
    const fold = notice.fold && foldOf(notice, notice.fold);
    if (insert(notice, fold?.id ?? null) && fold) fold.isUsed = true;
  }
  // A fold is made only for a notice that is new.
  for (const notice of notices) {
    if (!isFold(notice)) continue;
    const fold = foldIds.get(`${notice.memberId} ${notice.kind} ${notice.slot}`);
    if (!fold?.isUsed) continue;
    const { channelIds, deliverAt: nextAt, expiresAt } = notice;
    if (fold.isKnown) enqueue(db, householdId, { noticeId: fold.id, channelIds, nextAt, expiresAt }, channels, now);
    else insert(notice, null, fold.id);
  }
  return made;
}

/** Instants in milliseconds. */
type Outgoing = {
  readonly noticeId: string;
  readonly channelIds: readonly string[];
  readonly nextAt: number;
  readonly expiresAt: number;
};

function enqueue(
  db: Db,
  householdId: string,
  { noticeId, channelIds, nextAt, expiresAt }: Outgoing,
  channels: Channels,
  now: Date,
): void {
  for (const channelId of channelIds) {
    const target = channels.get(channelId)?.target;
    if (target === undefined) continue;
    const times = { nextAt: new Date(nextAt), expiresAt: new Date(expiresAt) };
    insertDelivery(db, householdId, { noticeId, channelId, target, ...times }, now);
  }
}

/** A snoozed notice goes where the first one went. */
function channelIdsFor({ facts }: StoredNotice, { kinds }: Preferences, channels: readonly OpenChannel[]): string[] {
  const wanted = facts.type === "fold" ? "all" : kinds[facts.type];
  return channels.filter(({ id }) => isChosen(wanted, id)).map(({ id }) => id);
}

function isFold({ facts }: NewNotice): boolean {
  return facts.type === "fold";
}
