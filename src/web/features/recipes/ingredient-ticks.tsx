import { createStore, useStore } from "#web/lib/store.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { pageValue } from "#web/page/shared.ts";
import { Checkbox } from "#web/ui/controls/choice.tsx";

type Group = { readonly title: string; readonly at: number };

/**
 * Ingredients of a recipe with checkboxes. The heading of each group in `groups` is shown above the ingredient with the
 * index `at`.
 */
export function IngredientTicks(props: {
  ingredients: readonly string[];
  groups?: readonly Group[] | undefined;
  ticked: readonly string[];
  /** Returns the ingredient with its amount for the chosen servings. */
  scaled: (ingredient: string) => string;
  onToggle: (ingredient: string) => void;
}) {
  const { ingredients, groups = [], ticked, scaled, onToggle } = props;
  return (
    <ul className="recipes-ticks">
      {ingredients.map((ingredient, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an ingredient may stand there twice
        <li key={`${index} ${ingredient}`}>
          {groups
            .filter(({ at }) => at === index)
            .map(({ title }) => (
              <h3 key={title}>{title}</h3>
            ))}
          <Checkbox
            square
            crosses="all"
            label={scaled(ingredient)}
            checked={ticked.includes(ingredient)}
            onChange={() => onToggle(ingredient)}
          />
        </li>
      ))}
    </ul>
  );
}

const name = "recipe-ticks";
const kept = pageValue(() => createStore(getPreference(name)));

/** Ticked ingredients of each recipe. The ticks are stored in this browser and apply for one day. */
type Ticks = { readonly day: string; readonly recipes: Readonly<Record<string, readonly string[]>> };

function ticksOf(text: string | null, day: string): Ticks {
  try {
    const ticks: Ticks | null = JSON.parse(text ?? "null");
    if (ticks?.day === day) return ticks;
  } catch {}
  return { day, recipes: {} };
}

export function useTicked(recipeId: string, today: string) {
  const ticked = ticksOf(useStore(kept()), today).recipes[recipeId] ?? [];
  const keep = (next: readonly string[]) => {
    const { recipes } = ticksOf(kept().get(), today);
    kept().set(JSON.stringify({ day: today, recipes: { ...recipes, [recipeId]: next } } satisfies Ticks));
    setPreference(name, kept().get());
  };
  return {
    ticked,
    toggle: (ingredient: string) =>
      keep(ticked.includes(ingredient) ? ticked.filter((each) => each !== ingredient) : [...ticked, ingredient]),
    clear: () => keep([]),
  };
}
