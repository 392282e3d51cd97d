import type { RefObject } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useMembers } from "#web/sync/session.ts";
import { cx } from "#web/ui/cx.ts";
import { useLabels } from "#web/ui/display/labels.tsx";
import { Archive, CalendarSync, Flame, Plus } from "#web/ui/icons.ts";
import { type DropEffect, dropEffectOf, dropTargetKey } from "./model/drag.ts";
import { type Cell, cellKey, formatCell, freeSlot, isSameCell, mealsIn } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import { mealDrag } from "./use-meal-drag.ts";

export type PlanActions = {
  readonly onMeal: (meal: Meal) => void;
  readonly onAdd: (cell: Cell) => void;
};

export function PlanCell(props: { cell: Cell; meals: readonly Meal[]; today: string } & PlanActions) {
  const { cell, onMeal, onAdd } = props;
  const text = useText();
  const meals = mealsIn(props.meals, cell);
  const isFull = freeSlot(meals, cell) === null;
  const isTonight = cell.date === props.today && cell.mealType === "dinner";
  const effect = useDropEffect(cell, meals);
  return (
    <div
      className={cx("meals-cell", isTonight && "meals-cell-tonight", effect && `meals-goal meals-goal-${effect}`)}
      data-goal={cellKey(cell)}
    >
      {isTonight && (
        <span className="meals-tonight">
          <Flame />
          {text.meals.tonight}
        </span>
      )}
      <div className="meals-slots">
        {/* Not by id: the id of a new meal changes once the server has it, and the meal would lose the focus. */}
        {meals.map((meal) => (
          <MealTile key={meal.slot} meal={meal} onOpen={onMeal} />
        ))}
        {!isFull && (
          <button
            type="button"
            className="meals-add"
            aria-label={text.meals.addTo(formatCell(cell))}
            onClick={() => onAdd(cell)}
          >
            <Plus />
          </button>
        )}
      </div>
      <DropMeaning effect={effect} />
    </div>
  );
}

/** Returns what a drop of the dragged meal would do. Null if no meal is dragged over the cell. */
export function useDropEffect(cell: Cell, meals: readonly Meal[]): DropEffect | null {
  const drag = useStore(mealDrag());
  if (!drag?.dropTarget || !isSameCell(drag.dropTarget, cell)) return null;
  return dropEffectOf(drag.meal, drag.dropTarget, meals);
}

export function DropMeaning({ effect }: { effect: DropEffect | null }) {
  const { meals: text } = useText();
  return (
    effect && (
      <span className="meals-meaning" aria-hidden="true">
        {text.dropEffects[effect]}
      </span>
    )
  );
}

function MealTile({ meal, onOpen }: { meal: Meal; onOpen: (meal: Meal) => void }) {
  const { meals } = useText();
  const { moveHelp } = useLabels();
  const drag = useStore(mealDrag());
  const { id, date, mealType, recipe, quick, note, repeatId } = meal;
  const cook = useMembers().find((each) => each.id === meal.cookId);
  const isDragged = drag?.meal.id === id;
  const isDropTarget = drag?.dropTarget?.mealId === id && !isDragged;
  return (
    <button
      type="button"
      className={cx("meals-tile", isDragged && "meals-tile-carried", isDropTarget && "meals-tile-goal")}
      data-goal={dropTargetKey({ date, mealType, mealId: id })}
      data-meal={id}
      aria-description={moveHelp}
      onClick={() => onOpen(meal)}
    >
      <span className="meals-emoji" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="meals-name">
        {recipe.name}
        {note && <span className="small soft">{note}</span>}
      </span>
      {cook && <Avatar person={cook} size="xs" />}
      {repeatId && (
        <span className="meals-archived">
          <CalendarSync />
          <span className="visually-hidden">{meals.repeats}</span>
        </span>
      )}
      {recipe.archivedAt !== null && !quick && (
        <span className="meals-archived">
          <Archive />
          <span className="visually-hidden">{meals.archived}</span>
        </span>
      )}
    </button>
  );
}

/**
 * Returns a ref to the element that gets the focus after the plan has changed. If the meal `mealId` is shown, this
 * element is the meal. Otherwise, it is the first button in `cell`. The ref is null if neither is shown.
 */
export function planFocus(mealId: string | null, cell: Cell | null): RefObject<HTMLElement | null> {
  return {
    get current() {
      const meal = mealId && document.querySelector<HTMLElement>(`[data-meal="${CSS.escape(mealId)}"]`);
      return meal || (cell && inCell(cell));
    },
  };
}

function inCell(cell: Cell): HTMLElement | null {
  const key = CSS.escape(cellKey(cell));
  return document.querySelector<HTMLElement>(`[data-goal="${key}"] button`);
}
