import { countBefore, fallsOn, type Schedule } from "./occurrences.ts";

/** `each` member does it, `anyone` of them, or they `rotate`. */
export const assignments = ["each", "anyone", "rotate"] as const;

/** `memberIds` are in the order of turns. */
export type Duty = Schedule & {
  readonly assignment: (typeof assignments)[number];
  readonly memberIds: readonly string[];
  readonly active: boolean;
};

export type Done = { readonly memberId: string; readonly date: string };

/** `memberId` null: anybody may do it, and nobody has. */
export type DutyRow = { readonly memberId: string | null; readonly date: string; readonly completed: boolean };

/** A chore without a rule stays, under its own date, until it is done. `done` is sorted, latest first. */
export function rowsToday(duty: Duty, done: readonly Done[], today: string): DutyRow[] {
  const { active, memberIds, recurrenceRule, startDate } = duty;
  if (!active || memberIds.length === 0) return [];
  const isOnce = recurrenceRule === null;
  if (isOnce ? today < startDate : !fallsOn(duty, today)) return [];
  const date = isOnce ? startDate : today;
  const rows = rowsOn(duty, done, date);
  return date < today && rows.every(({ completed }) => completed) ? [] : rows;
}

/** On other dates than today, only what is due on that date. */
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

/** By the index of the occurrence, even if other members did the earlier ones. */
function whoseTurn(duty: Duty, date: string): string | null {
  return duty.memberIds[countBefore(duty, date) % duty.memberIds.length] ?? null;
}

export function isDone({ assignment }: Pick<Duty, "assignment">, doers: readonly string[], memberId: string): boolean {
  return assignment === "each" ? doers.includes(memberId) : doers.length > 0;
}
