/** Lets users drag meals (`data-meal`) and recipes (`data-recipe`) onto cells and meals of the plan (`data-goal`). */

import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { realIds } from "#web/page/sync.ts";
import { currentText } from "#web/page/text.ts";
import { toasts } from "#web/page/toasts.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId, withRealIds } from "#web/sync/ids.ts";
import { DragPreview } from "#web/ui/drag/drag-preview.ts";
import { stepOf } from "#web/ui/drag/keyboard.ts";
import type { DragSession, Point } from "#web/ui/drag/session.ts";
import { useDragSources } from "#web/ui/drag/use-drag-sources.ts";
import type { Recipe } from "../recipes/model/source.ts";
import { type DragItem, type DropTarget, dropEffectOf, dropTargetOf, nextDropTarget, recipeOf } from "./model/drag.ts";
import { formatCell, freeSlot, type MealType, mealsIn } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import { moveMeal, planMeal, swapMeals } from "./model/writes.ts";

type ShownDrag = { readonly dragItem: DragItem; readonly dropTarget: DropTarget | null };

/** State of the current drag in the plan. Null if nothing is dragged. */
export const mealDrag = pageValue(() => createStore<ShownDrag | null>(null));

/**
 * Time in milliseconds. If the pointer stays on a day's button (`data-day`) for this time during a drag, that day is
 * shown.
 */
const restMs = 450;

type Plan = {
  readonly meals: readonly Meal[];
  readonly recipes: readonly Recipe[];
  readonly dates: readonly string[];
  readonly types: readonly MealType[];
  /**
   * Whether days are rows. If so, the left and right arrow keys move to another meal of the day, and the up and down
   * arrow keys move to another day.
   */
  readonly daysAreRows: boolean;
  /** First drop target of a recipe that is dragged by keyboard. */
  readonly start: DropTarget;
  /** Called when a drag by keyboard or pointer moves to another day. */
  readonly onDay: (date: string) => void;
};

export function useMealDrag(area: RefObject<HTMLElement | null>, plan: Plan): void {
  const now = useRef(plan);
  now.current = plan;
  useDragSources((target) => {
    const element = target.closest<HTMLElement>("[data-meal], [data-recipe]");
    const meal = plan.meals.find(({ id }) => id === element?.dataset.meal);
    const recipe = plan.recipes.find(({ id }) => id === element?.dataset.recipe);
    const dragItem: DragItem | null = meal ? { kind: "meal", meal } : recipe ? { kind: "recipe", recipe } : null;
    if (!element || !dragItem) return null;
    return { isHandle: false, lift: (from) => new MealDrag(dragItem, element, from, now) };
  }, area);
}

class MealDrag implements DragSession {
  readonly name: string;
  readonly preview: DragPreview | undefined;
  private dropTarget: DropTarget | null = null;
  private day: string | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly dragItem: DragItem,
    element: HTMLElement,
    from: Point | null,
    private readonly plan: { readonly current: Plan },
  ) {
    this.name = recipeOf(dragItem).name;
    // By keyboard, the cell shows the name instead.
    if (from) this.preview = new DragPreview(element, from);
    const { date, mealType } = dragItem.kind === "meal" ? dragItem.meal : plan.current.start;
    this.aim(from ? null : { date, mealType, mealId: null });
  }

  move(to: Point): void {
    this.preview?.follow(to);
    const under = document.elementFromPoint(to.x, to.y);
    this.aim(dropTargetOf(under?.closest<HTMLElement>("[data-goal]")?.dataset.goal));
    const day = under?.closest<HTMLElement>("[data-day]")?.dataset.day ?? null;
    if (day === this.day) return;
    this.day = day;
    clearTimeout(this.resting);
    if (day !== null) this.resting = setTimeout(() => this.plan.current.onDay(day), restMs);
  }

  step(direction: Parameters<DragSession["step"]>[0]): void {
    const { meals, daysAreRows, onDay } = this.plan.current;
    const { x, y } = stepOf(direction);
    const step = daysAreRows ? { days: y, dropTargets: x } : { days: x, dropTargets: y };
    const next = this.dropTarget && nextDropTarget(this.dropTarget, step, this.plan.current, this.dragItem, meals);
    if (next && next.date !== this.dropTarget?.date) onDay(next.date);
    this.aim(next);
  }

  positionName(): string | null {
    const { meals } = this.plan.current;
    const effect = this.dropTarget && dropEffectOf(this.dragItem, this.dropTarget, meals);
    if (!this.dropTarget || !effect || effect === "here") return null;
    const text = currentText().meals;
    const other = meals.find(({ id }) => id === this.dropTarget?.mealId)?.recipe.name;
    return [text.over(formatCell(this.dropTarget), text.dropEffects[effect]), other].filter(Boolean).join(", ");
  }

  end(isDrop: boolean): boolean {
    clearTimeout(this.resting);
    mealDrag().set(null);
    return isDrop && this.dropTarget !== null && drop(this.dragItem, this.dropTarget, this.plan.current.meals);
  }

  /**
   * Returns the element of the dragged meal, or null if a recipe is dragged. Searches by the provisional id and by the
   * server's id, because the meal may get its server's id during the drag.
   */
  target(): HTMLElement | null {
    if (this.dragItem.kind === "recipe") return null;
    const { id } = this.dragItem.meal;
    const ids = [withRealIds(id, realIds), id].map((each) => `[data-meal="${CSS.escape(each)}"]`);
    return document.querySelector(ids.join());
  }

  private aim(dropTarget: DropTarget | null): void {
    const { dragItem } = this;
    const isSame = dropTarget?.date === this.dropTarget?.date && dropTarget?.mealType === this.dropTarget?.mealType;
    if (mealDrag().get() && isSame && dropTarget?.mealId === this.dropTarget?.mealId) return;
    this.dropTarget = dropTarget;
    mealDrag().set({ dragItem, dropTarget });
  }
}

/** Carries out a drop. If the cell is full, returns false and shows a message. */
function drop(dragItem: DragItem, dropTarget: DropTarget, meals: readonly Meal[]): boolean {
  const { date, mealType } = dropTarget;
  const effect = dropEffectOf(dragItem, dropTarget, meals);
  const slot = freeSlot(meals, dropTarget);
  if (effect === "plan" && dragItem.kind === "recipe") {
    perform(planMeal, { id: provisionalId(), date, mealType, recipe: dragItem.recipe });
  } else if (effect === "move" && dragItem.kind === "meal" && slot !== null) {
    perform(moveMeal, { meal: dragItem.meal, to: { date, mealType, slot } });
  } else if (effect === "swap" && dragItem.kind === "meal") {
    const other = meals.find(({ id }) => id === dropTarget.mealId) ?? mealsIn(meals, dropTarget)[0];
    if (other) perform(swapMeals, { a: dragItem.meal, b: other });
  } else if (effect === "full") {
    const { full, fullForRecipe } = currentText().meals;
    toasts.show({
      message: (dragItem.kind === "meal" ? full : fullForRecipe)(formatCell(dropTarget)),
      tone: "error",
      topic: "meals-full",
    });
  }
  return effect !== "full";
}
