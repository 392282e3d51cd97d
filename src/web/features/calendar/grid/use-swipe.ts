/** A quick swipe to the side turns the page, where the area does not scroll that way any further. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ghost } from "./ghost.ts";

const leastPx = 56;
const longestMs = 900;

/** Calls `turn` with 1 for onwards, −1 for back. */
export function useSwipe(area: RefObject<HTMLElement | null>, turn: (direction: 1 | -1) => void): void {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let from: { x: number; y: number; at: number; left: number } | null = null;
    const start = ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      from = touch ? { x: touch.clientX, y: touch.clientY, at: performance.now(), left: element.scrollLeft } : null;
    };
    const end = ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!from || !touch || ghost.get()) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      const isSwipe = Math.abs(x) > leastPx && Math.abs(x) > 2 * Math.abs(y) && performance.now() - from.at < longestMs;
      const hasScrolled = Math.abs(element.scrollLeft - from.left) > 1;
      from = null;
      if (!isSwipe || hasScrolled) return;
      const isRtl = getComputedStyle(element).direction === "rtl";
      latest.current(x < 0 !== isRtl ? 1 : -1);
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchend", end, { passive: true });
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchend", end);
    };
  }, [area]);
}
