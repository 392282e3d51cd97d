/** Elements to which the focus may return, best first. Elements that were removed or disabled are skipped. */
export type ReturnChain = readonly HTMLElement[];

export type DialogFocus = ReturnType<typeof createDialogFocus>;

/**
 * Creates the functions that move the focus into the dialogs of a page and back. Observes all presses and keys of the
 * page, because these functions depend on the last press or key.
 */
export function createDialogFocus() {
  /** Elements to which the focus of a closed dialog may return. Null after the focus has returned. */
  let pending: ReturnChain | null = null;
  /**
   * The last press. `control` is the pressed control, to which the focus returns, because Safari does not focus a
   * pressed button. `control` is null if the press hit no control, or if a key was pressed later. `isTouch` is stored
   * because the on-screen keyboard must not open after a touch.
   */
  let last: { readonly isTouch: boolean; readonly control: HTMLElement | null } | null = null;

  const options = { capture: true, passive: true };
  const onPress = ({ pointerType, target }: PointerEvent) => {
    const control = target instanceof Element ? target.closest<HTMLElement>("button, a[href], [tabindex]") : null;
    last = { isTouch: pointerType === "touch", control };
  };
  window.addEventListener("pointerdown", onPress, options);
  window.addEventListener("keydown", () => (last = { isTouch: false, control: null }), options);

  /** Whether the last press was a touch. Before the first press, the main pointer of the device decides. */
  const wasTouch = (): boolean => last?.isTouch ?? matchMedia("(pointer: coarse)").matches;

  return {
    /**
     * Returns the elements to which the focus may return after the dialog that opens now has closed. The element that
     * has the focus now comes first. If another dialog closes in the same tick, the elements of that dialog's chain
     * come next. The elements of `around`, which is the chain of the dialog below, come last.
     */
    returnChain(around: ReturnChain): ReturnChain {
      const active = document.activeElement;
      const here = active instanceof HTMLElement && active !== document.body ? active : (last?.control ?? null);
      const inherited = pending ?? [];
      pending = null;
      return [...(here ? [here] : []), ...inherited, ...around];
    },

    /**
     * Focuses `first`, or the first control if `first` is null. After a touch, focuses the dialog itself, so that no
     * keyboard appears.
     */
    focusDialog(box: HTMLElement, first: HTMLElement | null): void {
      if (first) first.focus();
      else if (!box.contains(document.activeElement)) ((wasTouch() ? null : tabbable(box)[0]) ?? box).focus();
    },

    /**
     * Moves the focus back after a dialog has closed. `chain` is the chain of the closed dialog. The focus goes to the
     * first element of `chain` that can get the focus. If there is no such element, the focus goes to the dialog that
     * `below` returns, or else to the heading of the screen. Does nothing if another element has already received the
     * focus.
     */
    returnFocus(chain: ReturnChain, below: () => HTMLElement | undefined): void {
      const isFirst = pending === null;
      pending = [...chain, ...(pending ?? [])];
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
    },
  };
}

function landmarks(): HTMLElement[] {
  const main = document.querySelector("main");
  const marks = [(main ?? document).querySelector("h1"), main].filter((mark) => mark !== null);
  for (const mark of marks) if (!mark.hasAttribute("tabindex")) mark.tabIndex = -1;
  return marks;
}

const controls =
  "a[href], button, input, select, textarea, summary, audio[controls], video[controls], [contenteditable], [tabindex]";

/** Returns the elements that the Tab key can reach, in the order of the Tab key. */
export function tabbable(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(controls)].filter((element) => isTabStop(element, within));
}

function isTabStop(element: HTMLElement, within: Element): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || element.closest("[inert]")) return false;
  if (element.getClientRects().length === 0 || getComputedStyle(element).visibility === "hidden") return false;
  return !(element instanceof HTMLInputElement && isSkippedRadio(element, within));
}

/** Whether the Tab key skips this radio button. The Tab key reaches only the chosen button of a group. */
function isSkippedRadio({ type, name, checked }: HTMLInputElement, within: Element): boolean {
  return type === "radio" && !checked && within.querySelector(`[name="${CSS.escape(name)}"]:checked`) !== null;
}

/**
 * Handles the Tab key, so that the focus stays inside the dialog `box` and the areas beside the dialog, such as the
 * toasts. `rings` has the focusable elements of each area, and those of the dialog come first. From the last element of
 * an area, Tab moves to the first element of the next area. Shift+Tab moves in the opposite direction. The browser
 * handles all other moves.
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
