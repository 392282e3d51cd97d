import { type Details, detailsOf, isGeneral, shownDetails } from "#calendar/events/event.ts";
import { collectInstances, listOrder, maxInstancesIn, type Occurrence } from "#calendar/events/expansion.ts";
import { addDays } from "#lib/days.ts";
import { hour } from "#lib/time.ts";
import { localDate } from "#lib/zone.ts";
import type { Facts } from "../notices/notice.ts";
import { openAssignees } from "./day-reminders.ts";
import type { DueReminder, MemberInput, ReminderInputs } from "./inputs.ts";
import { createReminder, datesOf, instantOn, isWithin, midnightIn, type ReminderSearch } from "./reminder-search.ts";

type Summary = Extract<Facts, { type: "summary" }>;

const maxLines = 6;
/** Maximum number of occurrences that are counted: a household could hold thousands of series. */
const maxInstances = 10_000;

export function* findSummaryReminders(search: ReminderSearch): Generator<DueReminder, void> {
  const { inputs } = search;
  for (const date of datesOf(search)) {
    let events: readonly Occurrence[] | undefined;
    for (const member of inputs.members) {
      const { summaryAt } = member.preferences;
      if (summaryAt === null) continue;
      const dueAt = instantOn(inputs.timeZone, date, summaryAt) + inputs.summaryDelay;
      if (!isWithin(search, dueAt)) continue;
      events ??= eventsOn(inputs, date);
      const facts = summaryFor(inputs, member, date, events);
      const { eventCount, taskCount, overdueCount, choreCount, itemCount } = facts;
      if (eventCount + taskCount + overdueCount + choreCount + itemCount === 0) continue;
      yield createReminder(search, { member }, 0, {
        subject: { type: "household", id: "" },
        slot: date,
        occurrenceKey: date,
        dueAt,
        expiresAt: dueAt + 4 * hour,
        facts,
      });
    }
  }
}

/** Returns the events of the date in their order, including events that began earlier and still continue. */
function eventsOn({ events, timeZone }: ReminderInputs, date: string): Occurrence[] {
  const window = {
    startsFrom: Number.NEGATIVE_INFINITY,
    startsBefore: midnightIn(timeZone, addDays(date, 1)),
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

function summaryFor(
  inputs: ReminderInputs,
  member: MemberInput,
  date: string,
  occurrences: readonly Occurrence[],
): Summary {
  const events = occurrences.filter((each) => concerns(member, each));
  const tasks = inputs.tasks.filter(({ memberId }) => memberId === member.id);
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
    choreCount: inputs.chores.filter((chore) => openAssignees(chore, date, date).has(member.id)).length,
    itemCount: inputs.items.filter(
      ({ memberId, dueAt }) => memberId === member.id && localDate(inputs.timeZone, dueAt) === date,
    ).length,
  };
}

export function detailsAt({ source: { event }, exception }: Occurrence): Details {
  return exception ? detailsOf(event, exception) : event;
}

function concerns({ id, preferences }: MemberInput, occurrence: Occurrence): boolean {
  const details = detailsAt(occurrence);
  return details.memberIds.includes(id) || (preferences.general && isGeneral(details));
}
