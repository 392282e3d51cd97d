import type { AgendaDay } from "../calendar/model/agenda.ts";

/** The entries of a day that concern one person: their own and everybody's. Meals are for all. */
export function dayFor(day: AgendaDay, memberId: string | null): AgendaDay {
  if (memberId === null) return day;
  const isTheirs = (each: { memberId: string | null }) => each.memberId === memberId || each.memberId === null;
  return {
    ...day,
    events: day.events.filter(({ memberIds, isGeneral }) => isGeneral || memberIds.includes(memberId)),
    tasks: day.tasks.filter(isTheirs),
    checkIns: day.checkIns.filter(isTheirs),
  };
}
