/** Folds late moments, quiet hours and bursts. No database, no HTTP, no clock. */
import { day as dayMs, hour, isoOf, minute } from "#lib/time.ts";
import { type FoldKind, isChosen, type NewNotice, type Preferences, type Urgency } from "../notices/notice.ts";
import type { Moment } from "./home.ts";
import { dateAt, instantOn, nextDate } from "./search.ts";

export type Recipient = {
  readonly preferences: Preferences;
  readonly channels: readonly { readonly id: string }[];
  /** Listed notices of the last ten minutes. */
  readonly recent: number;
};

export type Input = {
  readonly timeZone: string;
  readonly now: number;
  /** Undecided ones: the others must not fold again. In the order of `momentsIn`. */
  readonly moments: readonly Moment[];
  readonly members: ReadonlyMap<string, Recipient>;
};

/** `dropped` counts moments that are too old. */
export type Decided = { readonly notices: NewNotice[]; readonly dropped: number };

const lateAfter = 15 * minute;
const droppedAfter = dayMs;
const burstWindow = 10 * minute;
const maxInBurst = 30;
const foldLifetime = dayMs;

/** A fold comes first. It may have been decided before, for other notices. */
export function decide({ timeZone, now, moments, members }: Input): Decided {
  const fresh = moments.filter(({ dueAt }) => now - dueAt <= droppedAfter);
  const notices: NewNotice[] = [];
  for (const [memberId, own] of Map.groupBy(fresh, (moment) => moment.memberId)) {
    const recipient = members.get(memberId);
    if (recipient) notices.push(...decideFor({ memberId, recipient, timeZone, now }, own));
  }
  return { notices, dropped: moments.length - fresh.length };
}

type Turn = {
  readonly memberId: string;
  readonly recipient: Recipient;
  readonly timeZone: string;
  readonly now: number;
};

function decideFor(turn: Turn, moments: readonly Moment[]): NewNotice[] {
  const { now, recipient } = turn;
  const late = moments.filter(({ dueAt }) => now - dueAt > lateAfter);
  const timely = moments.filter(({ dueAt }) => now - dueAt <= lateAfter);
  const room = Math.max(0, maxInBurst - recipient.recent - Math.min(late.length, 1));
  const quietEnd = quietEndAt(recipient.preferences.quiet, turn.timeZone, now);
  const visible = [...catchUp(turn, late), ...timely.slice(0, room).map((moment) => noticeFrom(turn, moment))];
  return [
    ...(quietEnd === null ? visible : holdBack(turn, visible, quietEnd)),
    ...hiddenIn(turn, late, { kind: "catch_up", slot: isoOf(now) }),
    ...burst(turn, timely.slice(room), quietEnd),
  ];
}

function noticeFrom(turn: Turn, moment: Moment): NewNotice {
  const { notBefore: _, ...notice } = moment;
  return {
    ...notice,
    urgency: urgencyOf(moment, turn.now),
    isHidden: false,
    fold: null,
    deliverAt: turn.now,
    channelIds: channelsFor(turn, [moment]),
  };
}

function urgencyOf({ kind, facts }: Moment, now: number): Urgency {
  if (kind === "check_in") return "high";
  if (kind === "summary") return "low";
  return facts.type === "event" && !facts.allDay && facts.from - now <= hour ? "high" : "normal";
}

/** What has no time of its own waits for the end of quiet hours. */
function canWait({ kind, facts }: Pick<NewNotice, "kind" | "facts">): boolean {
  const isUntimed = kind === "change" || kind === "system" || kind === "catch_up";
  return isUntimed || (facts.type === "event" && facts.allDay);
}

/** The app lists them at once. The channels get one hidden notice for all. */
function holdBack(turn: Turn, notices: readonly NewNotice[], quietEnd: number): NewNotice[] {
  const slot = isoOf(quietEnd);
  const held = notices.filter(canWait);
  if (held.length === 0) return [...notices];
  const channelIds = turn.recipient.channels
    .map(({ id }) => id)
    .filter((id) => held.some((notice) => notice.channelIds.includes(id)));
  const wait = (notice: NewNotice): NewNotice => ({
    ...notice,
    fold: { kind: "quiet", slot },
    deliverAt: quietEnd,
    channelIds: [],
  });
  return [
    { ...foldNotice(turn, "quiet", slot, quietEnd, channelIds), isHidden: true },
    ...notices.map((notice) => (held.includes(notice) ? wait(notice) : notice)),
  ];
}

function catchUp(turn: Turn, late: readonly Moment[]): NewNotice[] {
  if (late.length === 0) return [];
  return [foldNotice(turn, "catch_up", isoOf(turn.now), turn.now, channelsFor(turn, late))];
}

/** Waits for the end of quiet hours only if all can. */
function burst(turn: Turn, moments: readonly Moment[], quietEnd: number | null): NewNotice[] {
  if (moments.length === 0) return [];
  const slot = String(Math.floor(turn.now / burstWindow));
  const deliverAt = quietEnd !== null && moments.every(canWait) ? quietEnd : turn.now;
  const fold = foldNotice(turn, "burst", slot, turn.now, channelsFor(turn, moments));
  return [{ ...fold, deliverAt }, ...hiddenIn(turn, moments, { kind: "burst", slot })];
}

function foldNotice(turn: Turn, kind: FoldKind, slot: string, dueAt: number, channelIds: readonly string[]): NewNotice {
  return {
    memberId: turn.memberId,
    kind,
    subject: { type: "household", id: "" },
    listId: null,
    slot,
    minutes: -1,
    ring: slot,
    dueAt,
    expiresAt: dueAt + foldLifetime,
    about: [turn.memberId],
    facts: { type: "fold" },
    urgency: "normal",
    isHidden: false,
    fold: null,
    deliverAt: dueAt,
    channelIds,
  };
}

function hiddenIn(turn: Turn, moments: readonly Moment[], fold: NewNotice["fold"]): NewNotice[] {
  return moments.map((moment) => ({ ...noticeFrom(turn, moment), isHidden: true, fold, channelIds: [] }));
}

/** In the order of the member's channels. */
function channelsFor({ recipient: { preferences, channels } }: Turn, moments: readonly Moment[]): string[] {
  const ways = moments.map(({ kind }) => preferences.kinds[kind]);
  const isWanted = (id: string) => ways.some((each) => isChosen(each, id));
  return channels.map(({ id }) => id).filter(isWanted);
}

/** Null outside of quiet hours, which may span midnight and a clock change. */
function quietEndAt(quiet: Preferences["quiet"], timeZone: string, now: number): number | null {
  if (!quiet || quiet.from === quiet.to) return null;
  let end: number | null = null;
  // Two days back: some zones once skipped a date.
  for (let date = dateAt(timeZone, now - 2 * dayMs); date <= dateAt(timeZone, now); date = nextDate(date)) {
    const from = instantOn(timeZone, date, quiet.from);
    const to = instantOn(timeZone, quiet.from < quiet.to ? date : nextDate(date), quiet.to);
    if (from <= now && now < to) end = Math.max(end ?? to, to);
  }
  return end;
}
