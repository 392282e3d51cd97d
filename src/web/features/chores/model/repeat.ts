/** How a chore repeats, as a family says it, to and from its rule (RFC 5545). Pure, but for the words' language. */
import { currentText } from "../../../i18n/catalogue.ts";
import { addDays, weekdayOf } from "../../../time/days.ts";
import { formatDay, formatNames } from "../../../time/format.ts";

/** The ways to repeat that a form offers. */
export const repeatKinds = ["once", "daily", "weekdays", "days", "weekly", "fortnightly", "monthly"] as const;
/** One of them; `own` is any other rule, kept as it is. */
export type RepeatKind = (typeof repeatKinds)[number] | "own";

/** A way to repeat, with what its kind needs. */
export type Repeat = {
  readonly kind: RepeatKind;
  /** For `days`: ISO, ascending. */
  readonly weekdays: readonly number[];
  /** For `own`. */
  readonly rule: string | null;
};

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const workdays = [1, 2, 3, 4, 5];
/** “Every Saturday” rather than “on these days: Saturday”. */
const plainestFirst: readonly RepeatKind[] = [...repeatKinds.filter((kind) => kind !== "days"), "days"];

/** The rule for a chore that starts on `start`; null: once. */
export function ruleOf({ kind, weekdays, rule }: Repeat, start: string): string | null {
  const weekday = weekdayOf(start);
  if (kind === "once") return null;
  if (kind === "daily") return "FREQ=DAILY";
  if (kind === "weekdays") return `FREQ=WEEKLY;BYDAY=${namesOf(workdays)}`;
  if (kind === "days") return `FREQ=WEEKLY;BYDAY=${namesOf(weekdays)}`;
  if (kind === "weekly") return `FREQ=WEEKLY;BYDAY=${namesOf([weekday])}`;
  if (kind === "fortnightly") return `FREQ=WEEKLY;INTERVAL=2;BYDAY=${namesOf([weekday])}`;
  if (kind === "monthly") return `FREQ=MONTHLY;BYMONTHDAY=${isMonthEnd(start) ? -1 : Number(start.slice(8))}`;
  return rule;
}

function namesOf(weekdays: readonly number[]): string {
  return weekdays.map((weekday) => names[weekday - 1]).join(",");
}

/** Many months have no 31st: what starts on a last day stays on last days. */
function isMonthEnd(day: string): boolean {
  return addDays(day, 1).slice(8) === "01";
}

/** The same the other way round. */
export function readRepeat(rule: string | null, start: string): Repeat {
  const weekday = weekdayOf(start);
  const weekdays = weekdaysIn(rule);
  const plain = { weekdays: weekdays ?? [weekday], rule };
  const same = plainestFirst.find((kind) => isSameRule(ruleOf({ kind, ...plain }, start), rule, weekday));
  return { ...plain, kind: same ?? "own", rule: same ? null : rule };
}

/** A rule without days falls on the start's own. */
function isSameRule(known: string | null, rule: string | null, weekday: number): boolean {
  if (known === null || rule === null) return known === rule;
  const bare = known.replace(`;BYDAY=${namesOf([weekday])}`, "").replace(/;BYMONTHDAY=\d+$/, "");
  return [known, bare].some((each) => partsOf(each) === partsOf(rule));
}

/** The parts in one order; of `BYDAY` too, and `INTERVAL=1` and the week's start, which change nothing here, left out. */
function partsOf(rule: string): string {
  const hasInterval = /INTERVAL=([2-9]|\d\d)/.test(rule);
  return rule
    .split(";")
    .filter((part) => part !== "INTERVAL=1" && (hasInterval || !part.startsWith("WKST=")))
    .map((part) => (part.startsWith("BYDAY=") ? part.slice(6).split(",").sort().join(",") : part))
    .sort()
    .join(";");
}

/** Null where the rule names none, or something beside plain ones. */
function weekdaysIn(rule: string | null): readonly number[] | null {
  const named = /BYDAY=([A-Z,]+)/.exec(rule ?? "")?.[1]?.split(",") ?? [];
  const found = names.flatMap((name, index) => (named.includes(name) ? [index + 1] : []));
  return found.length > 0 ? found : null;
}

/** The first day from `start` on that it falls on, because a chore's start always counts as one of its days. */
export function firstDay({ kind, weekdays }: Repeat, start: string): string {
  const wanted = kind === "weekdays" ? workdays : kind === "days" ? weekdays : [];
  if (wanted.length === 0) return start;
  return (
    [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(start, days)).find((day) => wanted.includes(weekdayOf(day))) ?? start
  );
}

/** “every Saturday”, “on Tuesday and Friday”, “once, on Sat 21 Nov”. */
export function repeatWords(rule: string | null, start: string): string {
  const { choreBoard: text } = currentText();
  const { kind, weekdays } = readRepeat(rule, start);
  const weekday = formatDay(start, "weekdayLong");
  if (kind === "once") return text.repeats.once(formatDay(start, "short"));
  if (kind === "days") return text.repeats.days(formatNames(weekdays.map(weekdayName)));
  if (kind === "weekly") return text.repeats.weekly(weekday);
  if (kind === "fortnightly") return text.repeats.fortnightly(weekday);
  if (kind === "monthly")
    return isMonthEnd(start) ? text.repeats.monthEnd : text.repeats.monthly(Number(start.slice(8)));
  return text.repeats[kind];
}

/** The long name of an ISO weekday. */
export function weekdayName(weekday: number): string {
  // A week that began on a Monday.
  return formatDay(addDays("2024-01-01", weekday - 1), "weekdayLong");
}
