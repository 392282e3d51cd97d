import { yieldToEventLoop } from "#lib/concurrency.ts";
import { conflict } from "#lib/errors.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { raiseRevisionOf, record } from "#platform/activity/record.ts";
import { writeInHousehold, writeUncached } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import { findJob, scheduleJob } from "#platform/jobs/store.ts";
import type { Work } from "#platform/work.ts";
import { heavyWorkSemaphore } from "../calendars/heavy-work.ts";
import { PreviewBuilder } from "../ical/preview.ts";
import { eventsIn } from "../ical/read.ts";
import type { Remark } from "../ical/remarks.ts";
import type { Preview } from "../imports/model.ts";
import { type Applied, addCounts, applyStep, type Counts, noCounts, sayCounts, sumOf } from "./apply.ts";
import { CalendarError } from "./calendar-error.ts";
import {
  createCalendarFetch,
  type FetchCalendar,
  type FetchedCalendar,
  hostOf,
  type Network,
  toHttps,
} from "./fetch-calendar.ts";
import { isStale, nextRun } from "./jobs.ts";
import { holdUntilNext, isCovered, readMassDeletion } from "./mass-deletion.ts";
import { type ParsedCalendar, parseCalendar, readerVersion } from "./parsed-calendar.ts";
import { hasOutdatedDates, maxRemarks, type Plan, planUpdate, readEvents, type Step } from "./plan.ts";
import { RemoteReader, type RemoteReaderDeps } from "./remote-reader.ts";
import { type CalendarRow, type CalendarState, changeState } from "./rows.store.ts";
import { type Address, addressLocation, findRow, jobOf, type Run, runsOf, settingsOf } from "./store.ts";

const objectsPerWrite = 50;
/**
 * Target duration of one transaction in milliseconds. A limit on objects is not enough, because one object can have 500
 * events.
 */
const writeMs = 4;
const maxRuns = 50;

export type AddressPreview = Preview & {
  readonly name: string;
  readonly color: ColorKeyName | null;
  readonly everyHours: number | null;
};

type FetchResult = { readonly answer: FetchedCalendar; readonly incoming: ParsedCalendar; readonly started: Date };
type Loaded = FetchResult & { readonly url: string };
/** Calendar that has been read, with the plan of the calendar's update. The calendar's server is no longer needed. */
export type Prepared = Loaded & { readonly plan: Plan };

/**
 * Options of a refresh. `aborted` is the signal that aborts a scheduled refresh. `isAccepted` says that a person
 * confirmed the mass deletion.
 */
type RefreshOptions = { readonly aborted?: AbortSignal; readonly isAccepted?: boolean };

type RunOutcome = {
  readonly counts: Counts;
  readonly bytes: number;
  readonly error: string | null;
  /** Text for the log about the error. */
  readonly detail?: string;
  /** Whether the planned time of the next scheduled refresh stays the same. */
  readonly keepsSchedule?: boolean;
  readonly state: Partial<CalendarState>;
};

/**
 * Error code of a refresh that was interrupted because the process ended between two transactions. The next refresh
 * continues the work.
 */
const interruptedCode = "interrupted";
const heldCode = "held";

/** Refreshes followed calendars. Methods wait for the network, so never call them inside a transaction. */
export class Subscriptions extends RemoteReader<RemoteReaderDeps> {
  private readonly fetch: FetchCalendar;

  constructor(deps: RemoteReaderDeps, network: Network = {}) {
    super(deps, {
      maxWaiting: 10,
      tooManyText: "Too many calendars are being read",
      busyError: () => conflict("in_progress", "This calendar is being read"),
    });
    this.fetch = createCalendarFetch(deps.config, deps.timers, network);
  }

  addressOf(id: string, url: string): Address {
    return { sealed: this.secrets.seal(addressLocation(id), url), host: hostOf(url) };
  }

  private runHeavyWork<Result>(householdId: string, work: () => Promise<Result>): Promise<Result> {
    return heavyWorkSemaphore(this.deps.db).run({ id: `calendars ${householdId}`, householdId }, work);
  }

