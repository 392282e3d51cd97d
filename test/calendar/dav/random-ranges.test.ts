/** Time ranges of random objects, compared with instances that ical.js expands one by one. */
import { expect, test } from "bun:test";
import ICAL from "ical.js";
import { Budget } from "#calendar/dav/query/budget.ts";
import { shapeCalendarData } from "#calendar/dav/query/calendar-data.ts";
import type { Range } from "#calendar/dav/query/filters.ts";
import { overlaps } from "#calendar/events/expansion.ts";
import { runStepsToEnd } from "#lib/concurrency.ts";
import { day, hour, minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { compactUtc, eventFilter, foundBy } from "../../support/calendar/dav-queries.ts";
import { berlin, calendarOf } from "../../support/calendar/ical-objects.ts";
import { type Dice, diceFrom } from "../../support/random/rules.ts";

const zoneLines = [
  ...["BEGIN:VTIMEZONE", "TZID:America/New_York"],
  ...["BEGIN:STANDARD", "DTSTART:20071104T020000", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:20070311T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "END:DAYLIGHT", "END:VTIMEZONE"],
];
const rules = [
  ...["FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "FREQ=MONTHLY"],
  ...["FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=15,31", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=3,9;BYDAY=1SU"],
];

type Form = "date" | "floating" | "utc" | "zoned";

const compact = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, "");

function lineOf(name: string, wall: number, form: Form): string {
  if (form === "date") return `${name};VALUE=DATE:${compact(wall).slice(0, 8)}`;
  return `${name}${form === "zoned" ? ";TZID=America/New_York" : ""}:${compact(wall)}${form === "utc" ? "Z" : ""}`;
}

function lengthLine(dice: Dice, start: number, form: Form): string[] {
  const days = dice.pick([1, 1, 2, 9]);
  if (form === "date") return dice.pick([[], [`DURATION:P${days}D`], [lineOf("DTEND", start + days * day, form)]]);
  // Over a clock change, our instances keep the end's wall time, those of ical.js the length.
  const length = dice.pick([30 * minute, hour, 5 * hour, form === "zoned" ? 6 * hour : 3 * day]);
  return dice.pick([
    [],
    ["DURATION:PT0S"],
    [`DURATION:PT${length / minute}M`],
    [lineOf("DTEND", start + length, form)],
  ]);
}

/** Between 8 and 16 o'clock, because programs disagree on hours that a clock skips or repeats. */
function randomText(dice: Dice): string {
  const form = dice.pick<Form>(["date", "floating", "utc", "zoned"]);
  const midnight = Date.UTC(dice.whole(2010, 2030), dice.whole(0, 11), dice.whole(1, 28));
  const wanted = form === "date" ? midnight : midnight + dice.whole(8, 16) * hour;
  const rule = dice.chance(0.2) ? null : dice.pick(rules);
  // For us a start always counts, for ical.js only if the rule matches it.
  const [start = wanted] = rule === null ? [] : firstSlots([lineOf("DTSTART", wanted, form), `RRULE:${rule}`]);
  const master = ["UID:one", lineOf("DTSTART", start, form), ...lengthLine(dice, start, form)];
  if (rule === null) return calendarOf([master], zoneLines);
  const until = `;UNTIL=${form === "date" ? compact(start + 300 * day).slice(0, 8) : compactUtc(start + 300 * day)}`;
  master.push(`RRULE:${rule}${dice.pick(["", `;COUNT=${dice.whole(1, 40)}`, until])}`);
  const extra = start + dice.whole(1, 900) * day + (form === "date" ? 0 : hour);
  if (dice.chance(0.2)) master.push(lineOf("RDATE", extra, form));
  const overrides = firstSlots(master).flatMap((wall) => {
    if (dice.chance(0.15)) master.push(lineOf("EXDATE", wall, form));
    if (!dice.chance(0.2)) return [];
    const moved = wall + dice.whole(-20, 20) * (form === "date" ? day : 6 * minute);
    const times = [lineOf("DTSTART", moved, form), ...lengthLine(dice, moved, form)];
    return [["UID:one", lineOf("RECURRENCE-ID", wall, form), ...times]];
  });
  return calendarOf([master, ...overrides], zoneLines);
}

/** Returns the first slots in local time. */
function firstSlots(master: readonly string[]): number[] {
  const steps = eventIn(calendarOf([master], zoneLines)).iterator();
  const found: number[] = [];
  for (let next = steps.next(); next && found.length < 12; next = steps.next()) found.push(wallOf(next));
  return found;
}

function eventIn(text: string): ICAL.Event {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const each of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(new ICAL.Timezone(each));
  const [master, ...overrides] = calendar.getAllSubcomponents("vevent");
  const event = new ICAL.Event(master);
  for (const each of overrides) event.relateException(each);
  return event;
}

function wallOf({ year, month, day: date, hour: hours, minute: minutes }: ICAL.Time): number {
  return Date.UTC(year, month - 1, date, hours, minutes);
}

function instantOf(time: ICAL.Time): number {
  const isFloating = time.isDate || time.zone === ICAL.Timezone.localTimezone;
  return isFloating ? toInstant(berlin.timeZone, wallOf(time)) : time.toUnixTime() * 1_000;
}

/** Up to an instant, in no order. */
function instancesIn(text: string, until: number): Range[] {
  const event = eventIn(text);
  const found: Range[] = [];
  const add = (startDate: ICAL.Time, endDate: ICAL.Time) => {
    found.push({ from: instantOf(startDate), to: instantOf(endDate) });
  };
  if (!event.isRecurring()) {
    add(event.startDate, event.endDate);
    return found;
  }
  const steps = event.iterator();
  for (let next = steps.next(); next && wallOf(next) < until + 30 * day; next = steps.next()) {
    const { startDate, endDate } = event.getOccurrenceDetails(next);
    add(startDate, endDate);
  }
  return found;
}

/** Returns the times of an expanded text. */
function timesIn(text: string): Range[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((each) => {
    const { startDate, endDate } = new ICAL.Event(each);
    return { from: instantOf(startDate), to: instantOf(endDate) };
  });
}

const byTime = (one: Range, other: Range) => one.from - other.from || one.to - other.to;

test("Random series are expanded to the same dates as by the library ical.js", () => {
  let found = 0;
  for (let seed = 1_000; seed < 1_150; seed++) {
    const text = randomText(diceFrom(seed));
    const from = wallOf(eventIn(text).startDate) - 30 * day;
    const range = { from, to: from + 400 * day };
    const expected = instancesIn(text, range.to).filter((each) => overlaps(each, range));
    found += expected.length;
    const expanded = runStepsToEnd(
      shapeCalendarData({ selection: null, limit: null, expand: range }, text, berlin, new Budget()),
    );
    expect(timesIn(expanded).sort(byTime), `${seed} ${text}`).toEqual(expected.sort(byTime));
    expect(expanded).not.toMatch(/RRULE|RDATE|EXDATE|TZID/);
  }
  expect(found).toBeGreaterThan(2_000);
});

test("Random time ranges match the same events as in the library ical.js", () => {
  let found = 0;
  const rounds = 400;
  for (let seed = 1; seed <= rounds; seed++) {
    const dice = diceFrom(seed);
    const text = randomText(dice);
    const start = eventIn(text).startDate;
    const all = instancesIn(text, wallOf(start) + 4 * 365 * day);
    for (let round = 0; round < 6; round++) {
      const from = wallOf(start) + dice.whole(-3 * 24, 3 * 365 * 24) * hour * dice.pick([0, 0.05, 1]);
      const to = from + dice.pick([minute, hour, 7 * hour, day, 10 * day, 90 * day]);
      const range = { from: Math.floor(from / minute) * minute, to: Math.floor(to / minute) * minute };
      const isExpected = all.some((each) => overlaps(each, range));
      if (isExpected) found++;
      const filter = eventFilter(`<time-range start="${compactUtc(range.from)}" end="${compactUtc(range.to)}"/>`);
      expect(foundBy(filter, text).length, `${seed}: ${compactUtc(range.from)} ${compactUtc(range.to)} ${text}`).toBe(
        isExpected ? 1 : 0,
      );
    }
  }
  expect(found).toBeGreaterThan(rounds);
});
