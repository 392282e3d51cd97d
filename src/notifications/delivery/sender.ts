/**
 * Sends queued deliveries. The database row of a delivery is marked `sending` before the message is sent. If the
 * process crashes, nobody knows whether the messages of the marked rows were sent. All of these are sent again with the
 * same ids. A crash thus repeats only messages of marked rows.
 */

import { messageOf } from "#lib/errors.ts";
import { minute, second } from "#lib/time.ts";
import { spread, waitAtMost } from "#lib/timers.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { maxSleepMs, RunLoop } from "#platform/jobs/run-loop.ts";
import { reasons } from "../channels/reasons.ts";
import { DeliveryLimits } from "./delivery-limits.ts";
import { type Outcome, retry } from "./outcome.ts";
import {
  beginSending,
  cancelAll,
  type DeliveryResult,
  type DueDelivery,
  finishDelivery,
  householdsWithQueue,
  listDueDeliveries,
  nextDeliveryAfter,
  requeueSending,
} from "./store.ts";

/** Maximum of rows marked `sending`, including ended deliveries whose outcome is not committed yet. */
const maxConcurrent = 12;
const perHousehold = 4;
/** Maximum of one household's deliveries read at once. Some may wait for a service that is busy or down. */
const maxRead = 40;
/** Time in milliseconds for which outcomes are collected before one commit, because each commit waits for the disk. */
const commitMs = 25;
const timeoutMs = 10 * second;
const maxPerSecond = 100;
/** Maximum time in milliseconds for one read of the queue, because requests have to wait until its end. */
const sliceMs = 4;
const downMs = 15 * minute;
const retryAfterMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];
const jitter = 0.2;

export type QueuedDelivery = DueDelivery & { readonly householdId: string };

/** Function that sends one delivery and never rejects. Null if the notice is no longer due. */
export type Send = ((signal: AbortSignal) => Promise<Outcome>) | null;

type SenderOptions = Pick<Deps, "db" | "clock" | "timers" | "log"> & {
  /** Whether messages are sent. If false, all queued deliveries are cancelled. */
  readonly isDelivering: boolean;
  /** Checks whether the notice is still due, and composes its message. */
  readonly prepare: (delivery: QueuedDelivery, now: Date) => Send;
  /** Maximum number of concurrent deliveries to one service, by kind of channel. */
  readonly parallel: Readonly<Record<QueuedDelivery["kind"], number>>;
  /** Updates the channel in the transaction that stores the outcome. Returns false if the channel was deleted. */
  readonly record: (delivery: QueuedDelivery, outcome: Outcome, now: Date) => boolean;
};

type Picked = { readonly delivery: QueuedDelivery; readonly send: Send };
type Completed = { readonly delivery: QueuedDelivery; readonly outcome: Outcome };

export class Sender {
  /** Time of each household's next delivery in milliseconds. The first household is the next to be read. */
  private readonly queue = new Map<string, number>();
  /** Households that wait for a busy receiving service, by service. There may be thousands. */
  private readonly waiting = new Map<string, { readonly parallel: number; readonly households: Set<string> }>();
  private readonly limits = new DeliveryLimits(perHousehold);
  private readonly aborts = new Set<AbortController>();
  private completed: Completed[] = [];
  private inFlight = 0;
  private sentTimes: number[] = [];
  private phase: "new" | "running" | "stopping" | "stopped" = "new";
  private idleListeners: (() => void)[] = [];
  private readonly loop: RunLoop;

  constructor(private readonly options: SenderOptions) {
    const { db, clock, timers, log } = options;
    const send = { run: () => this.sendDue(clock()), next: () => this.nextTime(clock().getTime()) };
    this.loop = new RunLoop({ db, clock, timers, log, failureText: "notices could not be sent", ...send });
  }

  /** Starts the sender. It repeats deliveries of a crashed process, or cancels all if messages are turned off. */
  start(): void {
    const { db, clock, isDelivering } = this.options;
    const now = clock();
    // Without changes, neither of them writes to the disk.
    if (!isDelivering) return void this.write(() => cancelAll(db, "DELIVERY=off"));
    this.write(() => requeueSending(db, now));
    for (const id of householdsWithQueue(db)) this.queue.set(id, now.getTime());
    this.phase = "running";
    this.loop.run();
  }

  /** Wakes the sender. Call this after deliveries of the household were queued. */
  wake(householdId: string): void {
    // The start finds what was queued before it. If it were `sending` by then, it would be sent twice.
    if (this.phase !== "running") return;
    const now = this.options.clock().getTime();
    this.queue.set(householdId, now);
    this.loop.wakeBy(now);
  }

