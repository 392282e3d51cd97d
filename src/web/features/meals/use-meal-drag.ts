/** Lets users drag meals (`data-meal`) and recipes (`data-recipe`) onto cells and meals of the plan (`data-goal`). */

import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { currentText } from "#web/i18n/catalogue.ts";
import { createStore } from "#web/lib/store.ts";
import { realIds } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId, withRealIds } from "#web/sync/ids.ts";
import { Ghost } from "#web/ui/drag/ghost.ts";
import { stepOf } from "#web/ui/drag/keyboard.ts";
import type { DragSession, Point } from "#web/ui/drag/session.ts";
import { useDragSources } from "#web/ui/drag/use-drag-sources.ts";
import { toasts } from "#web/ui/overlay/toast-store.ts";
import type { Recipe } from "../recipes/model/source.ts";
import { type Carried, type Goal, goalOf, meaningOf, nextGoal, recipeOf } from "./model/carried.ts";
import { freeSlot, type MealType, mealsIn, spokenCell } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import { moveMeal, planMeal, swapMeals } from "./model/writes.ts";

export const mealDrag = createStore<{ readonly carried: Carried; readonly goal: Goal | null } | null>(null);

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
  readonly start: Goal;
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
    const carried: Carried | null = meal ? { kind: "meal", meal } : recipe ? { kind: "recipe", recipe } : null;
    if (!element || !carried) return null;
    return { isHandle: false, lift: (from) => new MealDrag(carried, element, from, now) };
  }, area);
}

class MealDrag implements DragSession {
  readonly name: string;
  readonly ghost: Ghost | undefined;
  private goal: Goal | null = null;
  private day: string | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly carried: Carried,
    element: HTMLElement,
    from: Point | null,
    private readonly plan: { readonly current: Plan },
  ) {
    this.name = recipeOf(carried).name;
    // By keyboard, the cell shows the name instead.
    if (from) this.ghost = new Ghost(element, from);
    const { date, mealType } = carried.kind === "meal" ? carried.meal : plan.current.start;
    this.aim(from ? null : { date, mealType, mealId: null });
  }

  move(to: Point): void {
    this.ghost?.follow(to);
    const under = document.elementFromPoint(to.x, to.y);
    this.aim(goalOf(under?.closest<HTMLElement>("[data-goal]")?.dataset.goal));
    const day = under?.closest<HTMLElement>("[data-day]")?.dataset.day ?? null;
    if (day === this.day) return;
    this.day = day;
    clearTimeout(this.resting);
    if (day !== null) this.resting = setTimeout(() => this.plan.current.onDay(day), restMs);
  }

  step(direction: Parameters<DragSession["step"]>[0]): void {
    const { meals, daysAreRows, onDay } = this.plan.current;
    const { x, y } = stepOf(direction);
    const step = daysAreRows ? { days: y, goals: x } : { days: x, goals: y };
    const next = this.goal && nextGoal(this.goal, step, this.plan.current, this.carried, meals);
    if (next && next.date !== this.goal?.date) onDay(next.date);
    this.aim(next);
  }

  place(): string | null {
    const { meals } = this.plan.current;
    const meaning = this.goal && meaningOf(this.carried, this.goal, meals);
    if (!this.goal || !meaning || meaning === "here") return null;
    const text = currentText().meals;
    const other = meals.find(({ id }) => id === this.goal?.mealId)?.recipe.name;
    return [text.over(spokenCell(this.goal), text.meanings[meaning]), other].filter(Boolean).join(", ");
  }

  end(isDrop: boolean): boolean {
    clearTimeout(this.resting);
    mealDrag.set(null);
    return isDrop && this.goal !== null && drop(this.carried, this.goal, this.plan.current.meals);
  }

  /**
   * Returns the element of the moved meal, or null if a recipe was dragged. After the drop, a new element has the
   * provisional id or the server's id. The search therefore uses both ids.
   */
  target(): HTMLElement | null {
    if (this.carried.kind === "recipe") return null;
    const { id } = this.carried.meal;
    const ids = [withRealIds(id, realIds), id].map((each) => `[data-meal="${CSS.escape(each)}"]`);
    return document.querySelector(ids.join());
  }

  private aim(goal: Goal | null): void {
    const { carried } = this;
    const isSame = goal?.date === this.goal?.date && goal?.mealType === this.goal?.mealType;
    if (mealDrag.get() && isSame && goal?.mealId === this.goal?.mealId) return;
    this.goal = goal;
    mealDrag.set({ carried, goal });
  }
}

/** Carries out a drop. If the cell is full, returns false and shows a message. */
function drop(carried: Carried, goal: Goal, meals: readonly Meal[]): boolean {
  const { date, mealType } = goal;
  const meaning = meaningOf(carried, goal, meals);
  const slot = freeSlot(meals, goal);
  if (meaning === "plan" && carried.kind === "recipe") {
    perform(planMeal, { id: provisionalId(), date, mealType, recipe: carried.recipe });
  } else if (meaning === "move" && carried.kind === "meal" && slot !== null) {
    perform(moveMeal, { meal: carried.meal, to: { date, mealType, slot } });
  } else if (meaning === "swap" && carried.kind === "meal") {
    const other = meals.find(({ id }) => id === goal.mealId) ?? mealsIn(meals, goal)[0];
    if (other) perform(swapMeals, { a: carried.meal, b: other });
  } else if (meaning === "full") {
    const { full, fullForRecipe } = currentText().meals;
    toasts.show({
      message: (carried.kind === "meal" ? full : fullForRecipe)(spokenCell(goal)),
      tone: "error",
      topic: "meals-full",
    });
  }
  return meaning !== "full";
}
