import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useDragging } from "./session.ts";

/**
 * Distance in CSS pixels. A touch that moves no further may be a tap. The constants below are the limits of a swipe:
 * the minimum distance, the minimum ratio of horizontal to vertical movement, and the maximum time in milliseconds.
 */
const slopPx = 8;
const minPx = 56;
const minRatio = 1.6;
const longestMs = 900;

/** Detects swipes. Calls `turn` with 1 for a swipe to the next page, and with −1 for a swipe to the previous page. */
export function useSwipe(area: RefObject<HTMLElement | null>, turn: (direction: 1 | -1) => void): void {
  const dragging = useDragging();
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let from: { x: number; y: number; at: number; left: number } | null = null;
    // Uses the times of the events, because a busy page handles them late.
    const start = ({ touches, timeStamp }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      from = touch ? { x: touch.clientX, y: touch.clientY, at: timeStamp, left: element.scrollLeft } : null;
    };
    // Otherwise Chrome takes a swipe that scrolls nothing for a fling, and a tap in the next half second for its stop.
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      const scrollsSideways = element.scrollWidth > element.clientWidth;
      if (from && touch && event.cancelable && !scrollsSideways && isLevel(from, touch, slopPx)) event.preventDefault();
    };
    const end = ({ changedTouches, timeStamp }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!from || !touch || dragging.hasDragged(from.at)) return;
      const x = touch.clientX - from.x;
      const hasScrolled = Math.abs(element.scrollLeft - from.left) > 1;
      const isSwipe = isLevel(from, touch, minPx) && !hasScrolled && timeStamp - from.at < longestMs;
      from = null;
      if (isSwipe) latest.current(x < 0 !== (getComputedStyle(element).direction === "rtl") ? 1 : -1);
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end, { passive: true });
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
    };
  }, [dragging, area]);
}

function isLevel(from: { x: number; y: number }, { clientX, clientY }: Touch, distance: number): boolean {
  const [x, y] = [Math.abs(clientX - from.x), Math.abs(clientY - from.y)];
  return x > distance && x > minRatio * y;
}
