import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { realIds } from "#web/page/sync.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { withRealIds } from "#web/sync/ids.ts";
import { useDisplay } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons, useAbsence } from "#web/ui/display/skeleton.tsx";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { FillSheet } from "./fill-sheet.tsx";
import { Grid } from "./grid.tsx";
import { GroceriesSheet } from "./groceries/groceries-sheet.tsx";
import { MealsHeader } from "./header.tsx";
import { MealSheet } from "./meal-sheet.tsx";
import { type Cell, cellKey, cellOf, defaultMealType, mealsIn, shownTypes } from "./model/plan.ts";
import { type Meal, mealSource, mealsSource } from "./model/source.ts";
import { useWeek } from "./model/use-week.ts";
import { PickerSheet } from "./picker-sheet.tsx";
import { useMealDrag } from "./use-meal-drag.ts";
import { WeekList } from "./week-list.tsx";

export function MealsScreen() {
  const { meals: text, common } = useText();
  const week = useWeek();
  const { weekStart, dates, today } = week;
  const { value, open, close } = useOverlay("meal", "act", "cell", "choose", "groceries", "fill");
  const isNarrow = useBreakpoint("phone");
  const daysAreRows = !useBreakpoint("wide") && !isNarrow;
  const display = useDisplay();
  const { data, error, refetch } = useSource(mealsSource, { weekStart }, { keepsFormer: true });
  const absence = useAbsence();
  const isReady = data !== undefined && (display !== undefined || absence !== null);
  const isCurrent = data?.weekStart === weekStart;
  const meals = isCurrent ? data.meals : [];
  const types = shownTypes(display, meals);
  const mainType = defaultMealType(shownTypes(display, []));
  const free = freeDinners(dates, meals, today);

  const area = useRef<HTMLDivElement>(null);
  // The list of a phone shows only the main meals.
  useMealDrag(area, { meals, dates, types: isNarrow ? [mainType] : types, daysAreRows: daysAreRows || isNarrow });

  const openMeal = useOpenRecord(
    value.meal,
    meals.find(({ id }) => id === withRealIds(value.meal, realIds)),
  );
  const { data: sought } = useSource(mealSource, isCurrent && value.meal && !openMeal ? { id: value.meal } : null);
  const elsewhere = sought && !dates.includes(sought.date) ? sought.date : null;
  useEffect(() => {
    if (elsewhere !== null) week.show(elsewhere);
  }, [elsewhere, week.show]);
  const openCell = cellOf(value.cell);
  const actions = {
    onMeal: ({ id }: Meal) => open({ meal: id }),
    onAdd: (cell: Cell) => open({ cell: cellKey(cell) }),
  };
  const [first, last] = [formatDay(weekStart, "dateMonth"), formatDay(dates.at(-1) ?? weekStart, "dateMonth")];

  return (
    <div className="meals" ref={area}>
      <MealsHeader
        week={week}
        meals={meals}
        isLoaded={isCurrent}
        onGroceries={() => open({ groceries: "1" })}
        onFill={() => open({ fill: "1" })}
      />
      {!isCurrent && absence}
      {!isReady && absence === null && !error && <Skeletons label={common.loading} count={1} height="32rem" card />}
      {!data && error && absence === null && (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      )}
      {isReady &&
        (isCurrent || absence === null) &&
        (isNarrow ? (
          <WeekList
            {...actions}
            week={week}
            types={types}
            mainType={mainType}
            meals={isCurrent ? meals : null}
            free={isCurrent && mainType === "dinner" ? free.length : 0}
            onFill={() => open({ fill: "1" })}
            onView={({ id }, act) => open({ meal: id, act })}
            onOther={(cell) => open({ cell: cellKey(cell), choose: "1" })}
          />
        ) : (
          <Grid week={week} meals={meals} types={types} daysAreRows={daysAreRows} {...actions} />
        ))}

      {value.fill !== null && isCurrent && <FillSheet week={week} free={free} onClose={close} />}
      {openCell && <PickerSheet cell={openCell} meals={value.choose === null ? null : meals} onClose={close} />}
      {openMeal && <MealSheet key={value.meal} record={openMeal} meals={meals} start={value.act} onClose={close} />}
      {value.groceries !== null && isCurrent && (
        <WeekGroceries
          sub={text.groceriesWeek(first, last)}
          weekStart={weekStart}
          meals={meals}
          today={today}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Returns the dates from today on for which no dinner is planned. */
function freeDinners(dates: readonly string[], meals: readonly Meal[], today: string): readonly string[] {
  return dates.filter((date) => date >= today && mealsIn(meals, { date, mealType: "dinner" }).length === 0);
}

/**
 * Sheet with the groceries for a week's meals. At first, the days from today on are chosen; in a past week, all days
 * are chosen.
 */
function WeekGroceries(props: {
  sub: string;
  weekStart: string;
  meals: readonly Meal[];
  today: string;
  onClose: () => void;
}) {
  const { sub, weekStart, meals, today, onClose } = props;
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { all, shopping } = useMemo(() => {
    const dates = [...new Set(meals.filter(({ quick }) => !quick).map(({ date }) => date))].sort();
    const coming = dates.filter((date) => date >= today);
    const days = chosen ?? (coming.length > 0 ? coming : dates);
    return { all: dates, shopping: { kind: "week", weekStart, meals, days } as const };
  }, [weekStart, meals, today, chosen]);
  return <GroceriesSheet sub={sub} shopping={shopping} days={{ all, onChange: setChosen }} onClose={onClose} />;
}
