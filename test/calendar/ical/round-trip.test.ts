/** Random events, written and read back, by this reader and by others. */
import { describe, expect, test } from "bun:test";
import { RRule } from "rrule";
import { type Event, seriesOf } from "#calendar/events/event.ts";
import { merge } from "#calendar/ical/merge.ts";
import { objectFrom } from "#calendar/ical/objects.ts";
import { type CalendarDefaults, readObject } from "#calendar/ical/read.ts";
import { writeRule } from "#calendar/ical/rules.ts";
import { renderCalendar, renderObject } from "#calendar/ical/write.ts";
import { day } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import { objectsIn, span } from "../../support/calendar/ical-objects.ts";
import { asReadable, eventZones, randomEvent } from "../../support/random/events.ts";
import { diceFrom } from "../../support/random/rules.ts";
import { damageLines, faultsOf, requireStorable } from "./prove-objects.ts";
import { isUnclear, timesByIcalJs, timesOfEvent } from "./written-times.ts";

const updatedAt = Date.UTC(2026, 0, 1);
const homeOf = (seed: number, timeZone: string): CalendarDefaults => ({
  timeZone: seed % 2 === 0 ? timeZone : "Europe/Berlin",
  defaultReminder: seed % 3 === 0 ? 15 : null,
});

function write(event: Event, home: CalendarDefaults, kept: string | null = null, at = updatedAt): string {
  const context = { uid: "one", createdAt: 0, updatedAt: at, home, categories: [] };
  return renderCalendar([renderObject(event, kept === null ? null : { ics: kept }, context)], []);
}

const read = (ics: string, home: CalendarDefaults) => readObject(objectFrom(ics)!, home, span);

const samples = Array.from({ length: 400 }, (_, index) => {
  const seed = (index + 1) * 7_919;
  const timeZone = eventZones[index % eventZones.length]!;
  const home = homeOf(index, timeZone);
  return { seed, home, event: randomEvent(seed, timeZone, home.defaultReminder) };
});

test("Damaged iCalendar texts of random events can be read, stored and changed", () => {
  const dice = diceFrom(19);
  for (const { seed, event, home } of samples.slice(0, 200)) {
    const damaged = damageLines(write(event, home), dice);
    for (const object of objectsIn(damaged)) expect({ seed, faults: faultsOf(object) }).toEqual({ seed, faults: [] });
  }
});

describe("400 random events", () => {
  test("Random events that are written as iCalendar are read back unchanged", () => {
    for (const { seed, event, home } of samples) {
      const reading = read(write(event, home), home);
      expect({ seed, event: reading.event }).toEqual({ seed, event: asReadable(event, home) });
      expect(reading.remarks).toEqual([]);
    }
  });

  test("Random events that were read from iCalendar can be stored", () => {
    for (const { event, home } of samples) {
      expect(requireStorable(read(write(event, home), home).event!)).toBeUndefined();
    }
    expect(samples.filter(({ event }) => event.exceptions.length > 0).length).toBeGreaterThan(100);
  });

  test("Random events that did not change are written byte for byte as their stored iCalendar text", () => {
    for (const { event, home } of samples) {
      const ics = write(event, home);
      expect(write(read(ics, home).event!, home, ics, updatedAt + day)).toBe(ics);
    }
  });

  test("Any random event can be written into the stored iCalendar text of any second event", () => {
    for (const [index, { seed, event, home }] of samples.entries()) {
      const other = samples[(index * 31 + 7) % samples.length]!.event;
      const next = read(write(other, home, write(event, home)), home);
      expect({ seed, event: next.event }).toEqual({ seed, event: asReadable(other, home) });
    }
  });

  test("Random events with changes in one copy keep these changes in a merge with an unchanged copy", () => {
    for (const { event } of samples) {
      const changed = { ...event, title: "Changed", exceptions: event.exceptions.slice(1) };
      expect(merge(event, changed, event, "theirs")).toEqual({ event: changed, detached: [], lost: {} });
      expect(merge(event, event, changed, "ours").event).toEqual(changed);
    }
  });
});

test("The library ical.js reads the same times from our iCalendar texts as we do", () => {
  for (const { seed, event, home } of samples) {
    const ics = write(event, home);
    const shown = read(ics, home).event!;
    if (isUnclear(shown)) continue;
    expect({ seed, times: timesByIcalJs(ics) }).toEqual({ seed, times: timesOfEvent(shown) });
  }
});

/** rrule counts these wrongly; see recurrence-random.test.ts. */
const isMiscounted = (text: string) => /FREQ=WEEKLY.*BYSETPOS|BYSETPOS=-[2-9]|BYWEEKNO=[^;]*5[23]/.test(text);

test("The library rrule gives the same instances for the recurrence rules that we write", () => {
  let compared = 0;
  for (const { seed, event, home } of samples) {
    const shown = read(write(event, home), home).event!;
    const rule = writeRule(shown);
    const series = seriesOf(shown);
    if (!series || rule === null || isMiscounted(rule)) continue;
    const slots = [...series.ascending(shown.startAt, shown.startAt + 3_000 * day)].slice(0, 20);
    if (slots.length < 3 || slots.some(({ localMs, at }) => !shown.allDay && toLocalMs(shown.timeZone, at) !== localMs))
      continue;
    compared++;
    // rrule reads UNTIL on the clock of the start.
    const until = /UNTIL=(\d{8}T\d{6})Z/.exec(rule)?.[1];
    const end = until && Date.parse(until.replace(/(....)(..)(..)T(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z"));
    const options = RRule.parseString(rule);
    const local = end ? { until: new Date(toLocalMs(shown.timeZone, end)) } : {};
    const expected = new RRule({ ...options, ...local, dtstart: new Date(shown.startWall) }).all(
      (_, index) => index < 60,
    );
    const localTimes = new Set([shown.startWall, ...expected.map((date) => date.getTime())]);
    // COUNT includes the start, even if the rule does not give it.
    const isOff = series.rule.count !== null && expected[0]?.getTime() !== shown.startWall;
    const counted = [...localTimes].slice(0, isOff ? localTimes.size - 1 : localTimes.size).slice(0, slots.length);
    expect({ seed, rule, localTimes: slots.map(({ localMs }) => localMs) }).toEqual({
      seed,
      rule,
      localTimes: counted,
    });
  }
  expect(compared).toBeGreaterThan(100);
});
