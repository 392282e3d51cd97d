import { readHousehold } from "#accounts/households/store.ts";
import { Garbage, runSteps, yieldToEventLoop } from "#lib/concurrency.ts";
import type { Signal } from "#lib/signal.ts";
import { day } from "#lib/time.ts";
import { type Image, mergeImages, raiseRevisionOf, record } from "#platform/activity/record.ts";
import { writeInHousehold } from "#platform/db/change-counter.ts";
import { type Db, snapshot, transact } from "#platform/db/client.ts";
import { transactInTurns } from "#platform/db/turns.ts";
import type { CommitEvent } from "#platform/deps.ts";
import { calendarSync, systemWork, type Work } from "#platform/work.ts";
import { heavyCalendarWork } from "../../calendars/heavy-work.ts";
import { findStored, listOfObject } from "../../events/store.ts";
import type { Remark } from "../../ical/remarks.ts";
import { addCounts, type Counts, noCounts, sayCountsOf, sayFirstCountsOf } from "../apply.ts";
import { type Held, heldKey, heldOf, heldUntilNext, isExpected, isMassDeletion } from "../held.ts";
import {
  type Listing,
  type RemoteCalendar,
  RemoteFault,
  type RemoteHead,
  type RemoteObject,
  UnreadObjects,
} from "../remote.ts";
import { applyObject } from "./apply.ts";
import { applyOrBlock, block, remarkKeyOf } from "./blocked.ts";
import { countComing, dueBlocked, findLinkOf, type LinkHead, linkHeadsAfter, orphanShadows } from "./links.store.ts";
import { exceededBound, homeIn, type Place, readTextSteps, type TextReading } from "./objects.ts";
import { applyRemoval, type Change } from "./removal.ts";
import { type AccountCalendarRow, type AccountRow, accountById, accountCalendarById } from "./rows.store.ts";

const pageSize = 500;
/** Of one transaction, and of one entry of the feed. */
const maxObjects = 500;
/** The answers of a server with calendars of a megabyte and their parsed objects took 300 MB at 8 MB. */
const maxCharacters = 524_288;
/** More changes than this are one entry. */
const maxEntries = 5;
/** Lists may miss something. */
const wholeEveryMs = 7 * day;

export type SessionParts = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly committed: Signal<CommitEvent>;
};

/** Its settings changed, or it was disconnected: the next run begins with them. */
export class Interrupted extends Error {}

export type Pulled = {
  /** Of each object that was read, by UID. */
  readonly remarks: ReadonlyMap<string, readonly Remark[]>;
  readonly held: Held | null;
  /** To save if nothing is held. */
  readonly state: string;
  readonly isWhole: boolean;
};

const maxUnread = 500;
const unreadMark = "unread:";

/** Earlier versions kept `unread`. */
type State = { readonly state: string | null; readonly unread: readonly string[] };

function readState(stored: string | null): State {
  return stored?.startsWith(unreadMark) ? JSON.parse(stored.slice(unreadMark.length)) : { state: stored, unread: [] };
}

export class Session {
  private readonly remarks = new Map<string, readonly Remark[]>();
  private counts: Counts = noCounts;
  /** Of texts that were read. */
  bytes = 0;
  private lost: LinkHead[] = [];
  private readonly garbage = new Garbage();

  constructor(
    private readonly parts: SessionParts,
    private readonly householdId: string,
    readonly account: AccountRow,
    readonly calendar: AccountCalendarRow,
    readonly remote: RemoteCalendar,
    readonly signal: AbortSignal,
    /** A person accepts what held answers would delete. */
    private readonly isAccepted: boolean,
  ) {}

  private placeOn(db: Db, ahead: Place["ahead"] = new Map()): Place {
    const { householdId, parts } = this;
    const work: Work = {
      ...systemWork(db, readHousehold(db, householdId), parts.clock()),
      actor: calendarSync,
    };
    const account = accountById.get(db, { householdId, id: this.account.id });
    const calendar = accountCalendarById.get(db, { householdId, id: this.calendar.id });
    if (!account || calendar?.updatedAt !== this.calendar.updatedAt) throw new Interrupted();
    return { work, account, calendar, remarks: new Map(), ahead };
  }

  /** @throws Interrupted */
  read<Result>(read: (place: Place) => Result): Result {
    const { db } = this.parts;
    return snapshot(db, () => read(this.placeOn(db)));
  }

  /** @throws Interrupted */
  write<Result>(change: (place: Place) => Result): Result {
    const { db, committed } = this.parts;
    this.signal.throwIfAborted();
    const { result, work } = writeInHousehold(db, this.householdId, () =>
      transact(db, () => {
        const place = this.placeOn(db);
        return { result: change(place), work: place.work };
      }),
    );
    committed.emit(work);
    return result;
  }

