import { yieldToEventLoop } from "#lib/concurrency.ts";
import { hour, minute } from "#lib/time.ts";
import { backoff } from "#lib/timers.ts";
import { raiseRevisionOf } from "#platform/activity/record.ts";
import { findObject } from "../../calendars/objects.store.ts";
import { isHiddenFrom } from "../../events/event.ts";
import { findStored, type StoredEvent } from "../../events/store.ts";
import { RemoteConflictError, RemoteError, type RemoteObject } from "../remote.ts";
import { recordReplaced } from "../revert-loops.ts";
import { rowsInPages } from "../rows.store.ts";
import {
  dueEventsAfter,
  dueLinksAfter,
  findLinkOf,
  isDuplicate,
  type Link,
  lastChangeOf,
  links,
  linksOfEvent,
  linksOfUid,
  newLink,
  saveLink,
  syncedState,
} from "./links.store.ts";
import { readIncomingObject, type SyncContext, syncTargetOf, writeOutgoing } from "./objects.ts";
import type { SyncSession } from "./session.ts";

const maxTries = 3;
const retryDelays = { firstMs: minute, maxMs: 6 * hour };
const maxTextLength = 1_048_576;
const maxFailedInARow = 3;

/** Outcome of writing one object to the server. Null if no write was needed. */
type SendOutcome = "sent" | "refused" | "failed" | null;

export type SentCounts = { readonly sent: number; readonly failed: number };

/** Codes of errors that concern a single object. Any other error ends the synchronisation. */
const objectErrorCodes: readonly RemoteError["code"][] = [
  "refused",
  "full",
  "too_large",
  "failed",
  "no_calendar",
  "other_origin",
  "home_network",
  "not_https",
];

/**
 * Sends deletions to the server. Call this for all calendars of an account before sending any change. Otherwise a
 * server may refuse a second object with the same UID.
 * @throws RemoteError
 */
export function sendDeletions(session: SyncSession): Promise<SentCounts> {
  return sendDue(session, dueLinksAfter, removeOne);
}

export function sendChanges(session: SyncSession): Promise<SentCounts> {
  return sendDue(session, dueEventsAfter, sendOne);
}

async function sendDue(
  session: SyncSession,
  pageAfter: typeof dueEventsAfter,
  send: (session: SyncSession, id: string) => Promise<SendOutcome>,
): Promise<SentCounts> {
  const { account, calendar, signal } = session;
  let sent = 0;
  let failed = 0;
  let failedInARow = 0;
  if (calendar.mode === "in") return { sent, failed };
  const target = syncTargetOf(account, calendar);
  const page = (after: string, limit: number) =>
    session.read(({ work }) => pageAfter(work, calendar.id, target, after, limit));
  const betweenPages = () => {
    signal.throwIfAborted();
    return yieldToEventLoop();
  };
  for await (const { id, isDue } of rowsInPages(page, ({ id }) => id, betweenPages, 200)) {
    if (isDue === 0) continue;
    const outcome = await send(session, id);
    if (outcome === "sent") sent++;
    else if (outcome !== null) failed++;
    if (outcome !== null) failedInARow = outcome === "failed" ? failedInARow + 1 : 0;
    if (failedInARow >= maxFailedInARow) throw new RemoteError("no_answer", { detail: "several objects" });
    await yieldToEventLoop();
  }
  return { sent, failed };
}

async function removeOne(session: SyncSession, id: string): Promise<SendOutcome> {
  const { remote, signal, calendar } = session;
  const isHere = ({ work }: SyncContext, eventId: string | null) =>
    eventId !== null && findStored(work, eventId) !== null;
  const wasHere = session.read((context) => isHere(context, links.find(context.work, id)?.eventId ?? null));
  for (let tries = 0; ; tries++) {
    const link = session.read(({ work }) => links.find(work, id));
    if (!link) return "sent";
    if (link.state === "blocked") return null;
    // A change on the server that was read in the meantime wins over the deletion.
    if (link.eventId === null || (!wasHere && session.read((context) => isHere(context, link.eventId)))) return null;
    if (session.write((context) => dropWithoutDeleting(context, link))) return null;
    try {
      // The object was never read, so only its id is known.
      if (link.etag === null) throw new RemoteConflictError();
      await remote.remove({ id: link.remoteId, etag: link.etag }, signal);
      session.write(({ work }) => {
        links.remove(work, id);
        raiseRevisionOf(work);
      });
      return "sent";
    } catch (error) {
      if (error instanceof RemoteConflictError && tries < maxTries) await session.readAgain(link.remoteId);
      else return recordFailure(session, { ...link, sourceId: calendar.id }, error, link.triedSeq);
    }
  }
}

