/** Reads and writes time zone definitions in iCalendar (RFC 5545 §3.6.5). */

import { parseRule } from "#lib/recurrence/rule.ts";
import { writeDateTime } from "#lib/recurrence/rule-values.ts";
import { Series } from "#lib/recurrence/series.ts";
import { day, minute } from "#lib/time.ts";
import { type Transition, toLocalMs, transitionsOf } from "#lib/zone.ts";
import { type Component, componentsOf, componentWith, type Property, propertiesOf, propertyOf } from "./component.ts";
import { property } from "./lines.ts";
import { readRule, ruleFor } from "./rules.ts";
import { periodsIn } from "./series-components.ts";
import { readDateTime, readOffset, writeOffset } from "./values.ts";

const firstYear = 1901;
const lastYear = 2199;
const maxCached = 500;
const written = new Map<string, Component>();

/** Returns the definition of a time zone. The definition begins with the year before that of `fromMs`. */
export function writeZone(timeZone: string, fromMs: number): Component {
  const year = Math.min(Math.max(new Date(fromMs).getUTCFullYear() - 1, firstYear), lastYear);
  const key = `${year} ${timeZone}`;
  const zone = written.get(key) ?? makeZone(timeZone, year);
  if (!written.has(key) && written.size >= maxCached) written.clear();
  written.set(key, zone);
  return zone;
}

function makeZone(timeZone: string, year: number): Component {
  const name = [property("TZID", timeZone), property("X-LIC-LOCATION", timeZone)];
  return componentWith("VTIMEZONE", [...name, ...observancesOf(timeZone, year)]);
}

type Change = Transition & { readonly localMs: number; readonly isDaylight: boolean };

/** Returns STANDARD and DAYLIGHT components: two rules for changes that recur each year, and dates for all others. */
function observancesOf(timeZone: string, year: number): Component[] {
  const from = Date.UTC(year, 0, 1);
  const changes = changesOf(timeZone, from, Date.UTC(Math.max(2101, year + 40), 0, 1));
  const [first] = changes;
  const offset = first ? first.before : roundOffset(toLocalMs(timeZone, from) - from);
  const observances: Component[] = [];
  if (!first || first.at > from) {
    const localMs = first ? from : Math.min(from, 0);
    observances.push(observance({ at: from, before: offset, after: offset, localMs, isDaylight: false }));
  }
  const tail = findTail(changes);
  const listed = changes.slice(0, changes.length - tail.length);
  const groups = Map.groupBy(listed, ({ before, after, isDaylight }) => `${before} ${after} ${isDaylight}`);
  for (const group of groups.values()) if (group[0]) observances.push(observance(group[0], datesOf(group)));
  for (const [change, rule] of tail.rules) observances.push(observance(change, [property("RRULE", rule)]));
  return observances;
}

/** Returns one RDATE per date, even for DTSTART. Thunderbird's ical.js ignores DTSTART and other dates of an RDATE. */
function datesOf(changes: readonly Change[]): Property[] {
  return changes.length === 1 ? [] : changes.map(({ localMs }) => property("RDATE", writeDateTime(localMs)));
}

function observance({ before, after, localMs, isDaylight }: Change, more: readonly Property[] = []): Component {
  const items = [
    property("DTSTART", writeDateTime(localMs)),
    property("TZOFFSETFROM", writeOffset(before)),
    property("TZOFFSETTO", writeOffset(after)),
  ];
  return componentWith(isDaylight ? "DAYLIGHT" : "STANDARD", [...items, ...more]);
}

/** Returns the changes from `from` on, and the last change before `from` if it is at most two years earlier. */
function changesOf(timeZone: string, from: number, to: number): Change[] {
  const rounded = transitionsOf(timeZone, from - 2 * 366 * day, to)
    .map(({ at, before, after }) => ({ at, before: roundOffset(before), after: roundOffset(after) }))
    .filter(({ before, after }) => before !== after);
  const first = Math.max(
    rounded.findLastIndex(({ at }) => at <= from),
    0,
  );
  return rounded.slice(first).map((change, index, all) => {
    const next = all[index + 1];
    const isShort = next !== undefined && next.after < next.before && next.at - change.at < 330 * day;
    return { ...change, localMs: change.at + change.before, isDaylight: change.after > change.before && isShort };
  });
}