  private async load(householdId: string, address: string): Promise<Loaded> {
    const url = toHttps(address);
    const started = this.deps.clock();
    const { signal } = this.stopping;
    const answer = await this.fetch(url, null, signal);
    const { timeZone } = this.workOf(householdId);
    const read = () => parseCalendar(answer.bytes ?? new Uint8Array(), timeZone, signal);
    return { url, answer, incoming: await this.runHeavyWork(householdId, read), started };
  }

  /** Reads a calendar from a new address and plans its update, but writes nothing. @throws CalendarError */
  prepare(householdId: string, id: string, address: string): Promise<Prepared> {
    return this.runQueued(householdId, async () => {
      const loaded = await this.load(householdId, address);
      const known = { remarks: [], holdsMassDeletions: false };
      const { signal } = this.stopping;
      const makePlan = () => planUpdate(this.workOf(householdId), id, loaded.incoming, known, signal);
      const plan = await this.runHeavyWork(householdId, makePlan);
      return { ...loaded, plan };
    });
  }

  /** Reads the calendar at an address and returns a preview of its events. @throws CalendarError */
  async preview(householdId: string, address: string): Promise<AddressPreview> {
    const { url, incoming } = await this.runQueued(householdId, () => this.load(householdId, address));
    const work = this.workOf(householdId);
    const maker = new PreviewBuilder(work.now.getTime());
    maker.addRemarks(incoming.remarks);
    for (const { object } of incoming.objects) {
      const reading = readEvents(work, object);
      maker.add(
        reading,
        eventsIn(reading).map((event) => ({ event, isKnown: false, knownFor: null })),
      );
      await yieldToEventLoop();
    }
    const { color, everyHours } = incoming;
    return { name: nameOf(incoming, url), color, everyHours, ...maker.finish() };
  }

  /** Writes a prepared calendar. Must be called within `runExclusively`. */
  async store(householdId: string, id: string, { plan, ...read }: Prepared, isNew: boolean): Promise<void> {
    const outcome = await this.apply(householdId, id, plan, read, this.stopping.signal);
    this.saveOutcome(householdId, id, read.started, outcome, isNew);
  }

