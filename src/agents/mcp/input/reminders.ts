/** Reads reminders as people and language models write them: `60`, `1h`, `1 day`, `evening before`, `none`. */
import { Type } from "@sinclair/typebox";
import { addDays } from "#lib/days.ts";
import { lexicons } from "#lib/phrases/index.ts";
import { wholeAmount, wholeTimes } from "#lib/phrases/whole.ts";
import { minutesBeforeMidnight } from "#lib/reminder-minutes.ts";
import { minute } from "#lib/time.ts";
import type { ReminderSettings } from "#notifications/reminders/model.ts";
import { quotedShort } from "../output/format.ts";
import { runEach, wrongParameter } from "../output/tool-error.ts";
import { Param } from "./parameters.ts";
import { clockText, instantAt, type LocalTime } from "./times.ts";
import { plainPhrase } from "./words.ts";

export const remindersParameter = (description = "1h, evening before, none") =>
  Type.Array(Param.text(60), { maxItems: 10, description });

/** Longest time in minutes before the start at which REST takes a reminder: four weeks. */
const maxMinutes = 40_320;

/** A reminder as it was written. A `time` of null is the time of the start, or the household's time for all-day events. */
type WrittenReminder = { readonly place: string; readonly text: string } & (
  | { readonly minutes: number }
  | { readonly daysBefore: number; readonly time: string | null }
);

export type WrittenReminders = readonly WrittenReminder[];

/** Reads reminders; an empty result means that nobody is reminded. `path` is empty or like `events[3].`. @throws ToolError */
export async function readReminders(texts: readonly string[], path = ""): Promise<WrittenReminders> {
  const none = texts.findIndex(meansNone);
  if (none >= 0 && texts.length > 1) {
    throw wrongParameter(`${path}reminders[${none}]`, "does not fit the others", "leave it out, or send it alone.");
  }
  const read = await runEach(texts, (text, index) => readAll(text, `${path}reminders[${index}]`));
  return read.flat();
}

function readAll(text: string, place: string): WrittenReminder[] {
  if (meansNone(text)) return [];
  const whole = readOne(text);
  const parts = whole ? [whole] : text.split(/[;\n]|,(?!\d)|\s(?:and|und|&|\+)\s/i).map(readOne);
  const found = parts.filter((part) => part !== null);
  if (found.length === parts.length) return found.map((part) => ({ ...part, place, text }));
  const number = /^\s*-?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
  if (number !== null) {
    const isSmall = number < 0;
    const fault = isSmall ? `${number} is too small: send 0 or more` : `${number} is not a whole number`;
    throw rangeError(place, `${fault}${isSmall ? "" : `: send ${Math.round(number)}`}.`);
  }
  const repair = `${quotedShort(text)} is not one of these. Send minutes before the start if there is no word for it.`;
  throw wrongParameter(place, "must be like 60, 1h, 1 day, evening before or none", repair);
}

function rangeError(place: string, repair: string) {
  return wrongParameter(place, `must be a whole number from 0 to ${maxMinutes}`, repair);
}

function meansNone(text: string): boolean {
  return /^(?:none|no|off|never|no reminders?|keine?|keiner|keine erinnerung(?:en)?|nein|nie|ohne|aus)$/.test(
    plainPhrase(text),
  );
}

const dayPhrases: readonly (readonly [RegExp, daysBefore: number, time: string | null])[] = [
  [/^(?:the )?(?:evening|night) (?:before|prior)$|^(?:the )?(?:previous|prior) (?:evening|night)$/, 1, "18:00"],
  [/^(?:(?:am )?abend|abends|am vortag abends?|am vortag am abend) (?:vorher|davor|zuvor)$/, 1, "18:00"],
  [/^(?:am )?vorabend$|^(?:am )?vortag (?:abends?|am abend)$|^(?:the )?day before in the evening$/, 1, "18:00"],
  [
    /^(?:on )?(?:the )?(?:day (?:before|prior)|(?:previous|prior) day)$|^(?:am )?(?:vortag|tag (?:vorher|davor|zuvor))$/,
    1,
    null,
  ],
  [/^(?:on )?(?:the )?(?:same day|that day|day itself|day of)$|^am (?:selben|gleichen) tag$|^am tag selbst$/, 0, null],
  [/^(?:in |on )?(?:the )?(?:same |that )?morning(?: of)?$|^(?:morgens|am morgen|am selben morgen)$/, 0, "08:00"],
];