  /** Resolves when no delivery is running and the outcomes of all deliveries are committed. */
  async waitUntilIdle(): Promise<void> {
    if (this.inFlight > 0 || this.completed.length > 0)
      await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  /** Stops the sender, and waits up to `graceMs` for running deliveries. Unfinished rows stay marked `sending`. */
  async stop(graceMs: number): Promise<void> {
    this.phase = "stopping";
    await waitAtMost(this.options.timers, graceMs, this.waitUntilIdle(), null);
    this.loop.stop();
    this.commit([]);
    this.phase = "stopped";
    for (const abort of this.aborts) abort.abort();
  }

  private sendDue(now: Date): void {
    this.commit(this.phase === "running" ? this.pick(now) : []);
  }

  private nextTime(now: number): number | null {
    if (this.phase !== "running" || this.queue.size + this.waiting.size === 0) return null;
    // If all slots are taken, an outcome wakes the sender.
    const isFull = this.inFlight + this.completed.length >= maxConcurrent;
    // The delivery that a household waits for may have been cancelled, so that no outcome comes.
    let next = now + (this.waiting.size > 0 && this.inFlight === 0 ? commitMs : maxSleepMs);
    if (!isFull) for (const at of this.queue.values()) next = Math.min(next, at);
    return Math.max(next, now + (this.inFlight > 0 || this.isAtRate(now) ? commitMs : 1));
  }

  private pick(now: Date): Picked[] {
    const picked: Picked[] = [];
    const deadline = performance.now() + sliceMs;
    do {
      for (const [householdId, nextAt] of this.queue) {
        const isFull = this.countFree(picked) <= 0 || this.isAtRate(now.getTime());
        if (isFull || performance.now() > deadline) return picked;
        if (nextAt > now.getTime()) continue;
        this.queue.delete(householdId); // It goes to the end of the queue.
        this.pickIn(householdId, picked, now);
      }
    } while (this.wakeWaiting(now));
    return picked;
  }

  /** Queues households that wait for a service that can now receive more messages. Returns true if there are any. */
  private wakeWaiting(now: Date): boolean {
    let hasWoken = false;
    for (const [target, { parallel, households }] of this.waiting) {
      let free = this.limits.countFree(target, parallel, now.getTime());
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
    return maxConcurrent - this.inFlight - this.completed.length - picked.filter(({ send }) => send).length;
  }

  private pickIn(householdId: string, picked: Picked[], now: Date): void {
    const picking = new Set<string>();
    const fullTargets = new Set<string>();
    const waits: number[] = [];
    const { db } = this.options;
    let due: DueDelivery[];
    let known: number;
    do {
      due = listDueDeliveries({ db, householdId, now }, { limit: maxRead, exceptTargets: [...fullTargets] });
      known = fullTargets.size;
      for (const row of due) {
        const delivery = { ...row, householdId };
        if (fullTargets.has(delivery.target) || picking.has(delivery.id)) continue;
        const { [delivery.kind]: parallel } = this.options.parallel;
        const hasSlot = this.countFree(picked) > 0;
        const wait = hasSlot ? this.limits.acquire(delivery, parallel, now.getTime()) : now.getTime();
        if (wait !== null) {
          fullTargets.add(delivery.target);
          if (wait === "target") this.wait(householdId, delivery.target, parallel);
          // An outcome of the household itself puts it back into the queue.
          waits.push(typeof wait === "number" ? wait : Number.POSITIVE_INFINITY);
          continue;
        }
        const send = this.prepare(delivery, now);
        if (send) this.sentTimes.push(now.getTime());
        else this.limits.release(delivery);
        picking.add(delivery.id);
        picked.push({ delivery, send });
      }
      // Rows that wait for one target must not hide rows for other targets.
    } while (due.length === maxRead && fullTargets.size > known && this.countFree(picked) > 0);
    this.requeueLater(householdId, due.length, waits, now);
  }

  /**
   * Returns a function that sends a delivery. If the notice cannot be read, the function only asks for a later try, so
   * that other deliveries continue.
   */
  private prepare(delivery: QueuedDelivery, now: Date): Send {
    if (delivery.expiresAt <= now.toISOString()) return null;
    try {
      return this.options.prepare(delivery, now);
    } catch (error) {
      this.options.log.error(`a notice could not be read: ${messageOf(error)}`);
      return () => Promise.resolve(retry(reasons.unreadable));
    }
  }

  /**
   * Schedules the next read. `waits` has one value for each due delivery that was not sent: the time of its next try,
   * or infinity if the end of another delivery will start the next read.
   */
  private requeueLater(householdId: string, dueCount: number, waits: readonly number[], now: Date): void {
    const later = nextDeliveryAfter({ db: this.options.db, householdId, now }) ?? Number.POSITIVE_INFINITY;
    // Picked rows count as queued until the commit, so look again soon.
    const soon = dueCount > 0 && waits.length === 0 ? now.getTime() + commitMs : later;
    const next = Math.min(soon, later, ...waits);
    if (Number.isFinite(next)) this.queue.set(householdId, next);
  }

  /** Stores the outcomes of ended deliveries and marks the next rows as `sending`, in one transaction. */
  private commit(picked: readonly Picked[]): void {
    const { db, clock } = this.options;
    const { completed } = this;
    if (picked.length + completed.length === 0) return;
    const started: { delivery: QueuedDelivery; send: NonNullable<Send> }[] = [];
    const now = clock();
    try {
      this.write(() => {
        for (const { delivery, outcome } of completed) this.store(delivery, outcome, now);
        for (const { delivery, send } of picked) {
          const scope = { db, householdId: delivery.householdId };
          if (!send) finishDelivery(scope, delivery.id, toCancelled(delivery, now));
          else if (beginSending(scope, delivery.id)) started.push({ delivery, send });
          else {
            this.limits.release(delivery); // Another process changed it.
            this.queue.set(delivery.householdId, now.getTime());
          }
        }
      });
    } catch (error) {
      for (const { delivery, send } of picked) if (send) this.limits.release(delivery);
      const failed = [...picked.map(({ delivery }) => delivery.householdId), ...this.queue.keys()];
      for (const { households } of this.waiting.values()) failed.push(...households);
      this.waiting.clear();
      for (const id of failed) this.queue.set(id, now.getTime() + maxSleepMs);
      this.commitSoon();
      throw error;
    }
    this.completed = this.completed.filter((each) => !completed.includes(each));
    for (const { delivery, outcome } of completed) {
      this.limits.release(delivery, outcome, now.getTime(), downMs);
      this.queue.set(delivery.householdId, now.getTime());
    }
    for (const { delivery, send } of started) this.send(delivery, send);
    if (this.inFlight === 0 && this.completed.length === 0)
      for (const resolve of this.idleListeners.splice(0)) resolve();
  }

  private send(delivery: QueuedDelivery, send: NonNullable<Send>): void {
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
      if (isTimedOut) this.limits.recordTimeout(delivery.target, this.options.clock().getTime());
      this.completed.push({ delivery, outcome });
      this.commitSoon();
    });
  }

