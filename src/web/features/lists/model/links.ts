const address = /\bhttps?:\/\/[^\s<>"“”]+/giu;
/** Matches punctuation after an address. */
const trailing = /[.,;:!?'’)\]}…]+$/u;

/** Part of a text. `at` is its index; `href` is set for addresses. */
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

/** Removes punctuation after an address, but keeps a closing bracket that belongs to it. */
function withoutTrailing(found: string): string {
  const bare = found.replace(trailing, "");
  return found[bare.length] === ")" && bare.includes("(") && !bare.includes(")") ? `${bare})` : bare;
}
