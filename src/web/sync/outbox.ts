/**
 * The writes that the server does not have yet: kept on the device, sent one by one in the order in which they were made, each
 * under an idempotency key of its own, so that each arrives exactly once. Until then they are folded over what the server says.
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

/** One write on its way. */
export type Entry = kept.Entry;

/** What becomes of an entry. */
export type Handle<Answer> = {
  readonly id: string;
  /** Once the server has it. Rejects where it refuses, or where it is taken back before. */
  readonly done: Promise<Sent<Answer>>;
};

/** What the server would not take: the entry is gone from the queue, and so are those that hung on it (`lost` in all). */
export type Refusal = { readonly entry: Entry; readonly failure: Failure; readonly lost: number };

/** A change that the live channel reports. */
type Change = { readonly kinds: readonly Kind[]; readonly activityId: string | null };

type Waiting = { resolve(sent: Sent<unknown>): void; reject(reason: unknown): void };

/** How long an answer may take; the same write may be sent again after that, and arrives once all the same. */
const patienceMs = 30_000;
const pending = createStore<readonly Entry[]>([]);
const refusals = new Set<(refusal: Refusal) => void>();
const waiting = new Map<string, Waiting>();
/** How often the server has failed at an entry by itself; that nobody answered does not count. */
const troubles = new Map<string, number>();
/** After so many, what follows is not to wait any longer. */
const mostTroubles = 8;
/** Changes heard of while a write was on its way, whose answer may come after the report of its own change. */
const undecided: Change[] = [];
/** What is to be read again once nothing is being sent. */
const stale = new Set<Kind>();
let sending: string | null = null;
/** Whether somebody has signed in while a write was on its way as nobody's. */
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

/** Queues a write for `actingMember` (null: for whoever is signed in). */
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
  done.catch(() => {}); // Told as a refusal; who waits for it hears it as well.
  pending.set([...pending.get(), entry]);
  void kept.keep(entry);
  advance();
  return { id: entry.id, done: done as Promise<Sent<Answer>> };
}

/** Later than all before: two of one millisecond would come back from the device in any order. */
function nextAt(): number {
  const last = pending.get().at(-1)?.at ?? 0;
  return Math.max(Date.now(), last + 1);
}

/** Takes an entry back that has not been sent. False where it is too late for that. */
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

/** Sends what waits, if nothing is being sent and the server answers. */
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

/** Goes on with the next one. Only once there is none is read what has changed: each read between two would delay the rest. */
function proceed(): void {
  advance();
  if (sending !== null || pause?.isShort || stale.size === 0) return;
  const kinds = [...stale];
  stale.clear();
  reread(kinds);
}

async function attempt(entry: Entry): Promise<void> {
  if (entry.holder !== cacheOwner()) void kept.forget(entry.id); // Who did it has gone; nobody else sends it.
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

/** No network tells that the other end has vanished; whatever waits behind would wait for minutes. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable("The server does not answer in time")), patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** It is not this page's to send, and nothing is told of it here. */
function leave({ id }: Entry): void {
  pending.set(pending.get().filter((each) => each.id !== id));
  settleWith(id, ({ reject }) => reject(new Error("No longer ours")));
  invalidate(["all"]);
}

/** A server that has too much to do, no room, or is just going says nothing about the write itself. */
function isWorthWaiting({ id }: Entry, { status }: Failure): boolean {
  const count = (troubles.get(id) ?? 0) + 1;
  troubles.set(id, count);
  return status === 429 || status === 503 || status === 507 || count < mostTroubles;
}

function delayFor({ id }: Entry, { retryAfterMs }: Failure): number {
  return retryAfterMs ?? Math.min(patienceMs, 500 * 2 ** (troubles.get(id) ?? 0));
}

/** Notes on the device that it may have arrived, before it leaves. */
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
  // What is being read now may not have it yet, and would take it off the screen again.
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

/** Reads these kinds again: at once, or when all that is being sent has arrived. Its answers say what they made before that. */
function readSoon(kinds: readonly Kind[]): void {
  for (const kind of kinds) stale.add(kind);
  if (sending === null) proceed();
}

/** Takes note of a change that the live channel reports. Which of them are this page's own, a write on its way may still tell. */
function hear(change: Change): void {
  if (sending === null || change.activityId === null) outdateUnlessOwn(change);
  else undecided.push(change);
  readSoon(change.kinds);
}

/** This page's own writes are folded into the cached answers already. */
function outdateUnlessOwn({ kinds, activityId }: Change): void {
  const isOwn = activityId !== null && [...kept.realIds.values()].includes(activityId);
  if (!isOwn) outdate(kinds);
}

/** Sends at once what waits for a better moment: somebody has signed in again. */
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

/** Forgets everything: for signing out. */
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
  /** Hears of what the server would not take; answers how to stop. */
  onRefusal(listener: (refusal: Refusal) => void): () => void {
    refusals.add(listener);
    return () => refusals.delete(listener);
  },
};
