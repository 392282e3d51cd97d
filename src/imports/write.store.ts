import { type Image, record } from "../activity/record.ts";
import { addObject, findObject, type KeptObject, ownSource, replaceObject } from "../calendars/objects.store.ts";
import { homeOf } from "../calendars/store.ts";
import { noSuch } from "../errors.ts";
import type { Event } from "../events/event.ts";
import { insert, madeHere, readStored, replace, type Stored } from "../events/store.ts";
import { withKnown } from "../ical/merge.ts";
import { foldText } from "../lib/case-folding.ts";
import { type Sentence, say } from "../lib/sentence.ts";
import { listMembers } from "../members/store.ts";
import type { Work } from "../work.ts";
import type { KeptImport } from "./kept.ts";
import { knownNow } from "./known.store.ts";
import type { KeptText } from "./read.ts";

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
  const add = (row: Stored["row"]) => {
    own.add(row.id);
    events.after.push(row);
  };
  for (const { uid, reading, text: read } of file.objects.flatMap((each) => each.events)) {
    if (wanted && !wanted.has(uid)) continue;
    yield;
    const people = peopleOf(reading.categories);
    const id = knownId(reading);
    if (id === null || own.has(id)) {
      const text = newText(work, reading.uid, read);
      addObject(work, text);
      texts.after.push(text);
      add(insert(work, { ...reading.event, ...people }, { ...madeHere, objectId: text.id }).row);
    } else if (choices.known === "update") {
      own.add(id);
      update(work, id, reading.event, { uid: reading.uid, ...read }, counts, events, texts);
    } else counts.skipped++;
  }
  counts.added = events.after.length - events.before.length;
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

/** Who an event concerns stays, as do its copies elsewhere. */
function update(
  work: Work,
  id: string,
  read: Event,
  { uid, ...file }: KeptText & { readonly uid: string },
  counts: Counts,
  events: Images,
  texts: Images,
): void {
  const before = readStored(work, id);
  const kept = before.row.objectId === null ? null : findObject(work, before.row.objectId);
  const next = withKnown(read, before.event, homeOf(work));
  if (Bun.deepEquals(next, before.event) && (kept === null || kept.ics === file.ics)) {
    counts.skipped++;
    return;
  }
  const text = { ...newText(work, kept?.uid ?? uid, file), ...(kept && { id: kept.id }) };
  if (kept) {
    replaceObject(work, text);
    texts.before.push(kept);
  } else addObject(work, text);
  texts.after.push(text);
  events.before.push(before.row);
  events.after.push(replace(work, before, next, { objectId: text.id }).row);
  counts.updated++;
}

function newText({ now }: Work, uid: string, read: KeptText): KeptObject {
  return {
    id: Bun.randomUUIDv7("hex", now),
    sourceId: ownSource,
    calendar: null,
    clientName: null,
    uid,
    ...read,
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