/** Rounds an offset to minutes, because Outlook refuses seconds. */
function roundOffset(offset: number): number {
  return Math.round(offset / minute) * minute;
}

type Tail = { readonly length: number; readonly rules: readonly (readonly [Change, string])[] };

const noTail: Tail = { length: 0, rules: [] };
const yearsAlike = 30;
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

function findTail(changes: readonly Change[]): Tail {
  const patterns = [changes.at(-2), changes.at(-1)].map((last) => last && patternOf(last, changes));
  const [odd, even] = patterns;
  if (!odd || !even) return noTail;
  let length = 0;
  for (let index = changes.length - 1; index >= 0; index--, length++) {
    const [change, later] = [changes[index], changes[index + 2]];
    if (!change || !(length % 2 === 0 ? even : odd).fits(change)) break;
    if (later && new Date(later.localMs).getUTCFullYear() !== new Date(change.localMs).getUTCFullYear() + 1) break;
  }
  if (length < 2 * yearsAlike) return noTail;
  const start = changes.length - length;
  const rules = changes.slice(start, start + 2).map((change, index) => {
    return [change, ((length - index) % 2 === 0 ? odd : even).rule] as const;
  });
  return { length, rules };
}

type Pattern = { readonly rule: string; readonly fits: (change: Change) => boolean };

/** Returns the yearly rule of the last clock changes. Returns null if the last clock changes follow no yearly rule. */
function patternOf(last: Change, changes: readonly Change[]): Pattern | null {
  const parts = partsOf(last);
  const isLike = (change: Change) => {
    const { month, weekday, time } = partsOf(change);
    const isAlike = change.before === last.before && change.after === last.after;
    return isAlike && month === parts.month && weekday === parts.weekday && time === parts.time;
  };
  const alike = changes.filter(isLike).slice(-yearsAlike).map(partsOf);
  const earliest = Math.min(...alike.map(({ date }) => date));
  const isInLastWeek = alike.every(({ date, length }) => date > length - 7);
  if (!isInLastWeek && alike.some(({ date }) => date > earliest + 6)) return null;
  const yearly = `FREQ=YEARLY;BYMONTH=${parts.month + 1}`;
  const weekday = weekdays[parts.weekday];
  if (isInLastWeek) {
    const fits = (change: Change) => isLike(change) && partsOf(change).date > partsOf(change).length - 7;
    return { rule: `${yearly};BYDAY=-1${weekday}`, fits };
  }
  const fits = (change: Change) =>
    isLike(change) && partsOf(change).date >= earliest && partsOf(change).date <= earliest + 6;
  if (earliest % 7 === 1) return { rule: `${yearly};BYDAY=${(earliest + 6) / 7}${weekday}`, fits };
  const days = Array.from({ length: 7 }, (_, index) => earliest + index);
  return { rule: `${yearly};BYMONTHDAY=${days.join(",")};BYDAY=${weekday}`, fits };
}

