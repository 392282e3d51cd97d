import { useEffect, useRef } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { useOverlay } from "../../shell/use-overlay.ts";
import { withRealIds } from "../../sync/ids.ts";
import { realIds } from "../../sync/outbox-store.ts";
import { useSource } from "../../sync/use-source.ts";
import { formatDay } from "../../time/format.ts";
import { cx } from "../../ui/cx.ts";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons, useAbsence } from "../../ui/display/skeleton.tsx";
import { useBreakpoint } from "../../ui/use-breakpoint.ts";
import { recipesSource } from "../recipes/model/source.ts";
import { DayView } from "./day-view.tsx";
import { GroceriesSheet } from "./groceries/groceries-sheet.tsx";
import { MealsHeader } from "./header.tsx";
import { MealSheet } from "./meal-sheet.tsx";
import { cellKey, cellOf, isDay, mealPictures, mealTypes } from "./model/plan.ts";
import { type Meal, mealsSource } from "./model/source.ts";
import { type ShownWeek, useWeek } from "./model/use-week.ts";
import { PickerSheet } from "./picker-sheet.tsx";
import { type PlanActions, PlanCell } from "./plan-cell.tsx";
import { PlanSheet } from "./plan-sheet.tsx";
import { Tray } from "./tray.tsx";
import { useMealDrag } from "./use-meal-drag.ts";

export function MealsScreen() {
  const { meals: text, common } = useText();
  const week = useWeek();
  const { weekStart, dates, day, today } = week;
  const { value, open, close } = useOverlay("meal", "cell", "recipe", "on", "groceries");
  const isNarrow = useBreakpoint("phone");
  const { data, error, refetch } = useSource(mealsSource, { weekStart }, { keepsFormer: true });
  const { data: box } = useSource(recipesSource, {});
  const isCurrent = data?.weekStart === weekStart;
  const meals = isCurrent ? data.meals : [];

  const absence = useAbsence();

  const area = useRef<HTMLDivElement>(null);
  useMealDrag(area, {
    meals,
    recipes: box?.recipes ?? [],
    dates,
    start: { date: dates.includes(today) ? today : day, mealType: "dinner", mealId: null },
    onDay: (date) => isNarrow && week.show(date),
  });

  const openMeal = meals.find(({ id }) => id === withRealIds(value.meal, realIds));
  const openCell = cellOf(value.cell);
  const toPlan = box?.recipes.find(({ id }) => id === value.recipe);
  const planDay = value.on;
  const actions = {
    onMeal: ({ id }: { id: string }) => open({ meal: id }),
    onAdd: (cell: Parameters<typeof cellKey>[0]) => open({ cell: cellKey(cell) }),
  };
  const [first, last] = [formatDay(weekStart, "dateMonth"), formatDay(dates.at(-1) ?? weekStart, "dateMonth")];

  return (
    <div className="meals" ref={area}>
      <MealsHeader week={week} meals={meals} isLoaded={isCurrent} onGroceries={() => open({ groceries: "1" })} />
      {!isCurrent &&
        (absence ?? (!data && !error && <Skeletons label={common.loading} count={1} height="32rem" card />))}
      {!data && error && absence === null && (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      )}
      {data &&
        (isCurrent || absence === null) &&
        (isNarrow ? (
          <DayView week={week} meals={meals} {...actions} />
        ) : (
          <Grid week={week} meals={meals} {...actions} />
        ))}
      <Tray onPick={({ id }) => open({ recipe: id, on: isNarrow ? day : null })} />

      {openCell && <PickerSheet cell={openCell} onClose={close} />}
      {openMeal && <MealSheet key={openMeal.id} meal={openMeal} meals={meals} onClose={close} />}
      {toPlan && (
        <PlanSheet
          recipe={toPlan}
          day={isDay(planDay) ? planDay : dates.includes(today) ? today : weekStart}
          onClose={close}
        />
      )}
      {value.groceries !== null && isCurrent && (
        <GroceriesSheet
          sub={text.groceriesWeek(first, last)}
          recipes={meals.map(({ recipe }) => recipe)}
          weekStart={weekStart}
          onClose={close}
        />
      )}
    </div>
  );
}

function Grid({ week, meals, ...actions }: { week: ShownWeek; meals: readonly Meal[] } & PlanActions) {
  const text = useText();
  const plan = useRef<HTMLDivElement>(null);
  const { weekStart, isThisWeek } = week;
  useEffect(() => {
    // A narrow screen starts with today, or with the first day of another week.
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
                  <PlanCell cell={{ date, mealType }} meals={meals} today={week.today} {...actions} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
