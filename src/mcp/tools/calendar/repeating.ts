import { parseWeekday, weekdays } from "../../input/weekdays.ts";
import { quotedShort } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";

const frequencies: Readonly<Record<string, string>> = {
  "FREQ=DAILY": "daily",
  "FREQ=WEEKLY": "weekly",
  "FREQ=MONTHLY": "monthly",
  "FREQ=YEARLY": "yearly",
};

const frequencyWords = Object.values(frequencies);

const workdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

const synonyms: Readonly<Record<string, string>> = {
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

/** REST validates RRULEs. @throws ToolError for unknown words, with a suggestion. */
export function readRule(repeat: string, parameter: string): string {
  const text = repeat.trim().toLowerCase();
  const rule = Object.keys(frequencies).find((each) => frequencies[each] === text);
  if (rule !== undefined) return rule;
  if (text === "" || text.includes("=") || text.length > 200) return repeat;
  throw wrongParameter(
    parameter,
    `must be ${frequencyWords.join(", ")} or an RRULE, not ${quotedShort(repeat)}`,
    `Parameter ${parameter}: ${suggestionFor(text)}.`,
  );
}

/** Quoted, because a rule may contain any text. */
export function describeRule(rule: string): string {
  return frequencies[rule] ?? quotedShort(rule, 100);
}

function suggestionFor(text: string): string {
  const synonym = Object.hasOwn(synonyms, text) ? synonyms[text] : undefined;
  if (synonym !== undefined) return `say ${synonym}`;
  if (["none", "never", "no", "once"].includes(text))
    return 'leave it out; what repeats stops by clear: ["repeat"] of update_event';
  const [, number, unit] = /^every (\d{1,3}|other|second|two|three) (day|week|month|year)s?$/.exec(text) ?? [];
  if (number !== undefined && unit !== undefined) {
    const every = { other: "2", second: "2", two: "2", three: "3" }[number] ?? number;
    return `say FREQ=${unit === "day" ? "DAILY" : `${unit.toUpperCase()}LY`};INTERVAL=${every}`;
  }
  const days = text.replace(/^(?:weekly |every |each |on )+/, "").split(/\s*(?:,|and|&|\s)\s*(?:every )?/);
  const found = days.map((day) => parseWeekday(day) ?? parseWeekday(day.replace(/s$/, "")));
  if (!found.every((day) => day !== null)) {
    return `say one of these words, or a rule such as ${workdays}, or FREQ=WEEKLY;INTERVAL=2 for every other week`;
  }
  const byDay = `FREQ=WEEKLY;BYDAY=${found.map((day) => (weekdays[day - 1] ?? "").slice(0, 2).toUpperCase()).join(",")}`;
  return found.length > 1 ? `say ${byDay}` : `say weekly, with starts on that day, or ${byDay}`;
}
