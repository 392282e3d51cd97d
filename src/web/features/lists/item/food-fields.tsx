import type { Aisle } from "#lib/ingredients/aisles.ts";
import { readIngredient } from "#lib/ingredients/foods.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { groceriesSource, setStaple } from "../../meals/model/shopping.ts";
import { setAisle, useAisles } from "../model/aisles.ts";
import type { List, Subtask } from "../model/source.ts";

/**
 * Fields of an item on a grocery list: the recipes for which the food is needed, the aisle in the shop, and whether the
 * food is a staple.
 */
export function FoodFields({ block, list }: { block: Subtask; list: List }) {
  const { lists, meals } = useText();
  const { data } = useSource(groceriesSource, {});
  const aisles = useAisles(list);
  const settings = data?.lists.find(({ listId }) => listId === list.id);
  if (!data || !settings) return null;
  const food = readIngredient(block.content).key;
  const known = data.foods.find((each) => each.food === food);
  const needs = data.items.find(({ blockId }) => blockId === block.id)?.needs ?? [];
  const purposes = needs.map(({ recipeName, mealId, date }) =>
    mealId === null ? recipeName : `${recipeName}, ${formatDay(date, "weekday")}`,
  );
  return (
    <>
      {purposes.length > 0 && <p className="soft">{lists.aisles.isFor([...new Set(purposes)].join(" · "))}</p>}
      {aisles && (
        <Select
          label={lists.aisles.aisle}
          hint={lists.aisles.aisleHint}
          value={aisles.aisleOf(block)}
          options={settings.aisles.map((value) => ({ value, label: lists.aisles.names[value] }))}
          onChange={(aisle: Aisle) => perform(setAisle, { blockId: block.id, text: block.content, aisle })}
        />
      )}
      <Switch
        label={meals.alwaysHaveIt}
        hint={lists.aisles.stapleHint}
        checked={known?.staple ?? false}
        onChange={(staple) => perform(setStaple, { text: block.content, food, staple })}
      />
    </>
  );
}
