import { yieldToEventLoop } from "#lib/concurrency.ts";
import { hour, minute } from "#lib/time.ts";
import { raiseRevisionOf } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { findObject } from "../../calendars/objects.store.ts";
import { isHiddenFrom } from "../../events/event.ts";
import { findStored, type StoredEvent } from "../../events/store.ts";
import { noteReplaced } from "../bouncing.ts";
import { RemoteConflict, RemoteFault, type RemoteFaultCode, type RemoteObject } from "../remote.ts";
import {
  deleteLink,
  dueEventsAfter,
  dueLinksAfter,
  duePageSize,
  findLink,
  findLinkOf,
  type Link,
  lastChangeOf,
  linksOfEvent,
  linksOfUid,
  newLink,
  saveLink,
  settled,
  type TargetKey,
} from "./links.store.ts";
import { type Place, readIncoming, writeOutgoing } from "./objects.ts";
import type { Session } from "./session.ts";

const maxTries = 3;
const longestRetryMs = 6 * hour;
const firstRetryMs = minute;
const largestText = 1_048_576;
const maxFailedInARow = 3;

/** Null: there was nothing to send. */
type Outcome = "sent" | "refused" | "failed" | null;

export type Sent = { readonly sent: number; readonly failed: number };

/** The others end the run. */
const ofObject: readonly RemoteFaultCode[] = [
  "refused",
  "full",
  "too_large",
  "failed",
  "no_calendar",
  "other_origin",
  "home_network",
  "not_https",
];

function targetKeyOf({ account, calendar }: Pick<Place, "account" | "calendar">): TargetKey {
  return { memberId: account.memberId, provider: account.provider, externalId: calendar.externalId ?? "" };
}

/** Call it for all calendars of an account first: a server may refuse a second object of the same UID. @throws RemoteFault */
export function sendDeletions(session: Session): Promise<Sent> {
  return sendDue(session, dueLinksAfter, removeOne);
}

/** @throws RemoteFault */
export function sendChanges(session: Session): Promise<Sent> {
  return sendDue(session, dueEventsAfter, sendOne);
}

async function sendDue(
  session: Session,
  pageAfter: typeof dueEventsAfter,
  send: (session: Session, id: string) => Promise<Outcome>,
): Promise<Sent> {
  const { calendar, signal } = session;
  let sent = 0;
  let failed = 0;
  let failedInARow = 0;
  if (calendar.mode === "in") return { sent, failed };
  const target = targetKeyOf(session);
  for (let after = ""; ; ) {
    const page = session.read(({ work }) => pageAfter(work, calendar.id, target, after));
    for (const { id, isDue } of page) {
      if (isDue === 0) continue;
      const outcome = await send(session, id);
      if (outcome === "sent") sent++;
      else if (outcome !== null) failed++;
      if (outcome !== null) failedInARow = outcome === "failed" ? failedInARow + 1 : 0;
      if (failedInARow >= maxFailedInARow) throw new RemoteFault("no_answer", { detail: "several objects" });
      await yieldToEventLoop();
    }
    after = page.at(-1)?.id ?? "";
    if (page.length < duePageSize) return { sent, failed };
    signal.throwIfAborted();
    await yieldToEventLoop();
  }
}

async function removeOne(session: Session, id: string): Promise<Outcome> {
  const { remote, signal, calendar } = session;
  const isHere = ({ work }: Place, eventId: string | null) => eventId !== null && findStored(work, eventId) !== null;
  const wasHere = session.read((place) => isHere(place, findLink(place.work, id)?.eventId ?? null));
  for (let tries = 0; ; tries++) {
    const link = session.read(({ work }) => findLink(work, id));
    if (!link) return "sent";
    if (link.state === "blocked") return null;
    // What changed there, and was read again, counts more than the deletion.
    if (link.eventId === null || (!wasHere && session.read((place) => isHere(place, link.eventId)))) return null;
    if (session.write((place) => dropWithoutDeleting(place, link))) return null;
    try {
      // Only its number is known.
      if (link.etag === null) throw new RemoteConflict();
      await remote.remove({ id: link.remoteId, etag: link.etag }, signal);
      session.write(({ work }) => {
        deleteLink(work, id);
        raiseRevisionOf(work);
      });
      return "sent";
    } catch (error) {
      if (error instanceof RemoteConflict && tries < maxTries) await session.readAgain(link.remoteId);
      else return noteFailure(session, { ...link, sourceId: calendar.id }, error, link.triedSeq);
    }
  }
}

