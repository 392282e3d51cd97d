import { conflict, messageOf } from "#lib/errors.ts";
import { day, hour, minute } from "#lib/time.ts";
import { writeInHousehold, writeUncached } from "#platform/db/change-counter.ts";
import { isDatabaseWideError, transact } from "#platform/db/client.ts";
import type { Work } from "#platform/work.ts";
import { sumOf } from "../apply.ts";
import { createCaldav } from "../caldav/account.ts";
import type { Network } from "../fetch-calendar.ts";
import type { Access, AccountProvider, DiscoveredCalendars } from "../provider.ts";
import { RemoteError, type RemoteErrorCode } from "../remote.ts";
import { RemoteReader, type RemoteReaderDeps } from "../remote-reader.ts";
import { type CalendarRun, isTestGrant, maxRunMs, nothingSent, stateAfter, timeoutError } from "./calendar-run.ts";
import { calendarsOf, type Run, runsOf, saveCalendarState } from "./calendars.store.ts";
import { GoogleAccounts } from "./google.ts";
import { nextRunOf } from "./jobs.ts";
import { findLinkOf, lastChange } from "./links.store.ts";
import { type Provider, providerOf } from "./providers.ts";
import { sendChanges, sendDeletions } from "./push.ts";
import { type AccountCalendarRow, type AccountRow, accountById, accountsInOrder } from "./rows.store.ts";
import { AccountChanged, SyncSession } from "./session.ts";
import { accountSecretLocation, requestSignIn, saveAccountState } from "./store.ts";

const pushDelayMs = 2_000;
const pauseAfterPushMs = minute;
const maxRuns = 50;

export type AccountsDeps = RemoteReaderDeps & {
  /** Tells whether anybody in a household has the app open. */
  readonly presence: { readonly has: (householdId: string) => boolean };
};

type SyncOptions = {
  readonly aborted?: AbortSignal;
  readonly isPushOnly?: boolean;
  /** Id of the calendar for which a person confirmed a mass deletion. */
  readonly accepted?: string;
};

/** Codes of errors that end the synchronisation of the whole account. */
const accountErrorCodes: readonly RemoteErrorCode[] = [
  "denied",
  "no_answer",
  "busy",
  "no_basic",
  "other_origin",
  "home_network",
  "not_https",
];

/** Synchronises accounts. Methods wait for the network, so never call them inside a transaction. */
export class Accounts extends RemoteReader<AccountsDeps> {
  readonly google: GoogleAccounts;
  private readonly providers: Readonly<Record<Provider, AccountProvider>>;
  /** Accounts to synchronise again after a change of settings during a synchronisation, with their households. */
  private readonly rescheduled = new Map<string, string>();
  private readonly scheduledPushes = new Map<string, () => void>();
  /** Number of the newest change of an event that was sent, by calendar id. */
  private readonly sentUpTo = new Map<string, number>();
  private readonly listedAt = new Map<string, number>();
  private readonly pauses = new Map<string, number>();
  private readonly stopListening: () => void;

  constructor(deps: AccountsDeps, caldav: AccountProvider) {
    super(deps, {
      maxWaiting: 20,
      tooManyText: "Too many accounts are being synced",
      busyError: () => conflict("in_progress", "This account is being synced"),
    });
    this.google = new GoogleAccounts(deps, this.secrets);
    this.providers = { caldav, google: this.google };
    this.stopListening = deps.committed.listen(({ householdId }) => this.pushSoon(householdId));
  }

  override stop(): void {
    this.stopListening();
    for (const cancel of this.scheduledPushes.values()) cancel();
    this.scheduledPushes.clear();
    super.stop();
  }

  /** Lists the calendars of an account. @throws RemoteError */
  discover(provider: Provider, access: Access): Promise<DiscoveredCalendars> {
    const { signal } = this.stopping;
    return this.runQueued(access.householdId, () => this.providers[provider].discover(access, signal));
  }

  /** Completes a sign-in to Google. @throws ApiError 422, RemoteError */
  finishGoogle(owner: { readonly householdId: string; readonly memberId: string }, address: string) {
    const { signal } = this.stopping;
    return this.runQueued(owner.householdId, () => this.google.finish(owner, address, signal));
  }

