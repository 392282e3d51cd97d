import { type Phrase, type Sentence, say, sayFields } from "#lib/sentence.ts";
import type { Changes } from "#platform/activity/record.ts";

const fieldNames: Readonly<Record<string, Phrase>> = {
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

/** Returns a sentence such as `changed the ingredients and instructions of the recipe “Lasagne”`. */
export function changedSummary(before: string, after: string, changes: Changes): Sentence {
  const fields = Object.keys(fieldNames).filter((field) => changes[field]);
  if (fields.length === 1 && changes.name) return say`renamed the recipe “${before}” to “${after}”`;
  return say`changed the ${sayFields(fields, fieldNames)} of the recipe “${before}”`;
}
