/** Keeps the focus on the page when what has it goes away: ticked, moved, deleted or switched off by what it did. */

const focusable = "button, a[href], input, select, textarea, [tabindex]";

/** Longer than a sheet or a row takes to give the focus back by itself. */
const patienceMs = 120;

type Last = { readonly element: HTMLElement; readonly above: readonly Element[] };

const isOff = (element: HTMLElement) => !element.isConnected || element.matches(":disabled");
const isLost = () => !document.activeElement || document.activeElement === document.body;
const canHold = (element: HTMLElement) => !isOff(element) && element.tabIndex >= 0 && element.checkVisibility();

/**
 * From now on, the focus that would be lost to the page goes to what took its element's place (the same record or the same
 * name), else to what is nearest to it, else to the heading. Touching the page elsewhere lets it go. @returns how to end it.
 */
export function catchFocus(): () => void {
  let last: Last | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = ({ target }: Event) => {
    if (target instanceof HTMLElement) last = { element: target, above: ancestorsOf(target) };
  };
  const forget = () => {
    last = null;
  };
  const giveBack = () => {
    timer = undefined;
    if (!last || !isLost() || !isOff(last.element)) return;
    placeFor(last)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!last || timer !== undefined || !isOff(last.element)) return;
    timer = setTimeout(giveBack, patienceMs);
  });
  document.addEventListener("focusin", note);
  document.addEventListener("pointerdown", forget, { capture: true });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", forget, { capture: true });
  };
}

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}

function placeFor({ element, above }: Last): HTMLElement | null {
  const main = document.querySelector<HTMLElement>("#main");
  return heirOf(element, main) ?? nearest(above, main) ?? main?.querySelector<HTMLElement>("h1") ?? main;
}

/** What was drawn anew for the same thing, in another place. */
function heirOf(element: HTMLElement, main: HTMLElement | null): HTMLElement | null {
  if (element.isConnected || !main) return null;
  const { key } = element.dataset;
  const name = element.getAttribute("aria-label");
  if (!key && !name) return null;
  const same = (each: HTMLElement) =>
    key ? each.dataset.key === key : each.tagName === element.tagName && each.getAttribute("aria-label") === name;
  return [...main.querySelectorAll<HTMLElement>(focusable)].find((each) => same(each) && canHold(each)) ?? null;
}

/** The first that can have it in the smallest part of the screen that is left around it. */
function nearest(above: readonly Element[], main: HTMLElement | null): HTMLElement | null {
  for (const part of above) {
    if (!part.isConnected) continue;
    if (part === main || part === document.body) return null;
    const found = [...part.querySelectorAll<HTMLElement>(focusable)].find(canHold);
    if (found) return found;
  }
  return null;
}
