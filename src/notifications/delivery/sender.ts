/**
 * Sends queued deliveries. A row is marked `sending` on disk before a byte leaves, so what is in doubt after a crash is
 * known: at most as many rows as are sent at once. They go out again with the same ids.
 */

import { minute, second } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import { recheckOtherProcesses, writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import type { Log } from "#platform/http/log.ts";
import { reasons } from "../channels/reasons.ts";
import { Lanes } from "./lanes.ts";
import type { Outcome } from "./outcome.ts";
import {
  beginSending,
  cancelAll,
  type DueDelivery,
  dueIn,
  type Finish,
  finishDelivery,
  householdsWithQueue,
  nextDeliveryAfter,
  requeueSending,
} from "./store.ts";

/** Rows that are `sending`, including those that are answered but not yet committed. */
const atOnce = 12;
const perHousehold = 4;
/** Of one household at once. Some may wait for a target that is busy or broken. */
const maxRead = 40;
/** Answers are committed together: a commit costs a sync of the disk. */
const commitMs = 25;
const timeoutMs = 10 * second;
const longestWaitMs = 15 * second;
const maxPerSecond = 100;
/** Requests wait for a look at the queue. */
const sliceMs = 4;
const downMs = 15 * minute;
const retryAfterMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];
const jitter = 0.2;

export type Task = DueDelivery & { readonly householdId: string };

/** Null if the notice is not wanted any more. It never rejects. */
export type Send = ((signal: AbortSignal) => Promise<Outcome>) | null;

export type SenderOptions = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  /** False: nothing leaves, and what is queued is cancelled. */
  readonly isDelivering: boolean;
  /** Looks again whether the notice is wanted, and words it. */
  readonly prepare: (task: Task, now: Date) => Send;
  /** How many may be under way to one target of the kind. */
  readonly parallel: Readonly<Record<Task["kind"], number>>;
  /** In the transaction that stores the outcome. Returns false if the delivery is deleted. */
  readonly record: (task: Task, outcome: Outcome, now: Date) => boolean;
};

type Picked = { readonly task: Task; readonly send: Send };
type Answered = { readonly task: Task; readonly outcome: Outcome };

export class Sender {
  /** When each household has something to send, in milliseconds; in turn. */
  private readonly queue = new Map<string, number>();
  /** Households by the full target that they wait for: thousands may wait. */
  private readonly waiting = new Map<string, { readonly parallel: number; readonly households: Set<string> }>();
  private readonly lanes = new Lanes(perHousehold);
  private readonly aborts = new Set<AbortController>();
  private answered: Answered[] = [];
  private inFlight = 0;
  private cancelTimer: (() => void) | null = null;
  private cancelCommit: (() => void) | null = null;
  private sentTimes: number[] = [];
  private cancelWake: (() => void) | null = null;
  private phase: "new" | "running" | "stopping" | "stopped" = "new";
  private idle: (() => void)[] = [];

  constructor(private readonly options: SenderOptions) {}

  /** What a dead process was sending goes out again. */
  start(): void {
    const { db, clock, isDelivering } = this.options;
    const now = clock();
    // Without changes, neither of them writes to the disk.
    if (!isDelivering) return void this.write(() => cancelAll(db, "DELIVERY=off"));
    this.write(() => requeueSending(db, now));
    for (const id of householdsWithQueue(db)) this.queue.set(id, now.getTime());
    this.phase = "running";
    this.pump();
  }

  /** Call it after deliveries were queued. */
  wake(householdId: string): void {
    // What is queued before the start, the start finds. To send it now would make it look like a dead process's.
    if (this.phase !== "running") return;
    this.queue.set(householdId, this.options.clock().getTime());
    // Many households may be woken in a row.
    this.cancelWake ??= this.options.timers.after(0, () => {
      this.cancelWake = null;
      this.pump();
      recheckOtherProcesses(this.options.db);
    });
  }

