import { useText } from "../../i18n/catalogue.ts";
import { formatDay } from "../../time/format.ts";
import { Button, IconButton } from "../../ui/controls/button.tsx";
import { ChevronLeft, ChevronRight } from "../../ui/icons.ts";
import type { ShownWeek } from "./model/use-week.ts";

/** The week that is shown, and the ways to others. */
export function WeekNav({ week }: { week: ShownWeek }) {
  const { meals } = useText();
  const [first, last] = [week.weekStart, week.dates.at(-1) ?? week.weekStart];
  return (
    <fieldset className="meals-nav">
      <legend className="visually-hidden">
        {meals.week(formatDay(first, "dateMonth"), formatDay(last, "dateMonth"))}
      </legend>
      <IconButton aria-label={meals.previousWeek} onClick={() => week.turn(-1)}>
        <ChevronLeft />
      </IconButton>
      <span className="meals-range" aria-live="polite">
        <time dateTime={first}>{formatDay(first, "dateMonth")}</time>
        <span aria-hidden="true"> – </span>
        <time dateTime={last}>{formatDay(last, "dateMonth")}</time>
      </span>
      <IconButton aria-label={meals.nextWeek} onClick={() => week.turn(1)}>
        <ChevronRight />
      </IconButton>
      {!week.isThisWeek && (
        <Button size="s" onClick={() => week.show(week.today)}>
          {meals.thisWeek}
        </Button>
      )}
    </fieldset>
  );
}
