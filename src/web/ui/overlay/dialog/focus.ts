import { tabbable } from "./tabbable.ts";

/** Candidates for the focus, best first; removed and disabled ones are skipped. */
export type WayBack = readonly HTMLElement[];

/** Of a dialog that has just closed, until the focus is back. */
let pending: WayBack | null = null;

/**
 * The current focus, to return to. A dialog opened in the tick in which another closes inherits its chain; `around` is the chain
 * of the dialog below.
 */
export function wayBack(around: WayBack): WayBack {
  const active = document.activeElement;
  const here = active instanceof HTMLElement && active !== document.body ? active : lastPressed();
  const inherited = pending ?? [];
  pending = null;
  return [...(here ? [here] : []), ...inherited, ...around];
}

/** Focuses `first` or the first control; after a touch the dialog itself, so that no keyboard appears. */
export function enter(box: HTMLElement, first: HTMLElement | null): void {
  if (first) first.focus();
  else if (!box.contains(document.activeElement)) ((wasTouch() ? null : tabbable(box)[0]) ?? box).focus();
}

/** Unless something else has received the focus. */
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

/** Safari does not focus a pressed button, and a touch must not open the keyboard. */
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

/** Until the first press, the device's main pointer decides. */
function wasTouch(): boolean {
  return last?.isTouch ?? matchMedia("(pointer: coarse)").matches;
}

/** Null if a key was pressed since. */
function lastPressed(): HTMLElement | null {
  return last?.control ?? null;
}
