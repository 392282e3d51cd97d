import { missingScope } from "#lib/errors.ts";
import type { AppCaller, Caller, KeyCaller, MemberCaller } from "../auth/callers.ts";
import { type IdempotentRequest, saveReplay } from "../auth/idempotency.ts";
import type { Allowance } from "../auth/rate-limit.ts";
import type { Role } from "../auth/role.ts";
import type { Scope } from "../auth/scopes.ts";
import { changeCount, detectWrites, writeInHousehold } from "../db/change-counter.ts";
import { type Db, snapshot, transact } from "../db/client.ts";
import { transactCooperatively } from "../db/cooperative-transaction.ts";
import { asMember, systemWork, type Work } from "../work.ts";
import type { Admitted, AppAdmitted, KeyAdmitted, Peer } from "./admission.ts";
import type { Incoming } from "./incoming.ts";
import { type Input, keepOpen } from "./request-input.ts";
import { baseHeaders } from "./response.ts";

export type ActingMember = { readonly id: string; readonly name: string; readonly role: Role };

abstract class Context {
  constructor(
    protected readonly incoming: Incoming,
    private readonly peer: Peer,
  ) {}

  get id(): string {
    return this.incoming.id;
  }

  get request(): Request {
    return this.incoming.request;
  }

  /** Whether the response has a body; false for HEAD, which must not use up a secret that can be returned only once. */
  get sendsBody(): boolean {
    return this.request.method !== "HEAD";
  }

  /** The time at which the request arrived. It can be up to a minute earlier than {@link clock}. */
  get now(): Date {
    return this.incoming.now;
  }

  clock(): Date {
    return this.incoming.services.deps.clock();
  }

  get address(): string {
    return this.peer.address();
  }

  get isSecure(): boolean {
    return this.peer.isSecure;
  }

  setCookie(cookie: string): void {
    this.incoming.reply.cookies.push(cookie);
  }

  forgetCookies(): void {
    this.incoming.reply.cookies = [];
  }

  get cookies(): readonly string[] {
    return this.incoming.reply.cookies;
  }

  protected writeIn<Answer>(householdId: string, run: () => { answer: Answer; work: Work }): Answer {
    const { deps, afterCommit } = this.incoming.services;
    const { answer, work } = writeInHousehold(deps.db, householdId, () => transact(deps.db, run));
    afterCommit(work);
    return answer;
  }
}

export class VisitorContext extends Context {
  /** Runs `read` on one consistent state of the database. `read` must check the secret of the request again. */
  read<Answer>(householdId: string, read: (work: Work) => Answer): Answer {
    return snapshot(this.incoming.services.deps.db, () => read(this.work(householdId)));
  }

  /** Runs `change` in a transaction. `change` must check the secret of the request again. */
  write<Answer>(householdId: string, change: (work: Work) => Answer): Answer {
    return this.writeIn(householdId, () => {
      const work = this.work(householdId);
      return { answer: change(work), work };
    });
  }

  private work(householdId: string): Work {
    const { deps, readHousehold } = this.incoming.services;
    const { db } = deps;
    return systemWork(db, readHousehold({ db, householdId }), this.now);
  }
}

export class KeyContext extends Context {
  constructor(
    incoming: Incoming,
    private readonly admitted: KeyAdmitted,
  ) {
    super(incoming, admitted);
  }

  get caller(): KeyCaller {
    return this.admitted.caller;
  }

  get allowance(): Allowance {
    return this.admitted.allowance;
  }

  takeToken(): boolean {
    return this.admitted.takeToken();
  }

  recordUse(agentName: string | null): void {
    this.admitted.recordUse(agentName);
  }

  get headers(): Readonly<Record<string, string>> {
    return baseHeaders(this.incoming);
  }
}

/** The context of a request by a caller who belongs to a household. */
abstract class HouseholdContext extends Context {
  /** Returns the unit of work for the caller, at a time. */
  protected abstract work(now: Date): Work;
  /** Checks again that the caller may write. @throws ApiError 401 or 403 */
  abstract admitAgain(): void;
  /** Runs at the end of each write, in its transaction. `isLast` is false if the request writes again. */
  protected abstract finish(work: Work, answer: unknown, isLast: boolean): void;
  abstract get caller(): Pick<Caller, "householdId">;

  get database(): Db {
    return this.incoming.services.deps.db;
  }

  read<Answer>(read: (work: Work) => Answer): Answer {
    const work = this.work(this.now);
    return snapshot(work.db, () => read(work));
  }

  /** Runs `change` in a transaction. Return its answer unchanged, as repeats get the same. @throws ApiError 401, 403 */
  write<Answer>(change: (work: Work) => Answer): Answer {
    return this.writeIn(this.caller.householdId, () => {
      const work = this.begin();
      const answer = change(work);
      this.finish(work, answer, true);
      return { answer, work };
    });
  }

  /**
   * Runs a long write as one transaction. Other requests can run between the steps of the write, and `change` may be
   * started again. The answer is saved for repeated requests if this is the request's last write.
   * @throws ApiError 401 or 403 if the caller lost the permission
   */
  async writeCooperatively<Answer>(
    change: (work: Work) => Generator<void, Answer>,
    { isLast = true } = {},
  ): Promise<Answer> {
    const { reply, services } = this.incoming;
    const { activityId } = reply;
    const steps = function* (this: HouseholdContext, db: Db) {
      reply.activityId = activityId;
      const work = { ...this.begin(), db };
      const answer = yield* change(work);
      this.finish(work, answer, isLast);
      return { answer, work };
    };
    const { answer, work } = await transactCooperatively(this.database, steps.bind(this));
    services.afterCommit({ ...work, db: this.database });
    return answer;
  }

