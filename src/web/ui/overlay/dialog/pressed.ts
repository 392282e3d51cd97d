/** What was last used, and on what: Safari gives a pressed button no focus, and a finger wants no keyboard unasked. */
let last: { readonly isTouch: boolean; readonly control: HTMLElement | null } | null = null;

window.addEventListener(
  "pointerdown",
  ({ pointerType, target }) => {
    const control = target instanceof Element ? target.closest<HTMLElement>("button, a[href], [tabindex]") : null;
    last = { isTouch: pointerType === "touch", control };
  },
  { capture: true, passive: true },
);
window.addEventListener("keydown", () => (last = { isTouch: false, control: null }), { capture: true, passive: true });

/** Whether a finger did the last thing. This file may be fetched because of it; then the device's main pointer decides. */
export function wasTouch(): boolean {
  return last?.isTouch ?? matchMedia("(pointer: coarse)").matches;
}

/** The control that was pressed last, unless a key came after it. */
export function lastPressed(): HTMLElement | null {
  return last?.control ?? null;
}
