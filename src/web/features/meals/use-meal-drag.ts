/** Lets users drag meals (`data-meal`) onto cells and other meals of the plan (`data-goal`). */

import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { realIds } from "#web/page/sync.ts";
import { currentText } from "#web/page/text.ts";
import { toasts } from "#web/page/toasts.ts";
import { perform } from "#web/page/undo.ts";
import { withRealIds } from "#web/sync/ids.ts";
import { DragPreview } from "#web/ui/drag/drag-preview.ts";
import { stepOf } from "#web/ui/drag/keyboard.ts";
import type { DragSession, Point } from "#web/ui/drag/session.ts";
import { useDragSources } from "#web/ui/drag/use-drag-sources.ts";
import { type DropTarget, dropEffectOf, dropTargetOf, nextDropTarget } from "./model/drag.ts";
import { formatCell, freeSlot, type MealType, mealsIn } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import { moveMeal, swapMeals } from "./model/writes.ts";

type ShownDrag = { readonly meal: Meal; readonly dropTarget: DropTarget | null };

/** State of the current drag in the plan. Null if nothing is dragged. */
export const mealDrag = pageValue(() => createStore<ShownDrag | null>(null));

type Plan = {
  readonly meals: readonly Meal[];
  readonly dates: readonly string[];
  readonly types: readonly MealType[];
  /**
   * Whether days are rows. If so, the left and right arrow keys move to another meal of the day, and the up and down
   * arrow keys move to another day.
   */
  readonly daysAreRows: boolean;
};

export function useMealDrag(area: RefObject<HTMLElement | null>, plan: Plan): void {
  const now = useRef(plan);
  now.current = plan;
  useDragSources((target) => {
    const element = target.closest<HTMLElement>("[data-meal]");
    const meal = plan.meals.find(({ id }) => id === element?.dataset.meal);
    if (!element || !meal) return null;
    return { isHandle: false, lift: (from) => new MealDrag(meal, element, from, now) };
  }, area);
}

class MealDrag implements DragSession {
  readonly name: string;
  readonly preview: DragPreview | undefined;
  private dropTarget: DropTarget | null = null;

  constructor(
    private readonly meal: Meal,
    element: HTMLElement,
    from: Point | null,
    private readonly plan: { readonly current: Plan },
  ) {
    this.name = meal.recipe.name;
    // By keyboard, the cell shows the name instead. In the list of the week, the whole row of the day is carried.
    if (from) this.preview = new DragPreview(element.closest<HTMLElement>(".meals-day") ?? element, from);
    this.aim(from ? null : { date: meal.date, mealType: meal.mealType, mealId: null });
  }

  move(to: Point): void {
    this.preview?.follow(to);
    const under = document.elementFromPoint(to.x, to.y);
    this.aim(dropTargetOf(under?.closest<HTMLElement>("[data-goal]")?.dataset.goal));
  }

  step(direction: Parameters<DragSession["step"]>[0]): void {
    const { meals, daysAreRows } = this.plan.current;
    const { x, y } = stepOf(direction);
    const step = daysAreRows ? { days: y, dropTargets: x } : { days: x, dropTargets: y };
    this.aim(this.dropTarget && nextDropTarget(this.dropTarget, step, this.plan.current, this.meal, meals));
  }

  positionName(): string | null {
    const { meals } = this.plan.current;
    const effect = this.dropTarget && dropEffectOf(this.meal, this.dropTarget, meals);
    if (!this.dropTarget || !effect || effect === "here") return null;
    const text = currentText().meals;
    const other = meals.find(({ id }) => id === this.dropTarget?.mealId)?.recipe.name;
    return [text.over(formatCell(this.dropTarget), text.dropEffects[effect]), other].filter(Boolean).join(", ");
  }

  end(isDrop: boolean): boolean {
    mealDrag().set(null);
    return isDrop && this.dropTarget !== null && drop(this.meal, this.dropTarget, this.plan.current.meals);
  }

  /**
   * Returns the element of the dragged meal. Searches by the provisional id and by the server's id, because the meal may
   * get its server's id during the drag.
   */
  target(): HTMLElement | null {
    const { id } = this.meal;
    const ids = [withRealIds(id, realIds), id].map((each) => `[data-meal="${CSS.escape(each)}"]`);
    return document.querySelector(ids.join());
  }

  private aim(dropTarget: DropTarget | null): void {
    const isSame = dropTarget?.date === this.dropTarget?.date && dropTarget?.mealType === this.dropTarget?.mealType;
    if (mealDrag().get() && isSame && dropTarget?.mealId === this.dropTarget?.mealId) return;
    this.dropTarget = dropTarget;
    mealDrag().set({ meal: this.meal, dropTarget });
  }
}

/** Carries out a drop. If the cell is full, returns false and shows a message. */
function drop(meal: Meal, dropTarget: DropTarget, meals: readonly Meal[]): boolean {
  const { date, mealType } = dropTarget;
  const effect = dropEffectOf(meal, dropTarget, meals);
  const slot = freeSlot(meals, dropTarget);
  if (effect === "move" && slot !== null) {
    perform(moveMeal, { meal, to: { date, mealType, slot } });
  } else if (effect === "swap") {
    const other = meals.find(({ id }) => id === dropTarget.mealId) ?? mealsIn(meals, dropTarget)[0];
    if (other) perform(swapMeals, { a: meal, b: other });
  } else if (effect === "full") {
    const message = currentText().meals.full(formatCell(dropTarget));
    toasts.show({ message, tone: "error", topic: "meals-full" });
  }
  return effect !== "full";
}
