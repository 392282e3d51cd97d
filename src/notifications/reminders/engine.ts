/**
 * Creates the notices of each household when a reminder is due and after changes. Keeps the next due times in memory.
 */

import { readAfterLoading } from "#lib/concurrency.ts";
import { messageOf } from "#lib/errors.ts";
import { minute, second } from "#lib/time.ts";
import { detectWrites, unattributedChangeCount, writeUncached } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import { DataGoneError } from "#platform/db/files.ts";
import type { Deps } from "#platform/deps.ts";
import { RunLoop } from "#platform/jobs/run-loop.ts";
import type { NewNotice } from "../notices/notice.ts";
import { listProgress, saveDecidedUntil } from "./decided-until.store.ts";
import { commitPlan, type OpenChannel, planReminders, type ReminderPlan } from "./plan.ts";
import type { ChangeUrgency } from "./urgency.ts";

/** Shortest time between two reads of the same household after changes. One read takes some milliseconds. */
const cooldownMs = 250;
/** Delay of the read after changes that are not urgent. All changes during the delay need only one read. */
const laterMs = minute;
/** Number of households handled without a pause, because requests have to wait until the pause. */
const householdsPerSlice = 25;
const sliceMs = 2;
const retryMs = minute;
/** Maximum time in milliseconds for creating due notices while the server starts. */
const startMs = 2 * second;

type EngineOptions = Pick<Deps, "db" | "clock" | "timers" | "log" | "noticed"> & {
  /** Channels through which notices can be sent now. */
  readonly channelsOf: (householdId: string) => readonly OpenChannel[];
  /** Called after each commit. `dropped` is the number of reminders that were too old to become notices. */
  readonly onDecided: (householdId: string, notices: readonly NewNotice[], dropped: number, now: Date) => void;
};

/** State of one household. Instants are in milliseconds. */
type HouseholdState = {
  readonly revision: number;
  readonly decidedUntil: number;
  readonly nextAt: number;
  /** Value of `decidedUntil` in the database, or null. It may be out of date, because it is not written each time. */
  readonly stored: number | null;
  /** Whether the engine is creating notices of the household: true from the start of planning until the commit. */
  readonly isUndecided: boolean;
};

type Cooldown = { isChanged: boolean; readonly cancel: () => void };

export class ReminderEngine {
  private readonly states = new Map<string, HouseholdState>();
  /** Households that changed after their notices were last planned. */
  private readonly dirty = new Set<string>();
  /** Households read a short time ago because of a change, and not read again until their cooldown ends. */
  private readonly cooling = new Map<string, Cooldown>();
  /** Households whose calendars are being read in the background. */
  private readonly loading = new Set<string>();
  private lastState = -1;
  private isStopped = false;
  private readonly loop: RunLoop;

  constructor(private readonly options: EngineOptions) {
    const { db, clock, timers, log } = options;
    const decide = { run: () => this.runSlice(), next: () => this.nextTime() };
    this.loop = new RunLoop({ db, clock, timers, log, failureText: "reminders could not be decided", ...decide });
  }

  /** Starts the engine. Creates due notices for up to two seconds, and the rest in the background. */
  start(): void {
    this.readProgress();
    const deadline = performance.now() + startMs;
    while (performance.now() < deadline && this.decideSlice()) {
      // Continues until nothing is due.
    }
    if (this.hasDue()) this.loop.runSoon();
    else this.loop.wakeBy(this.nextTime());
  }

  /** Schedules a check for due reminders. Call this after each change of the household. */
  noteChange(householdId: string, urgency: ChangeUrgency): void {
    if (this.isStopped || urgency === "never") return;
    const known = this.states.get(householdId);
    if (urgency === "later" && known) {
      // The timer ends before that.
      this.states.set(householdId, { ...known, nextAt: Math.min(known.nextAt, this.now() + laterMs) });
      return;
    }
    this.markDirty(householdId);
    if (!this.cooling.has(householdId)) this.loop.runSoon();
  }

  run(): void {
    this.endCooldowns();
    this.loop.cancelTimer();
    this.readOtherProcesses();
    while (this.decideSlice()) {
      // Continues until nothing is due.
    }
    this.loop.wakeBy(this.nextTime());
  }

  stop(): void {
    this.isStopped = true;
    this.loop.stop();
    this.endCooldowns();
    this.saveProgress();
  }

  private runSlice(): void {
    this.readOtherProcesses();
    if (this.decideSlice()) this.loop.runSoon();
  }