  /**
   * Reads a calendar again and updates its events. Stores errors of the calendar instead of throwing them. Must be
   * called within `runExclusively`.
   */
  async refresh(householdId: string, id: string, { aborted, isAccepted = false }: RefreshOptions = {}): Promise<void> {
    const signal = this.signalOf(aborted);
    await this.runQueued(householdId, async () => {
      const row = findRow({ db: this.deps.db, householdId }, id);
      if (!row) return;
      const started = this.deps.clock();
      const outcome = await this.read(householdId, row, { started, isAccepted }, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof CalendarError) return outcomeOfError(row, error, this.deps.clock(), aborted !== undefined);
        throw error;
      });
      this.saveOutcome(householdId, id, started, outcome, false);
    });
  }

  private async read(
    householdId: string,
    row: CalendarRow,
    { started, isAccepted }: { readonly started: Date; readonly isAccepted: boolean },
    signal: AbortSignal,
  ): Promise<RunOutcome> {
    const url = this.secrets.open(addressLocation(row.id), row.address);
    if (url === null) throw new CalendarError("address_lost");
    const work = this.workOf(householdId);
    const { timeZone } = work;
    const before = JSON.parse(row.remarks) as Remark[];
    const isComplete = !before.some(({ code }) => code === "calendar_full");
    const isUpToDate = unrecordedCounts(row) === null && isComplete && !hasOutdatedDates(work, row.id);
    const isKnown = isUpToDate && row.hash?.startsWith(fingerprintOf("", timeZone)) === true;
    const answer = await this.fetch(url, isKnown ? row : null, signal);
    const isSame = isKnown && answer.hash !== null && fingerprintOf(answer.hash, timeZone) === row.hash;
    if (isSame || answer.bytes === null) {
      const { etag, lastModified } = answer;
      const state = { ...this.successState(), etag, lastModified };
      return { counts: noCounts, bytes: answer.bytes?.byteLength ?? 0, error: null, state };
    }
    const { bytes } = answer;
    const incoming = await this.runHeavyWork(householdId, () => parseCalendar(bytes, timeZone, signal));
    const known = { remarks: before.filter(({ code }) => code !== "calendar_full"), holdsMassDeletions: true };
    const plan = await this.runHeavyWork(householdId, () => planUpdate(work, row.id, incoming, known, signal));
    const deletionBefore = readMassDeletion(row);
    const waiting = plan.massDeletion && holdUntilNext(deletionBefore, plan.massDeletion, started);
    const isConfirmed = isAccepted && plan.massDeletion !== null && isCovered(deletionBefore, plan.massDeletion);
    if (waiting !== null && !isConfirmed) {
      const state = { ...this.successState(), held: JSON.stringify(waiting) };
      return { counts: noCounts, bytes: answer.bytes.byteLength, error: heldCode, state };
    }
    return this.apply(householdId, row.id, plan, { answer, incoming, started }, signal);
  }

  private async apply(
    householdId: string,
    id: string,
    plan: Plan,
    { answer, incoming, started }: FetchResult,
    signal: AbortSignal,
  ): Promise<RunOutcome> {
    const bytes = answer.bytes?.byteLength ?? 0;
    const write = () => this.applySteps(householdId, id, plan.steps, { started, bytes }, signal);
    const done = await this.runHeavyWork(householdId, write);
    const { etag, lastModified } = answer;
    const hash = fingerprintOf(answer.hash ?? "", incoming.timeZone);
    const remarks = JSON.stringify([...done.remarks, ...plan.remarks].slice(0, maxRemarks));
    const state = { ...this.successState(), etag, lastModified, hash, remarks, askedHours: incoming.everyHours };
    return { counts: done.counts, bytes, error: null, state };
  }

  /**
   * Applies the steps of an update in several transactions. Each transaction writes complete objects, and records the
   * progress.
   */
  private async applySteps(
    householdId: string,
    id: string,
    steps: readonly Step[],
    about: { readonly started: Date; readonly bytes: number },
    signal: AbortSignal,
  ): Promise<Applied> {
    let counts = noCounts;
    const remarks: Remark[] = [];
    for (let at = 0; at < steps.length; ) {
      signal.throwIfAborted();
      await yieldToEventLoop();
      const work = this.workOf(householdId);
      const next = this.write(work, () => {
        const row = findRow(work, id);
        if (!row) return null;
        const people = settingsOf(row);
        const end = performance.now() + writeMs;
        let done = noCounts;
        const stepRemarks: Remark[] = [];
        let to = at;
        for (const step of steps.slice(at, at + objectsPerWrite)) {
          const applied = applyStep(work, id, step, people);
          done = addCounts(done, applied.counts);
          stepRemarks.push(...applied.remarks);
          to++;
          if (performance.now() > end) break;
        }
        const all = addCounts(counts, done);
        const isVisible = done.added + done.changed + done.deleted > 0;
        if (isVisible) raiseRevisionOf(work);
        const run = this.runOf(about, all, interruptedCode);
        if (sumOf(all) > 0) this.saveState(work, row, { runs: addRun(row, run, at > 0 && sumOf(counts) > 0) });
        return { to, all, stepRemarks };
      });
      if (next === null) break;
      at = next.to;
      counts = next.all;
      remarks.push(...next.stepRemarks);
    }
    return { counts, remarks };
  }

  private saveOutcome(householdId: string, id: string, started: Date, outcome: RunOutcome, isNew: boolean): void {
    const work = this.workOf(householdId);
    const { db, now } = work;
    const { counts, bytes, error } = outcome;
    const row = findRow(work, id);
    if (!row) return;
    const unrecorded = error === null ? (unrecordedCounts(row) ?? noCounts) : noCounts;
    const isRecorded = !isNew && sumOf(unrecorded) > 0;
    const after = { ...row, ...outcome.state };
    const isStateChanged =
      after.state !== row.state ||
      after.error !== row.error ||
      readMassDeletion(after)?.since !== readMassDeletion(row)?.since;
    const write = () => {
      const run = this.runOf({ started, bytes }, counts, error);
      this.saveState(work, row, { ...outcome.state, runs: addRun(row, run, sumOf(counts) > 0) });
      if (isStateChanged) raiseRevisionOf(work);
      if (isRecorded) {
        record(work, {
          action: "updated",
          subject: { type: "calendar", id, label: row.name },
          summary: sayCounts(row.name, unrecorded),
          changes: null,
          before: { followed: [{ id }] },
          after: { followed: [{ id, ...unrecorded }] },
        });
      }
      const keepsTurn = outcome.keepsSchedule === true || !findJob(db, jobOf(id));
      if (!keepsTurn) scheduleJob(db, jobOf(id), householdId, nextRun(after, now));
    };
    if (isStateChanged || isRecorded || sumOf(counts) > 0) this.write(work, write);
    else writeUncached(db, () => transact(db, write));
    if (isStateChanged || isRecorded || sumOf(counts) > 0) this.deps.committed.emit(work);
    const ms = now.getTime() - started.getTime();
    const done = error === null ? `${sumOf(counts)} in` : (outcome.detail ?? error);
    this.deps.log.info(`sync calendar ${id}: ${done}, ${ms} ms, ${Math.ceil(bytes / 1_024)} KB`);
  }

  /** Reschedules the next refresh after a change of the interval. Must run in a transaction. */
  reschedule(work: Work, id: string): void {
    const row = findRow(work, id);
    if (row && findJob(work.db, jobOf(id))) scheduleJob(work.db, jobOf(id), work.householdId, nextRun(row, work.now));
  }

  private successState(): Partial<CalendarState> {
    const heardAt = this.deps.clock().toISOString();
    return { heardAt, state: "fresh", error: null, failures: 0, held: null };
  }

  private runOf(
    { started, bytes }: { readonly started: Date; readonly bytes: number },
    counts: Counts,
    error: string | null,
  ): Run {
    const ms = Math.max(0, this.deps.clock().getTime() - started.getTime());
    return { at: started.toISOString(), ...counts, ms, bytes, error };
  }

  private saveState({ db, householdId }: Work, row: CalendarRow, change: Partial<CalendarState>): void {
    const { askedHours, etag, lastModified, hash, heardAt, state, error, failures, held, remarks, runs } = row;
    const before = { askedHours, etag, lastModified, hash, heardAt, state, error, failures, held, remarks, runs };
    changeState(db, { householdId, id: row.id, ...before, ...change });
  }

  private write<Result>(work: Work, change: () => Result): Result {
    return writeInHousehold(work.db, work.householdId, () => transact(work.db, change));
  }
}

