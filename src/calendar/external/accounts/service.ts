import { conflict, messageOf } from "#lib/errors.ts";
import { day, hour, minute } from "#lib/time.ts";
import { isDatabaseWideError } from "#platform/db/client.ts";
import { sumOf } from "../apply.ts";
import { createCaldav } from "../caldav/account.ts";
import type { Network } from "../fetch-calendar.ts";
import type { Owner } from "../google/oauth.ts";
import { type Access, type AccountProvider, type DiscoveredCalendars, RemoteError } from "../remote.ts";
import { RemoteReader, type RemoteReaderDeps } from "../remote-reader.ts";
import { addRun, type CalendarRow, calendars, calendarsOf } from "../rows.store.ts";
import { isTestGrant, maxRunMs, stateAfter, timeoutError } from "./calendar-run.ts";
import { GoogleAccounts } from "./google.ts";
import { nextRunOf } from "./jobs.ts";
import { findLinkOf, lastChange } from "./links.store.ts";
import { type Provider, providerOf } from "./providers.ts";
import { sendChanges, sendDeletions } from "./push.ts";
import { type AccountRow, accounts, listRows } from "./rows.store.ts";
import { AccountChanged, SyncSession } from "./session.ts";
import { accountSecretLocation, requestSignIn } from "./store.ts";

const pushDelayMs = 2_000;
const pauseAfterPushMs = minute;

export type AccountsDeps = RemoteReaderDeps & {
  readonly presence: { readonly has: (householdId: string) => boolean };
};

type SyncOptions = {
  readonly aborted?: AbortSignal;
  readonly isPushOnly?: boolean;
  readonly accepted?: string;
};

type AccountRun = {
  readonly account: AccountRow;
  readonly access: Access;
  readonly provider: AccountProvider;
  readonly how: SyncOptions;
  readonly signal: AbortSignal;
  readonly limit: AbortSignal;
};

