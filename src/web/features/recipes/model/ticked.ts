/** Ticks are kept on this device, for one day. */
import { getPreference, setPreference } from "../../../sync/preferences.ts";
import { createStore, useStore } from "../../../sync/store.ts";

const name = "recipe-ticks";
const kept = createStore(getPreference(name));

type Ticks = { readonly day: string; readonly recipes: Readonly<Record<string, readonly string[]>> };

function ticksOf(text: string | null, day: string): Ticks {
  try {
    const ticks: Ticks | null = JSON.parse(text ?? "null");
    if (ticks?.day === day) return ticks;
  } catch {}
  return { day, recipes: {} };
}

export function useTicked(recipeId: string, today: string) {
  const ticked = ticksOf(useStore(kept), today).recipes[recipeId] ?? [];
  const keep = (next: readonly string[]) => {
    const { recipes } = ticksOf(kept.get(), today);
    kept.set(JSON.stringify({ day: today, recipes: { ...recipes, [recipeId]: next } } satisfies Ticks));
    setPreference(name, kept.get());
  };
  return {
    ticked,
    toggle: (ingredient: string) =>
      keep(ticked.includes(ingredient) ? ticked.filter((each) => each !== ingredient) : [...ticked, ingredient]),
    clear: () => keep([]),
  };
}
