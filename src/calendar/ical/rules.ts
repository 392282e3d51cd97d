import { parseRule, RuleError, withParts } from "#lib/recurrence/rule.ts";
import {
  readList,
  readOrdinalDays,
  readUntil,
  readWeekday,
  writeDate,
  writeDateTime,
  writeInstant,
} from "#lib/recurrence/rule-values.ts";
import { Series, type Start } from "#lib/recurrence/series.ts";
import { day as dayMs } from "#lib/time.ts";
import { midnightOf, toInstant, toLocalMs } from "#lib/zone.ts";
import { type Event, seriesWith } from "../events/event.ts";
import { type Component, propertiesOf } from "./component.ts";
import { property } from "./lines.ts";
import type { RemarkCode } from "./remarks.ts";
import { readDateTime } from "./values.ts";

/** Recurrence rule as one or more texts. If there are several texts, the rule that ends first applies. */
type ReadableRule = { readonly texts: readonly string[]; readonly isMended: boolean };
export type RuleReading = ReadableRule | { readonly problem: RemarkCode };

const longestWritten = 10_000;
const maxRuleLines = 100;
const maxRules = 4;

export function ruleReadingsIn(component: Component, name: string): RuleReading[] {
  const lines = propertiesOf(component, name).slice(0, maxRuleLines);
  const values = new Set(lines.map(({ value }) => value.trim()).filter((each) => each !== ""));
  return [...values].slice(0, maxRules).map(readRule);
}

/** Parses a rule. Ignores blanks, empty parts and default RSCALE (RFC 7529). Repairs mistakes with a clear meaning. */
export function readRule(value: string): RuleReading {
  if (value.length > longestWritten) return { problem: "unknown_rule" };
  const text = value
    .replace(/\s+/g, "")
    .replace(/^RRULE:/i, "")
    .split(";")
    .filter((part) => part !== "" && !/^(RSCALE=GREGORIAN|SKIP=OMIT)$/i.test(part))
    .join(";");
  if (isRule(text)) return { texts: [text], isMended: false };
  if (/(^|;)FREQ=(HOUR|MINUTE|SECOND)LY\b/i.test(text)) return { problem: "too_often" };
  const texts = mend(text).filter(isRule);
  return texts.length > 0 ? { texts, isMended: true } : { problem: "unknown_rule" };
}

function isRule(text: string): boolean {
  try {
    parseRule(text);
    return true;
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}

const lists: Readonly<Record<string, readonly [number, number]>> = {
  BYMONTHDAY: [-31, 31],
  BYMONTH: [1, 12],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYSETPOS: [-366, 366],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 60],
};

function mend(text: string): string[] {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(";")) {
    const [, name = "", value = ""] = /^([A-Z\d-]+)=(.+)$/.exec(part) ?? [];
    const known = /^BY/.test(name) ? parts.get(name) : undefined;
    if (isKept(name) && value !== "") parts.set(name, known === undefined ? value : `${known},${value}`);
  }
  for (const [name, value] of parts) {
    const right = mendPart(name, value, parts);
    if (right === "") parts.delete(name);
    else parts.set(name, right);
  }
  const names = [...parts.keys()];
  if (!names.some((name) => /^BY(?!SETPOS)/.test(name))) parts.delete("BYSETPOS");
  const without = (left: string) => [...parts].flatMap(([name, value]) => (name === left ? [] : `${name}=${value}`));
  const ends = parts.has("COUNT") && parts.has("UNTIL") ? ["UNTIL", "COUNT"] : [""];
  return ends.map((end) => without(end).join(";"));
}

function isKept(name: string): boolean {
  return /^(FREQ|INTERVAL|COUNT|UNTIL|WKST|RSCALE|SKIP)$|^BY|^X-./.test(name);
}

function mendPart(name: string, value: string, parts: ReadonlyMap<string, string>): string {
  if (name === "INTERVAL" || name === "COUNT") return /^0*[1-9]\d*$/.test(value) ? value : "";
  if (name === "WKST") return readWeekday(value) === null ? "" : value;
  if (name === "UNTIL") return mendUntil(value);
  if (name === "BYDAY") return mendDays(value, parts);
  const range = lists[name];
  if (!range) return value;
  return value
    .split(",")
    .filter((each) => readList(each, ...range) !== null)
    .join(",");
}

function mendUntil(value: string): string {
  const read = readUntil(value) ? null : readDateTime(property("UNTIL", value));
  if (!read) return readUntil(value) ? value : "";
  return read.kind === "date"
    ? writeDate(read.localMs)
    : writeDateTime(read.localMs) + (read.kind === "utc" ? "Z" : "");
}

function mendDays(value: string, parts: ReadonlyMap<string, string>): string {
  const hasOrdinals = /^(MONTH|YEAR)LY$/.test(parts.get("FREQ") ?? "") && !parts.has("BYWEEKNO");
  const days = value.split(",").map((each) => {
    const [weekday = ""] = /MO|TU|WE|TH|FR|SA|SU/.exec(each) ?? [];
    return hasOrdinals && readOrdinalDays(each) ? each : weekday;
  });
  return days.filter((each) => each !== "").join(",");
}

type RuleStart = Start & { readonly dayZone?: string | undefined };

export function rulesFor(readings: readonly RuleReading[], start: RuleStart): string[] {
  return [...new Set(readings.flatMap((each) => ("texts" in each ? [ruleFor(each, start)] : [])))];
}

export function ruleFor({ texts: [first = "", ...others] }: Pick<ReadableRule, "texts">, start: RuleStart): string {
  const endOf = (text: string) => new Series(parseRule(text), start).last?.at ?? Number.POSITIVE_INFINITY;
  const text = others.reduce((best, each) => (endOf(each) < endOf(best) ? each : best), first);
  return start.dayZone === undefined ? text : withUntilDay(text, start.dayZone);
}

function withUntilDay(text: string, zone: string): string {
  const { until } = parseRule(text);
  const localMs = until?.kind === "instant" ? toLocalMs(zone, until.at) : null;
  return localMs === null || localMs !== midnightOf(localMs) ? text : withParts(text, { UNTIL: writeDate(localMs) });
}

/** Writes the rule without `X-` parts. UNTIL is a date for all-day events, otherwise UTC (RFC 5545 §3.3.10). */
export function writeRule(event: Event): string | null {
  if (event.recurrenceRule === null) return null;
  const parts = event.recurrenceRule.toUpperCase().split(";");
  const written = parts.filter((part) => !part.startsWith("X-")).join(";");
  const text = event.allDay ? withoutTimes(written) : written;
  const until = writeUntil(event, text);
  return until === null ? text : withParts(text, { UNTIL: until });
}

/** Removes the times of day from a rule. Keeps them if BYSETPOS would have nothing to select, which is invalid. */
function withoutTimes(text: string): string {
  const short = withParts(text, { BYHOUR: null, BYMINUTE: null, BYSECOND: null });
  return isRule(short) ? short : text;
}

function writeUntil(event: Event, text: string): string | null {
  const { until } = parseRule(text);
  if (!until) return null;
  if (event.allDay) return writeDate(until.kind === "instant" ? until.at : until.localMs);
  if (until.kind === "instant") return writeInstant(until.at);
  const localMs = until.kind === "date" ? midnightOf(until.localMs) + dayMs - 1_000 : until.localMs;
  const written = writeInstant(toInstant(event.timeZone, localMs));
  const last = seriesWith(event, text).last;
  // The last instances may differ near a clock change.
  const isSame = seriesWith(event, withParts(text, { UNTIL: written })).last?.at === last?.at;
  return isSame || !last ? written : writeInstant(last.at);
}
