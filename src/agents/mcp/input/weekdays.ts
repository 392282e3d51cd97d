/** Reads and computes weekdays, as numbers from 1 for Monday to 7 for Sunday. */
import { addDays, weekdayOf } from "#lib/time.ts";
import { plainPhrase } from "./plain-phrase.ts";

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const others = ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag"];
const codes = ["mo", "tu di", "we mi", "th do", "fr", "sa", "su so"];

const otherNames = new Map(
  [others, codes].flatMap((list) => list.flatMap((words, index) => words.split(" ").map((word) => [word, index + 1]))),
) as ReadonlyMap<string, number>;

/**
 * Reads a weekday and returns its number; Monday is 1. An English weekday may be shortened to 3 to 5 letters. A German
 * weekday may be written as `Sa` or `Sa.` Returns null for other texts.
 */
export function parseWeekday(text: string): number | null {
  const word = plainPhrase(text).replace(/\.$/, "");
  return englishWeekday(word) ?? otherNames.get(word) ?? null;
}

export function englishWeekday(word: string): number | null {
  const index = weekdays.findIndex(
    (name) => name === word || (word.length >= 3 && word.length <= 5 && name.startsWith(word)),
  );
  return index < 0 ? null : index + 1;
}

export function nextWeekday(date: string, weekday: number): string {
  return addDays(date, ((weekday - weekdayOf(date) + 6) % 7) + 1);
}

export function previousWeekday(date: string, weekday: number): string {
  return addDays(date, -(((weekdayOf(date) - weekday + 6) % 7) + 1));
}

/** Returns the last date up to and including `date` that has this weekday. */
export function lastWeekday(date: string, weekday: number): string {
  return previousWeekday(addDays(date, 1), weekday);
}

export function startOfWeek(date: string, weekStartsOn: number): string {
  return addDays(date, -((weekdayOf(date) - weekStartsOn + 7) % 7));
}
