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

type DemoEvent = {
  readonly entered: EntryTime;
  readonly title: string;
  /** Date of the event, as a number of days from today. */
  readonly on: number;
  /** Number of days of an all-day event, or the start and end time of another event. */
  readonly lasts: number | Hours;
  readonly who?: readonly string[];
  readonly rule?: string;
  readonly more?: Pick<EventInput, "location" | "notes" | "reminderMinutes" | "reminderMinutesList">;
  readonly changes?: readonly Change[];
};

const yearly = "FREQ=YEARLY";

function demoEvents(demo: DemoContext): readonly DemoEvent[] {
  const on = (isoWeekday: number, weeksLater = 0) => demo.daysTo(isoWeekday, weeksLater);
  return [
    {
      entered: ["Ben", 71],
      title: "School run",
      on: on(monday, -3),
      lasts: ["07:40", "08:00"],
      who: ["Ben", "Mia", "Leo"],
      rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      more: { location: "Primary school" },
      changes: [
        { entered: ["Ben", 30], on: on(thursday, 1), to: { who: ["Anna", "Mia", "Leo"] } },
        { entered: ["Anna", 29], on: on(friday, 1), to: null },
      ],
    },
    {
      entered: ["Anna", 70],
      title: "Piano lesson",
      on: on(tuesday, -2),
      lasts: ["16:00", "16:45"],
      who: ["Mia"],
      rule: "FREQ=WEEKLY;BYDAY=TU",
      more: { location: "Music school, room 4", notes: "Take the green book along", reminderMinutes: 30 },
      changes: [{ entered: ["Anna", 28], on: on(tuesday, 1), to: { on: on(wednesday, 1), hours: ["15:00", "15:45"] } }],
    },
    {
      entered: ["Anna", 68],
      title: "Yoga",
      on: on(wednesday, -3),
      lasts: ["19:00", "20:15"],
      who: ["Anna"],
      rule: "FREQ=WEEKLY;BYDAY=WE",
      changes: [
        { entered: ["Anna", 26], on: on(wednesday, 1), to: { hours: ["19:30", "20:45"] }, scope: "this_and_future" },
      ],
    },
    {
      entered: ["Ben", 67],
      title: "Swimming",
      on: on(thursday, -2),
      lasts: ["15:30", "16:30"],
      who: ["Leo"],
      rule: "FREQ=WEEKLY;BYDAY=TH",
      more: { location: "Indoor pool", reminderMinutesList: [15, 60] },
    },
    {
      entered: ["Ben", 65],
      title: "Football",
      on: on(saturday, -2),
      lasts: ["10:00", "11:30"],
      who: ["Leo", "Ben"],
      rule: "FREQ=WEEKLY;BYDAY=SA",
    },
    {
      entered: ["Anna", 64],
      title: "Lunch at Grandma's",
      on: on(sunday, -1),
      lasts: ["12:30", "15:00"],
      rule: "FREQ=WEEKLY;INTERVAL=2",
    },
    { entered: ["Ben", 63], title: "Paper bin out", on: on(thursday, -2), lasts: 1, rule: "FREQ=WEEKLY;INTERVAL=2" },
    { entered: ["Anna", 50], title: "Grandma's birthday", on: 3, lasts: 1, rule: yearly },
    { entered: ["Anna", 50], title: "Leo's birthday", on: 19, lasts: 1, rule: yearly },
    { entered: ["Ben", 49], title: "Wedding anniversary", on: -9, lasts: 1, who: ["Anna", "Ben"], rule: yearly },
    {
      entered: ["Anna", 45],
      title: "Holiday in the mountains",
      on: on(saturday, 2),
      lasts: 8,
      more: { notes: "We leave at six. The list of what to pack is under Holiday." },
    },
    {
      entered: ["Ben", 43],
      title: "Conference in Leipzig",
      on: on(tuesday, 1),
      lasts: ["08:00", "18:00", 2],
      who: ["Ben"],
    },
    {
      entered: ["Anna", 27],
      title: "Vaccination",
      on: on(wednesday, 1),
      lasts: ["14:15", "14:45"],
      who: ["Leo"],
      more: { reminderMinutes: 60 },
    },
    {
      entered: ["Anna", 20],
      title: "Parents' evening",
      on: on(thursday, 1),
      lasts: ["19:30", "21:00"],
      who: ["Anna", "Ben"],
    },
    {
      entered: ["Leo", 18],
      title: "Sleepover at Jonas's",
      on: on(saturday, 1),
      lasts: ["17:00", "10:00", 1],
      who: ["Leo"],
    },
    {
      entered: ["Ben", 6],
      title: "Plumber",
      on: on(monday, 1),
      lasts: ["09:00", "10:00"],
      who: ["Ben"],
      more: { notes: "Kitchen tap" },
    },
    { entered: ["Mia", 4], title: "Cinema with Lina", on: on(saturday), lasts: ["15:00", "17:30"], who: ["Mia"] },
  ];
}

export function eventSteps(demo: DemoContext): DemoStep[] {
  return demoEvents(demo).flatMap((event) => stepsOf(demo, event));
}

function stepsOf(demo: DemoContext, { entered: [by, hoursAgo], changes = [], ...event }: DemoEvent): DemoStep[] {
  let id = "";
  // Single events are created before they begin; a series may have begun long ago.
  const latestAt = event.rule === undefined ? demo.at(event.on - 1, "18:00") : demo.now.toISOString();
  const added: DemoStep = {
    at: demo.earlier(demo.hoursAgo(hoursAgo), latestAt),
    run: (at) => {
      id = createEvent(demo.as(by, at), inputOf(demo, event)).id;
    },
  };
  return [added, ...changes.map((change) => changed(demo, event, change, () => id))];
}

function changed(
  demo: DemoContext,
  event: DemoEventCore,
  { entered: [by, hoursAgo], on, to, scope = "this" }: Change,
  id: () => string,
): DemoStep {
  const from = typeof event.lasts === "number" ? "00:00" : event.lasts[0];
  const target = { scope, instanceStartsAt: demo.at(on, from) };
  return {
    at: demo.hoursAgo(hoursAgo),
    run: (at) => {
      const work = demo.as(by, at);
      if (to === null) deleteEvent(work, id(), target);
      else {
        const times = to.hours && timesOf(demo, to.on ?? on, to.hours);
        updateEvent(work, id(), target, { ...times, ...(to.who && { memberIds: demo.ids(...to.who) }) });
      }
    },
  };
}

type DemoEventCore = Omit<DemoEvent, "entered" | "changes">;

function inputOf(demo: DemoContext, { title, on, lasts, who, rule, more }: DemoEventCore) {
  return {
    title,
    ...timesOf(demo, on, lasts),
    ...more,
    ...(who && { memberIds: demo.ids(...who) }),
    ...(rule !== undefined && { recurrenceRule: rule }),
  };
}

function timesOf(demo: DemoContext, on: number, lasts: number | Hours) {
  if (typeof lasts === "number") {
    return { allDay: true, startsAt: `${demo.date(on)}T00:00:00Z`, endsAt: `${demo.date(on + lasts)}T00:00:00Z` };
  }
  const [from, to, daysLater = 0] = lasts;
  return { startsAt: demo.at(on, from), endsAt: demo.at(on + daysLater, to) };
}
