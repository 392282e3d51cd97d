/** The shown week, and on a phone its shown day, in the address. */
import { useOverlay } from "../../../shell/use-overlay.ts";
import { useHousehold } from "../../../sync/session.ts";
import { addDays, daysFrom, startOfWeek } from "../../../time/days.ts";
import { useToday } from "../../../time/zone.ts";
import { isDay } from "./plan.ts";

export type ShownWeek = {
  readonly weekStart: string;
  readonly dates: readonly string[];
  /** The day that a phone shows. */
  readonly day: string;
  readonly today: string;
  readonly isThisWeek: boolean;
  /** Shows a day and its week. */
  readonly show: (day: string) => void;
  /** Shows the week that is so many weeks later; negative: earlier. */
  readonly turn: (weeks: number) => void;
};

/** The week of `?week=` or `?day=`; by default the present one. */
export function useWeek(): ShownWeek {
  const { weekStartsOn } = useHousehold();
  const today = useToday();
  const { value, replace } = useOverlay("day", "week");
  const { day: askedDay, week: askedWeek } = value;
  const startOf = (day: string) => startOfWeek(day, weekStartsOn);
  const thisWeek = startOf(today);
  const weekStart = startOf(isDay(askedDay) ? askedDay : isDay(askedWeek) ? askedWeek : today);
  const usualDay = (start: string) => (start === thisWeek ? today : start);
  const show = (day: string) => {
    const start = startOf(day);
    replace({ week: start === thisWeek ? null : start, day: day === usualDay(start) ? null : day });
  };
  return {
    weekStart,
    dates: daysFrom(weekStart, 7),
    day: isDay(askedDay) ? askedDay : usualDay(weekStart),
    today,
    isThisWeek: weekStart === thisWeek,
    show,
    turn: (weeks) => show(usualDay(addDays(weekStart, 7 * weeks))),
  };
}
