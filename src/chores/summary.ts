import type { Changes } from "../activity/record.ts";
import { formatList } from "../lib/english.ts";
import { formatDate } from "../lib/time.ts";
import { formatRule } from "../recurrence/rule.ts";

type Chore = {
  readonly name: string;
  readonly recurrenceRule: string | null;
  readonly startDate: string;
  readonly active: boolean;
};

const words: Readonly<Record<string, string>> = {
  recurrenceRule: "repetition",
  startDate: "start",
  dueTime: "time",
  memberIds: "people",
  active: "state",
};

export function addedSummary(chore: Chore, memberNames: readonly string[], today: string): string {
  const when = chore.recurrenceRule === null ? `, due ${formatDate(chore.startDate, today)}` : formatRule(chore);
  return `added the chore “${chore.name}” for ${formatList(memberNames)}${when}`;
}

export function changedSummary(before: Chore, after: Chore, changes: Changes): string {
  const fields = Object.keys(changes);
  if (fields.length === 1) {
    if (changes.name) return `renamed the chore “${before.name}” to “${after.name}”`;
    if (changes.active) return `${after.active ? "resumed" : "paused"} the chore “${after.name}”`;
  }
  return `changed the ${formatList(fields.map((field) => words[field] ?? field))} of the chore “${before.name}”`;
}

/** `doer` is null if it is the actor. */
export function doneSummary(
  verb: "completed" | "reopened",
  { name }: Pick<Chore, "name">,
  { date }: { readonly date: string },
  doer: string | null,
  today: string,
): string {
  const due = date === today ? "" : `, due ${formatDate(date, today)}`;
  return `${verb} “${name}”${doer === null ? "" : ` for ${doer}`}${due}`;
}
