import { Fragment } from "preact";

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

/** Text in which web addresses are links. */
export function LinkedText({ children }: { children: string }) {
  return partsOf(children).map((part) =>
    part.href ? <TextLink key={part.at} {...part} /> : <Fragment key={part.at}>{part.text}</Fragment>,
  );
}

/** Only the web addresses of a text, as links. For a text in a text area, where links cannot be pressed. */
export function LinksIn({ text, className }: { text: string; className: string }) {
  const links = partsOf(text).filter(({ href }) => href !== null);
  return (
    links.length > 0 && (
      <div className={className}>
        {links.map((part) => (
          <TextLink key={part.at} {...part} />
        ))}
      </div>
    )
  );
}

function TextLink({ text, href }: Part) {
  return (
    <a href={href ?? undefined} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}
