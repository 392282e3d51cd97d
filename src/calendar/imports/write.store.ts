import { readRevision } from "#accounts/households/store.ts";
import { listMembers } from "#accounts/members/store.ts";
import { noSuch } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { findObject, type ObjectRow, ownSource, storeObject } from "../calendars/objects.store.ts";
import { calendarDefaultsOf } from "../calendars/store.ts";
import { isHiddenFrom, type People } from "../events/event.ts";
import type { RecordRow } from "../events/row.ts";
import { insert, listOfObject, localOrigin, readStored, replaceDates } from "../events/store.ts";
import { keepLocalFields } from "../ical/merge.ts";
import { type RemarkCode, remark, showRemark } from "../ical/remarks.ts";
import { createKnownLookup, findHidden, type KnownEvents, peopleFrom } from "./known.store.ts";
import type { ImportChoices, Imported } from "./model.ts";
import type { FileEvent, ObjectText } from "./read.ts";
import { tryInSavepoint } from "./try-in-savepoint.ts";

/**
 * Part of a file that is imported. `writtenIds` are the ids of the events from earlier parts. Events of this part never
 * match these ids, because similar events of the same file are different events.
 */
type FilePart = {
  readonly name: string;
  readonly events: readonly FileEvent[];
  readonly known: KnownEvents;
  readonly writtenIds: ReadonlySet<string>;
};

export const nothingImported: Imported = { added: 0, updated: 0, skipped: 0, activityId: null, activityIds: [] };

type ImportedPart = {
  readonly imported: Imported;
  readonly writtenIds: readonly string[];
  readonly known: KnownEvents;
};

type Outcome = "added" | "updated" | "skipped";
type Rows = { readonly event?: readonly RecordRow[]; readonly calendarObject?: readonly ObjectRow[] };

/** Result of writing an event of a file. `ids` are those of the rows that represent the event after the write. */
type WrittenEvent = {
  readonly outcome: Outcome;
  readonly ids: readonly string[];
  readonly before: Rows;
  readonly after: Rows;
};

const maxRemarks = 200;

/**
 * Imports a part of a file, in steps, and records it as a single entry of activity. Skips events that cannot be
 * written. Must run in a transaction.
 * @throws ApiError 422
 */
export function* importPart(
  work: Work,
  part: FilePart,
  choices: ImportChoices,
  imported: Imported,
): Generator<void, ImportedPart> {
  const { name, known } = part;
  const members = listMembers(work);
  const ids = new Set(members.map(({ id }) => id));
  if (choices.memberIds.some((id) => !ids.has(id))) throw noSuch("memberIds", "member");
  const peopleOf = peopleFrom<People>(members, peopleOfAll(choices));
  const written: WrittenEvent[] = [];
  const writtenIds = new Set<string>();
  const remarks = [...(imported.remarks ?? [])];
  const isFresh = readRevision(work) === known.revision;
  const knownId = createKnownLookup(work, known, peopleOf);
  for (const each of part.events) {
    const { uid, reading } = each;
    yield;
    const found = knownId(each);
    const isOfFile = found !== null && (part.writtenIds.has(found) || writtenIds.has(found));
    const write = () => writeEvent(work, each, isOfFile ? null : found, peopleOf(reading.categories), choices);
    const result = tryInSavepoint<WrittenEvent | RemarkCode>(work.db, write, (cause) => cause);
    if (typeof result === "string") {
      const about = { uid, title: reading.event.title, date: null };
      if (remarks.length < maxRemarks) remarks.push(showRemark(remark(result, undefined, about)));
      continue;
    }
    written.push(result);
    for (const id of result.ids) writtenIds.add(id);
  }
  yield;
  const [before, after] = (["before", "after"] as const).map((side) => joinRows(written.map((each) => each[side])));
  const [first] = after?.event ?? [];
  const countOf = (outcome: Outcome) => written.filter((each) => each.outcome === outcome).length;
  const entry = first && {
    action: "imported" as const,
    subject: { type: "event" as const, id: first.id, label: name },
    summary: summaryOf(countOf("added") + countOf("updated"), name),
    changes: null,
    before: before ?? null,
    after: after ?? null,
  };
  const activityIds = [...imported.activityIds, ...(entry ? [record(work, entry)] : [])];
  return {
    imported: {
      added: imported.added + countOf("added"),
      updated: imported.updated + countOf("updated"),
      skipped: imported.skipped + countOf("skipped"),
      activityId: activityIds.at(-1) ?? null,
      activityIds,
      ...(remarks.length > 0 && { remarks }),
    },
    writtenIds: [...writtenIds],
    known: isFresh ? { ...known, revision: readRevision(work) } : known,
  };
}

