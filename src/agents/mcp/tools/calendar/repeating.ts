import type { Clock } from "../../input/times.ts";
import { byWord, numbered, parseNumber, parseWeekday, plainPhrase } from "../../input/words.ts";
import { quotedShort } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";

const frequencies = new Map([
  ["daily", "FREQ=DAILY"],
  ["weekly", "FREQ=WEEKLY"],
  ["monthly", "FREQ=MONTHLY"],
  ["yearly", "FREQ=YEARLY"],
]);

const workdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

const rules: Readonly<Record<string, string>> = {
  "FREQ=DAILY": "everyday|each day|taeglich|jeden tag|alle tage",
  "FREQ=WEEKLY": "once a week|each week|woechentlich|jede woche|einmal pro woche|einmal die woche",
  "FREQ=MONTHLY": "once a month|each month|monatlich|jeden monat|einmal im monat",
  "FREQ=YEARLY": "annually|annual|once a year|each year|jaehrlich|jedes jahr|einmal im jahr",
  [workdays]:
    "weekdays|every weekday|each weekday|on weekdays|workdays|every workday|monday to friday|monday-friday|mon-fri|mo-fr|werktags|an werktagen|wochentags|unter der woche|montag bis freitag|mo bis fr|jeden werktag|jeden wochentag",
  "FREQ=WEEKLY;BYDAY=SA,SU":
    "weekends|every weekend|on weekends|am wochenende|jedes wochenende|an wochenenden|wochenends",
  "FREQ=WEEKLY;INTERVAL=2":
    "biweekly|bi-weekly|fortnightly|every fortnight|vierzehntaeglich|14-taeglich|zweiwoechentlich",
  "FREQ=MONTHLY;INTERVAL=3": "quarterly|every quarter|vierteljaehrlich|quartalsweise|jedes quartal",
  "FREQ=MONTHLY;INTERVAL=6": "every half year|halbjaehrlich|jedes halbe jahr",
};

const rulesByWord = byWord(Object.entries(rules));

const once: readonly string[] = ["none", "never", "no", "once", "nie", "nein", "einmal", "einmalig", "keine"];

/** Reads words such as `weekly`. Leaves it to the REST API to check RRULEs. @throws ToolError if words are unknown */
export function readRule(
  repeat: string,
  parameter: string,
  { note, weekStartsOn }: Pick<Clock, "note" | "weekStartsOn">,
): string {
  const text = plainPhrase(repeat);
  const rule = frequencies.get(text);
  if (rule !== undefined) return rule;
  if (text === "" || text.includes("=") || text.length > 200) return repeat;
  const read = rulesByWord.get(text) ?? intervalRule(text) ?? monthlyRule(text) ?? weekdaysRule(text, weekStartsOn);
  if (read !== null) {
    note(`${parameter} read as ${read}.`);
    return read;
  }
  throw wrongParameter(
    parameter,
    `must be ${[...frequencies.keys()].join(", ")} or an RRULE, not ${quotedShort(repeat)}`,
    `${suggestionFor(text)}.`,
  );
}

/** Describes a rule in words. Quotes a rule for which there are no words, because a rule may contain any text. */
export function describeRule(rule: string): string {
  const [word] = [...frequencies].find(([, each]) => each === rule) ?? [];
  return word ?? quotedShort(rule, 100);
}

const every =
  /^(?:every|each|alle|jeden?|jedes) (?:(other|second|third|zweiten?|zweites|dritten?|drittes|\S+) )?(days?|weeks?|months?|years?|tage?|wochen?|monate?|jahre?)$/;
const ordinals: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3 };

function intervalRule(text: string): string | null {
  const [, number, unit] = every.exec(text) ?? [];
  if (unit === undefined) return null;
  const count = number === undefined ? 1 : (intervalOf(number) ?? 0);
  if (count < 1) return null;
  return `FREQ=${frequencyOf(unit)}${count === 1 ? "" : `;INTERVAL=${count}`}`;
}

function intervalOf(word: string): number | null {
  if (word.startsWith("zweite")) return 2;
  if (word.startsWith("dritte")) return 3;
  return ordinals[word] ?? parseNumber(word);
}

function frequencyOf(unit: string): string {
  const first = unit[0] ?? "";
  return { d: "DAILY", t: "DAILY", w: "WEEKLY", m: "MONTHLY", y: "YEARLY", j: "YEARLY" }[first] ?? "";
}

const monthly =
  /^(?:(?:on|am|an|every|each|jeden|the|jeweils|monthly) )*(first|1st|ersten|1\.|second|2nd|zweiten|2\.|third|3rd|dritten|3\.|fourth|4th|vierten|4\.|last|letzten) (\S+) (?:of (?:the|each|every) month|im monat|des monats|jeden monats?)$/;
const places = byWord(
  numbered(["first|1st|ersten|1.", "second|2nd|zweiten|2.", "third|3rd|dritten|3.", "fourth|4th|vierten|4."]),
);

/** Reads words such as `first monday of the month`. Returns null for other words. */
function monthlyRule(text: string): string | null {
  const [, place = "", name = ""] = monthly.exec(text) ?? [];
  const day = weekdayOf(name);
  if (day === null) return null;
  return `FREQ=MONTHLY;BYDAY=${places.get(place) ?? -1}${codes[day - 1]}`;
}

/** Reads words such as `every other tuesday` or `mondays and thursdays`. Returns null for other words. */
function weekdaysRule(text: string, weekStartsOn: number): string | null {
  const [, before = "", named = ""] =
    /^((?:(?:weekly|woechentlich|every|each|on|am|jeden|immer) ?)*)(.*)$/.exec(text) ?? [];
  const [, other, rest = ""] = /^(?:(other|second|zweiten) )?(.*)$/.exec(named) ?? [];
  const days = rest.split(/ ?(?:&|\+|\/|\b(?:and|und)\b| ) ?(?:(?:every|jeden|on|am) )?/).map(weekdayOf);
  const found = days.filter((day) => day !== null);
  if (found.length === 0 || found.length < days.length) return null;
  // “Monday” alone may be a first day.
  const isPlural = rest.split(" ").every((word) => /[^s]s$/.test(word) || /^(?:and|und|&)$/.test(word));
  if (before.trim() === "" && other === undefined && found.length === 1 && !isPlural) return null;
  const byDay = [...new Set(found)].sort().map((day) => codes[day - 1]);
  if (other === undefined) return `FREQ=WEEKLY;BYDAY=${byDay.join(",")}`;
  const weekStart = byDay.length > 1 && weekStartsOn !== 1 ? `;WKST=${codes[weekStartsOn - 1]}` : "";
  return `FREQ=WEEKLY;INTERVAL=2;BYDAY=${byDay.join(",")}${weekStart}`;
}

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

function weekdayOf(word: string): number | null {
  return parseWeekday(word) ?? parseWeekday(word.replace(/s$/, ""));
}

function suggestionFor(text: string): string {
  if (once.includes(text)) return 'leave it out; what repeats stops by clear: ["repeat"] of update_event';
  if (/^(?:bimonthly|bi-monthly)$/.test(text))
    return "say FREQ=MONTHLY;INTERVAL=2 for every other month, or FREQ=MONTHLY;BYMONTHDAY=1,15 for twice a month";
  const day = weekdayOf(text);
  if (day !== null) return `say weekly, with starts on that day, or FREQ=WEEKLY;BYDAY=${codes[day - 1]}`;
  return `say one of these words, or a rule such as ${workdays}, or FREQ=WEEKLY;INTERVAL=2 for every other week`;
}
