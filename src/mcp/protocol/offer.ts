const toolName = /\b[a-z]+(?:_[a-z]+)+\b/g;
const quotation = /“[^”]*”/g;

const boundary = /(?<=[.;]) |(?<=^Parameter \S+:) |(?=, (?:or|with|for|from) )/;

export type Offer = { readonly names: ReadonlySet<string>; readonly all: ReadonlySet<string> };

/** Leaves out each part that names a tool that is not offered; `other` replaces a text without any other part. */
export function fitText(text: string, { names, all }: Offer, other: string): string {
  const isFitting = (part: string) =>
    (part.replaceAll(quotation, "").match(toolName) ?? []).every((name) => names.has(name) || !all.has(name));
  if (isFitting(text)) return text;
  const kept = text.split(boundary).filter(isFitting);
  if (kept.every((part) => part.endsWith(":"))) return other;
  const joined = kept.join(" ").replaceAll(" , ", ", ");
  return text.endsWith(".") ? joined.replace(/[;,.]$/, "").concat(".") : joined.replace(/[;,]$/, "");
}

export function fitDescriptions<Schema>(schema: Schema, offer: Offer): Schema {
  const fitted = JSON.stringify(schema, (key, value) =>
    key === "description" && typeof value === "string" ? fitText(value, offer, "From an earlier answer") : value,
  );
  return JSON.parse(fitted);
}

const otherWords = {
  create: ["add", "new", "make", "insert"],
  update: ["edit", "change", "modify"],
  delete: ["remove", "cancel"],
  list: ["show", "read", "fetch"],
  task: ["todo"],
  tasks: ["todos"],
};
const synonyms = new Map(Object.entries(otherWords).flatMap(([word, others]) => others.map((other) => [other, word])));
const minLikeness = 0.6;

export function nearTool(wanted: string, names: Iterable<string>): string | null {
  const plain = wanted
    .slice(0, 60)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "_")
    .replaceAll(/^_|_$/g, "");
  const translated = plain.replaceAll(/[a-z]+/g, (word) => synonyms.get(word) ?? word);
  let best: { readonly name: string; readonly likeness: number } | null = null;
  for (const name of names) {
    const likeness = Math.max(likenessOf(plain, name), likenessOf(translated, name));
    if (likeness >= minLikeness && likeness > (best?.likeness ?? 0)) best = { name, likeness };
  }
  return best?.name ?? null;
}

/** Dice coefficient of the pairs of letters. */
function likenessOf(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * shared) / (pairs.size + others.size);
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)));
}
