import { useDeferredValue } from "preact/compat";
import { useMemo } from "preact/hooks";
import { useStore } from "#web/lib/store.ts";
import { isConnected } from "#web/page/sync.ts";
import { useToday } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { findRecipes } from "../../recipes/model/search.ts";
import { type Recipe, recipesSource } from "../../recipes/model/source.ts";
import { recentUse, type Uses } from "./source.ts";

const noUses: Uses = {};

/**
 * Returns the recipes that match `query`. The most used recipes come first. `recipes` is undefined while the recipes or
 * their uses are loading.
 */
export function useRecipeChoices(query: string): { recipes: readonly Recipe[] | undefined; uses: Uses } {
  const { data } = useSource(recipesSource, {});
  const recent = useSource(recentUse, { today: useToday() }, { keepsFormer: true });
  const isOnline = useStore(isConnected);
  // Waits for the uses, so that the order does not change while somebody reaches for a recipe.
  const uses = recent.data ?? (recent.error || !isOnline ? noUses : undefined);
  const deferredQuery = useDeferredValue(query);
  const recipes = useMemo(
    () => data && uses && findRecipes(favouritesFirst(data.recipes, uses), deferredQuery),
    [data, uses, deferredQuery],
  );
  return { recipes, uses: uses ?? noUses };
}

/** Sorts recipes by number of uses, then by last use. The recipe with the most uses comes first. */
function favouritesFirst(recipes: readonly Recipe[], uses: Uses): readonly Recipe[] {
  const none = { times: 0, last: "" };
  return recipes.toSorted((a, b) => {
    const [one, other] = [uses[a.id] ?? none, uses[b.id] ?? none];
    return other.times - one.times || other.last.localeCompare(one.last);
  });
}
