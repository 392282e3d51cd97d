import { BoundedCache } from "#lib/bounded-cache.ts";
import { type Ingredient, readIngredient } from "#lib/ingredients/foods.ts";

/** Holds a week's lines and the items of a full list; an entry takes about a kilobyte. */
const known = new BoundedCache<string, Ingredient>({ eviction: "lru", maxSize: 4_000 });

export function readLine(text: string): Ingredient {
  const cached = known.get(text);
  if (cached) return cached;
  const read = readIngredient(text);
  // A sum's key separates the food from its unit by this character.
  const ingredient = { ...read, key: read.key.replaceAll("|", "/").toWellFormed() };
  known.set(text, ingredient);
  return ingredient;
}

/** Fills the cache step by step, so that other requests can run in between. */
export function* readAhead(texts: Iterable<string>): Generator<void, void> {
  for (const text of texts) {
    readLine(text);
    yield;
  }
}
