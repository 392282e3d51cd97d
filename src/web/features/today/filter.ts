/** The filter of Today by person, in the address (`?for=…`). */
import { useLocation, useSearch } from "wouter";
import type { AgendaDay } from "../calendar/model/agenda.ts";

/** The chosen person, null for everybody, and a function to choose. A choice adds no entry to the history. */
export function useFilter(): [string | null, (memberId: string | null) => void] {
  const [path, navigate] = useLocation();
  const chosen = new URLSearchParams(useSearch()).get("for");
  const choose = (memberId: string | null) =>
    navigate(memberId === null ? path : `${path}?for=${encodeURIComponent(memberId)}`, { replace: true });
  return [chosen, choose];
}

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
