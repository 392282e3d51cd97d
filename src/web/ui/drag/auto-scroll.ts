import type { Point } from "./session.ts";

/** Distance from an edge at which scrolling starts, in CSS pixels. Scrolling is fastest at the edge itself. */
const edgePx = 56;
const fastestPxPerMs = 0.9;

/**
 * Scrolls the page while the pointer is near an edge of the window. Also scrolls a scrollable element while the pointer
 * is near an edge of that element. If the element contains a header with the attribute `data-head`, the lower edge of
 * the header counts as the upper edge of the element. `at` returns the position of the pointer. `onScroll` is called
 * after each movement. Returns a function that stops the scrolling.
 */
export function autoScroll(at: () => Point, onScroll: () => void): () => void {
  let before = performance.now();
  let frame = requestAnimationFrame(function step(now) {
    const elapsed = Math.min(now - before, 50);
    before = now;
    const point = at();
    frame = requestAnimationFrame(step);
    for (const scroller of scrollersAt(point)) if (scrollBy(scroller, point, elapsed)) return onScroll();
  });
  return () => cancelAnimationFrame(frame);
}

function* scrollersAt({ x, y }: Point): Generator<Element> {
  const root = document.scrollingElement ?? document.documentElement;
  for (let each = document.elementFromPoint(x, y); each && each !== root; each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    if (/auto|scroll/.test(overflowX + overflowY)) yield each;
  }
  // A dialog stops the page from scrolling.
  if (!/hidden|clip/.test(getComputedStyle(root).overflowY)) yield root;
}

function scrollBy(scroller: Element, { x, y }: Point, elapsed: number): boolean {
  const isPage = scroller === document.scrollingElement;
  const box = isPage ? new DOMRect(0, 0, window.innerWidth, window.innerHeight) : scroller.getBoundingClientRect();
  const head = isPage ? 0 : (scroller.querySelector<HTMLElement>("[data-head]")?.offsetHeight ?? 0);
  const { scrollLeft, scrollTop } = scroller;
  const across = isPage ? 0 : speed(x, box.left, box.right);
  scroller.scrollBy({
    left: Math.round(across * elapsed),
    top: Math.round(speed(y, box.top + head, box.bottom) * elapsed),
    behavior: "instant",
  });
  return scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop;
}

/**
 * Returns the speed of scrolling in CSS pixels per millisecond. `at` is the position of the pointer between the edges
 * `low` and `high`. The speed is negative near `low`, positive near `high`, and greatest at the edge itself. In a small
 * element, the pointer must be closer to the edge.
 */
function speed(at: number, low: number, high: number): number {
  const edge = Math.min(edgePx, (high - low) / 4);
  const [before, after] = [at - low, high - at];
  const nearness = (distance: number) => Math.min(1, Math.max(0, 1 - distance / edge));
  return (nearness(after) - nearness(before)) * fastestPxPerMs;
}
