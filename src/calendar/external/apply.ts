import { type Phrase, type Sentence, say, saySeries } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import { growthOf, requireCapacity } from "../calendars/capacity.store.ts";
import { addObject, deleteObject, findObject, type ObjectRow, replaceObject } from "../calendars/objects.store.ts";
import type { Event } from "../events/event.ts";
import { listOfObject, localOrigin, type Origin, removeOfObject, replaceDates } from "../events/store.ts";
import { objectText } from "../ical/objects.ts";
import { eventsIn, subjectOf } from "../ical/read.ts";
import { type Remark, type RemarkCode, remark } from "../ical/remarks.ts";
import { tryInSavepoint } from "../imports/try-in-savepoint.ts";
import type { Counts, People } from "./model.ts";
import type { Step } from "./plan.ts";

export type Applied = { readonly counts: Counts; readonly remarks: readonly Remark[] };

/** Writes a step of an update. A failed step writes nothing and returns a remark. Must run in a transaction. */
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
  const { uid, kind } = reading;
  const { hash } = incoming;
  const kept = objectRow(work, { id, sourceId, uid, ics: objectText(incoming.object), hash, kind, privateTo: null });
  const row = known && findObject(work, id);
  requireCapacity(work, growthOf(row, kept));
  saveObject(work, kept, row);
  const events = eventsIn(reading).map((event) => toFollowedEvent(event, people));
  const before = known ? listOfObject(work, id) : [];
  const { isChanged } = replaceDates(work, before, events, originOf(kept));
  if (before.length === 0) return { ...noCounts, added: Math.min(events.length, 1) };
  if (events.length === 0) return { ...noCounts, deleted: 1 };
  return { ...noCounts, changed: Number(isChanged) };
}

type NewObject = Omit<ObjectRow, "at" | "calendar" | "clientName">;

export function objectRow({ now }: Work, object: NewObject): ObjectRow {
  return { ...object, at: now.toISOString(), calendar: null, clientName: null };
}

export function saveObject(work: Work, object: ObjectRow, before: ObjectRow | null): void {
  (before ? replaceObject : addObject)(work, object);
}

export function originOf({ sourceId, id, kind }: ObjectRow): Origin {
  return { ...localOrigin, sourceId, objectId: id, isUnrolled: Number(kind === "unrolled") };
}

/** Returns an event for a followed calendar. Removes reminders: nobody expects any from a calendar that others edit. */
function toFollowedEvent(event: Event, people: People): Event {
  const { exceptions, ...shown } = withoutReminders(event);
  const isException = ({ cancelled, times, own }: Event["exceptions"][number]) =>
    cancelled || times !== null || Object.keys(own).length > 0;
  return { ...shown, ...people, syncTargets: [], exceptions: exceptions.filter(isException) };
}

export function withoutReminders(event: Event): Event {
  const exceptions = event.exceptions.map((each) => {
    const { reminderMinutes: _, reminderMinutesList: __, ...own } = each.own;
    return { ...each, own };
  });
  return { ...event, exceptions, reminderMinutes: -1, reminderMinutesList: [] };
}

export const noCounts: Counts = { added: 0, changed: 0, deleted: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    deleted: one.deleted + other.deleted,
  };
}

export const sumOf = ({ added, changed, deleted }: Counts): number => added + changed + deleted;

/** Returns a sentence such as `“School holidays”: 3 events added, 2 changed`. */
export const sayCounts = (name: string, counts: Counts): Sentence => say`“${name}”: ${sayAll(counts)}`;

/** Returns a sentence such as `Ben's iCloud: 41 events added`. */
export const sayCountsOf = (account: string, counts: Counts): Sentence => say`${account}: ${sayAll(counts)}`;

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
