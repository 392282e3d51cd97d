import type { Changes } from "../activity/record.ts";
import { formatList } from "../lib/english.ts";
import { formatDate } from "../lib/time.ts";

type Task = { readonly label: string; readonly dueDate: string | null };

const words: Readonly<Record<string, string>> = {
  label: "label",
  memberId: "assignee",
  dueDate: "due date",
  completedAt: "time of completion",
};

/** `added “Water the plants” for Mia, due Fri 27 Nov`. `today` is the household's date. */
export function addedSummary(task: Task, memberName: string, today: string): string {
  const due = task.dueDate === null ? "" : `, due ${formatDate(task.dueDate, today)}`;
  return `added “${task.label}” for ${memberName}${due}`;
}

/** `assignee` is the name of the new assignee, if that changed. */
export function changedSummary(before: Task, after: Task, changes: Changes, assignee: string, today: string): string {
  const fields = Object.keys(changes);
  if (changes.completedAt?.to === null) return `reopened “${after.label}”`;
  if (changes.completedAt?.from === null) return `completed “${after.label}”`;
  if (fields.length > 1)
    return `changed the ${formatList(fields.map((field) => words[field] ?? field))} of “${before.label}”`;
  if (changes.label) return `renamed “${before.label}” to “${after.label}”`;
  if (changes.memberId) return `gave “${after.label}” to ${assignee}`;
  if (changes.completedAt) return `changed the ${words.completedAt} of “${after.label}”`;
  if (after.dueDate === null) return `took the due date off “${after.label}”`;
  return `made “${after.label}” due on ${formatDate(after.dueDate, today)}`;
}
