import { yieldToEventLoop } from "#lib/concurrency.ts";
import { conflict } from "#lib/errors.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { raiseRevisionOf } from "#platform/activity/record.ts";
import { writeInHousehold } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import { findJob, scheduleJob } from "#platform/jobs/store.ts";
import type { Work } from "#platform/work.ts";
import { heavyWorkSemaphore } from "../calendars/heavy-work.ts";
import { PreviewBuilder } from "../ical/preview.ts";
import { eventsIn } from "../ical/read.ts";
import type { Remark } from "../ical/remarks.ts";
import type { Preview } from "../imports/model.ts";
import { type Applied, addCounts, applyStep, noCounts, sayCounts, sumOf } from "./apply.ts";
import {
  createCalendarFetch,
  type FetchCalendar,
  type FetchedCalendar,
  hostOf,
  type Network,
  toHttps,
} from "./fetch-calendar.ts";
import { nextRun } from "./jobs.ts";
import { holdUntilNext, readMassDeletion } from "./mass-deletion.ts";
import type { Counts } from "./model.ts";
import { type ParsedCalendar, parseCalendar, readerVersion } from "./parsed-calendar.ts";
import { hasOutdatedDates, type Plan, type PlanOptions, planUpdate, readEvents, type Step } from "./plan.ts";
import { RemoteError } from "./remote.ts";
import { failureState, RemoteReader, type RemoteReaderDeps, successState } from "./remote-reader.ts";
import {
  addRun,
  type CalendarRow,
  calendars,
  maxRemarks,
  peopleOf,
  recordCalendar,
  remarksOf,
  runsOf,
} from "./rows.store.ts";
import { type Address, addressLocation, findRow, jobOf } from "./store.ts";

const objectsPerWrite = 50;
/**
 * Target duration of one transaction in milliseconds. A limit on objects is not enough, because one object can have 500
 * events.
 */
const writeMs = 4;

export type AddressPreview = Preview & {
  readonly name: string;
  readonly color: ColorKeyName | null;
  readonly everyHours: number | null;
};

type Loaded = {
  readonly url: string;
  readonly answer: FetchedCalendar;
  readonly incoming: ParsedCalendar;
  readonly started: Date;
};
/** Calendar that has been read, with the plan of the calendar's update. The calendar's server is no longer needed. */
type Prepared = Loaded & { readonly plan: Plan };

type RefreshOptions = { readonly aborted?: AbortSignal; readonly isAccepted?: boolean };

type RunOutcome = {
  readonly counts: Counts;
  readonly bytes: number;
  readonly error: string | null;
  readonly detail?: string;
  readonly keepsSchedule?: boolean;
  readonly state: Partial<CalendarRow>;
};

