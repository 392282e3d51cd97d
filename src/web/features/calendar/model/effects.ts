import { addDays, addMonths } from "#lib/days.ts";
import { type Effect, on } from "#web/sync/source.ts";
import { agendaSource, withDays } from "./agenda.ts";
import type { Fields } from "./draft.ts";
import { type Instance, monthSource } from "./source.ts";
import { fromSpan, midnightOf, minuteOfDay, type Span, toSpan, touches } from "./span.ts";

export type Scope = "this" | "this_and_future" | "all";

/** Changed fields of an event, with the values that the server will return for them. */
export type Shown = Partial<Omit<Fields, "syncTargets"> & Pick<Instance, "syncTargets">>;

export type Target = { readonly id: string; readonly instanceStartsAt: string | null; readonly scope: Scope };

type Change = (events: readonly Instance[], isWithin: (event: Instance) => boolean) => readonly Instance[];

function inAllSources(change: Change): readonly Effect[] {
  return [
    on(monthSource, ({ events, isCut }, { month, timeZone }) => ({
      isCut,
      events: [...change(events, (event) => isBetween(event, month, addMonths(month, 1), timeZone))],
    })),
    on(agendaSource, (agenda) =>
      withDays(agenda, (day) => {
        const events = change(day.events, (event) => isBetween(event, day.date, addDays(day.date, 1), event.timeZone));
        return { ...day, events: [...events].sort(byStart) };
      }),
    ),
  ];
}

function isBetween(event: Instance, first: string, next: string, timeZone: string): boolean {
  return touches(toSpan(event, timeZone), midnightOf(first), midnightOf(next));
}

function byStart(a: Instance, b: Instance): number {
  return Number(b.allDay) - Number(a.allDay) || a.startsAt.localeCompare(b.startsAt);
}

export function adding(event: Instance): readonly Effect[] {
  return inAllSources((events, isWithin) => [
    ...events.filter(({ id }) => id !== event.id),
    ...(isWithin(event) ? [event] : []),
  ]);
}

export function removing(target: Target): readonly Effect[] {
  return inAllSources((events) => events.filter((event) => !isInScope(event, target)));
}

/**
 * Returns the cache updates that show a change of an event before the server responds. `target` says which instances
 * change. `base` is the edited instance before the change. `mark` is an id of the change, and each changed instance
 * stores this id. If an instance already has this mark, it is not changed again.
 */
export function changing(target: Target, base: Instance, patch: Shown, mark: string): readonly Effect[] {
  const isTarget = ({ id, instanceStartsAt }: Instance) =>
    id === target.id && instanceStartsAt === target.instanceStartsAt;
  return inAllSources((events, isWithin) => {
    const known: Marked = events.find(isTarget) ?? base;
    const others = events.filter((event) => !isTarget(event));
    const following = others.map((event) =>
      isInScope(event, target) ? changedAlike(event, base, patch, mark) : event,
    );
    const changed = known.mark === mark ? known : { ...known, ...patch, mark };
    const next = target.scope === "this" ? others : following;
    return [...next, changed].filter((event) => event.id !== target.id || isWithin(event));
  });
}

type Marked = Instance & { readonly mark?: string };

/**
 * Changes the instance `event` in the same way as the user has changed `base`, another instance of the series. If
 * `event` is an exception, or if the recurrence rule changes, only the server knows the result. In this case, `event`
 * keeps its fields, and `isUnsure` is true until the server responds.
 */
function changedAlike(event: Marked, base: Instance, patch: Shown, mark: string): Instance {
  if (event.mark === mark) return event;
  if (event.isException || patch.recurrenceRule !== undefined) return { ...event, isUnsure: true };
  const { startsAt, endsAt, allDay, ...details } = patch;
  const isMoved = startsAt !== undefined || endsAt !== undefined || allDay !== undefined;
  const times = isMoved ? movedAlike(event, base, { ...base, ...patch }) : {};
  const next: Marked = { ...event, ...details, ...times, mark };
  return next;
}

function movedAlike(event: Instance, base: Instance, to: Instance) {
  const { timeZone } = event;
  const slot = base.instanceStartsAt ?? base.startsAt;
  const from = toSpan({ allDay: base.allDay, startsAt: slot, endsAt: slot }, timeZone).start;
  const target = toSpan(to, timeZone);
  const current = toSpan(event, timeZone).start;
  const start = current - minuteOfDay(current) + target.start - (from - minuteOfDay(from));
  const span: Span = { allDay: to.allDay, start, end: start + target.end - target.start };
  return fromSpan(span, timeZone);
}

function isInScope({ id, instanceStartsAt }: Instance, target: Target): boolean {
  if (id !== target.id) return false;
  if (target.scope === "all" || instanceStartsAt === null || target.instanceStartsAt === null) return true;
  if (target.scope === "this") return instanceStartsAt === target.instanceStartsAt;
  return instanceStartsAt >= target.instanceStartsAt;
}
