import { useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import type { Overlay } from "../../shell/use-overlay.ts";
import { perform } from "../../sync/perform.ts";
import { useIsAdult } from "../../sync/session.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Archive, CalendarPlus, ChefHat, Pencil, ShoppingBasket } from "../../ui/icons.ts";
import { Menu } from "../../ui/overlay/menu.tsx";
import type { Recipe } from "./model/source.ts";
import { archiveRecipe } from "./model/writes.ts";

/** What can be done with a recipe. Archiving is for adults; nothing new is planned with an archived one. */
export function RecipeActs(props: {
  recipe: Recipe;
  canCook: boolean;
  open: Overlay<"edit" | "plan" | "groceries" | "cook">["open"];
}) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const isAdult = useIsAdult();
  const { recipe, canCook, open } = props;
  const isArchived = recipe.archivedAt !== null;
  const archive = () => {
    perform(archiveRecipe, { id: recipe.id, label: recipe.name, at: new Date().toISOString() });
    navigate("/recipes");
  };
  const edit = { label: text.edit, icon: <Pencil />, onSelect: () => open({ edit: "1" }) };
  const buy = {
    label: text.groceries,
    icon: <ShoppingBasket />,
    onSelect: () => open({ groceries: "1" }),
    disabled: recipe.ingredients.length === 0,
  };
  const out = { label: text.archive, icon: <Archive />, onSelect: archive, startsGroup: true };
  return (
    <div className="actions">
      {canCook && (
        <Button variant="primary" icon={<ChefHat />} onClick={() => open({ cook: "1" })}>
          {text.cook}
        </Button>
      )}
      {!isArchived && (
        <Button icon={<CalendarPlus />} onClick={() => open({ plan: "1" })}>
          {text.plan}
        </Button>
      )}
      <Menu label={text.more(recipe.name)} items={isArchived ? [buy] : isAdult ? [buy, edit, out] : [buy, edit]} />
    </div>
  );
}
