import { createStore } from "../../../sync/store.ts";

const restMs = 2 * 60_000;
const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

/** False at first only after a pairing, which has just needed a touch. */
export const isResting = createStore(true);

/** Calls `onRest` after two minutes without input. Returns an unsubscribe function. */
export function watchTouches(onRest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    isResting.set(true);
    onRest();
  };
  const onInput = () => {
    isResting.set(false);
    clearTimeout(timer);
    timer = setTimeout(rest, restMs);
  };
  if (!isResting.get()) onInput();
  for (const type of inputEvents) addEventListener(type, onInput, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const type of inputEvents) removeEventListener(type, onInput, { capture: true });
  };
}