/** What can't be changed here is not deleted there, nor what another account still has. */
function dropWithoutDeleting(place: Place, link: Link): boolean {
  const { work } = place;
  const isHere = link.eventId !== null && findStored(work, link.eventId) !== null;
  const beside = isHere ? linksOfEvent(work, link.eventId ?? "").filter(({ id }) => id !== link.id) : [];
  const twin = beside.find(({ remoteId, uid }) => remoteId === link.remoteId && uid === link.uid);
  const isLocked = link.base === null ? link.etag !== null : readIncoming(place, link.base)?.lockedBy != null;
  if (!twin && (isHere || !isLocked)) return false;
  if (twin?.state === "shadow") saveLink(work, { ...twin, state: "synced" }, false);
  deleteLink(work, link.id);
  return true;
}

type Letter = {
  readonly stored: StoredEvent;
  readonly link: Link | null;
  /** Of the kept text, if it came from there. */
  readonly objectId: string | null;
  readonly uid: string;
  readonly base: string | null;
  /** Null: what is there stays. */
  readonly text: string | null;
  readonly seq: number;
};

async function sendOne(session: Session, eventId: string): Promise<Outcome> {
  const { remote, signal } = session;
  for (let tries = 0; ; tries++) {
    const letter = session.read((place) => letterFor(place, eventId));
    if (!letter) return null;
    const { link, text, base, seq, uid } = letter;
    const isSending = link?.state === "sending";
    if (text === null || (text === link?.base && !isSending)) {
      session.write(({ work }) => {
        const known = link && findLink(work, link.id);
        if (known) saveLink(work, { ...known, ...settled, pushedSeq: seq, triedSeq: seq }, false);
        raiseRevisionOf(work);
      });
      return null;
    }
    const id = link?.remoteId ?? remote.idFor(eventId);
    try {
      if (text.length > largestText) throw new RemoteFault("too_large");
      if (link && link.etag === null && link.base !== null) throw new RemoteConflict();
      // If the process ends before the answer, this is what both sides had.
      if (!link) session.write((place) => noteSending(place, { ...letter, text }, id));
      const known = { id, etag: link?.etag ?? null, base: link ? base : null };
      const object = await remote.put({ ...known, text }, signal);
      session.write((place) => noteSent(place, { ...letter, text }, object));
      if (object.text !== text) await session.apply([object]);
      return "sent";
    } catch (error) {
      if (error instanceof RemoteConflict && tries < maxTries) {
        await session.readAgain(id);
        continue;
      }
      const failed = link ?? { ...newLink(session.calendar.id, id, uid), eventId };
      return noteFailure(session, failed, error, seq);
    }
  }
}

function letterFor({ work, account, calendar }: Place, eventId: string): Letter | null {
  const stored = findStored(work, eventId);
  if (!stored || stored.row.isUnrolled === 1 || isHiddenFrom(stored.row, account.memberId)) return null;
  const { objectId } = stored.row;
  const object = objectId === null ? null : findObject(work, objectId);
  const ofEvent = linksOfEvent(work, eventId).find(({ sourceId }) => sourceId === calendar.id);
  const isCalendars = ({ sourceId, eventId: id }: Link) => sourceId === calendar.id && id === null;
  const link = ofEvent ?? linksOfUid(work, object?.uid ?? eventId).find(isCalendars) ?? null;
  if (link?.state === "shadow" || link?.state === "blocked") return null;
  const uid = link?.uid || object?.uid || eventId;
  const base = link?.base ?? object?.ics ?? null;
  const isThere = link !== null && (link.base !== null || link.etag !== null || stored.row.sourceId === calendar.id);
  // Of an event that can't be changed here, everything is as it was there.
  const isLocked = stored.row.lockedBy !== null && isThere;
  const isUnknown = link !== null && link.base === null && link.etag !== null;
  const text = isLocked || isUnknown ? null : writeOutgoing(work, stored, base, uid);
  const ownObjectId = object?.sourceId === calendar.id ? object.id : null;
  return { stored, link, objectId: ownObjectId, uid, base, text, seq: lastChangeOf(work, eventId) };
}

