/** Applies objects that changed in a calendar of an account to the household's events. */
import { minute } from "#lib/time.ts";
import { findRecentDeletion } from "#platform/activity/recent.store.ts";
import type { Image } from "#platform/activity/record.ts";
import { addObject, deleteObject, findObject, type ObjectRow, replaceObject } from "../../calendars/objects.store.ts";
import { changesIn } from "../../events/edits.ts";
import {
  type Event,
  firstActiveSlot,
  hasSamePrivacy,
  isHiddenFrom,
  seriesOf,
  withOwnTargets,
} from "../../events/event.ts";
import { presentMaster } from "../../events/present.ts";
import type { RecordRow } from "../../events/row.ts";
import { eventFromRow } from "../../events/row.ts";
import {
  findStored,
  insert,
  listOfObject,
  localOrigin,
  type Origin,
  reinsert,
  removeOfObject,
  replace,
  replaceDates,
  type StoredEvent,
  saveWithoutActivity,
  subjectOf,
} from "../../events/store.ts";
import { keepLocalFields, merge, type Side } from "../../ical/merge.ts";
import { objectRow, originOf, saveObject } from "../apply.ts";
import type { RemoteObject } from "../remote.ts";
import { recordReturned } from "../revert-loops.ts";
import { isBlocked, isPaused, unblock } from "./blocked.ts";
import {
  findKnownEvent,
  findLinkOf,
  findRenamedLink,
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
import {
  homeIn,
  type IncomingObject,
  isCopiedTo,
  isLongPast,
  isPrivateAsBefore,
  readIncomingObject,
  type SyncContext,
  syncTargetOf,
  writeOutgoing,
} from "./objects.ts";
import { type Change, changeOf, followedImage, isChangedHere, removeEvents } from "./removal.ts";
import {
  addedInAccountSummary,
  changedInAccountSummary,
  keptHereSummary,
  type MergeDecision,
  noConflict,
} from "./summary.ts";

const noChanges: readonly Change[] = [];

/** Interval within which two changes count as simultaneous. This is needed because the clocks of servers differ. */
const sameTimeMs = 2 * minute;

/**
 * Applies one object that changed on the server. `isGone` returns whether the server deleted the object with an id.
 * Must run in a transaction.
 */
export function applyObject(
  context: SyncContext,
  object: RemoteObject,
  isGone: (id: string) => boolean,
): readonly Change[] {
  const { work, calendar } = context;
  const incoming = readIncomingObject(context, object.text);
  const uid = incoming?.uid ?? "";
  const link = findLinkOf(work, calendar.id, object.id) ?? findRenamedLink(context, uid, object.id, isGone);
  if (link && isPaused(link, work.now)) return noChanges;
  if (link) return new Applier(context, object, incoming, isBlocked(link) ? unblock(context, link) : link).applyKnown();
  const fresh: Link = { ...newLink(calendar.id, object.id, uid), etag: object.etag };
  saveLink(work, fresh, true);
  return new Applier(context, object, incoming, fresh).applyNew();
}

function laterSide({ reading: { modifiedAt } }: IncomingObject, { row }: StoredEvent): Side {
  if (modifiedAt === null) return "theirs";
  return Date.parse(row.updatedAt) - modifiedAt > sameTimeMs ? "ours" : "theirs";
}

class Applier {
  constructor(
    private readonly context: SyncContext,
    private readonly object: RemoteObject,
    private readonly incoming: IncomingObject | null,
    private link: Link,
  ) {}

  private save(change: Partial<Link>): void {
    this.link = { ...this.link, etag: this.object.etag, ...change };
    saveLink(this.context.work, this.link);
  }

  private saveOnly(change: Partial<Link>): readonly Change[] {
    this.save(change);
    return noChanges;
  }

  applyNew(): readonly Change[] {
    const { work, calendar } = this.context;
    const { incoming } = this;
    if (!incoming) return noChanges;
    const known = findKnownEvent(work, this.link, incoming.uid);
    if (known && known.row.isUnrolled === 0) return this.adopt(known, incoming);
    if (known?.row.sourceId === null && calendar.mode !== "out") this.dropOwnDates(known);
    const isShown = linksOfUid(work, incoming.uid).some((each) => each.objectId !== null && !isDuplicate(each));
    if (isShown) return this.saveOnly({ base: incoming.text, state: "shadow" });
    if (calendar.mode === "out" || isLongPast(incoming.events, work.now)) return noChanges;
    const objectId = Bun.randomUUIDv7("hex", work.now);
    const kept = this.keptObject(objectId, incoming);
    addObject(work, kept);
    const origin = { ...originOf(kept), lockedBy: incoming.lockedBy };
    const after = incoming.events.map((event) => insert(work, event, origin));
    const [first] = after;
    this.save({ objectId, ...this.stateOf(incoming, first ?? null) });
    return first ? [this.added(after, kept)] : noChanges;
  }

  /** Returns the link's new state. If the object is stored as one event, the event's last change counts as sent. */
  private stateOf(incoming: IncomingObject, stored: StoredEvent | null): Partial<Link> {
    const { work } = this.context;
    const isSingleEvent = stored !== null && incoming.reading.kind === "event";
    const pushedSeq = isSingleEvent ? lastChangeOf(work, stored.row.id) : 0;
    return {
      ...syncedState,
      uid: incoming.uid,
      eventId: isSingleEvent ? stored.row.id : null,
      base: incoming.text,
      pushedSeq,
    };
  }

  private added(after: readonly StoredEvent[], kept: ObjectRow | null): Change {
    const { work, account, calendar } = this.context;
    const [first] = after;
    if (!first) throw new Error("Nothing was added");
    const images = { event: after.map(({ row }) => row), ...(kept && { calendarObject: [kept] }) };
    const isUndoable = calendar.mode !== "in" && after.every(({ row }) => row.lockedBy === null);
    const image = isUndoable ? images : followedImage(calendar);
    return changeOf("added", subjectOf(first), addedInAccountSummary(first.event, account.name, work), {
      after: image,
    });
  }

  private keptObject(id: string, { uid, text, reading, privateTo }: IncomingObject): ObjectRow {
    const { work, calendar } = this.context;
    const hash = Bun.SHA256.hash(text, "hex");
    return objectRow(work, { id, sourceId: calendar.id, uid, ics: text, hash, kind: reading.kind, privateTo });
  }

  /** Deletes the single events and the object of a series. The app kept these when the calendar was disconnected. */
  private dropOwnDates({ row: { objectId } }: StoredEvent): void {
    const { work } = this.context;
    if (objectId === null) return;
    removeOfObject(work, objectId);
    deleteObject(work, objectId);
  }

  private adopt(known: StoredEvent, incoming: IncomingObject): readonly Change[] {
    const { work, account, calendar } = this.context;
    const target = syncTargetOf(account, calendar);
    const isOwn = linksOfEvent(work, known.row.id).every(({ sourceId }) => sourceId !== calendar.id);
    const isCopy = isCopiedTo(target, known.event);
    // The calendar was connected again.
    if (isOwn && isCopy && laterSide(incoming, known) === "ours") {
      return this.saveOnly({ ...this.stateOf(incoming, known), pushedSeq: 0 });
    }
    const isForeign = (known.row.sourceId !== null && !isCopy) || isHiddenFrom(known.row, account.memberId);
    if (!isOwn || isForeign || calendar.mode === "in" || (calendar.mode === "out" && !isCopy)) {
      if (calendar.mode !== "out") this.save({ eventId: known.row.id, base: incoming.text, state: "shadow" });
      return noChanges;
    }
    const [theirs] = incoming.events;
    if (!theirs || incoming.reading.kind !== "event") return noChanges;
    const syncTargets = isCopy ? known.event.syncTargets : [...known.event.syncTargets, target];
    const next = { ...keepLocalFields(theirs, known.event, homeIn(this.context)), syncTargets };
    const changes = this.saveMerged(known, next, [], noConflict, { lockedBy: incoming.lockedBy });
    this.save(this.stateOf(incoming, findStored(work, known.row.id)));
    return changes;
  }

  applyKnown(): readonly Change[] {
    const { work, account, calendar } = this.context;
    const { link, incoming, object } = this;
    const isKnown = link.base !== null && link.etag !== null && link.etag === object.etag;
    const isOrphan = isDuplicate(link) && link.eventId !== null && !findStored(work, link.eventId);
    if (isOrphan) {
      this.save({ eventId: null, objectId: null, state: "synced" });
      return this.applyNew();
    }
    if (isKnown && link.remoteId === links.find(work, link.id)?.remoteId) return noChanges;
    if (incoming && incoming.text === link.base && isPrivateAsBefore(work, link, incoming)) {
      return this.saveOnly(link.state === "sending" ? { state: "synced" } : {});
    }
    const base = incoming ? incoming.text : link.base;
    if (isDuplicate(link) || (calendar.mode === "out" && link.eventId !== null)) return this.saveOnly({ base });
    if (link.eventId === null && link.objectId === null) {
      this.save({ uid: incoming?.uid ?? link.uid });
      return this.applyNew();
    }
    const stored = link.eventId === null ? null : findStored(work, link.eventId);
    if (link.eventId !== null && !stored) {
      const isSame = incoming !== null && Bun.deepEquals(this.readBase()?.events, incoming.events);
      return isSame ? this.saveOnly({ base }) : this.bringBack(link.eventId, incoming);
    }
    const isCopy = stored !== null && isCopiedTo(syncTargetOf(account, calendar), stored.event);
    const isOfOtherSource = stored !== null && stored.row.sourceId !== calendar.id;
    const isHidden = stored !== null && isHiddenFrom(stored.row, account.memberId);
    const isForeign = isHidden || (isOfOtherSource && (!isCopy || calendar.mode === "in"));
    if (isForeign) return this.saveOnly({ base });
    const [theirs, ...others] = incoming?.events ?? [];
    const isSingleEvent = stored && incoming && theirs && others.length === 0 && incoming.reading.kind === "event";
    if (isSingleEvent) return this.pauseRevertLoop(incoming) ? noChanges : this.mergeOne(stored, theirs, incoming);
    const before = stored ? [stored] : listOfObject(work, link.objectId ?? "");
    return this.replaceAll(before, incoming, object.text);
  }

  /** Restores an event that was deleted in the app but changed on the server. The change wins over the deletion. */
  private bringBack(eventId: string, incoming: IncomingObject | null): readonly Change[] {
    const { work, calendar } = this.context;
    this.save({ eventId: null, objectId: null });
    const rows = (findRecentDeletion(work, eventId)?.event ?? []) as RecordRow[];
    const known = rows.find(({ id }) => id === eventId);
    const [theirs] = incoming?.reading.kind === "event" ? incoming.events : [];
    if (!incoming || !known || !theirs) return this.applyNew();
    const isCalendars = known.sourceId === calendar.id;
    const objectId = isCalendars ? Bun.randomUUIDv7("hex", work.now) : null;
    const kept = objectId === null ? null : this.keptObject(objectId, incoming);
    if (kept) addObject(work, kept);
    const origin = kept ? { ...originOf(kept), lockedBy: incoming.lockedBy } : localOrigin;
    const event = keepLocalFields(theirs, eventFromRow(known), homeIn(this.context));
    const stored = reinsert(work, known, event, origin);
    this.save({ objectId, ...this.stateOf(incoming, stored) });
    return [this.added([stored], kept)];
  }

  private readBase(): IncomingObject | null {
    return this.link.base === null ? null : readIncomingObject(this.context, this.link.base);
  }

  private pauseRevertLoop({ events }: IncomingObject): boolean {
    const { syncedAt } = this.link;
    if (syncedAt === null || Bun.deepEquals(this.readBase()?.events, events)) return false;
    const { now } = this.context.work;
    const { history, pausedUntil } = recordReturned(this.link.bounces, syncedAt, events, now);
    this.link = { ...this.link, bounces: history };
    if (pausedUntil !== null) this.save({ state: "blocked", error: "bouncing", nextAt: pausedUntil });
    return pausedUntil !== null;
  }

  private mergeOne(stored: StoredEvent, theirs: Event, incoming: IncomingObject): readonly Change[] {
    const { work } = this.context;
    const home = homeIn(this.context);
    const { event: ours, row } = stored;
    const read = this.readBase()?.events[0];
    const base = read ? keepLocalFields(read, ours, home) : ours;
    const wanted = keepLocalFields(theirs, base, home);
    const later = laterSide(incoming, stored);
    const merged = merge(base, ours, wanted, later);
    const isLocked = incoming.lockedBy !== null;
    const { reminderMinutes, reminderMinutesList } = ours;
    const event = isLocked ? { ...merged.event, reminderMinutes, reminderMinutesList } : merged.event;
    const origin = { lockedBy: incoming.lockedBy };
    const series = seriesOf(event);
    if (series && event.exceptions.some((each) => each.cancelled) && !firstActiveSlot(event, series)) {
      // Both sides together cancelled all dates, so the event must also be deleted on the server.
      this.save({ base: incoming.text });
      return [removeEvents(this.context, [stored])];
    }
    this.keepText(row.objectId, incoming);
    const changes = this.saveMerged(stored, event, merged.detached, { discarded: merged.lost, later }, origin);
    const after = findStored(work, row.id);
    const isTheirs = isLocked || Bun.deepEquals(event, wanted);
    const isInSync = !after || isTheirs || writeOutgoing(work, after, incoming.text, incoming.uid) === incoming.text;
    const state = this.stateOf(incoming, after);
    this.save(isInSync ? state : { ...state, pushedSeq: this.link.pushedSeq });
    return changes;
  }

  private keepText(objectId: string | null, incoming: IncomingObject): void {
    const { work, calendar } = this.context;
    const known = objectId === null ? null : findObject(work, objectId);
    if (known?.sourceId === calendar.id) replaceObject(work, this.keptObject(known.id, incoming));
  }

  private saveMerged(
    before: StoredEvent,
    next: Event,
    detached: readonly Event[],
    decided: MergeDecision,
    origin: Partial<Origin>,
  ): readonly Change[] {
    const { discarded } = decided;
    const { work, account } = this.context;
    const shownBefore = presentMaster(work, before);
    const isSame = Bun.deepEquals(before.event, next) && before.row.lockedBy === (origin.lockedBy ?? null);
    const unwritten = { row: { ...before.row, ...origin }, event: next };
    const isSeen = !Bun.deepEquals(shownBefore, presentMaster(work, unwritten)) || !hasSamePrivacy(before.event, next);
    const added = detached.map((event) => insert(work, event));
    if (!isSeen && added.length === 0 && Object.keys(discarded).length === 0) {
      if (!isSame) saveWithoutActivity(work, { ...before, row: { ...before.row, ...origin } }, next);
      return noChanges;
    }
    const after = replace(work, before, withOwnTargets(next), origin);
    const locks = [before.row.lockedBy, after.row.lockedBy];
    // Undo would change an event that is read-only in the app.
    const isUndoable = locks.every((each) => each === null);
    const changes = changesIn(shownBefore, presentMaster(work, after));
    const summary = changedInAccountSummary(before.event, next, changes ?? {}, decided, account.name, work);
    const images = this.imagesOf(isUndoable, [before], [after, ...added]);
    const all = Object.keys(discarded).length === 0 ? changes : { ...changes, ...discarded };
    return [changeOf("changed", subjectOf(after, before), summary, { changes: all, ...images })];
  }

  private imagesOf(isUndoable: boolean, before: readonly StoredEvent[], after: readonly StoredEvent[]) {
    const followed = followedImage(this.context.calendar);
    const imageOf = (all: readonly StoredEvent[]): Image =>
      isUndoable ? { event: all.map(({ row }) => row) } : followed;
    return { before: imageOf(before), after: imageOf(after) };
  }

  private replaceAll(before: readonly StoredEvent[], incoming: IncomingObject | null, text: string): readonly Change[] {
    const { work, account, calendar } = this.context;
    const [old] = before;
    const incomingEvents = (incoming?.events ?? []).map((event) => {
      if (!old) return event;
      const { memberIds, isGeneral, syncTargets } = old.event;
      return { ...event, memberIds, isGeneral, syncTargets };
    });
    if (incomingEvents.length === 0) {
      const [only, ...others] = before;
      const isEdited = only && others.length === 0 && isChangedHere(work, this.link, only);
      if (isEdited && incoming?.reading.isCancelled) {
        this.save({ base: incoming.text.replace(/^STATUS:CANCELLED\r?\n/gim, "") });
        return [changeOf("changed", subjectOf(only), keptHereSummary(only.event, account.name))];
      }
      const removed = old ? [removeEvents(this.context, before)] : noChanges;
      if (this.link.objectId !== null) deleteObject(work, this.link.objectId);
      this.save({ eventId: null, objectId: null, base: incoming?.text ?? null });
      return removed;
    }
    if (!incoming) throw new Error(`An object without events: ${text.length} characters`);
    const ofRow = old && old.row.sourceId === calendar.id ? old.row.objectId : null;
    const objectId = this.link.objectId ?? ofRow ?? Bun.randomUUIDv7("hex", work.now);
    const known = findObject(work, objectId);
    const kept = this.keptObject(objectId, incoming);
    saveObject(work, kept, known);
    const origin = { ...originOf(kept), lockedBy: incoming.lockedBy };
    const { after, isChanged } = replaceDates(work, before, incomingEvents, origin);
    const [first] = after;
    this.save({ objectId, ...this.stateOf(incoming, first ?? null) });
    if (!isChanged || !first) return noChanges;
    if (!old) return [this.added(after, kept)];
    const isUndoable = calendar.mode !== "in" && [...before, ...after].every(({ row }) => row.lockedBy === null);
    const images = this.imagesOf(isUndoable, before, after);
    const summary = changedInAccountSummary(old.event, first.event, {}, noConflict, account.name, work);
    return [
      changeOf("changed", subjectOf(first, old), summary, {
        before: { ...images.before, ...(isUndoable && known && { calendarObject: [known] }) },
        after: { ...images.after, ...(isUndoable && { calendarObject: [kept] }) },
      }),
    ];
  }
}
