/** Which recipes to offer first. Pure. */
import type { Recipe } from "../../recipes/model/source.ts";
import type { Uses } from "./source.ts";

/** What was cooked most often lately first, then what was cooked last; the rest as it came. */
export function favouritesFirst(recipes: readonly Recipe[], uses: Uses): readonly Recipe[] {
  const none = { times: 0, last: "" };
  return recipes.toSorted((a, b) => {
    const [one, other] = [uses[a.id] ?? none, uses[b.id] ?? none];
    return other.times - one.times || other.last.localeCompare(one.last);
  });
}
