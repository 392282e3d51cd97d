import { addDays, daysFrom, startOfWeek } from "#lib/days.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useHousehold, useToday } from "#web/sync/session.ts";
import { isDay } from "./plan.ts";

export type ShownWeek = {
  readonly weekStart: string;
  readonly dates: readonly string[];
  /** Day that is shown on phones. */
  readonly day: string;
  readonly today: string;
  readonly isThisWeek: boolean;
  readonly show: (day: string) => void;
  /** Shows the week that is `weeks` weeks after the shown week. A negative number shows an earlier week. */
  readonly turn: (weeks: number) => void;
};

/** Reads the shown week and day from the address: `?week=` or `?day=`. The default is the current week. */
export function useWeek(): ShownWeek {
  const { weekStartsOn } = useHousehold();
  const today = useToday();
  const { value, replace } = useOverlay("day", "week");
  const { day: requestedDay, week: requestedWeek } = value;
  const startOf = (day: string) => startOfWeek(day, weekStartsOn);
  const thisWeek = startOf(today);
  const weekStart = startOf(isDay(requestedDay) ? requestedDay : isDay(requestedWeek) ? requestedWeek : today);
  const defaultDay = (start: string) => (start === thisWeek ? today : start);
  const show = (day: string) => {
    const start = startOf(day);
    replace({ week: start === thisWeek ? null : start, day: day === defaultDay(start) ? null : day });
  };
  return {
    weekStart,
    dates: daysFrom(weekStart, 7),
    day: isDay(requestedDay) ? requestedDay : defaultDay(weekStart),
    today,
    isThisWeek: weekStart === thisWeek,
    show,
    turn: (weeks) => show(defaultDay(addDays(weekStart, 7 * weeks))),
  };
}
