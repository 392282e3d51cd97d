import { useState } from "preact/hooks";
import { scaleText } from "../../../../ingredients/amounts.ts";
import { currentLocale } from "../../../i18n/catalogue.ts";
import { limits } from "./draft.ts";
import type { Recipe } from "./source.ts";

/** For how many a recipe is shown. `scaled` changes the amounts of an ingredient; null `count`: not known, nothing changes. */
export function useServings({ servings }: Pick<Recipe, "servings">, wanted: number | null) {
  const known = servings ?? null;
  const [count, setCount] = useState(wanted === null ? known : Math.min(wanted, limits.servings));
  const factor = known === null || count === null ? 1 : count / known;
  const style = currentLocale().startsWith("de") ? "de" : "en";
  return {
    count: known === null ? null : count,
    change: (by: number) => setCount((now) => Math.min(Math.max((now ?? known ?? 1) + by, 1), limits.servings)),
    scaled: (text: string) => (factor === 1 ? text : scaleText(text, factor, { system: "written", style })),
  };
}

export type Servings = ReturnType<typeof useServings>;
