import { type Phrase, type Sentence, say, saySeries } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import { growthOf, requireCapacity } from "../calendars/capacity.store.ts";
import { addObject, deleteObject, findObject, replaceObject } from "../calendars/objects.store.ts";
import type { Event } from "../events/event.ts";
import { listOfObject, localOrigin, removeOfObject, replaceDates } from "../events/store.ts";
import { eventsIn, subjectOf } from "../ical/read.ts";
import { type Remark, type RemarkCode, remark } from "../ical/remarks.ts";
import { tryInSavepoint } from "../imports/try-in-savepoint.ts";
import type { Counts, People } from "./model.ts";
import { type Step, textOf } from "./plan.ts";

export type Applied = { readonly counts: Counts; readonly remarks: readonly Remark[] };

/**
 * Writes one step of an update. A failed step writes nothing and returns a remark with the reason. Must run in a
 * transaction.
 */
export function applyStep(work: Work, sourceId: string, step: Step, people: People): Applied {
  const write = () => ({ counts: writeStep(work, sourceId, step, people), remarks: [] });
  return tryInSavepoint<Applied>(work.db, write, (cause) => ({
    counts: noCounts,
    remarks: [remarkOn(work, step, cause)],
  }));
}

function remarkOn(work: Work, step: Step, cause: RemarkCode): Remark {
  if (step.kind === "put") {
    const { uid, components } = step.incoming.object;
    return remark(cause, undefined, subjectOf(uid, components[0]));
  }
  const { id, uid } = step.known;
  const [first] = listOfObject(work, id);
  return remark(cause, undefined, { uid, title: first?.event.title ?? null, date: null });
}

function writeStep(work: Work, sourceId: string, step: Step, people: People): Counts {
  if (step.kind === "remove") {
    const removed = removeOfObject(work, step.known.id);
    deleteObject(work, step.known.id);
    return { ...noCounts, deleted: Math.min(removed, 1) };
  }
  const { known, incoming, reading } = step;
  const id = known?.id ?? Bun.randomUUIDv7("hex", work.now);
  const { uid } = reading;
  const object = {
    id,
    sourceId,
    uid,
    ics: textOf(incoming),
    hash: incoming.hash,
    kind: reading.kind,
    calendar: null,
    clientName: null,
    privateTo: null,
  };
  const kept = { ...object, at: work.now.toISOString() };
  requireCapacity(work, growthOf(known && findObject(work, id), kept));
  if (known) replaceObject(work, kept);
  else addObject(work, kept);
  const events = eventsIn(reading).map((event) => toFollowedEvent(event, people));
  const before = known ? listOfObject(work, id) : [];
  const isUnrolled = Number(reading.kind === "unrolled");
  const { isChanged } = replaceDates(work, before, events, { ...localOrigin, sourceId, objectId: id, isUnrolled });
  if (before.length === 0) return { ...noCounts, added: Math.min(events.length, 1) };
  if (events.length === 0) return { ...noCounts, deleted: 1 };
  return { ...noCounts, changed: Number(isChanged) };
}

/**
 * Returns the event with the members of the followed calendar. Removes reminders, because nobody expects reminders from
 * a calendar that others edit.
 */
function toFollowedEvent(event: Event, { memberIds, isGeneral }: People): Event {
  return {
    ...event,
    memberIds: [...memberIds],
    isGeneral,
    reminderMinutes: -1,
    reminderMinutesList: [],
    syncTargets: [],
    exceptions: event.exceptions.flatMap((each) => {
      const { reminderMinutes: _, reminderMinutesList: __, ...own } = each.own;
      return each.cancelled || each.times !== null || Object.keys(own).length > 0 ? [{ ...each, own }] : [];
    }),
  };
}

export const noCounts: Counts = { added: 0, changed: 0, deleted: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    deleted: one.deleted + other.deleted,
  };
}

export function sumOf({ added, changed, deleted }: Counts): number {
  return added + changed + deleted;
}

/** Returns a sentence such as `“School holidays”: 3 events added, 2 changed`. */
export function sayCounts(name: string, counts: Counts): Sentence {
  return say`“${name}”: ${sayAll(counts)}`;
}

/** Returns a sentence such as `Ben's iCloud: 41 events added`. */
export function sayCountsOf(account: string, counts: Counts): Sentence {
  return say`${account}: ${sayAll(counts)}`;
}

/** Returns the sentence with the counts of the first synchronisation. The first synchronisation cannot be undone. */
export function sayFirstCountsOf(account: string, counts: Counts): Sentence {
  return say`${account}, for the first time: ${sayAll(counts)}`;
}

function sayAll({ added, changed, deleted }: Counts): Phrase {
  const parts = [
    ...(added > 0 ? [added === 1 ? say`an event added` : say`${added} events added`] : []),
    ...(changed > 0 ? [sayChanged(changed, added > 0)] : []),
    ...(deleted > 0 ? [sayDeleted(deleted, added + changed > 0)] : []),
  ];
  return saySeries(parts);
}

function sayChanged(count: number, isLater: boolean): Sentence {
  if (isLater) return say`${count} changed`;
  return count === 1 ? say`an event changed` : say`${count} events changed`;
}

function sayDeleted(count: number, isLater: boolean): Sentence {
  if (isLater) return say`${count} deleted`;
  return count === 1 ? say`an event deleted` : say`${count} events deleted`;
}
