import { GarbageCollector, runSteps, yieldToEventLoop } from "#lib/concurrency.ts";
import { day } from "#lib/time.ts";
import { type Image, mergeImages, raiseRevisionOf, record } from "#platform/activity/record.ts";
import { writeInHousehold } from "#platform/db/change-counter.ts";
import { type Db, snapshot, transact } from "#platform/db/client.ts";
import { transactCooperatively } from "#platform/db/cooperative-transaction.ts";
import { heavyWorkSemaphore } from "../../calendars/heavy-work.ts";
import { findStored, listOfObject } from "../../events/store.ts";
import type { Remark } from "../../ical/remarks.ts";
import { addCounts, noCounts, sayCountsOf, sayFirstCountsOf } from "../apply.ts";
import { deletionKey, holdUntilNext, isMassDeletion, type MassDeletion, readMassDeletion } from "../mass-deletion.ts";
import type { Counts } from "../model.ts";
import {
  type Listing,
  type RemoteCalendar,
  RemoteError,
  type RemoteHead,
  type RemoteObject,
  UnreadObjectsError,
} from "../remote.ts";
import { type RemoteReaderDeps, syncWork } from "../remote-reader.ts";
import { type CalendarRow, calendars, recordCalendar, rowsInPages } from "../rows.store.ts";
import { applyObject } from "./apply.ts";
import { applyOrBlock, block, remarkKeyOf } from "./blocked.ts";
import {
  countComing,
  dueBlocked,
  findLinkOf,
  type LinkHead,
  lastChange,
  linkHeadsAfter,
  listOrphanedDuplicates,
} from "./links.store.ts";
import { exceededLimit, homeIn, type ParsedText, readTextSteps, type SyncContext } from "./objects.ts";
import type { SentCounts } from "./push.ts";
import { applyRemoval, type Change, followedImage } from "./removal.ts";
import { type AccountRow, accounts } from "./rows.store.ts";

/** Maximum number of objects in one transaction, and in one entry of activity. */
const maxObjects = 500;
/**
 * Maximum number of characters of text in one transaction. With a limit of 8 MB, the responses and their parsed objects
 * took 300 MB of memory.
 */
const maxCharacters = 524_288;
/** Maximum number of changes with separate entries of activity. More changes are merged into one entry. */
const maxEntries = 5;
/** Interval between complete listings. A complete listing finds changes that incremental listings missed. */
const fullListingEveryMs = 7 * day;

type Deps = Pick<RemoteReaderDeps, "db" | "clock" | "committed">;

/** Reports that a calendar was disconnected or its settings changed. The next synchronisation uses the new settings. */
export class AccountChanged extends Error {}

export type PullResult = {
  readonly massDeletion: MassDeletion | null;
  /** Cursor for the next listing. Must not be saved while a mass deletion waits for confirmation. */
  readonly state: string;
  readonly isWhole: boolean;
};

const maxUnread = 500;
const unreadMark = "unread:";

/** Stored cursor of a calendar. Earlier versions also stored here the ids of unread objects. */
type ListingState = { readonly state: string | null; readonly unread: readonly string[] };

function readState(stored: string | null): ListingState {
  return stored?.startsWith(unreadMark) ? JSON.parse(stored.slice(unreadMark.length)) : { state: stored, unread: [] };
}

export class SyncSession {
  /** Remarks about each object that was read, by the object's UID. */
  readonly remarks = new Map<string, readonly Remark[]>();
  applied: Counts = noCounts;
  /** Length of the texts that were read so far, in characters. */
  bytes = 0;
  readonly started: Date;
  /** Number of the last change of any event when the synchronisation began. */
  readonly newestChange: number;
  pulled: PullResult | null = null;
  /** Whether all changes and deletions of the listing are applied. Only then may the next listing begin after it. */
  isApplied = false;
  sent: SentCounts = { sent: 0, failed: 0 };
  error: RemoteError | null = null;
  isCancelled = false;
  private deleted: LinkHead[] = [];
  private readonly garbage = new GarbageCollector();

  constructor(
    private readonly deps: Deps,
    readonly householdId: string,
    readonly account: AccountRow,
    readonly calendar: CalendarRow,
    readonly remote: RemoteCalendar,
    readonly signal: AbortSignal,
    /** Whether a person confirmed the mass deletion that waits for confirmation. */
    private readonly isAccepted: boolean,
  ) {
    this.started = deps.clock();
    this.newestChange = lastChange(deps.db);
  }

  addSent({ sent, failed }: SentCounts): void {
    this.sent = { sent: this.sent.sent + sent, failed: this.sent.failed + failed };
  }

  private contextOn(db: Db, parsed: SyncContext["parsed"] = new Map()): SyncContext {
    const work = syncWork(db, this.householdId, this.deps.clock());
    const account = accounts.find(work, this.account.id);
    const calendar = calendars.find(work, this.calendar.id);
    if (!account || calendar?.updatedAt !== this.calendar.updatedAt) throw new AccountChanged();
    return { work, account, calendar, remarks: new Map(), parsed };
  }

