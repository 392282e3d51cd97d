import { createStore } from "../../../sync/store.ts";
import type { Meal } from "../../meals/model/source.ts";

const restMs = 2 * 60_000;
/** Milliseconds without a touch while somebody cooks: dough rests longer than a wall. */
const cookingRestMs = 60 * 60_000;
const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

/** Whether nobody uses the wall. At first, it is false only after a pairing, which has just needed a touch. */
export const isResting = createStore(true);

/** Meal that is being cooked at the wall. Null if there is none. */
export const cooked = createStore<Meal | null>(null);

/**
 * Calls `onRest` after two minutes without input, or an hour while somebody cooks. Returns a function that stops it.
 */
export function watchTouches(onRest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    isResting.set(true);
    onRest();
  };
  const onInput = () => {
    isResting.set(false);
    clearTimeout(timer);
    timer = setTimeout(rest, cooked.get() ? cookingRestMs : restMs);
  };
  if (!isResting.get()) onInput();
  const stopWatching = cooked.watch(() => {
    if (!isResting.get()) onInput();
  });
  for (const type of inputEvents) addEventListener(type, onInput, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    stopWatching();
    for (const type of inputEvents) removeEventListener(type, onInput, { capture: true });
  };
}
