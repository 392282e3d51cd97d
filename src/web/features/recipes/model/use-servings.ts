import { useState } from "preact/hooks";
import { scaleText } from "#lib/ingredients/amounts.ts";
import { currentServerLanguage } from "#web/i18n/locale.ts";
import { useDisplay } from "#web/sync/session.ts";
import { limits } from "./draft.ts";
import type { Recipe } from "./source.ts";

/**
 * Keeps the number of servings for which a recipe is shown. At first, the number is `wanted`, or the recipe's own
 * number if `wanted` is null. `change` adds `by`, which may be negative, to the number. `scaled` returns the text of an
 * ingredient with the amount for the current number of servings. If the recipe names no number of servings, amounts are
 * not scaled.
 */
export function useServings({ servings }: Pick<Recipe, "servings">, wanted: number | null) {
  const [chosen, setChosen] = useState<number | null>(wanted === null ? null : Math.min(wanted, limits.servings));
  const system = useDisplay()?.amounts ?? "written";
  const known = servings ?? null;
  const count = known === null ? null : (chosen ?? known);
  const factor = known === null || count === null ? 1 : count / known;
  const style = currentServerLanguage();
  return {
    /** Number of servings. Null if the recipe does not give the number. */
    count,
    change: (by: number) => setChosen(Math.min(Math.max((count ?? 1) + by, 1), limits.servings)),
    scaled: (text: string) =>
      factor === 1 && system === "written" ? text : scaleText(text, factor, { system, style }),
  };
}

export type Servings = ReturnType<typeof useServings>;
