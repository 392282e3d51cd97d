/** Where the focus goes when a sheet has changed the plan under it. */
import type { RefObject } from "preact";
import { type Cell, cellKey } from "./model/plan.ts";

/** What is found when it is asked for: the meal, wherever it stands now, or else what is in its cell. */
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