const accountErrorCodes: readonly RemoteError["code"][] = [
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
  /** Number of the newest change at the time when a calendar's changes were last sent, by calendar id. */
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
  finishGoogle(owner: Owner, address: string) {
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

  /** Sends a household's changes. Skips accounts whose last synchronisation failed. Their next one sends them. */
  async pushChanges(householdId: string): Promise<void> {
    const { db } = this.deps;
    for (const { id, state, failures } of listRows({ db, householdId })) {
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

  /** Starts a synchronisation without waiting for its end, because an account's first one may take minutes. */
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
    const scope = { db: this.deps.db, householdId };
    const account = accounts.find(scope, id);
    if (account?.state !== "ready") return;
    const secret = this.secrets.open(accountSecretLocation(id), account.secret);
    if (secret === null) {
      this.write(householdId, (work) => requestSignIn(work, account, "key_lost"));
      return;
    }
    const { url, username, origins } = account;
    const access = { householdId, url, username, secret, origins: JSON.parse(origins) as string[] };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(maxRunMs)]);
    const run: AccountRun = { account, access, provider: this.providers[providerOf(account)], how, signal, limit };
    const due = calendarsOf(scope, id).filter((each) => this.isDue(each, how));
    const sessions = due.map((calendar) => this.openSession(run, calendar));
    const remoteError = await this.syncCalendars(run, sessions);
    for (const session of sessions) if (!session.isCancelled) this.saveSession(session);
    if (remoteError) {
      this.saveAccountError(run, remoteError);
      return;
    }
    if (how.isPushOnly) return;
    await this.listOffered(run);
    this.pauses.delete(id);
    if (account.failures > 0 || account.error !== null) this.saveState(run, { failures: 0, error: null });
  }

  private async listOffered({ account, access, provider, how, limit }: AccountRun): Promise<void> {
    const now = this.deps.clock().getTime();
    const before = this.listedAt.get(account.id) ?? Number.NEGATIVE_INFINITY;
    if (now - before < (how.aborted === undefined ? hour : day)) return;
    this.listedAt.set(account.id, now);
    try {
      const found = await provider.discover(access, limit);
      const offered = JSON.stringify(found.calendars);
      if (offered !== account.offered) this.saveState({ account, access }, { offered });
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
    }
  }

  private saveState(
    { account: { id }, access: { householdId } }: Pick<AccountRun, "account" | "access">,
    change: Partial<AccountRow>,
  ): void {
    this.write(householdId, (work) => {
      const row = accounts.find(work, id);
      if (row) accounts.update(work, row, change);
    });
  }

  private isDue({ id, mode }: CalendarRow, { isPushOnly }: SyncOptions): boolean {
    return !isPushOnly || (mode !== "in" && this.sentUpTo.get(id) !== lastChange(this.deps.db));
  }

  private openSession({ account, access, provider, how, limit }: AccountRun, calendar: CalendarRow): SyncSession {
    const { householdId } = access;
    const baseOf = (remoteId: string) => findLinkOf(this.workOf(householdId), calendar.id, remoteId)?.base ?? null;
    const remote = provider.open(access, calendar.externalId ?? "", baseOf);
    const isAccepted = how.accepted === calendar.id;
    return new SyncSession(this.deps, householdId, account, calendar, remote, limit, isAccepted);
  }

  /**
   * Synchronises all calendars of an account. Each step is completed for all calendars before the next step. Some
   * servers otherwise refuse an event that another calendar still has. Returns an error of the whole account, or null
   * if no such error occurred.
   */
  private async syncCalendars(run: AccountRun, sessions: readonly SyncSession[]): Promise<RemoteError | null> {
    const steps = [
      async (session: SyncSession) => {
        if (!run.how.isPushOnly) await session.pull();
      },
      async (session: SyncSession) => {
        await session.removeDeleted();
        session.addSent(await sendDeletions(session));
      },
      async (session: SyncSession) => {
        session.addSent(await sendChanges(session));
        this.sentUpTo.set(session.calendar.id, session.newestChange);
      },
    ];
    for (const step of steps) {
      for (const session of sessions) {
        if (session.isCancelled || session.error) continue;
        try {
          await step(session);
        } catch (error) {
          session.isCancelled = error instanceof AccountChanged;
          if (session.isCancelled) continue;
          session.error = this.toRemoteError(error, run);
          const isOfAccount = accountErrorCodes.includes(session.error.code);
          if (isOfAccount && !(await this.isOfOneCalendar(run, sessions, session, session.error))) return session.error;
        }
      }
    }
    return null;
  }

  /**
   * Converts an error to an error that can be stored for the calendar.
   * @throws errors of the database, and the abort reason if the signal is aborted
   */
  private toRemoteError(error: unknown, { signal, limit }: AccountRun): RemoteError {
    signal.throwIfAborted();
    if (limit.aborted) return timeoutError();
    if (error instanceof RemoteError) return error;
    if (isDatabaseWideError(error)) throw error;
    this.deps.log.error(`sync: ${locationOf(error)}`);
    return new RemoteError("unknown");
  }

  /** Whether an error concerns only one calendar, not the account. The calendar may be broken or no longer shared. */
  private async isOfOneCalendar(
    { account, access, provider, limit }: AccountRun,
    sessions: readonly SyncSession[],
    session: SyncSession,
    { code, retryAfterMs }: RemoteError,
  ): Promise<boolean> {
    if (retryAfterMs !== null || limit.aborted) return false;
    const others = sessions.filter((each) => each !== session);
    if (code === "no_answer" && others.some(({ pulled }) => pulled !== null)) return true;
    // Google counts the requests of the whole account.
    const mayBeOfOne = code === "no_answer" || (code === "busy" && providerOf(account) === "caldav");
    if (code !== "denied" && (!mayBeOfOne || others.length === 0)) return false;
    try {
      await provider.discover(access, limit);
      return true;
    } catch {
      return false;
    }
  }

  private saveSession(session: SyncSession): void {
    const { householdId, account, applied, bytes, calendar, started, pulled, sent, error: remoteError } = session;
    const now = this.deps.clock();
    const row = calendars.find({ db: this.deps.db, householdId }, calendar.id);
    if (!row || row.updatedAt !== calendar.updatedAt) return;
    const error = remoteError?.code ?? (pulled?.massDeletion ? "held" : null);
    const run = this.runOf(started, { ...applied, ...sent }, bytes, error);
    const isEventful = sumOf(applied) + sent.sent + sent.failed > 0 || error !== row.error;
    const state = stateAfter(row, session, now);
    const change = { ...state, error, ...(isEventful && { runs: addRun(row, run) }) };
    const isStateChanged = row.error !== error || (state.state ?? row.state) !== row.state;
    this.write(householdId, (work) => calendars.update(work, row, change), isStateChanged);
    const result = remoteError ? remoteError.message : `${sumOf(applied)} in, ${sent.sent} out, ${sent.failed} failed`;
    if (isEventful || isStateChanged) this.logRun(`account ${account.id}, calendar ${row.id}`, result, run);
  }

  private saveAccountError({ account: { id }, access, how }: AccountRun, { code, retryAfterMs, message }: RemoteError) {
    const now = this.deps.clock().getTime();
    // Without a pause, each change would send a request to a server that does not respond.
    const pauseMs = retryAfterMs ?? (how.isPushOnly ? pauseAfterPushMs : null);
    if (pauseMs !== null) this.pauses.set(id, now + pauseMs);
    this.deps.log.info(`sync account ${id}: ${message}`);
    this.write(access.householdId, (work) => {
      const row = accounts.find(work, id);
      if (!row) return;
      if (code === "denied") requestSignIn(work, row, isTestGrant(row, now) ? "test_grant" : code);
      // Only scheduled runs count as failures, so that people who retry do not make the account wait longer.
      else accounts.update(work, row, { error: code, failures: row.failures + Number(how.aborted !== undefined) });
    });
  }

  /** Returns the time of the next synchronisation, or null if the account needs a new sign-in first. */
  nextRun(householdId: string, id: string, after: Date): Date | null {
    const row = accounts.find({ db: this.deps.db, householdId }, id);
    if (row?.state !== "ready") return null;
    const next = nextRunOf(row, this.deps.presence.has(householdId), after);
    return new Date(Math.max(next.getTime(), this.pauses.get(id) ?? 0));
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

/** Returns where an error was thrown. Its message must not be logged, because it may contain texts of events. */
function locationOf(error: unknown): string {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  return [name, /\n\s+(at .*)/.exec(stack)?.[1]].filter(Boolean).join(" ");
}
