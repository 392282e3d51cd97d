const focusable = "button, a[href], input, select, textarea, [tabindex]";

/**
 * Time in milliseconds that `recoverFocus` waits before it moves the focus. Within this time, a sheet or a row can move
 * the focus itself.
 */
const graceMs = 120;

/**
 * The element that last had the focus. `above` are its ancestors, innermost first. `beside` is empty until the element
 * is removed from the page. After that, `beside` contains the nodes before and after the removed part. These nodes may
 * get the focus.
 */
type Last = { readonly element: HTMLElement; readonly above: readonly Element[]; beside: readonly Node[] };

const isOff = (element: HTMLElement) => !element.isConnected || element.matches(":disabled");
const isLost = () => !document.activeElement || document.activeElement === document.body;
const canHold = (element: HTMLElement) => !isOff(element) && element.tabIndex >= 0 && element.checkVisibility();

/**
 * Watches which element has the focus. If this element is removed or disabled, moves the focus. If possible, the focus
 * goes to an element that shows the same record or has the same name. Otherwise, it goes to a neighbour, to the nearest
 * control around the element, or to the heading. If the user has clicked or tapped in the meantime, the focus is not
 * moved. Returns a function that stops watching.
 */
export function recoverFocus(): () => void {
  let last: Last | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLElement) last = { element: target, above: ancestorsOf(target), beside: [] };
  };
  const forget = () => {
    last = null;
  };
  const restoreFocus = () => {
    timer = undefined;
    if (!last || !isLost() || !isOff(last.element)) return;
    targetFor(last)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((records) => {
    if (!last || !isOff(last.element)) return;
    const beside = neighboursOf(last.element, records);
    if (beside.length > 0) last.beside = beside;
    timer ??= setTimeout(restoreFocus, graceMs);
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", forget, { capture: true });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", forget, { capture: true });
  };
}

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}

function neighboursOf(element: Element, records: readonly MutationRecord[]): Node[] {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));
  return [record?.nextSibling, record?.previousSibling].filter((node) => node != null);
}

function targetFor({ element, above, beside }: Last): HTMLElement | null {
  const main = document.querySelector<HTMLElement>("#main");
  const heading = main?.querySelector<HTMLElement>("h1");
  return replacementOf(element, main) ?? nearest(beside, main) ?? nearest(above, main) ?? heading ?? main;
}

/**
 * Returns the element that shows the same record or has the same name as a removed element. Returns null if no such
 * element exists.
 */
function replacementOf(element: HTMLElement, main: HTMLElement | null): HTMLElement | null {
  if (element.isConnected || !main) return null;
  const { key } = element.dataset;
  const name = element.getAttribute("aria-label");
  if (!key && !name) return null;
  const same = (each: HTMLElement) =>
    key ? each.dataset.key === key : each.tagName === element.tagName && each.getAttribute("aria-label") === name;
  return [...main.querySelectorAll<HTMLElement>(focusable)].find((each) => same(each) && canHold(each)) ?? null;
}

function nearest(parts: readonly Node[], main: HTMLElement | null): HTMLElement | null {
  for (const part of parts) {
    if (!(part instanceof Element) || !part.isConnected) continue;
    if (part === main || part === document.body) return null;
    const found = [...part.querySelectorAll<HTMLElement>(focusable)].find(canHold);
    if (found) return found;
  }
  return null;
}