  private pushSoon(householdId: string): void {
    // No debounce: constant writes would delay the push for ever.
    if (this.scheduledPushes.has(householdId)) return;
    const cancel = this.deps.timers.after(pushDelayMs, () => {
      this.scheduledPushes.delete(householdId);
      this.pushChanges(householdId).catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.deps.log.error(`sync: ${messageOf(error)}`);
      });
    });
    this.scheduledPushes.set(householdId, cancel);
  }

  /**
   * Sends changes of a household to its accounts. Skips accounts whose last synchronisation failed. Their next
   * synchronisation sends the changes.
   */
  async pushChanges(householdId: string): Promise<void> {
    const { db } = this.deps;
    for (const { id, state, failures } of accountsInOrder.all(db, { householdId })) {
      const isPaused = (this.pauses.get(id) ?? 0) > this.deps.clock().getTime();
      if (state !== "ready" || failures > 0 || isPaused) continue;
      if (this.isRunning(id)) this.pushSoon(householdId);
      else await this.runExclusively(id, () => this.sync(householdId, id, { isPushOnly: true }));
    }
  }

  override async runExclusively<Result>(id: string, use: () => Promise<Result>): Promise<Result> {
    try {
      return await super.runExclusively(id, use);
    } finally {
      const householdId = this.isRunning(id) ? undefined : this.rescheduled.get(id);
      if (householdId !== undefined) {
        this.rescheduled.delete(id);
        this.syncSoon(householdId, id);
      }
    }
  }

  /** Starts a synchronisation without waiting for its end. The first synchronisation of an account may take minutes. */
  syncSoon(householdId: string, id: string): void {
    if (this.stopping.signal.aborted) return;
    if (this.isRunning(id)) {
      this.rescheduled.set(id, householdId);
      return;
    }
    this.runExclusively(id, () => this.sync(householdId, id)).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.deps.log.error(`sync: ${messageOf(error)}`);
    });
  }

  /** Synchronises an account, and stores errors of servers. Must be called within `runExclusively`. */
  async sync(householdId: string, id: string, how: SyncOptions = {}): Promise<void> {
    const signal = this.signalOf(how.aborted);
    await this.runQueued(householdId, () => this.syncAccount(householdId, id, how, signal));
  }

  private async syncAccount(householdId: string, id: string, how: SyncOptions, signal: AbortSignal): Promise<void> {
    const { db } = this.deps;
    const account = accountById.get(db, { householdId, id });
    if (account?.state !== "ready") return;
    const secret = this.secrets.open(accountSecretLocation(id), account.secret);
    if (secret === null) {
      this.write(householdId, (work) => requestSignIn(work, account, "key_lost"));
      return;
    }
    const { url, username, origins } = account;
    const access = { householdId, url, username, secret, origins: JSON.parse(origins) as string[] };
    const calendars = calendarsOf({ db, householdId }, id).filter((each) => this.isDue(each, how));
    const limit = AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]);
    const runs = calendars.map((calendar) => this.startRun(account, calendar, access, how, limit));
    const remoteError = await this.syncCalendars(runs, access, how, signal, limit);
    for (const calendarRun of runs) if (!calendarRun.isCancelled) this.saveRun(calendarRun);
    if (!remoteError && !how.isPushOnly) await this.listOffered(account, access, how, limit);
    if (remoteError) {
      this.saveAccountError(account, remoteError, how);
      return;
    }
    if (how.isPushOnly) return;
    this.pauses.delete(id);
    if (account.failures > 0 || account.error !== null) {
      this.write(householdId, (work) => this.changeState(work, id, { failures: 0, error: null }));
    }
  }

  private async listOffered(account: AccountRow, access: Access, how: SyncOptions, limit: AbortSignal): Promise<void> {
    const now = this.deps.clock().getTime();
    const before = this.listedAt.get(account.id) ?? Number.NEGATIVE_INFINITY;
    if (now - before < (how.aborted === undefined ? hour : day)) return;
    this.listedAt.set(account.id, now);
    try {
      const { calendars } = await this.providers[providerOf(account)].discover(access, limit);
      const offered = JSON.stringify(calendars);
      const { householdId, id } = account;
      if (offered !== account.offered) this.write(householdId, (work) => this.changeState(work, id, { offered }));
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
    }
  }

  private changeState(work: Work, id: string, change: Parameters<typeof saveAccountState>[2]): void {
    const { db, householdId } = work;
    const row = accountById.get(db, { householdId, id });
    if (row) saveAccountState(work, row, change);
  }

  private isDue({ id, mode }: AccountCalendarRow, { isPushOnly }: SyncOptions): boolean {
    return !isPushOnly || (mode !== "in" && this.sentUpTo.get(id) !== lastChange(this.deps.db));
  }

  private startRun(
    account: AccountRow,
    calendar: AccountCalendarRow,
    access: Access,
    how: SyncOptions,
    signal: AbortSignal,
  ): CalendarRun {
    const { householdId } = access;
    const baseOf = (remoteId: string) => findLinkOf(this.workOf(householdId), calendar.id, remoteId)?.base ?? null;
    const remote = this.providers[providerOf(account)].open(access, calendar.externalId ?? "", baseOf);
    const isAccepted = how.accepted === calendar.id;
    const session = new SyncSession(this.deps, householdId, account, calendar, remote, signal, isAccepted);
    const newestChange = lastChange(this.deps.db);
    return {
      session,
      started: this.deps.clock(),
      newestChange,
      pulled: null,
      isApplied: false,
      sent: nothingSent,
      error: null,
      isCancelled: false,
    };
  }

  /**
   * Synchronises all calendars of an account. Each step is completed for all calendars before the next step. Some
   * servers otherwise refuse an event that another calendar still has. Returns an error of the whole account, or null
   * if no such error occurred.
   */
  private async syncCalendars(
    runs: readonly CalendarRun[],
    access: Access,
    how: SyncOptions,
    signal: AbortSignal,
    limit: AbortSignal,
  ): Promise<RemoteError | null> {
    const steps = [
      async (calendarRun: CalendarRun) => {
        if (!how.isPushOnly) calendarRun.pulled = await calendarRun.session.pull();
      },
      async (calendarRun: CalendarRun) => {
        await calendarRun.session.removeDeleted();
        calendarRun.isApplied = true;
        calendarRun.sent = await sendDeletions(calendarRun.session);
      },
      async (calendarRun: CalendarRun) => {
        const { sent, failed } = await sendChanges(calendarRun.session);
        calendarRun.sent = { sent: calendarRun.sent.sent + sent, failed: calendarRun.sent.failed + failed };
        this.sentUpTo.set(calendarRun.session.calendar.id, calendarRun.newestChange);
      },
    ];
    for (const step of steps) {
      for (const calendarRun of runs) {
        if (calendarRun.isCancelled || calendarRun.error) continue;
        try {
          await step(calendarRun);
        } catch (error) {
          if (error instanceof AccountChanged) {
            calendarRun.isCancelled = true;
            continue;
          }
          const remoteError = limit.aborted && !signal.aborted ? timeoutError() : this.toRemoteError(error, signal);
          calendarRun.error = remoteError;
          if (
            accountErrorCodes.includes(remoteError.code) &&
            !(await this.isOfOneCalendar(runs, calendarRun, remoteError, access, limit))
          ) {
            return remoteError;
          }
        }
      }
    }
    return null;
  }

  /**
   * Converts an error to an error that can be stored for the calendar.
   * @throws errors of the database, and the abort reason if the signal is aborted
   */
  private toRemoteError(error: unknown, signal: AbortSignal): RemoteError {
    signal.throwIfAborted();
    if (error instanceof RemoteError) return error;
    if (isDatabaseWideError(error)) throw error;
    this.deps.log.error(`sync: ${locationOf(error)}`);
    return new RemoteError("unknown");
  }

  /**
   * Whether the error concerns only this calendar and not the whole account. For example, the calendar may be broken or
   * no longer shared.
   */
  private async isOfOneCalendar(
    runs: readonly CalendarRun[],
    calendarRun: CalendarRun,
    { code, retryAfterMs }: RemoteError,
    access: Access,
    limit: AbortSignal,
  ): Promise<boolean> {
    if (retryAfterMs !== null || limit.aborted) return false;
    const others = runs.filter((each) => each !== calendarRun);
    if (code === "no_answer" && others.some(({ pulled }) => pulled !== null)) return true;
    const provider = providerOf(calendarRun.session.account);
    // Google counts the requests of the whole account.
    const mayBeOfOne = code === "no_answer" || (code === "busy" && provider === "caldav");
    if (code !== "denied" && (!mayBeOfOne || others.length === 0)) return false;
    try {
      await this.providers[provider].discover(access, limit);
      return true;
    } catch {
      return false;
    }
  }

  private saveRun(calendarRun: CalendarRun): void {
    const { deps } = this;
    const { session, started, pulled, sent, error: remoteError } = calendarRun;
    const { account, applied, bytes, calendar } = session;
    const now = deps.clock();
    const { householdId } = account;
    const row = calendarsOf({ db: deps.db, householdId }, account.id).find(({ id }) => id === calendar.id);
    if (!row || row.updatedAt !== calendar.updatedAt) return;
    const error = remoteError?.code ?? (pulled?.massDeletion ? "held" : null);
    const ms = Math.max(0, now.getTime() - started.getTime());
    const run: Run = { at: started.toISOString(), ...applied, ...sent, ms, bytes, error };
    const isEventful = sumOf(applied) + sent.sent + sent.failed > 0 || error !== row.error;
    const after = { ...row, ...stateAfter(row, calendarRun, now) };
    const change = {
      ...after,
      error,
      ...(isEventful ? { runs: JSON.stringify([run, ...runsOf(row)].slice(0, maxRuns)) } : {}),
    };
    const isStateChanged = row.state !== after.state || row.error !== error;
    const write = (work: Pick<Work, "db" | "householdId">) => saveCalendarState(work, row, change);
    if (isStateChanged) this.write(householdId, write);
    else writeUncached(deps.db, () => transact(deps.db, () => write({ db: deps.db, householdId })));
    const result = remoteError ? remoteError.message : `${sumOf(applied)} in, ${sent.sent} out, ${sent.failed} failed`;
    if (isEventful || isStateChanged)
      deps.log.info(
        `sync account ${account.id}, calendar ${row.id}: ${result}, ${ms} ms, ${Math.ceil(bytes / 1_024)} KB`,
      );
  }

  private saveAccountError(account: AccountRow, { code, retryAfterMs, message }: RemoteError, how: SyncOptions): void {
    const { householdId, id } = account;
    const { aborted, isPushOnly } = how;
    const now = this.deps.clock().getTime();
    // Without a pause, each change would send a request to a server that does not respond.
    const pauseMs = retryAfterMs ?? (isPushOnly ? pauseAfterPushMs : null);
    if (pauseMs !== null) this.pauses.set(id, now + pauseMs);
    this.deps.log.info(`sync account ${id}: ${message}`);
    this.write(householdId, (work) => {
      const row = accountById.get(work.db, { householdId, id });
      if (!row) return;
      if (code === "denied") requestSignIn(work, row, isTestGrant(row, now) ? "test_grant" : code);
      // Only scheduled runs count as failures, so that people who retry do not make the account wait longer.
      else saveAccountState(work, row, { error: code, failures: row.failures + Number(aborted !== undefined) });
    });
  }

  /** Returns the time of the next synchronisation. Returns null if the account needs a new sign-in first. */
  nextRun(householdId: string, id: string, after: Date): Date | null {
    const row = accountById.get(this.deps.db, { householdId, id });
    if (row?.state !== "ready") return null;
    const next = nextRunOf(row, this.deps.presence.has(householdId), after);
    return new Date(Math.max(next.getTime(), this.pauses.get(id) ?? 0));
  }

  private write(householdId: string, change: (work: Work) => void): void {
    const { db, committed } = this.deps;
    const work = this.workOf(householdId);
    writeInHousehold(db, householdId, () => transact(db, () => change(work)));
    committed.emit(work);
  }
}

export function createAccounts(deps: AccountsDeps, network: Network = {}): Accounts {
  const client = createCaldav(deps, network);
  const caldav: AccountProvider = {
    discover: ({ secret: password, ...access }, signal) => client.discover({ ...access, password }, signal),
    open: ({ secret: password, ...access }, externalId) => client.open({ ...access, password }, { externalId }),
  };
  return new Accounts(deps, caldav);
}

/**
 * Returns the position in the code at which an error was thrown. The error's message must not be logged, because the
 * message may contain texts of events.
 */
function locationOf(error: unknown): string {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  return [name, /\n\s+(at .*)/.exec(stack)?.[1]].filter(Boolean).join(" ");
}
