/** Everybody reads the feed, so a summary never shows an answer. */
import type { Changes } from "../activity/record.ts";
import { formatList } from "../lib/english.ts";

const words: Readonly<Record<string, string>> = {
  name: "name",
  presetKey: "preset",
  question: "question",
  assigneeIds: "people",
  daysOfWeek: "days",
  times: "times",
  notify: "notification",
  active: "state",
  faces: "faces",
};

export function addedSummary({ name }: { name: string }, assignees: readonly string[]): string {
  return `added the check-in “${name}” for ${formatList(assignees)}`;
}

export function changedSummary(before: { name: string }, after: { name: string }, changes: Changes): string {
  const fields = Object.keys(changes);
  if (fields.length === 1 && changes.name) return `renamed the check-in “${before.name}” to “${after.name}”`;
  if (fields.length === 1 && changes.active)
    return `${changes.active.to ? "resumed" : "paused"} the check-in “${after.name}”`;
  return `changed the ${formatList(fields.map((field) => words[field] ?? field))} of the check-in “${before.name}”`;
}

/** `day` null means today, `member` null the actor. */
export function answeredSummary(
  { name }: { name: string },
  { isChange, day, member }: { isChange: boolean; day: string | null; member: string | null },
): string {
  const what = isChange ? `changed the answer to “${name}”` : `answered “${name}”`;
  return `${what}${day === null ? "" : ` of ${day}`}${member === null ? "" : ` for ${member}`}`;
}
