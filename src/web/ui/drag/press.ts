import type { Area } from "./area.ts";
import type { Piece, Point } from "./parts.ts";

/** A mouse, or a handle, drags after this way; a finger on anything else after this time without moving, or it scrolls. */
const wayPx = 4;
const holdMs = 250;
const stillPx = 8;

/** Drags by mouse, pen and finger. */
export function hearPresses(area: Area): () => void {
  let stop = () => {};
  const press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0 || event.defaultPrevented || area.current) return;
    const piece = area.pieceAt(event.target);
    if (!piece || (!piece.handle && isWriting(event.target))) return;
    stop();
    stop = watch(event, piece, area);
  };
  document.addEventListener("pointerdown", press);
  return () => {
    document.removeEventListener("pointerdown", press);
    stop();
  };
}

/** Watches what becomes of a press. The answer ends it. */
function watch(press: PointerEvent, piece: Piece, area: Area): () => void {
  const start = pointOf(press);
  const root = document.documentElement;
  const needsHold = !piece.handle && press.pointerType !== "mouse";
  let last = start;
  let isLifted = false;

  const lift = () => {
    clearTimeout(holding);
    isLifted = area.start(piece, start) !== null;
    if (!isLifted) return stop();
    // The page gets the rest, whatever becomes of the element that was pressed.
    root.setPointerCapture(press.pointerId);
    root.addEventListener("lostpointercapture", lose);
    area.current?.follow(last);
  };
  const holding = needsHold ? setTimeout(lift, holdMs) : undefined;
  const isMine = (event: PointerEvent) => event.pointerId === press.pointerId;

  const move = (event: PointerEvent) => {
    if (!isMine(event)) return;
    last = pointOf(event);
    // Let go where no window heard of it.
    if (event.pointerType === "mouse" && event.buttons === 0) return end(false);
    const way = Math.hypot(last.x - start.x, last.y - start.y);
    if (isLifted) area.current ? area.current.follow(last) : stop();
    else if (needsHold && way > stillPx) stop();
    else if (!needsHold && way >= wayPx) lift();
  };
  const stop = () => {
    clearTimeout(holding);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
    window.removeEventListener("keydown", key, true);
    window.removeEventListener("contextmenu", prevent, true);
    window.removeEventListener("dragstart", prevent, true);
    root.removeEventListener("lostpointercapture", lose);
    press.target?.removeEventListener("touchmove", hold);
  };
  const end = (isDrop: boolean) => {
    stop();
    if (!isLifted) return;
    isLifted = false;
    swallowClick();
    area.end(isDrop);
  };
  const up = (event: PointerEvent) => isMine(event) && end(true);
  const cancel = (event: PointerEvent) => isMine(event) && end(false);
  // What was touched loses the pointer too, to the page.
  const lose = (event: PointerEvent) => event.target === root && cancel(event);
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isLifted) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  // The browser's own drag of a link or a picture; and a long press asks for no menu.
  const prevent = (event: Event) =>
    (event.type === "dragstart" || press.pointerType !== "mouse") && event.preventDefault();
  // Once it is lifted, the finger must not scroll; before, it may.
  const hold = (event: Event) => isLifted && event.cancelable && event.preventDefault();

  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
  window.addEventListener("keydown", key, true);
  window.addEventListener("contextmenu", prevent, true);
  window.addEventListener("dragstart", prevent, true);
  press.target?.addEventListener("touchmove", hold, { passive: false });
  return () => end(false);
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** The click that follows a drop is part of the drag. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true), 60);
}
