/** Ticking what Today shows, and taking ticks back. */

import { mayActFor, mayActForAll, type Owners, question, useActAs } from "../../people/actor.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { type Member, useMembers, useViewer } from "../../sync/session.ts";
import type { AgendaChore } from "../calendar/model/agenda.ts";
import { completeChore, reopenChore } from "../chores/model/completing.ts";
import type { Chore } from "../chores/model/source.ts";
import type { Task } from "../tasks/model/source.ts";
import { updateTask } from "../tasks/model/writes.ts";

/** A turn of a chore, with the chore itself once that is known. */
export type Turn = AgendaChore & { readonly chore: Chore | undefined };

/** Who did a turn, for the stars; null while nobody has. */
export function completionOf({ chore, assignment, memberId, date }: Turn) {
  const isIts = (each: Chore["completions"][number]) =>
    each.date === date && (assignment !== "each" || each.memberId === memberId);
  return chore?.completions.find(isIts) ?? null;
}

/** Who may do a turn. While the chore itself is not known, no more than whose turn it is. */
function ownersOf({ assignment, memberId, chore }: Turn): Owners {
  return assignment !== "each" && chore ? chore.memberIds : memberId === null ? [] : [memberId];
}

/** Whose stars they are: a child's own, else the one whose turn it is, or the one who taps; null where that must be asked. */
function doerOf(actor: Member, { memberId, assignment, chore }: Turn): string | null {
  if (!mayActForAll(actor)) return actor.id;
  if (assignment !== "anyone" && memberId !== null) return memberId;
  return chore?.memberIds.includes(actor.id) ? actor.id : null;
}

/** True where whoever looks may tick this; on a shared tablet somebody always may. */
export function useMayTick(): { turn: (turn: Turn) => boolean; task: (task: Task) => boolean } {
  const viewer = useViewer();
  if (!viewer) return { turn: () => true, task: () => true };
  return {
    turn: (turn) =>
      turn.completed
        ? completionOf(turn) !== null && mayActFor(viewer, doersOf(turn))
        : mayActFor(viewer, ownersOf(turn)),
    task: (task) => mayActFor(viewer, [task.memberId]),
  };
}

/** Who did a turn, and may take that back. */
function doersOf(turn: Turn): readonly string[] {
  const done = completionOf(turn);
  return done ? [done.memberId] : [];
}

/** Ticks a chore's turn, or takes the tick back; `onDone` follows a tick, with who has the stars. */
export function useTickTurn(): (turn: Turn, onDone: (memberId: string) => void) => void {
  const actAs = useActAs();
  const members = useMembers();
  return (turn, onDone) => {
    const { choreId, name, memberId: turnOf, date } = turn;
    const complete = (memberId: string) => {
      perform(completeChore, { id: provisionalId(), choreId, name, memberId, turnOf, date });
      onDone(memberId);
    };
    if (turn.completed) {
      const done = completionOf(turn);
      if (!done) return;
      const variables = { choreId, name, memberId: done.memberId, turnOf, date, completionId: done.id };
      return actAs(doersOf(turn), () => perform(reopenChore, variables));
    }
    actAs(ownersOf(turn), (actor) => {
      const doer = doerOf(actor, turn);
      if (doer !== null) return complete(doer);
      const people = members.filter(({ id }) => turn.chore?.memberIds.includes(id) ?? true);
      question.set({ about: "doer", people, answer: ({ id }) => complete(id) });
    });
  };
}

/** Ticks a task, or opens it again. */
export function useTickTask(): (task: Task, isDone: boolean) => void {
  const actAs = useActAs();
  return (task, isDone) => {
    const completedAt = isDone ? new Date().toISOString() : null;
    actAs([task.memberId], () => perform(updateTask, { patch: { id: task.id, completedAt }, label: task.label, task }));
  };
}
