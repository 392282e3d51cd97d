import { useEffect, useRef } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { formatDay } from "../../time/format.ts";
import { cx } from "../../ui/cx.ts";
import { mealPictures } from "./model/pictures.ts";
import { mealTypes } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import type { ShownWeek } from "./model/use-week.ts";
import { type PlanActs, PlanCell } from "./plan-cell.tsx";

/** The whole week: days from side to side, meals from top to bottom. The names of both stay in sight. */
export function Grid({ week, meals, ...acts }: { week: ShownWeek; meals: readonly Meal[] } & PlanActs) {
  const text = useText();
  const plan = useRef<HTMLDivElement>(null);
  const { weekStart, isThisWeek } = week;
  useEffect(() => {
    // Where not all days fit, today is the first to be seen of this week, and the first day of others.
    const start = plan.current?.querySelector<HTMLElement>(`[data-date="${isThisWeek ? week.today : weekStart}"]`);
    const label = plan.current?.querySelector<HTMLElement>("th[scope=row]");
    if (start && label) plan.current?.scrollTo({ left: start.offsetLeft - label.offsetWidth });
  }, [weekStart, isThisWeek, week.today]);
  return (
    <div className="meals-plan" ref={plan}>
      <table className="meals-grid">
        <caption className="visually-hidden">{text.meals.plan}</caption>
        <thead>
          <tr>
            <td />
            {week.dates.map((date) => (
              <th
                key={date}
                scope="col"
                data-date={date}
                className={cx(date === week.today && "meals-today")}
                aria-current={date === week.today ? "date" : undefined}
              >
                <span>{formatDay(date, "weekday")}</span> <time dateTime={date}>{formatDay(date, "date")}</time>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mealTypes.map((mealType) => (
            <tr key={mealType}>
              <th scope="row">
                <span aria-hidden="true">{mealPictures[mealType]}</span> {text.meals.types[mealType]}
              </th>
              {week.dates.map((date) => (
                <td key={date} className={cx(date === week.today && "meals-today")}>
                  <PlanCell cell={{ date, mealType }} meals={meals} today={week.today} {...acts} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
