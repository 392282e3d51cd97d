import { notFound, unprocessable } from "#lib/errors.ts";
import { bareRule } from "#lib/recurrence/rule.ts";
import { withRuleErrors } from "#lib/recurrence/rule-errors.ts";
import type { Series, Slot } from "#lib/recurrence/series.ts";
import { type Changes, changesBetween, type Image, mergeImages, record } from "#platform/activity/record.ts";
import { requireAdult } from "#platform/auth/role.ts";
import type { Work } from "#platform/work.ts";
import { copyObject } from "../calendars/objects.store.ts";
import {
  defaultTargets,
  type EditScope,
  lengthOf,
  requireFewExceptions,
  requireKnownMembers,
  requireLength,
  requireOwn,
  requireRule,
  requireTargets,
  requireValidChange,
} from "./checks.ts";
import {
  detailsOf,
  type Event,
  type Exception,
  exceptionAt,
  firstActiveSlot,
  hasSamePrivacy,
  instanceAt,
  isGeneral,
  noDetails,
  seriesOf,
  shownTo,
  unchangedAt,
  withLocalTimes,
} from "./event.ts";
import { detailsFrom, type EventInput, timesFrom, writtenDate } from "./input.ts";
import type { EventInstance, EventRecord, NewEvent } from "./model.ts";
import { presentInstance, presentMaster } from "./present.ts";
import { asSingleEvent, beginSeriesAt, cancelOne, editAll, editOne, endSeriesBefore, withException } from "./series.ts";
import {
  findStored,
  insert,
  localOrigin,
  type Origin,
  readStored,
  remove,
  replace,
  type StoredEvent,
  saveWithoutActivity,
  subjectOf,
} from "./store.ts";
import { addedManySummary, addedSummary, changedSummary, removedSummary } from "./summary.ts";

export type InstanceImage = { readonly id: string; readonly wall: number; readonly exception: Exception | null };

export type EditTarget = { readonly scope: EditScope; readonly instanceStartsAt: string | null };

export function readEvent(work: Work, id: string): EventRecord {
  const { row, event } = readStored(work, id);
  return presentMaster(work, { row, event: shownTo(event, work.viewerId) });
}

/** Checks a new event without writing it. @throws ApiError 422 */
export function draftEvent(work: Work, input: NewEvent): Event {
  requireKnownMembers(work, input);
  requireTargets(work, null, input);
  const times = timesFrom(input, null, work.timeZone);
  if (!times) throw new Error("A new event has both times");
  const made: Event = {
    ...noDetails,
    ...detailsFrom(input),
    ...(input.syncTargets ? {} : { syncTargets: defaultTargets(work, input) }),
    title: input.title,
    ...withLocalTimes(times, work.timeZone),
    recurrenceRule: input.recurrenceRule ? bareRule(input.recurrenceRule) : null,
  };
  requireRule(made);
  requireLength(made, made.recurrenceRule !== null);
  return made;
}

export function createEvent(work: Work, input: NewEvent): EventRecord {
  return addEvents(work, [draftEvent(work, input)])[0];
}

/** Adds events, and records them as a single entry of activity. */
export function addEvents(work: Work, drafts: readonly Event[]): [EventRecord, ...EventRecord[]] {
  const [first, ...others] = drafts.map((draft) => insert(work, draft));
  if (!first) throw new Error("At least one event must be added");
  record(work, {
    ...subjectOf(first),
    action: "created",
    summary: others.length === 0 ? addedSummary(first.event, work) : addedManySummary(drafts),
    changes: null,
    before: null,
    after: { event: [first, ...others].map(({ row }) => row) },
  });
  return [presentMaster(work, first), ...others.map((each) => presentMaster(work, each))];
}

/** Updates an event. Returns the instance for scope `this`, otherwise a master event. @throws ApiError 403, 404, 422 */
export function updateEvent(work: Work, id: string, target: EditTarget, input: EventInput) {
  const before = readStored(work, id);
  requireOwn(work, before, input);
  requireTargets(work, before, input);
  if (before.series && (input.recurrenceRule !== undefined || target.scope !== "this")) requireAdult(work);
  const slot = slotFor(before, target);
  requireKnownMembers(work, input);
  const { scope } = target;
  if (scope === "this" && slot) return updateOne(work, before, slot, input);
  const left = before.series && firstActiveSlot(before.event, before.series);
  if (scope === "this_and_future" && slot && left && slot.at > left.at) return splitSeries(work, before, slot, input);
  const next = withRuleErrors(() => editAll(before.event, before.series, slot, input, work.timeZone));
  requireValidChange(before.event, next, input.recurrenceRule !== undefined);
  return saveIfVisible(work, before, next, { scope: "all", slot }, (now) => presentMaster(work, now));
}

