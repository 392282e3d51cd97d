import { type Phrase, type Sentence, say, sayDate, sayFields, sayNames } from "#lib/sentence.ts";
import type { Changes, Entry } from "#platform/activity/record.ts";

type Task = { readonly label: string; readonly dueDate: string | null };

const fieldNames: Readonly<Record<string, Phrase>> = {
  label: say`label`,
  memberId: say`assignee`,
  dueDate: say`due date`,
  completedAt: say`time of completion`,
  dueTime: say`time`,
  notes: say`notes`,
  reminderMinutesList: say`reminder`,
  isPriority: say`priority`,
};

/** Returns, for example, `added “Water the plants” for Mia, due Fri 27 Nov`. `today` is in the household's zone. */
export function addedSummary(task: Task, memberName: string, today: string): Sentence {
  const due = task.dueDate === null ? "" : say`, due ${sayDate(task.dueDate, today)}`;
  return say`added “${task.label}” for ${memberName}${due}`;
}

/** Returns a sentence such as `deleted the task “Water the plants”, due Fri 27 Nov`. */
export function deletedSummary(
  { label, dueDate, completedAt }: Task & { completedAt: string | null },
  today: string,
): Sentence {
  const due = dueDate === null || completedAt !== null ? "" : say`, due ${sayDate(dueDate, today)}`;
  return say`deleted the task “${label}”${due}`;
}

/** Returns the sentence about a changed task. `assignee` is the name of the new assignee if the assignee changed. */
export function changedSummary(before: Task, after: Task, changes: Changes, assignee: string, today: string): Sentence {
  const fields = Object.keys(changes);
  if (changes.completedAt?.to === null) return say`reopened “${after.label}”`;
  if (changes.completedAt?.from === null) return say`completed “${after.label}”`;
  if (fields.every((field) => field === "dueDate" || field === "dueTime") && changes.dueDate?.to === null) {
    return say`took the due date off “${after.label}”`;
  }
  if (fields.length === 1) {
    if (changes.label) return say`renamed “${before.label}” to “${after.label}”`;
    if (changes.memberId) return say`gave “${after.label}” to ${assignee}`;
    if (after.dueDate && changes.dueDate) return say`made “${after.label}” due on ${sayDate(after.dueDate, today)}`;
  }
  return say`changed the ${sayFields(fields, fieldNames)} of “${before.label}”`;
}

/** Returns a sentence such as `added 4 tasks: “Bins”, “Tyres”, “Plants” and 1 more`. */
export function batchSummary(action: Entry["action"], labels: readonly string[]): Sentence {
  const { length: count } = labels;
  const names = sayNames(labels);
  if (action === "created") return say`added ${count} tasks: ${names}`;
  if (action === "completed") return say`completed ${count} tasks: ${names}`;
  if (action === "reopened") return say`reopened ${count} tasks: ${names}`;
  if (action === "deleted") return say`deleted ${count} tasks: ${names}`;
  return say`changed ${count} tasks: ${names}`;
}
