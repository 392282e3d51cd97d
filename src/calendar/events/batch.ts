import { ApiError, noSuch, withFieldPath } from "#lib/errors.ts";
import type { Slot } from "#lib/recurrence/series.ts";
import { day, isoOf } from "#lib/time.ts";
import { type Image, mergeImages, record } from "#platform/activity/record.ts";
import { requireAdult } from "#platform/auth/role.ts";
import type { Work } from "#platform/work.ts";
import { requireFewExceptions, requireOwn } from "./checks.ts";
import { addEvents, draftEvent, slotFor } from "./edits.ts";
import {
  type Details,
  type Event,
  exceptionAt,
  firstActiveSlot,
  instanceAt,
  isGeneral,
  singleInstance,
  type Times,
  timeRangeOf,
} from "./event.ts";
import type { Collision, DeletedEvent, NewEvent } from "./model.ts";
import { cancelOne } from "./series.ts";
import { findStored, remove, replace, type StoredEvent, subjectOf } from "./store.ts";
import { deletedManySummary, removedSummary } from "./summary.ts";
import { instancesOverlapping } from "./windows.ts";

type Neighbour = Details & Times & Pick<Collision, "eventId" | "otherIndex">;

const maxDaysCompared = 31;
const maxCollisionsPerEvent = 20;

/**
 * Creates several events, all or none. Reports events that collide or are duplicates, but creates such events too.
 * `truncated` means that some events were not compared. Must run in a transaction.
 * @throws ApiError 422 if an event is invalid
 */
export function createEvents(work: Work, inputs: readonly NewEvent[]) {
  const drafts = inputs.map((input, index) => withFieldPath(`events[${index}]`, () => draftEvent(work, input)));
  // Must come before the writes: the series cache is keyed by revision.
  const { neighbours, isMore } = neighboursOf(work, drafts);
  const collisions = (isHit: (draft: Event, other: Neighbour) => boolean) =>
    drafts.flatMap((draft, index) =>
      (neighbours[index] ?? [])
        .filter((other) => isHit(draft, other))
        .slice(0, maxCollisionsPerEvent)
        .map((other) => toCollision(index, other)),
    );
  const clashes = collisions((draft, other) => isClash(work, draft, other));
  const duplicates = collisions(isDuplicate);
  return { events: addEvents(work, drafts), clashes, duplicates, truncated: isMore };
}

/** Returns for each new event the instances around it, and the new events before it. */
function neighboursOf(work: Work, drafts: readonly Event[]): { neighbours: Neighbour[][]; isMore: boolean } {
  const ranges = drafts.map((draft) => {
    const { from, to } = timeRangeOf(draft, work.timeZone);
    return { from, to: Math.min(Math.max(to, from + 1), from + maxDaysCompared * day) };
  });
  const { found, isMore } = instancesOverlapping(work, ranges);
  const earlier = drafts.map((draft, otherIndex) => ({ ...draft, eventId: null, otherIndex }));
  const neighbours = found.map((instances, index): Neighbour[] => {
    const around = instances.map(({ id, instance }) => ({ ...instance, eventId: id, otherIndex: null }));
    return [...around, ...earlier.slice(0, index)];
  });
  return { neighbours, isMore };
}

function isClash({ timeZone }: Work, draft: Event, other: Neighbour): boolean {
  if (draft.allDay || other.allDay) return false;
  const [one, two] = [timeRangeOf(draft, timeZone), timeRangeOf(other, timeZone)];
  if (one.from >= two.to || two.from >= one.to) return false;
  return isGeneral(draft) || isGeneral(other) || draft.memberIds.some((id) => other.memberIds.includes(id));
}

function isDuplicate(draft: Event, other: Neighbour): boolean {
  const fold = (title: string) => title.normalize("NFKC").toLowerCase();
  const isSameTime = draft.allDay === other.allDay && draft.startAt === other.startAt;
  return isSameTime && fold(draft.title) === fold(other.title);
}

function toCollision(index: number, { eventId, otherIndex, title, startAt, endAt, memberIds }: Neighbour): Collision {
  return { index, eventId, otherIndex, title, startsAt: isoOf(startAt), endsAt: isoOf(endAt), memberIds };
}

