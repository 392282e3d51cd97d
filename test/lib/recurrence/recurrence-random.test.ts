/**
 * Random rules: compared with rrule where rrule is right, and with themselves: a window must equal that part of the
 * whole series.
 */
import { describe, expect, test } from "bun:test";
import { RRule } from "rrule";
import { parseRule } from "#lib/recurrence/rule.ts";
import { lastInstant, Series, type Start } from "#lib/recurrence/series.ts";
import { day, hour, minute } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import { type Dice, diceFrom, randomRule } from "../../support/random/rules.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "America/St_Johns",
  "Pacific/Apia",
  "Africa/Casablanca",
  "America/Sao_Paulo",
];

function randomStart({ whole, pick }: Dice, timeZone: string): Start {
  const localMs = Date.UTC(whole(1960, 2040), whole(0, 11), whole(1, 28), whole(0, 23), pick([0, 15, 30, 59]));
  return { localMs, at: toInstant(timeZone, localMs), timeZone, isAllDay: false };
}

/** rrule's own instances, with wall time as UTC, where rrule is most reliable. */
function instancesByRrule(text: string, start: number, end: number, most: number): number[] {
  const rule = new RRule({ ...RRule.parseString(text), dtstart: new Date(start) });
  const found: number[] = [];
  rule.all((date) => {
    if (date.getTime() >= end || found.length === most) return false;
    if (found.at(-1) !== date.getTime()) found.push(date.getTime());
    return true;
  });
  return found;
}

/**
 * Rules that rrule counts wrongly. It starts the first week's set at DTSTART instead of the week's start, so BYSETPOS
 * counts differently; it takes a position before the set's beginning as the first; it confuses weeks 52 and 53 in
 * January. (It also returns an instance twice if two positions name it; those are merged above.)
 */
const isMiscounted = (text: string) => /FREQ=WEEKLY.*BYSETPOS|BYSETPOS=-[2-9]|BYWEEKNO=[^;]*5[23]/.test(text);

describe("random rules", () => {
  test.each(zones)("Random recurrence rules give the same instances as the library rrule in %s", (timeZone) => {
    let compared = 0;
    for (let seed = 1 + zones.indexOf(timeZone) * 1_000; compared < 250; seed++) {
      const dice = diceFrom(seed);
      const text = randomRule(dice);
      const start = randomStart(dice, timeZone);
      if (isMiscounted(text)) continue;
      const series = new Series(parseRule(text), start);
      const end = start.at + 8 * 366 * day;
      const ours = series.slots(start.at, end).slice(0, 50);
      if (ours.length < 3) continue; // rrule searches for more up to the year 9999.
      compared++;
      const expected = instancesByRrule(text, start.localMs, toLocalMs(timeZone, end), 50);
      if (expected[0] !== start.localMs) expected.unshift(start.localMs);
      const slots = expected
        .map((localMs) => ({ localMs, at: toInstant(timeZone, localMs) }))
        .filter(({ at }, index, all) => at !== all[index - 1]?.at)
        .slice(0, ours.length);
      expect({ text, seed, slots: ours }).toEqual({ text, seed, slots });
    }
  });

  test("Random recurrence rules end at the instance that COUNT or UNTIL determines", () => {
    for (let seed = 1; seed <= 1_500; seed++) {
      const dice = diceFrom(seed * 7_919);
      const text = randomRule(dice);
      const start = randomStart(dice, dice.pick(["UTC", "Europe/Berlin", "Asia/Kolkata"]));
      const whole = new Series(parseRule(text), start).slots(start.at, start.at + 15 * 366 * day);
      const count = dice.whole(1, 60);
      if (whole.length <= count) continue;
      const last = whole[count - 1]!;
      const counted = new Series(parseRule(`${text};COUNT=${count}`), start);
      const slots = whole.slice(0, count);
      expect({ text, count, slots: counted.slots(-Infinity, Infinity) }).toEqual({ text, count, slots });
      expect(counted.last).toEqual(last);
      expect([last.at, lastInstant].map((at) => counted.countBefore(at))).toEqual([count - 1, count]);
      const known = new Series(parseRule(`${text};COUNT=${count}`), start, last);
      expect(known.slots(-Infinity, Infinity)).toEqual(slots);
      const utc = new Date(last.at).toISOString().replace(/[-:]|\.\d+/g, "");
      const until = new Series(parseRule(`${text};UNTIL=${utc}`), start);
      expect({ text, utc, last: until.last }).toEqual({ text, utc, last });
      expect(until.slots(-Infinity, Infinity)).toEqual(slots);
    }
  });
});

