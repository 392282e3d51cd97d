import { BoundedCache } from "../bounded-cache.ts";
import { type Ingredient, readIngredient } from "./foods.ts";

/** Cache of parsed ingredient lines, large enough for a week's recipes and a full list. An entry takes about 1 KB. */
const known = new BoundedCache<string, Ingredient>({ eviction: "lru", maxSize: 4_000 });

export function readLine(text: string): Ingredient {
  const cached = known.get(text);
  if (cached) return cached;
  const read = readIngredient(text);
  // The character `|` separates the food from its unit in the key of a sum.
  const ingredient = { ...read, key: read.key.replaceAll("|", "/").toWellFormed() };
  known.set(text, ingredient);
  return ingredient;
}

/** Parses texts into the cache in steps, so that other requests can run in between. */
export function* readAhead(texts: Iterable<string>): Generator<void, void> {
  for (const text of texts) {
    readLine(text);
    yield;
  }
}