  /** @throws RemoteFault, Interrupted */
  async pull(): Promise<Pulled> {
    const { remote, signal, calendar } = this;
    const now = this.parts.clock();
    const isWholeDue = calendar.listedAt === null || now.getTime() - Date.parse(calendar.listedAt) >= wholeEveryMs;
    const last = readState(calendar.syncState);
    const listing = await remote.list(isWholeDue ? null : last.state, signal);
    const known = await this.knownHeads();
    const listed = new Set(listing.heads.map(({ id }) => id));
    const removed = new Set(listing.removed);
    const isGone = (id: string) => removed.has(id) || (listing.isWhole && !listed.has(id));
    const changed = listing.heads.filter(({ id, etag }) => {
      const head = known.get(id);
      // What is there already does not show here.
      if (!head && calendar.mode === "out") return false;
      return !head || head.etag === null || etag === null || head.etag !== etag;
    });
    const due = this.read(({ work }) => [...orphanShadows(work, calendar.id), ...dueBlocked(work, calendar.id)]);
    const waiting = [...new Set([...last.unread, ...due])];
    const isListed = new Set(changed.map(({ id }) => id));
    const again = waiting.filter((id) => !isListed.has(id) && !isGone(id)).map((id) => ({ id, etag: null }));
    for (const id of await this.readAll([...changed, ...again], isGone)) removed.add(id);
    const missing = [...known.values()].filter(
      ({ remoteId, isUnsent }) => removed.has(remoteId) || (isUnsent === 0 && isGone(remoteId)),
    );
    const { from } = listing;
    const isOlder = (head: LinkHead) =>
      from !== undefined && !removed.has(head.remoteId) && this.endedBefore(head, from);
    this.lost = [];
    for (const head of missing) {
      if (!isOlder(head)) this.lost.push(head);
      await yieldToEventLoop();
    }
    const held = await this.findHeld(this.lost, listing, now);
    if (held) this.lost = [];
    const { remarks } = this;
    return { remarks, held, state: listing.state, isWhole: listing.isWhole };
  }

  /** An event may have moved to another calendar: read all first. @throws Interrupted */
  async removeLost(): Promise<void> {
    for (let at = 0; at < this.lost.length; at += maxObjects) {
      const ids = this.lost.slice(at, at + maxObjects).map(({ remoteId }) => remoteId);
      await this.applyAll([], ids, () => true);
    }
    this.lost = [];
  }

  private endedBefore({ eventId, objectId }: LinkHead, from: number): boolean {
    return this.read(({ work }) => {
      const dates = eventId === null && objectId !== null ? listOfObject(work, objectId) : [];
      const shown = eventId === null ? dates : [findStored(work, eventId)].filter((each) => each !== null);
      return shown.every(({ row }) => Date.parse(row.seriesEnd) < from);
    });
  }

  private async knownHeads(): Promise<Map<string, LinkHead>> {
    const known = new Map<string, LinkHead>();
    for (let after = ""; ; ) {
      const page = this.read(({ work }) => linkHeadsAfter(work, this.calendar.id, after, pageSize));
      for (const head of page) known.set(head.remoteId, head);
      after = page.at(-1)?.remoteId ?? "";
      if (page.length < pageSize) return known;
      await yieldToEventLoop();
    }
  }

  /** Returns the ids that do not exist any more. */
  private async readAll(heads: readonly RemoteHead[], isGone: (id: string) => boolean): Promise<Iterable<string>> {
    if (heads.length === 0) return [];
    const missing = new Map(heads.map((head) => [head.id, head]));
    let batch: RemoteObject[] = [];
    let characters = 0;
    const applyBatch = async () => {
      if (batch.length > 0) await this.applyAll(batch, [], isGone);
      batch = [];
      characters = 0;
    };
    try {
      for await (const objects of this.remote.read(heads, this.signal)) {
        for (const object of objects) {
          missing.delete(object.id);
          batch.push(object);
          characters += object.text.length;
        }
        if (batch.length >= maxObjects || characters >= maxCharacters) await applyBatch();
      }
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
      await applyBatch();
      if (!(error instanceof UnreadObjects)) throw error;
      const unread = error.ids.flatMap((id) => missing.get(id) ?? []);
      if (unread.length > maxUnread) throw new RemoteFault("no_answer", { detail: "most objects" });
      this.blockUnread(unread);
      for (const { id } of unread) missing.delete(id);
    }
    await applyBatch();
    return missing.keys();
  }

  private blockUnread(heads: readonly RemoteHead[]): void {
    const remarks = this.write((place) => {
      for (const head of heads) block(place, head, "not_read");
      return place.remarks;
    });
    for (const [uid, each] of remarks) this.remarks.set(uid, each);
  }

  async readAgain(id: string): Promise<void> {
    const found: RemoteObject[] = [];
    const head = { id, etag: null };
    try {
      for await (const objects of this.remote.read([head], this.signal)) found.push(...objects);
    } catch (error) {
      if (!(error instanceof UnreadObjects)) throw error;
      this.blockUnread([head]);
      return;
    }
    const isGone = () => false;
    await this.applyAll(found, found.length === 0 ? [id] : [], isGone);
  }

