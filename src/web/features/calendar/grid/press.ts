/** Mouse, pen and finger alike: a mouse drags at once; a finger holds first, so that a quick swipe still scrolls. */

/** In CSS pixels from the top left of the window. */
export type Point = { readonly x: number; readonly y: number };

/** What has been taken up. */
export type Carry = {
  readonly move: (to: Point) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
};

const holdMs = 420;
const mouseSlack = 4;
const fingerSlack = 10;
/** So near its edge the area scrolls by itself. */
const edge = 44;
const edgeStep = 9;

type Press = { readonly id: number; readonly isMouse: boolean; readonly from: Point; readonly target: Element };

/**
 * Watches an area that scrolls. `take` is asked when something is to be dragged from a point, and may answer null. Escape
 * cancels. Answers how to stop.
 */
export function watchPresses(area: HTMLElement, take: (at: Point, target: Element) => Carry | null): () => void {
  let press: Press | null = null;
  let carry: Carry | null = null;
  let last: Point = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let listening: AbortController | null = null;

  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    press = null;
    carry = null;
    listening?.abort();
  };
  const begin = () => {
    if (!press) return;
    carry = take(press.from, press.target);
    if (!carry) return end();
    if (!press.isMouse) navigator.vibrate?.(12);
    carry.move(last);
    frame = requestAnimationFrame(scrollAtEdge);
  };
  const scrollAtEdge = () => {
    if (!carry) return;
    const box = area.getBoundingClientRect();
    const towards = (at: number, from: number, to: number) => (at < from + edge ? -1 : at > to - edge ? 1 : 0);
    const [left, top] = [area.scrollLeft, area.scrollTop];
    area.scrollBy(
      towards(last.x, box.left, box.right) * edgeStep,
      // The heads of the columns stay in sight over what scrolls.
      towards(last.y, box.top + headOf(area), box.bottom) * edgeStep,
    );
    if (area.scrollLeft !== left || area.scrollTop !== top) carry.move(last);
    frame = requestAnimationFrame(scrollAtEdge);
  };
  const down = (event: PointerEvent) => {
    if (press || event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
    last = { x: event.clientX, y: event.clientY };
    press = { id: event.pointerId, isMouse: event.pointerType === "mouse", from: last, target: event.target };
    if (!press.isMouse) timer = setTimeout(begin, holdMs);
    listening = new AbortController();
    const during = { capture: true, signal: listening.signal };
    addEventListener("pointermove", move, during);
    addEventListener("pointerup", up, during);
    addEventListener("pointercancel", cancel, during);
    addEventListener("keydown", onKey, during);
  };
  const move = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.id) return;
    last = { x: event.clientX, y: event.clientY };
    if (carry) return carry.move(last);
    const isFar = Math.hypot(last.x - press.from.x, last.y - press.from.y) > (press.isMouse ? mouseSlack : fingerSlack);
    if (isFar && press.isMouse) begin();
    else if (isFar) end();
  };
  const up = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.id) return;
    if (carry) {
      swallowClick();
      carry.drop();
    }
    end();
  };
  const cancel = () => {
    carry?.cancel();
    end();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !carry) return;
    event.stopPropagation();
    // The button is still down: letting it go must not open what was not dropped.
    if (press?.isMouse) addEventListener("pointerup", swallowClick, { capture: true, once: true });
    cancel();
  };
  const keepStill = (event: Event) => {
    if (carry && event.cancelable) event.preventDefault();
  };
  const noMenu = (event: Event) => {
    if (press && !press.isMouse) event.preventDefault();
  };
  area.addEventListener("pointerdown", down);
  area.addEventListener("touchmove", keepStill, { passive: false });
  area.addEventListener("contextmenu", noMenu);
  return () => {
    cancel();
    area.removeEventListener("pointerdown", down);
    area.removeEventListener("touchmove", keepStill);
    area.removeEventListener("contextmenu", noMenu);
  };
}

function headOf(area: HTMLElement): number {
  return area.querySelector<HTMLElement>("[data-head]")?.offsetHeight ?? 0;
}

/** The click that follows a drag means nothing. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
