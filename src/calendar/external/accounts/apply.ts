/** Brings what changed in a calendar of an account into the household. */
import { findRecentDeletion } from "#platform/activity/recent.store.ts";
import type { Entry, Image } from "#platform/activity/record.ts";
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
import type { RecordRow } from "../../events/present.ts";
import { eventFromRow } from "../../events/row.ts";
import {
  findStored,
  insert,
  listOfObject,
  localOrigin,
  type Origin,
  presentMaster,
  reinsert,
  removeOfObject,
  replace,
  replaceDates,
  type StoredEvent,
  saveWithoutActivity,
  subjectOf,
} from "../../events/store.ts";
import { keepLocalFields, merge } from "../../ical/merge.ts";
import { noteReturned } from "../bouncing.ts";
import type { RemoteObject } from "../remote.ts";
import { isBlocked, isResting, unblock } from "./blocked.ts";
import {
  findEventOfUid,
  findLink,
  findLinkOf,
  type Link,
  lastChangeOf,
  linksOfEvent,
  linksOfUid,
  newLink,
  saveLink,
  settled,
} from "./links.store.ts";
import {
  homeIn,
  type Incoming,
  isLongPast,
  isPrivateAsBefore,
  type Place,
  readIncoming,
  targetOfPlace,
  writeOutgoing,
} from "./objects.ts";
import { type Change, isChangedHere, removeEvents } from "./removal.ts";
import { eventIdIn, isTarget, laterSide, ownOf, undecided, withRemindersOf } from "./sides.ts";
import { addedFrom, changedFrom, type Decided, keptHere } from "./words.ts";

const nothing: readonly Change[] = [];

/** `isGone`: the object with this id does not exist there any more. Needs a transaction. */
export function applyObject(place: Place, object: RemoteObject, isGone: (id: string) => boolean): readonly Change[] {
  const { work, calendar } = place;
  const incoming = readIncoming(place, object.text);
  const uid = incoming?.uid ?? "";
  const link = findLinkOf(work, calendar.id, object.id) ?? renamedLink(place, uid, object.id, isGone);
  if (link && isResting(link, work.now)) return nothing;
  if (link) return new Applier(place, object, incoming, isBlocked(link) ? unblock(place, link) : link).applyKnown();
  const fresh: Link = { ...newLink(calendar.id, object.id, uid), etag: object.etag };
  saveLink(work, fresh, true);
  return new Applier(place, object, incoming, fresh).applyNew();
}

function renamedLink({ work, calendar }: Place, uid: string, id: string, isGone: (id: string) => boolean): Link | null {
  const known = uid === "" ? [] : linksOfUid(work, uid);
  const renamed = known.find(({ sourceId, remoteId }) => sourceId === calendar.id && isGone(remoteId));
  return renamed ? { ...renamed, remoteId: id } : null;
}

class Applier {
  constructor(
    private readonly place: Place,
    private readonly object: RemoteObject,
    private readonly incoming: Incoming | null,
    private link: Link,
  ) {}

  private save(change: Partial<Link>): void {
    this.link = { ...this.link, etag: this.object.etag, ...change };
    saveLink(this.place.work, this.link, false);
  }

  applyNew(): readonly Change[] {
    const { work, calendar } = this.place;
    const { incoming } = this;
    if (!incoming) return nothing;
    const known = this.findKnown(incoming.uid);
    if (known && known.row.isUnrolled === 0) return this.adopt(known, incoming);
    if (known?.row.sourceId === null && calendar.mode !== "out") this.dropOwnDates(known);
    const isShown = linksOfUid(work, incoming.uid).some(
      ({ objectId, state }) => objectId !== null && state !== "shadow",
    );
    if (isShown) {
      this.save({ base: incoming.text, state: "shadow" });
      return nothing;
    }
    if (calendar.mode === "out" || isLongPast(incoming.events, work.now)) return nothing;
    const objectId = Bun.randomUUIDv7("hex", work.now);
    const kept = this.keptObject(objectId, incoming);
    addObject(work, kept);
    const after = incoming.events.map((event) => insert(work, event, this.originOf(incoming, objectId)));
    const [first] = after;
    this.save({ objectId, ...this.stateOf(incoming, first ?? null) });
    return first ? [this.added(after, kept)] : nothing;
  }

  /** Of a single event, with whose change the link is even. */
  private stateOf(incoming: Incoming, stored: StoredEvent | null): Partial<Link> {
    const { work } = this.place;
    const isOne = stored !== null && incoming.reading.kind === "event";
    const pushedSeq = isOne ? lastChangeOf(work, stored.row.id) : 0;
    return { ...settled, uid: incoming.uid, eventId: isOne ? stored.row.id : null, base: incoming.text, pushedSeq };
  }