const atStart =
  /^(?:at (?:the |its )?(?:start|beginning|time|due time|time of (?:the )?event)|when it (?:starts|begins|is due)|on time|(?:zu|bei|zum) (?:beginn|start|termin|zeitpunkt)|zur (?:zeit|faelligkeit)|puenktlich|0 ?m(?:in(?:ute[sn]?)?)?(?: before| vorher)?)$/;
const clockLast = /^(.*?\S)\s+(?:at |um |@ ?)?(\d{1,2}(?:[:.h]\d\d)?(?: ?(?:am|pm|uhr))?|noon)$/;
const clockFirst = /^(?:at |um )?(\d{1,2}(?:[:.]\d\d(?: ?(?:am|pm|uhr))?| ?(?:am|pm|uhr)))\s+(?:on )?(.+)$/;

type Meaning = { readonly minutes: number } | { readonly daysBefore: number; readonly time: string | null };

function readOne(text: string): Meaning | null {
  const phrase = plainPhrase(text.replaceAll(/(\d),(?=\d)/g, "$1."))
    .replace(/^(?:remind(?:er)?|erinnerung|erinnere)(?: me| us| mich| uns)?:? /, "")
    .replace(/^(?:at least|mindestens) /, "");
  if (/^\d{1,6}$/.test(phrase)) return { minutes: Number(phrase) };
  if (atStart.test(phrase)) return { minutes: 0 };
  const plain = readDayPhrase(phrase) ?? readAmount(phrase);
  if (plain) return plain;
  const [, before, last] = clockLast.exec(phrase) ?? [];
  const [, first, after] = clockFirst.exec(phrase) ?? [];
  const [words, clock] = after === undefined ? [before, last] : [after, first];
  if (words === undefined || clock === undefined) return null;
  const day = readDayPhrase(words) ?? readAmount(words);
  const [time, another] = wholeTimes(clock, lexicons);
  if (!day || !("daysBefore" in day) || time === undefined || another !== undefined || time >= 1440) return null;
  return { daysBefore: day.daysBefore, time: clockText(time) };
}

function readDayPhrase(phrase: string): Meaning | null {
  const [, daysBefore, time = null] = dayPhrases.find(([form]) => form.test(phrase)) ?? [];
  return daysBefore === undefined ? null : { daysBefore, time };
}

function readAmount(phrase: string): Meaning | null {
  const amount = wholeAmount(
    phrase
      .replace(/ (?:before(?:hand)?|earlier|prior|ahead|in advance|vorher|davor|zuvor|im voraus|frueher)$/, "")
      .replaceAll(/(\d) ?([hdm])(?=\d|\b)/g, "$1 $2 ")
      .replace(/(\d) ?w$/, "$1 weeks")
      .trim(),
    lexicons,
  );
  if (!amount) return null;
  return amount.isInDays ? { daysBefore: amount.minutes / 1440, time: null } : { minutes: amount.minutes };
}

/** The start of the thing that has reminders. `time` is null for something that has a day but no time of day. */
export type ReminderBasis = { readonly start: LocalTime; readonly timeZone: string };

/** Whether the minutes of reminders depend on the start. */
export function dependOnStart(reminders: WrittenReminders): boolean {
  return reminders.some((each) => "daysBefore" in each);
}

/**
 * Returns reminders in minutes before the start, or before midnight if there is no time of day. A day before something
 * without a time of day means the time at which the household is reminded of all-day events.
 * @throws ToolError if a reminder would come after the start, or over four weeks before it
 */
export function reminderMinutes(
  reminders: WrittenReminders,
  { start, timeZone }: ReminderBasis,
  { allDayReminder }: Pick<ReminderSettings, "allDayReminder">,
): number[] {
  return reminders.map((each) => {
    const minutes = "minutes" in each ? each.minutes : minutesOf(each.daysBefore, each.time);
    if (minutes < 0) {
      const repair = `${quotedShort(each.text)} comes after it begins. Say a time before that.`;
      throw wrongParameter(each.place, "must be before the start", repair);
    }
    if (minutes > maxMinutes) throw rangeError(each.place, `${minutes} is too large: send ${maxMinutes} or less.`);
    return minutes;
  });

  function minutesOf(daysBefore: number, time: string | null): number {
    if (start.time === null) {
      const at = time ?? (daysBefore > 0 ? (allDayReminder?.time ?? "08:00") : "00:00");
      return minutesBeforeMidnight({ daysBefore, time: at });
    }
    if (time === null) return daysBefore * 1440;
    const startAt = Date.parse(instantAt(start.date, start.time, timeZone));
    return (startAt - Date.parse(instantAt(addDays(start.date, -daysBefore), time, timeZone))) / minute;
  }
}
