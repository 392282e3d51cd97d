/** Order by full lists of ids, for whatever can be put in order. Pure. */
import { unprocessable } from "./errors.ts";

/**
 * Refuses a new order unless it has exactly the ids of the present one, each once.
 * @throws ApiError 422 naming what is repeated, unknown or missing. `thing` is singular, lower case.
 */
export function requireSameSet(ids: readonly string[], present: readonly string[], thing: string): void {
  const known = new Set(present);
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw unprocessable(`ids[${index}]: is given twice`);
    if (!known.has(id)) throw unprocessable(`ids[${index}]: no such ${thing}`);
    seen.add(id);
  }
  const missing = present.find((id) => !seen.has(id));
  if (missing !== undefined) throw unprocessable(`ids: ${missing} is missing`);
}
