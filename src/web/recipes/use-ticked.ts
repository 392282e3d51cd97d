import { useState } from "react";
import { keepTicked, tickedOf } from "./ticked.ts";

/** What is ticked of a recipe, on this device and for today; an ingredient that stands there twice is ticked twice. */
export function useTicked(recipeId: string, today: string) {
  const [kept, setKept] = useState(() => ({ key: recipeId + today, ticked: tickedOf(recipeId, today) }));
  const ticked = kept.key === recipeId + today ? kept.ticked : tickedOf(recipeId, today);
  const keep = (next: readonly string[]) => {
    keepTicked(recipeId, today, next);
    setKept({ key: recipeId + today, ticked: next });
  };
  return {
    ticked,
    toggle: (ingredient: string) =>
      keep(ticked.includes(ingredient) ? ticked.filter((each) => each !== ingredient) : [...ticked, ingredient]),
    clear: () => keep([]),
  };
}
