/** The recipes that somebody who plans can choose from. */
import { useDeferredValue } from "preact/compat";
import { useMemo } from "preact/hooks";
import { isConnected } from "../../../sync/connection.ts";
import { useStore } from "../../../sync/store.ts";
import { useSource } from "../../../sync/use-source.ts";
import { useToday } from "../../../time/zone.ts";
import { findRecipes } from "../../recipes/model/search.ts";
import { type Recipe, recipesSource } from "../../recipes/model/source.ts";
import { recentUse, type Uses } from "./source.ts";

const noUses: Uses = {};

/** What fits `query`, what is often cooked first; undefined while the recipes, or their order, are not known. */
export function useOffered(query: string): { recipes: readonly Recipe[] | undefined; uses: Uses } {
  const { data } = useSource(recipesSource, {});
  const recent = useSource(recentUse, { today: useToday() }, { keepsFormer: true });
  const isOnline = useStore(isConnected);
  // Else what is offered would change its order while somebody reaches for it.
  const uses = recent.data ?? (recent.error || !isOnline ? noUses : undefined);
  const wanted = useDeferredValue(query);
  const recipes = useMemo(
    () => data && uses && findRecipes(favouritesFirst(data.recipes, uses), wanted),
    [data, uses, wanted],
  );
  return { recipes, uses: uses ?? noUses };
}

/** What was cooked most often lately first, then what was cooked last; the rest as it came. */
function favouritesFirst(recipes: readonly Recipe[], uses: Uses): readonly Recipe[] {
  const none = { times: 0, last: "" };
  return recipes.toSorted((a, b) => {
    const [one, other] = [uses[a.id] ?? none, uses[b.id] ?? none];
    return other.times - one.times || other.last.localeCompare(one.last);
  });
}
