import type { Member } from "#web/sync/session.ts";
import { wallTime } from "#web/time/wall.ts";
import type { AgendaChore } from "../../calendar/model/agenda.ts";
import type { Chore, ChoreTurn } from "./source.ts";

export type Completion = Chore["completions"][number];

/** One occurrence of a chore, for one member or for anyone. */
export type ChoreOccurrence = {
  readonly chore: Chore;
  /**
   * Member who has to do the chore, or null if anyone may do it. The value stays the same if another member completes
   * the chore.
   */
  readonly memberId: string | null;
  readonly date: string;
  /** Completion of this occurrence. Null while the chore is open. */
  readonly completion: Completion | null;
};

/** Parts of the day by which chores are grouped. The value null is for chores without a due time. */
export const partsOfDay = ["morning", "afternoon", "evening", null] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** Column of the board. If `member` is null, the column has the chores that anyone may do. */
export type Column = { readonly member: Member | null; readonly occurrences: readonly ChoreOccurrence[] };

/**
 * Returns today's chores, sorted by due time. Shortly after midnight, `chores` still contains the occurrences of the
 * day before. Until the chores are loaded again, today's occurrences are taken from `agenda`.
 */
export function occurrencesToday(
  chores: readonly Chore[],
  agenda: readonly AgendaChore[],
  today: string,
  timeZone: string,
): ChoreOccurrence[] {
  const rowsOf = (chore: Chore) => {
    const rows = chore.today.filter(({ date }) => date === today || chore.recurrenceRule === null);
    if (rows.length > 0) return rows;
    const late = lateRows(chore, today, timeZone);
    return late.length > 0 ? late : agenda.filter((row) => row.choreId === chore.id && row.date >= chore.startDate);
  };
  return chores.flatMap((chore) => rowsOf(chore).map((row) => occurrenceOf(chore, row))).sort(byDueTime);
}

export function occurrencesOn(chores: readonly Chore[], agenda: readonly AgendaChore[]): ChoreOccurrence[] {
  return agenda.flatMap((row) => {
    const chore = chores.find(({ id }) => id === row.choreId);
    return chore ? occurrenceOf(chore, row) : [];
  });
}

function occurrenceOf(chore: Chore, { memberId, date }: Pick<ChoreTurn, "memberId" | "date">): ChoreOccurrence {
  const isMatch = (each: Completion) =>
    each.date === date && (chore.assignment !== "each" || each.memberId === memberId);
  const completion = chore.completions.find(isMatch) ?? null;
  // For anyone's chores, the server sends the member who did it, but the card stays in its column.
  return { chore, memberId: chore.assignment === "anyone" ? null : memberId, date, completion };
}

/**
 * Returns the occurrences of a chore that does not repeat, was due on an earlier day, and was completed today. Returns
 * an empty list for any other chore. The server leaves these occurrences out of today's occurrences, but their cards
 * must stay on today's board.
 */
function lateRows(chore: Chore, today: string, timeZone: string) {
  const { recurrenceRule, startDate, active, memberIds, assignment, completions } = chore;
  if (recurrenceRule !== null || !active || startDate >= today) return [];
  const isOfToday = ({ date, completedAt }: Completion) =>
    date === startDate && wallTime(completedAt, timeZone).day === today;
  if (!completions.some(isOfToday)) return [];
  const owners = assignment === "each" ? memberIds : memberIds.slice(0, 1);
  return owners.map((memberId) => ({ memberId, date: startDate }));
}

function byDueTime(one: ChoreOccurrence, other: ChoreOccurrence): number {
  return (one.chore.dueTime ?? "99:99").localeCompare(other.chore.dueTime ?? "99:99");
}

export function choreKey({ chore, memberId, date }: ChoreOccurrence): string {
  return `${chore.id} ${date} ${memberId}`;
}

export function partOf({ chore: { dueTime } }: ChoreOccurrence): PartOfDay {
  if (dueTime === null) return null;
  if (dueTime < "12:00") return "morning";
  return dueTime < "17:00" ? "afternoon" : "evening";
}

/**
 * Returns the columns of the board in the household's order, except that the member `first` comes first. The column for
 * anyone comes last.
 */
export function columnsOf(
  occurrences: readonly ChoreOccurrence[],
  chores: readonly Chore[],
  members: readonly Member[],
  first: string | null,
): Column[] {
  const isDoer = ({ id }: Member) => chores.some(({ active, memberIds }) => active && memberIds.includes(id));
  const people = members
    .filter((member) => isDoer(member) || occurrences.some(({ memberId }) => memberId === member.id))
    .sort((a, b) => Number(b.id === first) - Number(a.id === first));
  const own = (id: string | null) => occurrences.filter(({ memberId }) => memberId === id);
  const unassigned = own(null);
  return [
    ...people.map((member) => ({ member, occurrences: own(member.id) })),
    ...(unassigned.length > 0 ? [{ member: null, occurrences: unassigned }] : []),
  ];
}

export function countDone(occurrences: readonly ChoreOccurrence[]): number {
  return occurrences.filter(({ completion }) => completion !== null).length;
}

export function sharersOf({ chore }: ChoreOccurrence, members: readonly Member[]): Member[] {
  return chore.memberIds.flatMap((id) => members.find((member) => member.id === id) ?? []);
}

/**
 * Returns the member who gets the stars if an adult ticks the chore. Returns null if the adult must choose the member.
 */
export function obviousCompleter({ chore, memberId }: ChoreOccurrence): string | null {
  if (memberId !== null) return memberId;
  return chore.memberIds.length === 1 ? (chore.memberIds[0] ?? null) : null;
}

export function isLastOpen(occurrences: readonly ChoreOccurrence[], occurrence: ChoreOccurrence): boolean {
  const open = occurrences.filter(
    ({ memberId, completion }) => memberId === occurrence.memberId && completion === null,
  );
  return occurrence.memberId !== null && open.every((each) => choreKey(each) === choreKey(occurrence));
}

/** Returns the member whose turn is next. Returns null if the chore does not rotate between several members. */
export function nextInTurn({ chore: { assignment, memberIds }, memberId }: ChoreOccurrence): string | null {
  if (assignment !== "rotate" || memberIds.length < 2 || memberId === null) return null;
  return memberIds[(memberIds.indexOf(memberId) + 1) % memberIds.length] ?? null;
}
