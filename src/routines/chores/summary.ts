import { sayRule } from "#lib/recurrence/rule-text.ts";
import { type Phrase, type Sentence, say, sayDate, sayFields, sayList } from "#lib/sentence.ts";
import type { Changes } from "#platform/activity/record.ts";
import type { Chore } from "./model.ts";

const fieldNames: Readonly<Record<string, Phrase>> = {
  name: say`name`,
  emoji: say`emoji`,
  stars: say`stars`,
  assignment: say`assignment`,
  recurrenceRule: say`repetition`,
  startDate: say`start`,
  dueTime: say`time`,
  memberIds: say`people`,
  active: say`state`,
};

export function addedSummary(chore: Chore, memberNames: readonly string[], today: string): Sentence {
  const when = chore.recurrenceRule === null ? say`, due ${sayDate(chore.startDate, today)}` : sayRule(chore);
  return say`added the chore “${chore.name}” for ${sayList(memberNames)}${when}`;
}

export function changedSummary(before: Chore, after: Chore, changes: Changes): Sentence {
  const fields = Object.keys(changes);
  if (fields.length === 1) {
    if (changes.name) return say`renamed the chore “${before.name}” to “${after.name}”`;
    if (changes.active)
      return after.active ? say`resumed the chore “${after.name}”` : say`paused the chore “${after.name}”`;
  }
  return say`changed the ${sayFields(fields, fieldNames)} of the chore “${before.name}”`;
}

/** Returns the sentence about a completion. `completedBy` is the member's name, or null if the member is the actor. */
export function completionSummary(
  verb: "completed" | "reopened",
  { name }: Pick<Chore, "name">,
  { date }: { readonly date: string },
  completedBy: string | null,
  today: string,
): Sentence {
  const due = date === today ? "" : say`, due ${sayDate(date, today)}`;
  const whose = completedBy === null ? "" : say` for ${completedBy}`;
  return verb === "completed" ? say`completed “${name}”${whose}${due}` : say`reopened “${name}”${whose}${due}`;
}
