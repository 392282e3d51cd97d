/**
 * The queue of writes that the server does not have yet. It is stored on the device and sent one by one in order, each write under
 * its own idempotency key, so that each is applied exactly once. Until then, the effects of the writes are folded over the
 * server's answers. It is our own: the libraries for it (TanStack's offline transactions and DB) are before 1.0 and tens of kB;
 * this takes 3.2 kB.
 */
import type { Sent } from "./api/client.ts";
import { Failure, isSignedOut, Unreachable } from "./api/failures.ts";
import { cacheOwner } from "./cache-owner.ts";
import { cancelReads, commitEffects, invalidate, outdate, recheckSession, reread } from "./client.ts";
import { isConnected } from "./connection.ts";
import { mentions, randomId, withRealIds } from "./ids.ts";
import * as kept from "./outbox-store.ts";
import type { Effect, Kind } from "./source.ts";
import { createStore } from "./store.ts";
import { type AnyWrite, type Write, writeNamed } from "./write.ts";

export type Entry = kept.Entry;

export type Handle<Answer> = {
  readonly id: string;
  /** Resolves once the server has accepted it. Rejects if the server refuses it, or if it is taken back before. */
  readonly done: Promise<Sent<Answer>>;
};

/** A write that the server refused. It is deleted from the queue with the entries that depend on it: `lost` in all. */
export type Refusal = { readonly entry: Entry; readonly failure: Failure; readonly lost: number };

type Change = { readonly kinds: readonly Kind[]; readonly activityId: string | null };

type Waiting = { resolve(sent: Sent<unknown>): void; reject(reason: unknown): void };

/** Time limit of a request; after it, the same write is sent again. */
const patienceMs = 30_000;
const pending = createStore<readonly Entry[]>([]);
const refusals = new Set<(refusal: Refusal) => void>();
const waiting = new Map<string, Waiting>();
/** How often the server failed at an entry. Missing answers do not count. */
const troubles = new Map<string, number>();
/** After so many failures an entry is refused, because others wait behind it. */
const mostTroubles = 8;
/** Changes reported while a write is being sent: the report of its own change may come before its answer. */
const undecided: Change[] = [];
/** Kinds to refetch once nothing is being sent. */
const stale = new Set<Kind>();
let sending: string | null = null;
/** True if somebody signed in while a write was being sent without a session. */
let isHurried = false;
let pause: { readonly timer: ReturnType<typeof setTimeout>; readonly isShort: boolean } | null = null;

const none: readonly Effect[] = [];
let grouped: { readonly entries: readonly Entry[]; readonly bySource: ReadonlyMap<string, readonly Effect[]> } | null =
  null;

/**
 * The effects of the pending writes on a source, in order. A write that another pending one takes back has none. The same array
 * while nothing is pending that changes this source.
 */
export function effectsOn(source: string): readonly Effect[] {
  const entries = pending.get();
  if (grouped?.entries !== entries) {
    const takenBack = new Set(entries.map(({ name, variables }) => writeNamed(name)?.undoes?.(variables)));
    const effects = entries
      .filter(({ id }) => !takenBack.has(id))
      .flatMap(({ name, variables }) => writeNamed(name)?.effects?.(named(variables)) ?? []);
    grouped = { entries, bySource: Map.groupBy(effects, (effect) => effect.source) };
  }
  return grouped.bySource.get(source) ?? none;
}

function named<Value>(variables: Value): Value {
  return withRealIds(variables, kept.realIds);
}

/** Queues a write as `actingMember`, or as the signed-in member if null. */
function add<Variables, Answer>(
  { name }: Write<Variables, Answer>,
  variables: Variables,
  actingMember: string | null = null,
): Handle<Answer> {
  const entry: Entry = {
    id: randomId(),
    name,
    variables,
    at: nextAt(),
    holder: cacheOwner(),
    actingMember,
    attempts: 0,
  };
  const done = new Promise<Sent<unknown>>((resolve, reject) => waiting.set(entry.id, { resolve, reject }));
  done.catch(() => {}); // Reported as a refusal, whether somebody awaits it or not.
  pending.set([...pending.get(), entry]);
  void kept.keep(entry);
  advance();
  return { id: entry.id, done: done as Promise<Sent<Answer>> };
}