  /**
   * Runs `read` in a snapshot of the database with the current settings of the account.
   * @throws AccountChanged if the calendar was disconnected or changed
   */
  read<Result>(read: (context: SyncContext) => Result): Result {
    const { db } = this.deps;
    return snapshot(db, () => read(this.contextOn(db)));
  }

  /**
   * Runs `change` in a transaction with the current settings of the account.
   * @throws AccountChanged if the calendar was disconnected or changed
   */
  write<Result>(change: (context: SyncContext) => Result): Result {
    const { db, committed } = this.deps;
    this.signal.throwIfAborted();
    const { result, work } = writeInHousehold(db, this.householdId, () =>
      transact(db, () => {
        const context = this.contextOn(db);
        return { result: change(context), work: context.work };
      }),
    );
    committed.emit(work);
    return result;
  }

  /** Reads changes from the server and applies them, except deletions. @throws RemoteError, AccountChanged */
  async pull(): Promise<void> {
    const { remote, signal, calendar } = this;
    const now = this.deps.clock();
    const isFullListingDue =
      calendar.listedAt === null || now.getTime() - Date.parse(calendar.listedAt) >= fullListingEveryMs;
    const last = readState(calendar.syncState);
    const listing = await remote.list(isFullListingDue ? null : last.state, signal);
    const known = await this.knownHeads();
    const listed = new Set(listing.heads.map(({ id }) => id));
    const removed = new Set(listing.removed);
    const isGone = (id: string) => removed.has(id) || (listing.isWhole && !listed.has(id));
    const changed = listing.heads.filter(({ id, etag }) => {
      const head = known.get(id);
      // Events that existed on the server before are not shown in the app.
      if (!head && calendar.mode === "out") return false;
      return !head || head.etag === null || etag === null || head.etag !== etag;
    });
    const due = this.read(({ work }) => [
      ...listOrphanedDuplicates(work, calendar.id),
      ...dueBlocked(work, calendar.id),
    ]);
    const waiting = [...new Set([...last.unread, ...due])];
    const isListed = new Set(changed.map(({ id }) => id));
    const again = waiting.filter((id) => !isListed.has(id) && !isGone(id)).map((id) => ({ id, etag: null }));
    for (const id of await this.readAll([...changed, ...again], isGone)) removed.add(id);
    const { from } = listing;
    this.deleted = [];
    for (const head of known.values()) {
      const isRemoved = removed.has(head.remoteId);
      if (!isRemoved && (head.isUnsent === 1 || !isGone(head.remoteId))) continue;
      const isOlder = from !== undefined && !isRemoved && this.endedBefore(head, from);
      if (!isOlder) this.deleted.push(head);
      await yieldToEventLoop();
    }
    const massDeletion = await this.findMassDeletion(this.deleted, listing, now);
    if (massDeletion) this.deleted = [];
    const { state, isWhole } = listing;
    this.pulled = { massDeletion, state, isWhole };
  }

  /**
   * Deletes events whose objects were deleted on the server. Must be called after all calendars were pulled, because an
   * event may have moved to another calendar.
   * @throws AccountChanged
   */
  async removeDeleted(): Promise<void> {
    for (let at = 0; at < this.deleted.length; at += maxObjects) {
      const ids = this.deleted.slice(at, at + maxObjects).map(({ remoteId }) => remoteId);
      await this.applyAll([], ids, () => true);
    }
    this.deleted = [];
    this.isApplied = true;
  }

  private endedBefore({ eventId, objectId }: LinkHead, from: number): boolean {
    return this.read(({ work }) => {
      const event = eventId === null ? null : findStored(work, eventId);
      const dates = eventId === null && objectId !== null ? listOfObject(work, objectId) : [];
      return [...dates, ...(event ? [event] : [])].every(({ row }) => Date.parse(row.seriesEnd) < from);
    });
  }

  private async knownHeads(): Promise<Map<string, LinkHead>> {
    const known = new Map<string, LinkHead>();
    const page = (after: string, limit: number) =>
      this.read(({ work }) => linkHeadsAfter(work, this.calendar.id, after, limit));
    for await (const head of rowsInPages(page, ({ remoteId }) => remoteId)) known.set(head.remoteId, head);
    return known;
  }

