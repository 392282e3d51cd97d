/** The chores of a day, by whose they are. Pure. */

import type { Member } from "../../sync/session.ts";
import type { AgendaDay } from "../calendar/model/agenda.ts";
import type { Chore } from "../chores/model/source.ts";
import type { Turn } from "./ticking.ts";

/** What one person has to do, or, for null, anybody. */
export type Column = { readonly member: Member | null; readonly turns: readonly Turn[] };

/** A column for each who has something to do, in the members' order, `first` before all; what anybody may do comes last. */
export function columnsOf(
  day: AgendaDay,
  chores: readonly Chore[],
  members: readonly Member[],
  first: string | null,
): Column[] {
  const turns = day.chores.map((turn): Turn => ({ ...turn, chore: chores.find(({ id }) => id === turn.choreId) }));
  // One that anybody may do stays where it is once somebody has done it: a card must not run from under the finger.
  const ownerOf = ({ assignment, memberId }: Turn) => (assignment === "anyone" ? null : memberId);
  const people = [...members].sort((a, b) => Number(b.id === first) - Number(a.id === first));
  return [...people, null]
    .map((member) => ({ member, turns: turns.filter((turn) => ownerOf(turn) === (member?.id ?? null)) }))
    .filter((column) => column.turns.length > 0);
}

/** What names one turn of a chore among all of its day. */
export function turnKey({ choreId, memberId, date, assignment }: Turn): string {
  return `${choreId} ${date} ${assignment === "each" ? memberId : ""}`;
}
