const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** `name, emoji and stars` */
export function formatList(parts: readonly string[]): string {
  return conjunction.format(parts);
}
