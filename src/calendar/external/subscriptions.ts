import { yieldToEventLoop } from "#lib/concurrency.ts";
import { conflict } from "#lib/errors.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { raiseRevisionOf, record } from "#platform/activity/record.ts";
import { writeInHousehold, writeUncached } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import { findJob, scheduleJob } from "#platform/jobs/store.ts";
import type { Work } from "#platform/work.ts";
import { heavyWorkSemaphore } from "../calendars/heavy-work.ts";
import { type Preview, PreviewBuilder } from "../ical/preview.ts";
import { eventsIn } from "../ical/read.ts";
import type { Remark } from "../ical/remarks.ts";
import { type Applied, addCounts, applyStep, type Counts, noCounts, sayCounts, sumOf } from "./apply.ts";
import { CalendarFault } from "./faults.ts";
import { type CalendarAnswer, createFetch, type FetchCalendar, hostOf, type Network, toHttps } from "./guard.ts";
import { heldOf, heldUntilNext, isExpected } from "./held.ts";
import { type Incoming, readerVersion, readIncoming } from "./incoming.ts";
import { isOutdated, nextRun } from "./jobs.ts";
import { hasOldWindow, maxRemarks, type Plan, planUpdate, readingOf, type Step } from "./plan.ts";
import { type ReadingParts, Readings } from "./readings.ts";
import { type CalendarRow, type CalendarState, changeState } from "./rows.store.ts";
import { type Address, findRow, jobOf, placeOf, type Run, runsOf, settingsOf } from "./store.ts";

const objectsPerWrite = 50;
/** An object may be 500 events. */
const writeMs = 4;
const maxRuns = 50;

export type AddressPreview = Preview & {
  readonly name: string;
  readonly color: ColorKeyName | null;
  readonly everyHours: number | null;
};

type Read = { readonly answer: CalendarAnswer; readonly incoming: Incoming; readonly started: Date };
type Loaded = Read & { readonly url: string };
/** Whatever can fail has succeeded. */
export type Prepared = Loaded & { readonly plan: Plan };

/** `aborted`: of a scheduled reading. `isAccepted`: what the held answer would delete may go now. */
type How = { readonly aborted?: AbortSignal; readonly isAccepted?: boolean };

type Outcome = {
  readonly counts: Counts;
  readonly bytes: number;
  readonly error: string | null;
  /** For the log. */
  readonly detail?: string;
  /** The next reading stays when it was due. */
  readonly keepsTurn?: boolean;
  readonly state: Partial<CalendarState>;
};

/** `interrupted`: the process ended between two writes; the next run goes on. */
const interrupted = "interrupted";
const held = "held";

/** Waits for the network: never call it inside a transaction. */
export class Subscriptions extends Readings<ReadingParts> {
  private readonly fetch: FetchCalendar;

  constructor(parts: ReadingParts, network: Network = {}) {
    super(parts, {
      waiting: 10,
      tooMany: "Too many calendars are being read",
      busy: () => conflict("in_progress", "This calendar is being read"),
    });
    this.fetch = createFetch(parts.config, parts.timers, network);
  }

  addressOf(id: string, url: string): Address {
    return { sealed: this.secrets.seal(placeOf(id), url), host: hostOf(url) };
  }

  private heavily<Result>(householdId: string, work: () => Promise<Result>): Promise<Result> {
    return heavyWorkSemaphore(this.parts.db).run({ id: `calendars ${householdId}`, householdId }, work);
  }

  private async load(householdId: string, address: string): Promise<Loaded> {
    const url = toHttps(address);
    const started = this.parts.clock();
    const { signal } = this.stopping;
    const answer = await this.fetch(url, null, signal);
    const { timeZone } = this.workOf(householdId);
    const read = () => readIncoming(answer.bytes ?? new Uint8Array(), timeZone, signal);
    return { url, answer, incoming: await this.heavily(householdId, read), started };
  }

  /** Reads a new address of a calendar, and writes nothing. @throws CalendarFault */
  prepare(householdId: string, id: string, address: string): Promise<Prepared> {
    return this.inTurn(householdId, async () => {
      const loaded = await this.load(householdId, address);
      const known = { remarks: [], isGuarded: false };
      const { signal } = this.stopping;
      const makePlan = () => planUpdate(this.workOf(householdId), id, loaded.incoming, known, signal);
      const plan = await this.heavily(householdId, makePlan);
      return { ...loaded, plan };
    });
  }

