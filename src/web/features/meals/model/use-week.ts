/** Which week, and on a phone which day of it, is shown: in the address, so that back and links work. */
import { useOverlay } from "../../../shell/use-overlay.ts";
import { useHousehold } from "../../../sync/session.ts";
import { addDays, daysFrom, startOfWeek } from "../../../time/days.ts";
import { useToday } from "../../../time/zone.ts";
import { isDay } from "./plan.ts";

/** The week that is shown. */
export type ShownWeek = {
  readonly weekStart: string;
  /** Its seven days. */
  readonly dates: readonly string[];
  /** The one that a phone shows. */
  readonly day: string;
  readonly today: string;
  readonly isThisWeek: boolean;
  /** Shows the week of a day, and that day. */
  readonly show: (day: string) => void;
  /** Shows another week: so many later, or earlier. */
  readonly turn: (weeks: number) => void;
};

/** The week of the address (`?week=`, `?day=`); without one, the present. */
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
