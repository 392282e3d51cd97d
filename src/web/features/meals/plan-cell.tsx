import { useText } from "../../i18n/catalogue.ts";
import { cx } from "../../ui/cx.ts";
import { Flame, Plus } from "../../ui/icons.ts";
import { meaningOf } from "./drag/carried.ts";
import { useDragging } from "./drag/use-drag.ts";
import { MealTile } from "./meal-tile.tsx";
import { type Cell, cellKey, freeSlot, isSameCell, mealsIn } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import { spokenCell } from "./model/spoken.ts";

/** What can be done in the plan. */
export type PlanActs = {
  readonly onMeal: (meal: Meal) => void;
  readonly onAdd: (cell: Cell) => void;
};

/** One cell of the plan: its meals side by side, and room for another while there is any. */
export function PlanCell(props: { cell: Cell; meals: readonly Meal[]; today: string } & PlanActs) {
  const { cell, onMeal, onAdd } = props;
  const text = useText();
  const { drag } = useDragging();
  const meals = mealsIn(props.meals, cell);
  const isFull = freeSlot(meals, cell) === null;
  const isTonight = cell.date === props.today && cell.mealType === "dinner";
  const isGoal = drag?.goal != null && isSameCell(drag.goal, cell);
  const meaning = drag?.goal && isGoal ? meaningOf(drag.carried, drag.goal, meals) : null;
  const isOutOfReach = drag?.carried.kind === "recipe" && isFull;
  return (
    <div
      className={cx(
        "meals-cell",
        isTonight && "meals-cell-tonight",
        isOutOfReach && "meals-cell-full",
        meaning && `meals-goal meals-goal-${meaning}`,
      )}
      data-goal={cellKey(cell)}
    >
      {isTonight && (
        <span className="meals-tonight">
          <Flame />
          {text.meals.tonight}
        </span>
      )}
      <div className="meals-slots">
        {/* By place: a new meal's id changes once the server has it, and must not take the focus with it. */}
        {meals.map((meal) => (
          <MealTile key={meal.slot} meal={meal} onOpen={onMeal} />
        ))}
        {!isFull && (
          <button
            type="button"
            className="meals-add"
            aria-label={text.meals.addTo(spokenCell(cell))}
            onClick={() => onAdd(cell)}
          >
            <Plus />
          </button>
        )}
      </div>
      {(meaning || isOutOfReach) && (
        <span className="meals-meaning" aria-hidden="true">
          {text.meals.meanings[meaning ?? "full"]}
        </span>
      )}
    </div>
  );
}