  /** @throws CalendarFault */
  async preview(householdId: string, address: string): Promise<AddressPreview> {
    const { url, incoming } = await this.inTurn(householdId, () => this.load(householdId, address));
    const work = this.workOf(householdId);
    const maker = new PreviewBuilder(work.now.getTime());
    maker.addRemarks(incoming.remarks);
    for (const { object } of incoming.objects) {
      const reading = readingOf(work, object);
      maker.add(
        reading,
        eventsIn(reading).map((event) => ({ event, isKnown: false, knownFor: null })),
      );
      await yieldToEventLoop();
    }
    const { color, everyHours } = incoming;
    return { name: nameOf(incoming, url), color, everyHours, ...maker.finish() };
  }

  /** Call it within `claim`. */
  async store(householdId: string, id: string, { plan, ...read }: Prepared, isNew: boolean): Promise<void> {
    const outcome = await this.apply(householdId, id, plan, read, this.stopping.signal);
    this.settle(householdId, id, read.started, outcome, isNew);
  }

  /** Call it within `claim`. Faults of the calendar are stored, not thrown. */
  async refresh(householdId: string, id: string, { aborted, isAccepted = false }: How = {}): Promise<void> {
    const signal = this.signalOf(aborted);
    await this.inTurn(householdId, async () => {
      const row = findRow({ db: this.parts.db, householdId }, id);
      if (!row) return;
      const started = this.parts.clock();
      const outcome = await this.read(householdId, row, { started, isAccepted }, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof CalendarFault) return failureOf(row, error, this.parts.clock(), aborted !== undefined);
        throw error;
      });
      this.settle(householdId, id, started, outcome, false);
    });
  }

  private async read(
    householdId: string,
    row: CalendarRow,
    { started, isAccepted }: { readonly started: Date; readonly isAccepted: boolean },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const url = this.secrets.open(placeOf(row.id), row.address);
    if (url === null) throw new CalendarFault("address_lost");
    const work = this.workOf(householdId);
    const { timeZone } = work;
    const before = JSON.parse(row.remarks) as Remark[];
    const isComplete = !before.some(({ code }) => code === "calendar_full");
    const isSettled = pendingOf(row) === null && isComplete && !hasOldWindow(work, row.id);
    const isKnown = isSettled && row.hash?.startsWith(stampOf("", timeZone)) === true;
    const answer = await this.fetch(url, isKnown ? row : null, signal);
    const isSame = isKnown && answer.hash !== null && stampOf(answer.hash, timeZone) === row.hash;
    if (isSame || answer.bytes === null) {
      const { etag, lastModified } = answer;
      const state = { ...this.heardNow(), etag, lastModified };
      return { counts: noCounts, bytes: answer.bytes?.byteLength ?? 0, error: null, state };
    }
    const { bytes } = answer;
    const incoming = await this.heavily(householdId, () => readIncoming(bytes, timeZone, signal));
    const known = { remarks: before.filter(({ code }) => code !== "calendar_full"), isGuarded: true };
    const plan = await this.heavily(householdId, () => planUpdate(work, row.id, incoming, known, signal));
    const heldBefore = heldOf(row);
    const waiting = plan.held && heldUntilNext(heldBefore, plan.held, started);
    const isTakenOver = isAccepted && plan.held !== null && isExpected(heldBefore, plan.held);
    if (waiting !== null && !isTakenOver) {
      const state = { ...this.heardNow(), held: JSON.stringify(waiting) };
      return { counts: noCounts, bytes: answer.bytes.byteLength, error: held, state };
    }
    return this.apply(householdId, row.id, plan, { answer, incoming, started }, signal);
  }

  private async apply(
    householdId: string,
    id: string,
    plan: Plan,
    { answer, incoming, started }: Read,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const bytes = answer.bytes?.byteLength ?? 0;
    const write = () => this.applySteps(householdId, id, plan.steps, { started, bytes }, signal);
    const done = await this.heavily(householdId, write);
    const { etag, lastModified } = answer;
    const hash = stampOf(answer.hash ?? "", incoming.timeZone);
    const remarks = JSON.stringify([...done.remarks, ...plan.remarks].slice(0, maxRemarks));
    const state = { ...this.heardNow(), etag, lastModified, hash, remarks, askedHours: incoming.everyHours };
    return { counts: done.counts, bytes, error: null, state };
  }

  /** Each transaction leaves whole objects, and a run that says how far it came. */
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
        const said: Remark[] = [];
        let to = at;
        for (const step of steps.slice(at, at + objectsPerWrite)) {
          const applied = applyStep(work, id, step, people);
          done = addCounts(done, applied.counts);
          said.push(...applied.remarks);
          to++;
          if (performance.now() > end) break;
        }
        const all = addCounts(counts, done);
        const isVisible = done.added + done.changed + done.deleted > 0;
        if (isVisible) raiseRevisionOf(work);
        const run = this.runOf(about, all, interrupted);
        if (sumOf(all) > 0) this.saveState(work, row, { runs: withRun(row, run, at > 0 && sumOf(counts) > 0) });
        return { to, all, said };
      });
      if (next === null) break;
      at = next.to;
      counts = next.all;
      remarks.push(...next.said);
    }
    return { counts, remarks };
  }

  private settle(householdId: string, id: string, started: Date, outcome: Outcome, isNew: boolean): void {
    const work = this.workOf(householdId);
    const { db, now } = work;
    const { counts, bytes, error } = outcome;
    const row = findRow(work, id);
    if (!row) return;
    const pending = error === null ? (pendingOf(row) ?? noCounts) : noCounts;
    const isShown = !isNew && sumOf(pending) > 0;
    const after = { ...row, ...outcome.state };
    const isNews =
      after.state !== row.state || after.error !== row.error || heldOf(after)?.since !== heldOf(row)?.since;
    const write = () => {
      const run = this.runOf({ started, bytes }, counts, error);
      this.saveState(work, row, { ...outcome.state, runs: withRun(row, run, sumOf(counts) > 0) });
      if (isNews) raiseRevisionOf(work);
      if (isShown) {
        record(work, {
          action: "updated",
          subject: { type: "calendar", id, label: row.name },
          summary: sayCounts(row.name, pending),
          changes: null,
          before: { followed: [{ id }] },
          after: { followed: [{ id, ...pending }] },
        });
      }
      const keepsTurn = outcome.keepsTurn === true || !findJob(db, jobOf(id));
      if (!keepsTurn) scheduleJob(db, jobOf(id), householdId, nextRun(after, now));
    };
    if (isNews || isShown || sumOf(counts) > 0) this.write(work, write);
    else writeUncached(db, () => transact(db, write));
    if (isNews || isShown || sumOf(counts) > 0) this.parts.committed.emit(work);
    const ms = now.getTime() - started.getTime();
    const done = error === null ? `${sumOf(counts)} in` : (outcome.detail ?? error);
    this.parts.log.info(`sync calendar ${id}: ${done}, ${ms} ms, ${Math.ceil(bytes / 1_024)} KB`);
  }

  /** Needs a transaction. */
  reschedule(work: Work, id: string): void {
    const row = findRow(work, id);
    if (row && findJob(work.db, jobOf(id))) scheduleJob(work.db, jobOf(id), work.householdId, nextRun(row, work.now));
  }

  private heardNow(): Partial<CalendarState> {
    const heardAt = this.parts.clock().toISOString();
    return { heardAt, state: "fresh", error: null, failures: 0, held: null };
  }

  private runOf(
    { started, bytes }: { readonly started: Date; readonly bytes: number },
    counts: Counts,
    error: string | null,
  ): Run {
    const ms = Math.max(0, this.parts.clock().getTime() - started.getTime());
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

export function createSubscriptions(parts: ReadingParts, network?: Network): Subscriptions {
  return new Subscriptions(parts, network);
}

/** Readings depend on the zone, so another zone makes every answer new. */
function stampOf(hash: string, timeZone: string): string {
  return `${readerVersion} ${timeZone} ${hash}`;
}

export function nameOf({ name }: Incoming, url: string): string {
  return name ?? hostOf(url);
}

/** `isLast`: it continues the newest one. */
function withRun(row: CalendarRow, run: Run, isLast: boolean): string {
  const runs = runsOf(row);
  return JSON.stringify([run, ...(isLast ? runs.slice(1) : runs)].slice(0, maxRuns));
}

/** What runs wrote that no entry mentions yet. Null: none was interrupted. */
function pendingOf(row: CalendarRow): Counts | null {
  const runs = runsOf(row);
  const end = runs.findIndex(({ error }) => error === null);
  const found = runs.slice(0, end < 0 ? undefined : end).filter(({ error }) => error === interrupted);
  return found.length === 0 ? null : found.reduce<Counts>(addCounts, noCounts);
}

/** Impatient people must not make a calendar stale: only scheduled readings count. */
function failureOf(
  row: CalendarRow,
  { code, message: detail }: CalendarFault,
  now: Date,
  isScheduled: boolean,
): Outcome {
  const failures = row.failures + Number(isScheduled);
  const isFailed = code === "address_lost" || row.state === "failed";
  const state = isFailed ? "failed" : isOutdated({ ...row, failures }, now) ? "stale" : row.state;
  const changed = { failures, error: code, state };
  return { counts: noCounts, bytes: 0, error: code, detail, keepsTurn: !isScheduled, state: changed };
}
