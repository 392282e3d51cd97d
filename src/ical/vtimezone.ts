/** Time zones as iCalendar writes them (RFC 5545 §3.6.5). */
import { day, minute } from "../lib/time.ts";
import { type Transition, toWall, transitionsOf } from "../lib/zone.ts";
import { parseRule } from "../recurrence/rule.ts";
import { Series } from "../recurrence/series.ts";
import { type Component, componentsOf, type Property, propertiesOf, propertyOf } from "./component.ts";
import { property } from "./lines.ts";
import { periodsIn } from "./parts.ts";
import { readDateTime, readOffset, writeDateTime, writeOffset } from "./values.ts";

const firstYear = 1901;
const lastYear = 2199;
const maxCached = 500;
const written = new Map<string, Component>();

/** From the year before `fromMs`. */
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
  return { kind: "component", name: "VTIMEZONE", items: [...name, ...observancesOf(timeZone, year)] };
}

type Change = Transition & { readonly wall: number; readonly isDaylight: boolean };

/** Two rules where clocks change alike each year, and a list of dates for whatever comes before, or has no such rule. */
function observancesOf(timeZone: string, year: number): Component[] {
  const from = Date.UTC(year, 0, 1);
  const changes = changesOf(timeZone, from, Date.UTC(Math.max(2101, year + 40), 0, 1));
  const [first] = changes;
  const offset = first ? first.before : roundOffset(toWall(timeZone, from) - from);
  const observances: Component[] = [];
  if (!first || first.at > from) {
    const wall = first ? from : Math.min(from, 0);
    observances.push(observance({ at: from, before: offset, after: offset, wall, isDaylight: false }));
  }
  const tail = findTail(changes);
  const listed = changes.slice(0, changes.length - tail.length);
  const groups = Map.groupBy(listed, ({ before, after, isDaylight }) => `${before} ${after} ${isDaylight}`);
  for (const group of groups.values()) if (group[0]) observances.push(observance(group[0], datesOf(group)));
  for (const [change, rule] of tail.rules) observances.push(observance(change, [property("RRULE", rule)]));
  return observances;
}

/** ical.js, thus Thunderbird, reads one date a line, and beside dates not DTSTART. */
function datesOf(changes: readonly Change[]): Property[] {
  return changes.length === 1 ? [] : changes.map(({ wall }) => property("RDATE", writeDateTime(wall)));
}

function observance({ before, after, wall, isDaylight }: Change, more: readonly Property[] = []): Component {
  const items = [
    property("DTSTART", writeDateTime(wall)),
    property("TZOFFSETFROM", writeOffset(before)),
    property("TZOFFSETTO", writeOffset(after)),
  ];
  return { kind: "component", name: isDaylight ? "DAYLIGHT" : "STANDARD", items: [...items, ...more] };
}

/** Begins with the change in force at `from`, if it is not over two years old. */
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
    return { ...change, wall: change.at + change.before, isDaylight: change.after > change.before && isShort };
  });
}

/** Outlook refuses seconds. */
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
    if (later && new Date(later.wall).getUTCFullYear() !== new Date(change.wall).getUTCFullYear() + 1) break;
  }
  if (length < 2 * yearsAlike) return noTail;
  const start = changes.length - length;
  const rules = changes.slice(start, start + 2).map((change, index) => {
    return [change, ((length - index) % 2 === 0 ? odd : even).rule] as const;
  });
  return { length, rules };
}

type Pattern = { readonly rule: string; readonly fits: (change: Change) => boolean };

/** The yearly rule that the last changes follow; null without such a rule. */
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

function partsOf({ wall }: Change) {
  const at = new Date(wall);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return {
    year,
    month,
    length,
    date: at.getUTCDate(),
    weekday: at.getUTCDay(),
    time: wall - Math.floor(wall / day) * day,
  };
}

type Onset = { readonly wall: number; readonly before: number; readonly after: number };

/** What may still be expanded of the zones of one file. */
export type OnsetBudget = { rules: number; onsets: number };

const maxOnsetsEach = 1_000;
const longestZoneRule = 500;
const firstOnset = Date.UTC(1900, 0, 1);
const lastOnset = Date.UTC(2150, 0, 1);

/** Returns the offset at a wall time in milliseconds, or null if no observance can be read. */
export function offsetsOf(vtimezone: Component, budget = newOnsetBudget()): ((wall: number) => number) | null {
  const observances = [...componentsOf(vtimezone, "STANDARD"), ...componentsOf(vtimezone, "DAYLIGHT")];
  const onsets: Onset[] = [];
  for (const each of observances) {
    if (budget.onsets <= 0) break;
    const found = onsetsOf(each, budget);
    budget.onsets -= Math.max(found.length, 1);
    onsets.push(...found);
  }
  onsets.sort((a, b) => a.wall - b.wall);
  const [first] = onsets;
  if (!first) return null;
  return (wall) => {
    let [low, high] = [0, onsets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((onsets[middle]?.wall ?? Infinity) <= wall) low = middle + 1;
      else high = middle;
    }
    return onsets[low - 1]?.after ?? first.before;
  };
}

export function newOnsetBudget(): OnsetBudget {
  return { rules: 30, onsets: 6_000 };
}

function onsetsOf(component: Component, budget: OnsetBudget): Onset[] {
  const start = propertyOf(component, "DTSTART");
  const begin = start && readDateTime(start)?.wall;
  const after = offsetOf(component, "TZOFFSETTO");
  const before = offsetOf(component, "TZOFFSETFROM") ?? after;
  if (begin === undefined || after === null || before === null) return [];
  const walls = [begin];
  for (const { value } of propertiesOf(component, "RRULE")) {
    if (budget.rules-- <= 0) break;
    walls.push(...slotsOf(value, begin, before));
  }
  for (const { start } of periodsIn(component, "RDATE", maxOnsetsEach)) walls.push(wallOf(start, before));
  // Skipped times use the offset before the change, as everywhere.
  const gap = Math.max(after - before, 0);
  return walls.slice(0, maxOnsetsEach).map((wall) => ({ wall: wall + gap, before, after }));
}

function offsetOf(component: Component, name: string): number | null {
  const found = propertyOf(component, name);
  return found ? readOffset(found.value) : null;
}

function wallOf({ kind, wall }: { kind: string; wall: number }, offset: number): number {
  return kind === "utc" ? wall + offset : wall;
}

function slotsOf(rule: string, wall: number, offset: number): number[] {
  if (rule.length > longestZoneRule) return [];
  // UNTIL is an instant, the slots are wall times.
  const text = rule.replace(/(UNTIL=)(\d{8}T\d{6}Z)/i, (_, name: string, until: string) => {
    const instant = readDateTime(property("UNTIL", until));
    return instant ? `${name}${writeDateTime(instant.wall + offset)}` : `${name}${until}`;
  });
  try {
    const series = new Series(parseRule(text.replace(/;+$/, "")), { wall, at: wall, timeZone: "UTC", isAllDay: false });
    return Array.from(series.ascending(firstOnset, lastOnset, 32).take(maxOnsetsEach), (slot) => slot.wall);
  } catch {
    return [];
  }
}
