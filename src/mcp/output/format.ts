/** Household text must not look like the server's own output. */
import { formatDate } from "../../lib/time.ts";
import { toWall } from "../../lib/zone.ts";

export function quoted(text: string): string {
  return `“${withinQuotes(text)}”`;
}

/** Straightens curly quotes, which would end ours. */
export function withinQuotes(text: string): string {
  return oneLine(text).replaceAll(/[“”„‟]/g, '"');
}

/** For text without quotes, such as names. */
export function bare(text: string): string {
  return withoutSeparators(withinQuotes(text));
}

/** Replaces our “ · ” separator with “-”. */
export function withoutSeparators(line: string): string {
  return oneLine(line).replaceAll(/(?<=^|\s)·(?=\s|$)/g, "-");
}

export function quotedShort(text: string, maxLength = 60): string {
  const points = [...withinQuotes(text)];
  return points.length > maxLength ? `“${points.slice(0, maxLength - 1).join("")}…”` : `“${points.join("")}”`;
}

/** Fast path: nothing to replace. */
const isPlain = /^[!-~\u00a1-\u024f]+(?: [!-~\u00a1-\u024f]+)*$/;

/** Also removes invisible characters, except the joiners of emoji. */
export function oneLine(text: string): string {
  if (isPlain.test(text)) return text;
  return text
    .replaceAll(/[\p{Cs}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]/gu, "")
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** Warns that a name is ambiguous. */
export function sameNameLine(name: string, ids: readonly string[]): string | null {
  if (ids.length < 2) return null;
  const shown = ids.slice(0, 5).join(", ");
  const more = ids.length > 5 ? ` and ${ids.length - 5} more` : "";
  return `There are ${ids.length === 2 ? "two" : ids.length} called ${quotedShort(name)} now: use ids (${shown}${more}).`;
}

export function dayLine(date: string): string {
  return formatDate(date, "");
}

export function momentLine(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  return `${dayLine(date)}, ${time} (${timeZone})`;
}

/** `Fri 27 Nov 2026, 18:00–19:00 (Europe/Berlin)`. All-day events have UTC midnights. */
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

export function wallOf(instant: string, timeZone: string): { date: string; time: string } {
  const shown = new Date(toWall(timeZone, Date.parse(instant))).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}
