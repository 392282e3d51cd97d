import { daysBetween } from "#lib/days.ts";
import type { PhraseKind, PhraseOptions, PhraseReading, ReadPhrase, SpanKind } from "#lib/phrases/model.ts";

const dayMinutes = 1_440;

/** Reading of a phrase for a record, and whether its words name the day. */
export type Fitting = PhraseReading & { readonly text: string; readonly saysDay: boolean };

export const repeatSpans: readonly SpanKind[] = ["repeat", "until", "count"];

/** Words that a record of each kind cannot hold. They stay text. */
export const unheldBy: Readonly<Record<PhraseKind, readonly SpanKind[]>> = {
  event: [],
  task: ["range", "duration"],
  chore: ["range", "duration", "reminder"],
  list: [],
  meal: ["person", "list", "time", "range", "duration", "reminder", ...repeatSpans],
};

/** Reads a phrase. Words of the kinds that `unheld` returns stay text. */
export function readFitting(
  read: ReadPhrase,
  text: string,
  options: PhraseOptions,
  unheld: (reading: Fitting) => readonly SpanKind[],
): Fitting {
  const reading = { ...read(text, options), text };
  const fitting = { ...reading, saysDay: saysDay(reading) };
  const words = wordsOf(text, reading, unheld(fitting));
  const plain = options.plain ?? [];
  // Each round turns back words that were read, so the rounds end.
  const isNew = words.some((each) => !plain.includes(each));
  return isNew ? readFitting(read, text, { ...options, plain: [...plain, ...words] }, unheld) : fitting;
}

/** Returns the parts of the text that were read as one of the kinds. */
export function wordsOf(text: string, { spans }: PhraseReading, kinds: readonly SpanKind[]): string[] {
  return spans.filter(({ kind }) => kinds.includes(kind)).map(({ start, end }) => text.slice(start, end));
}

export function hasTime(reading: PhraseReading): boolean {
  return [reading.start, ...momentsOf(reading)].some((each) => each?.includes("T"));
}

/** Returns the kinds of spans that name the day or the time. A range such as “2 to 5 pm” names only times. */
export function spansAbout(part: "day" | "time", reading: PhraseReading): readonly SpanKind[] {
  const isClock = hasTime(reading) && !reading.spans.some(({ kind }) => kind === "time");
  const { minutes } = lengthOf(reading, startOf(reading, momentsOf(reading)[0]));
  if (part === "day") return isClock && minutes < dayMinutes ? ["day"] : ["day", "range"];
  return isClock ? ["time", "duration", "range"] : ["time", "duration"];
}

function saysDay(reading: PhraseReading & { readonly text: string }): boolean {
  const { text } = reading;
  const isNamed = wordsOf(text, reading, [...spansAbout("day", reading), "repeat"]).length > 0;
  // “In 2 hours” means today.
  return isNamed || wordsOf(text, reading, ["time"]).some((words) => /^in\s+(?!the\b|der\b)/i.test(words));
}

/** Returns the readings of a phrase that may mean several days or moments, as `2026-12-04` or `2026-12-04T19:00`. */
export function momentsOf({ ambiguous }: PhraseReading): readonly string[] {
  return (ambiguous ?? []).map((each) => ("date" in each ? each.date : each.start));
}

/**
 * Returns the day and the time at which a phrase starts. Each is null if the phrase does not say it. If the phrase may
 * mean several moments, `chosen` is one of them.
 */
export function startOf(reading: PhraseReading, chosen?: string) {
  const [day = null, time = null] = (reading.start ?? reading.date ?? chosen ?? "").split("T");
  return { day: day || null, time };
}

/** Returns the length of what was read: the minutes if it has a time, and the days after the first one if not. */
export function lengthOf(reading: PhraseReading, { day, time }: ReturnType<typeof startOf>, usualMinutes = 60) {
  const { end, durationMinutes } = reading;
  if (day === null) return { minutes: durationMinutes ?? usualMinutes, days: 0 };
  if (end === undefined) {
    const days = time === null ? Math.max(Math.ceil((durationMinutes ?? 0) / dayMinutes) - 1, 0) : 0;
    return { minutes: durationMinutes ?? usualMinutes, days };
  }
  if (time === null) return { minutes: usualMinutes, days: Math.max(daysBetween(day, end.slice(0, 10)), 0) };
  const minutes = (Date.parse(`${end}:00Z`) - Date.parse(`${day}T${time}:00Z`)) / 60_000;
  return { minutes: minutes > 0 ? minutes : usualMinutes, days: 0 };
}
