const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** `name, emoji and stars` */
export function formatList(parts: readonly string[]): string {
  return conjunction.format(parts);
}

const maxNames = 3;

/** `“Piano”, “Swimming”, “Dentist” and 2 more` */
export function formatQuotedNames(labels: readonly string[]): string {
  const named = labels.slice(0, maxNames).map((label) => `“${label}”`);
  const more = labels.length - named.length;
  return formatList(more > 0 ? [...named, `${more} more`] : named);
}