export function createSubscriptions(deps: RemoteReaderDeps, network?: Network): Subscriptions {
  return new Subscriptions(deps, network);
}

/**
 * Returns the fingerprint of a response. The fingerprint includes the time zone, because the times of events depend on
 * the zone.
 */
function fingerprintOf(hash: string, timeZone: string): string {
  return `${readerVersion} ${timeZone} ${hash}`;
}

export function nameOf({ name }: ParsedCalendar, url: string): string {
  return name ?? hostOf(url);
}

/**
 * Returns the calendar's history of refreshes with `run` as the newest entry. If `isLast` is true, `run` continues the
 * newest refresh and replaces its entry.
 */
function addRun(row: CalendarRow, run: Run, isLast: boolean): string {
  const runs = runsOf(row);
  return JSON.stringify([run, ...(isLast ? runs.slice(1) : runs)].slice(0, maxRuns));
}

/**
 * Returns how many events were added, changed and deleted by refreshes that were interrupted since the last successful
 * refresh. No entry of activity mentions these events yet. Returns null if no refresh was interrupted.
 */
function unrecordedCounts(row: CalendarRow): Counts | null {
  const runs = runsOf(row);
  const end = runs.findIndex(({ error }) => error === null);
  const found = runs.slice(0, end < 0 ? undefined : end).filter(({ error }) => error === interruptedCode);
  return found.length === 0 ? null : found.reduce<Counts>(addCounts, noCounts);
}

/**
 * Returns the outcome of a failed refresh. Counts the failure only for a scheduled refresh: several failures make a
 * calendar stale, and people may retry often.
 */
function outcomeOfError(
  row: CalendarRow,
  { code, message: detail }: CalendarError,
  now: Date,
  isScheduled: boolean,
): RunOutcome {
  const failures = row.failures + Number(isScheduled);
  const isFailed = code === "address_lost" || row.state === "failed";
  const state = isFailed ? "failed" : isStale({ ...row, failures }, now) ? "stale" : row.state;
  const changed = { failures, error: code, state };
  return { counts: noCounts, bytes: 0, error: code, detail, keepsSchedule: !isScheduled, state: changed };
}