/** Event or instance to delete. Without `instanceStartsAt`, the whole event is deleted. */
type Deletion = { readonly id: string; readonly instanceStartsAt?: string };

type Planned = { readonly before: StoredEvent; readonly slots: readonly Slot[] | null };

/**
 * Deletes several events or instances, all or none. Ignores instances that are already cancelled. Must run in a
 * transaction.
 * @throws ApiError 403, 422
 */
export function deleteEvents(work: Work, deletions: readonly Deletion[]) {
  const planned = planDeletions(work, deletions).map(({ before, slots }) => {
    return { before, slots, next: slots && withoutSlots(before, slots) };
  });
  const deleted = planned.flatMap(({ before, slots, next }) => deletedIn(before, slots, next === null));
  const [first] = planned;
  if (!first || deleted.length === 0) return { events: [] };
  let [before, after]: [Image, Image] = [{}, {}];
  let isAnyLeft = false;
  for (const { before: stored, next } of planned) {
    if (next) {
      isAnyLeft = true;
      before = mergeImages(before, { event: [stored.row] });
      after = mergeImages(after, { event: [replace(work, stored, next).row] });
    } else before = mergeImages(before, remove(work, stored));
  }
  const [slot = null] = first.slots ?? [];
  record(work, {
    ...subjectOf(first.before, planned.find(({ before: { row } }) => row.privateTo !== null)?.before),
    action: isAnyLeft ? "updated" : "deleted",
    summary:
      deleted.length === 1
        ? removedSummary(first.before.event, isAnyLeft ? "this" : "all", slot, work)
        : deletedManySummary(deleted),
    changes: null,
    before,
    after: isAnyLeft ? after : null,
  });
  return { events: deleted };
}

/** Groups deletions by event, in the order of the request. Omits the instances of an event that is deleted whole. */
function planDeletions(work: Work, deletions: readonly Deletion[]): Planned[] {
  const byId = Map.groupBy(
    deletions.map((each, index) => ({ ...each, path: `events[${index}]` })),
    ({ id }) => id,
  );
  return [...byId].flatMap(([id, all]): Planned[] => {
    const [{ path } = { path: "" }] = all;
    const before = findStored(work, id);
    if (!before) throw noSuch(`${path}.id`, "event");
    withFieldPath(path, () => requireOwn(work, before, null));
    const { series } = before;
    if (series) requireAdult(work);
    if (!series || all.some(({ instanceStartsAt }) => instanceStartsAt === undefined)) return [{ before, slots: null }];
    const slots = all.flatMap(({ instanceStartsAt = null, path }) => slotAt(before, instanceStartsAt, path) ?? []);
    const left = slots.filter((slot) => !exceptionAt(before.event, slot)?.cancelled);
    const distinct = [...new Map(left.map((slot) => [slot.localMs, slot])).values()];
    return distinct.length === 0 ? [] : [{ before, slots: distinct }];
  });
}

/** Returns the original start of an instance, or null if the event does not repeat. @throws ApiError 422 */
function slotAt(stored: StoredEvent, instanceStartsAt: string | null, path: string): Slot | null {
  try {
    return slotFor(stored, { scope: "this", instanceStartsAt });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw noSuch(`${path}.instanceStartsAt`, "instance");
    throw error;
  }
}

/** Returns the event with these instances cancelled. Returns null if no instance is left. */
function withoutSlots({ event, series }: StoredEvent, slots: readonly Slot[]): Event | null {
  const next = slots.reduce(cancelOne, event);
  requireFewExceptions(next);
  return series && firstActiveSlot(next, series) ? next : null;
}

function deletedIn(
  { event, row, series }: StoredEvent,
  slots: readonly Slot[] | null,
  isNoneLeft: boolean,
): DeletedEvent[] {
  const whole = singleInstance(event);
  const instances = slots?.map((slot) => instanceAt(event, slot, exceptionAt(event, slot))) ?? [whole];
  return instances.map(({ slot, title, startAt, endAt, allDay }) => ({
    id: row.id,
    title,
    startsAt: isoOf(startAt),
    endsAt: isoOf(endAt),
    allDay,
    recurring: series !== null,
    instanceStartsAt: slot && isoOf(slot.at),
    seriesDeleted: series !== null && isNoneLeft,
  }));
}
