/** Every change of an event, checked, written and told. How a change of a series works out is in `series.ts`. */
import { actorsOf } from "../activity/actors.ts";
import { type Changes, changesBetween, type Image, record } from "../activity/record.ts";
import { adultsOnly } from "../auth/role.ts";
import { notFound, unprocessable } from "../errors.ts";
import { toWall } from "../lib/zone.ts";
import { bareRule } from "../recurrence/rule.ts";
import { withRuleErrors } from "../recurrence/rule-errors.ts";
import type { Series, Slot } from "../recurrence/series.ts";
import type { Work } from "../work.ts";
import {
  type EditScope,
  isLimited,
  lengthOf,
  requireFewExceptions,
  requireInCalendar,
  requireInstance,
  requireKeptLength,
  requireLength,
  requireMayChange,
  requireMembers,
  requireRule,
} from "./checks.ts";
import { detailsOf, type Event, exceptionAt, firstLeft, instanceAt, isGeneral, seriesOf } from "./event.ts";
import { detailsFrom, type EventInput, timesFrom, writtenDate } from "./input.ts";
import { type Master, recordPart, toInstance } from "./present.ts";
import type { InstanceImage } from "./restore.ts";
import { aloneAt, beginAt, cancelOne, editAll, editOne, endBefore } from "./series.ts";
import { about, insert, keepQuietly, masterOf, remove, replace, type Stored, stored } from "./store.ts";
import { addedSummary, changedSummary, removedSummary } from "./summary.ts";

/** Which instance of a series an edit is about; null: none is named. */
export type Target = { readonly scope: EditScope; readonly instanceStartsAt: string | null };

/** An event, or the master of a series. @throws ApiError 404. */
export function readEvent(work: Work, id: string): Master {
  return masterOf(work, stored(work, id));
}

/** What a new event needs. */
export type NewEventInput = EventInput & { title: string; startsAt: string; endsAt: string };

/**
 * A new event, checked, and not yet written.
 * @throws ApiError 422 for unknown members, an end before the start, reminders that disagree, a rule that is none, an event
 * that is too long.
 */
export function draftEvent(work: Work, input: NewEventInput): Event {
  requireMembers(work, input);
  const { timeZone } = work;
  const times = timesFrom(input, null, timeZone);
  if (!times) throw new Error("A new event has both times");
  const wallOf = (at: number) => (times.allDay ? at : toWall(timeZone, at));
  const made: Event = {
    location: null,
    notes: null,
    memberIds: [],
    isGeneral: null,
    reminderMinutes: null,
    reminderMinutesList: [],
    syncTargets: [],
    ...detailsFrom(input),
    title: input.title,
    ...times,
    startWall: wallOf(times.startAt),
    endWall: wallOf(times.endAt),
    timeZone,
    recurrenceRule: input.recurrenceRule ? bareRule(input.recurrenceRule) : null,
    exceptions: [],
  };
  requireRule(made);
  requireLength(made, made.recurrenceRule !== null);
  return made;
}

/** Adds an event. @throws ApiError 422 as {@link draftEvent}. */
export function createEvent(work: Work, input: NewEventInput): Master {
  const after = insert(work, draftEvent(work, input));
  record(work, {
    ...about(after),
    action: "created",
    summary: addedSummary(after.event, work),
    changes: null,
    before: null,
    after: { event: [after.row] },
  });
  return masterOf(work, after);
}

/**
 * Changes an event, or of a series as much as `target` says; a patch that changes nothing writes nothing. Answers the instance
 * for `this`, the new master for `this_and_future`, else the master.
 * @throws ApiError 403 for a child or guest, except for one instance or an event that does not repeat; 404 for the event or the
 * instance; 422 as {@link createEvent}, for a missing instance, or where the rule can't follow a move.
 */
export function updateEvent(work: Work, id: string, target: Target, input: EventInput) {
  const before = stored(work, id);
  requireMayChange(work, before.series, target.scope, input);
  const slot = slotFor(before, target);
  requireMembers(work, input);
  const { scope } = target;
  if (scope === "this" && slot) return updateOne(work, before, slot, input);
  const left = before.series && firstLeft(before.event, before.series);
  if (scope === "this_and_future" && slot && left && slot.at > left.at) return split(work, before, slot, input);
  const next = withRuleErrors(() => editAll(before.event, before.series, slot, input, work.timeZone));
  requireRule(next, input.recurrenceRule !== undefined);
  requireInCalendar(next);
  requireInstance(next);
  requireKeptLength(before.event, next);
  return save(work, before, next, "all", slot, (now) => masterOf(work, now));
}

function updateOne(work: Work, before: Stored, slot: Slot, input: EventInput) {
  if (input.recurrenceRule !== undefined)
    throw unprocessable("recurrenceRule", "belongs to the series, not to one instance", "series_only");
  const { event: it } = before;
  const next = editOne(it, slot, input, work.timeZone);
  requireFewExceptions(next);
  const present = lengthOf(instanceAt(it, slot, exceptionAt(it, slot)));
  requireLength(instanceAt(next, slot, exceptionAt(next, slot)), true, present);
  const answer = ({ event: it, row }: Stored) =>
    toInstance(it, instanceAt(it, slot, exceptionAt(it, slot)), recordPart(row, actorsOf(work)));
  return save(work, before, next, "this", slot, answer);
}

