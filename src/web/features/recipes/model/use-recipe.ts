import { withRealIds } from "../../../sync/ids.ts";
import { realIds } from "../../../sync/outbox-store.ts";
import { useSource } from "../../../sync/use-source.ts";
import { isDay } from "../../meals/model/plan.ts";
import { mealsSource } from "../../meals/model/source.ts";
import { type Recipe, recipesSource } from "./source.ts";

/**
 * A recipe of the box, or an archived one that is planned in the seven days from `from` on. Undefined: not known yet; null:
 * there is none.
 */
export function useRecipe(
  asked: string,
  from: string | null,
): { recipe: Recipe | null | undefined; error: Error | null } {
  const id = withRealIds(asked, realIds);
  const box = useSource(recipesSource, {});
  const boxed = box.data?.recipes.find((each) => each.id === id);
  const isSought = box.data !== undefined && !boxed && isDay(from);
  const week = useSource(mealsSource, isSought ? { weekStart: from } : null);
  const planned = week.data?.meals.find(({ recipe }) => recipe.id === id)?.recipe;
  if (boxed ?? planned) return { recipe: boxed ?? planned, error: null };
  const isKnown = box.data !== undefined && (!isSought || week.data !== undefined);
  return { recipe: isKnown ? null : undefined, error: box.error ?? week.error };
}
