import { getPreference, setPreference } from "../../sync/preferences.ts";
import { createStore, useStore } from "../../sync/store.ts";
import { Checkbox } from "../../ui/controls/choice.tsx";

export function IngredientTicks(props: {
  ingredients: readonly string[];
  ticked: readonly string[];
  onToggle: (ingredient: string) => void;
}) {
  const { ingredients, ticked, onToggle } = props;
  return (
    <ul className="recipes-ticks">
      {[...new Set(ingredients)].map((ingredient) => (
        <li key={ingredient}>
          <Checkbox
            square
            label={ingredient}
            checked={ticked.includes(ingredient)}
            onChange={() => onToggle(ingredient)}
          />
        </li>
      ))}
    </ul>
  );
}

const name = "recipe-ticks";
const kept = createStore(getPreference(name));

/** Kept on this device, for one day. */
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