describe("500 random parts of a series", () => {
  test("Random parts of a series, requested alone, equal the same parts of the whole series", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const dice = diceFrom(seed * 104_729);
      const text = randomRule(dice) + dice.pick(["", "", ";COUNT=40", ";UNTIL=20300101T000000Z", ";UNTIL=20200615"]);
      const timeZone = dice.pick(zones);
      const start = randomStart(dice, timeZone);
      const series = new Series(parseRule(text), start);
      const whole = series.slots(start.at, start.at + 30 * 366 * day);
      const from = start.at + dice.whole(-400, 20 * 365) * day + dice.whole(0, 1_440) * minute;
      const to = from + dice.pick([1, minute, hour, day, 31 * day, 365 * day, 750 * day]);
      const expected = whole.filter(({ at }) => from <= at && at < to);
      expect({ text, seed, slots: series.slots(from, to) }).toEqual({ text, seed, slots: expected });
      const atOnce = dice.pick([1, 2, 8, 64]);
      const forward = [...series.ascending(from, to, atOnce)];
      expect({ text, seed, atOnce, slots: forward }).toEqual({ text, seed, atOnce, slots: expected });
      const backward = [...series.descending(from, to, atOnce)];
      expect({ text, seed, atOnce, slots: backward }).toEqual({ text, seed, atOnce, slots: expected.toReversed() });
      expect(series.maxBetween(from, to)).toBeGreaterThanOrEqual(expected.length);
      for (const slot of expected.slice(0, 5)) {
        expect(series.slotAt(slot.at)).toEqual(slot);
        expect(series.slotOf(slot.localMs)).toEqual(slot);
        expect(series.slotAt(slot.at + 1)).toBeNull();
        expect(new Series(parseRule(text), start).slots(slot.at, slot.at + 1)).toEqual([slot]);
      }
    }
  });

  test("Random parts of a series across clock changes contain each instant once, in order", () => {
    const changes = ["2011-12-30", "2025-03-09", "2025-03-30", "2025-04-06", "2025-10-05", "2025-10-26", "2018-11-04"];
    for (const timeZone of zones) {
      for (const change of changes) {
        const localMs = Date.parse(`${change}T00:00:00Z`) - 5 * day + 15 * minute;
        const start = { localMs, at: toInstant(timeZone, localMs), timeZone, isAllDay: false };
        const rule = parseRule("FREQ=DAILY;BYHOUR=0,1,2,3,4,9,23;BYMINUTE=0,15,30");
        const series = new Series(rule, start);
        const whole = series.slots(start.at, start.at + 10 * day);
        const instants = whole.map(({ at }) => at);
        expect(instants).toEqual([...new Set(instants)].sort((a, b) => a - b));
        for (let from = start.at; from < start.at + 9 * day; from += 40 * minute) {
          const to = from + 70 * minute;
          expect(series.slots(from, to)).toEqual(whole.filter(({ at }) => from <= at && at < to));
        }
        for (const atOnce of [1, 5, 30]) {
          const end = start.at + 10 * day;
          expect([...series.ascending(start.at, end, atOnce)]).toEqual(whole);
          expect([...series.descending(start.at, end, atOnce)]).toEqual(whole.toReversed());
        }
      }
    }
  });
});
