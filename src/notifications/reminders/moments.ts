/** No database, no HTTP, no clock. */
import { hour, minute } from "#lib/time.ts";
import { changeMoments, keyMoments } from "./change-moments.ts";
import { checkInMoments, choreMoments, itemMoments, taskMoments } from "./day-moments.ts";
import { eventMoments } from "./event-moments.ts";
import type { Home, Moment } from "./home.ts";
import { searchIn } from "./search.ts";
import { summaryMoments } from "./summary-moments.ts";

/** Bounds hostile data. A range of 40 hours has some dozens. */
export const maxMoments = 5_000;

/** Events come last: thousands must not displace the others. */
const finders = [
  taskMoments,
  choreMoments,
  checkInMoments,
  itemMoments,
  keyMoments,
  changeMoments,
  summaryMoments,
  eventMoments,
];

/**
 * After `from`, up to and including `to`, the present. Leaves out what was changed more than a minute after it was due,
 * and all beyond {@link maxMoments}.
 */
export function momentsIn(home: Home, from: number, to: number): Moment[] {
  const found = findMoments(home, from, to);
  return found.filter(({ dueAt, notBefore }) => dueAt >= notBefore - minute).sort(compareMoments);
}

/** The earliest `dueAt` after `after`, the present, up to and including `horizon`. */
export function nextMoment(home: Home, after: number, horizon: number): number | null {
  // Most households have one within hours, and a day costs more.
  for (const [from, to] of [
    [after, Math.min(after + 2 * hour, horizon)],
    [after + 2 * hour, horizon],
  ] as const) {
    if (from >= to) continue;
    const found = findMoments(home, from, to);
    if (found.length > 0) return found.reduce((least, { dueAt }) => Math.min(least, dueAt), to);
  }
  return null;
}

/** As {@link momentsIn}, also what was changed since, and unordered. */
export function findMoments(home: Home, from: number, to: number): Moment[] {
  const search = searchIn(home, from, to);
  const found: Moment[] = [];
  for (const find of finders) {
    for (const moment of find(search)) {
      if (found.length >= maxMoments) return found;
      found.push(moment);
    }
  }
  return found;
}

function compareMoments(one: Moment, other: Moment): number {
  return (
    one.dueAt - other.dueAt ||
    compareTexts(one.memberId, other.memberId) ||
    compareTexts(one.kind, other.kind) ||
    compareTexts(one.subject.id, other.subject.id) ||
    compareTexts(one.slot, other.slot) ||
    one.minutes - other.minutes
  );
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
