import { type Effect, on } from "#web/sync/source.ts";
import { agendaSource, withDays } from "../../calendar/model/agenda.ts";
import { inPlanOrder } from "./plan.ts";
import { type Meal, mealsSource } from "./source.ts";

/** Function that changes the cached meals. `shows` returns whether a day is in the cached range. */
type Change = (meals: readonly Meal[], shows: (date: string) => boolean) => readonly Meal[];

/** Returns the cache updates for a change of meals. The updates concern every cached week and the agenda. */
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

/** Returns a function that adds the given meals to cached meals. A cached meal with the same id is replaced. */
export function placing(placed: readonly Meal[]): Change {
  const ids = new Set(placed.map(({ id }) => id));
  return (meals) => [...meals.filter(({ id }) => !ids.has(id)), ...placed];
}
