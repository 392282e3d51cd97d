import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import type { Meal } from "../../meals/model/source.ts";

const idleMs = 2 * 60_000;
/**
 * Time in milliseconds without input after which the tablet returns to Today while somebody cooks. The time is long,
 * because a dough may have to rest.
 */
const cookingIdleMs = 60 * 60_000;
const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

/**
 * Whether nobody is using the tablet on the wall. When the page starts, the value is true. Pairing the tablet sets the
 * value to false, because somebody has just touched the tablet.
 */
export const isIdle = pageValue(() => createStore(true));

/** Meal whose recipe is shown for cooking on the tablet. Null if no recipe is shown. */
export const openRecipe = pageValue(() => createStore<Meal | null>(null));

/**
 * Calls `onRest` after two minutes without input, or after an hour while somebody cooks. Returns a function that stops
 * watching.
 */
export function watchInput(onRest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    isIdle().set(true);
    onRest();
  };
  const onInput = () => {
    isIdle().set(false);
    clearTimeout(timer);
    timer = setTimeout(rest, openRecipe().get() ? cookingIdleMs : idleMs);
  };
  if (!isIdle().get()) onInput();
  const stopWatching = openRecipe().watch(() => {
    if (!isIdle().get()) onInput();
  });
  for (const type of inputEvents) addEventListener(type, onInput, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    stopWatching();
    for (const type of inputEvents) removeEventListener(type, onInput, { capture: true });
  };
}