function joinRows(all: readonly Rows[]): Rows | null {
  const event = all.flatMap((each) => each.event ?? []);
  const calendarObject = all.flatMap((each) => each.calendarObject ?? []);
  if (event.length === 0 && calendarObject.length === 0) return null;
  return { ...(event.length > 0 && { event }), ...(calendarObject.length > 0 && { calendarObject }) };
}

/** Writes one event of a file. `id` is that of the household's matching event, or null if no event matches. */
function writeEvent(
  work: Work,
  each: FileEvent,
  id: string | null,
  people: People,
  { known }: ImportChoices,
): WrittenEvent {
  if (id !== null) return known === "update" ? update(work, id, each) : skipped([]);
  const { uid, event } = each.reading;
  const text = saveText(work, null, { uid, ...each.text });
  const { row } = insert(work, { ...event, ...people }, { ...localOrigin, objectId: text.id });
  return { outcome: "added", ids: [row.id], before: text.before, after: { event: [row], ...text.after } };
}

function skipped(ids: readonly string[]): WrittenEvent {
  return { outcome: "skipped", ids, before: {}, after: {} };
}

/** Updates an event from a file. Keeps the event's members and sync targets. */
function update(
  work: Work,
  id: string,
  { isWhole, reading: { uid, event: read }, text: file }: FileEvent,
): WrittenEvent {
  const before = readStored(work, id);
  const { objectId, isUnrolled, clientName } = before.row;
  const kept = objectId === null ? null : findObject(work, objectId);
  const next = keepLocalFields(read, before.event, calendarDefaultsOf(work));
  // Only an event that stands for the whole object can replace one with several dates.
  const isFixed = isHiddenFrom(before.row, work.viewerId) || (isUnrolled === 1 && !(isWhole && kept?.uid === uid));
  if (isFixed) return skipped([]);
  if (Bun.deepEquals(next, before.event) && (kept === null || kept.ics === file.ics)) return skipped([id]);
  const all = kept && isUnrolled === 1 ? listOfObject(work, kept.id) : [before];
  const text = saveText(work, kept, { uid, ...file });
  const origin = { objectId: text.id, isUnrolled: 0, clientName };
  const after = replaceDates(work, all, [next], origin).after.map(({ row }) => row);
  return {
    outcome: "updated",
    ids: after.map((row) => row.id),
    before: { event: all.map(({ row }) => row), ...text.before },
    after: { event: after, ...text.after },
  };
}

/**
 * Saves the text of an iCalendar object. Replaces the object `kept`. If `kept` is null, replaces an object with the
 * same UID and without events in the app. Otherwise adds a new object.
 * @throws ApiError 507 if the household has too many objects
 */
function saveText(work: Work, kept: ObjectRow | null, read: ObjectText & { readonly uid: string }) {
  const before = kept ?? findHidden(work, read.uid);
  const text: ObjectRow = {
    ...read,
    id: before?.id ?? Bun.randomUUIDv7("hex", work.now),
    sourceId: ownSource,
    calendar: null,
    clientName: null,
    privateTo: before?.privateTo ?? null,
    uid: before?.uid ?? read.uid,
    kind: "event",
    at: work.now.toISOString(),
  };
  return { id: text.id, ...storeObject(work, before, text) };
}

export function peopleOfAll({ memberIds, isGeneral }: ImportChoices): People {
  return { memberIds: [...new Set(memberIds)], isGeneral };
}

function summaryOf(count: number, name: string): Sentence {
  return count === 1 ? say`imported an event from “${name}”` : say`imported ${count} events from “${name}”`;
}
