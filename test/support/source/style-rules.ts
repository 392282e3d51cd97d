/** Reads style sheets as a list of rules. Nested rules are written out, as a browser does. */

/** Rule of a style sheet: one selector and the declarations of its block. */
export type StyleRule = {
  readonly selector: string;
  readonly declarations: readonly { readonly property: string; readonly value: string }[];
};

/** Returns the rules of a style sheet, each selector of a list by itself. Ignores `@keyframes` and `@font-face`. */
export function styleRules(sheet: string): StyleRule[] {
  return rulesIn(sheet.replaceAll(/\/\*[\s\S]*?\*\//g, ""), []);
}

function rulesIn(body: string, parents: readonly string[]): StyleRule[] {
  const declarations: { property: string; value: string }[] = [];
  const rules: StyleRule[] = [];
  for (const { head, block } of statements(body)) {
    const colon = head.indexOf(":");
    if (block === null) {
      if (!head.startsWith("@") && colon > 0) {
        declarations.push({ property: head.slice(0, colon).trim(), value: head.slice(colon + 1).trim() });
      }
    } else if (/^@(?:layer|media|supports|container)\b/.test(head)) {
      rules.push(...rulesIn(block, parents));
    } else if (!head.startsWith("@")) {
      rules.push(...rulesIn(block, nested(splitOutside(head, ","), parents)));
    }
  }
  const own = declarations.length > 0 ? parents.map((selector) => ({ selector, declarations })) : [];
  return [...own, ...rules];
}

function nested(selectors: readonly string[], parents: readonly string[]): string[] {
  if (parents.length === 0) return [...selectors];
  return parents.flatMap((parent) =>
    selectors.map((each) => (each.includes("&") ? each.replaceAll("&", parent) : `${parent} ${each}`)),
  );
}

function statements(body: string): { head: string; block: string | null }[] {
  const found: { head: string; block: string | null }[] = [];
  let start = 0;
  let depth = 0;
  let open = 0;
  for (const { 0: sign, index } of body.matchAll(/[{};]/g)) {
    if (sign === "{" && depth++ === 0) open = index;
    const ends = sign === "}" ? --depth === 0 : sign === ";" && depth === 0;
    if (!ends) continue;
    const isBlock = sign === "}";
    found.push({
      head: body.slice(start, isBlock ? open : index).trim(),
      block: isBlock ? body.slice(open + 1, index) : null,
    });
    start = index + 1;
  }
  return found;
}

/** Splits a text at a separator that is not in brackets. */
export function splitOutside(text: string, separator: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(" || sign === "[") depth++;
    if (sign === ")" || sign === "]") depth--;
    if (sign === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
