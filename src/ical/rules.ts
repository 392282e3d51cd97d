import type { Event } from "../events/event.ts";
import { day as dayMs } from "../lib/time.ts";
import { midnightOf, toInstant } from "../lib/zone.ts";
import { parseRule, type Rule, RuleError, withParts } from "../recurrence/rule.ts";
import { Series } from "../recurrence/series.ts";
import type { RemarkCode } from "./remarks.ts";
import { writeDate, writeInstant } from "./values.ts";

export type RuleReading = { readonly text: string; readonly rule: Rule } | { readonly problem: RemarkCode };

const longestWritten = 10_000;

/** As written, without blanks, empty parts and the default RSCALE (RFC 7529). */
export function readRule(value: string): RuleReading {
  if (value.length > longestWritten) return { problem: "unknown_rule" };
  const text = value
    .replace(/\s+/g, "")
    .replace(/^RRULE:/i, "")
    .split(";")
    .filter((part) => part !== "" && !/^(RSCALE=GREGORIAN|SKIP=OMIT)$/i.test(part))
    .join(";");
  try {
    return { text, rule: parseRule(text) };
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { problem: /(^|;)FREQ=(HOUR|MINUTE|SECOND)LY\b/i.test(text) ? "too_often" : "unknown_rule" };
  }
}

export function seriesFrom(event: Event, rule: string): Series {
  const { startWall: wall, startAt: at, timeZone, allDay: isAllDay } = event;
  return new Series(parseRule(rule), { wall, at, timeZone, isAllDay });
}

/** UNTIL is a date for all-day events, otherwise UTC (RFC 5545 §3.3.10). Leaves out `X-` parts. */
export function writeRule(event: Event): string | null {
  if (event.recurrenceRule === null) return null;
  const parts = event.recurrenceRule.toUpperCase().split(";");
  const written = parts.filter((part) => !part.startsWith("X-")).join(";");
  const text = event.allDay ? withoutTimes(written) : written;
  const until = writeUntil(event, text);
  return until === null ? text : withParts(text, { UNTIL: until });
}

/** They stay if BYSETPOS has no other part to count. */
function withoutTimes(text: string): string {
  const reading = readRule(withParts(text, { BYHOUR: null, BYMINUTE: null, BYSECOND: null }));
  return "text" in reading ? reading.text : text;
}

function writeUntil(event: Event, text: string): string | null {
  const { until } = parseRule(text);
  if (!until) return null;
  if (event.allDay) return writeDate(until.kind === "instant" ? until.at : until.wall);
  if (until.kind === "instant") return writeInstant(until.at);
  const wall = until.kind === "date" ? midnightOf(until.wall) + dayMs - 1_000 : until.wall;
  const written = writeInstant(toInstant(event.timeZone, wall));
  const last = seriesFrom(event, text).last;
  // They may differ near a clock change.
  const isSame = seriesFrom(event, withParts(text, { UNTIL: written })).last?.at === last?.at;
  return isSame || !last ? written : writeInstant(last.at);
}
