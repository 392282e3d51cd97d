const controls =
  "a[href], button, input, select, textarea, summary, audio[controls], video[controls], [contenteditable], [tabindex]";

/** In the order of the Tab key. */
export function tabbable(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(controls)].filter((element) => stops(element, within));
}

function stops(element: HTMLElement, within: Element): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || element.closest("[inert]")) return false;
  if (element.getClientRects().length === 0 || getComputedStyle(element).visibility === "hidden") return false;
  return !(element instanceof HTMLInputElement && isPassedOver(element, within));
}

/** Tab visits only the chosen radio button of a group. */
function isPassedOver({ type, name, checked }: HTMLInputElement, within: Element): boolean {
  return type === "radio" && !checked && within.querySelector(`[name="${CSS.escape(name)}"]:checked`) !== null;
}

/**
 * Wraps from the last element of a ring to the first of the next; the browser moves within a ring. `box` contains the first ring.
 */
export function goRound(event: KeyboardEvent, box: HTMLElement, rings: readonly (readonly HTMLElement[])[]): void {
  const stopsOf = rings.filter((ring) => ring.length > 0);
  const active = document.activeElement;
  const ring = stopsOf.findIndex((each) => each.some((element) => element === active));
  const edge = stopsOf[ring]?.at(event.shiftKey ? 0 : -1);
  const isLost = ring === -1 && (active === box || active === document.body);
  if (edge !== active && !isLost) {
    if (stopsOf.length === 0) event.preventDefault();
    return;
  }
  event.preventDefault();
  const next = isLost ? (event.shiftKey ? -1 : 0) : (ring + (event.shiftKey ? -1 : 1)) % stopsOf.length;
  stopsOf
    .at(next)
    ?.at(event.shiftKey ? -1 : 0)
    ?.focus();
}
