/**
 * 645 cases from the tests of dateutil, libical and ical.js, RFC 5545's own examples, and daylight-saving tables. Every
 * case passes, except those listed here with a reason.
 *
 * Some sources do not list DTSTART as an instance if the rule does not give it. In Inglenook a series always includes
 * its start, and COUNT counts it. For these cases the test leaves out the start and raises COUNT by one.
 */
import { describe, expect, test } from "bun:test";
import { parseRule, RuleError, withParts } from "#lib/recurrence/rule.ts";
import { lastInstant, Series, type Slot } from "#lib/recurrence/series.ts";
import { day } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import vectors from "../../fixtures/rrule-vectors.json";

type Vector = {
  name: string;
  dtstart: string;
  tz?: string;
  allDay: boolean;
  rrule: string | null;
  rrules?: string[];
  exrules?: string[];
  rdate?: string[];
  exdate?: string[];
  mode: string;
  expected: string[];
  expectedUtc?: string[];
  /** False: the source lists only the first instances. */
  complete?: boolean;
  startAt?: string;
  between?: { from: string; to: string; inc: boolean };
  slice?: [number, number];
  before?: { at: string; inc: boolean };
  after?: { at: string; inc: boolean };
  xafter?: { at: string; inc: boolean; count: number };
  flags: string[];
  core: boolean;
};

const cases = vectors as Vector[];

/** The reason for each refused kind of case, by flag. */
const refusedByFlag: Record<string, string> = {
  subdaily: "FREQ must not be finer than DAILY",
  "ext:byeaster": "BYEASTER is not a part of a rule",
  "ext:byweekday": "BYWEEKDAY is not a part of a rule",
  "rfc-invalid:byweekno": "BYWEEKNO must be given only with FREQ=YEARLY",
  "rfc-invalid:byyearday": "BYYEARDAY must be given only with FREQ=YEARLY",
  "rfc-invalid:bymonthday-weekly": "BYMONTHDAY must not be given with FREQ=WEEKLY",
  "rfc-invalid:byday-n": "BYDAY must have numbers only with FREQ=MONTHLY or FREQ=YEARLY",
};

/** Not about a single rule: an event has one rule at most, and single instances are the series' exceptions. */
const outside = ["multi-rrule", "exrule", "rdate-only"];

/**
 * The reason for each case with a result other than the source's, by name: RFC 5545 leaves it open, or the API defines
 * it.
 */
const otherwise: Record<string, string> = {
  "dateutil/testYearlyByWeekNo": "a week without a day: the start's weekday (as libical has it), not all seven",
  "dateutil/testUntilWithDate": "UNTIL as a date lasts to the end of that day (contract), not to its first moment",
  "libical/040": "a trailing semicolon is an empty part: refused",
  "libical/077": "YEARLY with BYMONTHDAY alone: in every month (as dateutil and the core cases have it)",
  "libical/078": "as 077",
  "ical.js/059": "as 077",
  "libical/080": "the source has not implemented it",
  "libical/143": "BYWEEKNO with INTERVAL: years are counted by the calendar, not by the weeks' own year",
  "libical/144": "as 143",
  "libical/146": "as 143",
};

const otherwiseOf = (name: string) =>
  Object.keys(otherwise).find((key) => name === key || (/\d$/.test(key) && name.startsWith(`${key} `)));

type Kind = "refused" | "outside" | "otherwise" | "right";

function kindOf({ name, flags }: Vector): Kind {
  if (flags.some((flag) => outside.includes(flag))) return "outside";
  if (flags.some((flag) => flag in refusedByFlag)) return "refused";
  return otherwiseOf(name) ? "otherwise" : "right";
}

