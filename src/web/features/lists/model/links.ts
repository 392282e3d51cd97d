/** Addresses in what people write. Pure. */

const address = /\bhttps?:\/\/[^\s<>"“”]+/giu;
/** What ends a sentence, not an address. */
const trailing = /[.,;:!?'’)\]}…]+$/u;

/** A piece of a text, from its place in it on; `href` where it is an address. */
export type Part = { readonly at: number; readonly text: string; readonly href: string | null };

/** Cuts a text into what is an address and what is none; together they are the text. */
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

/** A bracket that the address itself has opened stays. */
function withoutTrailing(found: string): string {
  const bare = found.replace(trailing, "");
  return found[bare.length] === ")" && bare.includes("(") && !bare.includes(")") ? `${bare})` : bare;
}
