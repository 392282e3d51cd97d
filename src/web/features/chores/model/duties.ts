/** What there is to do of chores on a day, by whose it is and when. Pure. */

import type { Member } from "../../../sync/session.ts";
import { wallTime } from "../../../time/zone.ts";
import type { AgendaDay } from "../../calendar/model/agenda.ts";
import type { Chore, ChoreTurn } from "./source.ts";

/** That somebody did a chore. */
export type Completion = Chore["completions"][number];

/** One thing to do, with the chore that it is of. */
export type Duty = {
  readonly chore: Chore;
  /** Whose it is; null: of anyone. Of turns it is whose turn it is, whoever does it. */
  readonly memberId: string | null;
  readonly date: string;
  /** Null while it is open. */
  readonly completion: Completion | null;
};

/** The part of the day that something is due in; null: at any time of it. */
export const partsOfDay = ["morning", "afternoon", "evening", null] as const;
/** See {@link partsOfDay}. */
export type PartOfDay = (typeof partsOfDay)[number];

/** What one person has to do; `member` null: what anyone may. */
export type Column = { readonly member: Member | null; readonly duties: readonly Duty[] };

/** What is to be done today, by due time; what was to be done once and was done today, though late, is still among it. */
export function dutiesToday(chores: readonly Chore[], today: string, timeZone: string): Duty[] {
  const isOfToday = ({ completedAt }: Completion) => wallTime(completedAt, timeZone).day === today;
  const rowsOf = (chore: Chore) => {
    // Past midnight the last answer's today is yesterday.
    const rows = chore.today.filter(({ date }) => date === today || chore.recurrenceRule === null);
    return rows.length > 0 ? rows : lateRows(chore, today, isOfToday);
  };
  return chores.flatMap((chore) => rowsOf(chore).map((row) => dutyOf(chore, row))).sort(byDueTime);
}

/** What was to be done on another day, as the agenda has it. */
export function dutiesOn(chores: readonly Chore[], { chores: rows }: AgendaDay): Duty[] {
  return rows.flatMap((row) => {
    const chore = chores.find(({ id }) => id === row.choreId);
    return chore ? dutyOf(chore, row) : [];
  });
}

function dutyOf(chore: Chore, { memberId, date }: Pick<ChoreTurn, "memberId" | "date">): Duty {
  const isAnyones = chore.assignment === "anyone";
  const isIts = (each: Completion) => each.date === date && (chore.assignment !== "each" || each.memberId === memberId);
  return { chore, memberId: isAnyones ? null : memberId, date, completion: chore.completions.find(isIts) ?? null };
}

/** The server lets go of them at once; a card must not vanish under the finger that ticked it. */
function lateRows(
  { recurrenceRule, startDate, active, memberIds, assignment, completions }: Chore,
  today: string,
  isOfToday: (completion: Completion) => boolean,
) {
  if (recurrenceRule !== null || !active || startDate >= today) return [];
  if (!completions.some((each) => each.date === startDate && isOfToday(each))) return [];
  const owners = assignment === "each" ? memberIds : memberIds.slice(0, 1);
  return owners.map((memberId) => ({ memberId, date: startDate }));
}

function byDueTime(one: Duty, other: Duty): number {
  return (one.chore.dueTime ?? "99:99").localeCompare(other.chore.dueTime ?? "99:99");
}

/** Names a duty among all of its day. */
export function keyOf({ chore, memberId, date }: Duty): string {
  return `${chore.id} ${date} ${memberId}`;
}

/** When in the day it is due. */
export function partOf({ chore: { dueTime } }: Duty): PartOfDay {
  if (dueTime === null) return null;
  if (dueTime < "12:00") return "morning";
  return dueTime < "17:00" ? "afternoon" : "evening";
}

/**
 * A column for each who does chores at all, in the household's order but `first` before all, and one for what anyone may do,
 * where there is any.
 */
export function columnsOf(
  duties: readonly Duty[],
  chores: readonly Chore[],
  members: readonly Member[],
  first: string | null,
): Column[] {
  const isDoer = ({ id }: Member) => chores.some(({ active, memberIds }) => active && memberIds.includes(id));
  const people = members
    .filter((member) => isDoer(member) || duties.some(({ memberId }) => memberId === member.id))
    .sort((a, b) => Number(b.id === first) - Number(a.id === first));
  const own = (id: string | null) => duties.filter(({ memberId }) => memberId === id);
  const anyones = own(null);
  return [
    ...people.map((member) => ({ member, duties: own(member.id) })),
    ...(anyones.length > 0 ? [{ member: null, duties: anyones }] : []),
  ];
}

/** How many of them are done. */
export function countDone(duties: readonly Duty[]): number {
  return duties.filter(({ completion }) => completion !== null).length;
}

/** Whose turn is next, after this one; null where nobody else takes turns. */
export function nextInTurn({ chore: { assignment, memberIds }, memberId }: Duty): string | null {
  if (assignment !== "rotate" || memberIds.length < 2 || memberId === null) return null;
  return memberIds[(memberIds.indexOf(memberId) + 1) % memberIds.length] ?? null;
}
