import type { RefObject } from "preact";
import { type Cell, cellKey } from "./model/plan.ts";

/** Focus target after a change of the plan, found late: the meal, or else something in its cell. */
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
  return document.querySelector<HTMLElement>(`[data-goal="${key}"] .meals-add, [data-goal="${key}"] .meals-tile`);
}