function partsOf({ localMs }: Change) {
  const at = new Date(localMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return {
    year,
    month,
    length,
    date: at.getUTCDate(),
    weekday: at.getUTCDay(),
    time: localMs - Math.floor(localMs / day) * day,
  };
}

type Onset = Omit<Change, "at">;

/** Numbers of rules and of clock changes that may still be computed for the time zones of one file. */
type OnsetBudget = { rules: number; onsets: number };

const maxOnsetsEach = 1_000;
const longestZoneRule = 500;
const firstOnset = Date.UTC(1900, 0, 1);
const lastOnset = Date.UTC(2150, 0, 1);

export type ZoneOffsets = {
  readonly offsetAt: (localMs: number) => number;
  /** Whether the definition states the offset at a time. False if the offset is only inferred from an earlier year. */
  readonly isSure: (localMs: number) => boolean;
};

const yearLength = 365.25 * day;
const summerLength = 217 * day;

/** Returns the offsets, or null if none can be read. If an end of summer time is missing, assumes the usual one. */
export function offsetsOf(vtimezone: Component, budget = newOnsetBudget()): ZoneOffsets | null {
  const observances = [...componentsOf(vtimezone, "STANDARD"), ...componentsOf(vtimezone, "DAYLIGHT")];
  const onsets: Onset[] = [];
  let isWhole = true;
  for (const each of observances) {
    const { found, isComplete } = onsetsOf(each, budget);
    isWhole &&= isComplete;
    budget.onsets -= Math.max(found.length, 1);
    onsets.push(...found);
  }
  onsets.sort((a, b) => a.localMs - b.localMs);
  const [first] = onsets;
  if (!first) return null;
  const indexAt = (localMs: number) => {
    let [low, high] = [0, onsets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((onsets[middle]?.localMs ?? Infinity) <= localMs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const isEndless = (index: number, localMs: number) => {
    const [onset, next] = [onsets[index], onsets[index + 1]];
    if (!onset?.isDaylight) return false;
    return next ? next.isDaylight && next.after === onset.after : localMs > onset.localMs + yearLength;
  };
  const offsetAt = (localMs: number) => {
    const index = indexAt(localMs);
    const { after, before, localMs: start } = onsets[index] ?? { ...first, after: first.before };
    return isEndless(index, localMs) && (localMs - start) % yearLength > summerLength ? before : after;
  };
  const endsSummers = onsets.some(({ isDaylight }) => !isDaylight);
  return { offsetAt, isSure: (localMs) => isWhole && endsSummers && !isEndless(indexAt(localMs), localMs) };
}

export function newOnsetBudget(): OnsetBudget {
  return { rules: 30, onsets: 6_000 };
}

function onsetsOf(component: Component, budget: OnsetBudget): { found: Onset[]; isComplete: boolean } {
  const start = propertyOf(component, "DTSTART");
  const begin = start && readDateTime(start)?.localMs;
  const after = offsetOf(component, "TZOFFSETTO");
  const before = offsetOf(component, "TZOFFSETFROM") ?? after;
  if (budget.onsets <= 0 || begin === undefined || after === null || before === null)
    return { found: [], isComplete: false };
  const localTimes = [begin];
  let isComplete = true;
  for (const { value } of propertiesOf(component, "RRULE")) {
    const rules = budget.rules-- > 0 ? zoneRules(value, before) : [];
    isComplete &&= rules.length > 0;
    const start = { localMs: begin, at: begin, timeZone: "UTC", isAllDay: false };
    const series = new Series(parseRule(rules.length > 0 ? ruleFor({ texts: rules }, start) : "FREQ=YEARLY"), start);
    const slots = series.ascending(firstOnset, lastOnset, 32).take(maxOnsetsEach);
    if (budget.rules >= 0) for (const { localMs } of slots) localTimes.push(localMs);
  }
  for (const { start } of periodsIn(component, "RDATE", maxOnsetsEach)) localTimes.push(localMsOf(start, before));
  // Times that the clock skips use the offset before the change, as everywhere in this program.
  const gap = Math.max(after - before, 0);
  const isDaylight = component.name === "DAYLIGHT" && gap > 0;
  const found = localTimes
    .slice(0, maxOnsetsEach)
    .map((localMs) => ({ localMs: localMs + gap, before, after, isDaylight }));
  return { found, isComplete };
}

function offsetOf(component: Component, name: string): number | null {
  const found = propertyOf(component, name);
  return found ? readOffset(found.value) : null;
}

function localMsOf({ kind, localMs }: { kind: string; localMs: number }, offset: number): number {
  return kind === "utc" ? localMs + offset : localMs;
}

/** Reads a rule for clock changes. Converts UNTIL from an instant to a local time, like the dates of the rule. */
function zoneRules(rule: string, offset: number): string[] {
  const reading = rule.length > longestZoneRule ? null : readRule(rule);
  if (!reading || "problem" in reading) return [];
  return reading.texts.map((each) =>
    each.replace(/(UNTIL=)(\d{8}T\d{6}Z)/i, (_, name: string, until: string) => {
      const instant = readDateTime(property("UNTIL", until));
      return instant ? `${name}${writeDateTime(instant.localMs + offset)}` : `${name}${until}`;
    }),
  );
}
