import { currentLocale, useText } from "../../../i18n/catalogue.ts";
import { useStore } from "../../../sync/store.ts";
import { useToday } from "../../../time/zone.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { Meal } from "../../meals/model/source.ts";
import { CookMode } from "../../recipes/cook-mode.tsx";
import type { Recipe } from "../../recipes/model/source.ts";
import { stepsOf } from "../../recipes/model/steps.ts";
import { type Servings, useServings } from "../../recipes/model/use-servings.ts";
import { cooked } from "../model/rest.ts";

/** A recipe without steps has only a sheet. */
export function Cooking() {
  const meal = useStore(cooked);
  return meal && <Cook key={meal.id} meal={meal} />;
}

function Cook({ meal: { recipe, servings } }: { meal: Meal }) {
  const today = useToday();
  const { scaled } = useServings(recipe, servings ?? null);
  const close = () => cooked.set(null);
  const steps = stepsOf(recipe.instructions, currentLocale());
  if (steps.length === 0) return <RecipeSheet recipe={recipe} scaled={scaled} onClose={close} />;
  return <CookMode recipe={recipe} steps={steps} today={today} scaled={scaled} onClose={close} />;
}

function RecipeSheet(props: { recipe: Recipe; scaled: Servings["scaled"]; onClose: () => void }) {
  const { wall, recipes } = useText();
  const { name, emoji, ingredients } = props.recipe;
  return (
    <Sheet open onClose={props.onClose} title={`${emoji} ${name}`} size="l">
      <div className="wall-recipe">
        {ingredients.length > 0 && (
          <section>
            <h3>{wall.ingredients}</h3>
            <ul>
              {ingredients.map((ingredient, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same ingredient may be needed twice; none is ever moved here
                <li key={index}>{props.scaled(ingredient)}</li>
              ))}
            </ul>
          </section>
        )}
        <p className="soft">{recipes.noSteps}</p>
      </div>
    </Sheet>
  );
}
