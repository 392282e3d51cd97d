import { conflict } from "#lib/errors.ts";
import { day, hour, minute } from "#lib/time.ts";
import { writeInHousehold, writeUncached } from "#platform/db/change-counter.ts";
import { isDatabaseWideError, transact } from "#platform/db/client.ts";
import type { Work } from "#platform/work.ts";
import { sumOf } from "../apply.ts";
import { createCaldav } from "../caldav/account.ts";
import type { Network } from "../guard.ts";
import type { Access, AccountProvider, Offer } from "../provider.ts";
import { type ReadingParts, Readings } from "../readings.ts";
import { RemoteFault, type RemoteFaultCode } from "../remote.ts";
import { calendarsOf, type Run, runsOf, saveCalendarState } from "./calendars.store.ts";
import { GoogleAccounts } from "./google.ts";
import { nextRunOf } from "./jobs.ts";
import { findLinkOf, lastChange } from "./links.store.ts";
import { sendChanges, sendDeletions } from "./push.ts";
import { type AccountCalendarRow, type AccountRow, accountById, accountsInOrder } from "./rows.store.ts";
import { Interrupted, Session } from "./session.ts";
import { accountPlaceOf, noteSignInNeeded, type Provider, saveAccountState } from "./store.ts";
import { isTestGrant, longestRunMs, nothingSent, stateAfter, type Turn, tooLong } from "./turns.ts";

const pushDelayMs = 2_000;
const pauseAfterPushMs = minute;
const maxRuns = 50;

export type AccountsParts = ReadingParts & {
  /** Whether somebody has the app of a household open. */
  readonly presence: { readonly has: (householdId: string) => boolean };
};

type How = {
  readonly aborted?: AbortSignal;
  readonly isPushOnly?: boolean;
  /** The calendar whose held answer may delete now. */
  readonly accepted?: string;
};

/** They stop the whole account. */
const ofAccount: readonly RemoteFaultCode[] = [
  "denied",
  "no_answer",
  "busy",
  "no_basic",
  "other_origin",
  "home_network",
  "not_https",
];

/** Waits for the network: never call it inside a transaction. */
export class Accounts extends Readings<AccountsParts> {
  readonly google: GoogleAccounts;
  private readonly providers: Readonly<Record<Provider, AccountProvider>>;
  /** Households, by ids of accounts whose settings changed during a run. */
  private readonly again = new Map<string, string>();
  private readonly pushes = new Map<string, () => void>();
  /** The newest change that each calendar was searched for. */
  private readonly sentUpTo = new Map<string, number>();
  private readonly listedAt = new Map<string, number>();
  private readonly pauses = new Map<string, number>();
  private readonly stopListening: () => void;

  constructor(parts: AccountsParts, caldav: AccountProvider) {
    super(parts, {
      waiting: 20,
      tooMany: "Too many accounts are being synced",
      busy: () => conflict("in_progress", "This account is being synced"),
    });
    this.google = new GoogleAccounts(parts, this.secrets);
    this.providers = { provider_a: caldav, provider_b: this.google };
    this.stopListening = parts.committed.listen(({ householdId }) => this.pushSoon(householdId));
  }

  override stop(): void {
    this.stopListening();
    for (const cancel of this.pushes.values()) cancel();
    this.pushes.clear();
    super.stop();
  }

  /** @throws RemoteFault */
  discover(provider: Provider, access: Access): Promise<Offer> {
    const { signal } = this.stopping;
    return this.inTurn(access.householdId, () => this.providers[provider].discover(access, signal));
  }

  /** @throws ApiError 422, RemoteFault */
  finishGoogle(owner: { readonly householdId: string; readonly memberId: string }, address: string) {
    const { signal } = this.stopping;
    return this.inTurn(owner.householdId, () => this.google.finish(owner, address, signal));
  }