/** Later than all before: two of the same millisecond would be restored in any order. */
function nextAt(): number {
  const last = pending.get().at(-1)?.at ?? 0;
  return Math.max(Date.now(), last + 1);
}

/** Removes an entry that was not sent yet. Returns false if it was. */
function takeBack(id: string): boolean {
  const entry = pending.get().find((each) => each.id === id);
  if (!entry || entry.id === sending || entry.attempts > 0) return false;
  drop(entry);
  settleWith(id, (each) => each.reject(new Error("Taken back")));
  return true;
}

function drop({ id }: Entry): void {
  troubles.delete(id);
  pending.set(pending.get().filter((each) => each.id !== id));
  void kept.forget(id);
}

function settleWith(id: string, settleOne: (waiting: Waiting) => void): void {
  const one = waiting.get(id);
  waiting.delete(id);
  if (one) settleOne(one);
}

/** Sends the next entry, if nothing is being sent and the server answers. */
function advance(): void {
  const [entry] = pending.get();
  if (sending !== null || pause !== null || !entry || !isConnected.get()) return;
  sending = entry.id;
  isHurried = false;
  void attempt(entry).finally(() => {
    sending = null;
    for (const change of undecided.splice(0)) outdateUnlessOwn(change);
    proceed();
  });
}

/** Sends the next entry. Refetches only if there is none: requests between two entries would delay the rest. */
function proceed(): void {
  advance();
  if (sending !== null || pause?.isShort || stale.size === 0) return;
  const kinds = [...stale];
  stale.clear();
  reread(kinds);
}

async function attempt(entry: Entry): Promise<void> {
  if (entry.holder !== cacheOwner()) void kept.forget(entry.id); // Its member has signed out; nobody else sends it.
  if (entry.holder !== cacheOwner() || !(await kept.isOurs(entry.id))) return leave(entry);
  if (!pending.get().some(({ id }) => id === entry.id)) return; // Forgotten meanwhile.
  const write = writeNamed(entry.name);
  if (!write) return refuse(entry, new Failure(0, "This app does not know such a change", null));
  const isRepeated = entry.attempts > 0;
  count(entry);
  try {
    accept(entry, write, await inTime(write.send(named(entry.variables), headersOf(entry))));
  } catch (error) {
    if (isRepeated && write.treat404AsDone && error instanceof Failure && error.status === 404) {
      accept(entry, write, { answer: null, activityId: null });
    } else if (error instanceof Unreachable) isConnected.set(false);
    else if (isSignedOut(error)) {
      recheckSession();
      wait(isHurried ? 0 : 30_000);
    } else if (error instanceof Failure && error.isPassing && isWorthWaiting(entry, error))
      wait(delayFor(entry, error));
    else refuse(entry, error instanceof Failure ? error : new Failure(0, String(error), null));
  }
}

/** No network reports that the other end has vanished; the entries behind would wait for minutes. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable("The server does not answer in time")), patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Drops an entry that another page sends. Nothing is reported here. */
function leave({ id }: Entry): void {
  pending.set(pending.get().filter((each) => each.id !== id));
  settleWith(id, ({ reject }) => reject(new Error("No longer ours")));
  invalidate(["all"]);
}

/** A server that is overloaded, full or stopping says nothing about the write itself. */
function isWorthWaiting({ id }: Entry, { status }: Failure): boolean {
  const count = (troubles.get(id) ?? 0) + 1;
  troubles.set(id, count);
  return status === 429 || status === 503 || status === 507 || count < mostTroubles;
}

function delayFor({ id }: Entry, { retryAfterMs }: Failure): number {
  return retryAfterMs ?? Math.min(patienceMs, 500 * 2 ** (troubles.get(id) ?? 0));
}