  private added(after: readonly StoredEvent[], kept: ObjectRow | null): Change {
    const { work, account, calendar } = this.place;
    const [first] = after;
    if (!first) throw new Error("Nothing was added");
    const images = { event: after.map(({ row }) => row), ...(kept && { calendarObject: [kept] }) };
    const isUndoable = calendar.mode !== "in" && after.every(({ row }) => row.lockedBy === null);
    return {
      kind: "added",
      entry: {
        ...subjectOf(first),
        action: "created",
        summary: addedFrom(first.event, account.name, work),
        changes: null,
        before: null,
        after: isUndoable ? images : this.followed,
      },
    };
  }

  private keptObject(id: string, { uid, text, reading, privateTo }: Incoming): ObjectRow {
    const { work, calendar } = this.place;
    const hash = Bun.SHA256.hash(text, "hex");
    const at = work.now.toISOString();
    const place = { calendar: null, clientName: null, privateTo };
    return { id, sourceId: calendar.id, uid, ics: text, hash, kind: reading.kind, at, ...place };
  }

  private originOf({ reading, lockedBy }: Incoming, objectId: string): Origin {
    const isUnrolled = Number(reading.kind === "unrolled");
    return { ...localOrigin, sourceId: this.place.calendar.id, objectId, isUnrolled, lockedBy };
  }

  /** One that was sent, of another account, or imported. */
  private findKnown(uid: string): StoredEvent | null {
    const { work } = this.place;
    const others = linksOfUid(work, uid).flatMap(({ eventId, id }) => (id === this.link.id ? [] : (eventId ?? [])));
    const [other] = others;
    const id = other ?? findEventOfUid(work, uid) ?? uid;
    const stored = findStored(work, id) ?? findStored(work, eventIdIn(this.link.remoteId) ?? "");
    return stored;
  }

  /** Dates that were kept when the calendar was disconnected. */
  private dropOwnDates({ row: { objectId } }: StoredEvent): void {
    const { work } = this.place;
    if (objectId === null) return;
    removeOfObject(work, objectId);
    deleteObject(work, objectId);
  }

  private adopt(known: StoredEvent, incoming: Incoming): readonly Change[] {
    const { work, account, calendar } = this.place;
    const target = targetOfPlace(account, calendar);
    const links = linksOfEvent(work, known.row.id);
    const isOwn = links.every(({ sourceId }) => sourceId !== calendar.id);
    const isCopy = known.event.syncTargets.some((each) => isTarget(each, target));
    // The calendar was connected again.
    if (isOwn && isCopy && laterSide(incoming, known) === "ours") {
      this.save({ ...this.stateOf(incoming, known), pushedSeq: 0 });
      return nothing;
    }
    const isTaken = (known.row.sourceId !== null && !isCopy) || isHiddenFrom(known.row, account.memberId);
    if (!isOwn || isTaken || calendar.mode === "in" || (calendar.mode === "out" && !isCopy)) {
      if (calendar.mode !== "out") this.save({ eventId: known.row.id, base: incoming.text, state: "shadow" });
      return nothing;
    }
    const [theirs] = incoming.events;
    if (!theirs || incoming.reading.kind !== "event") return nothing;
    const syncTargets = isCopy ? known.event.syncTargets : [...known.event.syncTargets, target];
    const next = { ...keepLocalFields(theirs, known.event, homeIn(this.place)), syncTargets };
    const changes = this.saveMerged(known, next, [], undecided, { lockedBy: incoming.lockedBy });
    this.save(this.stateOf(incoming, findStored(work, known.row.id)));
    return changes;
  }

