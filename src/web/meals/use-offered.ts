/** The recipes that somebody who plans can choose from. */
import { useDeferredValue, useMemo } from "react";
import { useSource } from "../data/use-source.ts";
import { findRecipes } from "../recipes/search.ts";
import { type Recipe, recipesSource } from "../recipes/source.ts";
import { useToday } from "../time/zone.ts";
import { favouritesFirst } from "./favourites.ts";
import { recentUse, type Uses } from "./source.ts";

const noUses: Uses = {};

/** What fits `query`, what is often cooked first; undefined while the recipes are not known. */
export function useOffered(query: string): { recipes: readonly Recipe[] | undefined; uses: Uses } {
  const { data } = useSource(recipesSource, {});
  const { data: uses = noUses } = useSource(recentUse, { today: useToday() }, { keepsFormer: true });
  const wanted = useDeferredValue(query);
  const recipes = useMemo(() => data && findRecipes(favouritesFirst(data.recipes, uses), wanted), [data, uses, wanted]);
  return { recipes, uses };
}
