import { currentLocale, useText } from "../../../i18n/catalogue.ts";
import { useStore } from "../../../sync/store.ts";
import { useToday } from "../../../time/zone.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { CookMode } from "../../recipes/cook-mode.tsx";
import type { Recipe } from "../../recipes/model/source.ts";
import { stepsOf } from "../../recipes/model/steps.ts";
import { cooked } from "../model/rest.ts";

/** A recipe without steps has only a sheet. */
export function Cooking() {
  const recipe = useStore(cooked);
  const today = useToday();
  if (!recipe) return null;
  const close = () => cooked.set(null);
  const steps = stepsOf(recipe.instructions, currentLocale());
  if (steps.length === 0) return <RecipeSheet recipe={recipe} onClose={close} />;
  return <CookMode recipe={recipe} steps={steps} today={today} scaled={(text) => text} onClose={close} />;
}

function RecipeSheet(props: { recipe: Recipe; onClose: () => void }) {
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
                <li key={index}>{ingredient}</li>
              ))}
            </ul>
          </section>
        )}
        <p className="soft">{recipes.noSteps}</p>
      </div>
    </Sheet>
  );
}
