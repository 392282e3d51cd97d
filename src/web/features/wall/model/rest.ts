/** When nobody has touched the tablet for a while. */
import { createStore } from "../../../sync/store.ts";

const restMs = 2 * 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

/** True while nobody is there; begins so, unless it was paired just now: somebody stands before it then. */
export const isResting = createStore(true);

/** Watches for touches until the answer is called; `onRest` runs each time that they have ceased. */
export function watchTouches(onRest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    isResting.set(true);
    onRest();
  };
  const touched = () => {
    isResting.set(false);
    clearTimeout(timer);
    timer = setTimeout(rest, restMs);
  };
  if (!isResting.get()) touched();
  for (const sign of signs) addEventListener(sign, touched, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, touched, { capture: true });
  };
}