/** Ends the series before the slot and begins a new one there. */
function split(work: Work, before: Stored, slot: Slot, input: EventInput): Master {
  const { event: it, series } = before;
  if (!series) throw new Error("Only a series can be split");
  const rest = beginAt(it, series, slot);
  const isAlone = input.recurrenceRule === null;
  const base = isAlone ? aloneAt(it, slot) : rest;
  const next = withRuleErrors(() => editAll(base, seriesOf(base), isAlone ? null : slot, input, work.timeZone));
  if (Bun.deepEquals(next, rest)) return masterOf(work, before);
  requireRule(next, input.recurrenceRule !== undefined);
  requireInCalendar(next);
  requireInstance(next);
  requireKeptLength(base, next);
  const ended = replace(work, before, endBefore(it, series, slot));
  const begun = insert(work, next);
  const changes = changesIn(shownIn(work, { ...begun, event: rest }), shownIn(work, begun));
  record(work, {
    ...about(begun),
    action: "updated",
    summary: changedSummary(before.event, next, changes ?? {}, "this_and_future", slot, work),
    changes,
    before: { event: [before.row] },
    after: { event: [ended.row, begun.row] },
  });
  return masterOf(work, begun);
}

/** Writes the next state of an event, and its entry, unless nobody could see a difference. */
function save<Answer extends object>(
  work: Work,
  before: Stored,
  next: Event,
  scope: "this" | "all",
  slot: Slot | null,
  answerOf: (stored: Stored) => Answer,
): Answer {
  const answerBefore = answerOf(before);
  const unwritten = { row: before.row, event: next };
  const isSeen =
    !Bun.deepEquals(masterOf(work, before), masterOf(work, unwritten)) ||
    !Bun.deepEquals(whoseInstances(before.event), whoseInstances(next));
  if (!isSeen) {
    // That somebody has said whether it is general may not show yet, but is to be known.
    if (!Bun.deepEquals(before.event, next)) keepQuietly(work, before, next);
    return answerBefore;
  }
  const after = replace(work, before, next);
  const answer = answerOf(after);
  const wasCancelled = scope === "this" && slot !== null && exceptionAt(before.event, slot)?.cancelled === true;
  const changes = changesIn(answerBefore, answer);
  record(work, {
    ...about(after),
    action: "updated",
    summary: changedSummary(before.event, next, changes ?? {}, wasCancelled ? "restored" : scope, slot, work),
    changes,
    before: imageOf(before, scope, slot),
    after: imageOf(after, scope, slot),
  });
  return answer;
}

/** What an entry keeps: the whole row, or, where one instance is all that was touched, what that one had of its own. */
function imageOf({ row, event: it }: Stored, scope: EditScope, slot: Slot | null): Image {
  if (scope !== "this" || !slot) return { event: [row] };
  const instance: InstanceImage = { id: row.id, wall: slot.wall, exception: exceptionAt(it, slot) ?? null };
  return { instance: [instance] };
}

/** For each exception, whether it is general, which the master does not show. */
function whoseInstances(it: Event): boolean[] {
  return it.exceptions.map((each) => isGeneral(detailsOf(it, each)));
}

/**
 * Deletes an event, or of a series as much as `target` says. @throws ApiError 404 for the event or the instance; 422 for a
 * missing instance; 403 for a child or guest where it recurs.
 */
export function deleteEvent(work: Work, id: string, target: Target): { id: string; deleted: true } {
  const before = stored(work, id);
  const { event: it, series } = before;
  if (series && isLimited(work)) throw adultsOnly();
  const slot = target.scope === "all" ? null : slotFor(before, target);
  const next = slot && series ? withoutInstances(before, series, slot, target.scope) : null;
  if (next && Bun.deepEquals(next, it)) return { id, deleted: true };
  if (next) requireFewExceptions(next);
  const after = next ? replace(work, before, next) : null;
  if (!after) remove(work, before);
  record(work, {
    ...about(before),
    action: after ? "updated" : "deleted",
    summary: removedSummary(it, after ? target.scope : "all", slot, work),
    changes: null,
    before: imageOf(before, after ? target.scope : "all", slot),
    after: after && imageOf(after, target.scope, slot),
  });
  return { id, deleted: true };
}

/** What is left of a series; null where no instance would be. */
function withoutInstances({ event: it, series }: Stored, of: Series, slot: Slot, scope: EditScope): Event | null {
  if (scope === "this") {
    const next = cancelOne(it, slot);
    return series && firstLeft(next, series) ? next : null;
  }
  const left = firstLeft(it, of);
  return left && slot.at > left.at ? endBefore(it, of, slot) : null;
}

/** The slot that an edit of a series names. @throws ApiError 422 where it must name one and does not; 404 for no slot. */
function slotFor({ event: it, series }: Stored, { scope, instanceStartsAt }: Target): Slot | null {
  if (!series) return null;
  if (instanceStartsAt === null) {
    if (scope === "all") return null;
    throw unprocessable("instanceStartsAt", `say which instance, for the scope ${scope}`);
  }
  const slot = series.slotAt(it.allDay ? writtenDate(instanceStartsAt) : Date.parse(instanceStartsAt));
  if (!slot) throw notFound("Instance", "instanceStartsAt");
  return slot;
}

function shownIn(work: Work, it: Stored): object {
  return masterOf(work, it);
}

/** Not of the event itself: what it is known by, and what follows from the rest. */
const unchanging = ["id", "createdAt", "createdBy", "updatedAt", "exceptions", "isException"];

function changesIn(before: object, after: object): Changes | null {
  const fields = Object.entries(after).filter(([field]) => !unchanging.includes(field));
  return changesBetween(before as Record<string, unknown>, Object.fromEntries(fields));
}