type Sendable = Letter & { readonly text: string };

function noteSending(place: Place, { stored, objectId, uid, text, seq }: Sendable, id: string): void {
  const fresh = { ...newLink(place.calendar.id, id, uid), eventId: stored.row.id };
  const known = findLinkOf(place.work, fresh.sourceId, id);
  if (known) return;
  saveLink(place.work, { ...fresh, objectId, base: text, triedSeq: seq, state: "sending" }, true);
}

/** What arrived is what both sides have now, whatever changed here since. */
function noteSent(place: Place, { stored, link, objectId, uid, text, seq }: Sendable, object: RemoteObject): void {
  const { work, calendar } = place;
  const { id } = object;
  const begun = linksOfEvent(work, stored.row.id).find(({ sourceId }) => sourceId === calendar.id);
  const known = link ? findLink(work, link.id) : (begun ?? null);
  const fresh = known ?? { ...newLink(place.calendar.id, id, uid), eventId: stored.row.id };
  // Another text is applied next, with its entity tags.
  const etag = object.text === text ? object.etag : null;
  const sent = { remoteId: id, eventId: stored.row.id, objectId, uid, etag, base: text, pushedSeq: seq, triedSeq: seq };
  const replaced = link?.base == null ? null : readIncoming(place, link.base);
  const bounces = replaced ? noteReplaced(fresh.bounces, replaced.events, work.now) : fresh.bounces;
  saveLink(work, { ...fresh, ...settled, ...sent, bounces, syncedAt: work.now.toISOString() }, known === null);
  raiseRevisionOf(work);
}

function begunLinkOf(work: Work, { sourceId, remoteId, eventId }: Link): Link | null {
  const known = findLinkOf(work, sourceId, remoteId);
  return known?.eventId === eventId ? known : null;
}

/** @throws RemoteFault that may not be of this object alone. */
function noteFailure(session: Session, link: Link, error: unknown, seq: number): "refused" | "failed" {
  const isConflict = error instanceof RemoteConflict;
  if (!isConflict && !(error instanceof RemoteFault)) throw error;
  const code = isConflict ? "conflict" : error.code;
  const isOfObject = isConflict || ofObject.includes(code as RemoteFaultCode);
  // The next run begins with others.
  if (!isOfObject && code !== "no_answer") throw error;
  session.write(({ work }) => {
    const known = findLink(work, link.id) ?? begunLinkOf(work, link);
    // The same object may be linked to another event.
    if (!known && findLinkOf(work, link.sourceId, link.remoteId)) return;
    if (known?.state === "blocked") return;
    const tries = (known?.tries ?? 0) + 1;
    const nextAt = new Date(work.now.getTime() + waitAfter(code, tries)).toISOString();
    const isUncertain = known?.state === "sending" && !isOfObject;
    const outcome = isUncertain
      ? ({ state: "sending" } as const)
      : ({ state: "failed", base: known?.state === "sending" ? null : (known ?? link).base } as const);
    saveLink(work, { ...(known ?? link), ...outcome, error: code, tries, nextAt, triedSeq: seq }, known === null);
    raiseRevisionOf(work);
  });
  if (!isOfObject) throw error;
  return code === "failed" ? "failed" : "refused";
}

function waitAfter(code: string, tries: number): number {
  if (code === "conflict") return firstRetryMs;
  const isTransient = code === "failed" || code === "no_answer";
  return isTransient ? Math.min(firstRetryMs * 2 ** Math.min(tries - 1, 20), longestRetryMs) : longestRetryMs;
}
