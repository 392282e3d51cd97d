import { useText } from "../../i18n/catalogue.ts";
import { perform } from "../../sync/perform.ts";
import type { Meal } from "./model/source.ts";
import { spokenCell } from "./model/spoken.ts";
import { swapMeals } from "./model/writes.ts";

/** Chooses the meal of the same week that a meal changes places with. */
export function SwapMeal(props: { meal: Meal; meals: readonly Meal[]; onDone: () => void }) {
  const { meals: text } = useText();
  const { meal, meals, onDone } = props;
  const others = meals.filter(({ id }) => id !== meal.id);
  if (others.length === 0) return <p className="soft">{text.noOthers}</p>;
  return (
    <ul className="meals-picks">
      {others.map((other) => (
        <li key={other.id}>
          <button
            type="button"
            className="meals-pick"
            onClick={() => {
              perform(swapMeals, { a: meal, b: other });
              onDone();
            }}
          >
            <span className="meals-emoji" aria-hidden="true">
              {other.recipe.emoji}
            </span>
            <span className="meals-pick-name">
              {other.recipe.name}
              <span className="small soft">{spokenCell(other)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
