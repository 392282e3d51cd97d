/** Updates the household's events after deletions in an external calendar, such as Google Calendar. */
import { type Entry, type Image, mergeImages } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { addObject, deleteObject, findObject } from "../../calendars/objects.store.ts";
import { changesIn } from "../../events/edits.ts";
import type { SyncTarget } from "../../events/event.ts";
import { presentMaster } from "../../events/present.ts";
import { findStored, listOfObject, remove, replace, type StoredEvent, subjectOf } from "../../events/store.ts";
import { isDuplicate, isSameTarget } from "./conflicts.ts";
import { deleteLink, type Link, lastChangeOf, linksOfEvent, linksOfUid, saveLink } from "./links.store.ts";
import { type SyncContext, syncTargetOf, writeOutgoing } from "./objects.ts";
import { accountById, accountCalendarById } from "./rows.store.ts";
import { deletedInAccountSummary, keptHereSummary, stoppedCopyingSummary } from "./summary.ts";

export type Change = {
  readonly kind: "added" | "changed" | "deleted";
  readonly entry: Entry;
};

export function applyRemoval(context: SyncContext, link: Link): readonly Change[] {
  const { work, account, calendar } = context;
  deleteLink(work, link.id);
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
  const isCopied = first.event.syncTargets.some((each) => isSameTarget(each, target));
  if (calendar.mode === "out") return isCopied ? [dropTarget(context, first, target)] : [];
  // The event was deleted on the server before this calendar was removed from the event's targets.
  if (first.row.sourceId !== calendar.id && (!isCopied || calendar.mode === "in")) return [];
  if (isChangedHere(work, link, stored)) {
    const entry = { ...subjectOf(first), action: "updated" as const, changes: null, before: null, after: null };
    return [{ kind: "changed", entry: { ...entry, summary: keptHereSummary(first.event, account.name) } }];
  }
  if (handOver(work, first, calendar.id, target)) return [];
  for (const each of linksOfUid(work, link.uid)) {
    // The next listing shows the duplicate.
    if (isDuplicate(each)) saveLink(work, { ...each, etag: null, eventId: null, state: "synced" }, false);
  }
  return [removeEvents(context, shown)];
}

/**
 * Assigns an event to another account with the same event. Call this after the event's own calendar was disconnected or
 * lost the event. Returns false if no other account can take the event. Must run in a transaction.
 */
export function handOver(work: Work, stored: StoredEvent, sourceId: string, target: SyncTarget): boolean {
  const { db, householdId } = work;
  const { row, event } = stored;
  const replacement = linksOfEvent(work, row.id).find((each) => isDuplicate(each) && each.sourceId !== sourceId);
  const calendar = replacement && accountCalendarById.get(db, { householdId, id: replacement.sourceId });
  const account = calendar && accountById.get(db, { householdId, id: calendar.accountId ?? "" });
  if (!replacement || !account) return false;
  // The other account's text decides, as for a new event.
  if (row.privateTo !== null && row.privateTo !== account.memberId) return false;
  const others = event.syncTargets.filter((each) => !isSameTarget(each, target));
  const syncTargets = calendar.mode === "both" ? [...others, syncTargetOf(account, calendar)] : others;
  const kept = row.sourceId === sourceId && row.objectId !== null ? findObject(work, row.objectId) : null;
  const objectId = kept ? Bun.randomUUIDv7("hex", work.now) : null;
  if (kept && objectId !== null) addObject(work, { ...kept, id: objectId, sourceId: replacement.sourceId });
  const origin =
    row.sourceId === sourceId ? { sourceId: objectId === null ? null : replacement.sourceId, objectId } : {};
  replace(work, stored, { ...event, syncTargets }, origin);
  if (kept) deleteObject(work, kept.id);
  const pushedSeq = lastChangeOf(work, row.id);
  saveLink(work, { ...replacement, state: "synced", objectId, pushedSeq, triedSeq: pushedSeq }, false);
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
  const followed = { followed: [{ id: calendar.id }] };
  const isUndoable = calendar.mode !== "in" && events.every(({ row }) => row.lockedBy === null);
  return {
    kind: "deleted",
    entry: {
      ...subjectOf(first),
      action: "deleted",
      summary: deletedInAccountSummary(first.event, account.name),
      changes: null,
      before: isUndoable ? before : followed,
      after: null,
    },
  };
}

function dropTarget({ work, account }: SyncContext, stored: StoredEvent, target: SyncTarget): Change {
  const syncTargets = stored.event.syncTargets.filter((each) => !isSameTarget(each, target));
  const after = replace(work, stored, { ...stored.event, syncTargets });
  return {
    kind: "changed",
    entry: {
      ...subjectOf(after),
      action: "updated",
      summary: stoppedCopyingSummary(stored.event, account.name),
      changes: changesIn(presentMaster(work, stored), presentMaster(work, after)),
      before: { event: [stored.row] },
      after: { event: [after.row] },
    },
  };
}
