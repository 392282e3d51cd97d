import type { repeat as english } from "../en/recurrence.ts";
import { number, plural } from "../locale.ts";

const ordinals: Readonly<Record<number, string>> = {
  [-1]: "letzten",
  1: "ersten",
  2: "zweiten",
  3: "dritten",
  4: "vierten",
};
const months = (every: number) => plural(every, { one: "Jeden Monat", other: "Alle # Monate" });

export const repeat: typeof english = {
  once: "Einmalig",
  onDays: "An diesen Tagen",
  every: {
    days: "Abstand in Tagen",
    weeks: "Abstand in Wochen",
    months: "Abstand in Monaten",
    years: "Abstand in Jahren",
  },
  errors: {
    weekdays: "Wähle mindestens einen Tag.",
    until: "Der letzte Tag darf nicht vor dem ersten liegen",
    count: "Zwischen 1- und 1.000-mal",
  },
  ends: "Endet",
  endKinds: { never: "Nie", until: "An einem Tag", count: "Nach einer Anzahl" },
  lastDay: "Letzter Tag",
  howOften: "Wie oft",
  next: "Die nächsten Termine",
  noMonths: (date, months, isInLeapYears) =>
    `Im ${months} gibt es${isInLeapYears ? " außer in Schaltjahren" : ""} keinen ${date}.; dort fällt es aus.`,
  noYears: (years) => `Einen 29. Februar gibt es nur in Schaltjahren; zum Beispiel ${years} fällt es aus.`,
  takeLast: "Dann den letzten Tag nehmen",
  noRule: "Diese Wiederholung lässt sich nicht lesen.",
  days: (every) => plural(every, { one: "Jeden Tag", other: "Alle # Tage" }),
  weekdays: "Jeden Werktag (Montag bis Freitag)",
  weeks: (every, weekdays) => `${plural(every, { one: "Jede Woche", other: "Alle # Wochen" })} am ${weekdays}`,
  monthDay: (every, date) => `${months(every)} am ${date}.`,
  monthDayOrLast: (every, date) => `${months(every)} am ${date}., sonst am letzten Tag`,
  monthEnd: (every) => `${months(every)} am letzten Tag`,
  monthWeekday: (every, ordinal, weekday) => `${months(every)} am ${ordinals[ordinal]} ${weekday}`,
  years: (every, date) => `${plural(every, { one: "Jedes Jahr", other: "Alle # Jahre" })} am ${date}`,
  yearlyLast: (every, month) =>
    `${plural(every, { one: "Jedes Jahr", other: "Alle # Jahre" })} am letzten Tag im ${month}`,
  own: (rule) => `Nach eigener Regel: ${rule}`,
  until: (day) => `bis ${day}`,
  times: (count) => `${number(count)}-mal`,
};
