import { type Details, detailsOf, isGeneral, shownDetails } from "#calendar/events/event.ts";
import { collectInstances, listOrder, maxInstancesIn, type Occurrence } from "#calendar/events/expansion.ts";
import { hour } from "#lib/time.ts";
import type { Facts } from "../notices/notice.ts";
import { openFor } from "./day-moments.ts";
import type { Home, HomeMember, Moment } from "./home.ts";
import { dateAt, datesOf, instantOn, isWithin, midnightIn, momentFor, nextDate, type Search } from "./search.ts";

type Summary = Extract<Facts, { type: "summary" }>;

const maxLines = 6;
/** Bounds the count: a household could hold thousands of series. */
const maxInstances = 10_000;

export function* summaryMoments(search: Search): Generator<Moment, void> {
  const { home } = search;
  for (const date of datesOf(search)) {
    let events: readonly Occurrence[] | undefined;
    for (const member of home.members) {
      const { summaryAt } = member.preferences;
      if (summaryAt === null) continue;
      const dueAt = instantOn(home.timeZone, date, summaryAt) + home.summaryDelay;
      if (!isWithin(search, dueAt)) continue;
      events ??= eventsOn(home, date);
      const facts = summaryFor(home, member, date, events);
      if (isEmpty(facts)) continue;
      yield momentFor(search, { member, about: [member.id] }, 0, {
        kind: "summary",
        subject: { type: "household", id: "" },
        slot: date,
        ring: date,
        dueAt,
        expiresAt: dueAt + 4 * hour,
        facts,
      });
    }
  }
}

/** In order, with those that began earlier. */
function eventsOn({ events, timeZone }: Home, date: string): Occurrence[] {
  const window = {
    startsFrom: Number.NEGATIVE_INFINITY,
    startsBefore: midnightIn(timeZone, nextDate(date)),
    endsAfter: midnightIn(timeZone, date),
    endsBy: null,
    memberId: null,
    timeZone,
  };
  const found: Occurrence[] = [];
  let left = maxInstances;
  for (const { source } of events) {
    left -= maxInstancesIn(source, window);
    if (left < 0) break;
    collectInstances(source, window, found);
  }
  return found.sort(listOrder("forward"));
}

function summaryFor(home: Home, member: HomeMember, date: string, occurrences: readonly Occurrence[]): Summary {
  const events = occurrences.filter((each) => concerns(member, each));
  const tasks = home.tasks.filter(({ memberId }) => memberId === member.id);
  return {
    type: "summary",
    date,
    events: events.slice(0, maxLines).map((each) => {
      const { title, isMasked } = shownDetails(detailsAt(each), member.id);
      return { title, allDay: each.times.allDay, from: each.from, ...(isMasked && { isBusy: true }) };
    }),
    eventCount: events.length,
    taskCount: tasks.filter(({ dueDate }) => dueDate === date).length,
    overdueCount: tasks.filter(({ dueDate }) => dueDate < date).length,
    choreCount: home.chores.filter((chore) => openFor(chore, date, date).has(member.id)).length,
    itemCount: home.items.filter(
      ({ memberId, dueAt }) => memberId === member.id && dateAt(home.timeZone, dueAt) === date,
    ).length,
  };
}

function detailsAt({ source: { event }, exception }: Occurrence): Details {
  return exception ? detailsOf(event, exception) : event;
}

function concerns({ id, preferences }: HomeMember, occurrence: Occurrence): boolean {
  const details = detailsAt(occurrence);
  return details.memberIds.includes(id) || (preferences.general && isGeneral(details));
}

function isEmpty({ eventCount, taskCount, overdueCount, choreCount, itemCount }: Summary): boolean {
  return eventCount + taskCount + overdueCount + choreCount + itemCount === 0;
}