  applyKnown(): readonly Change[] {
    const { work, account, calendar } = this.place;
    const { link, incoming, object } = this;
    const isKnown = link.base !== null && link.etag !== null && link.etag === object.etag;
    const isOrphan = link.state === "shadow" && link.eventId !== null && !findStored(work, link.eventId);
    if (isOrphan) {
      this.save({ eventId: null, objectId: null, state: "synced" });
      return this.applyNew();
    }
    if (isKnown && link.remoteId === findLink(work, link.id)?.remoteId) return nothing;
    if (incoming && incoming.text === link.base && isPrivateAsBefore(work, link, incoming)) {
      this.save(link.state === "sending" ? { state: "synced" } : {});
      return nothing;
    }
    if (link.state === "shadow" || (calendar.mode === "out" && link.eventId !== null)) {
      this.save({ base: incoming ? incoming.text : link.base });
      return nothing;
    }
    if (link.eventId === null && link.objectId === null) {
      this.save({ uid: incoming?.uid ?? link.uid });
      return this.applyNew();
    }
    const stored = link.eventId === null ? null : findStored(work, link.eventId);
    if (link.eventId !== null && !stored) {
      if (incoming && Bun.deepEquals(this.readBase()?.events, incoming.events)) {
        this.save({ base: incoming.text });
        return nothing;
      }
      return this.bringBack(link.eventId, incoming);
    }
    const isCopy = stored?.event.syncTargets.some((each) => isTarget(each, targetOfPlace(account, calendar)));
    const isElsewhere = stored !== null && stored.row.sourceId !== calendar.id;
    if (
      stored &&
      (isHiddenFrom(stored.row, account.memberId) || (isElsewhere && (!isCopy || calendar.mode === "in")))
    ) {
      this.save({ base: incoming ? incoming.text : link.base });
      return nothing;
    }
    const [theirs, ...others] = incoming?.events ?? [];
    const isOne = stored && incoming && theirs && others.length === 0 && incoming.reading.kind === "event";
    if (isOne) return this.isBouncing(incoming) ? nothing : this.mergeOne(stored, theirs, incoming);
    const before = stored ? [stored] : listOfObject(work, link.objectId ?? "");
    return this.replaceAll(before, incoming, object.text);
  }

  /** It was deleted here and changed there: a change counts more. */
  private bringBack(eventId: string, incoming: Incoming | null): readonly Change[] {
    const { work, calendar } = this.place;
    this.save({ eventId: null, objectId: null });
    const rows = (findRecentDeletion(work, eventId)?.event ?? []) as RecordRow[];
    const known = rows.find(({ id }) => id === eventId);
    const [theirs] = incoming?.reading.kind === "event" ? incoming.events : [];
    if (!incoming || !known || !theirs) return this.applyNew();
    const isCalendars = known.sourceId === calendar.id;
    const objectId = isCalendars ? Bun.randomUUIDv7("hex", work.now) : null;
    const kept = objectId === null ? null : this.keptObject(objectId, incoming);
    if (kept) addObject(work, kept);
    const origin = objectId === null ? localOrigin : this.originOf(incoming, objectId);
    const event = keepLocalFields(theirs, eventFromRow(known), homeIn(this.place));
    const stored = reinsert(work, known, event, origin);
    this.save({ objectId, ...this.stateOf(incoming, stored) });
    return [this.added([stored], kept)];
  }

  private readBase(): Incoming | null {
    return this.link.base === null ? null : readIncoming(this.place, this.link.base);
  }

  private isBouncing({ events }: Incoming): boolean {
    const { syncedAt } = this.link;
    if (syncedAt === null || Bun.deepEquals(this.readBase()?.events, events)) return false;
    const { bounces, restsUntil } = noteReturned(this.link.bounces, syncedAt, events, this.place.work.now);
    this.link = { ...this.link, bounces };
    if (restsUntil !== null) this.save({ state: "blocked", error: "bouncing", nextAt: restsUntil });
    return restsUntil !== null;
  }

  private mergeOne(stored: StoredEvent, theirs: Event, incoming: Incoming): readonly Change[] {
    const { work } = this.place;
    const home = homeIn(this.place);
    const { event: ours, row } = stored;
    const read = this.readBase()?.events[0];
    const base = read ? keepLocalFields(read, ours, home) : ours;
    const wanted = keepLocalFields(theirs, base, home);
    const later = laterSide(incoming, stored);
    const merged = merge(base, ours, wanted, later);
    const isLocked = incoming.lockedBy !== null;
    const event = isLocked ? withRemindersOf(merged.event, ours) : merged.event;
    const origin = { lockedBy: incoming.lockedBy };
    const series = seriesOf(event);
    if (series && event.exceptions.some((each) => each.cancelled) && !firstActiveSlot(event, series)) {
      // Each side cancelled some of its dates: it must be deleted there, too.
      this.save({ base: incoming.text });
      return [removeEvents(this.place, [stored])];
    }
    this.keepText(row.objectId, incoming);
    const changes = this.saveMerged(stored, event, merged.detached, { lost: merged.lost, later }, origin);
    const after = findStored(work, row.id);
    const isTheirs = isLocked || Bun.deepEquals(event, wanted);
    const isEven = !after || isTheirs || writeOutgoing(work, after, incoming.text, incoming.uid) === incoming.text;
    const state = this.stateOf(incoming, after);
    this.save(isEven ? state : { ...state, pushedSeq: this.link.pushedSeq });
    return changes;
  }

