import { createStore } from "../../../sync/store.ts";

const restMs = 2 * 60_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

/** False at first only after a pairing, which has just needed a touch. */
export const isResting = createStore(true);

/** Calls `onRest` after two minutes without input. Returns an unsubscribe function. */
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
