import { useEffect, useRef } from "preact/hooks";
import { useHousehold } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { useToday } from "../../../time/zone.ts";
import { agendaSource } from "../../calendar/model/agenda.ts";
import { type Duty, dutiesOn, dutiesToday } from "./duties.ts";
import { type Chores, choresSource } from "./source.ts";

/** All chores, and what of them is to be done on a day; each undefined while it is not known. */
export function useDuties(day: string): {
  readonly data: Chores | undefined;
  readonly duties: readonly Duty[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
} {
  const { timeZone } = useHousehold();
  const today = useToday();
  const isPast = day < today;
  const chores = useSource(choresSource, {});
  const agenda = useSource(agendaSource, isPast ? { from: day, days: 1 } : null);
  const readOn = useRef(today);
  useEffect(() => {
    // A new day changes what is to be done, and nobody tells.
    if (readOn.current !== today) chores.refetch();
    readOn.current = today;
  }, [today, chores.refetch]);
  const { data } = chores;
  const then = agenda.data?.days[0];
  const past = data && then && dutiesOn(data.chores, then);
  return {
    data,
    duties: isPast ? past : data && dutiesToday(data.chores, today, timeZone),
    error: chores.error ?? (isPast ? agenda.error : null),
    refetch: () => {
      chores.refetch();
      if (isPast) agenda.refetch();
    },
  };
}