/** Stores that the entry may have arrived, before it is sent. */
function count(entry: Entry): void {
  const counted = { ...entry, attempts: entry.attempts + 1 };
  pending.set(pending.get().map((each) => (each.id === entry.id ? counted : each)));
  void kept.keep(counted);
}

function headersOf({ id, actingMember }: Entry): Record<string, string> {
  return { "Idempotency-Key": id, ...(actingMember === null ? {} : { "X-Acting-Member": actingMember }) };
}

function accept(entry: Entry, write: AnyWrite, sent: Sent<unknown>): void {
  const provisional = (entry.variables as { id?: unknown } | null)?.id;
  if (write.createdId && typeof provisional === "string") kept.setRealId(provisional, write.createdId(sent.answer));
  if (sent.activityId) kept.setRealId(entry.id, sent.activityId);
  // A running request may not contain it yet, and would take it off the screen again.
  cancelReads(write.invalidates);
  const effects = write.effects?.(named(entry.variables)) ?? [];
  commitEffects(effects);
  drop(entry);
  outdate(write.invalidates, new Set(effects.map(({ source }) => source)));
  readSoon(write.invalidates);
  settleWith(entry.id, (each) => each.resolve(sent));
}

function refuse(entry: Entry, failure: Failure): void {
  const provisional = (entry.variables as { id?: unknown } | null)?.id;
  const hanging = pending
    .get()
    .filter(
      ({ id, variables }) => id !== entry.id && typeof provisional === "string" && mentions(variables, provisional),
    );
  const write = writeNamed(entry.name);
  const lost = !write || write.createdId ? [entry, ...hanging] : [entry];
  for (const each of lost) {
    drop(each);
    settleWith(each.id, ({ reject }) => reject(failure));
  }
  readSoon(write?.invalidates ?? ["all"]);
  for (const listener of refusals) listener({ entry, failure, lost: lost.length });
}

function wait(ms: number): void {
  const end = () => {
    pause = null;
    proceed();
  };
  pause = { timer: setTimeout(end, ms), isShort: ms <= 5_000 };
}

/** Refetches these kinds: at once, or after the last entry is sent. */
function readSoon(kinds: readonly Kind[]): void {
  for (const kind of kinds) stale.add(kind);
  if (sending === null) proceed();
}

/** Handles a change that the live channel reports. Whether it is this page's own is unknown while a write is being sent. */
function hear(change: Change): void {
  if (sending === null || change.activityId === null) outdateUnlessOwn(change);
  else undecided.push(change);
  readSoon(change.kinds);
}

/** The cached answers contain this page's own writes already. */
function outdateUnlessOwn({ kinds, activityId }: Change): void {
  const isOwn = activityId !== null && [...kept.realIds.values()].includes(activityId);
  if (!isOwn) outdate(kinds);
}

/** Retries at once: somebody has signed in again. */
function hurry(): void {
  isHurried = true;
  if (pause) clearTimeout(pause.timer);
  pause = null;
  proceed();
}

/**
 * Takes up what an earlier page left unsent; once, before anything else is added. An entry may be of any screen: `loadWrites` is
 * called only if there are entries, because most pages start without.
 */
async function restore(loadWrites: () => Promise<unknown>): Promise<void> {
  /** Adds entries in the places that they have by their times. An entry whose write is not loaded would be refused. */
  const takeUp = async (left: readonly Entry[]): Promise<void> => {
    if (left.length === 0) return;
    try {
      await loadWrites();
      insert(left);
    } catch {
      setTimeout(() => takeUp(left), 5_000);
    }
  };
  await takeUp(await kept.restore(takeUp));
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
  await kept.clear();
}

/** The one outbox of this page. */
export const outbox = {
  pending,
  add,
  takeBack,
  restore,
  clear,
  hurry,
  hear,
  readSoon,
  /** Reports refusals. Returns how to stop. */
  onRefusal(listener: (refusal: Refusal) => void): () => void {
    refusals.add(listener);
    return () => refusals.delete(listener);
  },
};
