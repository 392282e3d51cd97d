import { useText } from "../../i18n/catalogue.ts";
import { cx } from "../../ui/cx.ts";
import { Archive } from "../../ui/icons.ts";
import { goalKey } from "./drag/carried.ts";
import { useDragging, useSource } from "./drag/use-drag.ts";
import type { Meal } from "./model/source.ts";

/** A meal in its place: to tap, to drag, and (with the space bar) to carry by arrow keys. */
export function MealTile({ meal, onOpen }: { meal: Meal; onOpen: (meal: Meal) => void }) {
  const { meals } = useText();
  const { drag } = useDragging();
  const { isCarried, handlers } = useSource({ kind: "meal", meal });
  const { id, date, mealType, recipe } = meal;
  const isGoal = drag?.goal?.mealId === id && !isCarried;
  return (
    <button
      type="button"
      className={cx("meals-tile", isCarried && "meals-tile-carried", isGoal && "meals-tile-goal")}
      data-goal={goalKey({ date, mealType, mealId: id })}
      data-meal={id}
      aria-describedby="meals-move-help"
      onClick={() => onOpen(meal)}
      {...handlers}
    >
      <span className="meals-emoji" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="meals-name">{recipe.name}</span>
      {recipe.archivedAt !== null && (
        <span className="meals-archived">
          <Archive />
          <span className="visually-hidden">{meals.archived}</span>
        </span>
      )}
    </button>
  );
}
