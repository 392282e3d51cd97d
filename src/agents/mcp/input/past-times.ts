/** Reads past moments such as `10:00`, `2 hours ago`, `lunch` and `yesterday`, in English and German. */
import { lexicons } from "#lib/phrases/index.ts";
import { wholeReadings, wholeSpans } from "#lib/phrases/whole.ts";
import { minute } from "#lib/time.ts";
import { dayLine, instantLine, quotedShort, wallOf } from "../output/format.ts";
import { wrongParameter } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";
import {
  type Clock,
  clockText,
  formatTime,
  instantAt,
  type LocalTime,
  maxDateLength,
  readDay,
  readLocalTime,
} from "./times.ts";
import { byWord, plainPhrase } from "./words.ts";

/** Times of today by the words for them. */
const timesOfToday = byWord([
  ["00:00", "this morning|heute morgen|heute frueh|heute vormittag|midnight|mitternacht"],
  ["12:00", "lunch|lunchtime|lunch today|noon|midday|mittag|mittags|heute mittag|mittagessen|dem mittagessen"],
]);

const counts = byWord([
  [0.5, "half an|einer halben"],
  [1, "a|an|one|einer|the last|der letzten"],
  [2, "two|zwei"],
  [3, "three|drei"],
  [4, "four|vier"],
  [5, "five|fuenf"],
  [6, "six|sechs"],
]);

const agoForm =
  /^(?:(?:vor|in den letzten|in the last) )?(\d{1,4}|[a-z]+|half an|einer halben|the last|der letzten)(?: |(?<=\d))(?:(h|hours?|hrs?|std|stunden?)|(m|min|mins|minutes?|minuten?))(?: ago)?$/;

/** Returns the minutes of a text such as `2 hours ago` or `vor einer Stunde`, or null. */
function minutesAgo(phrase: string, isSince: boolean): number | null {
  const [, amount = "", hours] = agoForm.exec(phrase) ?? [];
  if (!isSince && !/ ago$|^vor |^in |^the last |^der letzten /.test(phrase)) return null;
  const count = counts.get(amount) ?? (/^\d+$/.test(amount) ? Number(amount) : null);
  return count === null ? null : count * (hours === undefined ? 1 : 60);
}

/** Reads a day up to today: a weekday means the last such day, a week its first day. @throws ToolError */
export function readPastDay(
  text: string,
  clock: Clock,
  parameter: string,
  example = `today (${dayLine(clock.today)}), yesterday`,
): string {
  const date = readDay(text.replace(/^\s*(?:since|seit)\s+/i, ""), clock, parameter, { isPast: true, takesWeek: true });
  if (date <= clock.today) return date;
  const repair = `send ${example}, a weekday (the last one) or an earlier date.`;
  throw wrongParameter(parameter, `must not be in the future: ${dayLine(date)}`, repair);
}

/** Reads a past moment and returns its instant. A day means its first moment. @throws ToolError */
export function readPastInstant(
  { clock, now }: Pick<Context, "clock" | "now">,
  text: string,
  parameter: string,
): string {
  const { timeZone } = clock;
  const instantOf = ({ date, time }: LocalTime) => {
    const instant = instantAt(date, time ?? "00:00", timeZone);
    if (instant <= now.instant) return instant;
    const reason = `must not be in the future: ${instantLine(instant, timeZone)}`;
    throw wrongParameter(parameter, reason, "send a past time with its day, such as yesterday 18:00.");
  };
  const said = (moment: LocalTime) => {
    const instant = instantOf(moment);
    clock.note(`${parameter} read as ${formatTime(moment)}.`);
    return instant;
  };
  const phrase = plainPhrase(text.length > maxDateLength ? "" : text).replace(/^(?:since|seit|from|ab) /, "");
  const [clockTime] = /^(?:[01]?\d|2[0-3]):[0-5]\d$/.exec(phrase) ?? [];
  const exact =
    clockTime !== undefined
      ? { date: now.date, time: clockTime.padStart(5, "0") }
      : /^\d{4}-\d\d-\d\d[t ]\s*\d/.test(phrase)
        ? readLocalTime(text, clock, parameter)
        : null;
  if (exact) return instantOf(exact);
  const ago = minutesAgo(phrase, /^\s*(?:since|seit)\s/i.test(text));
  if (ago !== null) return said(wallOf(new Date(Date.parse(now.instant) - ago * minute).toISOString(), timeZone));
  const named = timesOfToday.get(phrase);
  if (named !== undefined) return said({ date: now.date, time: named });
  const basis = { today: now.date, weekStart: clock.weekStartsOn, isPast: true };
  const readings = phrase === "" ? [] : wholeReadings(phrase, lexicons, basis);
  const moments = readings.flatMap(({ date, minutes, isVague }) =>
    minutes === null || isVague ? [] : [{ date: date ?? now.date, time: clockText(minutes % 1440) }],
  );
  const past = moments.filter(({ date, time }) => instantAt(date, time, timeZone) <= now.instant);
  const [only, another] = past.length > 0 ? past : moments;
  if (only && !another) return said(only);
  if (only && another) {
    const repair = `say ${past.map(formatTime).join(" or ")}.`;
    throw wrongParameter(parameter, `${quotedShort(text)} could mean more than one time`, repair);
  }
  const isDay = readings.some(({ isVague }) => !isVague) || wholeSpans(phrase, lexicons, basis).length > 0;
  if (isDay) {
    const date = readPastDay(text, { ...clock, note() {} }, parameter, "yesterday");
    if (!/^(?:[\d-]+|today|yesterday)$/.test(phrase))
      clock.note(`${parameter} read as ${formatTime({ date, time: null })}.`);
    return instantAt(date, "00:00", timeZone);
  }
  const repair =
    "say 10:00, 2 hours ago, this morning, lunch, yesterday 18:00 or a date. " +
    `Now it is ${instantLine(now.instant, timeZone)}.`;
  throw wrongParameter(parameter, `${quotedShort(text)} is no past time or day`, repair);
}
