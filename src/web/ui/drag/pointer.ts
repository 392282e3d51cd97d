/**
 * Dragging by mouse, pen and finger. The app has its own code for this, which is 8 kB. The library dnd-kit is about 20
 * kB compressed. It also writes `<style>` elements, which the content security policy refuses. With libraries based on
 * HTML drag and drop, a finger could not resize the events of the calendar or draw new events.
 */
import { autoScroll } from "./auto-scroll.ts";
import type { Dragging, DragSession, DragSource, FindSource, Point } from "./session.ts";

/**
 * Time in milliseconds after which a finger that rests on an element lifts the element. A user who scrolls moves the
 * finger earlier. The time must be shorter than 500 ms, because the browser's own long press then begins.
 */
const holdMs = 250;
/**
 * Distance in CSS pixels after which a finger scrolls instead of lifting the element. Browsers begin to scroll at about
 * 15 px.
 */
const fingerSlackPx = 10;
/**
 * Distance in CSS pixels after which a mouse, or a finger on a handle, lifts the element. A shorter movement is a
 * click.
 */
const mouseSlackPx = 4;
/** Time in milliseconds after a drop during which clicks are ignored, because releasing the pointer causes a click. */
const clickMs = 60;
const vibrationMs = 12;

/** Listens to the presses that drag items. Returns a function that stops listening and cancels the current drag. */
export function watchPointer(dragging: Dragging, area: HTMLElement | Document, find: FindSource): () => void {
  let stop = () => {};
  const press = (event: Event) => {
    if (!(event instanceof PointerEvent) || !event.isPrimary || event.button !== 0 || event.defaultPrevented) return;
    if (!(event.target instanceof Element) || dragging.isDragging()) return;
    const source = find(event.target, event);
    if (!source || (!source.isHandle && event.target.closest("input, textarea, select, [contenteditable]"))) return;
    stop();
    stop = watchPress(dragging, event, source);
  };
  area.addEventListener("pointerdown", press);
  return () => {
    area.removeEventListener("pointerdown", press);
    stop();
  };
}

function watchPress(dragging: Dragging, press: PointerEvent, source: DragSource): () => void {
  const start = pointOf(press);
  const root = document.documentElement;
  const isMouse = press.pointerType === "mouse";
  const needsHold = !source.isHandle && !isMouse;
  const ends = new AbortController();
  let last = start;
  let session: DragSession | null = null;
  let hasMoved = false;
  let stopScrolling = () => {};

  const follow = () => {
    if (!session || !dragging.isCurrent(session)) return stop();
    session.move(last);
    dragging.announcePosition(session);
  };
  const lift = () => {
    clearTimeout(holding);
    session = dragging.start(source, start);
    if (!session) return stop();
    if (!isMouse) navigator.vibrate?.(vibrationMs);
    root.setPointerCapture(press.pointerId);
    on(root, "lostpointercapture", (event: Event) => event.target === root && cancel());
    stopScrolling = autoScroll(() => last, follow);
    follow();
  };
  const holding = needsHold ? setTimeout(lift, holdMs) : undefined;
  const stop = () => {
    clearTimeout(holding);
    stopScrolling();
    ends.abort();
  };
  const end = (isDrop: boolean) => {
    stop();
    if (!session) return;
    dragging.end(session, isDrop);
    session = null;
    // A menu is opened by a click, which must not be ignored.
    if (isDrop && needsHold && !hasMoved) source.hold?.();
    swallowClick();
  };
  const cancel = () => end(false);
  const on = (target: EventTarget, type: string, listener: (event: never) => unknown, options = {}) =>
    target.addEventListener(type, listener as (event: Event) => unknown, { signal: ends.signal, ...options });
  const onPointer = (type: string, listener: (event: PointerEvent) => unknown) =>
    on(window, type, (event: PointerEvent) => event.pointerId === press.pointerId && listener(event));

  onPointer("pointermove", (event) => {
    last = pointOf(event);
    // The button was released outside the window.
    if (isMouse && event.buttons === 0) return cancel();
    const way = Math.hypot(last.x - start.x, last.y - start.y);
    hasMoved ||= way > fingerSlackPx;
    if (session) follow();
    else if (needsHold && way > fingerSlackPx) stop();
    else if (!needsHold && way >= mouseSlackPx) lift();
  });
  onPointer("pointerup", () => end(true));
  onPointer("pointercancel", cancel);
  const capture = { capture: true };
  on(
    window,
    "keydown",
    (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !session) return;
      event.preventDefault();
      event.stopPropagation();
      // The button is still down, and its release must not click.
      if (isMouse) window.addEventListener("pointerup", swallowClick, { capture: true, once: true });
      cancel();
    },
    capture,
  );
  // Prevents the long-press menu, and the browser's own dragging of links.
  on(window, "contextmenu", (event: Event) => !isMouse && event.preventDefault(), capture);
  on(window, "dragstart", (event: Event) => event.preventDefault(), capture);
  // Prevents scrolling after the lift. The target gets these events even after it is removed.
  if (press.target) {
    const hold = (event: Event) => session && event.cancelable && event.preventDefault();
    on(press.target, "touchmove", hold, { passive: false });
  }
  return cancel;
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true), clickMs);
}
