/** Whose day is shown: everybody's, or that of the person in the address (`?for=…`). */
import { useCallback } from "preact/hooks";
import { useLocation, useSearch } from "wouter";
import type { AgendaDay } from "../calendar/model/agenda.ts";

/** The person that is chosen, null for everybody, and how to choose; the way back is not made longer by it. */
export function useFilter(): [string | null, (memberId: string | null) => void] {
  const [path, navigate] = useLocation();
  const chosen = new URLSearchParams(useSearch()).get("for");
  const choose = useCallback(
    (memberId: string | null) =>
      navigate(memberId === null ? path : `${path}?for=${encodeURIComponent(memberId)}`, { replace: true }),
    [path, navigate],
  );
  return [chosen, choose];
}

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