function updateOne(work: Work, before: StoredEvent, slot: Slot, input: EventInput) {
  if (input.recurrenceRule !== undefined)
    throw unprocessable("recurrenceRule", "belongs to the series, not to one instance", "series_only");
  const { event } = before;
  const next = editOne(event, slot, input, work.timeZone);
  requireFewExceptions(next);
  const present = lengthOf(instanceAt(event, slot, exceptionAt(event, slot)));
  requireLength(instanceAt(next, slot, exceptionAt(next, slot)), true, present);
  return saveIfVisible(work, before, next, { scope: "this", slot }, (now) => presentSlot(work, now, slot));
}

export function presentSlot(work: Work, stored: StoredEvent, slot: Slot): EventInstance {
  return presentInstance(work, stored, instanceAt(stored.event, slot, exceptionAt(stored.event, slot)));
}

function splitSeries(work: Work, before: StoredEvent, slot: Slot, input: EventInput): EventRecord {
  const { event, series } = before;
  if (!series) throw new Error("Only a series can be split");
  const rest = beginSeriesAt(event, series, slot);
  const becomesSingle = input.recurrenceRule === null;
  const base = becomesSingle ? asSingleEvent(event, slot) : rest;
  const next = withRuleErrors(() => editAll(base, seriesOf(base), becomesSingle ? null : slot, input, work.timeZone));
  if (Bun.deepEquals(next, rest)) return presentMaster(work, before);
  requireValidChange(base, next, input.recurrenceRule !== undefined);
  const ended = replace(work, before, endSeriesBefore(event, series, slot));
  const { objectId, sourceId } = before.row;
  const copy = objectId === null ? null : copyObject(work, objectId);
  const begun = insert(work, next, { ...localOrigin, ...(copy && { sourceId, objectId: copy.id }) });
  const changes = changesIn(presentMaster(work, { ...begun, event: rest }), presentMaster(work, begun));
  record(work, {
    ...subjectOf(begun, before),
    action: "updated",
    summary: changedSummary(before.event, next, changes ?? {}, "this_and_future", slot, work),
    changes,
    before: { event: [before.row] },
    after: { event: [ended.row, begun.row], ...(copy && { calendarObject: [copy] }) },
  });
  return presentMaster(work, begun);
}

export type EditedRange = { readonly scope: "this" | "all"; readonly slot: Slot | null };

/** Changes of an event's origin and of its stored iCalendar text. Both are saved together with the event. */
export type SourceChange = { readonly origin: Partial<Origin>; readonly before: Image; readonly after: Image };

const noSourceChange: SourceChange = { origin: {}, before: {}, after: {} };

/** Saves an event. Records an entry of activity only if the change is visible in the app. Must run in a transaction. */
export function saveIfVisible<Answer extends object>(
  work: Work,
  before: StoredEvent,
  next: Event,
  { scope, slot }: EditedRange,
  answerOf: (stored: StoredEvent) => Answer,
  sourceChange = noSourceChange,
): Answer {
  const answerBefore = answerOf(before);
  const unwritten = { row: before.row, event: next };
  const isSame = Bun.deepEquals(before.event, next);
  const isSeen =
    !isSame &&
    (!Bun.deepEquals(presentMaster(work, before), presentMaster(work, unwritten)) ||
      !Bun.deepEquals(generalFlags(before.event), generalFlags(next)) ||
      !hasSamePrivacy(before.event, next));
  if (!isSeen) {
    // An explicit `isGeneral` may have no visible effect yet.
    if (sourceChange !== noSourceChange || !isSame) {
      saveWithoutActivity(work, { ...before, row: { ...before.row, ...sourceChange.origin } }, next);
    }
    return answerBefore;
  }
  const after = replace(work, before, next, sourceChange.origin);
  const answer = answerOf(after);
  const isCancelledIn = (event: Event) =>
    scope === "this" && slot !== null && exceptionAt(event, slot)?.cancelled === true;
  const changes = changesIn(answerBefore, answer);
  const extent = isCancelledIn(before.event) ? "restored" : scope;
  record(work, {
    ...subjectOf(after, before),
    action: "updated",
    summary: isCancelledIn(next)
      ? removedSummary(before.event, scope, slot, work)
      : changedSummary(before.event, next, changes ?? {}, extent, slot, work),
    changes,
    before: mergeImages(imageOf(before, scope, slot), sourceChange.before),
    // A text that is new is kept with the whole series.
    after: mergeImages(
      imageOf(after, scope, slot),
      scope === "all" || sourceChange.before.calendarObject ? sourceChange.after : {},
    ),
  });
  return answer;
}

