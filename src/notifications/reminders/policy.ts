/**
 * Converts reminders to notices. Combines late reminders, bursts, and reminders in quiet hours into digests. Uses no
 * database and no clock.
 */
import { addDays } from "#lib/days.ts";
import { day as dayMs, hour, isoOf, minute } from "#lib/time.ts";
import { localDate } from "#lib/zone.ts";
import type { Preferences } from "../notices/model.ts";
import { type DigestKind, isChosen, type NewNotice, type Urgency } from "../notices/notice.ts";
import type { DueReminder } from "./inputs.ts";
import { instantOn } from "./reminder-search.ts";

export type RecipientState = {
  readonly preferences: Preferences;
  readonly channels: readonly { readonly id: string }[];
  /** Number of the member's notices of the last ten minutes that the app lists. */
  readonly recent: number;
};

type PolicyInput = {
  readonly timeZone: string;
  readonly now: number;
  /** Reminders that have no notice yet, in the order of `findDueReminders`. */
  readonly reminders: readonly DueReminder[];
  readonly members: ReadonlyMap<string, RecipientState>;
};

const lateAfter = 15 * minute;
const droppedAfter = dayMs;
const burstWindow = 10 * minute;
const maxInBurst = 30;
const digestLifetime = dayMs;

/**
 * Returns the new notices, with a digest before its notices. Such a digest may be in the database already, with earlier
 * notices. `dropped` is the number of reminders that are not sent, because they were due more than a day ago.
 */
export function decideNotices({ timeZone, now, reminders, members }: PolicyInput) {
  const fresh = reminders.filter(({ dueAt }) => now - dueAt <= droppedAfter);
  const notices: NewNotice[] = [];
  for (const [memberId, own] of Map.groupBy(fresh, (reminder) => reminder.memberId)) {
    const recipient = members.get(memberId);
    if (recipient) notices.push(...decideFor({ memberId, recipient, timeZone, now }, own));
  }
  return { notices, dropped: reminders.length - fresh.length };
}

type RecipientContext = Pick<PolicyInput, "timeZone" | "now"> & {
  readonly memberId: string;
  readonly recipient: RecipientState;
};

function decideFor(context: RecipientContext, reminders: readonly DueReminder[]): NewNotice[] {
  const { now, recipient } = context;
  const late = reminders.filter(({ dueAt }) => now - dueAt > lateAfter);
  const timely = reminders.filter(({ dueAt }) => now - dueAt <= lateAfter);
  const room = Math.max(0, maxInBurst - recipient.recent - Math.min(late.length, 1));
  const quietEnd = quietEndAt(recipient.preferences.quiet, context.timeZone, now);
  const visible = [
    ...(late.length === 0 ? [] : [createDigest(context, "catch_up", isoOf(now), now, channelsFor(context, late))]),
    ...timely.slice(0, room).map((reminder) => noticeFrom(context, reminder)),
  ];
  return [
    ...(quietEnd === null ? visible : deferUntil(context, visible, quietEnd)),
    ...hideInDigest(context, late, { kind: "catch_up", slot: isoOf(now) }),
    ...createBurst(context, timely.slice(room), quietEnd),
  ];
}

function noticeFrom(context: RecipientContext, reminder: DueReminder): NewNotice {
  const { notBefore: _, ...notice } = reminder;
  return {
    ...notice,
    urgency: urgencyOf(reminder, context.now),
    isHidden: false,
    digest: null,
    deliverAt: context.now,
    channelIds: channelsFor(context, [reminder]),
  };
}

function urgencyOf({ kind, facts }: DueReminder, now: number): Urgency {
  if (kind === "check_in") return "high";
  if (kind === "summary") return "low";
  return facts.type === "event" && !facts.allDay && facts.from - now <= hour ? "high" : "normal";
}

/** Whether the notice can wait for the end of quiet hours. False if the notice is about a certain time of the day. */
function canWait({ kind, facts }: Pick<NewNotice, "kind" | "facts">): boolean {
  const isUntimed = kind === "change" || kind === "system" || kind === "catch_up";
  return isUntimed || (facts.type === "event" && facts.allDay);
}

/**
 * Defers the notices that can wait to `quietEnd`. The app lists these immediately. The channels get one digest, which
 * the app does not list.
 */
function deferUntil(context: RecipientContext, notices: readonly NewNotice[], quietEnd: number): NewNotice[] {
  const slot = isoOf(quietEnd);
  const deferred = notices.filter(canWait);
  if (deferred.length === 0) return [...notices];
  const channelIds = context.recipient.channels
    .map(({ id }) => id)
    .filter((id) => deferred.some((notice) => notice.channelIds.includes(id)));
  const later = { digest: { kind: "quiet", slot }, deliverAt: quietEnd, channelIds: [] } as const;
  return [
    { ...createDigest(context, "quiet", slot, quietEnd, channelIds), isHidden: true },
    ...notices.map((notice) => (deferred.includes(notice) ? { ...notice, ...later } : notice)),
  ];
}

/** Returns a digest and the notices that it replaces. The digest waits until quiet hours end only if all can wait. */
function createBurst(
  context: RecipientContext,
  reminders: readonly DueReminder[],
  quietEnd: number | null,
): NewNotice[] {
  if (reminders.length === 0) return [];
  const slot = String(Math.floor(context.now / burstWindow));
  const deliverAt = quietEnd !== null && reminders.every(canWait) ? quietEnd : context.now;
  const digest = createDigest(context, "burst", slot, context.now, channelsFor(context, reminders));
  return [{ ...digest, deliverAt }, ...hideInDigest(context, reminders, { kind: "burst", slot })];
}

function createDigest(
  context: RecipientContext,
  kind: DigestKind,
  slot: string,
  dueAt: number,
  channelIds: readonly string[],
): NewNotice {
  return {
    memberId: context.memberId,
    kind,
    subject: { type: "household", id: "" },
    listId: null,
    slot,
    minutes: -1,
    occurrenceKey: slot,
    dueAt,
    expiresAt: dueAt + digestLifetime,
    about: [context.memberId],
    facts: { type: "fold" },
    urgency: "normal",
    isHidden: false,
    digest: null,
    deliverAt: dueAt,
    channelIds,
  };
}

function hideInDigest(
  context: RecipientContext,
  reminders: readonly DueReminder[],
  digest: NewNotice["digest"],
): NewNotice[] {
  return reminders.map((reminder) => ({ ...noticeFrom(context, reminder), isHidden: true, digest, channelIds: [] }));
}

/** Returns the channels chosen for any of the reminders, in the order of the member's channels. */
function channelsFor({ recipient: { preferences, channels } }: RecipientContext, reminders: readonly DueReminder[]) {
  const choices = reminders.map(({ kind }) => preferences.kinds[kind]);
  return channels.map(({ id }) => id).filter((id) => choices.some((each) => isChosen(each, id)));
}

/** Returns the end of the current quiet hours, or null outside of them. They may span midnight and a clock change. */
function quietEndAt(quiet: Preferences["quiet"], timeZone: string, now: number): number | null {
  if (!quiet || quiet.from === quiet.to) return null;
  let end: number | null = null;
  // Two days back: some zones once skipped a date.
  for (let date = localDate(timeZone, now - 2 * dayMs); date <= localDate(timeZone, now); date = addDays(date, 1)) {
    const from = instantOn(timeZone, date, quiet.from);
    const to = instantOn(timeZone, quiet.from < quiet.to ? date : addDays(date, 1), quiet.to);
    if (from <= now && now < to) end = Math.max(end ?? to, to);
  }
  return end;
}
