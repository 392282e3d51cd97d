import { useText } from "../../i18n/catalogue.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import type { AgendaDay } from "../calendar/model/agenda.ts";

/** A recipe, to cook by. */
export function RecipeSheet(props: { recipe: AgendaDay["meals"][number]["recipe"]; onClose: () => void }) {
  const { wall } = useText();
  const { name, emoji, ingredients, instructions } = props.recipe;
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
        {instructions && (
          <section>
            <h3>{wall.instructions}</h3>
            <p className="wall-instructions">{instructions}</p>
          </section>
        )}
      </div>
    </Sheet>
  );
}