/**
 * Deletes a link but not the object on the server. Does this only for a read-only event, or if another link has the
 * same object. Otherwise does nothing and returns false. The caller must then delete the object too.
 */
function dropWithoutDeleting(context: SyncContext, link: Link): boolean {
  const { work } = context;
  const isHere = link.eventId !== null && findStored(work, link.eventId) !== null;
  const otherLinks = isHere ? linksOfEvent(work, link.eventId ?? "").filter(({ id }) => id !== link.id) : [];
  const sameObject = otherLinks.find(({ remoteId, uid }) => remoteId === link.remoteId && uid === link.uid);
  const isLocked = link.base === null ? link.etag !== null : readIncomingObject(context, link.base)?.lockedBy != null;
  if (!sameObject && (isHere || !isLocked)) return false;
  if (sameObject && isDuplicate(sameObject)) saveLink(work, { ...sameObject, state: "synced" });
  links.remove(work, link.id);
  return true;
}

type PendingWrite = {
  readonly stored: StoredEvent;
  readonly link: Link | null;
  /** Id of the stored iCalendar object, if the event came from this calendar. */
  readonly objectId: string | null;
  readonly uid: string;
  readonly base: string | null;
  readonly text: string | null;
  readonly seq: number;
};

async function sendOne(session: SyncSession, eventId: string): Promise<SendOutcome> {
  const { remote, signal } = session;
  for (let tries = 0; ; tries++) {
    const pending = session.read((context) => findPendingWrite(context, eventId));
    if (!pending) return null;
    const { link, text, base, seq, uid } = pending;
    if (text === null || (text === link?.base && link.state !== "sending")) {
      session.write(({ work }) => {
        const known = link && links.find(work, link.id);
        if (known) saveLink(work, { ...known, ...syncedState, pushedSeq: seq, triedSeq: seq });
        raiseRevisionOf(work);
      });
      return null;
    }
    const id = link?.remoteId ?? remote.idFor(eventId);
    try {
      if (text.length > maxTextLength) throw new RemoteError("too_large");
      if (link && link.etag === null && link.base !== null) throw new RemoteConflictError();
      // If the process ends before the response, this text is the common base of both sides.
      const sendable = { ...pending, text };
      if (!link) session.write((context) => recordSending(context, sendable, id));
      const object = await remote.put({ id, etag: link?.etag ?? null, base: link ? base : null, text }, signal);
      session.write((context) => recordSent(context, sendable, object));
      if (object.text !== text) await session.applyAll([object]);
      return "sent";
    } catch (error) {
      if (error instanceof RemoteConflictError && tries < maxTries) {
        await session.readAgain(id);
        continue;
      }
      const failed = link ?? { ...newLink(session.calendar.id, id, uid), eventId };
      return recordFailure(session, failed, error, seq);
    }
  }
}

function findPendingWrite({ work, account, calendar }: SyncContext, eventId: string): PendingWrite | null {
  const stored = findStored(work, eventId);
  if (!stored || stored.row.isUnrolled === 1 || isHiddenFrom(stored.row, account.memberId)) return null;
  const { objectId } = stored.row;
  const object = objectId === null ? null : findObject(work, objectId);
  const ofEvent = linksOfEvent(work, eventId).find(({ sourceId }) => sourceId === calendar.id);
  const isCalendars = ({ sourceId, eventId: id }: Link) => sourceId === calendar.id && id === null;
  const link = ofEvent ?? linksOfUid(work, object?.uid ?? eventId).find(isCalendars) ?? null;
  if (link && (isDuplicate(link) || link.state === "blocked")) return null;
  const uid = link?.uid || object?.uid || eventId;
  const base = link?.base ?? object?.ics ?? null;
  const isThere = link !== null && (link.base !== null || link.etag !== null || stored.row.sourceId === calendar.id);
  // A read-only event has no changes to send.
  const isLocked = stored.row.lockedBy !== null && isThere;
  const isUnknown = link !== null && link.base === null && link.etag !== null;
  const text = isLocked || isUnknown ? null : writeOutgoing(work, stored, base, uid);
  const ownObjectId = object?.sourceId === calendar.id ? object.id : null;
  return { stored, link, objectId: ownObjectId, uid, base, text, seq: lastChangeOf(work, eventId) };
}

