import { day, isoOf } from "#lib/time.ts";
import type { Entry, Image, Recorded } from "#platform/activity/record.ts";

/**
 * Time at which the engine must look for reminders after a change. `later` means in a minute or more, which suffices
 * because changes by others are reported three minutes late.
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

/**
 * Returns how soon changes can cause a reminder. Returns `now` if the activity entries do not show how soon, as for an
 * unknown table or a change without an entry.
 */
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
    return (name === "task" || name === "block") && rows.every(({ dueDate }) => isDueLater(dueDate, now));
  });
  if (!isLater) return "now";
  return names.length === 0 ? "never" : "later";
}

/**
 * Changed row of an activity entry. If `dueDate` is undefined, the entry stores only a new position of the row. If it
 * is null, the task or list item has no due date.
 */
type Row = { readonly dueDate?: string | null };

/**
 * Whether a due date is more than two days ahead, or missing. Two days, because a household's date may differ by one
 * day from the date in UTC.
 */
function isDueLater(dueDate: string | null | undefined, now: number): boolean {
  return !dueDate || dueDate > isoOf(now + 2 * day);
}
