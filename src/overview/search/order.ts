import type { Hit } from "./result.ts";

/**
 * Compares search results for sorting. The results are sorted by rank (`Rank` in `match.ts`). Among equal ranks,
 * records of today and later come first, the soonest first; earlier records follow, the newest first. The app then
 * groups the results by type, in `src/web/features/search/use-groups.tsx`.
 */
export function compareHits(one: Hit, other: Hit): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  const [a, b] = [one.when, other.when];
  if (a.isAhead !== b.isAhead) return a.isAhead ? -1 : 1;
  if (a.at !== b.at) return a.isAhead ? a.at - b.at : b.at - a.at;
  return one.id < other.id ? 1 : -1;
}