  private keepText(objectId: string | null, incoming: Incoming): void {
    const { work, calendar } = this.place;
    const known = objectId === null ? null : findObject(work, objectId);
    if (known?.sourceId === calendar.id) replaceObject(work, this.keptObject(known.id, incoming));
  }

  private saveMerged(
    before: StoredEvent,
    next: Event,
    alone: readonly Event[],
    decided: Decided,
    origin: Partial<Origin>,
  ): readonly Change[] {
    const { lost } = decided;
    const { work, account } = this.place;
    const shownBefore = presentMaster(work, before);
    const isSame = Bun.deepEquals(before.event, next) && before.row.lockedBy === (origin.lockedBy ?? null);
    const unwritten = { row: { ...before.row, ...origin }, event: next };
    const isSeen = !Bun.deepEquals(shownBefore, presentMaster(work, unwritten)) || !hasSamePrivacy(before.event, next);
    const added = alone.map((event) => insert(work, event));
    if (!isSeen && added.length === 0 && Object.keys(lost).length === 0) {
      if (!isSame) saveWithoutActivity(work, { ...before, row: { ...before.row, ...origin } }, next);
      return nothing;
    }
    const after = replace(work, before, withOwnTargets(next), origin);
    const locks = [before.row.lockedBy, after.row.lockedBy];
    // Undo would change what can't be changed here.
    const isUndoable = locks.every((each) => each === null);
    const { followed } = this;
    const images = {
      before: isUndoable ? { event: [before.row] } : followed,
      after: isUndoable ? { event: [after, ...added].map(({ row }) => row) } : followed,
    };
    const changes = changesIn(shownBefore, presentMaster(work, after));
    const entry: Entry = {
      ...subjectOf(after, before),
      action: "updated",
      summary: changedFrom(before.event, next, changes ?? {}, decided, account.name, work),
      changes: Object.keys(lost).length === 0 ? changes : { ...changes, ...lost },
      ...images,
    };
    return [{ kind: "changed", entry }];
  }

  private get followed(): Image {
    return { followed: [{ id: this.place.calendar.id }] };
  }

  /** Of several dates, or of an object that shows nothing any more. */
  private replaceAll(before: readonly StoredEvent[], incoming: Incoming | null, text: string): readonly Change[] {
    const { work, account, calendar } = this.place;
    const [old] = before;
    const wanted = (incoming?.events ?? []).map((event) => (old ? { ...event, ...ownOf(old.event) } : event));
    if (wanted.length === 0) {
      const [only, ...others] = before;
      const isEdited = only && others.length === 0 && isChangedHere(work, this.link, only);
      if (isEdited && incoming?.reading.isCancelled) {
        this.save({ base: incoming.text.replace(/^STATUS:CANCELLED\r?\n/gim, "") });
        const about = { ...subjectOf(only), action: "updated" as const, changes: null, before: null, after: null };
        return [{ kind: "changed", entry: { ...about, summary: keptHere(only.event, account.name) } }];
      }
      const removed = old ? [removeEvents(this.place, before)] : nothing;
      if (this.link.objectId !== null) deleteObject(work, this.link.objectId);
      this.save({ eventId: null, objectId: null, base: incoming?.text ?? null });
      return removed;
    }
    if (!incoming) throw new Error(`An object without events: ${text.length} characters`);
    const ofRow = old && old.row.sourceId === calendar.id ? old.row.objectId : null;
    const objectId = this.link.objectId ?? ofRow ?? Bun.randomUUIDv7("hex", work.now);
    const known = findObject(work, objectId);
    const kept = this.keptObject(objectId, incoming);
    if (known) replaceObject(work, kept);
    else addObject(work, kept);
    const { after, isChanged } = replaceDates(work, before, wanted, this.originOf(incoming, objectId));
    const [first] = after;
    this.save({ objectId, ...this.stateOf(incoming, first ?? null) });
    if (!isChanged || !first) return nothing;
    if (!old) return [this.added(after, kept)];
    const rows = (all: readonly StoredEvent[]) => ({ event: all.map(({ row }) => row) });
    const { followed } = this;
    const isFixed = calendar.mode === "in" || [...before, ...after].some(({ row }) => row.lockedBy !== null);
    const entry: Entry = {
      ...subjectOf(first, old),
      action: "updated",
      summary: changedFrom(old.event, first.event, {}, undecided, account.name, work),
      changes: null,
      before: isFixed ? followed : { ...rows(before), ...(known && { calendarObject: [known] }) },
      after: isFixed ? followed : { ...rows(after), calendarObject: [kept] },
    };
    return [{ kind: "changed", entry }];
  }
}