  /** Reads objects from the server and applies them in batches. Returns the ids of objects that no longer exist. */
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
      if (!(error instanceof RemoteError)) throw error;
      await applyBatch();
      if (!(error instanceof UnreadObjectsError)) throw error;
      const unread = error.ids.flatMap((id) => missing.get(id) ?? []);
      if (unread.length > maxUnread) throw new RemoteError("no_answer", { detail: "most objects" });
      this.blockUnread(unread);
      for (const { id } of unread) missing.delete(id);
    }
    await applyBatch();
    return missing.keys();
  }

  private blockUnread(heads: readonly RemoteHead[]): void {
    const context = this.write((context) => {
      for (const head of heads) block(context, head, "not_read");
      return context;
    });
    this.addRemarks(context);
  }

  private addRemarks({ remarks }: SyncContext): void {
    for (const [uid, each] of remarks) this.remarks.set(uid, each);
  }

  async readAgain(id: string): Promise<void> {
    const missing = [...(await this.readAll([{ id, etag: null }], () => false))];
    if (missing.length > 0) await this.applyAll([], missing);
  }

  /** Applies objects, and the deletion of the objects with the ids `removed`. */
  async applyAll(
    objects: readonly RemoteObject[],
    removed: readonly string[] = [],
    isGone: (id: string) => boolean = () => false,
  ): Promise<void> {
    const { db, committed } = this.deps;
    this.signal.throwIfAborted();
    const known = this.remarks;
    const caller = { id: `account ${this.account.id}`, householdId: this.householdId };
    const write = async () => {
      const parsed = await this.parseObjects(objects);
      const contextOn = (on: Db) => this.contextOn(on, parsed);
      return transactCooperatively(db, function* (on) {
        const context = contextOn(on);
        const { work, calendar } = context;
        const changes: Change[] = [];
        for (const object of objects) {
          const exceeded = exceededLimit(context, object);
          if (exceeded) block(context, object, exceeded);
          else changes.push(...(applyOrBlock(context, object, () => applyObject(context, object, isGone)) ?? []));
          yield;
        }
        for (const id of removed) {
          const link = findLinkOf(work, calendar.id, id);
          if (!link) continue;
          if (!known.has(remarkKeyOf(link))) context.remarks.set(remarkKeyOf(link), []);
          changes.push(...(applyOrBlock(context, { id, etag: null }, () => applyRemoval(context, link)) ?? []));
          yield;
        }
        raiseRevisionOf(work);
        yield* recordAll(context, changes);
        return { context, counts: countsOf(changes) };
      });
    };
    const { context, counts } = await heavyWorkSemaphore(db).run(caller, write);
    this.addRemarks(context);
    this.applied = addCounts(this.applied, counts);
    let length = 0;
    for (const { text } of objects) length += text.length;
    this.bytes += length;
    committed.emit(context.work);
    await this.garbage.add(length);
  }

  private async parseObjects(objects: readonly RemoteObject[]): Promise<SyncContext["parsed"]> {
    const { home, now } = this.read((context) => ({ home: homeIn(context), now: context.work.now }));
    const parsed = new Map<string, ParsedText>();
    for (const { text } of objects) {
      try {
        const read = await runSteps(readTextSteps(text, home, now), this.signal);
        if (read) parsed.set(text, read);
      } catch {
        // The transaction reads the object again, fails, and blocks only this object.
        this.signal.throwIfAborted();
      }
    }
    return parsed;
  }

  /** Returns a mass deletion that must wait for confirmation by a later listing, or null if none must wait. */
  private async findMassDeletion(
    deleted: readonly LinkHead[],
    { isWhole }: Listing,
    now: Date,
  ): Promise<MassDeletion | null> {
    const shown = deleted.filter(({ eventId, objectId }) => eventId !== null || objectId !== null);
    const keys: string[] = [];
    for (const head of shown) {
      if (!this.endedBefore(head, now.getTime())) keys.push(deletionKey(head.remoteId));
      await yieldToEventLoop();
    }
    return this.read(({ work, calendar }) => {
      const all = countComing(work, calendar.id);
      const isAll = isWhole && keys.length > 1 && keys.length >= all;
      if (!isAll && !isMassDeletion(keys.length, all)) return null;
      const found = { keys, count: shown.length };
      return holdUntilNext(readMassDeletion(calendar), found, now, this.isAccepted);
    });
  }
}

function countsOf(changes: readonly Change[]): Counts {
  const count = (kind: Change["kind"]) => changes.filter((each) => each.kind === kind).length;
  return { added: count("added"), changed: count("changed"), deleted: count("deleted") };
}

function* recordAll({ work, account, calendar }: SyncContext, changes: readonly Change[]): Generator<void, void> {
  if (changes.length <= maxEntries) {
    for (const { entry } of changes) {
      record(work, entry);
      yield;
    }
    return;
  }
  // Undo of the first synchronisation would delete all events on the other server.
  const isFirst = calendar.listedAt === null;
  const merged = (side: "before" | "after"): Image => {
    const all = changes.reduce<Image>((images, { entry }) => mergeImages(images, entry[side] ?? {}), {});
    const { followed: _, ...undoable } = all;
    return undoable;
  };
  const images = { before: merged("before"), after: merged("after") };
  const hasImages = Object.keys({ ...images.before, ...images.after }).length > 0;
  const isUndoable = calendar.mode !== "in" && !isFirst && hasImages;
  const summary = (isFirst ? sayFirstCountsOf : sayCountsOf)(account.name, countsOf(changes));
  const followed = { before: followedImage(calendar), after: followedImage(calendar) };
  recordCalendar(work, calendar, "updated", summary, isUndoable ? images : followed);
}
