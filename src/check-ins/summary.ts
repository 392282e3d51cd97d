/** Everybody reads the feed, so a summary never shows an answer. */
import type { Changes } from "../activity/record.ts";
import { type Said, type Sentence, say, sayFields, sayList } from "../lib/sentence.ts";

const words: Readonly<Record<string, Said>> = {
  name: say`name`,
  presetKey: say`preset`,
  question: say`question`,
  assigneeIds: say`people`,
  daysOfWeek: say`days`,
  times: say`times`,
  notify: say`notification`,
  active: say`state`,
  faces: say`faces`,
};

export function addedSummary({ name }: { name: string }, assignees: readonly string[]): Sentence {
  return say`added the check-in “${name}” for ${sayList(assignees)}`;
}

export function changedSummary(before: { name: string }, after: { name: string }, changes: Changes): Sentence {
  const fields = Object.keys(changes);
  if (fields.length === 1 && changes.name) return say`renamed the check-in “${before.name}” to “${after.name}”`;
  if (fields.length === 1 && changes.active)
    return changes.active.to ? say`resumed the check-in “${after.name}”` : say`paused the check-in “${after.name}”`;
  return say`changed the ${sayFields(fields, words)} of the check-in “${before.name}”`;
}

/** `day` null means today, `member` null the actor. */
export function answeredSummary(
  { name }: { name: string },
  { isChange, day, member }: { isChange: boolean; day: Said | null; member: string | null },
): Sentence {
  const when = day === null ? "" : say` of ${day}`;
  const whose = member === null ? "" : say` for ${member}`;
  return isChange ? say`changed the answer to “${name}”${when}${whose}` : say`answered “${name}”${when}${whose}`;
}
