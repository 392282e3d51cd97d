import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { cx } from "#web/ui/cx.ts";
import { useLabels } from "#web/ui/display/labels.tsx";
import { Search } from "#web/ui/icons.ts";
import type { Recipe } from "../recipes/model/source.ts";
import { useRecipeChoices } from "./model/use-recipe-choices.ts";
import { mealDrag } from "./use-meal-drag.ts";

export function Tray({ onPick }: { onPick: (recipe: Recipe) => void }) {
  const { meals } = useText();
  const [query, setQuery] = useState("");
  const { recipes } = useRecipeChoices(query);
  return (
    <section className="meals-tray" aria-label={meals.tray}>
      <TextField
        className="meals-tray-search"
        label={meals.findRecipe}
        hideLabel
        placeholder={meals.findRecipe}
        type="search"
        icon={<Search />}
        value={query}
        onChange={setQuery}
      />
      {recipes?.length === 0 ? (
        <p className="soft">{query.trim() === "" ? meals.noRecipes : meals.nothingFound}</p>
      ) : (
        <ul className="meals-tray-recipes">
          {recipes?.map((recipe) => (
            <li key={recipe.id}>
              <TrayRecipe recipe={recipe} onPick={onPick} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TrayRecipe({ recipe, onPick }: { recipe: Recipe; onPick: (recipe: Recipe) => void }) {
  const { moveHelp } = useLabels();
  const dragItem = useStore(mealDrag())?.dragItem;
  const isDragged = dragItem?.kind === "recipe" && dragItem.recipe.id === recipe.id;
  return (
    <button
      type="button"
      className={cx("meals-tray-recipe", isDragged && "meals-tile-carried")}
      data-recipe={recipe.id}
      aria-description={moveHelp}
      onClick={() => onPick(recipe)}
    >
      <span className="meals-emoji" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="meals-name">{recipe.name}</span>
    </button>
  );
}