/** Error code if the process ended between two transactions of a refresh. The next refresh continues the work. */
const interruptedCode = "interrupted";

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
    return { url, answer, incoming: await this.parse(this.workOf(householdId), answer.bytes, signal), started };
  }

  private parse({ householdId, timeZone }: Work, bytes: Uint8Array | null, signal: AbortSignal) {
    return this.runHeavyWork(householdId, () => parseCalendar(bytes ?? new Uint8Array(), timeZone, signal));
  }

  private plan(work: Work, id: string, incoming: ParsedCalendar, known: PlanOptions, signal: AbortSignal) {
    return this.runHeavyWork(work.householdId, () => planUpdate(work, id, incoming, known, signal));
  }

  /** Reads a calendar from a new address and plans its update, but writes nothing. @throws RemoteError */
  prepare(householdId: string, id: string, address: string): Promise<Prepared> {
    return this.runQueued(householdId, async () => {
      const loaded = await this.load(householdId, address);
      const known = { remarks: [], holdsMassDeletions: false };
      const plan = await this.plan(this.workOf(householdId), id, loaded.incoming, known, this.stopping.signal);
      return { ...loaded, plan };
    });
  }

  /** Reads the calendar at an address and returns a preview of its events. @throws RemoteError */
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
  async store(householdId: string, id: string, read: Omit<Prepared, "url">, isNew: boolean): Promise<void> {
    const outcome = await this.apply(householdId, id, read, this.stopping.signal);
    this.saveOutcome(householdId, id, read.started, outcome, isNew);
  }

  /** Reads a calendar again. Stores its errors instead of throwing them. Must be called within `runExclusively`. */
  async refresh(householdId: string, id: string, { aborted, isAccepted = false }: RefreshOptions = {}): Promise<void> {
    const signal = this.signalOf(aborted);
    await this.runQueued(householdId, async () => {
      const row = findRow({ db: this.deps.db, householdId }, id);
      if (!row) return;
      const started = this.deps.clock();
      const outcome = await this.read(householdId, row, { started, isAccepted }, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof RemoteError) return outcomeOfError(row, error, this.deps.clock(), aborted !== undefined);
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
    if (url === null) throw new RemoteError("address_lost");
    const work = this.workOf(householdId);
    const { timeZone } = work;
    const before = remarksOf(row);
    const isComplete = !before.some(({ code }) => code === "calendar_full");
    const isUpToDate = unrecordedCounts(row) === null && isComplete && !hasOutdatedDates(work, row.id);
    const isKnown = isUpToDate && row.hash?.startsWith(fingerprintOf("", timeZone)) === true;
    const answer = await this.fetch(url, isKnown ? row : null, signal);
    const isSame = isKnown && answer.hash !== null && fingerprintOf(answer.hash, timeZone) === row.hash;
    const { bytes, etag, lastModified } = answer;
    const nothing = { counts: noCounts, bytes: bytes?.byteLength ?? 0 };
    if (isSame || bytes === null) {
      return { ...nothing, error: null, state: { ...this.successState(), etag, lastModified } };
    }
    const incoming = await this.parse(work, bytes, signal);
    const known = { remarks: before.filter(({ code }) => code !== "calendar_full"), holdsMassDeletions: true };
    const plan = await this.plan(work, row.id, incoming, known, signal);
    const { massDeletion } = plan;
    const waiting = massDeletion && holdUntilNext(readMassDeletion(row), massDeletion, started, isAccepted);
    if (waiting) {
      return { ...nothing, error: "held", state: { ...this.successState(), held: JSON.stringify(waiting) } };
    }
    return this.apply(householdId, row.id, { plan, answer, incoming, started }, signal);
  }

  private async apply(
    householdId: string,
    id: string,
    { plan, answer, incoming, started }: Omit<Prepared, "url">,
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

  /** Applies the steps of an update in several transactions. Each writes complete objects, and records the progress. */
  private async applySteps(
    householdId: string,
    id: string,
    steps: readonly Step[],
    { started, bytes }: { readonly started: Date; readonly bytes: number },
    signal: AbortSignal,
  ): Promise<Applied> {
    let counts = noCounts;
    const remarks: Remark[] = [];
    let at = 0;
    const write = (work: Work) => {
      const row = findRow(work, id);
      if (!row) {
        at = steps.length;
        return;
      }
      const people = peopleOf(row);
      const end = performance.now() + writeMs;
      const before = sumOf(counts);
      for (const step of steps.slice(at, at + objectsPerWrite)) {
        const applied = applyStep(work, id, step, people);
        counts = addCounts(counts, applied.counts);
        remarks.push(...applied.remarks);
        at++;
        if (performance.now() > end) break;
      }
      if (sumOf(counts) > before) raiseRevisionOf(work);
      const run = this.runOf(started, counts, bytes, interruptedCode);
      if (sumOf(counts) > 0) calendars.update(work, row, { runs: addRun(row, run, before > 0) });
    };
    while (at < steps.length) {
      signal.throwIfAborted();
      await yieldToEventLoop();
      const work = this.workOf(householdId);
      writeInHousehold(work.db, householdId, () => transact(work.db, () => write(work)));
    }
    return { counts, remarks };
  }

  private saveOutcome(householdId: string, id: string, started: Date, outcome: RunOutcome, isNew: boolean): void {
    const { counts, bytes, error } = outcome;
    const row = findRow({ db: this.deps.db, householdId }, id);
    if (!row) return;
    const unrecorded = error === null ? (unrecordedCounts(row) ?? noCounts) : noCounts;
    const isRecorded = !isNew && sumOf(unrecorded) > 0;
    const after = { ...row, ...outcome.state };
    const isStateChanged =
      after.state !== row.state ||
      after.error !== row.error ||
      readMassDeletion(after)?.since !== readMassDeletion(row)?.since;
    const hasCounts = sumOf(counts) > 0;
    const run = this.runOf(started, counts, bytes, error);
    const write = (work: Work) => {
      calendars.update(work, row, { ...outcome.state, runs: addRun(row, run, hasCounts) });
      if (isStateChanged) raiseRevisionOf(work);
      if (isRecorded) {
        const images = { before: { followed: [{ id }] }, after: { followed: [{ id, ...unrecorded }] } };
        recordCalendar(work, row, "updated", sayCounts(row.name, unrecorded), images);
      }
      if (outcome.keepsSchedule !== true) this.schedule(work, after);
    };
    this.write(householdId, write, isStateChanged || isRecorded || hasCounts);
    this.logRun(`calendar ${id}`, error === null ? `${sumOf(counts)} in` : (outcome.detail ?? error), run);
  }

  /** Reschedules the next refresh after a change of the interval. Must run in a transaction. */
  schedule(work: Work, row: CalendarRow): void {
    const job = jobOf(row.id);
    if (findJob(work.db, job)) scheduleJob(work.db, job, work.householdId, nextRun(row, work.now));
  }

  private successState(): Partial<CalendarRow> {
    return { ...successState(this.deps.clock()), error: null, held: null };
  }
}

export function createSubscriptions(deps: RemoteReaderDeps, network?: Network): Subscriptions {
  return new Subscriptions(deps, network);
}

/** Returns a response's fingerprint. It includes the time zone, because the times of events depend on the zone. */
const fingerprintOf = (hash: string, timeZone: string): string => `${readerVersion} ${timeZone} ${hash}`;

export const nameOf = ({ name }: ParsedCalendar, url: string): string => name ?? hostOf(url);

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
 * Returns the outcome of a failed refresh. Does not count the failure if a person started the refresh: several counted
 * failures make a calendar stale, and people may retry often.
 */
function outcomeOfError(
  row: CalendarRow,
  { code, message: detail }: RemoteError,
  now: Date,
  isScheduled: boolean,
): RunOutcome {
  const failures = row.failures + Number(isScheduled);
  const isFailed = code === "address_lost" || row.state === "failed";
  const changed = { ...failureState(row, failures, isFailed, now), error: code };
  return { counts: noCounts, bytes: 0, error: code, detail, keepsSchedule: !isScheduled, state: changed };
}
