import { plural } from "../locale.ts";

const each = (count: number, one: string, other: string) =>
  plural(count, { one: `Every ${one}`, other: `Every # ${other}` });
const ordinals: Readonly<Record<number, string>> = { [-1]: "last", 1: "first", 2: "second", 3: "third", 4: "fourth" };
const nth = (date: number) => {
  const ending = new Intl.PluralRules("en", { type: "ordinal" }).select(date);
  return `${date}${{ one: "st", two: "nd", few: "rd" }[ending as string] ?? "th"}`;
};

export const repeat = {
  once: "Does not repeat",
  onDays: "On",
  every: {
    days: "Every how many days",
    weeks: "Every how many weeks",
    months: "Every how many months",
    years: "Every how many years",
  },
  errors: {
    weekdays: "Choose at least one day.",
    until: "The last day must not lie before the first",
    count: "Between 1 and 1,000 times",
  },
  ends: "Until",
  endKinds: { never: "No end", until: "A day", count: "A number of times" },
  lastDay: "Last day",
  howOften: "How often",
  next: "Next dates",
  noMonths: (date: number, months: string, isInLeapYears: boolean) =>
    `In ${months} there is no ${nth(date)}${isInLeapYears ? ", except in leap years" : ""}, so it is left out.`,
  noYears: (years: string) => `Only leap years have a 29 February. It is left out in ${years}, for example.`,
  takeLast: "Take the last day then",
  noRule: "This repetition can’t be read.",
  days: (every: number) => each(every, "day", "days"),
  weekdays: "Every weekday (Monday to Friday)",
  weeks: (every: number, weekdays: string) => `${each(every, "week", "weeks")} on ${weekdays}`,
  monthDay: (every: number, date: number) => `${each(every, "month", "months")} on the ${nth(date)}`,
  monthDayOrLast: (every: number, date: number) =>
    `${each(every, "month", "months")} on the ${nth(date)}, or the last day`,
  monthEnd: (every: number) => `${each(every, "month", "months")} on the last day`,
  monthWeekday: (every: number, ordinal: number, weekday: string) =>
    `${each(every, "month", "months")} on the ${ordinals[ordinal]} ${weekday}`,
  years: (every: number, date: string) => `${each(every, "year", "years")} on ${date}`,
  yearlyLast: (every: number, month: string) => `${each(every, "year", "years")} on the last day of ${month}`,
  own: (rule: string) => `By a rule of its own: ${rule}`,
  until: (day: string) => `until ${day}`,
  times: (count: number) => plural(count, { one: "# time", other: "# times" }),
};
