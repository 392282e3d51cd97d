/** A chore in the form that it is written in, and back. Pure. */
import { firstDay, following, type Repeat, readRepeat, repeatError, ruleOf } from "../../../recurrence/repeat.ts";
import { weekdayOf } from "../../../time/days.ts";
import type { Chore } from "./source.ts";
import type { ChoreInput } from "./writes.ts";

/** What the form holds. */
export type Draft = Omit<ChoreInput, "recurrenceRule" | "dueTime"> & {
  readonly repeat: Repeat;
  /** Empty while it is not chosen; null: any time. */
  readonly dueTime: string | null;
};

/** What is missing, by field; the names are those of the catalogue's texts. */
export type Missing = {
  name?: true;
  memberIds?: true;
  repeat?: "weekdays" | "until" | "count";
  startDate?: true;
  dueTime?: true;
};

/** A chore's own values, or those of a new one that starts today. */
export function draftOf(chore: Chore | null, today: string): Draft {
  if (chore) {
    const { name, emoji, stars, recurrenceRule, startDate, dueTime, assignment, memberIds, active } = chore;
    const repeat = readRepeat(recurrenceRule, startDate, "UTC");
    return { name, emoji, stars, repeat, startDate, dueTime, assignment, memberIds, active };
  }
  const repeat = readRepeat("FREQ=DAILY", today, "UTC");
  return {
    name: "",
    emoji: "🧹",
    stars: 1,
    repeat,
    startDate: today,
    dueTime: null,
    assignment: "each",
    memberIds: [],
    active: true,
  };
}

/** What can't be left as it is; null where all is there. */
export function missingIn({ name, memberIds, repeat, startDate, dueTime }: Draft): Missing | null {
  const wrongRepeat = repeatError(repeat, startDate);
  const missing: Missing = {
    ...(name.trim() ? {} : { name: true }),
    ...(memberIds.length > 0 ? {} : { memberIds: true }),
    ...(wrongRepeat ? { repeat: wrongRepeat } : {}),
    ...(startDate ? {} : { startDate: true }),
    ...(dueTime === "" ? { dueTime: true } : {}),
  };
  return Object.keys(missing).length > 0 ? missing : null;
}

/** As the server takes it. The start moves on to the first day that the chore falls on. */
export function inputOf({ repeat, ...draft }: Draft): ChoreInput {
  const startDate = firstDay(repeat, draft.startDate);
  return { ...draft, name: draft.name.trim(), startDate, recurrenceRule: ruleOf(repeat, startDate) };
}

/** What differs from a chore; null where nothing does. A rule that is written otherwise but says the same stays. */
export function patchOf(chore: Chore, draft: Draft): Partial<ChoreInput> | null {
  const input = inputOf(draft);
  const before = inputOf(draftOf(chore, chore.startDate));
  const changed = (Object.keys(input) as (keyof ChoreInput)[]).filter(
    (name) => JSON.stringify(input[name]) !== JSON.stringify(before[name]),
  );
  return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, input[name]])) : null;
}

/** Moves the start. The weekday goes along where it was the start's own. */
export function startingOn({ repeat, startDate }: Draft, day: string): Pick<Draft, "repeat" | "startDate"> {
  if (!startDate || !day) return { repeat, startDate: day };
  const moved = following(repeat, startDate, day);
  const isOwn = repeat.weekdays.length === 1 && repeat.weekdays[0] === weekdayOf(startDate);
  return { repeat: isOwn ? moved : { ...moved, weekdays: repeat.weekdays }, startDate: day };
}

/** Members after a choice: those who stay keep their place in the turns, new ones come last. */
export function inTurns(before: readonly string[], chosen: readonly string[]): string[] {
  return [...before.filter((id) => chosen.includes(id)), ...chosen.filter((id) => !before.includes(id))];
}
