import { useLayoutEffect, useRef } from "preact/hooks";
import type { Actions } from "./grid/actions.ts";
import { chooseView, views } from "./model/settings.ts";

type Acts = Pick<Actions, "turn"> & { today: () => void; chooseDay: () => void };

/**
 * Handles the keyboard shortcuts of the calendar. T shows today, and G opens a field to choose a day. The keys 1 to 4
 * select the view. The left arrow key shows the previous day, week or month, depending on the
 * view, and the right arrow key shows the next. In a right-to-left language, the two arrow keys are swapped.
 */
export function useCalendarKeys(actions: Acts): void {
  const latest = useRef(actions);
  latest.current = actions;
  // A layout effect makes the keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      if (target?.closest("textarea, select, [contenteditable], input:not([type=radio])")) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      const act = actOf(event.key, latest.current, target?.matches("input") ?? false);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function actOf(key: string, { turn, today, chooseDay }: Acts, isRadio: boolean): (() => void) | null {
  const view = views[Number(key) - 1];
  if (view) return () => chooseView(view);
  if (key === "t" || key === "T") return today;
  if (key === "g" || key === "G") return chooseDay;
  if (isRadio) return null;
  const isRtl = document.documentElement.dir === "rtl";
  if (key === "ArrowLeft") return () => turn(isRtl ? 1 : -1);
  return key === "ArrowRight" ? () => turn(isRtl ? -1 : 1) : null;
}