  private pushSoon(householdId: string): void {
    // Constant writes must not delay it for ever.
    if (this.pushes.has(householdId)) return;
    const cancel = this.parts.timers.after(pushDelayMs, () => {
      this.pushes.delete(householdId);
      this.pushChanges(householdId).catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.parts.log.error(`sync: ${messageOf(error)}`);
      });
    });
    this.pushes.set(householdId, cancel);
  }

  /** Accounts that fail wait for their next run. */
  async pushChanges(householdId: string): Promise<void> {
    const { db } = this.parts;
    for (const { id, state, failures } of accountsInOrder.all(db, { householdId })) {
      const isPaused = (this.pauses.get(id) ?? 0) > this.parts.clock().getTime();
      if (state !== "ready" || failures > 0 || isPaused) continue;
      if (this.isRunning(id)) this.pushSoon(householdId);
      else await this.claim(id, () => this.sync(householdId, id, { isPushOnly: true }));
    }
  }

  override async claim<Result>(id: string, use: () => Promise<Result>): Promise<Result> {
    try {
      return await super.claim(id, use);
    } finally {
      const householdId = this.isRunning(id) ? undefined : this.again.get(id);
      if (householdId !== undefined) {
        this.again.delete(id);
        this.syncSoon(householdId, id);
      }
    }
  }

  /** A first run may take minutes. */
  syncSoon(householdId: string, id: string): void {
    if (this.stopping.signal.aborted) return;
    if (this.isRunning(id)) {
      this.again.set(id, householdId);
      return;
    }
    this.claim(id, () => this.sync(householdId, id)).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.parts.log.error(`sync: ${messageOf(error)}`);
    });
  }

  /** Call it within `claim`. Faults of servers are stored, not thrown. */
  async sync(householdId: string, id: string, how: How = {}): Promise<void> {
    const signal = this.signalOf(how.aborted);
    await this.inTurn(householdId, () => this.syncAccount(householdId, id, how, signal));
  }

  private async syncAccount(householdId: string, id: string, how: How, signal: AbortSignal): Promise<void> {
    const { db } = this.parts;
    const account = accountById.get(db, { householdId, id });
    if (account?.state !== "ready") return;
    const secret = this.secrets.open(accountPlaceOf(id), account.secret);
    if (secret === null) {
      this.write(householdId, (work) => noteSignInNeeded(work, account, "key_lost"));
      return;
    }
    const { url, username, origins } = account;
    const access = { householdId, url, username, secret, origins: JSON.parse(origins) as string[] };
    const calendars = calendarsOf({ db, householdId }, id).filter((each) => this.isDue(each, how));
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)]);
    const turns = calendars.map((calendar) => this.turnFor(account, calendar, access, how, limit));
    const fault = await this.takeTurns(turns, access, how, signal, limit);
    for (const turn of turns) if (!turn.isOver) this.settle(turn);
    if (!fault && !how.isPushOnly) await this.listOffered(account, access, how, limit);
    if (fault) {
      this.noteAccountFault(account, fault, how);
      return;
    }
    if (how.isPushOnly) return;
    this.pauses.delete(id);
    if (account.failures > 0 || account.error !== null) {
      this.write(householdId, (work) => this.changeState(work, id, { failures: 0, error: null }));
    }
  }

  private async listOffered(account: AccountRow, access: Access, how: How, limit: AbortSignal): Promise<void> {
    const now = this.parts.clock().getTime();
    const before = this.listedAt.get(account.id) ?? Number.NEGATIVE_INFINITY;
    if (now - before < (how.aborted === undefined ? hour : day)) return;
    this.listedAt.set(account.id, now);
    try {
      const { calendars } = await this.providers[account.provider].discover(access, limit);
      const offered = JSON.stringify(calendars);
      const { householdId, id } = account;
      if (offered !== account.offered) this.write(householdId, (work) => this.changeState(work, id, { offered }));
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
    }
  }

  private changeState(work: Work, id: string, change: Parameters<typeof saveAccountState>[2]): void {
    const { db, householdId } = work;
    const row = accountById.get(db, { householdId, id });
    if (row) saveAccountState(work, row, change);
  }

  private isDue({ id, mode }: AccountCalendarRow, { isPushOnly }: How): boolean {
    return !isPushOnly || (mode !== "in" && this.sentUpTo.get(id) !== lastChange(this.parts.db));
  }

  private turnFor(
    account: AccountRow,
    calendar: AccountCalendarRow,
    access: Access,
    how: How,
    signal: AbortSignal,
  ): Turn {
    const { householdId } = access;
    const baseOf = (remoteId: string) => findLinkOf(this.workOf(householdId), calendar.id, remoteId)?.base ?? null;
    const remote = this.providers[account.provider].open(access, calendar.externalId ?? "", baseOf);
    const isAccepted = how.accepted === calendar.id;
    const session = new Session(this.parts, householdId, account, calendar, remote, signal, isAccepted);
    const newest = lastChange(this.parts.db);
    return {
      session,
      started: this.parts.clock(),
      newest,
      pulled: null,
      isApplied: false,
      sent: nothingSent,
      fault: null,
      isOver: false,
    };
  }

  /** Some servers refuse an event that another of their calendars still has. Returns a fault of the whole account. */
  private async takeTurns(
    turns: readonly Turn[],
    access: Access,
    how: How,
    signal: AbortSignal,
    limit: AbortSignal,
  ): Promise<RemoteFault | null> {
    const steps = [
      async (turn: Turn) => {
        if (!how.isPushOnly) turn.pulled = await turn.session.pull();
      },
      async (turn: Turn) => {
        await turn.session.removeLost();
        turn.isApplied = true;
        turn.sent = await sendDeletions(turn.session);
      },
      async (turn: Turn) => {
        const { sent, failed } = await sendChanges(turn.session);
        turn.sent = { sent: turn.sent.sent + sent, failed: turn.sent.failed + failed };
        this.sentUpTo.set(turn.session.calendar.id, turn.newest);
      },
    ];
    for (const step of steps) {
      for (const turn of turns) {
        if (turn.isOver || turn.fault) continue;
        try {
          await step(turn);
        } catch (error) {
          if (error instanceof Interrupted) {
            turn.isOver = true;
            continue;
          }
          const fault = limit.aborted && !signal.aborted ? tooLong() : this.faultFrom(error, signal);
          turn.fault = fault;
          if (ofAccount.includes(fault.code) && !(await this.isOfCalendar(turns, turn, fault, access, limit))) {
            return fault;
          }
        }
      }
    }
    return null;
  }

  /** @throws errors of the database */
  private faultFrom(error: unknown, signal: AbortSignal): RemoteFault {
    signal.throwIfAborted();
    if (error instanceof RemoteFault) return error;
    if (isDatabaseWideError(error)) throw error;
    this.parts.log.error(`sync: ${placeOf(error)}`);
    return new RemoteFault("unknown");
  }

  /** One calendar may be withdrawn or broken. */
  private async isOfCalendar(
    turns: readonly Turn[],
    turn: Turn,
    { code, retryAfterMs }: RemoteFault,
    access: Access,
    limit: AbortSignal,
  ): Promise<boolean> {
    if (retryAfterMs !== null || limit.aborted) return false;
    const others = turns.filter((each) => each !== turn);
    if (code === "no_answer" && others.some(({ pulled }) => pulled !== null)) return true;
    const { provider } = turn.session.account;
    // Google counts the requests of the whole account.
    const mayBeOfOne = code === "no_answer" || (code === "busy" && provider === "provider_a");
    if (code !== "denied" && (!mayBeOfOne || others.length === 0)) return false;
    try {
      await this.providers[provider].discover(access, limit);
      return true;
    } catch {
      return false;
    }
  }

  private settle(turn: Turn): void {
    const { parts } = this;
    const { session, started, pulled, sent, fault } = turn;
    const { account, applied, bytes, calendar } = session;
    const now = parts.clock();
    const { householdId } = account;
    const row = calendarsOf({ db: parts.db, householdId }, account.id).find(({ id }) => id === calendar.id);
    if (!row || row.updatedAt !== calendar.updatedAt) return;
    const error = fault?.code ?? (pulled?.held ? "held" : null);
    const ms = Math.max(0, now.getTime() - started.getTime());
    const run: Run = { at: started.toISOString(), ...applied, ...sent, ms, bytes, error };
    const isEventful = sumOf(applied) + sent.sent + sent.failed > 0 || error !== row.error;
    const after = { ...row, ...stateAfter(row, turn, now) };
    const change = {
      ...after,
      error,
      ...(isEventful ? { runs: JSON.stringify([run, ...runsOf(row)].slice(0, maxRuns)) } : {}),
    };
    const isNews = row.state !== after.state || row.error !== error;
    const write = (work: Pick<Work, "db" | "householdId">) => saveCalendarState(work, row, change);
    if (isNews) this.write(householdId, write);
    else writeUncached(parts.db, () => transact(parts.db, () => write({ db: parts.db, householdId })));
    const said = fault ? fault.message : `${sumOf(applied)} in, ${sent.sent} out, ${sent.failed} failed`;
    if (isEventful || isNews)
      parts.log.info(
        `sync account ${account.id}, calendar ${row.id}: ${said}, ${ms} ms, ${Math.ceil(bytes / 1_024)} KB`,
      );
  }

  private noteAccountFault(account: AccountRow, { code, retryAfterMs, message }: RemoteFault, how: How): void {
    const { householdId, id } = account;
    const { aborted, isPushOnly } = how;
    const now = this.parts.clock().getTime();
    // Each change would ask a server that does not answer.
    const pauseMs = retryAfterMs ?? (isPushOnly ? pauseAfterPushMs : null);
    if (pauseMs !== null) this.pauses.set(id, now + pauseMs);
    this.parts.log.info(`sync account ${id}: ${message}`);
    this.write(householdId, (work) => {
      const row = accountById.get(work.db, { householdId, id });
      if (!row) return;
      if (code === "denied") noteSignInNeeded(work, row, isTestGrant(row, now) ? "test_grant" : code);
      // Impatient people must not make an account wait longer.
      else saveAccountState(work, row, { error: code, failures: row.failures + Number(aborted !== undefined) });
    });
  }

  /** Null: not until it is signed in to. */
  nextRun(householdId: string, id: string, after: Date): Date | null {
    const row = accountById.get(this.parts.db, { householdId, id });
    if (row?.state !== "ready") return null;
    const next = nextRunOf(row, this.parts.presence.has(householdId), after);
    return new Date(Math.max(next.getTime(), this.pauses.get(id) ?? 0));
  }

  private write(householdId: string, change: (work: Work) => void): void {
    const { db, committed } = this.parts;
    const work = this.workOf(householdId);
    writeInHousehold(db, householdId, () => transact(db, () => change(work)));
    committed.emit(work);
  }
}

export function createAccounts(parts: AccountsParts, network: Network = {}): Accounts {
  const caldav = createCaldav(parts, network);
  const provider_a: AccountProvider = {
    discover: ({ secret: password, ...access }, signal) => caldav.discover({ ...access, password }, signal),
    open: ({ secret: password, ...access }, externalId) => caldav.open({ ...access, password }, { externalId }),
  };
  return new Accounts(parts, provider_a);
}

/** Its message may contain what an event says. */
function placeOf(error: unknown): string {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  return [name, /\n\s+(at .*)/.exec(stack)?.[1]].filter(Boolean).join(" ");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
