const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Curly quotes would end those around the text. */
export function straightenQuotes(text: string): string {
  return text.replaceAll(/[“”„‟]/g, '"');
}

/** `name, emoji and stars` */
export function formatList(parts: readonly string[]): string {
  return conjunction.format(parts);
}
