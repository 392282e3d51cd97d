import { day as dayMs } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { readSeries } from "./calendar.store.ts";
import { calendarStart } from "./event.ts";
import { comparePositions, hasInstanceIn, type ListPosition, type Occurrence, positionOf } from "./expansion.ts";
import { cursorAfter, type Plan } from "./paging.ts";
import { type CalendarEvent, presentMaster } from "./present.ts";
import { readSingleMasters } from "./singles.store.ts";
import { firstInstances, overlapWindow, presentOccurrence } from "./windows.ts";

/** Returns a page of events. Searches longer and longer windows until the page is full. Must run in a snapshot. */
export function listEvents(work: Work, plan: Plan) {
  if (plan.mode === "raw") return listMasters(work, plan);
  const isForward = plan.direction === "forward";
  const found = isForward ? forward(work, plan) : backward(work, plan);
  const isMore = found.length > plan.limit;
  const page = isForward ? found.slice(0, plan.limit) : found.slice(-plan.limit);
  const last = isForward ? page.at(-1) : page[0];
  return {
    events: page.map((each) => presentOccurrence(work, each)),
    nextCursor: isMore && last ? cursorAfter(plan, positionOf(last), work) : null,
  };
}

/** Returns the length of the first window of time in milliseconds: 15 minutes for each instance of the page. */
const firstWidth = ({ limit }: Plan) => limit * 900_000;

function forward(work: Work, plan: Plan): Occurrence<CalendarEvent>[] {
  const { from, to, after, memberId, limit } = plan;
  const window = { endsAfter: from, endsBy: null, memberId, timeZone: work.timeZone };
  let found: Occurrence<CalendarEvent>[] = [];
  let startsFrom = after?.[0] ?? Number.NEGATIVE_INFINITY;
  let key = after;
  for (let width = firstWidth(plan); found.length <= limit && startsFrom < to; width *= 4) {
    const startsBefore = Math.min(to, Math.max(startsFrom, from) + width);
    const remaining = limit + 1 - found.length;
    found = found.concat(firstInstances(work, { ...window, startsFrom, startsBefore }, "forward", remaining, key));
    startsFrom = startsBefore;
    key = null;
  }
  return found;
}

function backward(work: Work, plan: Plan): Occurrence<CalendarEvent>[] {
  const { from: anchor, after, memberId, limit } = plan;
  const window = { endsAfter: null, endsBy: anchor, memberId, timeZone: work.timeZone };
  let found: Occurrence<CalendarEvent>[] = [];
  let startsBefore = after ? after[0] + 1 : anchor;
  let key = after;
  for (let width = firstWidth(plan); found.length <= limit && startsBefore > calendarStart - dayMs; width *= 4) {
    const startsFrom = Math.max(calendarStart - dayMs, startsBefore - width);
    const remaining = limit + 1 - found.length;
    found = firstInstances(work, { ...window, startsFrom, startsBefore }, "backward", remaining, key).concat(found);
    startsBefore = startsFrom;
    key = null;
  }
  return found;
}

/** Maximum number of exceptions in a page of master events. A single master event may have more exceptions. */
const maxExceptions = 2_000;

function listMasters(work: Work, plan: Plan) {
  const { from, to, after, memberId, limit } = plan;
  const window = overlapWindow(work, { from, to }, memberId);
  const singles = readSingleMasters(work, window, limit + 1, after);
  const candidates = [...readSeries(work, window), ...singles]
    .map((source): { source: CalendarEvent; key: ListPosition } => ({
      source,
      key: [source.event.startAt, 0, "", source.id, 0],
    }))
    .filter(({ key }) => !after || comparePositions(key, after) > 0)
    .sort((one, other) => comparePositions(one.key, other.key));
  const masters: typeof candidates = [];
  let exceptions = 0;
  let isMore = false;
  for (const each of candidates) {
    if (!hasInstanceIn(each.source, window)) continue;
    exceptions += each.source.exceptions.size;
    isMore = masters.length === limit || (masters.length > 0 && exceptions > maxExceptions);
    if (isMore) break;
    masters.push(each);
  }
  const last = masters.at(-1);
  return {
    events: masters.map(({ source }) => presentMaster(work, source)),
    nextCursor: isMore && last ? cursorAfter(plan, last.key, work) : null,
  };
}
