/** Elements that may get the focus back, best first. Removed and disabled ones are skipped. */
export type ReturnChain = readonly HTMLElement[];

/** Chain of a closed dialog, until the focus is back. */
let pending: ReturnChain | null = null;

/**
 * Returns the chain that begins with the current focus. A dialog opened in the tick in which another closes inherits
 * its chain. `around` is the chain of the dialog below.
 */
export function returnChain(around: ReturnChain): ReturnChain {
  const active = document.activeElement;
  const here = active instanceof HTMLElement && active !== document.body ? active : lastPressed();
  const inherited = pending ?? [];
  pending = null;
  return [...(here ? [here] : []), ...inherited, ...around];
}

/**
 * Focuses `first`, or else the first control. After a touch, it focuses the dialog itself, so that no keyboard appears.
 */
export function focusDialog(box: HTMLElement, first: HTMLElement | null): void {
  if (first) first.focus();
  else if (!box.contains(document.activeElement)) ((wasTouch() ? null : tabbable(box)[0]) ?? box).focus();
}

/** Returns the focus after a dialog closes, unless another element has received it. */
export function returnFocus(way: ReturnChain, below: () => HTMLElement | undefined): void {
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

/**
 * Last pressed control. It is noted because Safari does not focus a pressed button, and because a touch must not open
 * the keyboard.
 */
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

/** Whether the last press was a touch. Before the first press, the device's main pointer decides. */
function wasTouch(): boolean {
  return last?.isTouch ?? matchMedia("(pointer: coarse)").matches;
}

/** Returns the control that was pressed last. Null if a key was pressed since. */
function lastPressed(): HTMLElement | null {
  return last?.control ?? null;
}

const controls =
  "a[href], button, input, select, textarea, summary, audio[controls], video[controls], [contenteditable], [tabindex]";

/** Returns the elements that the Tab key reaches, in its order. */
export function tabbable(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(controls)].filter((element) => isTabStop(element, within));
}

function isTabStop(element: HTMLElement, within: Element): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || element.closest("[inert]")) return false;
  if (element.getClientRects().length === 0 || getComputedStyle(element).visibility === "hidden") return false;
  return !(element instanceof HTMLInputElement && isSkippedRadio(element, within));
}

/** Whether the Tab key skips this radio button, because it visits only the chosen one of a group. */
function isSkippedRadio({ type, name, checked }: HTMLInputElement, within: Element): boolean {
  return type === "radio" && !checked && within.querySelector(`[name="${CSS.escape(name)}"]:checked`) !== null;
}

/**
 * Keeps the Tab key inside the dialog and the areas beside it. Each area is a ring: from its last element, Tab moves to
 * the first element of the next ring; the browser moves within a ring. `box` contains the first ring.
 */
export function trapTab(event: KeyboardEvent, box: HTMLElement, rings: readonly (readonly HTMLElement[])[]): void {
  const filled = rings.filter((ring) => ring.length > 0);
  const active = document.activeElement;
  const ring = filled.findIndex((each) => each.some((element) => element === active));
  const edge = filled[ring]?.at(event.shiftKey ? 0 : -1);
  const isLost = ring === -1 && (active === box || active === document.body);
  if (edge !== active && !isLost) {
    if (filled.length === 0) event.preventDefault();
    return;
  }
  event.preventDefault();
  const next = isLost ? (event.shiftKey ? -1 : 0) : (ring + (event.shiftKey ? -1 : 1)) % filled.length;
  filled
    .at(next)
    ?.at(event.shiftKey ? -1 : 0)
    ?.focus();
}