  private begin(): Work {
    this.admitAgain();
    return this.work(this.clock());
  }
}

/** The context of a request by a calendar program that uses CalDAV. */
export class AppContext extends HouseholdContext {
  private current: AppCaller;

  constructor(
    incoming: Incoming,
    private readonly admitted: AppAdmitted,
  ) {
    super(incoming, admitted);
    this.current = admitted.caller;
  }

  get caller(): AppCaller {
    return this.current;
  }

  get path(): string {
    return this.incoming.path;
  }

  admitAgain(): void {
    this.current = this.admitted.admitAgain();
  }

  protected finish(work: Work): void {
    this.incoming.reply.activityId = work.recorded.at(-1)?.id ?? null;
  }

  get headers(): Record<string, string> {
    return baseHeaders(this.incoming);
  }

  protected work(now: Date): Work {
    const { householdId, timeZone, member, role, name } = this.current;
    const work = asMember(systemWork(this.database, { id: householdId, timeZone }, now), { ...member, role });
    return { ...work, actor: { kind: "member", id: member.id, name: member.name, agentName: name } };
  }
}

export type Attribution = {
  readonly agentName: string | null;
  /** The member for whom a device writes. Null for all other requests. */
  readonly actingMember: ActingMember | null;
};

export class RequestContext extends HouseholdContext {
  private currentCacheKey: string | null;
  private current: Caller;
  private actingMember: ActingMember | null;

  constructor(
    incoming: Incoming,
    private readonly admitted: Admitted,
    private readonly input: Input,
    cacheKey: string | null,
  ) {
    super(incoming, admitted);
    this.current = admitted.caller;
    this.actingMember = input.attribution.actingMember;
    this.currentCacheKey = cacheKey;
  }

  get idempotentRequest(): IdempotentRequest | null {
    return this.input.idempotentRequest;
  }

  get caller(): Caller {
    return this.current;
  }

  /** The caller, in operations that devices and API keys may not call. @throws Error if the caller is not a member */
  get member(): MemberCaller {
    if (this.caller.kind !== "member") throw new Error("Not a member");
    return this.caller;
  }

  watch(): (now: Date) => boolean {
    return this.admitted.watch();
  }

  /** The key under which the answer is cached, or null if the answer must not be cached. */
  get cacheKey(): string | null {
    return this.currentCacheKey;
  }

  /** The name of the uploaded file as the client sent it. Never trust this name. */
  get fileName(): string {
    return this.incoming.reply.fileName;
  }

  keepConnectionOpen(): void {
    keepOpen(this.incoming);
  }

  dependOnNow(): void {
    this.currentCacheKey = null;
  }

  /** Requires that an API key has a scope. Members and devices need no scope. @throws ApiError 403 */
  requireScope(scope: Scope): void {
    if (!this.hasScope(scope)) throw missingScope(scope);
  }

  hasScope(scope: Scope): boolean {
    const { caller } = this;
    return caller.kind !== "api_key" || caller.scopes.includes(scope);
  }

  protected finish(work: Work, answer: unknown, isLast: boolean): void {
    const { idempotentRequest } = this;
    const activityId = work.recorded.at(-1)?.id ?? this.incoming.reply.activityId;
    if (idempotentRequest && isLast)
      saveReplay(work.db, idempotentRequest, { body: JSON.stringify(answer), activityId }, work.now);
    this.incoming.reply.activityId = activityId;
  }

  /** Runs `change`, rolls it back, and returns the answer. Ids of new records in the answer do not exist afterwards. */
  dryRun<Answer>(change: (work: Work) => Answer): Answer {
    const done: Answer[] = [];
    try {
      this.write((work) => {
        done.push(change(work));
        throw dryRunDone;
      });
    } catch (thrown) {
      if (thrown !== dryRunDone) throw thrown;
    }
    return done[0] as Answer;
  }

  /** Checks the caller again after a change: a key may be revoked while a body arrives or a password is hashed. */
  admitAgain(): void {
    if (!this.hasChanged({ checksOtherProcesses: true })) return;
    this.current = this.admitted.admitAgain();
    const { actingMember, incoming } = this;
    if (!actingMember) return;
    this.actingMember = incoming.services.findActingMember(this.deviceWork(this.now), actingMember.id);
  }

  /** Whether a write in the household has been detected since the request was admitted. */
  hasChanged(options: { readonly checksOtherProcesses?: boolean } = {}): boolean {
    const db = this.database;
    detectWrites(db, options);
    return changeCount(db, this.caller.householdId) !== this.admitted.changeCount;
  }

  protected work(now: Date): Work {
    const { caller, actingMember } = this;
    const work = this.deviceWork(now);
    if (caller.kind === "member") return asMember(work, caller);
    const { id, name, role } = caller;
    if (caller.kind === "device") {
      return actingMember ? { ...asMember(work, actingMember), viewerId: null } : { ...work, role };
    }
    const { memberId } = caller;
    const { agentName } = this.input.attribution;
    return { ...work, actor: { kind: "api_key", id, name, agentName }, memberId, viewerId: memberId, role };
  }

  private deviceWork(now: Date): Work {
    const { householdId, timeZone } = this.caller;
    return systemWork(this.database, { id: householdId, timeZone }, now);
  }
}

const dryRunDone = Symbol("dry run done");
