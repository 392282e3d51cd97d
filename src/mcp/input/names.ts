import { foldForSearch } from "../../lib/case-folding.ts";
import { isUuid } from "../../wire.ts";
import { quotedShort } from "../output/format.ts";
import { wrongParameter } from "../output/tool-error.ts";

const maxListed = 20;

export type Named = { readonly id: string; readonly name: string; readonly note?: string };

/**
 * Ignores case and accents. Returns any id unchanged: REST refuses unknown ones.
 * @throws ToolError listing valid names.
 */
export function resolveId(
  known: readonly Named[],
  nameOrId: string,
  thing: string,
  parameter: string,
  ids: { readonly find: (text: string) => string | null; readonly short: (id: string) => string },
): string {
  if (isUuid(nameOrId.trim())) return nameOrId.trim().toLowerCase();
  const folded = foldForSearch(nameOrId);
  const found = known.filter(({ name }) => foldForSearch(name) === folded);
  const exact = found.filter(({ name }) => name === nameOrId);
  const [only, another] = exact.length === 1 ? exact : found;
  if (only && !another) return only.id;
  if (found.length > 1) {
    const shown = found
      .slice(0, maxListed)
      .map(({ id, name, note }) => `${quotedShort(name)}${note ? ` (${note})` : ""} is ${ids.short(id)}`);
    throw wrongParameter(
      parameter,
      `more than one ${thing} is called ${quotedShort(nameOrId)}`,
      `Parameter ${parameter}: take the id. ${shown.join("; ")}.`,
    );
  }
  const id = ids.find(nameOrId);
  if (id !== null) return id;
  const all = thing === "member" && isEverybody(nameOrId) ? "leave it out for everybody, if it is optional; else " : "";
  throw wrongParameter(
    parameter,
    `no such ${thing}: ${quotedShort(nameOrId)}`,
    `Parameter ${parameter}: ${all}${known.length === 0 ? `there is no ${thing} yet` : `take one of ${listNames(known)}, or an id`}.`,
    "no_such_reference",
  );
}

export function isEverybody(phrase: string): boolean {
  return /^(?:everyone|everybody|all|(?:all|the|our|whole|the whole) (?:family|household)|family|household|us)$/.test(
    foldForSearch(phrase),
  );
}

function listNames(known: readonly Named[]): string {
  const shown = known.slice(0, maxListed).map(({ name }) => quotedShort(name));
  const more = known.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