  async apply(objects: readonly RemoteObject[]): Promise<void> {
    await this.applyAll(objects, [], () => false);
  }

  get applied(): Counts {
    return this.counts;
  }

  private async applyAll(
    objects: readonly RemoteObject[],
    removed: readonly string[],
    isGone: (id: string) => boolean,
  ): Promise<void> {
    const { db, committed } = this.parts;
    this.signal.throwIfAborted();
    const known = this.remarks;
    const caller = { id: `account ${this.account.id}`, householdId: this.householdId };
    const write = async () => {
      const ahead = await this.readAhead(objects);
      const placeOn = (on: Db) => this.placeOn(on, ahead);
      return transactInTurns(db, function* (on) {
        const place = placeOn(on);
        const { work, calendar } = place;
        const changes: Change[] = [];
        for (const object of objects) {
          const exceeded = exceededBound(place, object);
          if (exceeded) block(place, object, exceeded);
          else changes.push(...(applyOrBlock(place, object, () => applyObject(place, object, isGone)) ?? []));
          yield;
        }
        for (const id of removed) {
          const link = findLinkOf(work, calendar.id, id);
          if (!link) continue;
          if (!known.has(remarkKeyOf(link))) place.remarks.set(remarkKeyOf(link), []);
          changes.push(...(applyOrBlock(place, { id, etag: null }, () => applyRemoval(place, link)) ?? []));
          yield;
        }
        raiseRevisionOf(work);
        yield* recordAll(place, changes);
        return { place, counts: countsOf(changes) };
      });
    };
    const { place, counts } = await heavyCalendarWork(db).run(caller, write);
    for (const [uid, remarks] of place.remarks) this.remarks.set(uid, remarks);
    this.counts = addCounts(this.counts, counts);
    let length = 0;
    for (const { text } of objects) length += text.length;
    this.bytes += length;
    committed.emit(place.work);
    await this.garbage.add(length);
  }

  private async readAhead(objects: readonly RemoteObject[]): Promise<Place["ahead"]> {
    const { home, now } = this.read((place) => ({ home: homeIn(place), now: place.work.now }));
    const ahead = new Map<string, TextReading>();
    for (const { text } of objects) {
      try {
        const read = await runSteps(readTextSteps(text, home, now), this.signal);
        if (read) ahead.set(text, read);
      } catch {
        // Reading it again fails in the transaction, and blocks this object alone.
        this.signal.throwIfAborted();
      }
    }
    return ahead;
  }

  /** Deletions of most coming events wait for a second listing. */
  private async findHeld(lost: readonly LinkHead[], { isWhole }: Listing, now: Date): Promise<Held | null> {
    const shown = lost.filter(({ eventId, objectId }) => eventId !== null || objectId !== null);
    const keys: string[] = [];
    for (const head of shown) {
      if (!this.endedBefore(head, now.getTime())) keys.push(heldKey(head.remoteId));
      await yieldToEventLoop();
    }
    return this.read(({ work, calendar }) => {
      const all = countComing(work, calendar.id);
      const isAll = isWhole && keys.length > 1 && keys.length >= all;
      if (!isAll && !isMassDeletion(keys.length, all)) return null;
      const found = { keys, count: shown.length };
      const before = heldOf(calendar);
      return this.isAccepted && isExpected(before, found) ? null : heldUntilNext(before, found, now);
    });
  }
}

function countsOf(changes: readonly Change[]): Counts {
  const count = (kind: Change["kind"]) => changes.filter((each) => each.kind === kind).length;
  return { added: count("added"), changed: count("changed"), deleted: count("deleted") };
}

function* recordAll({ work, account, calendar }: Place, changes: readonly Change[]): Generator<void, void> {
  if (changes.length <= maxEntries) {
    for (const { entry } of changes) {
      record(work, entry);
      yield;
    }
    return;
  }
  const followed = { followed: [{ id: calendar.id }] };
  // Undo of a first run would empty the calendar there.
  const isFirst = calendar.listedAt === null;
  const merged = (side: "before" | "after"): Image => {
    const all = changes.reduce<Image>((images, { entry }) => mergeImages(images, entry[side] ?? {}), {});
    const { followed: _, ...undoable } = all;
    return undoable;
  };
  const images = { before: merged("before"), after: merged("after") };
  const hasImages = Object.keys({ ...images.before, ...images.after }).length > 0;
  const isUndoable = calendar.mode !== "in" && !isFirst && hasImages;
  record(work, {
    action: "updated",
    subject: { type: "calendar", id: calendar.id, label: calendar.name },
    summary: (isFirst ? sayFirstCountsOf : sayCountsOf)(account.name, countsOf(changes)),
    changes: null,
    before: isUndoable ? images.before : followed,
    after: isUndoable ? images.after : followed,
  });
}
