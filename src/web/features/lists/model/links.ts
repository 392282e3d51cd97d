const address = /\bhttps?:\/\/[^\s<>"“”]+/giu;
/**
 * Matches punctuation at the end of a web address. Such punctuation usually belongs to the sentence around the address.
 */
const trailing = /[.,;:!?'’)\]}…]+$/u;

/**
 * Part of a text. `at` is the index at which the part begins. `href` is the address if the part is a web address, and
 * null otherwise.
 */
export type Part = { readonly at: number; readonly text: string; readonly href: string | null };

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutTrailing(match[0]);
    if (!URL.canParse(found)) continue;
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index), href: null });
    parts.push({ at: match.index, text: found, href: found });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), href: null });
  return parts;
}

/**
 * Removes punctuation at the end of a web address. Keeps a closing bracket if the address also contains the opening
 * bracket.
 */
function withoutTrailing(found: string): string {
  const bare = found.replace(trailing, "");
  return found[bare.length] === ")" && bare.includes("(") && !bare.includes(")") ? `${bare})` : bare;
}
