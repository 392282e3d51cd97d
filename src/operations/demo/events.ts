import type { EditScope } from "#calendar/events/checks.ts";
import { createEvent, deleteEvent, updateEvent } from "#calendar/events/edits.ts";
import type { EventInput } from "#calendar/events/input.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

const [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = [1, 2, 3, 4, 5, 6, 7] as const;

type Hours = readonly [from: string, to: string, daysLater?: number];
type EntryTime = readonly [by: string, hoursAgo: number];

type Change = {
  readonly entered: EntryTime;
  /** Date of the changed occurrence, as a number of days from today. */
  readonly on: number;
  /** Changed values of the occurrence. Null cancels the occurrence. */
  readonly to: { readonly who?: readonly string[]; readonly on?: number; readonly hours?: Hours } | null;
  readonly scope?: EditScope;
};

/**
 * An event. `on` is its date, as a number of days from today. `lasts` is the number of days of an all-day event, or the
 * start and end time of another event.
 */
type DemoEvent = readonly [
  entered: EntryTime,
  title: string,
  on: number,
  lasts: number | Hours,
  who?: readonly string[] | null,
  recurrenceRule?: string | null,
  more?: Pick<EventInput, "location" | "notes" | "reminderMinutes" | "reminderMinutesList">,
  ...changes: readonly Change[],
];

const yearly = "FREQ=YEARLY";

function demoEvents(demo: DemoContext): readonly DemoEvent[] {
  const on = (isoWeekday: number, weeksLater = 0) => demo.daysTo(isoWeekday, weeksLater);
  return [
    [
      ["Ben", 71],
      "School run",
      on(monday, -3),
      ["07:40", "08:00"],
      ["Ben", "Mia", "Leo"],
      "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      { location: "Primary school" },
      { entered: ["Ben", 30], on: on(thursday, 1), to: { who: ["Anna", "Mia", "Leo"] } },
      { entered: ["Anna", 29], on: on(friday, 1), to: null },
    ],
    [
      ["Anna", 70],
      "Piano lesson",
      on(tuesday, -2),
      ["16:00", "16:45"],
      ["Mia"],
      "FREQ=WEEKLY;BYDAY=TU",
      { location: "Music school, room 4", notes: "Take the green book along", reminderMinutes: 30 },
      { entered: ["Anna", 28], on: on(tuesday, 1), to: { on: on(wednesday, 1), hours: ["15:00", "15:45"] } },
    ],
    [
      ["Anna", 68],
      "Yoga",
      on(wednesday, -3),
      ["19:00", "20:15"],
      ["Anna"],
      "FREQ=WEEKLY;BYDAY=WE",
      undefined,
      { entered: ["Anna", 26], on: on(wednesday, 1), to: { hours: ["19:30", "20:45"] }, scope: "this_and_future" },
    ],
    [
      ["Ben", 67],
      "Swimming",
      on(thursday, -2),
      ["15:30", "16:30"],
      ["Leo"],
      "FREQ=WEEKLY;BYDAY=TH",
      { location: "Indoor pool", reminderMinutesList: [15, 60] },
    ],
    [["Ben", 65], "Football", on(saturday, -2), ["10:00", "11:30"], ["Leo", "Ben"], "FREQ=WEEKLY;BYDAY=SA"],
    [["Anna", 64], "Lunch at Grandma's", on(sunday, -1), ["12:30", "15:00"], null, "FREQ=WEEKLY;INTERVAL=2"],
    [["Ben", 63], "Paper bin out", on(thursday, -2), 1, null, "FREQ=WEEKLY;INTERVAL=2"],
    [["Anna", 50], "Grandma's birthday", 3, 1, null, yearly],
    [["Anna", 50], "Leo's birthday", 19, 1, null, yearly],
    [["Ben", 49], "Wedding anniversary", -9, 1, ["Anna", "Ben"], yearly],
    [
      ["Anna", 45],
      "Holiday in the mountains",
      on(saturday, 2),
      8,
      null,
      null,
      { notes: "We leave at six. The list of what to pack is under Holiday." },
    ],
    [["Ben", 43], "Conference in Leipzig", on(tuesday, 1), ["08:00", "18:00", 2], ["Ben"]],
    [["Anna", 27], "Vaccination", on(wednesday, 1), ["14:15", "14:45"], ["Leo"], null, { reminderMinutes: 60 }],
    [["Anna", 20], "Parents' evening", on(thursday, 1), ["19:30", "21:00"], ["Anna", "Ben"]],
    [["Leo", 18], "Sleepover at Jonas's", on(saturday, 1), ["17:00", "10:00", 1], ["Leo"]],
    [["Ben", 6], "Plumber", on(monday, 1), ["09:00", "10:00"], ["Ben"], null, { notes: "Kitchen tap" }],
    [["Mia", 4], "Cinema with Lina", on(saturday), ["15:00", "17:30"], ["Mia"]],
  ];
}

export function eventSteps(demo: DemoContext): DemoStep[] {
  return demoEvents(demo).flatMap((event) => stepsOf(demo, event));
}

function stepsOf(demo: DemoContext, [[by, hoursAgo], title, on, lasts, who, rule, more, ...changes]: DemoEvent) {
  let id = "";
  const memberIds = who && { memberIds: demo.ids(...who) };
  const input = { title, ...timesOf(demo, on, lasts), ...more, ...memberIds, ...(rule && { recurrenceRule: rule }) };
  // Single events are created before they begin; a series may have begun long ago.
  const latestAt = rule ? demo.now.toISOString() : demo.at(on - 1, "18:00");
  const added = demo.step(demo.earlier(demo.hoursAgo(hoursAgo), latestAt), by, (work) => {
    id = createEvent(work, input).id;
  });
  const from = typeof lasts === "number" ? "00:00" : lasts[0];
  const changed = ({ entered: [changedBy, changedHoursAgo], on, to, scope = "this" }: Change) =>
    demo.step(demo.hoursAgo(changedHoursAgo), changedBy, (work) => {
      const target = { scope, instanceStartsAt: demo.at(on, from) };
      if (to === null) return deleteEvent(work, id, target);
      const times = to.hours && timesOf(demo, to.on ?? on, to.hours);
      return updateEvent(work, id, target, { ...times, ...(to.who && { memberIds: demo.ids(...to.who) }) });
    });
  return [added, ...changes.map(changed)];
}

function timesOf(demo: DemoContext, on: number, lasts: number | Hours) {
  if (typeof lasts === "number") {
    return { allDay: true, startsAt: `${demo.date(on)}T00:00:00Z`, endsAt: `${demo.date(on + lasts)}T00:00:00Z` };
  }
  const [from, to, daysLater = 0] = lasts;
  return { startsAt: demo.at(on, from), endsAt: demo.at(on + daysLater, to) };
}
