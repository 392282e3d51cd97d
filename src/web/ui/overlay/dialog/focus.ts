/** Where the focus goes when a dialog opens, and where afterwards. */
import { lastPressed, wasTouch } from "./pressed.ts";
import { tabbable } from "./tabbable.ts";

/** Places for the focus, the best one first; those that are gone or can't have it are passed over. */
export type WayBack = readonly HTMLElement[];

/** Of a dialog that has just closed, until the focus is back. */
let pending: WayBack | null = null;

/**
 * Where the focus is now, to come back to. What opens in the moment in which something else closes inherits its way;
 * `around` is the way of the dialog that it opens over.
 */
export function wayBack(around: WayBack): WayBack {
  const active = document.activeElement;
  const here = active instanceof HTMLElement && active !== document.body ? active : lastPressed();
  const inherited = pending ?? [];
  pending = null;
  return [...(here ? [here] : []), ...inherited, ...around];
}

/** Moves the focus into a dialog: to `first`, or else its first control; to itself where a finger opened it. */
export function enter(box: HTMLElement, first: HTMLElement | null): void {
  if (first) first.focus();
  else if (!box.contains(document.activeElement)) ((wasTouch() ? null : tabbable(box)[0]) ?? box).focus();
}

/** Moves the focus back when all is drawn, unless somebody else has given it a place. `below` is the dialog under it. */
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
