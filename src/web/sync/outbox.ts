/**
 * Queue of unsent writes, which is stored in the browser. Sends the writes in order, one at a time. Each write has its
 * own idempotency key, so that the server applies it exactly once. Screens show the cached data with the effects of the
 * unsent writes. The app has its own queue, which takes 3.2 kB. The alternatives, TanStack's offline transactions and
 * TanStack DB, are below version 1.0 and take tens of kB.
 */

import { createStore } from "#web/lib/store.ts";
import type { Sent } from "./api/client.ts";
import { Failure, isSignedOut, Unreachable } from "./api/failures.ts";
import type { Operations } from "./api/operations.ts";
import type { Cache } from "./cache.ts";
import type { Connection } from "./connection.ts";
import type { Environment } from "./environment.ts";
import { mentions, randomId, withRealIds } from "./ids.ts";
import type { Entry, OutboxStore } from "./outbox-store.ts";
import type { CacheOwner } from "./signing.ts";
import type { Change, Effect, Kind } from "./source.ts";
import type { AnyWrite, Write } from "./write.ts";

export type Handle<Answer> = {
  readonly id: string;
  /** Resolves to the response. Rejects if the server refuses the write, or if the write is removed from the queue. */
  readonly done: Promise<Sent<Answer>>;
};

/**
 * A write that the server refused. `lost` is the number of writes that were deleted from the queue. These are the
 * refused write and, if it would have created a record, the queued writes about this record. `write` is undefined if
 * this version of the app has no such write.
 */
export type Refusal = {
  readonly entry: Entry;
  readonly write: AnyWrite | undefined;
  readonly failure: Failure;
  readonly lost: number;
};

/**
 * Loads the declarations of all writes, because the queue that is restored when a page opens may contain any of them.
 */
export type LoadWrites = () => Promise<readonly AnyWrite[]>;

type ReportedChange = Change & { readonly activityId: string | null };

type Waiting = { resolve(sent: Sent<unknown>): void; reject(reason: unknown): void };

const timeoutMs = 30_000;
/**
 * Number of failures after which a queued write counts as refused. Without this limit, later writes could wait forever.
 */
const maxFailures = 8;
/** Maximum number of own writes that the page remembers, to recognise them when the live channel reports them. */
const maxRefetched = 50;
const none: readonly Effect[] = [];

