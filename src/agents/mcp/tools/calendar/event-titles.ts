import type { EventRecord } from "#calendar/events/model.ts";
import { addDays } from "#lib/days.ts";
import { formatDate } from "#lib/time.ts";
import type { Clock } from "../../input/times.ts";
import type { Titled, TitleSource } from "../../input/titles.ts";
import { instanceName } from "./event-view.ts";
import { firstOccurrence } from "./occurrences.ts";
import { mastersIn } from "./range.ts";

const daysBack = 30;
const daysAhead = 400;

/** Reads the events that a title can mean, each series once. */
export const eventTitles: TitleSource = async (context) => {
  const { clock } = context;
  const first = addDays(clock.today, -daysBack);
  const masters = await mastersIn(context, first, addDays(clock.today, daysAhead));
  return masters.map((master) => titledEvent(master, first, clock));
};

function titledEvent(master: EventRecord, first: string, clock: Clock): Titled {
  const { id, title, recurrenceRule } = master;
  return {
    id,
    title,
    /** Whether the series is over, such as the former part of one that was changed from some day on. */
    get isSecondary() {
      return recurrenceRule !== null && firstOccurrence(master, clock.today, null, clock) === null;
    },
    /** Formats the next time: `Thu 3 Dec 08:00`. It is computed only for the few events that are shown. */
    get detail() {
      if (recurrenceRule === null) return shortTime(master.startsAt, master.allDay, clock);
      const days = [clock.today, first];
      const next = days.map((day) => firstOccurrence(master, day, null, clock)).find((each) => each !== null);
      return `${shortTime(next?.startsAt ?? master.startsAt, master.allDay, clock)}, repeats`;
    },
  };
}

function shortTime(startsAt: string, isAllDay: boolean, { timeZone }: Clock): string {
  const [date = "", time] = instanceName(startsAt, isAllDay, timeZone)
    .replace(/:00\.000Z$/, " UTC")
    .split("T");
  return formatDate(date, date) + (time === undefined ? "" : ` ${time}`);
}
