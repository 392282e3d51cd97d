import { presentDays } from "#calendar/events/windows.ts";
import { mealRowsBetween, presentMeals } from "#kitchen/meals/meal-rows.store.ts";
import { addDays } from "#lib/days.ts";
import { day as dayMs } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { occurrencesByDate } from "#routines/check-ins/store.ts";
import { choreOccurrencesByDate } from "#routines/chores/store.ts";
import { tasksDue } from "#routines/tasks/store.ts";
import { type AgendaPart, agendaParts } from "./model.ts";

/** Query of the agenda. `from` defaults to today in the household's time zone. */
type AgendaQuery = { readonly from?: string; readonly days: number; readonly memberId?: string };

/**
 * Reads the agenda. Parts that the caller may not see are empty. If `memberId` is set, returns only the member's own
 * records, events for the whole household, and all meals. Must run in a transaction.
 */
export function readAgenda(work: Work, query: AgendaQuery, canSee: (part: AgendaPart) => boolean) {
  const today = todayOf(work);
  const days = daysFrom(query.from ?? today, query.days, work.timeZone);
  const dates = days.map(({ date }) => date);
  const memberId = query.memberId ?? null;
  const [from, to] = [dates[0] ?? "", dates.at(-1) ?? ""];
  const events = canSee("events") ? presentDays(work, days, memberId) : { days: [], isMore: false };
  const tasks = canSee("tasks") ? tasksDue(work, { from, to, memberId, openOnly: false }) : [];
  const tasksByDate = Map.groupBy(tasks, ({ dueDate }) => dueDate ?? "");
  const chores = canSee("chores") ? choreOccurrencesByDate(work, dates, memberId) : [];
  const checkIns = canSee("checkIns") ? occurrencesByDate(work, dates, memberId) : [];
  const meals = canSee("meals") ? presentMeals(work, mealRowsBetween(work, from, to)) : [];
  const mealsByDate = Map.groupBy(meals, ({ date }) => date);
  return {
    days: dates.map((date, index) => ({
      date,
      events: events.days[index] ?? [],
      tasks: tasksByDate.get(date) ?? [],
      chores: chores[index] ?? [],
      checkIns: checkIns[index] ?? [],
      meals: mealsByDate.get(date) ?? [],
    })),
    overdueTasks: canSee("tasks") ? tasksDue(work, { from: "", to: addDays(today, -1), memberId, openOnly: true }) : [],
    hidden: agendaParts.filter((part) => !canSee(part)),
    truncated: events.isMore,
  };
}

/** A day from midnight to midnight, in milliseconds. It has 23 to 25 hours. The end is exclusive. */
type Day = { readonly date: string; readonly from: number; readonly to: number };

/** Returns `count` days beginning with a date. Returns fewer days at the end of the year 9999. */
function daysFrom(date: string, count: number, timeZone: string): Day[] {
  const first = Date.parse(`${date}T00:00:00Z`);
  const midnights = Array.from({ length: count }, (_, index) => first + index * dayMs);
  return midnights
    .filter((midnight) => midnight <= lastDay)
    .map((midnight) => ({
      date: new Date(midnight).toISOString().slice(0, 10),
      from: toInstant(timeZone, midnight),
      to: toInstant(timeZone, midnight + dayMs),
    }));
}

const lastDay = Date.UTC(9999, 11, 31);
