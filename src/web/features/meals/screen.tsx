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
import { recipesSource } from "../recipes/model/source.ts";
import { DayView } from "./day-view.tsx";
import { FillSheet } from "./fill-sheet.tsx";
import { Grid } from "./grid.tsx";
import { GroceriesSheet } from "./groceries/groceries-sheet.tsx";
import { MealsHeader } from "./header.tsx";
import { MealSheet } from "./meal-sheet.tsx";
import { cellKey, cellOf, defaultMealType, isDay, mealsIn, shownTypes } from "./model/plan.ts";
import { type Meal, mealSource, mealsSource } from "./model/source.ts";
import { useWeek } from "./model/use-week.ts";
import { PickerSheet } from "./picker-sheet.tsx";
import { PlanSheet } from "./plan-sheet.tsx";
import { Tray } from "./tray.tsx";
import { useMealDrag } from "./use-meal-drag.ts";

export function MealsScreen() {
  const { meals: text, common } = useText();
  const week = useWeek();
  const { weekStart, dates, day, today } = week;
  const { value, open, close } = useOverlay("meal", "cell", "recipe", "on", "groceries", "fill");
  const isNarrow = useBreakpoint("phone");
  const daysAreRows = !useBreakpoint("wide") && !isNarrow;
  const display = useDisplay();
  const { data, error, refetch } = useSource(mealsSource, { weekStart }, { keepsFormer: true });
  const { data: box } = useSource(recipesSource, {});
  const absence = useAbsence();
  const isReady = data !== undefined && (display !== undefined || absence !== null);
  const isCurrent = data?.weekStart === weekStart;
  const meals = isCurrent ? data.meals : [];
  const types = shownTypes(display, meals);

  const area = useRef<HTMLDivElement>(null);
  useMealDrag(area, {
    meals,
    recipes: box?.recipes ?? [],
    dates,
    types,
    daysAreRows,
    start: { date: dates.includes(today) ? today : day, mealType: defaultMealType(types), mealId: null },
    onDay: (date) => isNarrow && week.show(date),
  });

  const openMeal = useOpenRecord(
    value.meal,
    meals.find(({ id }) => id === withRealIds(value.meal, realIds)),
  );
  const { data: sought } = useSource(mealSource, isCurrent && value.meal && !openMeal ? { id: value.meal } : null);
  const date = sought?.date ?? day;
  const isElsewhere = !dates.includes(date);
  useEffect(() => {
    if (isElsewhere) week.show(date);
  }, [isElsewhere, date, week.show]);
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
          <DayView week={week} meals={meals} types={types} {...actions} />
        ) : (
          <Grid week={week} meals={meals} types={types} daysAreRows={daysAreRows} {...actions} />
        ))}
      <Tray onPick={({ id }) => open({ recipe: id, on: isNarrow ? day : null })} />

      {value.fill !== null && isCurrent && (
        <FillSheet week={week} free={freeDinners(dates, meals, today)} onClose={close} />
      )}
      {openCell && <PickerSheet cell={openCell} onClose={close} />}
      {openMeal && <MealSheet key={value.meal} record={openMeal} meals={meals} onClose={close} />}
      {toPlan && (
        <PlanSheet
          recipe={toPlan}
          day={isDay(planDay) ? planDay : dates.includes(today) ? today : weekStart}
          onClose={close}
        />
      )}
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