function imageOf({ row, event }: StoredEvent, scope: EditScope, slot: Slot | null): Image {
  if (scope !== "this" || !slot) return { event: [row] };
  const instance: InstanceImage = { id: row.id, wall: slot.localMs, exception: exceptionAt(event, slot) ?? null };
  return { instance: [instance] };
}

/**
 * Returns for each exception of a series whether the instance concerns everybody. The response for the series does not
 * contain these values, so they must be compared separately.
 */
function generalFlags(event: Event): boolean[] {
  return event.exceptions.map((each) => isGeneral(detailsOf(event, each)));
}

/** Deletes an event or instances of it. @throws ApiError 403, 404, 422 */
export function deleteEvent(work: Work, id: string, target: EditTarget): { id: string; deleted: true } {
  const before = readStored(work, id);
  const { event, series } = before;
  requireOwn(work, before, null);
  if (series) requireAdult(work);
  const slot = target.scope === "all" ? null : slotFor(before, target);
  const next = slot && series ? withoutInstances(before, series, slot, target.scope) : null;
  if (next && Bun.deepEquals(next, event)) return { id, deleted: true };
  if (next) requireFewExceptions(next);
  const after = next ? replace(work, before, next) : null;
  const removed = after ? null : remove(work, before);
  record(work, {
    ...subjectOf(before),
    action: after ? "updated" : "deleted",
    summary: removedSummary(event, after ? target.scope : "all", slot, work),
    changes: null,
    before: removed ?? imageOf(before, target.scope, slot),
    after: after && imageOf(after, target.scope, slot),
  });
  return { id, deleted: true };
}

/** Returns the event without the instances in the scope. Returns null if no instance is left. */
function withoutInstances({ event }: StoredEvent, series: Series, slot: Slot, scope: EditScope): Event | null {
  if (scope === "this") {
    const next = cancelOne(event, slot);
    return firstActiveSlot(next, series) ? next : null;
  }
  const left = firstActiveSlot(event, series);
  return left && slot.at > left.at ? endSeriesBefore(event, series, slot) : null;
}

export function slotFor({ event, series }: StoredEvent, { scope, instanceStartsAt }: EditTarget): Slot | null {
  if (!series) return null;
  if (instanceStartsAt === null) {
    if (scope === "all") return null;
    throw unprocessable("instanceStartsAt", `must name an instance if the scope is ${scope}`);
  }
  const slot = series.slotAt(event.allDay ? writtenDate(instanceStartsAt) : Date.parse(instanceStartsAt));
  if (!slot) throw notFound("Instance", "instanceStartsAt");
  return slot;
}

/** Fields that are never listed in `changes`. These fields identify the event or are computed from other fields. */
const unlistedFields = [
  "id",
  "createdAt",
  "createdBy",
  "updatedAt",
  "exceptions",
  "isException",
  "calendar",
  "readOnly",
  "busyOnly",
];

/** Returns the fields in which two responses differ. Returns null if no listed field differs. */
export function changesIn(before: object, after: object): Changes | null {
  const hasSameTargets = Bun.deepEquals(targetsIn(before), targetsIn(after));
  const isListed = (field: string) => !unlistedFields.includes(field) && !(field === "syncTargets" && hasSameTargets);
  return changesBetween(before, Object.fromEntries(Object.entries(after).filter(([field]) => isListed(field))));
}

/** Returns the sync targets without their states, because every change of an event sets the states to pending. */
function targetsIn({ syncTargets }: Partial<EventRecord>) {
  return syncTargets?.map(({ memberId, provider, externalCalendarId }) => ({ memberId, provider, externalCalendarId }));
}

/**
 * Restores an instance for undo. Returns false if the instance differs from `expected`, or if the series would lose its
 * last instance. Must run in a transaction.
 */
export function restoreInstance(work: Work, wanted: InstanceImage, expected: InstanceImage): boolean {
  const before = findStored(work, expected.id);
  const slot = before?.series?.slotOf(expected.wall);
  if (!before || !slot || slot.localMs !== expected.wall) return false;
  const { event } = before;
  if (!Bun.deepEquals(exceptionAt(event, slot) ?? null, expected.exception)) return false;
  const next = withException(event, wanted.exception ?? unchangedAt(slot.localMs));
  const series = seriesOf(next);
  if (!series || !firstActiveSlot(next, series)) return false;
  replace(work, before, next);
  return true;
}
