import { type Ingredient, readIngredient } from "../ingredients/foods.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { foldText } from "../lib/case-folding.ts";

/** About a kilobyte each: a week's lines and the items of a full list. */
const known = new BoundedCache<string, Ingredient>({ eviction: "lru", maxSize: 4_000 });

/** As {@link readIngredient}, with a key for lines that name no food, such as "🍅". */
export function readLine(text: string): Ingredient {
  const cached = known.get(text);
  if (cached) return cached;
  const read = readIngredient(text);
  const ingredient = read.key === "" ? { ...read, key: foldText(text).replaceAll("|", " ").slice(0, 200) } : read;
  known.set(text, ingredient);
  return ingredient;
}

/** Fills the cache, in steps. */
export function* readAhead(texts: Iterable<string>): Generator<void, void> {
  for (const text of texts) {
    readLine(text);
    yield;
  }
}
