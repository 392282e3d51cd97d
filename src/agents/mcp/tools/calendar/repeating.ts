import { lexicons } from "#lib/phrases/index.ts";
import { wholeRule } from "#lib/phrases/whole.ts";
import { bareRule, parseRule, type Rule, withParts } from "#lib/recurrence/rule.ts";
import { isoOf } from "#lib/time.ts";
import { type Clock, capitalized, parseWeekday, readLocalTime, weekdayName } from "../../input/times.ts";
import { plainPhrase } from "../../input/words.ts";
import { dayLine, quotedShort, wallOf } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";

const frequencies = new Map([
  ["daily", "FREQ=DAILY"],
  ["weekly", "FREQ=WEEKLY"],
  ["monthly", "FREQ=MONTHLY"],
  ["yearly", "FREQ=YEARLY"],
]);

const workdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

const once: readonly string[] = ["none", "never", "no", "once", "nie", "nein", "einmal", "einmalig", "keine"];

/** Reads words such as `weekly`. Leaves it to the REST API to check RRULEs. @throws ToolError if words are unknown */
export function readRule(
  repeat: string,
  parameter: string,
  { note, weekStartsOn }: Pick<Clock, "note" | "weekStartsOn">,
): string {
  const text = plainPhrase(repeat);
  const rule = frequencies.get(text);
  if (rule !== undefined) return rule;
  if (text === "" || text.includes("=") || text.length > 200) return repeat;
  const read = wholeRule(text, lexicons, weekStartsOn);
  if (read !== null) {
    note(`${parameter} read as ${read}.`);
    return read;
  }
  throw wrongParameter(
    parameter,
    `must be ${[...frequencies.keys()].join(", ")} or an RRULE, not ${quotedShort(repeat)}`,
    `${suggestionFor(text)}.`,
  );
}

const untilPattern =
  /^(.*?)[\s,]*\b(?:until|till|til|through|bis(?:\s+(?:zum|zur|zu|einschließlich))?)\s+(?:(?:the )?end of |ende (?:des |der |von )?)?(.+)$/i;
const countPattern = /^(.*\S)[\s,]+(?:for\s+)?(\d{1,3})\s*(?:x|times|mal)$/i;

/** Day on which the events begin, and the rule that the event has now. */
type Repeated = { readonly start: string; readonly current: string | null };

/**
 * Reads a rule as {@link readRule} does, also with its end: `weekly until June`, `every Tuesday, 5 times`. An end alone
 * changes the end of the current rule. @throws ToolError
 */
export function readRepeat(repeat: string, parameter: string, clock: Clock, { start, current }: Repeated): string {
  const [, whole = "", until] = untilPattern.exec(repeat.trim()) ?? [];
  const [, counted, count] = until === undefined ? (countPattern.exec(repeat.trim()) ?? []) : [];
  const before = counted ?? whole;
  // “Montag bis Freitag” is a rule itself.
  const isRule = (until ?? count) === undefined || repeat.length > 200 || readWords(repeat, clock) !== null;
  if (isRule) return readRule(repeat, parameter, clock);
  const quiet = { ...clock, note: () => {} };
  const base = before === "" ? current : readRule(before, parameter, quiet);
  if (base === null) {
    const repair = "say that first, such as weekly until 2027-06-30.";
    throw wrongParameter(parameter, `${quotedShort(repeat)} does not say how often`, repair);
  }
  const last = until === undefined ? null : readLocalTime(until, quiet, parameter, { edge: "last", from: start }).date;
  if (last !== null && last < start) {
    const repair = `${dayLine(last)} lies before ${dayLine(start)}. Say a later day.`;
    throw wrongParameter(parameter, "must not end before it starts", repair);
  }
  const rule = withParts(bareRule(base), { COUNT: count ?? null, UNTIL: last?.replaceAll("-", "") ?? null });
  clock.note(`${parameter} read as ${rule}${last === null ? "" : `, the last day is ${dayLine(last)}`}.`);
  return rule;
}

function readWords(repeat: string, { weekStartsOn }: Pick<Clock, "weekStartsOn">): string | null {
  return wholeRule(plainPhrase(repeat), lexicons, weekStartsOn);
}

/** Describes a rule in words. Quotes a rule for which there are no words, because a rule may contain any text. */
export function describeRule(rule: string): string {
  const [word] = [...frequencies].find(([, each]) => each === rule) ?? [];
  return word ?? quotedShort(rule, 100);
}

const periods = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" } as const;
const adverbs = { DAILY: "daily", WEEKLY: "weekly", MONTHLY: "monthly", YEARLY: "yearly" } as const;

/** Describes a rule such as `every 2 weeks on Tue until Fri 18 Dec 2026`, or returns null for rarer rules. */
export function ruleInWords(text: string, timeZone: string): string | null {
  const rule = parsedRule(text);
  if (rule === null || [rule.byMonth, rule.byYearDay, rule.byWeekNo, rule.bySetPos].some(({ length }) => length > 0)) {
    return null;
  }
  if ([rule.byHour, rule.byMinute, rule.bySecond].some(({ length }) => length > 0)) return null;
  const { freq, interval, byDay, byMonthDay, count } = rule;
  const days = byDay.map(
    ({ weekday, ordinal }) => `${ordinalText(ordinal)}${capitalized(weekdayName(weekday + 1)).slice(0, 3)}`,
  );
  const dates = byMonthDay.map((each) => (each === -1 ? "the last day" : each > 0 ? `day ${each}` : null));
  if (dates.includes(null) || days.some((day) => day.startsWith("?"))) return null;
  const on = [...days, ...dates].join(", ");
  const isWorkdays = freq === "WEEKLY" && interval === 1 && on === "Mon, Tue, Wed, Thu, Fri";
  if (isWorkdays) return `on weekdays${endText(rule, timeZone)}`;
  const often = interval === 1 ? adverbs[freq] : `every ${interval} ${periods[freq]}s`;
  return `${often}${on === "" ? "" : ` on ${on}`}${count === null ? "" : `, ${count} times`}${endText(rule, timeZone)}`;
}

function parsedRule(text: string): Rule | null {
  try {
    return parseRule(text);
  } catch {
    return null;
  }
}

function ordinalText(ordinal: number | null): string {
  if (ordinal === null) return "";
  if (ordinal === -1) return "the last ";
  const name = ["the first", "the second", "the third", "the fourth", "the fifth"][ordinal - 1];
  return name === undefined ? "?" : `${name} `;
}

function endText({ until }: Rule, timeZone: string): string {
  if (until === null) return "";
  const date = until.kind === "instant" ? wallOf(isoOf(until.at), timeZone).date : isoOf(until.localMs).slice(0, 10);
  return ` until ${dayLine(date)}`;
}

function suggestionFor(text: string): string {
  if (once.includes(text)) return 'leave it out; what repeats stops by clear: ["repeat"] of update_event';
  if (/^(?:bimonthly|bi-monthly)$/.test(text))
    return "say FREQ=MONTHLY;INTERVAL=2 for every other month, or FREQ=MONTHLY;BYMONTHDAY=1,15 for twice a month";
  const day = parseWeekday(text);
  if (day !== null) return `say weekly, with starts on that day, or FREQ=WEEKLY;BYDAY=${codeOf(day)}`;
  return `say one of these words, or a rule such as ${workdays}, or FREQ=WEEKLY;INTERVAL=2 for every other week`;
}

function codeOf(weekday: number): string {
  return weekdayName(weekday).slice(0, 2).toUpperCase();
}
