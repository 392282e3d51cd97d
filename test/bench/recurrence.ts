/**
 * `bun run test/bench/recurrence.ts`: measures the expansion of a series for a time window, near its start and far from it,
 * and the cost of hostile rules, including their parsing. Prints two tables in microseconds.
 */

import { parseRule, RuleError } from "#lib/recurrence/rule.ts";
import { Series, type Start } from "#lib/recurrence/series.ts";
import { day } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";

const timeZone = "Europe/Berlin";
const wall = Date.UTC(1975, 0, 6, 9);
const start: Start = { localMs: wall, at: toInstant(timeZone, wall), timeZone, isAllDay: false };

/** Returns the median time of one call, in microseconds. */
function measure(call: () => unknown): number {
  const rounds: number[] = [];
  for (let round = 0; round < 40; round++) {
    const calls = 200;
    const begun = Bun.nanoseconds();
    for (let index = 0; index < calls; index++) call();
    rounds.push((Bun.nanoseconds() - begun) / 1_000 / calls);
  }
  return rounds.sort((a, b) => a - b)[rounds.length >> 1] ?? 0;
}

function monthAfter(years: number): [from: number, to: number] {
  return [Date.UTC(1975 + years, 5, 1), Date.UTC(1975 + years, 6, 1)];
}

const rules = [
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=DAILY;COUNT=40000",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=21",
  "FREQ=YEARLY;BYWEEKNO=20,25;BYDAY=MO",
  "FREQ=DAILY;BYHOUR=8,12,18;UNTIL=21000101",
];

const windows = rules.map((text) => {
  const series = new Series(parseRule(text), start);
  const cold = measure(() => new Series(parseRule(text), start, series.last).slots(...monthAfter(50)));
  const [near = 0, ten, thirty, fifty = 0] = [0, 10, 30, 50].map((years) => {
    const [from, to] = monthAfter(years);
    return measure(() => series.slots(from, to));
  });
  return { rule: text, near, "10 years": ten, "30 years": thirty, "50 years": fifty, "50/0": fifty / near, cold };
});

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index).join();
const everyDay = "MO,TU,WE,TH,FR,SA,SU";
const yearDays = `${numbers(1, 183)},${numbers(-183, -1)}`;
const hostile = [
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;BYMONTH=2,4,6,9,11;BYMONTHDAY=31",
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=WEEKLY;INTERVAL=2;BYMONTH=2;BYSETPOS=99",
  "FREQ=YEARLY;BYYEARDAY=1;BYWEEKNO=20",
  "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
  "FREQ=DAILY;COUNT=1000000000",
  "FREQ=DAILY;INTERVAL=2;COUNT=1000000000",
  "FREQ=WEEKLY;INTERVAL=2;COUNT=1000000000",
  "FREQ=DAILY;INTERVAL=2;COUNT=40000",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=11000",
  "FREQ=DAILY;INTERVAL=1000000000",
  "FREQ=YEARLY;INTERVAL=1000000000;COUNT=1000000000",
  "FREQ=MONTHLY;INTERVAL=7;BYDAY=5MO,-5SU;COUNT=1000000000",
  "FREQ=DAILY;INTERVAL=2;UNTIL=21991231",
  `FREQ=DAILY;BYHOUR=${numbers(0, 23)};COUNT=1000000000`,
  `FREQ=DAILY;INTERVAL=2;BYHOUR=${numbers(0, 23)};COUNT=1000000000`,
  `FREQ=WEEKLY;BYDAY=${everyDay};BYHOUR=${numbers(0, 23)};BYSETPOS=${numbers(1, 168)};COUNT=1000000000`,
  `FREQ=MONTHLY;BYMONTHDAY=${numbers(1, 31)};BYHOUR=${numbers(0, 23)};BYSETPOS=${numbers(1, 366)};COUNT=900000`,
  `FREQ=YEARLY;BYDAY=${everyDay};BYHOUR=${numbers(0, 23)};BYMINUTE=${numbers(0, 59)};BYSECOND=${numbers(0, 59)};BYSETPOS=1,-1`,
  `FREQ=YEARLY;BYWEEKNO=${numbers(1, 53)};BYDAY=${everyDay};BYHOUR=${numbers(0, 23)};COUNT=1000000000`,
  `FREQ=YEARLY;BYMONTH=${numbers(1, 12)};BYMONTHDAY=${numbers(1, 31)};BYDAY=${everyDay};BYYEARDAY=${yearDays}`,
  `FREQ=YEARLY;INTERVAL=3;BYMONTH=${numbers(1, 12)};BYWEEKNO=${numbers(1, 53)};BYMONTHDAY=${numbers(1, 31)};BYDAY=${everyDay};BYYEARDAY=${numbers(1, 183)};BYHOUR=9;BYMINUTE=0;BYSECOND=0;BYSETPOS=-1;COUNT=999999999`,
  `FREQ=DAILY;BYHOUR=${numbers(0, 23)};BYMINUTE=${numbers(0, 59)}`,
];

/**
 * Measures each method that a save or a read calls. Every run parses the rule again, so nothing is cached. Returns the
 * median of each method, and as `first` the slowest first run, which includes the runtime's compilation.
 */
function answer(text: string): Record<string, number | string> {
  const timings: Record<string, number | string> = {};
  let first = 0;
  const time = (name: string, call: (series: Series) => unknown) => {
    const runs = Array.from({ length: 31 }, () => {
      const begun = Bun.nanoseconds();
      call(new Series(parseRule(text), start));
      return (Bun.nanoseconds() - begun) / 1_000;
    });
    first = Math.max(first, runs[0] ?? 0);
    timings[name] = runs.sort((a, b) => a - b)[15] ?? 0;
  };
  try {
    time("near", (series) => series.slots(...monthAfter(0)));
    time("far", (series) => series.slots(...monthAfter(200)));
    time("nothing?", (series) => series.isEmpty());
    time("last", (series) => series.last);
    time("count", (series) => series.countBefore(start.at + 200 * 365 * day));
    timings.first = first;
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    timings.refused = error.message.slice(0, 40);
  }
  return timings;
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
const rounded = (row: Record<string, number | string | undefined>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Math.round(value * 100) / 100 : value,
    ]),
  );

console.log("A month's window, microseconds (cold: text, series and window)");
console.table(windows.map(rounded));
console.log("Hostile rules, microseconds, each from its text");
console.table(hostile.map((text) => rounded({ rule: short(text), ...answer(text) })));
