/** What a change of a check-in reads like in the feed. Never what somebody answered: everybody reads the feed. */
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

/** `added the check-in “Sleep” for Mia and Leo`. */
export function addedSummary({ name }: { name: string }, assignees: readonly string[]): string {
  return `added the check-in “${name}” for ${formatList(assignees)}`;
}

/** The same for a PATCH, by what it changed. */
export function changedSummary(before: { name: string }, after: { name: string }, changes: Changes): string {
  const fields = Object.keys(changes);
  if (fields.length === 1 && changes.name) return `renamed the check-in “${before.name}” to “${after.name}”`;
  if (fields.length === 1 && changes.active)
    return `${changes.active.to ? "resumed" : "paused"} the check-in “${after.name}”`;
  return `changed the ${formatList(fields.map((field) => words[field] ?? field))} of the check-in “${before.name}”`;
}

/** `answered “Sleep”`, or `changed the answer to “Sleep” of Thu 26 Nov for Mia`; null: of today, for themselves. */
export function answeredSummary(
  { name }: { name: string },
  { isChange, day, member }: { isChange: boolean; day: string | null; member: string | null },
): string {
  const what = isChange ? `changed the answer to “${name}”` : `answered “${name}”`;
  return `${what}${day === null ? "" : ` of ${day}`}${member === null ? "" : ` for ${member}`}`;
}
