/**
 * Pseudo-language made from English, for tests of the layout. Words are one and a half times as long, and each text is
 * between two invisible characters, by which the tests recognise it. Only the tests' build of the app contains this
 * module.
 */

/** Returns the texts of a language folder in the pseudo-language. */
export function pseudo<Texts extends object>(texts: Texts, direction: "ltr" | "rtl"): Texts {
  const all = stretched({ ...texts }) as Texts;
  return "direction" in texts ? { ...all, direction } : all;
}

function stretched(value: unknown): unknown {
  if (typeof value === "string") return stretchedText(value);
  if (typeof value === "function") return (...args: unknown[]) => stretched(value(...args));
  if (Array.isArray(value)) return value.map(stretched);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, stretched(each)]));
}

function stretchedText(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  // A text within a text is long already.
  const parts = text.split(/(\u2063.*\u2064)/su).map((part) => {
    if (part.startsWith("\u2063")) return part.slice(1, -1);
    return part.replace(/\p{L}{3,}/gu, (word) => word + word.slice(0, Math.ceil(word.length / 2)).toLowerCase());
  });
  return `\u2063${parts.join("")}\u2064`;
}
