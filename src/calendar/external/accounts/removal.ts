/** Updates the household's events after deletions in an external calendar, such as Google Calendar. */

import type { Sentence } from "#lib/sentence.ts";
import { type Entry, type Image, mergeImages } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { addObject, deleteObject, findObject } from "../../calendars/objects.store.ts";
import { changesIn } from "../../events/edits.ts";
import type { SyncTarget } from "../../events/event.ts";
import { presentMaster } from "../../events/present.ts";
import { findStored, listOfObject, remove, replace, type StoredEvent, subjectOf } from "../../events/store.ts";
import { type CalendarRow, calendars } from "../rows.store.ts";
import { isDuplicate, type Link, lastChangeOf, links, linksOfEvent, linksOfUid, saveLink } from "./links.store.ts";
import { isCopiedTo, type SyncContext, syncTargetOf, targetsWithout, writeOutgoing } from "./objects.ts";
import { accounts } from "./rows.store.ts";
import { deletedInAccountSummary, keptHereSummary, stoppedCopyingSummary } from "./summary.ts";

const actions = { added: "created", changed: "updated", deleted: "deleted" } as const;

export type Change = { readonly kind: keyof typeof actions; readonly entry: Entry };

export function changeOf(
  kind: Change["kind"],
  about: ReturnType<typeof subjectOf>,
  summary: Sentence,
  { changes = null, before = null, after = null }: Partial<Pick<Entry, "changes" | "before" | "after">> = {},
): Change {
  return { kind, entry: { ...about, action: actions[kind], summary, changes, before, after } };
}

/** Image of an entry that cannot be undone. */
export function followedImage({ id }: CalendarRow): Image {
  return { followed: [{ id }] };
}

export function applyRemoval(context: SyncContext, link: Link): readonly Change[] {
  const { work, account, calendar } = context;
  links.remove(work, link.id);
  // The object never arrived at the server.
  const isRefused = link.state === "failed" && link.base === null && link.etag === null;
  if (isDuplicate(link) || link.state === "sending" || isRefused) return [];
  const stored = link.eventId === null ? null : findStored(work, link.eventId);
  const events = link.eventId === null && link.objectId !== null ? listOfObject(work, link.objectId) : [];
  const shown = stored ? [stored] : events;
  const [first] = shown;
  if (!first) {
    if (link.objectId !== null) deleteObject(work, link.objectId);
    return [];
  }
  const target = syncTargetOf(account, calendar);
  const isCopied = isCopiedTo(target, first.event);
  if (calendar.mode === "out") return isCopied ? [dropTarget(context, first, target)] : [];
  // The event was deleted on the server before this calendar was removed from the event's targets.
  if (first.row.sourceId !== calendar.id && (!isCopied || calendar.mode === "in")) return [];
  if (isChangedHere(work, link, stored)) {
    return [changeOf("changed", subjectOf(first), keptHereSummary(first.event, account.name))];
  }
  if (handOver(work, first, calendar.id, target)) return [];
  for (const each of linksOfUid(work, link.uid)) {
    // The next listing shows the duplicate.
    if (isDuplicate(each)) saveLink(work, { ...each, etag: null, eventId: null, state: "synced" });
  }
  return [removeEvents(context, shown)];
}

/**
 * Assigns an event to another account with the same event. Call this after the event's own calendar was disconnected or
 * lost the event. Returns false if no other account can take the event. Must run in a transaction.
 */
export function handOver(work: Work, stored: StoredEvent, sourceId: string, target: SyncTarget): boolean {
  const { row, event } = stored;
  const replacement = linksOfEvent(work, row.id).find((each) => isDuplicate(each) && each.sourceId !== sourceId);
  const calendar = replacement && calendars.find(work, replacement.sourceId);
  const account = calendar && accounts.find(work, calendar.accountId ?? "");
  if (!replacement || !account) return false;
  // The other account's text decides, as for a new event.
  if (row.privateTo !== null && row.privateTo !== account.memberId) return false;
  const others = targetsWithout(target, event);
  const syncTargets = calendar.mode === "both" ? [...others, syncTargetOf(account, calendar)] : others;
  const kept = row.sourceId === sourceId && row.objectId !== null ? findObject(work, row.objectId) : null;
  const objectId = kept ? Bun.randomUUIDv7("hex", work.now) : null;
  if (kept && objectId !== null) addObject(work, { ...kept, id: objectId, sourceId: replacement.sourceId });
  const origin =
    row.sourceId === sourceId ? { sourceId: objectId === null ? null : replacement.sourceId, objectId } : {};
  replace(work, stored, { ...event, syncTargets }, origin);
  if (kept) deleteObject(work, kept.id);
  const pushedSeq = lastChangeOf(work, row.id);
  saveLink(work, { ...replacement, state: "synced", objectId, pushedSeq, triedSeq: pushedSeq });
  return true;
}

export function isChangedHere(work: Work, link: Link, stored: StoredEvent | null): boolean {
  if (!stored || stored.row.lockedBy !== null || link.base === null) return false;
  if (lastChangeOf(work, stored.row.id) <= link.pushedSeq) return false;
  return writeOutgoing(work, stored, link.base, link.uid) !== link.base;
}

export function removeEvents({ work, account, calendar }: SyncContext, events: readonly StoredEvent[]): Change {
  const [first] = events;
  if (!first) throw new Error("Nothing to delete");
  let before: Image = {};
  for (const each of events) before = mergeImages(before, remove(work, each));
  const isUndoable = calendar.mode !== "in" && events.every(({ row }) => row.lockedBy === null);
  const image = isUndoable ? before : followedImage(calendar);
  return changeOf("deleted", subjectOf(first), deletedInAccountSummary(first.event, account.name), { before: image });
}

function dropTarget({ work, account }: SyncContext, stored: StoredEvent, target: SyncTarget): Change {
  const syncTargets = targetsWithout(target, stored.event);
  const after = replace(work, stored, { ...stored.event, syncTargets });
  return changeOf("changed", subjectOf(after), stoppedCopyingSummary(stored.event, account.name), {
    changes: changesIn(presentMaster(work, stored), presentMaster(work, after)),
    before: { event: [stored.row] },
    after: { event: [after.row] },
  });
}
