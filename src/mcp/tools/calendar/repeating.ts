/** How often an event happens: from a caller's words to a rule, and back. Pure. */

import { parseWeekday, weekdays } from "../../input/weekdays.ts";
import { quotedShort } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";

const frequencies: Readonly<Record<string, string>> = {
  "FREQ=DAILY": "daily",
  "FREQ=WEEKLY": "weekly",
  "FREQ=MONTHLY": "monthly",
  "FREQ=YEARLY": "yearly",
};

const words = Object.values(frequencies);

const workdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

/** What else people say, and what to send for it. */
const meanings: Readonly<Record<string, string>> = {
  "every day": "daily",
  "every week": "weekly",
  "every month": "monthly",
  "every year": "yearly",
  everyday: "daily",
  annually: "yearly",
  annual: "yearly",
  "once a week": "weekly",
  "once a month": "monthly",
  weekdays: workdays,
  "every weekday": workdays,
  "on weekdays": workdays,
  workdays,
  "every workday": workdays,
  weekends: "FREQ=WEEKLY;BYDAY=SA,SU",
  "every weekend": "FREQ=WEEKLY;BYDAY=SA,SU",
  biweekly: "FREQ=WEEKLY;INTERVAL=2",
  fortnightly: "FREQ=WEEKLY;INTERVAL=2",
  "bi-weekly": "FREQ=WEEKLY;INTERVAL=2",
  "every fortnight": "FREQ=WEEKLY;INTERVAL=2",
  quarterly: "FREQ=MONTHLY;INTERVAL=3",
  bimonthly: "FREQ=MONTHLY;INTERVAL=2",
};

/**
 * The rule of a word such as `weekly`; what looks like a rule is left for REST to read. `parameter` is what the tool calls it.
 * @throws ToolError for other words, with what to send where that is clear.
 */
export function ruleOf(repeat: string, parameter: string): string {
  const said = repeat.trim().toLowerCase();
  const rule = Object.keys(frequencies).find((each) => frequencies[each] === said);
  if (rule !== undefined) return rule;
  if (said === "" || said.includes("=") || said.length > 200) return repeat;
  throw wrongParameter(
    parameter,
    `must be ${words.join(", ")} or an RRULE, not ${quotedShort(repeat)}`,
    `Parameter ${parameter}: ${meant(said)}.`,
  );
}

/** A rule in a word where there is one, else as it is, quoted, since it may hold anything. */
export function repeatWords(rule: string): string {
  return frequencies[rule] ?? quotedShort(rule, 100);
}

function meant(said: string): string {
  const known = Object.hasOwn(meanings, said) ? meanings[said] : undefined;
  if (known !== undefined) return `say ${known}`;
  if (["none", "never", "no", "once"].includes(said))
    return 'leave it out; what repeats stops by clear: ["repeat"] of update_event';
  const [, number, unit] = /^every (\d{1,3}|other|second|two|three) (day|week|month|year)s?$/.exec(said) ?? [];
  if (number !== undefined && unit !== undefined) {
    const every = { other: "2", second: "2", two: "2", three: "3" }[number] ?? number;
    return `say FREQ=${unit === "day" ? "DAILY" : `${unit.toUpperCase()}LY`};INTERVAL=${every}`;
  }
  const days = said.replace(/^(?:weekly |every |each |on )+/, "").split(/\s*(?:,|and|&|\s)\s*(?:every )?/);
  const found = days.map((day) => parseWeekday(day) ?? parseWeekday(day.replace(/s$/, "")));
  if (!found.every((day) => day !== null)) {
    return `say one of these words, or a rule such as ${workdays}, or FREQ=WEEKLY;INTERVAL=2 for every other week`;
  }
  const byDay = `FREQ=WEEKLY;BYDAY=${found.map((day) => (weekdays[day - 1] ?? "").slice(0, 2).toUpperCase()).join(",")}`;
  return found.length > 1 ? `say ${byDay}` : `say weekly, with starts on that day, or ${byDay}`;
}
