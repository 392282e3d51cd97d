import { type Image, record } from "../activity/record.ts";
import { growthOf, takeRoom } from "../calendars/capacity.store.ts";
import { addObject, findObject, type KeptObject, ownSource, replaceObject } from "../calendars/objects.store.ts";
import { homeOf } from "../calendars/store.ts";
import { noSuch } from "../errors.ts";
import type { Event } from "../events/event.ts";
import { insert, listOfObject, madeHere, readStored, replaceDates, type Stored } from "../events/store.ts";
import { withKnown } from "../ical/merge.ts";
import { foldText } from "../lib/case-folding.ts";
import { type Sentence, say } from "../lib/sentence.ts";
import { listMembers } from "../members/store.ts";
import type { Work } from "../work.ts";
import type { KeptImport } from "./kept.ts";
import { findHidden, knownNow } from "./known.store.ts";
import type { FileEvent, KeptText } from "./read.ts";

export type Choices = {
  readonly memberIds: readonly string[];
  readonly isGeneral: boolean;
  readonly known: "skip" | "update";
  /** Absent: all. */
  readonly uids?: readonly string[] | undefined;
};

export type Imported = {
  readonly added: number;
  readonly updated: number;
  readonly skipped: number;
  readonly activityId: string | null;
};

type Counts = { added: number; updated: number; skipped: number };
type Images = { readonly before: object[]; readonly after: object[] };

/** All or nothing, as one entry, in steps. Needs a transaction. @throws ApiError 422 */
export function* importEvents(
  work: Work,
  { name, file, known }: KeptImport,
  choices: Choices,
): Generator<void, Imported> {
  const members = listMembers(work);
  const ids = new Set(members.map(({ id }) => id));
  if (choices.memberIds.some((id) => !ids.has(id))) throw noSuch("memberIds", "member");
  const peopleOf = peopleFrom(members, choices);
  const wanted = choices.uids && new Set(choices.uids);
  const counts: Counts = { added: 0, updated: 0, skipped: 0 };
  const events: Images = { before: [], after: [] };
  const texts: Images = { before: [], after: [] };
  const knownId = knownNow(work, known);
  /** Events of this import: two alike in one file are two events. */
  const own = new Set<string>();
  for (const each of file.objects.flatMap(({ events }) => events)) {
    const { uid, reading, text: read } = each;
    if (wanted && !wanted.has(uid)) continue;
    yield;
    const people = peopleOf(reading.categories);
    const id = knownId(each);
    if (id === null || own.has(id)) {
      const text = saveText(work, null, { uid: reading.uid, ...read }, texts);
      if (!text) {
        counts.skipped++;
        continue;
      }
      const { row } = insert(work, { ...reading.event, ...people }, { ...madeHere, objectId: text.id });
      own.add(row.id);
      events.after.push(row);
      counts.added++;
    } else if (choices.known === "update") {
      for (const row of update(work, id, each, counts, events, texts)) own.add(row.id);
    } else counts.skipped++;
  }
  const [first] = events.after as { id: string }[];
  if (!first) return { ...counts, activityId: null };
  yield;
  const activityId = record(work, {
    action: "imported",
    subject: { type: "event", id: first.id, label: name },
    summary: summaryOf(counts, name),
    changes: null,
    before: imageOf(events.before, texts.before),
    after: imageOf(events.after, texts.after),
  });
  return { ...counts, activityId };
}

/** Who an event concerns stays, as do its copies elsewhere. Returns what is the file's event now. */
function update(
  work: Work,
  id: string,
  { isWhole, reading: { uid, event: read }, text: file }: FileEvent,
  counts: Counts,
  events: Images,
  texts: Images,
): readonly Stored["row"][] {
  const before = readStored(work, id);
  const { objectId, isUnrolled, clientName } = before.row;
  const kept = objectId === null ? null : findObject(work, objectId);
  const next = withKnown(read, before.event, homeOf(work));
  // Only an event that stands for the whole object can replace one with several dates.
  const isFixed = isUnrolled === 1 && !(isWhole && kept?.uid === uid);
  if (isFixed || (Bun.deepEquals(next, before.event) && (kept === null || kept.ics === file.ics))) {
    counts.skipped++;
    return isFixed ? [] : [before.row];
  }
  const all = kept && isUnrolled === 1 ? listOfObject(work, kept.id) : [before];
  const text = saveText(work, kept, { uid, ...file }, texts);
  if (!text) {
    counts.skipped++;
    return all.map(({ row }) => row);
  }
  const origin = { objectId: text.id, isUnrolled: 0, clientName };
  events.before.push(...all.map(({ row }) => row));
  const after = replaceDates(work, all, [next], origin).after.map(({ row }) => row);
  events.after.push(...after);
  counts.updated++;
  return after;
}

/** In place of `kept`, or of a hidden object. Null: the calendar is full. */
function saveText(work: Work, kept: KeptObject | null, read: KeptText & { readonly uid: string }, texts: Images) {
  const before = kept ?? findHidden(work, read.uid);
  const text = newText(work, before, read);
  if (!takeRoom(work, growthOf(before, text))) return null;
  if (before) {
    replaceObject(work, text);
    texts.before.push(before);
  } else addObject(work, text);
  texts.after.push(text);
  return text;
}

function newText({ now }: Work, before: KeptObject | null, read: KeptText & { readonly uid: string }): KeptObject {
  return {
    ...read,
    id: before?.id ?? Bun.randomUUIDv7("hex", now),
    sourceId: ownSource,
    calendar: null,
    clientName: null,
    uid: before?.uid ?? read.uid,
    kind: "event",
    at: now.toISOString(),
  };
}

type People = Pick<Event, "memberIds" | "isGeneral">;

/** Categories that are names of members win: our own files say so whom an event concerns. */
function peopleFrom(members: readonly { readonly id: string; readonly name: string }[], choices: Choices) {
  const byName = new Map(members.map(({ id, name }) => [foldText(name), id]));
  const chosen: People = { memberIds: [...new Set(choices.memberIds)], isGeneral: choices.isGeneral };
  return (categories: readonly string[]): People => {
    const named = categories.flatMap((each) => byName.get(foldText(each)) ?? []);
    return named.length === 0 ? chosen : { memberIds: [...new Set(named)], isGeneral: null };
  };
}

function imageOf(event: readonly object[], calendarObject: readonly object[]): Image | null {
  if (event.length === 0 && calendarObject.length === 0) return null;
  return { ...(event.length > 0 && { event }), ...(calendarObject.length > 0 && { calendarObject }) };
}

function summaryOf({ added, updated }: Counts, name: string): Sentence {
  const all = added + updated;
  return all === 1 ? say`imported an event from “${name}”` : say`imported ${all} events from “${name}”`;
}