  private nextTime(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { nextAt } of this.states.values()) if (nextAt < next) next = nextAt;
    return next;
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
      if (cooldown.isChanged) this.loop.runSoon();
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
    if (this.loop.isSleeping) return;
    for (const [id, { nextAt, decidedUntil }] of this.states) {
      // A clock that was put back leaves `decidedUntil` ahead.
      if ((nextAt <= now || decidedUntil > now) && !this.loading.has(id)) yield id;
    }
  }

  /** Creates the notices of some households. Returns true if there are further households with due reminders. */
  private decideSlice(): boolean {
    const now = this.options.clock();
    const deadline = performance.now() + sliceMs;
    const planned: ReminderPlan[] = [];
    for (const id of this.due(now.getTime())) {
      if (this.dirty.delete(id)) this.coolDown(id);
      const plan = this.plan(id, now);
      if (plan) planned.push(plan);
      if (planned.length >= householdsPerSlice || performance.now() > deadline) break;
    }
    if (planned.length > 0) this.commit(planned, now);
    return this.hasDue();
  }

  /**
   * Plans the notices of a household. Returns null in three cases: the household was deleted; its calendars are still
   * being read, and the plan is committed afterwards; or an error occurred, and the engine tries again later.
   */
  private plan(id: string, now: Date): ReminderPlan | null {
    const { db, clock, channelsOf } = this.options;
    const known = this.states.get(id);
    if (!known) return null;
    this.states.set(id, {
      ...known,
      nextAt: now.getTime() + retryMs,
      decidedUntil: Math.min(known.decidedUntil, now.getTime()),
      isUndecided: true,
    });
    const decidedUntil = known.stored === null ? null : known.decidedUntil;
    try {
      const planned = readAfterLoading(id, () => planReminders(db, id, decidedUntil, clock(), channelsOf(id)));
      if (!(planned instanceof Promise)) return planned;
      this.loading.add(id);
      void this.commitLoaded(id, planned);
    } catch (error) {
      this.logFailure(id, error);
    }
    return null;
  }

  private async commitLoaded(id: string, planned: Promise<ReminderPlan>): Promise<void> {
    try {
      const plan = await planned;
      if (!this.isStopped) this.commit([plan], new Date(plan.decidedUntil));
    } catch (error) {
      if (!this.isStopped) this.logFailure(id, error);
    } finally {
      this.loading.delete(id);
      if (this.dirty.has(id)) this.loop.runSoon();
    }
  }

  private logFailure(id: string, error: unknown): void {
    this.options.log.error(`reminders of household ${id} could not be decided: ${messageOf(error)}`);
  }

  /** Commits the plans, but writes only those with new notices, because each write waits for the disk. */
  private commit(planned: readonly ReminderPlan[], now: Date): void {
    const { db, noticed, onDecided } = this.options;
    const written = planned.filter(
      ({ householdId, notices, snoozed }) =>
        notices.length + snoozed.length > 0 || this.states.get(householdId)?.stored === null,
    );
    const results = new Map<ReminderPlan, NewNotice[] | null>();
    try {
      if (written.length > 0) {
        writeUncached(db, () =>
          transact(db, () => {
            for (const each of written) results.set(each, commitPlan(db, each, now));
          }),
        );
      }
    } catch (error) {
      for (const { householdId } of planned) this.markDirty(householdId);
      throw error;
    }
    for (const each of planned) {
      const { householdId, revision, decidedUntil, nextAt, dropped, snoozed } = each;
      const made = results.get(each);
      if (made === null) {
        this.markDirty(householdId); // Another process changed it.
        continue;
      }
      const stored = made === undefined ? (this.states.get(householdId)?.stored ?? null) : decidedUntil;
      this.states.set(householdId, { revision, decidedUntil, nextAt, stored, isUndecided: false });
      if (this.loop.isSleeping) this.loop.wakeBy(nextAt);
      const memberIds = [
        ...new Set([...(made ?? []).map(({ memberId }) => memberId), ...snoozed.map(({ notice }) => notice.memberId)]),
      ];
      if (memberIds.length > 0) noticed.emit({ householdId, memberIds });
      if (made !== undefined || dropped > 0) onDecided(householdId, made ?? [], dropped, now);
    }
  }

  private readProgress(): void {
    const { db, clock } = this.options;
    const now = clock().getTime();
    const present = new Set<string>();
    for (const { id, revision, decidedUntil: stored } of listProgress(db)) {
      present.add(id);
      const known = this.states.get(id);
      if (!known) {
        this.states.set(id, { revision, decidedUntil: stored ?? now, nextAt: now, stored, isUndecided: true });
        this.loop.cancelTimer();
      } else if (known.revision !== revision) this.dirty.add(id);
    }
    for (const id of this.states.keys()) if (!present.has(id)) this.states.delete(id);
    this.lastState = unattributedChangeCount(db);
  }

  private readOtherProcesses(): void {
    const { db } = this.options;
    detectWrites(db, { checksOtherProcesses: true });
    if (unattributedChangeCount(db) !== this.lastState) this.readProgress();
  }

  /** Saves how far reminders have become notices, so that the next start has to read less of the past. */
  private saveProgress(): void {
    const { db, clock, log } = this.options;
    const now = clock().getTime();
    const settled = [...this.states].filter(([id, { stored, nextAt, isUndecided }]) => {
      return stored !== null && stored < now && nextAt > now && !isUndecided && !this.dirty.has(id);
    });
    if (settled.length === 0) return;
    try {
      writeUncached(db, () =>
        transact(db, () => {
          for (const [id] of settled) saveDecidedUntil({ db, householdId: id }, now);
        }),
      );
    } catch (error) {
      if (error instanceof DataGoneError) return; // That was logged before.
      log.error(`the reminders' clock was not saved: ${messageOf(error)}`);
    }
  }
}