type SendableWrite = PendingWrite & { readonly text: string };

function recordSending(
  { work, calendar }: SyncContext,
  { stored, objectId, uid, text, seq }: SendableWrite,
  id: string,
): void {
  if (findLinkOf(work, calendar.id, id)) return;
  const sending = { eventId: stored.row.id, objectId, base: text, triedSeq: seq, state: "sending" } as const;
  saveLink(work, { ...newLink(calendar.id, id, uid), ...sending }, true);
}

/**
 * Records that the server has the sent text. The text becomes the last version that both sides have in common. A later
 * change of the event in the app does not affect this.
 */
function recordSent(
  context: SyncContext,
  { stored, link, objectId, uid, text, seq }: SendableWrite,
  object: RemoteObject,
): void {
  const { work, calendar } = context;
  const { id } = object;
  const unfinished = linksOfEvent(work, stored.row.id).find(({ sourceId }) => sourceId === calendar.id);
  const known = link ? links.find(work, link.id) : (unfinished ?? null);
  const fresh = known ?? { ...newLink(context.calendar.id, id, uid), eventId: stored.row.id };
  // A different text is applied next, with its entity tag.
  const etag = object.text === text ? object.etag : null;
  const sent = { remoteId: id, eventId: stored.row.id, objectId, uid, etag, base: text, pushedSeq: seq, triedSeq: seq };
  const replaced = link?.base == null ? null : readIncomingObject(context, link.base);
  const bounces = replaced ? recordReplaced(fresh.bounces, replaced.events, work.now) : fresh.bounces;
  saveLink(work, { ...fresh, ...syncedState, ...sent, bounces, syncedAt: work.now.toISOString() }, known === null);
  raiseRevisionOf(work);
}

/** Stores an error of one object. @throws RemoteError if the error may concern more than this object */
function recordFailure(session: SyncSession, link: Link, error: unknown, seq: number): "refused" | "failed" {
  const isConflict = error instanceof RemoteConflictError;
  if (!isConflict && !(error instanceof RemoteError)) throw error;
  const code = isConflict ? "conflict" : error.code;
  const isOfObject = isConflict || objectErrorCodes.includes(code as RemoteError["code"]);
  // Not stored for this object, because the error concerns the whole account.
  if (!isOfObject && code !== "no_answer") throw error;
  session.write(({ work }) => {
    const known = links.find(work, link.id) ?? findLinkOf(work, link.sourceId, link.remoteId);
    // The same object may have been linked to another event in the meantime.
    const isOfOther = known && known.id !== link.id && known.eventId !== link.eventId;
    if (isOfOther || known?.state === "blocked") return;
    const tries = (known?.tries ?? 0) + 1;
    const nextAt = new Date(work.now.getTime() + waitAfter(code, tries)).toISOString();
    const isUncertain = known?.state === "sending" && !isOfObject;
    const state = isUncertain ? ("sending" as const) : ("failed" as const);
    const base = !isUncertain && known?.state === "sending" ? null : (known ?? link).base;
    saveLink(work, { ...(known ?? link), state, base, error: code, tries, nextAt, triedSeq: seq }, known === null);
    raiseRevisionOf(work);
  });
  if (!isOfObject) throw error;
  return code === "failed" ? "failed" : "refused";
}

function waitAfter(code: string, tries: number): number {
  if (code === "conflict") return retryDelays.firstMs;
  const isTransient = code === "failed" || code === "no_answer";
  return isTransient ? backoff(retryDelays, tries) : retryDelays.maxMs;
}
