/** Whose chores there are on a day, and which of them are done (contract section 8). Pure. */
import { countBefore, fallsOn, type Schedule } from "./occurrences.ts";

/** How a chore is shared: each member does it, any one of them, or they take turns. */
export const assignments = ["each", "anyone", "rotate"] as const;

/** A chore, as far as it decides what is to be done. `memberIds` are in the order of turns. */
export type Duty = Schedule & {
  readonly assignment: (typeof assignments)[number];
  readonly memberIds: readonly string[];
  readonly active: boolean;
};

/** Who did it, and for which date. */
export type Done = { readonly memberId: string; readonly date: string };

/** What is to be done for a date. `memberId` is whose it is; null: anybody's, until one has done it. */
export type DutyRow = { readonly memberId: string | null; readonly date: string; readonly completed: boolean };

/**
 * The rows of a chore on a household's date. A chore without a rule stays, under its own date, until it is done, and is shown
 * as done on that date alone; one that each has to do stays whole until all have. `done` are its completions, latest first.
 */
export function rowsToday(duty: Duty, done: readonly Done[], today: string): DutyRow[] {
  const { active, memberIds, recurrenceRule, startDate } = duty;
  if (!active || memberIds.length === 0) return [];
  const isOnce = recurrenceRule === null;
  if (isOnce ? today < startDate : !fallsOn(duty, today)) return [];
  const date = isOnce ? startDate : today;
  const rows = rowsOn(duty, done, date);
  return date < today && rows.every(({ completed }) => completed) ? [] : rows;
}

/** The rows of a chore on any date: on `today` as {@link rowsToday} has them, on another those of what falls on it. */
export function rowsOnDate(duty: Duty, done: readonly Done[], date: string, today: string): DutyRow[] {
  if (date === today) return rowsToday(duty, done, today);
  return duty.active && duty.memberIds.length > 0 && fallsOn(duty, date) ? rowsOn(duty, done, date) : [];
}

function rowsOn(duty: Duty, done: readonly Done[], date: string): DutyRow[] {
  const doers = done.filter((each) => each.date === date).map(({ memberId }) => memberId);
  if (duty.assignment === "each") {
    return duty.memberIds.map((memberId) => ({ memberId, date, completed: doers.includes(memberId) }));
  }
  const memberId = duty.assignment === "rotate" ? whoseTurn(duty, date) : (doers.at(-1) ?? null);
  return [{ memberId, date, completed: doers.length > 0 }];
}

/**
 * Whose turn an occurrence is: by its index since the first one, whoever did those before. A change of the members, the rule
 * or the start deals the turns anew (our choice: the contract is silent).
 */
function whoseTurn(duty: Duty, date: string): string | null {
  return duty.memberIds[countBefore(duty, date) % duty.memberIds.length] ?? null;
}

/** True where a date's occurrence is done already, as far as this member could do it. */
export function isDone({ assignment }: Pick<Duty, "assignment">, doers: readonly string[], memberId: string): boolean {
  return assignment === "each" ? doers.includes(memberId) : doers.length > 0;
}
