import type { Catalogue } from "#web/i18n/catalogue.ts";
import { type Sent, send } from "#web/sync/api/client.ts";
import { namesActor, write } from "#web/sync/write.ts";
import type { Fields } from "./draft.ts";
import { adding, changing, removing, type Scope, type Shown, type Target } from "./effects.ts";
import { followingInstance } from "./following-instance.ts";
import type { Instance } from "./source.ts";
import { toSpan } from "./span.ts";
import { answeredTargets } from "./targets.ts";
import { formatWhen } from "./when.ts";

type NewFields = Pick<Fields, "title" | "startsAt" | "endsAt"> & Partial<Fields>;

/**
 * Creates an event. `id` is provisional until the server responds. Only the first instance of a series is shown until
 * then.
 */
export const createEvent = write({
  name: "calendar.create",
  invalidates: ["event"],
  send: ({ event }: { id: string; event: NewFields; timeZone: string; by: Instance["createdBy"] }, headers, api) =>
    send(namesActor(headers) ? api.app.wall.events.post(event, { headers }) : api.v1.events.post(event, { headers })),
  label: () => null,
  effects: ({ id, event, timeZone, by }) =>
    adding({ ...unsaved(event), ...shownOf(event, []), id, timeZone, createdBy: by }),
  createdId: ({ id }: { id: string }) => id,
  successMessage: (text, { event, timeZone }) =>
    text.calendar.toasts.added(event.title, formatWhen(toSpan({ allDay: false, ...event }, timeZone), text)),
});

function shownOf<Patch extends Partial<Fields>>(
  { syncTargets, ...patch }: Patch,
  known: Instance["syncTargets"],
): Omit<Patch, "syncTargets"> & Pick<Shown, "syncTargets"> {
  return syncTargets ? { ...patch, syncTargets: answeredTargets(syncTargets, known) } : patch;
}

function unsaved({
  startsAt,
  recurrenceRule = null,
  memberIds = [],
  reminderMinutesList = [],
}: NewFields): Omit<Instance, "id" | "timeZone" | "createdBy"> {
  return {
    title: "",
    startsAt,
    endsAt: startsAt,
    allDay: false,
    location: null,
    notes: null,
    recurrenceRule,
    memberIds,
    reminderMinutes: reminderMinutesList[0] ?? null,
    reminderMinutesList,
    syncTargets: [],
    calendar: { key: memberIds.length === 1 && memberIds[0] ? memberIds[0] : "family", name: "" },
    readOnly: false,
    busyOnly: false,
    isGeneral: memberIds.length === 0,
    isException: false,
    createdAt: "",
    updatedAt: "",
    recurring: recurrenceRule !== null,
    instanceStartsAt: recurrenceRule === null ? null : startsAt,
  };
}

/** Change of an event. `base` is the instance before the change. */
export type Update = {
  readonly id: string;
  readonly base: Instance;
  readonly scope: Scope;
  readonly patch: Partial<Fields>;
  /** Unique id of this change. The id ensures that the app does not apply the change twice. */
  readonly mark: string;
};

export const updateEvent = write({
  name: "calendar.update",
  invalidates: ["event"],
  send: ({ id, base, scope, patch }: Update, headers, api): Promise<Sent<unknown>> =>
    followingInstance(api, { ...base, id }, (event) => {
      const body = { ...patch, ...(event.instanceStartsAt === null ? {} : { editScope: scope, ...slotOf(event) }) };
      return send(api.v1.events({ id: event.id }).patch(body, { headers }));
    }),
  label: ({ base }) => base.title,
  effects: ({ id, base, scope, patch, mark }) =>
    changing(targetOf(id, base, scope), { ...base, id }, shownOf(patch, base.syncTargets), mark),
});

export type Removal = { readonly id: string; readonly base: Instance; readonly scope: Scope };

export const deleteEvent = write({
  name: "calendar.delete",
  invalidates: ["event"],
  send: ({ id, base, scope }: Removal, headers, api): Promise<Sent<unknown>> =>
    followingInstance(api, { ...base, id }, (event) => {
      const query = event.instanceStartsAt === null ? { scope: "all" as const } : { scope, ...slotOf(event) };
      return send(api.v1.events({ id: event.id }).delete(undefined, { query, headers }));
    }),
  label: ({ base }) => base.title,
  effects: ({ id, base, scope }) => removing(targetOf(id, base, scope)),
  successMessage: ({ calendar }, { base, scope }) =>
    scope === "this" && base.recurring ? calendar.toasts.deletedOne(base.title) : calendar.toasts.deleted(base.title),
  treat404AsDone: true,
});

function slotOf({ instanceStartsAt }: Instance) {
  return instanceStartsAt === null ? {} : { instanceStartsAt };
}

function targetOf(id: string, { instanceStartsAt }: Instance, scope: Scope): Target {
  return { id, instanceStartsAt, scope: instanceStartsAt === null ? "this" : scope };
}

/** Returns the text of the toast about a change: what changed, and when it is now by the household's clock. */
export function updateMessage(text: Catalogue, { base, patch }: Update, timeZone: string): string {
  const { toasts } = text.calendar;
  const when = formatWhen(toSpan({ ...base, ...patch }, timeZone), text);
  const fields = Object.keys(patch);
  const isMove = fields.length > 0 && fields.every((field) => ["startsAt", "endsAt", "allDay"].includes(field));
  return isMove ? toasts.moved(base.title, when) : toasts.changed(patch.title ?? base.title, when);
}
