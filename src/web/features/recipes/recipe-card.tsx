import { Link } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { cardClass } from "../../ui/display/surface.tsx";
import { Clock } from "../../ui/icons.ts";
import type { Recipe } from "./model/source.ts";
import { spokenMinutes } from "./model/spoken.ts";

/** A recipe among others. */
export function RecipeCard({ recipe }: { recipe: Recipe }) {
  const { recipes: text } = useText();
  const { id, emoji, name, prepMinutes, ingredients } = recipe;
  return (
    <Link href={`/recipes/${id}`} className={`${cardClass()} recipes-card`}>
      <span className="recipes-emoji" aria-hidden="true">
        {emoji}
      </span>
      <strong className="recipes-name">{name}</strong>
      <span className="recipes-facts">
        {prepMinutes !== null && (
          <span>
            <Clock /> {spokenMinutes(prepMinutes)}
          </span>
        )}
        {ingredients.length > 0 && <span>{text.ingredientCount(ingredients.length)}</span>}
      </span>
    </Link>
  );
}
