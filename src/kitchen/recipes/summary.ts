import { type Phrase, type Sentence, say, sayFields } from "#lib/sentence.ts";
import type { Changes } from "#platform/activity/record.ts";

const words: Readonly<Record<string, Phrase>> = {
  name: say`name`,
  emoji: say`emoji`,
  prepMinutes: say`preparation time`,
  ingredients: say`ingredients`,
  instructions: say`instructions`,
  servings: say`servings`,
  tags: say`tags`,
  groups: say`headings`,
  notes: say`notes`,
  sourceName: say`source`,
  sourceUrl: say`source`,
};

/** `changed the ingredients and instructions of the recipe “Lasagne”`. */
export function changedSummary(before: string, after: string, changes: Changes): Sentence {
  const fields = Object.keys(words).filter((field) => changes[field]);
  if (fields.length === 1 && changes.name) return say`renamed the recipe “${before}” to “${after}”`;
  return say`changed the ${sayFields(fields, words)} of the recipe “${before}”`;
}
