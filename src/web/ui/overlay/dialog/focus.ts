/** Moves the focus into dialogs and back. */
import { tabbable } from "./tabbable.ts";

/** Places for the focus, the best first; removed and disabled ones are skipped. */
export type WayBack = readonly HTMLElement[];

/** The return chain of a dialog that has just closed, until the focus is back. */
let pending: WayBack | null = null;

/**
 * The present focus, to return to. A dialog opened in the tick in which another closes inherits its return chain; `around` is
 * the chain of the dialog below.
 */
export function wayBack(around: WayBack): WayBack {
  const active = document.activeElement;
  const here = active instanceof HTMLElement && active !== document.body ? active : lastPressed();
  const inherited = pending ?? [];
  pending = null;
  return [...(here ? [here] : []), ...inherited, ...around];
}

/** Focuses `first` or the first control; the dialog itself if a finger opened it, so that no keyboard appears. */
export function enter(box: HTMLElement, first: HTMLElement | null): void {
  if (first) first.focus();
  else if (!box.contains(document.activeElement)) ((wasTouch() ? null : tabbable(box)[0]) ?? box).focus();
}

/** Returns the focus after rendering, unless something else has received it. `below` is the dialog underneath. */
export function goBack(way: WayBack, below: () => HTMLElement | undefined): void {
  const isFirst = pending === null;
  pending = [...way, ...(pending ?? [])];
  if (!isFirst) return;
  queueMicrotask(() => {
    const places = pending;
    pending = null;
    const active = document.activeElement;
    if (!places || (active && active !== document.body && !active.closest("[inert]"))) return;
    const under = below();
    for (const place of [...places, ...(under ? [under] : []), ...landmarks()]) {
      place.focus({ preventScroll: true });
      if (document.activeElement === place) return;
    }
  });
}

function landmarks(): HTMLElement[] {
  const main = document.querySelector("main");
  const marks = [(main ?? document).querySelector("h1"), main].filter((mark) => mark !== null);
  for (const mark of marks) if (!mark.hasAttribute("tabindex")) mark.tabIndex = -1;
  return marks;
}

/** The last press: Safari does not focus a pressed button, and after a touch no on-screen keyboard should appear. */
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

/** True if the last press was a touch. If this file loaded after it, the device's main pointer decides. */
function wasTouch(): boolean {
  return last?.isTouch ?? matchMedia("(pointer: coarse)").matches;
}

/** The control that was pressed last, unless a key was pressed since. */
function lastPressed(): HTMLElement | null {
  return last?.control ?? null;
}