export function createOutbox(
  { now, timers }: Pick<Environment, "now" | "timers">,
  api: Operations,
  { isConnected }: Connection,
  cache: Cache,
  store: OutboxStore,
  owner: CacheOwner,
) {
  const pending = createStore<readonly Entry[]>([]);
  /** Declarations of the queued writes by name. A restore of stored writes adds the declarations of all writes. */
  const writes = new Map<string, AnyWrite>();
  const refusals = new Set<(refusal: Refusal) => void>();
  const waiting = new Map<string, Waiting>();
  /** Number of failures by the id of the queued write. Requests without a response do not count. */
  const failureCounts = new Map<string, number>();
  /**
   * Changes that the live channel reported while a request was running. The request itself may have made one of the
   * changes, because a report can arrive before the response.
   */
  const unattributed: ReportedChange[] = [];
  /** Kinds that the page refetches after an own write, by the id of the write's entry in the activity feed. */
  const refetchedKinds = new Map<string, readonly Kind[]>();
  let stale: Change[] = [];
  let sending: string | null = null;
  /** Whether somebody signed in while a request was running, so that the next attempt must not wait. */
  let isRetryingNow = false;
  let pause: { readonly cancel: () => void; readonly isShort: boolean } | null = null;

  let grouped: {
    readonly entries: readonly Entry[];
    readonly bySource: ReadonlyMap<string, readonly Effect[]>;
  } | null = null;

  /**
   * Returns the effects of pending writes on the data of the source with this name. Leaves out each write that another
   * pending write undoes. Returns the same array until the queue changes.
   */
  function effectsOn(source: string): readonly Effect[] {
    const entries = pending.get();
    if (grouped?.entries !== entries) {
      const takenBack = new Set(entries.map((entry) => writeOf(entry)?.undoes?.(entry.variables)));
      const effects = entries
        .filter(({ id }) => !takenBack.has(id))
        .flatMap((entry) => writeOf(entry)?.effects?.(resolveIds(entry.variables)) ?? []);
      grouped = { entries, bySource: Map.groupBy(effects, (effect) => effect.source) };
    }
    return grouped.bySource.get(source) ?? none;
  }

  /** Returns the declaration of a queued write. Returns undefined if this version of the app has no such write. */
  function writeOf({ name }: Entry): AnyWrite | undefined {
    return writes.get(name);
  }

  function resolveIds<Value>(variables: Value): Value {
    return withRealIds(variables, store.realIds);
  }

  /** Queues a write. If `actingMember` is null, the signed-in member acts. */
  function add<Variables, Answer>(
    write: Write<Variables, Answer>,
    variables: Variables,
    actingMember: string | null = null,
  ): Handle<Answer> {
    writes.set(write.name, write);
    const entry: Entry = {
      id: randomId(),
      name: write.name,
      variables,
      at: nextAt(),
      holder: owner.get(),
      actingMember,
      attempts: 0,
    };
    const done = new Promise<Sent<unknown>>((resolve, reject) => waiting.set(entry.id, { resolve, reject }));
    done.catch(() => {});
    pending.set([...pending.get(), entry]);
    void store.keep(entry);
    advance();
    return { id: entry.id, done: done as Promise<Sent<Answer>> };
  }

  /** Returns the time of a new queued write. The time must be unique, because a restored queue is sorted by time. */
  function nextAt(): number {
    const last = pending.get().at(-1)?.at ?? 0;
    return Math.max(now(), last + 1);
  }

  /**
   * Removes a write from the queue and returns true. Returns false if the write may have been sent already, or is not
   * in the queue.
   */
  function cancelUnsent(id: string): boolean {
    const entry = pending.get().find((each) => each.id === id);
    if (!entry || entry.id === sending || entry.attempts > 0) return false;
    drop(entry);
    settleWith(id, (each) => each.reject(new Error("Taken back")));
    return true;
  }

  function drop({ id }: Entry): void {
    failureCounts.delete(id);
    pending.set(pending.get().filter((each) => each.id !== id));
    void store.deleteEntry(id);
  }

  function settleWith(id: string, settleOne: (waiting: Waiting) => void): void {
    const one = waiting.get(id);
    waiting.delete(id);
    if (one) settleOne(one);
  }

  function advance(): void {
    const [entry] = pending.get();
    if (sending !== null || pause !== null || !entry || !isConnected.get()) return;
    sending = entry.id;
    isRetryingNow = false;
    void attempt(entry).finally(() => {
      sending = null;
      for (const change of unattributed.splice(0)) markStaleUnlessOwn(change);
      proceed();
    });
  }

  /**
   * Sends the next write. If no write can be sent now, refetches the data that the sent writes changed. If the queue
   * pauses only for up to 5 seconds, does not refetch yet, because a refetch between two writes delays the second one.
   */
  function proceed(): void {
    advance();
    if (sending !== null || pause?.isShort || stale.length === 0) return;
    const changes = stale;
    stale = [];
    cache.refetch(changes);
  }

  async function attempt(entry: Entry): Promise<void> {
    // Its member has signed out, and nobody else may send it.
    if (entry.holder !== owner.get()) void store.deleteEntry(entry.id);
    if (entry.holder !== owner.get() || !(await store.isOurs(entry.id))) return releaseEntry(entry);
    if (!pending.get().some(({ id }) => id === entry.id)) return; // The entry was removed during the wait.
    const write = writeOf(entry);
    if (!write) return refuse(entry, new Failure(0, "This app does not know such a change", null));
    const isRepeated = entry.attempts > 0;
    count(entry);
    try {
      accept(
        entry,
        write,
        await withTimeout(write.send(resolveIds(entry.variables), headersOf(entry), api, store.setRealId)),
      );
    } catch (error) {
      if (isRepeated && write.treat404AsDone && error instanceof Failure && error.status === 404) {
        accept(entry, write, { answer: null, activityId: null });
      } else if (error instanceof Unreachable) isConnected.set(false);
      else if (isSignedOut(error)) {
        cache.recheckSession();
        wait(isRetryingNow ? 0 : 30_000);
      } else if (error instanceof Failure && error.isPassing && isWorthWaiting(entry, error))
        wait(delayFor(entry, error));
      else refuse(entry, error instanceof Failure ? error : new Failure(0, String(error), null));
    }
  }

  /**
   * Returns the response. Rejects with `Unreachable` if no response arrives within the time limit. The limit is needed,
   * because the network may not report that the server can no longer be reached.
   */
  function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      cancel = timers.after(timeoutMs, () => reject(new Unreachable("The server does not answer in time")));
    });
    return Promise.race([answer, late]).finally(() => cancel());
  }

  function releaseEntry({ id }: Entry): void {
    pending.set(pending.get().filter((each) => each.id !== id));
    settleWith(id, ({ reject }) => reject(new Error("No longer ours")));
    cache.invalidate(["all"]);
  }

  /**
   * Counts a temporary failure, and returns whether to send the write again later. If the server is overloaded or full,
   * always returns true. Otherwise, returns true until the write has failed {@link maxFailures} times.
   */
  function isWorthWaiting({ id }: Entry, { status }: Failure): boolean {
    const count = (failureCounts.get(id) ?? 0) + 1;
    failureCounts.set(id, count);
    return status === 429 || status === 503 || status === 507 || count < maxFailures;
  }

  function delayFor({ id }: Entry, { retryAfterMs }: Failure): number {
    return retryAfterMs ?? Math.min(timeoutMs, 500 * 2 ** (failureCounts.get(id) ?? 0));
  }

  function count(entry: Entry): void {
    const counted = { ...entry, attempts: entry.attempts + 1 };
    pending.set(pending.get().map((each) => (each.id === entry.id ? counted : each)));
    void store.keep(counted);
  }

  function accept(entry: Entry, write: AnyWrite, sent: Sent<unknown>): void {
    const provisional = (entry.variables as { id?: unknown } | null)?.id;
    if (write.createdId && typeof provisional === "string") store.setRealId(provisional, write.createdId(sent.answer));
    if (sent.activityId) {
      store.setRealId(entry.id, sent.activityId);
      refetchedKinds.set(sent.activityId, write.invalidates);
      const [oldest] = refetchedKinds.keys();
      if (refetchedKinds.size > maxRefetched && oldest !== undefined) refetchedKinds.delete(oldest);
    }
    const variables = resolveIds(entry.variables);
    const change = changeOf(write, variables);
    // A running refetch may not contain the write yet.
    cache.cancelReads(change);
    const effects = write.effects?.(variables) ?? [];
    cache.commitEffects(effects);
    if (sent.answer !== null) cache.keepFetched(write.fetched?.(sent.answer) ?? []);
    drop(entry);
    cache.markStale(change, new Set(effects.map(({ source }) => source)));
    scheduleRefetch(change);
    settleWith(entry.id, (each) => each.resolve(sent));
  }

  function refuse(entry: Entry, failure: Failure): void {
    const provisional = (entry.variables as { id?: unknown } | null)?.id;
    const hanging = pending
      .get()
      .filter(
        ({ id, variables }) => id !== entry.id && typeof provisional === "string" && mentions(variables, provisional),
      );
    const write = writeOf(entry);
    const lost = !write || write.createdId ? [entry, ...hanging] : [entry];
    for (const each of lost) {
      drop(each);
      settleWith(each.id, ({ reject }) => reject(failure));
    }
    scheduleRefetch(write ? changeOf(write, resolveIds(entry.variables)) : { kinds: ["all"] });
    for (const listener of refusals) listener({ entry, write, failure, lost: lost.length });
  }

  function wait(ms: number): void {
    const end = () => {
      pause = null;
      proceed();
    };
    pause = { cancel: timers.after(ms, end), isShort: ms <= 5_000 };
  }

  function scheduleRefetch(change: Change): void {
    if (change.kinds.length > 0) stale.push(change);
    if (sending === null) proceed();
  }

  /**
   * Handles a change that the live channel reports. Marks data as stale, unless this app made the change. While a write
   * is being sent, that write may be the reported change. So the decision then waits for the response.
   */
  function handleChange({ kinds, lists, activityId }: ReportedChange): void {
    const change = { kinds, lists, activityId };
    if (sending === null || activityId === null) markStaleUnlessOwn(change);
    else unattributed.push(change);
    // The refetch after the response to the own write already contains this change.
    const refetched = (activityId !== null && refetchedKinds.get(activityId)) || [];
    scheduleRefetch({ kinds: kinds.filter((kind) => !refetched.includes(kind)), lists });
  }

  function markStaleUnlessOwn({ activityId, ...change }: ReportedChange): void {
    const isOwn = activityId !== null && [...store.realIds.values()].includes(activityId);
    if (!isOwn) cache.markStale(change);
  }

  /** Sends the queue at once, because somebody has signed in. */
  function retryNow(): void {
    isRetryingNow = true;
    pause?.cancel();
    pause = null;
    proceed();
  }

  /**
   * Restores the stored queue. Call this once, before any write is queued. If writes are stored, calls `loadWrites`,
   * which loads the declarations of all writes. An empty queue needs no declarations.
   */
  async function restore(loadWrites: LoadWrites): Promise<void> {
    /**
     * Loads the declarations of all writes and then queues the stored writes. The queue refuses a stored write if its
     * declaration is missing.
     */
    const takeUp = async (left: readonly Entry[]): Promise<void> => {
      if (left.length === 0) return;
      try {
        for (const each of await loadWrites()) writes.set(each.name, each);
        insert(left);
      } catch {
        timers.after(5_000, () => void takeUp(left));
      }
    };
    await takeUp(await store.restore(takeUp));
    isConnected.watch(advance);
  }

  function insert(left: readonly Entry[]): void {
    const known = new Set(pending.get().map(({ id }) => id));
    const fresh = left.filter(({ id }) => !known.has(id));
    pending.set([...pending.get(), ...fresh].sort((a, b) => a.at - b.at));
    advance();
  }

  async function clear(): Promise<void> {
    for (const entry of pending.get()) drop(entry);
    await store.clear();
  }

  return {
    pending,
    writeOf,
    effectsOn,
    add,
    cancelUnsent,
    restore,
    clear,
    retryNow,
    handleChange,
    scheduleRefetch,
    /** Calls `listener` for each refused write. Returns a function that removes the listener. */
    onRefusal(listener: (refusal: Refusal) => void): () => void {
      refusals.add(listener);
      return () => refusals.delete(listener);
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

function changeOf({ invalidates, lists }: AnyWrite, variables: unknown): Change {
  return { kinds: invalidates, lists: lists?.(variables) };
}

function headersOf({ id, actingMember }: Entry): Record<string, string> {
  return { "Idempotency-Key": id, ...(actingMember === null ? {} : { "X-Acting-Member": actingMember }) };
}
