import { day, isoOf } from "#lib/time.ts";
import type { Entry, Image, Recorded } from "#platform/activity/record.ts";

/**
 * How soon a change can cause a reminder. `later` means not within the next minute: even a message about a change by
 * somebody else is sent only after three minutes.
 */
export type ChangeUrgency = "now" | "later" | "never";

/** Tables that do not influence reminders. */
export const tablesWithoutReminders = [
  "recipe",
  "recipeLike",
  "meal",
  "mealRepeat",
  "groceryItem",
  "groceryList",
  "foodPlace",
  "listSection",
  "listTemplate",
] as const satisfies readonly (keyof Image)[];

const withoutReminders = new Set<string>(tablesWithoutReminders);

/** Returns how soon changes can cause a reminder: `now` if that is unknown, as for a change without an entry. */
export function urgencyOf(recorded: readonly Recorded[], now: Date): ChangeUrgency {
  let urgency: ChangeUrgency = recorded.length === 0 ? "now" : "never";
  for (const { entry } of recorded) {
    const each = urgencyOfImages(entry.before, entry.after, now.getTime());
    if (each === "now") return each;
    if (each === "later") urgency = each;
  }
  return urgency;
}

function urgencyOfImages(before: Entry["before"], after: Entry["after"], now: number): ChangeUrgency {
  if (!before && !after) return "now";
  const names = Object.keys({ ...before, ...after }).filter((name) => !withoutReminders.has(name));
  const isLater = names.every((name) => {
    const rows = (after?.[name as keyof Image] ?? []) as readonly Row[];
    return (name === "task" || name === "block") && rows.every((row) => isDueLater(row, now));
  });
  if (!isLater) return "now";
  return names.length === 0 ? "never" : "later";
}

/** Row of an entry. `dueDate` is undefined if only the position is stored, and null if there is no due date. */
type Row = { readonly dueDate?: string | null; readonly reminderMinutesList?: string | null };

/** Longest time between a task's own reminder and its due date. */
const maxLead = 28 * day;

/**
 * Whether the date is missing or so far ahead that no reminder can be due soon. A household's date may differ by one day
 * from UTC's.
 */
function isDueLater({ dueDate, reminderMinutesList }: Row, now: number): boolean {
  return !dueDate || dueDate > isoOf(now + 2 * day + (reminderMinutesList ? maxLead : 0));
}
