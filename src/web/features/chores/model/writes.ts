import { send } from "#web/sync/api/client.ts";
import { type Effect, on } from "#web/sync/source.ts";
import { write } from "#web/sync/write.ts";
import { agendaSource, withDays } from "../../calendar/model/agenda.ts";
import { type Chore, type Chores, type ChoreTurn, choresSource } from "./source.ts";

export type ChoreInput = Pick<
  Chore,
  "name" | "emoji" | "stars" | "recurrenceRule" | "startDate" | "dueTime" | "assignment" | "memberIds" | "active"
>;
/** Change of a chore. `name` is the chore's name, for the toast; `today` is the date in the household's time zone. */
type Change = { id: string; name: string; today: string; patch: Partial<ChoreInput> };

/** Creates a chore. `id` is provisional until the server responds. */
export const createChore = write({
  name: "chores.create",
  invalidates: ["chore"],
  send: ({ input }: { id: string; today: string; input: ChoreInput }, headers, api) =>
    send(api.app.chores.post(input, { headers })),
  label: () => null,
  effects: ({ id, today, input }) => [
    on(choresSource, (data) => {
      if (data.chores.some((chore) => chore.id === id)) return data;
      return { ...data, chores: [...data.chores, withToday({ ...unsaved, ...input, id }, today)] };
    }),
  ],
  createdId: (chore: { id: string }) => chore.id,
  successMessage: ({ chores }, { input }) => chores.added(input.name),
});

const unsaved = {
  createdAt: "",
  updatedAt: "",
  createdBy: { kind: "system", id: null, name: "", agentName: null },
  today: [],
  completions: [],
} as const satisfies Partial<Chore>;

/** Changes a chore. Its completions are kept. `active: false` pauses the chore. */
export const updateChore = write({
  name: "chores.update",
  invalidates: ["chore"],
  send: ({ id, patch }: Change, headers, api) => send(api.app.chores({ id }).patch(patch, { headers })),
  label: ({ name }) => name,
  effects: ({ id, patch, today }) => [
    inChores((chores) =>
      chores.map((chore) => {
        if (chore.id !== id) return chore;
        const next = { ...chore, ...patch };
        return isAboutRows(patch) ? withToday(next, today) : next;
      }),
    ),
    inAgenda(id, patch),
  ],
  successMessage: ({ chores }, { name, patch }) => {
    const isActiveAlone = Object.keys(patch).length === 1 && patch.active !== undefined;
    if (isActiveAlone) return patch.active ? chores.resumed(name) : chores.paused(name);
    return chores.changed(name);
  },
});

/** Deletes a chore. Members keep the stars that they have earned with the chore. */
export const deleteChore = write({
  name: "chores.delete",
  invalidates: ["chore"],
  send: ({ id }: { id: string; name: string }, headers, api) =>
    send(api.app.chores({ id }).delete(undefined, { headers })),
  label: ({ name }) => name,
  effects: ({ id }) => [inChores((chores) => chores.filter((chore) => chore.id !== id)), inAgenda(id, null)],
  successMessage: ({ chores }, { name }) => chores.deleted(name),
  treat404AsDone: true,
});

function inChores(change: (chores: readonly Chore[]) => Chore[]): Effect {
  return on(choresSource, (data: Chores) => ({ ...data, chores: change(data.chores) }));
}

/**
 * Returns the cache update that shows a change of a chore in the agenda. If the change pauses the chore, or if `patch`
 * is null, the chore is removed from the agenda. The days on which the chore is due stay the same, because only the
 * server can compute them.
 */
function inAgenda(choreId: string, patch: Partial<ChoreInput> | null): Effect {
  const { name, emoji, stars, dueTime, active = true } = patch ?? { active: false };
  const shown = Object.fromEntries(
    Object.entries({ name, emoji, stars, dueTime }).filter(([, value]) => value !== undefined),
  );
  return on(agendaSource, (agenda) =>
    withDays(agenda, (day) => ({
      ...day,
      chores: day.chores.flatMap((row) => (row.choreId !== choreId ? row : active ? { ...row, ...shown } : [])),
    })),
  );
}

function isAboutRows(patch: Partial<ChoreInput>): boolean {
  return ["recurrenceRule", "startDate", "assignment", "memberIds", "active"].some((name) => name in patch);
}

/**
 * Returns the chore with an estimate of its occurrences of today, and of the member whose turn it is. The estimate is
 * shown until the server has computed the real values by the recurrence rule.
 */
function withToday(chore: Chore, today: string): Chore {
  const { active, startDate, recurrenceRule, memberIds, assignment, completions } = chore;
  const isDue =
    startDate === today || recurrenceRule === "FREQ=DAILY" || (recurrenceRule === null && startDate < today);
  if (!active || startDate > today) return { ...chore, today: [] };
  if (!isDue && chore.today.length === 0) return chore;
  const date = recurrenceRule === null ? startDate : today;
  const doers = completions.filter((each) => each.date === date).map(({ memberId }) => memberId);
  const turn = chore.today[0]?.memberId;
  const assignee = memberIds.find((id) => id === turn) ?? memberIds[0] ?? null;
  const row = { date, completed: doers.length > 0 };
  const rows: readonly ChoreTurn[] =
    assignment === "each"
      ? memberIds.map((memberId) => ({ memberId, date, completed: doers.includes(memberId) }))
      : [{ ...row, memberId: assignment === "rotate" ? assignee : (doers[0] ?? null) }];
  return { ...chore, today: [...rows] };
}
