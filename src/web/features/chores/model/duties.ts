/** Duties: what chores give people to do on a day. Pure. */

import type { Member } from "../../../sync/session.ts";
import { wallTime } from "../../../time/wall.ts";
import type { AgendaChore } from "../../calendar/model/agenda.ts";
import type { Chore, ChoreTurn } from "./source.ts";

export type Completion = Chore["completions"][number];

/** One occurrence of a chore, for one person or for anyone. */
export type Duty = {
  readonly chore: Chore;
  /** The member whose card it is, even if another completes it; null: anyone may do it. */
  readonly memberId: string | null;
  readonly date: string;
  /** Null while it is open. */
  readonly completion: Completion | null;
};

/** The parts of a day, by due time; null: no due time. */
export const partsOfDay = ["morning", "afternoon", "evening", null] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** The duties of one member or, with `member` null, those that anyone may do. */
export type Column = { readonly member: Member | null; readonly duties: readonly Duty[] };

/**
 * The duties of today, by due time. `agenda` has today's chores as an answer of yesterday knew them: they are used after
 * midnight, until the chores have been read again.
 */
export function dutiesToday(
  chores: readonly Chore[],
  agenda: readonly AgendaChore[],
  today: string,
  timeZone: string,
): Duty[] {
  const rowsOf = (chore: Chore) => {
    const rows = chore.today.filter(({ date }) => date === today || chore.recurrenceRule === null);
    if (rows.length > 0) return rows;
    const late = lateRows(chore, today, timeZone);
    return late.length > 0 ? late : agenda.filter((row) => row.choreId === chore.id && row.date >= chore.startDate);
  };
  return chores.flatMap((chore) => rowsOf(chore).map((row) => dutyOf(chore, row))).sort(byDueTime);
}

/** The duties of another day, from the agenda. */
export function dutiesOn(chores: readonly Chore[], agenda: readonly AgendaChore[]): Duty[] {
  return agenda.flatMap((row) => {
    const chore = chores.find(({ id }) => id === row.choreId);
    return chore ? dutyOf(chore, row) : [];
  });
}

function dutyOf(chore: Chore, { memberId, date }: Pick<ChoreTurn, "memberId" | "date">): Duty {
  const isIts = (each: Completion) => each.date === date && (chore.assignment !== "each" || each.memberId === memberId);
  const completion = chore.completions.find(isIts) ?? null;
  // The server names the doer of what anyone may do; the card stays in the column for anyone.
  return { chore, memberId: chore.assignment === "anyone" ? null : memberId, date, completion };
}

/** A chore without recurrence that was completed late today: the server lists it no more, but its card must not vanish. */
function lateRows(chore: Chore, today: string, timeZone: string) {
  const { recurrenceRule, startDate, active, memberIds, assignment, completions } = chore;
  if (recurrenceRule !== null || !active || startDate >= today) return [];
  const isOfToday = ({ date, completedAt }: Completion) =>
    date === startDate && wallTime(completedAt, timeZone).day === today;
  if (!completions.some(isOfToday)) return [];
  const owners = assignment === "each" ? memberIds : memberIds.slice(0, 1);
  return owners.map((memberId) => ({ memberId, date: startDate }));
}

function byDueTime(one: Duty, other: Duty): number {
  return (one.chore.dueTime ?? "99:99").localeCompare(other.chore.dueTime ?? "99:99");
}

/** Unique among the duties of a day. */
export function keyOf({ chore, memberId, date }: Duty): string {
  return `${chore.id} ${date} ${memberId}`;
}

export function partOf({ chore: { dueTime } }: Duty): PartOfDay {
  if (dueTime === null) return null;
  if (dueTime < "12:00") return "morning";
  return dueTime < "17:00" ? "afternoon" : "evening";
}

/**
 * A column for each member who does chores at all, in the household's order except that `first` comes first, and a last one for
 * what anyone may do, if there is any.
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

export function countDone(duties: readonly Duty[]): number {
  return duties.filter(({ completion }) => completion !== null).length;
}

/** The members who share the chore. */
export function sharersOf({ chore }: Duty, members: readonly Member[]): Member[] {
  return chore.memberIds.flatMap((id) => members.find((member) => member.id === id) ?? []);
}

/** The member who gets the stars if an adult ticks it; null if the adult must say who did it. */
export function obviousDoer({ chore, memberId }: Duty): string | null {
  if (memberId !== null) return memberId;
  return chore.memberIds.length === 1 ? (chore.memberIds[0] ?? null) : null;
}

/** True if it is the only open duty of its member. */
export function isLastOpen(duties: readonly Duty[], duty: Duty): boolean {
  const open = duties.filter(({ memberId, completion }) => memberId === duty.memberId && completion === null);
  return duty.memberId !== null && open.every((each) => keyOf(each) === keyOf(duty));
}

/** The member whose turn is next; null if nobody else takes turns. */
export function nextInTurn({ chore: { assignment, memberIds }, memberId }: Duty): string | null {
  if (assignment !== "rotate" || memberIds.length < 2 || memberId === null) return null;
  return memberIds[(memberIds.indexOf(memberId) + 1) % memberIds.length] ?? null;
}