const localMsOf = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`);

/** One case's calendar defines the name `Eastern` itself. */
function zoneOf({ tz = "UTC", allDay }: Vector): string {
  if (allDay) return "UTC"; // Dates do not depend on the zone.
  return tz === "Eastern" ? "America/New_York" : tz;
}

function startOf(vector: Vector) {
  const localMs = localMsOf(vector.dtstart);
  const at = toInstant(zoneOf(vector), localMs);
  return { localMs, at, timeZone: vector.allDay ? (vector.tz ?? "UTC") : zoneOf(vector), isAllDay: vector.allDay };
}

/** The series, and whether the source lists its start as an instance. */
function seriesOf(vector: Vector): { series: Series; hasStart: boolean } {
  const text = vector.rrule ?? "";
  const listed = [...vector.expected, ...(vector.exdate ?? [])].map(localMsOf);
  const hasStart =
    listed.includes(localMsOf(vector.dtstart)) || !["all", "never"].includes(vector.mode) || listed.length === 0;
  const { count } = parseRule(text);
  const isRaised = !hasStart && count !== null;
  const rule = parseRule(isRaised ? withParts(text, { COUNT: String(count + 1) }) : text);
  return { series: new Series(rule, startOf(vector)), hasStart };
}

/** Computes the slots that the source's case asks for. */
function answerOf(vector: Vector): Slot[] {
  const { series, hasStart } = seriesOf(vector);
  if (vector.expected.length === 0) return series.isEmpty() ? [] : series.slots(-Infinity, Infinity);
  const zone = zoneOf(vector);
  const removed = new Set((vector.exdate ?? []).map(localMsOf));
  const isEndless = !/COUNT|UNTIL/.test(vector.rrule ?? "");
  const end = isEndless ? Math.max(...vector.expected.map(localMsOf)) + 2 * day : lastInstant;
  const slots = new Map(series.slots(-Infinity, end).map((slot) => [slot.localMs, slot]));
  if (!hasStart) slots.delete(localMsOf(vector.dtstart));
  for (const localMs of (vector.rdate ?? []).map(localMsOf))
    slots.set(localMs, { localMs, at: toInstant(zone, localMs) });
  const all = [...slots.values()].filter(({ localMs }) => !removed.has(localMs)).sort((a, b) => a.at - b.at);
  const { between, slice, before, after, xafter } = vector;
  const isAfter = (localMs: number, { at, inc }: { at: string; inc: boolean }) =>
    inc ? localMs >= localMsOf(at) : localMs > localMsOf(at);
  const isBefore = (localMs: number, { at, inc }: { at: string; inc: boolean }) =>
    inc ? localMs <= localMsOf(at) : localMs < localMsOf(at);
  if (between) {
    const { from, to, inc } = between;
    return all.filter(({ localMs }) => isAfter(localMs, { at: from, inc }) && isBefore(localMs, { at: to, inc }));
  }
  if (slice) return all.slice(...slice);
  if (before) return all.filter(({ localMs }) => isBefore(localMs, before)).slice(-1);
  if (after) return all.filter(({ localMs }) => isAfter(localMs, after)).slice(0, 1);
  if (xafter) return all.filter(({ localMs }) => isAfter(localMs, xafter)).slice(0, xafter.count);
  return isEndless || vector.complete === false ? all.slice(0, vector.expected.length) : all;
}

/** The slots that the source expects. Two slots can share an instant after a skipped day; only the first is kept. */
function expectedOf(vector: Vector): Slot[] {
  const zone = zoneOf(vector);
  return vector.expected
    .map((text, index) => {
      const utc = vector.expectedUtc?.[index];
      return { localMs: localMsOf(text), at: utc ? Date.parse(utc) : toInstant(zone, localMsOf(text)) };
    })
    .filter(({ at }, index, all) => at !== all[index - 1]?.at);
}

describe("test cases of other libraries", () => {
  test("All 645 test cases of other libraries are present, and all 424 core cases give the expected dates", () => {
    expect(cases).toHaveLength(645);
    const core = cases.filter((vector) => vector.core);
    expect(core).toHaveLength(424);
    expect(core.filter((vector) => kindOf(vector) !== "right")).toEqual([]);
    const counts = Object.groupBy(cases, kindOf);
    const sizes = Object.fromEntries(Object.entries(counts).map(([kind, list]) => [kind, list?.length]));
    expect(sizes).toEqual({ right: 447, refused: 180, outside: 8, otherwise: 10 });
  });

  for (const vector of cases) {
    const kind = kindOf(vector);
    if (kind === "right") {
      test(`A recurrence rule gives the expected dates: ${vector.core ? "core: " : ""}${vector.name}: ${vector.rrule}`, () => {
        expect(answerOf(vector)).toEqual(expectedOf(vector));
        if (vector.startAt === undefined) return;
        const from = toInstant(zoneOf(vector), localMsOf(vector.startAt));
        const later = expectedOf(vector).filter(({ at }) => at >= from);
        expect(seriesOf(vector).series.slots(from, Infinity)).toEqual(later);
      });
    }
    if (kind === "refused") {
      test(`A recurrence rule that the app does not support is refused: ${vector.name}: ${vector.rrule}`, () => {
        const reasons = vector.flags.flatMap((flag) => refusedByFlag[flag] ?? []);
        const message = messageOf(vector.rrule ?? "");
        expect(reasons).toContain(message ?? "accepted");
      });
    }
    if (kind === "otherwise") {
      test(`A recurrence rule gives other dates for a reason: ${vector.name}: ${otherwise[otherwiseOf(vector.name)!]}`, () => {
        const answer = messageOf(vector.rrule ?? "") ?? answerOf(vector);
        expect(answer).not.toEqual(expectedOf(vector));
      });
    }
  }

  test("A series that ends returns its last date, and gives the same dates if the last date is known", () => {
    for (const vector of cases.filter((each) => kindOf(each) === "right" && each.rrule)) {
      const { series } = seriesOf(vector);
      const rule = parseRule(vector.rrule ?? "");
      if (rule.count === null && rule.until === null) expect(series.last).toBeNull();
      if (series.last === null) continue;
      const all = series.slots(-Infinity, Infinity);
      expect({ name: vector.name, last: series.last }).toEqual({ name: vector.name, last: all.at(-1)! });
      const start = startOf(vector);
      const again = new Series(rule, start, new Series(rule, start).last);
      expect(again.slots(-Infinity, lastInstant)).toEqual(new Series(rule, start).slots(-Infinity, lastInstant));
    }
  });
});

function messageOf(text: string): string | null {
  try {
    parseRule(text);
    return null;
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return error.message;
  }
}
