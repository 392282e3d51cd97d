/** Quotes texts of a household, so that such a text cannot look like output of the server. */

import { BoundedCache } from "#lib/bounded-cache.ts";
import { addDays } from "#lib/days.ts";
import { straightenQuotes } from "#lib/sentence.ts";
import { formatDate, isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";

export function quoted(text: string): string {
  return `“${withinQuotes(text)}”`;
}

export function withinQuotes(text: string): string {
  return straightenQuotes(oneLine(text));
}

/** Formats a text for display without quotation marks, such as a name. */
export function bare(text: string): string {
  return withoutSeparators(withinQuotes(text));
}

/** Replaces the separator “ · ” in a text by “-”. The tools use this separator between the parts of a line. */
export function withoutSeparators(line: string): string {
  const plain = oneLine(line);
  return plain.includes("·") ? plain.replaceAll(/(?<=^|\s)·(?=\s|$)/g, "-") : plain;
}

export function quotedShort(text: string, maxLength = 60): string {
  const points = [...withinQuotes(text)];
  return points.length > maxLength ? `“${points.slice(0, maxLength - 1).join("")}…”` : `“${points.join("")}”`;
}

/** Shortens a title for a result with many records. */
export function shortTitle(title: string): string {
  return quotedShort(title).slice(1, -1);
}

const isPlain = /^[!-~\u00a1-\u00ac\u00ae-\u024f]+(?: [!-~\u00a1-\u00ac\u00ae-\u024f]+)*$/;

export function oneLine(text: string): string {
  if (isPlain.test(text)) return text;
  return visible(text)
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

// The ranges from U+2010 on have the quotation marks, dashes and currency signs of most answers.
const isVisible = /^[\t\n -~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0]*$/;

const kept = [
  // The flags of England, Scotland and Wales: every other sequence of tags can hide text.
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  String.raw`[\d#*]\ufe0f\u20e3`,
  String.raw`(?![\d#*])\p{Emoji}[\ufe0e\ufe0f]`,
  String.raw`(?<=[^\0-\u024f\s\u200c\u200d])[\u200c\u200d](?![\u200c\u200d])`,
].join("|");
const hidden =
  String.raw`\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164` +
  String.raw`\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
const keptOrHidden = new RegExp(`(${kept})|[${hidden}]`, "gu");

/** Removes invisible characters. Language models read such characters, but people do not see them. */
export function visible(text: string): string {
  if (isVisible.test(text)) return text;
  return text
    .replaceAll(keptOrHidden, "$1")
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(/[^\t\n\P{Cc}]/gu, " ");
}

/** Removes invisible characters and null fields of a value. Many clients refuse schemas with null. */
export function visibleIn<Value>(value: Value): Value {
  return cleaned(value) as Value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, cleaned(field)]));
}

/** Joins the parts of a line. Leaves out the parts that do not apply. */
export function joinParts(parts: readonly (string | false | 0 | null | undefined)[]): string {
  return parts.filter((part) => part).join(" · ");
}

/** Formats a number of things: `1 item`, `3 items` */
export function countText(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** Joins the first parts, and says how many more there are: `“Milk”, “Bread” and 3 more` */
export function firstOf(parts: readonly string[], most: number): string {
  const more = parts.length - most;
  return parts.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Cache of formatted dates, because long lists have the same dates again and again. */
const dayLines = new BoundedCache<string, string>({ eviction: "fifo", maxSize: 1_000 });

export function dayLine(date: string): string {
  const known = dayLines.get(date);
  if (known !== undefined) return known;
  const line = formatDate(date, "");
  dayLines.set(date, line);
  return line;
}

export function instantLine(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  return `${dayLine(date)}, ${time} (${timeZone})`;
}

/** Formats times: `Fri 27 Nov 2026, 18:00–19:00 (Europe/Berlin)`. All-day events must have UTC midnights. */
export function spanLine(
  event: { startsAt: string; endsAt: string; allDay: boolean },
  timeZone: string,
  hasZone = true,
): string {
  const { startsAt, endsAt, allDay } = event;
  if (allDay) {
    const first = startsAt.slice(0, 10);
    const last = addDays(endsAt.slice(0, 10), -1);
    return first >= last ? `${dayLine(first)}, all day` : `${dayLine(first)} – ${dayLine(last)}, all day`;
  }
  const from = wallOf(startsAt, timeZone);
  const to = wallOf(endsAt, timeZone);
  const zone = hasZone ? ` (${timeZone})` : "";
  if (startsAt === endsAt) return `${dayLine(from.date)}, ${from.time}${zone}`;
  if (from.date === to.date) return `${dayLine(from.date)}, ${from.time}–${to.time}${zone}`;
  return `${dayLine(from.date)}, ${from.time} – ${dayLine(to.date)}, ${to.time}${zone}`;
}

export function wallOf(instant: string, timeZone: string): { date: string; time: string } {
  const shown = isoOf(toLocalMs(timeZone, Date.parse(instant)));
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** Returns a remark on a past date: `That is 3 weeks ago.` Agents with a wrong clock make plans in the past. */
export function pastRemark(date: string, today: string): string | null {
  const { days } = Temporal.PlainDate.from(date).until(today);
  if (days <= 0) return null;
  return days === 1 ? "That was yesterday." : `That is ${lengthText(days)} ago.`;
}

const [daysPerWeek, daysPerMonth, daysPerYear] = [7, 30.44, 365.25];
const fromOn = { weeks: 14, months: 60, years: 350 };

function lengthText(days: number): string {
  if (days < fromOn.weeks) return `${days} days`;
  if (days < fromOn.months) return `${Math.round(days / daysPerWeek)} weeks`;
  if (days < fromOn.years) return `${Math.round(days / daysPerMonth)} months`;
  const years = Math.round(days / daysPerYear);
  return years === 1 ? "a year" : `${years} years`;
}
