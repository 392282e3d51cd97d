import { readRevision } from "#accounts/households/store.ts";
import { listMembers } from "#accounts/members/store.ts";
import { noSuch } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { type Image, record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { growthOf, requireCapacity } from "../calendars/capacity.store.ts";
import { addObject, findObject, type ObjectRow, ownSource, replaceObject } from "../calendars/objects.store.ts";
import { calendarDefaultsOf } from "../calendars/store.ts";
import { isHiddenFrom, type People } from "../events/event.ts";
import { insert, listOfObject, localOrigin, readStored, replaceDates, type StoredEvent } from "../events/store.ts";
import { keepLocalFields } from "../ical/merge.ts";
import { type RemarkCode, remark, type ShownRemark, showRemark } from "../ical/remarks.ts";
import { createKnownLookup, findHidden, type KnownEvents } from "./known.store.ts";
import { peopleFrom } from "./people.ts";
import type { FileEvent, ObjectText } from "./read.ts";
import { tryInSavepoint } from "./try-in-savepoint.ts";

/**
 * Part of a file that is imported. `writtenIds` are the ids of the events from earlier parts. Events of this part never
 * match these ids, because similar events of the same file are different events.
 */
export type FilePart = {
  readonly name: string;
  readonly events: readonly FileEvent[];
  readonly known: KnownEvents;
  readonly writtenIds: ReadonlySet<string>;
};

export type Choices = {
  readonly memberIds: readonly string[];
  readonly isGeneral: boolean;
  readonly known: "skip" | "update";
};

export type Imported = {
  readonly added: number;
  readonly updated: number;
  readonly skipped: number;
  readonly activityId: string | null;
  readonly activityIds: string[];
  /** Remarks about the import, at most 200. */
  readonly remarks?: ShownRemark[];
};

export const nothingImported: Imported = { added: 0, updated: 0, skipped: 0, activityId: null, activityIds: [] };

export type ImportedPart = {
  readonly imported: Imported;
  readonly writtenIds: readonly string[];
  readonly known: KnownEvents;
};

type Counts = { added: number; updated: number; skipped: number };
type Images = { readonly before: object[]; readonly after: object[] };

/** Result of writing events of a file. `writtenIds` are the ids of the written events. */
type WrittenEvents = {
  readonly counts: Counts;
  readonly events: Images;
  readonly texts: Images;
  readonly writtenIds: string[];
};

const maxRemarks = 200;

function nothingWritten(): WrittenEvents {
  const images = () => ({ before: [], after: [] });
  return { counts: { added: 0, updated: 0, skipped: 0 }, events: images(), texts: images(), writtenIds: [] };
}

/**
 * Imports a part of a file, in steps, and records it as a single entry of activity. Skips events that cannot be
 * written. Must run in a transaction.
 * @throws ApiError 422
 */
export function* importPart(
  work: Work,
  part: FilePart,
  choices: Choices,
  before: Imported,
): Generator<void, ImportedPart> {
  const { name, known } = part;
  const members = listMembers(work);
  const ids = new Set(members.map(({ id }) => id));
  if (choices.memberIds.some((id) => !ids.has(id))) throw noSuch("memberIds", "member");
  const peopleOf = peopleFrom<People>(members, peopleOfAll(choices));
  const { counts, events, texts, writtenIds } = nothingWritten();
  const remarks = [...(before.remarks ?? [])];
  const isFresh = readRevision(work) === known.revision;
  const knownId = createKnownLookup(work, known, peopleOf);
  const isOfFile = (id: string) => part.writtenIds.has(id) || idsOfPart.has(id);
  const idsOfPart = new Set<string>();
  for (const each of part.events) {
    const { uid, reading } = each;
    yield;
    const found = knownId(each);
    const id = found !== null && isOfFile(found) ? null : found;
    const write = () => writeEvent(work, each, id, peopleOf(reading.categories), choices);
    const written = tryInSavepoint<WrittenEvents | RemarkCode>(work.db, write, (cause) => cause);
    if (typeof written === "string") {
      const about = { uid, title: reading.event.title, date: null };
      if (remarks.length < maxRemarks) remarks.push(showRemark(remark(written, undefined, about)));
      continue;
    }
    for (const name of ["added", "updated", "skipped"] as const) counts[name] += written.counts[name];
    for (const side of ["before", "after"] as const) {
      events[side].push(...written.events[side]);
      texts[side].push(...written.texts[side]);
    }
    for (const rowId of written.writtenIds) idsOfPart.add(rowId);
    writtenIds.push(...written.writtenIds);
  }
  const [first] = events.after as { id: string }[];
  yield;
  const entry = first && {
    action: "imported" as const,
    subject: { type: "event" as const, id: first.id, label: name },
    summary: summaryOf(counts, name),
    changes: null,
    before: imageOf(events.before, texts.before),
    after: imageOf(events.after, texts.after),
  };
  const activityIds = [...before.activityIds, ...(entry ? [record(work, entry)] : [])];
  const imported = {
    added: before.added + counts.added,
    updated: before.updated + counts.updated,
    skipped: before.skipped + counts.skipped,
    activityId: activityIds.at(-1) ?? null,
    activityIds,
    ...(remarks.length > 0 && { remarks }),
  };
  return { imported, writtenIds, known: isFresh ? { ...known, revision: readRevision(work) } : known };
}

/** Writes one event of a file. `id` is that of the household's matching event, or null if no event matches. */
function writeEvent(work: Work, each: FileEvent, id: string | null, people: People, { known }: Choices): WrittenEvents {
  const written = nothingWritten();
  const { counts, events, texts, writtenIds } = written;
  const { reading, text } = each;
  if (id === null) {
    const kept = saveText(work, null, { uid: reading.uid, ...text }, texts);
    const { row } = insert(work, { ...reading.event, ...people }, { ...localOrigin, objectId: kept.id });
    writtenIds.push(row.id);
    events.after.push(row);
    counts.added++;
  } else if (known === "update") writtenIds.push(...update(work, id, each, written).map((row) => row.id));
  else counts.skipped++;
  return written;
}

/**
 * Updates an event from a file. Keeps the event's members and sync targets. Returns the rows that represent the file's
 * event after the update.
 */
function update(
  work: Work,
  id: string,
  { isWhole, reading: { uid, event: read }, text: file }: FileEvent,
  { counts, events, texts }: WrittenEvents,
): readonly StoredEvent["row"][] {
  const before = readStored(work, id);
  const { objectId, isUnrolled, clientName } = before.row;
  const kept = objectId === null ? null : findObject(work, objectId);
  const next = keepLocalFields(read, before.event, calendarDefaultsOf(work));
  // Only an event that stands for the whole object can replace one with several dates.
  const isFixed = isHiddenFrom(before.row, work.viewerId) || (isUnrolled === 1 && !(isWhole && kept?.uid === uid));
  if (isFixed || (Bun.deepEquals(next, before.event) && (kept === null || kept.ics === file.ics))) {
    counts.skipped++;
    return isFixed ? [] : [before.row];
  }
  const all = kept && isUnrolled === 1 ? listOfObject(work, kept.id) : [before];
  const text = saveText(work, kept, { uid, ...file }, texts);
  const origin = { objectId: text.id, isUnrolled: 0, clientName };
  events.before.push(...all.map(({ row }) => row));
  const after = replaceDates(work, all, [next], origin).after.map(({ row }) => row);
  events.after.push(...after);
  counts.updated++;
  return after;
}

/**
 * Saves the text of an iCalendar object. Replaces the object `kept`. If `kept` is null, replaces an object with the
 * same UID and without events in the app. Otherwise adds a new object.
 * @throws ApiError 507 if the household has too many objects
 */
function saveText(work: Work, kept: ObjectRow | null, read: ObjectText & { readonly uid: string }, texts: Images) {
  const before = kept ?? findHidden(work, read.uid);
  const text = newText(work, before, read);
  requireCapacity(work, growthOf(before, text));
  if (before) {
    replaceObject(work, text);
    texts.before.push(before);
  } else addObject(work, text);
  texts.after.push(text);
  return text;
}

function newText({ now }: Work, before: ObjectRow | null, read: ObjectText & { readonly uid: string }): ObjectRow {
  return {
    ...read,
    id: before?.id ?? Bun.randomUUIDv7("hex", now),
    sourceId: ownSource,
    calendar: null,
    clientName: null,
    privateTo: before?.privateTo ?? null,
    uid: before?.uid ?? read.uid,
    kind: "event",
    at: now.toISOString(),
  };
}

export function peopleOfAll({ memberIds, isGeneral }: Choices): People {
  return { memberIds: [...new Set(memberIds)], isGeneral };
}

function imageOf(event: readonly object[], calendarObject: readonly object[]): Image | null {
  if (event.length === 0 && calendarObject.length === 0) return null;
  return { ...(event.length > 0 && { event }), ...(calendarObject.length > 0 && { calendarObject }) };
}

function summaryOf({ added, updated }: Counts, name: string): Sentence {
  const all = added + updated;
  return all === 1 ? say`imported an event from “${name}”` : say`imported ${all} events from “${name}”`;
}