  /** Resolves when nothing is due and nothing under way. */
  async settled(): Promise<void> {
    if (this.inFlight > 0 || this.answered.length > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  /** Gives what is under way up to `graceMs`. What is not answered by then stays `sending`. */
  async stop(graceMs: number): Promise<void> {
    this.phase = "stopping";
    this.cancelTimer?.();
    this.cancelWake?.();
    const timeout = Promise.withResolvers<void>();
    const cancel = this.options.timers.after(graceMs, timeout.resolve);
    await Promise.race([this.settled(), timeout.promise]);
    cancel();
    this.commit([]);
    this.cancelCommit?.();
    this.phase = "stopped";
    for (const abort of this.aborts) abort.abort();
  }

  private pump(): void {
    if (this.phase !== "running") return;
    try {
      const now = this.options.clock();
      this.commit(this.pick(now));
    } catch (error) {
      // A full disk, for example. The rows stay as they are.
      this.options.log.error(`notices could not be sent: ${error instanceof Error ? error.message : error}`);
    }
    this.schedule();
  }

  private schedule(): void {
    this.cancelTimer?.();
    if (this.phase !== "running" || this.queue.size + this.waiting.size === 0) return;
    const now = this.options.clock().getTime();
    // With no free place, an answer wakes the sender.
    const isFull = this.inFlight + this.answered.length >= atOnce;
    // What is waited for may have been cancelled, so that no answer comes.
    let next = now + (this.waiting.size > 0 && this.inFlight === 0 ? commitMs : longestWaitMs);
    if (!isFull) for (const at of this.queue.values()) next = Math.min(next, at);
    const wait = Math.max(next - now, this.inFlight > 0 || this.isAtRate(now) ? commitMs : 1);
    this.cancelTimer = this.options.timers.after(wait, () => {
      this.pump();
      recheckOtherProcesses(this.options.db);
    });
  }

  private pick(now: Date): Picked[] {
    const picked: Picked[] = [];
    const deadline = performance.now() + sliceMs;
    do {
      for (const [householdId, nextAt] of this.queue) {
        const isFull = this.countFree(picked) <= 0 || this.isAtRate(now.getTime());
        if (isFull || performance.now() > deadline) return picked;
        if (nextAt > now.getTime()) continue;
        this.queue.delete(householdId); // It goes to the end of the turn.
        this.pickIn(householdId, picked, now);
      }
    } while (this.wakeWaiting(now));
    return picked;
  }

  /** Returns whether a household was woken. What it waited for may be cancelled, so the next one may get the place. */
  private wakeWaiting(now: Date): boolean {
    let hasWoken = false;
    for (const [target, { parallel, households }] of this.waiting) {
      let free = this.lanes.countFree(target, parallel, now.getTime());
      for (const id of households) {
        if (free-- <= 0) break;
        households.delete(id);
        this.queue.set(id, now.getTime());
        hasWoken = true;
      }
      if (households.size === 0) this.waiting.delete(target);
    }
    return hasWoken;
  }

  private wait(householdId: string, target: string, parallel: number): void {
    const known = this.waiting.get(target) ?? { parallel, households: new Set() };
    known.households.add(householdId);
    this.waiting.set(target, known);
  }

  private countFree(picked: readonly Picked[]): number {
    return atOnce - this.inFlight - this.answered.length - picked.filter(({ send }) => send).length;
  }

  private pickIn(householdId: string, picked: Picked[], now: Date): void {
    const taken = new Set<string>();
    const closed = new Set<string>();
    const waits: number[] = [];
    let due: DueDelivery[];
    let known: number;
    do {
      due = dueIn(this.options.db, householdId, now, { limit: maxRead, except: [...closed] });
      known = closed.size;
      for (const delivery of due) {
        const task = { ...delivery, householdId };
        if (closed.has(task.target) || taken.has(task.id)) continue;
        const { [task.kind]: parallel } = this.options.parallel;
        const hasPlace = this.countFree(picked) > 0;
        const wait = hasPlace ? this.lanes.enter(task, parallel, now.getTime()) : now.getTime();
        if (wait !== null) {
          closed.add(task.target);
          if (wait === "target") this.wait(householdId, task.target, parallel);
          // The household's own answer puts it back into the queue.
          waits.push(typeof wait === "number" ? wait : Number.POSITIVE_INFINITY);
          continue;
        }
        const send = this.prepare(task, now);
        if (send) this.sentTimes.push(now.getTime());
        else this.lanes.leave(task);
        taken.add(task.id);
        picked.push({ task, send });
      }
      // What waits for one target must not hide what others could take.
    } while (due.length === maxRead && closed.size > known && this.countFree(picked) > 0);
    this.requeueLater(householdId, due.length, waits, now);
  }

  /** One notice that cannot be read must not keep the others from being sent. */
  private prepare(task: Task, now: Date): Send {
    if (task.expiresAt <= now.toISOString()) return null;
    try {
      return this.options.prepare(task, now);
    } catch (error) {
      this.options.log.error(`a notice could not be read: ${error instanceof Error ? error.message : error}`);
      const outcome: Outcome = { kind: "retry", status: null, reason: reasons.unreadable, afterMs: null };
      return () => Promise.resolve(outcome);
    }
  }

  /** `waits`: when to look again at what is due and found no place; infinite: when another delivery ends. */
  private requeueLater(householdId: string, dueCount: number, waits: readonly number[], now: Date): void {
    const later = nextDeliveryAfter(this.options.db, householdId, now) ?? Number.POSITIVE_INFINITY;
    // Picked rows count as queued until the commit, so look again soon.
    const soon = dueCount > 0 && waits.length === 0 ? now.getTime() + commitMs : later;
    const next = Math.min(soon, later, ...waits);
    if (Number.isFinite(next)) this.queue.set(householdId, next);
  }

  /** One transaction stores the answers so far, and marks what is sent next. */
  private commit(picked: readonly Picked[]): void {
    const { db, clock } = this.options;
    const { answered } = this;
    if (picked.length + answered.length === 0) return;
    this.cancelCommit?.();
    this.cancelCommit = null;
    const started: { task: Task; send: NonNullable<Send> }[] = [];
    const now = clock();
    try {
      this.write(() => {
        for (const { task, outcome } of answered) this.store(task, outcome, now);
        for (const { task, send } of picked) {
          if (!send) finishDelivery(db, task.householdId, task.id, unwanted(task, now));
          else if (beginSending(db, task.householdId, task.id)) started.push({ task, send });
          else {
            this.lanes.leave(task); // Another process changed it.
            this.queue.set(task.householdId, now.getTime());
          }
        }
      });
    } catch (error) {
      for (const { task, send } of picked) if (send) this.lanes.leave(task);
      const failed = [...picked.map(({ task }) => task.householdId), ...this.queue.keys()];
      for (const { households } of this.waiting.values()) failed.push(...households);
      this.waiting.clear();
      for (const id of failed) this.queue.set(id, now.getTime() + longestWaitMs);
      this.scheduleCommit();
      throw error;
    }
    this.answered = this.answered.filter((each) => !answered.includes(each));
    for (const { task, outcome } of answered) {
      this.lanes.leave(task, outcome, now.getTime(), downMs);
      this.queue.set(task.householdId, now.getTime());
    }
    for (const { task, send } of started) this.send(task, send);
    if (this.inFlight === 0 && this.answered.length === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  private send(task: Task, send: NonNullable<Send>): void {
    this.inFlight++;
    const abort = new AbortController();
    this.aborts.add(abort);
    let isTimedOut = false;
    const cancelTimeout = this.options.timers.after(timeoutMs, () => {
      isTimedOut = true;
      abort.abort();
    });
    void send(abort.signal).then((answer) => {
      cancelTimeout();
      this.aborts.delete(abort);
      // The next start sends it again.
      if (this.phase === "stopped") return;
      const outcome = isTimedOut && answer.kind === "retry" ? { ...answer, reason: reasons.slow } : answer;
      this.inFlight--;
      if (isTimedOut) this.lanes.noteTimeout(task.target, this.options.clock().getTime());
      this.answered.push({ task, outcome });
      this.scheduleCommit();
    });
  }

  private scheduleCommit(): void {
    this.cancelCommit ??= this.options.timers.after(commitMs, () => {
      this.cancelCommit = null;
      if (this.phase === "running") this.pump();
      else this.commit([]);
      recheckOtherProcesses(this.options.db);
    });
  }

  private store(task: Task, outcome: Outcome, now: Date): void {
    const isKept = this.options.record(task, outcome, now);
    if (isKept) finishDelivery(this.options.db, task.householdId, task.id, finishFor(task, outcome, now));
  }

  private isAtRate(now: number): boolean {
    this.sentTimes = this.sentTimes.filter((at) => at > now - second && at <= now);
    return this.sentTimes.length >= maxPerSecond;
  }

  private write(change: () => void): void {
    writeUncached(this.options.db, () => transact(this.options.db, change));
  }
}

function unwanted({ expiresAt, nextAt }: DueDelivery, now: Date): Finish {
  const state = Date.parse(expiresAt) <= now.getTime() ? "expired" : "cancelled";
  return { state, nextAt: new Date(nextAt), status: null, error: null, sentAt: null };
}

function finishFor({ attempts, expiresAt, nextAt }: DueDelivery, outcome: Outcome, now: Date): Finish {
  const { status } = outcome;
  if (outcome.kind === "ok") return { state: "sent", nextAt: new Date(nextAt), status, error: null, sentAt: now };
  const ended = { status, error: outcome.reason, sentAt: null, nextAt: new Date(nextAt) };
  if (outcome.kind === "refused" || outcome.kind === "gone") return { ...ended, state: "failed" };
  const wait = outcome.kind === "down" ? downMs : (outcome.afterMs ?? retryDelay(attempts));
  const next = new Date(now.getTime() + wait);
  return next.toISOString() >= expiresAt ? { ...ended, state: "failed" } : { ...ended, state: "queued", nextAt: next };
}

/** `attempts` before this one. */
function retryDelay(attempts: number): number {
  const base = retryAfterMs[Math.min(attempts, retryAfterMs.length - 1)] ?? 0;
  return base * (1 - jitter + 2 * jitter * Math.random());
}
