/** Reading the calendar page by page, in time that does not grow with the age of a series. */
import { actorsOf } from "../activity/actors.ts";
import { day as dayMs } from "../lib/time.ts";
import type { Work } from "../work.ts";
import { type Kept, seriesNear } from "./calendar.store.ts";
import { compareKeys, type Key, keyOf, type Occurrence } from "./expansion.ts";
import { happensIn } from "./in-turn.ts";
import { calendarStart, cursorAfter, type Plan } from "./paging.ts";
import { recordPart, toMaster } from "./present.ts";
import { firstSingles } from "./singles.store.ts";
import { answerOf, firstIn } from "./windows.ts";

/**
 * One page of what a plan asks for, ascending, and the cursor of the next. Reads a window of time as wide as a page is likely
 * to need, and wider ones while that is too little. Must be in a snapshot.
 */
export function listEvents(work: Work, plan: Plan) {
  if (plan.mode === "raw") return listMasters(work, plan);
  const isForward = plan.direction === "forward";
  const found = isForward ? forward(work, plan) : backward(work, plan);
  const isMore = found.length > plan.limit;
  const page = isForward ? found.slice(0, plan.limit) : found.slice(-plan.limit);
  const last = isForward ? page.at(-1) : page[0];
  const actorOf = actorsOf(work);
  return {
    events: page.map((each) => answerOf(each, actorOf)),
    nextCursor: isMore && last ? cursorAfter(plan, keyOf(last), work) : null,
  };
}

/** A first guess at how long a page lasts, a quarter of an hour for each instance; the next ones are four times as wide each. */
const widthFor = ({ limit }: Plan) => limit * 900_000;

function forward(work: Work, plan: Plan): Occurrence<Kept>[] {
  const { from, to, after, memberId, limit } = plan;
  const window = { endsAfter: from, endsBy: null, memberId, timeZone: work.timeZone };
  let found: Occurrence<Kept>[] = [];
  let startsFrom = after?.[0] ?? Number.NEGATIVE_INFINITY;
  let key = after;
  for (let width = widthFor(plan); found.length <= limit && startsFrom < to; width *= 4) {
    const startsBefore = Math.min(to, Math.max(startsFrom, from) + width);
    const most = limit + 1 - found.length;
    found = found.concat(firstIn(work, { ...window, startsFrom, startsBefore }, "forward", most, key));
    startsFrom = startsBefore;
    key = null; // All later windows lie beyond it.
  }
  return found;
}

function backward(work: Work, plan: Plan): Occurrence<Kept>[] {
  const { from: anchor, after, memberId, limit } = plan;
  const window = { endsAfter: null, endsBy: anchor, memberId, timeZone: work.timeZone };
  let found: Occurrence<Kept>[] = [];
  let startsBefore = after ? after[0] + 1 : anchor;
  let key = after;
  for (let width = widthFor(plan); found.length <= limit && startsBefore > calendarStart - dayMs; width *= 4) {
    const startsFrom = Math.max(calendarStart - dayMs, startsBefore - width);
    const most = limit + 1 - found.length;
    found = firstIn(work, { ...window, startsFrom, startsBefore }, "backward", most, key).concat(found);
    startsBefore = startsFrom;
    key = null;
  }
  return found;
}

/** Masters that have an instance in the range, by their own start, then id. */
function listMasters(work: Work, plan: Plan) {
  const { from, to, after, memberId, limit } = plan;
  const { timeZone } = work;
  const startsFrom = Number.NEGATIVE_INFINITY;
  const window = { startsFrom, startsBefore: to, endsAfter: from, endsBy: null, memberId, timeZone };
  const singles = firstSingles(work, window, limit + 1, after);
  const candidates = [...seriesNear(work, window), ...singles]
    .map((listed): { listed: Kept; key: Key } => ({ listed, key: [listed.event.startAt, 0, "", listed.id, 0] }))
    .filter(({ key }) => !after || compareKeys(key, after) > 0)
    .sort((one, other) => compareKeys(one.key, other.key));
  const masters: typeof candidates = [];
  for (const each of candidates) {
    if (masters.length > limit) break;
    if (happensIn(each.listed, window)) masters.push(each);
  }
  const page = masters.slice(0, limit);
  const last = page.at(-1);
  const actorOf = actorsOf(work);
  return {
    events: page.map(({ listed }) => toMaster(listed.event, recordPart(listed.row, actorOf))),
    nextCursor: masters.length > limit && last ? cursorAfter(plan, last.key, work) : null,
  };
}
