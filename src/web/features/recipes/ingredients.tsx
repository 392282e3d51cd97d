import { useText } from "../../i18n/catalogue.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/display/notice.tsx";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";
import { IngredientTicks } from "./ingredient-ticks.tsx";
import type { Recipe } from "./model/source.ts";
import { useTicked } from "./model/ticked.ts";

/** What a recipe takes. `onEdit` is null where nothing can be changed. */
export function Ingredients(props: { recipe: Recipe; today: string; onEdit: (() => void) | null }) {
  const { recipes: text } = useText();
  const { recipe, today, onEdit } = props;
  const { ticked, toggle, clear } = useTicked(recipe.id, today);
  const isAnyTicked = recipe.ingredients.some((each) => ticked.includes(each));
  if (recipe.ingredients.length === 0) {
    const add = onEdit && <Button onClick={onEdit}>{text.addIngredients}</Button>;
    return (
      <Card>
        <EmptyState small picture="🧺" title={text.noIngredients} action={add}>
          {text.noIngredientsHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <SectionHeader
        title={text.ingredients}
        count={recipe.ingredients.length}
        actions={
          isAnyTicked && (
            <Button size="s" variant="quiet" onClick={clear}>
              {text.untick}
            </Button>
          )
        }
      />
      <IngredientTicks ingredients={recipe.ingredients} ticked={ticked} onToggle={toggle} />
      <p className="small soft">{text.tickHint}</p>
    </Card>
  );
}
