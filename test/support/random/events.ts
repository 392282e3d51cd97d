/** Random events in the form in which the calendar stores them, and the part of them that iCalendar can express. */
import type { Event, Exception } from "#calendar/events/event.ts";
import { firstActiveSlot, seriesOf, timesOf } from "#calendar/events/event.ts";
import { differences, remindersFrom, remindersInForce } from "#calendar/ical/read-details.ts";
import { writeRule } from "#calendar/ical/rules.ts";
import { withUnambiguousStart } from "#calendar/ical/write-lines.ts";
import type { Slot } from "#lib/recurrence/series.ts";
import { day, hour, minute } from "#lib/time.ts";
import { toInstant, toLocalMs, transitionsOf } from "#lib/zone.ts";
import { type Dice, diceFrom, randomRule } from "./rules.ts";

/** Time zones with all kinds of rules: no clock changes, half hours, two changes at Ramadan, a skipped day. */
export const eventZones = [
  ...["UTC", "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Moscow", "Europe/Istanbul", "Europe/Chisinau"],
  ...["Europe/Lisbon", "Atlantic/Azores", "Atlantic/Reykjavik", "America/New_York", "America/Chicago"],
  ...["America/Denver", "America/Phoenix", "America/Los_Angeles", "America/St_Johns", "America/Havana"],
  ...["America/Sao_Paulo", "America/Santiago", "America/Asuncion", "America/Nuuk", "America/Mexico_City"],
  ...["Africa/Cairo", "Africa/Casablanca", "Africa/Johannesburg", "Africa/Lagos", "Asia/Jerusalem", "Asia/Beirut"],
  ...["Asia/Tehran", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tokyo", "Asia/Shanghai", "Asia/Gaza"],
  ...["Australia/Sydney", "Australia/Adelaide", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham"],
  "Pacific/Apia",
];

const texts = [
  "Piano",
  "Été; à la mer, 2",
  "Müll\\Bio",
  "苹果 🍎 family",
  "x".repeat(120),
  "“Quoted: yes”",
  "😀".repeat(40),
];
const longTexts = [...texts, "First line\nSecond; line\n\n, last", "tab\tinside", "é".repeat(480)];

/**
 * Returns the wall time and the instant of a random start. Some starts are in the hour that a clock change skips or
 * repeats.
 */
function randomStart(dice: Dice, timeZone: string): { wall: number; at: number } {
  const { whole, chance, pick } = dice;
  const year = whole(1972, 2036);
  const [change] = transitionsOf(timeZone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
  if (!change || chance(0.8)) {
    const wall = Date.UTC(year, whole(0, 11), whole(1, 28), whole(0, 23), pick([0, 15, 30, 59]), pick([0, 0, 0, 7]));
    return { wall, at: toInstant(timeZone, wall) };
  }
  const isGap = change.after > change.before;
  const span = Math.abs(change.after - change.before);
  const wall = change.at + Math.min(change.after, change.before) + Math.floor(span / 2 / minute) * minute;
  const first = toInstant(timeZone, wall);
  const second = first + span;
  return { wall, at: !isGap && chance(0.5) && toLocalMs(timeZone, second) === wall ? second : first };
}

function randomReminders({ chance, whole, pick }: Dice, home: number | null) {
  if (chance(0.5)) return { reminderMinutes: chance(0.5) ? null : -1, reminderMinutesList: [] };
  const minutes = new Set(Array.from({ length: whole(1, 4) }, () => pick([0, 5, 10, 15, 60, 90, 1_440, 40_320])));
  return remindersFrom(
    [...minutes].sort((one, other) => one - other),
    home,
  );
}

/** Returns a random event, which is the same for the same seed. `defaultReminder` is the household's default. */
export function randomEvent(seed: number, timeZone: string, defaultReminder: number | null): Event {
  const dice = diceFrom(seed);
  const { whole, chance, pick } = dice;
  const allDay = chance(0.25);
  const start = randomStart(dice, timeZone);
  const startWall = allDay ? start.wall - (start.wall % day) : start.wall;
  const startAt = allDay ? startWall : start.at;
  const length = allDay ? whole(1, 4) * day : pick([0, 30 * minute, hour, 90 * minute, 26 * hour, 5 * day]);
  const isRepeating = chance(0.6);
  const isElapsed = !allDay && chance(0.3);
  const endAt = allDay
    ? startAt + length
    : isElapsed
      ? startAt + length
      : Math.max(startAt, toInstant(timeZone, startWall + length));
  const event: Event = {
    title: pick(texts),
    location: chance(0.5) ? pick(texts) : null,
    notes: chance(0.5) ? pick(longTexts) : null,
    memberIds: [],
    isGeneral: null,
    syncTargets: [],
    privateTo: null,
    ...randomReminders(dice, defaultReminder),
    allDay,
    startAt,
    endAt,
    startWall,
    endWall: isElapsed ? toLocalMs(timeZone, endAt) : startWall + length,
    timeZone,
    recurrenceRule: null,
    exceptions: [],
  };
  return isRepeating ? withSeries(event, dice, defaultReminder) : event;
}

function withSeries(event: Event, dice: Dice, defaultReminder: number | null): Event {
  const { whole, chance, pick } = dice;
  const bare = randomRule(dice);
  const until = new Date(event.startAt + whole(40, 900) * day + whole(0, 86_400) * 1_000).toISOString();
  const digits = until.slice(0, 19).replace(/[-:]/g, "");
  const ends = [
    "",
    "",
    `;COUNT=${whole(3, 80)}`,
    `;UNTIL=${digits}Z`,
    `;UNTIL=${digits}`,
    `;UNTIL=${digits.slice(0, 8)}`,
  ];
  const repeating = { ...event, recurrenceRule: bare + pick(ends) + (chance(0.1) ? ";X-MINE=1" : "") };
  const series = seriesOf(repeating);
  if (!series || series.isEmpty()) return event;
  const slots = [...series.ascending(event.startAt, event.startAt + 3_000 * day)].slice(0, 40);
  const exceptions = slots.flatMap((slot) =>
    chance(0.2) ? [randomException(repeating, slot, dice, defaultReminder)] : [],
  );
  const edited = { ...repeating, exceptions: exceptions.filter((each) => each !== null) };
  return firstActiveSlot(edited, series) ? edited : repeating;
}

function randomException(event: Event, slot: Slot, dice: Dice, defaultReminder: number | null): Exception | null {
  const { chance, pick, whole } = dice;
  const { localMs: wall } = slot;
  if (chance(0.4)) return { wall, cancelled: true, own: {}, times: null };
  const own: Record<string, unknown> = {};
  const set = (field: "title" | "location" | "notes", value: string | null) => {
    if (event[field] !== value) own[field] = value;
  };
  if (chance(0.4)) set("title", pick(texts));
  if (chance(0.3)) set("location", chance(0.3) ? null : pick(texts));
  if (chance(0.3)) set("notes", chance(0.3) ? null : pick(longTexts));
  if (chance(0.3)) {
    const given = randomReminders(dice, defaultReminder);
    const [before, after] = [event, given].map((each) => remindersInForce(each, defaultReminder));
    if (!Bun.deepEquals(before, after)) Object.assign(own, given);
  }
  const allDay = chance(0.1) ? !event.allDay : event.allDay;
  const planned = timesOf(event, slot);
  const startAt =
    (allDay ? wall - (wall % day) : planned.startAt) + (allDay ? whole(-3, 3) * day : whole(-90, 90) * 15 * minute);
  const moved = { allDay, startAt, endAt: startAt + (allDay ? whole(1, 3) * day : whole(0, 40) * 15 * minute) };
  const times = chance(0.5) && !Bun.deepEquals(moved, planned) ? moved : null;
  return times || Object.keys(own).length > 0 ? { wall, cancelled: false, own, times } : null;
}

/**
 * Returns the event as it can be read back from iCalendar: with reminders as lists, rules as they are written, no time
 * zone for all-day events, and in the household's zone if it starts in the second pass of a repeated hour.
 */
export function asReadable(event: Event, home: { timeZone: string; defaultReminder: number | null }): Event {
  const plain = withUnambiguousStart(event);
  const { allDay, startAt, endAt, timeZone, recurrenceRule } = plain;
  const isUtc = !allDay && recurrenceRule === null && toInstant(timeZone, plain.startWall) !== startAt;
  const [startWall, endWall] = [startAt, endAt].map((at) => toLocalMs(home.timeZone, at));
  const series = { ...plain, ...listed(plain, home) };
  const exceptions = plain.exceptions.flatMap((each) => {
    const instance = { ...series, ...each.own };
    const own = each.cancelled ? {} : differences(series, { ...instance, ...listed(instance, home) });
    return each.cancelled || each.times || Object.keys(own).length > 0 ? [{ ...each, own }] : [];
  });
  return {
    ...series,
    timeZone: allDay || isUtc ? home.timeZone : timeZone,
    ...(isUtc && { startWall, endWall }),
    recurrenceRule: writeRule(plain),
    exceptions: exceptions.sort((one, other) => one.wall - other.wall),
  } as Event;
}

function listed(
  details: Pick<Event, "reminderMinutes" | "reminderMinutesList">,
  home: { defaultReminder: number | null },
) {
  return remindersFrom(remindersInForce(details, home.defaultReminder), home.defaultReminder);
}
