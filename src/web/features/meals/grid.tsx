import { useText } from "#web/i18n/catalogue.ts";
import { formatDay } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { type MealType, mealPictures } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import type { ShownWeek } from "./model/use-week.ts";
import { type PlanActions, PlanCell } from "./plan-cell.tsx";

type Props = {
  readonly week: ShownWeek;
  readonly meals: readonly Meal[];
  readonly types: readonly MealType[];
  /**
   * Whether each day is a row instead of a column. Used on screens that are higher than wide, because seven columns
   * would be too narrow there.
   */
  readonly daysAreRows: boolean;
} & PlanActions;

export function Grid({ week, meals, types, daysAreRows, ...actions }: Props) {
  const text = useText();
  const { dates, today } = week;
  const cell = (date: string, mealType: MealType) => (
    <td key={`${date}.${mealType}`} className={cx(date === today && "meals-today")}>
      <PlanCell cell={{ date, mealType }} meals={meals} today={today} {...actions} />
    </td>
  );
  return (
    <div className="meals-plan">
      <table
        className={cx("meals-grid", daysAreRows && "meals-grid-upright")}
        style={{ "--columns": daysAreRows ? types.length : dates.length } as never}
      >
        <caption className="visually-hidden">{text.meals.plan}</caption>
        <thead>
          <tr>
            <td />
            {daysAreRows
              ? types.map((type) => <TypeHeader key={type} type={type} scope="col" />)
              : dates.map((date) => <DayHeader key={date} date={date} today={today} scope="col" />)}
          </tr>
        </thead>
        <tbody>
          {daysAreRows
            ? dates.map((date) => (
                <tr key={date}>
                  <DayHeader date={date} today={today} scope="row" />
                  {types.map((type) => cell(date, type))}
                </tr>
              ))
            : types.map((type) => (
                <tr key={type}>
                  <TypeHeader type={type} scope="row" />
                  {dates.map((date) => cell(date, type))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function DayHeader({ date, today, scope }: { date: string; today: string; scope: "col" | "row" }) {
  return (
    <th
      scope={scope}
      data-date={date}
      className={cx("meals-grid-day", date === today && "meals-today")}
      aria-current={date === today ? "date" : undefined}
    >
      <span>{formatDay(date, "weekday")}</span> <time dateTime={date}>{formatDay(date, "date")}</time>
    </th>
  );
}

function TypeHeader({ type, scope }: { type: MealType; scope: "col" | "row" }) {
  const { meals } = useText();
  return (
    <th scope={scope} className="meals-grid-type">
      <span aria-hidden="true">{mealPictures[type]}</span> {meals.types[type]}
    </th>
  );
}
