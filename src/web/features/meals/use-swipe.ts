import type { TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";

/** How far a finger goes for it to be a swipe, and how much more to the side than up or down. */
const farPx = 56;
const slant = 1.6;

/**
 * Turns swipes to a side into `onTurn` (1: on, -1: back). The element needs `touch-action: pan-y`, so that the browser leaves
 * them to us. `isHeld` says that the finger is dragging something.
 */
export function useSwipe(onTurn: (step: 1 | -1) => void, isHeld: boolean) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, pointerId, isPrimary, clientX, clientY }: TargetedPointerEvent<HTMLElement>) => {
      start.current = pointerType === "touch" && isPrimary ? { id: pointerId, x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }: TargetedPointerEvent<HTMLElement>) => {
      const from = start.current;
      start.current = null;
      if (!from || from.id !== pointerId || isHeld) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (Math.abs(x) < farPx || Math.abs(x) < Math.abs(y) * slant) return;
      const forward = document.documentElement.dir === "rtl" ? x > 0 : x < 0;
      onTurn(forward ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
