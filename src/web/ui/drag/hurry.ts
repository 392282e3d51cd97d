import type { Point } from "./parts.ts";

const edgePx = 56;
const fastestPxPerMs = 0.9;

/** Scrolls what is under a point while it is near an edge of it, and the page near the window's; until the answer is called. */
export function hurryAlong(at: () => Point): () => void {
  let before = performance.now();
  let frame = requestAnimationFrame(function step(now) {
    const elapsed = Math.min(now - before, 50);
    before = now;
    const point = at();
    for (const scroller of scrollersAt(point)) if (scrollBy(scroller, point, elapsed)) break;
    frame = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(frame);
}

function* scrollersAt({ x, y }: Point): Generator<Element> {
  const root = document.scrollingElement ?? document.documentElement;
  for (let each = document.elementFromPoint(x, y); each && each !== root; each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    if (/auto|scroll/.test(overflowX + overflowY)) yield each;
  }
  // Behind a dialog the page is held.
  if (!/hidden|clip/.test(getComputedStyle(root).overflowY)) yield root;
}

function scrollBy(scroller: Element, { x, y }: Point, elapsed: number): boolean {
  const isPage = scroller === document.scrollingElement;
  const box = isPage ? new DOMRect(0, 0, window.innerWidth, window.innerHeight) : scroller.getBoundingClientRect();
  const { scrollLeft, scrollTop } = scroller;
  const across = isPage ? 0 : speed(x, box.left, box.right);
  scroller.scrollBy({
    left: Math.round(across * elapsed),
    top: Math.round(speed(y, box.top, box.bottom) * elapsed),
    behavior: "instant",
  });
  return scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop;
}

/** Faster the nearer to the edge; what is small has small edges. */
function speed(at: number, low: number, high: number): number {
  const edge = Math.min(edgePx, (high - low) / 4);
  const [before, after] = [at - low, high - at];
  const nearness = (distance: number) => Math.min(1, Math.max(0, 1 - distance / edge));
  return (nearness(after) - nearness(before)) * fastestPxPerMs;
}
