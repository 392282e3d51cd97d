/** Settles each household when a reminder is due, and after changes. Future reminders are in memory only. */

import { readAfterLoading } from "#lib/concurrency.ts";
import type { Signal } from "#lib/signal.ts";
import { minute, second } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import {
  detectWrites,
  recheckOtherProcesses,
  unattributedChangeCount,
  writeUncached,
} from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { DataGoneError } from "#platform/db/files.ts";
import type { Noticed } from "#platform/deps.ts";
import type { Log } from "#platform/http/log.ts";
import type { NewNotice } from "../notices/notice.ts";
import { listClocks, writeClock } from "./clock.store.ts";
import { commitSettlement, type OpenChannel, planSettlement, type Settlement } from "./settle.ts";
import type { Urgency } from "./urgency.ts";

/** The wall clock may jump, so no timer runs longer. */
const longestWaitMs = 15 * second;
/** Reading a household takes milliseconds, so changes cause it at most once in this time. */
const cooldownMs = 250;
/** A change that matters later than this is looked at then, together with others. */
const laterMs = minute;
/** A slice keeps other requests waiting, so it ends at one of these. */
const householdsPerSlice = 25;
const sliceMs = 2;
const retryMs = minute;
/** The start waits for what is due, but not longer. */
const startMs = 2 * second;

export type EngineOptions = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  /** Channels through which notices can be sent now. */
  readonly channelsOf: (householdId: string) => readonly OpenChannel[];
  readonly noticed: Signal<Noticed>;
  /** Called after the commit. */
  readonly onDecided: (householdId: string, notices: readonly NewNotice[], dropped: number, now: Date) => void;
};

/** Instants in milliseconds. */
type Known = {
  readonly revision: number;
  readonly settledTo: number;
  readonly nextAt: number;
  /** `settledTo` in the database; null: there is no row. */
  readonly stored: number | null;
  /** Planned since the last commit. */
  readonly isUndecided: boolean;
};

type Cooldown = { isChanged: boolean; readonly cancel: () => void };

export class ReminderEngine {
  private readonly known = new Map<string, Known>();
  /** Changed since they were settled. */
  private readonly dirty = new Set<string>();
  /** Settled after a change a moment ago. */
  private readonly cooling = new Map<string, Cooldown>();
  /** Their calendars are read in the background. */
  private readonly loading = new Set<string>();
  private cancelTimer: (() => void) | null = null;
  /** When the timer ends; null: any household may be due. */
  private wakeAt: number | null = null;
  private lastState = -1;
  private isRunning = false;
  private isStopped = false;

  constructor(private readonly options: EngineOptions) {}

  /** Settles what is due for up to two seconds, and the rest in the background. */
  start(): void {
    this.readClocks();
    const deadline = performance.now() + startMs;
    while (performance.now() < deadline && this.settleSlice()) {
      // Goes on until nothing is due.
    }
    if (this.hasDue()) this.wake();
    else this.schedule();
  }

  /** Call it after each change of the household. */
  touch(householdId: string, urgency: Urgency): void {
    if (this.isStopped || urgency === "never") return;
    const known = this.known.get(householdId);
    if (urgency === "later" && known) {
      // The timer ends before.
      this.known.set(householdId, { ...known, nextAt: Math.min(known.nextAt, this.now() + laterMs) });
      return;
    }
    this.markDirty(householdId);
    if (!this.cooling.has(householdId)) this.wake();
  }

  /** Settles everything that is due now. */
  run(): void {
    this.endCooldowns();
    this.wakeAt = null;
    this.readOtherProcesses();
    while (this.settleSlice()) {
      // Goes on until nothing is due.
    }
    this.schedule();
  }

  stop(): void {
    this.isStopped = true;
    this.cancelTimer?.();
    this.endCooldowns();
    this.saveClocks();
  }

  private wake(): void {
    if (this.isRunning || this.isStopped) return;
    this.isRunning = true;
    const step = () => {
      const isMore = !this.isStopped && this.tryStep();
      recheckOtherProcesses(this.options.db);
      if (isMore) setImmediate(step);
      else {
        this.isRunning = false;
        this.schedule();
      }
    };
    setImmediate(step);
  }

  private tryStep(): boolean {
    try {
      this.readOtherProcesses();
      return this.settleSlice();
    } catch (error) {
      this.options.log.error(`reminders could not be decided: ${error instanceof Error ? error.message : error}`);
      return false; // The next wake-up tries again.
    }
  }

  private schedule(): void {
    if (this.wakeAt !== null) return;
    let next = Number.POSITIVE_INFINITY;
    for (const { nextAt } of this.known.values()) if (nextAt < next) next = nextAt;
    this.wakeBy(next);
  }

  private wakeBy(instant: number): void {
    if (this.isStopped || (this.wakeAt !== null && this.wakeAt <= instant)) return;
    this.cancelTimer?.();
    const now = this.now();
    this.wakeAt = Math.min(instant, now + longestWaitMs);
    this.cancelTimer = this.options.timers.after(Math.max(this.wakeAt - now, 0), () => {
      this.wakeAt = null;
      this.wake();
    });
  }

  private now(): number {
    return this.options.clock().getTime();
  }

  private markDirty(householdId: string): void {
    this.dirty.add(householdId);
    const cooldown = this.cooling.get(householdId);
    if (cooldown) cooldown.isChanged = true;
  }

  private coolDown(householdId: string): void {
    this.cooling.get(householdId)?.cancel();
    const cancel = this.options.timers.after(cooldownMs, () => {
      this.cooling.delete(householdId);
      if (cooldown.isChanged) this.wake();
    });
    const cooldown: Cooldown = { isChanged: false, cancel };
    this.cooling.set(householdId, cooldown);
  }

