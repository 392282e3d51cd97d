import { useText } from "../../i18n/catalogue.ts";
import { withRealIds } from "../../sync/ids.ts";
import { realIds } from "../../sync/outbox-store.ts";
import { useSource } from "../../sync/use-source.ts";
import { formatDay } from "../../time/format.ts";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { useAddress } from "../recipes/model/address.ts";
import { recipesSource } from "../recipes/model/source.ts";
import { DayView } from "./day-view.tsx";
import { Carrying } from "./drag/carrying.tsx";
import { drop } from "./drag/dropping.ts";
import { DragContext, useDrag } from "./drag/use-drag.ts";
import { Grid } from "./grid.tsx";
import { GroceriesSheet } from "./groceries/groceries-sheet.tsx";
import { MealsHeader } from "./header.tsx";
import { MealSheet } from "./meal-sheet.tsx";
import { cellKey, cellOf, isDay } from "./model/plan.ts";
import { mealsSource } from "./model/source.ts";
import { useWeek } from "./model/use-week.ts";
import { PickerSheet } from "./picker-sheet.tsx";
import { PlanSheet } from "./plan-sheet.tsx";
import { Tray } from "./tray.tsx";
import { useIsNarrow } from "./use-narrow.ts";

/** The meal plan: a week at once, or on a phone a day of it, and the recipes to fill it with. */
export function MealsScreen() {
  const { meals: text, common } = useText();
  const week = useWeek();
  const { weekStart, dates, day, today } = week;
  const { params, open, close } = useAddress();
  const isNarrow = useIsNarrow();
  const { data, error, refetch } = useSource(mealsSource, { weekStart }, { keepsFormer: true });
  const { data: box } = useSource(recipesSource, {});
  const isCurrent = data?.weekStart === weekStart;
  const meals = isCurrent ? data.meals : [];

  const drag = useDrag({
    meals,
    dates,
    start: { date: dates.includes(today) ? today : day, mealType: "dinner", mealId: null },
    onDay: (date) => isNarrow && week.show(date),
    onDrop: (carried, goal, by) => {
      drop(carried, goal, meals);
      // A meal that has moved is another element now, and the focus goes with it.
      if (carried.kind === "meal" && by === "keys") focusMeal(carried.meal.id);
    },
  });

  const openMeal = meals.find(({ id }) => id === withRealIds(params.get("meal"), realIds));
  const openCell = cellOf(params.get("cell"));
  const toPlan = box?.recipes.find(({ id }) => id === params.get("recipe"));
  const planDay = params.get("on");
  const acts = {
    onMeal: ({ id }: { id: string }) => open({ meal: id }),
    onAdd: (cell: Parameters<typeof cellKey>[0]) => open({ cell: cellKey(cell) }),
  };
  const [first, last] = [formatDay(weekStart, "dateMonth"), formatDay(dates.at(-1) ?? weekStart, "dateMonth")];

  return (
    <div className="meals">
      <MealsHeader week={week} meals={meals} isLoaded={isCurrent} onGroceries={() => open({ groceries: "1" })} />
      {!data && !error && <Skeleton height="32rem" card />}
      {!data && error && (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      )}
      <DragContext value={drag}>
        {data &&
          (isNarrow ? <DayView week={week} meals={meals} {...acts} /> : <Grid week={week} meals={meals} {...acts} />)}
        <Tray onPick={({ id }) => open({ recipe: id, on: isNarrow ? day : null })} />
        <Carrying drag={drag.drag} ghost={drag.ghost} meals={meals} />
      </DragContext>

      {openCell && <PickerSheet cell={openCell} onClose={() => close("cell")} />}
      {openMeal && <MealSheet key={openMeal.id} meal={openMeal} meals={meals} onClose={() => close("meal")} />}
      {toPlan && (
        <PlanSheet
          recipe={toPlan}
          day={isDay(planDay) ? planDay : dates.includes(today) ? today : weekStart}
          onClose={() => close("recipe", "on")}
        />
      )}
      {params.has("groceries") && isCurrent && (
        <GroceriesSheet
          sub={text.groceriesWeek(first, last)}
          recipes={meals.map(({ recipe }) => recipe)}
          weekStart={weekStart}
          onClose={() => close("groceries")}
        />
      )}
    </div>
  );
}

/** The server may have named the meal since it was picked up. */
function focusMeal(picked: string): void {
  requestAnimationFrame(() => {
    const id = withRealIds(picked, realIds);
    document.querySelector<HTMLElement>(`[data-meal="${CSS.escape(id)}"]`)?.focus();
  });
}
