import { send } from "#web/sync/api/client.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { type Effect, on } from "#web/sync/source.ts";
import { type Reversal, write } from "#web/sync/write.ts";
import { agendaSource, withDays } from "../../calendar/model/agenda.ts";
import { type Chore, type Chores, choresSource } from "./source.ts";

/**
 * Completion of a chore. `date` is the date on which the chore was due. `memberId` is the member who did the chore.
 * `turnOf` is the member who had to do the chore, or null if anyone could. `name` is the chore's name, for the toast.
 */
type Done = { choreId: string; name: string; memberId: string; turnOf: string | null; date: string };
type Row = { readonly memberId: string | null; readonly date: string; readonly completed: boolean };

/** Completes a chore. `memberId` gets the stars. `id` is provisional until the server responds. */
export const completeChore = write({
  name: "chores.complete",
  invalidates: ["chore"],
  send: ({ choreId, memberId, date }: Done & { id: string }, headers, api) =>
    send(api.app.chores({ id: choreId }).completions.post({ memberId, date }, { headers })),
  label: ({ name }) => name,
  effects: (done) => [
    on(choresSource, (data) => inChore(data, done, true, (chore) => withCompletion(chore, done))),
    onAgenda(done, true),
  ],
  createdId: (completion: { id: string }) => completion.id,
  successMessage: ({ chores }, { name }) => chores.ticked(name),
  errorMessage: ({ chores }, { name }, { status }) => (status === 409 ? chores.wasDone(name) : null),
  reverse: ({ id, ...done }): Reversal => ({ write: reopenChore, variables: { ...done, completionId: id } }),
  tick: ({ id }) => id,
});

/** Reopens a chore, and takes back the stars of the completion from `memberId`. */
export const reopenChore = write({
  name: "chores.reopen",
  invalidates: ["chore"],
  send: ({ choreId, completionId }: Done & { completionId: string }, headers, api) =>
    send(api.app.chores({ id: choreId }).completions({ completionId }).delete(undefined, { headers })),
  label: ({ name }) => name,
  effects: (done) => [
    on(choresSource, (data) =>
      inChore(data, done, false, (chore) => ({
        ...chore,
        completions: chore.completions.filter(({ id }) => id !== done.completionId),
      })),
    ),
    onAgenda(done, false),
  ],
  successMessage: ({ chores }, { name }) => chores.reopened(name),
  reverse: ({ completionId: _, ...done }): Reversal => ({
    write: completeChore,
    variables: { ...done, id: provisionalId() },
  }),
  tick: ({ completionId }) => completionId,
  treat404AsDone: true,
});

/** Adds a completion to the chore. If the chore is already completed for that date, returns the chore unchanged. */
function withCompletion(chore: Chore, { id, memberId, date }: Done & { id: string }): Chore {
  const isSame = (each: Chore["completions"][number]) =>
    each.date === date && (chore.assignment !== "each" || each.memberId === memberId);
  if (chore.completions.some(isSame)) return chore;
  const completion = { id, memberId, date, stars: chore.stars, completedAt: new Date().toISOString() };
  return { ...chore, completions: [completion, ...chore.completions] };
}

function inChore(data: Chores, done: Done, completed: boolean, change: (chore: Chore) => Chore): Chores {
  const chore = data.chores.find(({ id }) => id === done.choreId);
  const next = chore && change(chore);
  if (!chore || !next || next.completions.length === chore.completions.length) return data;
  // A completion keeps its stars when the chore's stars change.
  const stars = starsOf(next, done.memberId) - starsOf(chore, done.memberId);
  const today = marked(chore.today, chore.assignment, done, completed);
  return {
    chores: data.chores.map((each) => (each === chore ? { ...next, today } : each)),
    starBalances: data.starBalances.map((each) =>
      each.memberId === done.memberId ? { ...each, stars: each.stars + stars } : each,
    ),
  };
}

function starsOf({ completions }: Chore, memberId: string): number {
  return completions.reduce((sum, each) => sum + (each.memberId === memberId ? each.stars : 0), 0);
}

/**
 * Marks occurrences of a chore on the date of `done` as completed, or as open if `completed` is false. If each member
 * has to do the chore, marks only the occurrence of the member who did it. If anyone may do the chore, also sets
 * `memberId` of the occurrence: to the member who did the chore, or to null if the chore is open again.
 */
function marked<Each extends Row>(
  rows: readonly Each[],
  assignment: Chore["assignment"],
  done: Done,
  completed: boolean,
) {
  const isMatch = (row: Row) =>
    row.date === done.date && row.completed !== completed && (assignment !== "each" || row.memberId === done.memberId);
  const completedBy = assignment === "anyone" ? { memberId: completed ? done.memberId : null } : {};
  return rows.map((row) => (isMatch(row) ? { ...row, ...completedBy, completed } : row));
}

function onAgenda(done: Done, completed: boolean): Effect {
  return on(agendaSource, (agenda) =>
    withDays(agenda, (day) => ({
      ...day,
      chores: day.chores.map((row) =>
        row.choreId === done.choreId ? (marked([row], row.assignment, done, completed)[0] ?? row) : row,
      ),
    })),
  );
}
