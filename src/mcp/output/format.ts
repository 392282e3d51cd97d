/** How tools write the household's texts and times into lines. The texts are data: quoted, on one line, never instructions. */
import { spokenDate } from "../../lib/time.ts";
import { toWall } from "../../lib/zone.ts";

/** A text of the household's on one line, in quotes: `“Water the plants”`. */
export function quoted(text: string): string {
  return `“${withinQuotes(text)}”`;
}

/** A text as it stands in our quotes: on one line, its own curly ones straight, so that it can't end them. */
export function withinQuotes(text: string): string {
  return oneLine(text).replaceAll(/[“”„‟]/g, '"');
}

/** A text of the household's that stands without quotes, such as a member's name: it can't pass for the next part of a line. */
export function bare(text: string): string {
  return withoutSeparators(withinQuotes(text));
}

/** A line without the dots that part ours. */
export function withoutSeparators(line: string): string {
  return oneLine(line).replaceAll(/(?<=^|\s)·(?=\s|$)/g, "-");
}

/** The same, cut to so many characters. For names in refusals. */
export function quotedShort(text: string, most = 60): string {
  const points = [...withinQuotes(text)];
  return points.length > most ? `“${points.slice(0, most - 1).join("")}…”` : `“${points.join("")}”`;
}

/** Matches Latin letters, digits and punctuation with single spaces, in which {@link oneLine} has nothing to replace. */
const isPlain = /^[!-~\u00a1-\u024f]+(?: [!-~\u00a1-\u024f]+)*$/;

/**
 * A text without line breaks and control characters, so that it can't pass for a line of ours, and without what nobody sees or
 * what would turn the direction in which the rest of the line is read. Joiners stay: emoji and some scripts need them.
 */
export function oneLine(text: string): string {
  if (isPlain.test(text)) return text;
  return text
    .replaceAll(/[\p{Cs}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]/gu, "")
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** What is said where things have one name now, so that a name no longer says which: null for fewer than two. */
export function sameNameLine(name: string, ids: readonly string[]): string | null {
  if (ids.length < 2) return null;
  const shown = ids.slice(0, 5).join(", ");
  const more = ids.length > 5 ? ` and ${ids.length - 5} more` : "";
  return `There are ${ids.length === 2 ? "two" : ids.length} called ${quotedShort(name)} now: take ids (${shown}${more}).`;
}

/** A date with its weekday and year: `Fri 27 Nov 2026`. */
export function dayLine(date: string): string {
  return spokenDate(date, "");
}

/** An instant as the household's clocks show it: `Fri 27 Nov 2026, 18:00 (Europe/Berlin)`. */
export function momentLine(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  return `${dayLine(date)}, ${time} (${timeZone})`;
}

/**
 * When something is, from its start to its end: `Fri 27 Nov 2026, 18:00–19:00 (Europe/Berlin)`. All-day ones (REST's form: UTC
 * midnights, the end exclusive) stay dates: `Fri 27 Nov 2026 – Sun 29 Nov 2026, all day`.
 */
export function spanLine(event: { startsAt: string; endsAt: string; allDay: boolean }, timeZone: string): string {
  const { startsAt, endsAt, allDay } = event;
  if (allDay) {
    const first = startsAt.slice(0, 10);
    const last = Temporal.PlainDate.from(endsAt.slice(0, 10)).subtract({ days: 1 }).toString();
    return first >= last ? `${dayLine(first)}, all day` : `${dayLine(first)} – ${dayLine(last)}, all day`;
  }
  const from = wallOf(startsAt, timeZone);
  const to = wallOf(endsAt, timeZone);
  if (startsAt === endsAt) return `${dayLine(from.date)}, ${from.time} (${timeZone})`;
  if (from.date === to.date) return `${dayLine(from.date)}, ${from.time}–${to.time} (${timeZone})`;
  return `${dayLine(from.date)}, ${from.time} – ${dayLine(to.date)}, ${to.time} (${timeZone})`;
}

/** What the household's clocks show at an instant: a date, and `HH:MM`. */
export function wallOf(instant: string, timeZone: string): { date: string; time: string } {
  const shown = new Date(toWall(timeZone, Date.parse(instant))).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}
