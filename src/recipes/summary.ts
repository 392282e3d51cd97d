import type { Changes } from "../activity/record.ts";
import { formatList } from "../lib/english.ts";

const words: Readonly<Record<string, string>> = {
  name: "name",
  emoji: "emoji",
  prepMinutes: "preparation time",
  ingredients: "ingredients",
  instructions: "instructions",
};

/** `changed the ingredients and instructions of the recipe “Lasagne”`. */
export function changedSummary(before: string, after: string, changes: Changes): string {
  const fields = Object.keys(words).filter((field) => changes[field]);
  if (fields.length === 1 && changes.name) return `renamed the recipe “${before}” to “${after}”`;
  return `changed the ${formatList(fields.map((field) => words[field] ?? field))} of the recipe “${before}”`;
}
