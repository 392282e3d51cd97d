import { addDays, daysFrom, startOfWeek } from "#lib/days.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useHousehold, useToday } from "#web/sync/session.ts";
import { isDay } from "./plan.ts";

export type ShownWeek = {
  readonly weekStart: string;
  readonly dates: readonly string[];
  readonly today: string;
  readonly isThisWeek: boolean;
  /** Shows the week that contains the day. */
  readonly show: (day: string) => void;
  /** Shows the week that is `weeks` weeks after the shown week. A negative number shows an earlier week. */
  readonly turn: (weeks: number) => void;
};

/** Reads the shown week from the address: `?week=` or `?day=`, any day of it. The default is the current week. */
export function useWeek(): ShownWeek {
  const { weekStartsOn } = useHousehold();
  const today = useToday();
  const { value, replace } = useOverlay("day", "week");
  const { day: requestedDay, week: requestedWeek } = value;
  const startOf = (day: string) => startOfWeek(day, weekStartsOn);
  const thisWeek = startOf(today);
  const weekStart = startOf(isDay(requestedDay) ? requestedDay : isDay(requestedWeek) ? requestedWeek : today);
  const show = (day: string) => {
    const start = startOf(day);
    replace({ week: start === thisWeek ? null : start });
  };
  return {
    weekStart,
    dates: daysFrom(weekStart, 7),
    today,
    isThisWeek: weekStart === thisWeek,
    show,
    turn: (weeks) => show(addDays(weekStart, 7 * weeks)),
  };
}
