import type { AgendaDay } from "../calendar/model/agenda.ts";

/** What of a day concerns one person: their own, what is everybody's, and what anybody may do. Meals are for all. */
export function dayFor(day: AgendaDay, memberId: string | null): AgendaDay {
  if (memberId === null) return day;
  const isTheirs = (each: { memberId: string | null }) => each.memberId === memberId || each.memberId === null;
  return {
    ...day,
    events: day.events.filter(({ memberIds, isGeneral }) => isGeneral || memberIds.includes(memberId)),
    tasks: day.tasks.filter(isTheirs),
    chores: day.chores.filter((chore) => chore.assignment === "anyone" || isTheirs(chore)),
    checkIns: day.checkIns.filter(isTheirs),
  };
}