  private endCooldowns(): void {
    for (const { cancel } of this.cooling.values()) cancel();
    this.cooling.clear();
  }

  private hasDue(): boolean {
    return !this.due(this.now()).next().done;
  }

  private *due(now: number): Generator<string> {
    for (const id of this.dirty) if (!this.cooling.has(id) && !this.loading.has(id)) yield id;
    if (this.wakeAt !== null) return;
    for (const [id, { nextAt, settledTo }] of this.known) {
      // A clock that was put back leaves `settledTo` ahead.
      if ((nextAt <= now || settledTo > now) && !this.loading.has(id)) yield id;
    }
  }

  /** Returns true if more is due. */
  private settleSlice(): boolean {
    const now = this.options.clock();
    const deadline = performance.now() + sliceMs;
    const planned: Settlement[] = [];
    for (const id of this.due(now.getTime())) {
      if (this.dirty.delete(id)) this.coolDown(id);
      const settlement = this.plan(id, now);
      if (settlement) planned.push(settlement);
      if (planned.length >= householdsPerSlice || performance.now() > deadline) break;
    }
    if (planned.length > 0) this.commit(planned, now);
    return this.hasDue();
  }

  /** Returns null if the household was deleted, or is loading, or if its data cannot be read: then it is tried again later. */
  private plan(id: string, now: Date): Settlement | null {
    const { db, clock, channelsOf } = this.options;
    const known = this.known.get(id);
    if (!known) return null;
    this.known.set(id, {
      ...known,
      nextAt: now.getTime() + retryMs,
      settledTo: Math.min(known.settledTo, now.getTime()),
      isUndecided: true,
    });
    const settledTo = known.stored === null ? null : known.settledTo;
    try {
      const planned = readAfterLoading(id, () => planSettlement(db, id, settledTo, clock(), channelsOf(id)));
      if (!(planned instanceof Promise)) return planned;
      this.loading.add(id);
      void this.commitLoaded(id, planned);
    } catch (error) {
      this.logFailure(id, error);
    }
    return null;
  }

  private async commitLoaded(id: string, planned: Promise<Settlement>): Promise<void> {
    try {
      const settlement = await planned;
      if (!this.isStopped) this.commit([settlement], new Date(settlement.settledTo));
    } catch (error) {
      if (!this.isStopped) this.logFailure(id, error);
    } finally {
      this.loading.delete(id);
      if (this.dirty.has(id)) this.wake();
    }
  }

  private logFailure(id: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : error;
    this.options.log.error(`reminders of household ${id} could not be decided: ${reason}`);
  }

  /** Writes only if something was decided: a write costs a sync of the disk. */
  private commit(planned: readonly Settlement[], now: Date): void {
    const { db, noticed, onDecided } = this.options;
    const written = planned.filter(
      ({ householdId, notices, snoozed }) =>
        notices.length + snoozed.length > 0 || this.known.get(householdId)?.stored === null,
    );
    const results = new Map<Settlement, NewNotice[] | null>();
    try {
      if (written.length > 0) {
        writeUncached(db, () =>
          transact(db, () => {
            for (const each of written) results.set(each, commitSettlement(db, each, now));
          }),
        );
      }
    } catch (error) {
      for (const { householdId } of planned) this.markDirty(householdId);
      throw error;
    }
    for (const each of planned) {
      const { householdId, revision, settledTo, nextAt, dropped, snoozed } = each;
      const made = results.get(each);
      if (made === null) {
        this.markDirty(householdId); // Another process changed it.
        continue;
      }
      const stored = made === undefined ? (this.known.get(householdId)?.stored ?? null) : settledTo;
      this.known.set(householdId, { revision, settledTo, nextAt, stored, isUndecided: false });
      if (this.wakeAt !== null) this.wakeBy(nextAt);
      const memberIds = [
        ...new Set([...(made ?? []).map(({ memberId }) => memberId), ...snoozed.map(({ notice }) => notice.memberId)]),
      ];
      if (memberIds.length > 0) noticed.emit({ householdId, memberIds });
      if (made !== undefined || dropped > 0) onDecided(householdId, made ?? [], dropped, now);
    }
  }

  private readClocks(): void {
    const { db, clock } = this.options;
    const now = clock().getTime();
    const present = new Set<string>();
    for (const { id, revision, settledTo: stored } of listClocks(db)) {
      present.add(id);
      const known = this.known.get(id);
      if (!known) {
        this.known.set(id, { revision, settledTo: stored ?? now, nextAt: now, stored, isUndecided: true });
        this.wakeAt = null;
      } else if (known.revision !== revision) this.dirty.add(id);
    }
    for (const id of this.known.keys()) if (!present.has(id)) this.known.delete(id);
    this.lastState = unattributedChangeCount(db);
  }

  private readOtherProcesses(): void {
    const { db } = this.options;
    detectWrites(db, { checksOtherProcesses: true });
    if (unattributedChangeCount(db) !== this.lastState) this.readClocks();
  }

  /** So that the next start looks back no further than needed. */
  private saveClocks(): void {
    const { db, clock, log } = this.options;
    const now = clock().getTime();
    const settled = [...this.known].filter(([id, { stored, nextAt, isUndecided }]) => {
      return stored !== null && stored < now && nextAt > now && !isUndecided && !this.dirty.has(id);
    });
    if (settled.length === 0) return;
    try {
      writeUncached(db, () =>
        transact(db, () => {
          for (const [id] of settled) writeClock(db, id, now);
        }),
      );
    } catch (error) {
      if (error instanceof DataGoneError) return; // It was reported.
      log.error(`the reminders' clock was not saved: ${error instanceof Error ? error.message : error}`);
    }
  }
}
