/** Plans and commits the notices of a household up to now, and finds out when the next reminder is due. */

import { readHousehold, readRevision } from "#accounts/households/store.ts";
import { day, hour, minute } from "#lib/time.ts";
import { type Db, snapshot } from "#platform/db/client.ts";
import { systemWork, type TimedScope } from "#platform/work.ts";
import { insertDelivery } from "../delivery/store.ts";
import type { Preferences } from "../notices/model.ts";
import { isChosen, type NewNotice } from "../notices/notice.ts";
import {
  countRecent,
  dueSnoozes,
  findDigest,
  findSameNotice,
  insertNotice,
  nextSnoozeAfter,
  type StoredNotice,
} from "../notices/store.ts";
import { saveDecidedUntil } from "./decided-until.store.ts";
import { findDueReminders, findNextDueAt } from "./find-reminders.ts";
import { readReminderInputs } from "./inputs.store.ts";
import type { MemberInput } from "./inputs.ts";
import { decideNotices } from "./policy.ts";

/** Time in milliseconds within which the next reminder is searched. If none is found, the search is repeated later. */
const horizonMs = day;
/** How far back reminders are read. Reminders older than a day are counted, but not sent. */
const lookBackMs = 40 * hour;
const burstMs = 10 * minute;

/** Returns how each member is notified. `recent` is the number of recent notices by member. */
export function recipientsOf(
  members: readonly Pick<MemberInput, "id" | "preferences">[],
  channels: readonly OpenChannel[],
  recent: ReadonlyMap<string, number> | null = null,
) {
  return new Map(
    members.map(({ id, preferences }) => {
      const own = channels.filter(({ memberId }) => memberId === id);
      return [id, { preferences, channels: own, recent: recent?.get(id) ?? 0 }];
    }),
  );
}

/** A channel that is turned on. `target` identifies the service that receives its messages. */
export type OpenChannel = { readonly id: string; readonly memberId: string; readonly target: string };

export type ReminderPlan = {
  readonly householdId: string;
  /** Revision of the household for which the plan is valid. */
  readonly revision: number;
  readonly decidedUntil: number;
  readonly nextAt: number;
  readonly notices: readonly NewNotice[];
  readonly dropped: number;
  /** Snoozed notices that are shown again now, with the channels that send them. */
  readonly snoozed: readonly { readonly notice: StoredNotice; readonly channelIds: readonly string[] }[];
  readonly channels: readonly OpenChannel[];
};

/** Plans notices from `decidedUntil` (in milliseconds) to now without writing. Null means a new household. */
export function planReminders(
  db: Db,
  householdId: string,
  decidedUntil: number | null,
  now: Date,
  channels: readonly OpenChannel[],
): ReminderPlan {
  return snapshot(db, () => {
    const work = systemWork(db, readHousehold({ db, householdId }), now);
    const { timeZone } = work;
    const to = now.getTime();
    // A clock that was put back leaves `decidedUntil` in the future.
    const from = Math.min(Math.max(decidedUntil ?? to, to - lookBackMs), to);
    const reachable = new Set(channels.map(({ memberId }) => memberId));
    const inputs = readReminderInputs(work, { from, to: to + horizonMs }, reachable);
    const found = from < to ? findDueReminders(inputs, from, to) : [];
    const reminders = found.filter((reminder) => findSameNotice(work, reminder) === null);
    const recent = reminders.length > 0 ? countRecent(work, new Date(to - burstMs)) : null;
    const members = recipientsOf(inputs.members, channels, recent);
    const { notices, dropped } = decideNotices({ timeZone, now: to, reminders, members });
    const horizon = to + horizonMs;
    const nextAt = Math.min(
      findNextDueAt(inputs, to, horizon) ?? horizon,
      nextSnoozeAfter(work, to) ?? horizon,
      horizon,
    );
    return {
      householdId,
      revision: readRevision(work),
      decidedUntil: to,
      nextAt,
      notices,
      dropped,
      snoozed: dueSnoozes(work, from, to).map((notice) => {
        const member = members.get(notice.memberId);
        return { notice, channelIds: member ? channelIdsFor(notice, member.preferences, member.channels) : [] };
      }),
      channels,
    };
  });
}

/** Returns the new notices, or null if the household changed since the plan was made. Must run in a transaction. */
export function commitPlan(db: Db, plan: ReminderPlan, now: Date): NewNotice[] | null {
  const { notices, channels } = plan;
  const scope = { db, householdId: plan.householdId, now };
  if (readRevision(scope) !== plan.revision) return null;
  const made = commitNotices(scope, notices, channels);
  for (const { notice, channelIds } of plan.snoozed) {
    if (notice.state === "open")
      enqueue(scope, notice.id, { ...notice, channelIds, deliverAt: notice.dueAt }, channels);
  }
  saveDecidedUntil(scope, plan.decidedUntil);
  return made;
}

/** Inserts notices and queues their deliveries. Returns those that did not exist before. Must run in a transaction. */
export function commitNotices(
  scope: TimedScope,
  notices: readonly NewNotice[],
  channels: readonly OpenChannel[],
): NewNotice[] {
  const digestIds = new Map<string, { id: string; isKnown: boolean; isUsed: boolean }>();
  const digestOf = ({ memberId }: NewNotice, { kind, slot }: NonNullable<NewNotice["digest"]>) => {
    const key = `${memberId} ${kind} ${slot}`;
    const known = digestIds.get(key);
    if (known) return known;
    const stored = findDigest(scope, memberId, kind, slot);
    const digest = { id: stored ?? Bun.randomUUIDv7("hex", scope.now), isKnown: stored !== null, isUsed: false };
    digestIds.set(key, digest);
    return digest;
  };
  const made: NewNotice[] = [];
  const insert = (notice: NewNotice, digestId: string | null, id?: string) => {
    const inserted = insertNotice(scope, notice, { id, digestId });
    if (inserted === null) return false;
    made.push(notice);
    enqueue(scope, inserted, notice, channels);
    return true;
  };
  for (const notice of notices) {
    if (isDigest(notice)) continue;
    const digest = notice.digest && digestOf(notice, notice.digest);
    if (insert(notice, digest?.id ?? null) && digest) digest.isUsed = true;
  }
  // A digest is only created for notices that are new.
  for (const notice of notices) {
    if (!isDigest(notice)) continue;
    const digest = digestIds.get(`${notice.memberId} ${notice.kind} ${notice.slot}`);
    if (!digest?.isUsed) continue;
    if (digest.isKnown) enqueue(scope, digest.id, notice, channels);
    else insert(notice, null, digest.id);
  }
  return made;
}

function enqueue(
  scope: TimedScope,
  noticeId: string,
  { channelIds, deliverAt, expiresAt }: Pick<NewNotice, "channelIds" | "deliverAt" | "expiresAt">,
  channels: readonly OpenChannel[],
): void {
  for (const channelId of channelIds) {
    const target = channels.find(({ id }) => id === channelId)?.target;
    if (target !== undefined) insertDelivery(scope, { noticeId, channelId, target, nextAt: deliverAt, expiresAt });
  }
}

/** Returns the channels that send a snoozed notice: those that the member chose for the kind of the notice. */
function channelIdsFor({ facts }: StoredNotice, { kinds }: Preferences, channels: readonly OpenChannel[]): string[] {
  const choice = facts.type === "fold" ? "all" : kinds[facts.type];
  return channels.filter(({ id }) => isChosen(choice, id)).map(({ id }) => id);
}

function isDigest({ facts }: NewNotice): boolean {
  return facts.type === "fold";
}