  private commitSoon(): void {
    this.loop.wakeBy(this.options.clock().getTime() + commitMs);
  }

  private store(delivery: QueuedDelivery, outcome: Outcome, now: Date): void {
    const scope = { db: this.options.db, householdId: delivery.householdId };
    const isKept = this.options.record(delivery, outcome, now);
    if (isKept) finishDelivery(scope, delivery.id, toResult(delivery, outcome, now));
  }

  private isAtRate(now: number): boolean {
    this.sentTimes = this.sentTimes.filter((at) => at > now - second && at <= now);
    return this.sentTimes.length >= maxPerSecond;
  }

  private write(change: () => void): void {
    writeUncached(this.options.db, () => transact(this.options.db, change));
  }
}

function toCancelled({ expiresAt, nextAt }: DueDelivery, now: Date): DeliveryResult {
  const state = Date.parse(expiresAt) <= now.getTime() ? "expired" : "cancelled";
  return { state, nextAt, status: null, error: null, sentAt: null };
}

function toResult({ attempts, expiresAt, nextAt }: DueDelivery, outcome: Outcome, now: Date): DeliveryResult {
  const { status } = outcome;
  if (outcome.kind === "ok") return { state: "sent", nextAt, status, error: null, sentAt: now.toISOString() };
  const failed = { state: "failed", nextAt, status, error: outcome.reason, sentAt: null } as const;
  if (outcome.kind === "refused" || outcome.kind === "gone") return failed;
  const wait = outcome.kind === "down" ? downMs : (outcome.afterMs ?? retryDelay(attempts));
  const next = new Date(now.getTime() + wait).toISOString();
  return next >= expiresAt ? failed : { ...failed, state: "queued", nextAt: next };
}

/** Returns the delay in milliseconds before the next attempt. `attempts` is the number of earlier attempts. */
function retryDelay(attempts: number): number {
  const base = retryAfterMs[Math.min(attempts, retryAfterMs.length - 1)] ?? 0;
  return spread(base, jitter, Math.random());
}
