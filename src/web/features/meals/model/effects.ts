/** What a change of the plan changes of what is shown of it. */

import { type Effect, on } from "../../../sync/source.ts";
import { agendaSource, withDays } from "../../calendar/model/agenda.ts";
import { inPlanOrder } from "./plan.ts";
import { type Meal, mealsSource } from "./source.ts";

/** Meals as they will be; `shows` says whether a day is among those that are shown. */
type Change = (meals: readonly Meal[], shows: (date: string) => boolean) => readonly Meal[];

/** Applies a change to every week that is known, and to the agenda. */
export function planning(change: Change): readonly Effect[] {
  const apply: Change = (meals, shows) =>
    change(meals, shows)
      .filter(({ date }) => shows(date))
      .sort(inPlanOrder);
  return [
    on(mealsSource, (week) => ({
      ...week,
      meals: [...apply(week.meals, (date) => date >= week.weekStart && date <= week.weekEnd)],
    })),
    on(agendaSource, (agenda) => {
      const dates = new Set(agenda.days.map(({ date }) => date));
      const known = agenda.days.flatMap(({ meals }) => meals);
      const meals = apply(known, (date) => dates.has(date));
      return withDays(agenda, (day) => ({ ...day, meals: meals.filter(({ date }) => date === day.date) }));
    }),
  ];
}

/** The change that puts meals as they are given in the place of what has their ids; new ones are added. */
export function placing(placed: readonly Meal[]): Change {
  const ids = new Set(placed.map(({ id }) => id));
  return (meals) => [...meals.filter(({ id }) => !ids.has(id)), ...placed];
}
