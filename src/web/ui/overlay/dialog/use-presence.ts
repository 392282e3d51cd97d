import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** However long its motion takes, or is held up in a tab that nobody sees. */
const longestMs = 400;

/** Whether to draw what is `open`, or still on its way out: until the motions in `layer` have ended. */
export function usePresence(open: boolean, layer: RefObject<HTMLElement | null>): boolean {
  const [isThere, setThere] = useState(open);
  if (open && !isThere) setThere(true);
  useLayoutEffect(() => {
    const leaving = layer.current;
    if (open || !leaving) return;
    let isNews = true;
    const gone = () => {
      if (isNews) setThere(false);
      isNews = false;
    };
    const motions = leaving.getAnimations({ subtree: true }).filter(({ effect }) => hasEnd(effect));
    Promise.allSettled(motions.map(({ finished }) => finished)).then(gone);
    const timer = setTimeout(gone, longestMs);
    return () => {
      isNews = false;
      clearTimeout(timer);
    };
  }, [open, layer]);
  return open || isThere;
}

/** A ring that turns while something is busy never ends. */
function hasEnd(effect: AnimationEffect | null): boolean {
  return effect !== null && effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
}
