/** Ticking chores, and taking ticks back: on Today, on the chores screen and on the wall alike. */
import { agendaSource, withDays } from "../agenda/source.ts";
import { api, send } from "../api/client.ts";
import { provisionalId } from "../data/ids.ts";
import { type Effect, on } from "../data/source.ts";
import { write } from "../data/write.ts";
import { type Chore, type Chores, choresSource } from "./source.ts";

/** What is done: a chore's occurrence, by a member. `turnOf` is whose row it is; null: anyone's. */
type Done = { choreId: string; name: string; memberId: string; turnOf: string | null; date: string };

/** Ticks a chore; the stars go to `memberId`. `id` is provisional, of the completion. */
export const completeChore = write({
  name: "chores.complete",
  kinds: ["chore"],
  send: ({ choreId, memberId, date }: Done & { id: string }, headers) =>
    send(api.app.chores({ id: choreId }).completions.post({ memberId, date }, { headers })),
  effects: (done) => marking(done, true, (chore) => withCompletion(chore, done)),
  madeId: (completion: { id: string }) => completion.id,
  told: ({ chores }, { name }) => chores.ticked(name),
  reverse: ({ id, ...done }) => ({ name: "chores.reopen", variables: { ...done, completionId: id } }),
});

/** Takes a tick back, and its stars. */
export const reopenChore = write({
  name: "chores.reopen",
  kinds: ["chore"],
  send: ({ choreId, completionId }: Done & { completionId: string }, headers) =>
    send(api.app.chores({ id: choreId }).completions({ completionId }).delete(undefined, { headers })),
  effects: (done) =>
    marking(done, false, (chore) => ({
      ...chore,
      completions: chore.completions.filter(({ id }) => id !== done.completionId),
    })),
  told: ({ chores }, { name }) => chores.reopened(name),
  reverse: ({ completionId: _, ...done }) => ({
    name: "chores.complete",
    variables: { ...done, id: provisionalId() },
  }),
  isGoneWhenDone: true,
});

function withCompletion(chore: Chore, { id, memberId, date }: Done & { id: string }): Chore {
  if (chore.completions.some((each) => each.id === id)) return chore;
  const completion = { id, memberId, date, stars: chore.stars, completedAt: "" };
  return { ...chore, completions: [completion, ...chore.completions] };
}

function marking(done: Done, completed: boolean, change: (chore: Chore) => Chore): readonly Effect[] {
  const isMeant = (turn: { memberId: string | null; date: string; completed: boolean }) =>
    turn.date === done.date &&
    turn.completed !== completed &&
    (turn.memberId === done.turnOf || turn.memberId === null || turn.memberId === done.memberId);
  const mark = <Turn extends { memberId: string | null; date: string; completed: boolean }>(turns: readonly Turn[]) => {
    const at = turns.findIndex(isMeant);
    return turns.map((turn, index) => (index === at ? { ...turn, completed } : turn));
  };
  const marked = (data: Chores): Chores => {
    const chore = data.chores.find(({ id }) => id === done.choreId);
    const next = chore && change(chore);
    if (!chore || !next || next === chore) return data;
    const stars = next.completions.length > chore.completions.length ? chore.stars : -chore.stars;
    const isSame = next.completions.length === chore.completions.length;
    return {
      chores: data.chores.map((each) => (each === chore ? { ...next, today: mark(chore.today) } : each)),
      starBalances: data.starBalances.map((each) =>
        each.memberId === done.memberId && !isSame ? { ...each, stars: each.stars + stars } : each,
      ),
    };
  };
  return [
    on(choresSource, marked),
    on(agendaSource, (agenda) =>
      withDays(agenda, (day) => {
        const mine = day.chores.filter(({ choreId }) => choreId === done.choreId);
        const next = mark(mine);
        return { ...day, chores: day.chores.map((each) => next[mine.indexOf(each)] ?? each) };
      }),
    ),
  ];
}
