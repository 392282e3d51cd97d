/**
 * Drags by mouse, pen and finger: press, hold (a finger) or way (a mouse), lift, move, drop or cancel.
 *
 * It is our own for its weight and the page's policy. dnd-kit is about 20 kB gz and writes `<style>` elements, which the
 * content security policy refuses; with Base UI it was 54 kB where our own of both are 8. Libraries on top of HTML's own
 * drag and drop can't resize or draw by touch.
 */
import { autoScroll } from "./auto-scroll.ts";
import {
  announcePlace,
  type DragSession,
  type DragSource,
  endSession,
  type FindSource,
  isCurrent,
  isDragging,
  type Point,
  startSession,
} from "./session.ts";

/**
 * A finger lifts after resting so long. A finger that wants to scroll has moved by then; the browser's own long press,
 * which opens a menu or selects text, comes at 500 ms.
 */
const holdMs = 300;
/** A finger that moves further before it has lifted scrolls. Fingers tremble; browsers begin to scroll at about 15 px. */
const fingerSlackPx = 10;
/** A mouse, and a finger on a handle, lifts after moving so far: less is a click. */
const wayPx = 4;
/** The click that belongs to a drop comes in the same task as the release or right after it. */
const clickMs = 60;
/** Short enough not to be heard, long enough to be felt. */
const vibrationMs = 12;

/** Lets what `find` returns be dragged in an area. The returned function stops that, and cancels a drag. */
export function watchPointer(area: HTMLElement | Document, find: FindSource): () => void {
  let stop = () => {};
  const press = (event: Event) => {
    if (!(event instanceof PointerEvent) || !event.isPrimary || event.button !== 0 || event.defaultPrevented) return;
    if (!(event.target instanceof Element) || isDragging()) return;
    const source = find(event.target, event);
    if (!source || (!source.isHandle && event.target.closest("input, textarea, select, [contenteditable]"))) return;
    stop();
    stop = watchPress(event, source);
  };
  area.addEventListener("pointerdown", press);
  return () => {
    area.removeEventListener("pointerdown", press);
    stop();
  };
}

/** Watches what becomes of a press. The returned function cancels it. */
function watchPress(press: PointerEvent, source: DragSource): () => void {
  const start = pointOf(press);
  const root = document.documentElement;
  const isMouse = press.pointerType === "mouse";
  const needsHold = !source.isHandle && !isMouse;
  const ends = new AbortController();
  let last = start;
  let session: DragSession | null = null;
  let stopScrolling = () => {};

  const follow = () => {
    if (!session || !isCurrent(session)) return stop();
    session.move(last);
    announcePlace(session);
  };
  const lift = () => {
    clearTimeout(holding);
    session = startSession(source, start);
    if (!session) return stop();
    if (!isMouse) navigator.vibrate?.(vibrationMs);
    // The page gets the rest of the events, even if the pressed element disappears.
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
    swallowClick();
    endSession(session, isDrop);
    session = null;
  };
  const cancel = () => end(false);
  const on = (target: EventTarget, type: string, listener: (event: never) => unknown, options = {}) =>
    target.addEventListener(type, listener as (event: Event) => unknown, { signal: ends.signal, ...options });
  const onPointer = (type: string, listener: (event: PointerEvent) => unknown) =>
    on(window, type, (event: PointerEvent) => event.pointerId === press.pointerId && listener(event));

  onPointer("pointermove", (event) => {
    last = pointOf(event);
    // It was released where no window heard it.
    if (isMouse && event.buttons === 0) return cancel();
    const way = Math.hypot(last.x - start.x, last.y - start.y);
    if (session) follow();
    else if (needsHold && way > fingerSlackPx) stop();
    else if (!needsHold && way >= wayPx) lift();
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
      // The button is still down: its release must not click on what was not dropped.
      if (isMouse) window.addEventListener("pointerup", swallowClick, { capture: true, once: true });
      cancel();
    },
    capture,
  );
  // A long press opens no menu; and the browser does not drag links and pictures itself.
  on(window, "contextmenu", (event: Event) => !isMouse && event.preventDefault(), capture);
  on(window, "dragstart", (event: Event) => event.preventDefault(), capture);
  // After the lift the finger must not scroll. At the target, which gets these events even once it has been removed.
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
