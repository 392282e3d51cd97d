/** The last stage of a request: what its handler works with. */
import type { Caller, KeyCaller } from "../auth/callers.ts";
import { remember, type Use } from "../auth/idempotency.ts";
import type { Allowance } from "../auth/rate-limit.ts";
import type { Role } from "../auth/role.ts";
import type { Scope } from "../auth/scopes.ts";
import { changeCount, detectWrites, writeInHousehold } from "../db/change-counter.ts";
import { snapshot, transact } from "../db/client.ts";
import { missingScope } from "../errors.ts";
import { asMember, systemWork, type Work } from "../work.ts";
import type { Admitted, KeyAdmitted, Peer } from "./admission.ts";
import type { Incoming } from "./incoming.ts";
import { baseHeaders } from "./response.ts";

/** The member for whom a device acts. */
export type ActingMember = { readonly id: string; readonly name: string; readonly role: Role };

/** What every handler may ask of its request. */
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

  /** When the request came. Its body may have taken a minute since: see {@link clock}. */
  get now(): Date {
    return this.incoming.now;
  }

  /** The present. */
  clock(): Date {
    return this.incoming.services.deps.clock();
  }

  /** The client's address, behind trusted proxies. */
  get address(): string {
    return this.peer.address();
  }

  get isSecure(): boolean {
    return this.peer.isSecure;
  }

  /** Adds a `Set-Cookie` to the answer. */
  setCookie(cookie: string): void {
    this.incoming.reply.cookies.push(cookie);
  }

  /** Drops every `Set-Cookie` so far. */
  forgetCookies(): void {
    this.incoming.reply.cookies = [];
  }

  /** The `Set-Cookie` headers so far, for an answer that is not a `Response`. */
  get cookies(): readonly string[] {
    return this.incoming.reply.cookies;
  }

  protected writeIn<Answer>(householdId: string, run: () => { answer: Answer; work: Work }): Answer {
    const { deps, afterWrite } = this.incoming.services;
    const { answer, work } = writeInHousehold(deps.db, householdId, () => transact(deps.db, run));
    afterWrite(work);
    return answer;
  }
}

/** The context of a route that needs no sign-in. */
export class VisitorContext extends Context {
  /** Runs a change in the household that the request's secret names. `change` must check that again, and touch no other. */
  write<Answer>(householdId: string, change: (work: Work) => Answer): Answer {
    const { deps, readHousehold } = this.incoming.services;
    return this.writeIn(householdId, () => {
      const work = systemWork(deps.db, readHousehold(deps.db, householdId), this.now);
      return { answer: change(work), work };
    });
  }
}

/** The context of a route that takes API keys alone. */
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

  /** What is left after this request's token. */
  get allowance(): Allowance {
    return this.admitted.allowance;
  }

  /** Takes one more token, where one request holds several. False where there is none. */
  takeToken(): boolean {
    return this.admitted.takeToken();
  }

  /** Notes that the key was used, under an agent name that only the route knows. */
  noteUse(agentName: string | null): void {
    this.admitted.noteUse(agentName);
  }

  /** The headers that every answer carries, for an answer that the handler makes itself. */
  get headers(): Readonly<Record<string, string>> {
    return baseHeaders(this.incoming);
  }
}

/** What the headers of a request say, beside its credentials. */
export type Attribution = {
  readonly agentName: string | null;
  /** Null for anybody but a device that writes. */
  readonly actingMember: ActingMember | null;
};

/** The context of everything else: a caller with permission, and input that fits the schema. */
export class RequestContext extends Context {
  /** The key under which the answer is cached; null where it must not be. */
  private cacheKey: string | null;
  private current: Caller;
  private actingMember: ActingMember | null;

  constructor(
    incoming: Incoming,
    private readonly admitted: Admitted,
    private readonly attribution: Attribution,
    /** Null for a request without an idempotency key. */
    readonly use: Use | null,
    cacheKey: string | null,
  ) {
    super(incoming, admitted);
    this.current = admitted.caller;
    this.actingMember = attribution.actingMember;
    this.cacheKey = cacheKey;
  }

  get caller(): Caller {
    return this.current;
  }

  /** Returns a check whether the caller's credentials are still good at an instant. For sockets. */
  watch(): (now: Date) => boolean {
    return this.admitted.watch();
  }

  /** The key under which the answer may be cached; null where it depends on more than the household's revision. */
  get answerKey(): string | null {
    return this.cacheKey;
  }

  /** Declares that the answer depends on the present instant: it carries no ETag. */
  dependOnNow(): void {
    this.cacheKey = null;
  }

  /** Members and devices need no scope. @throws ApiError 403 */
  requireScope(scope: Scope): void {
    if (!this.hasScope(scope)) throw missingScope(scope);
  }

  /** For answers of several parts, each with a scope of its own. Members and devices have them all. */
  hasScope(scope: Scope): boolean {
    const { caller } = this;
    return caller.kind !== "api_key" || caller.scopes.includes(scope);
  }

  /** Runs a read on one state of the database. */
  read<Answer>(read: (work: Work) => Answer): Answer {
    const work = this.work(this.now);
    return snapshot(work.db, () => read(work));
  }

  /**
   * Runs a change in one transaction and, where the request carries an idempotency key, keeps its answer in the same one. The
   * answer must be what the handler returns.
   * @throws ApiError 401 or 403 for a caller who has lost the permission since the request came.
   */
  write<Answer>(change: (work: Work) => Answer): Answer {
    const { use } = this;
    return this.writeIn(this.caller.householdId, () => {
      this.admitAgain();
      const work = this.work(this.clock());
      const answer = change(work);
      const activityId = work.recorded.at(-1)?.id ?? null;
      if (use) remember(work.db, use, { body: JSON.stringify(answer), activityId }, work.now);
      this.incoming.reply.activityId = activityId;
      return { answer, work };
    });
  }

  /** Runs a change as {@link write} would, and rolls it back. The ids of its answer name nothing. */
  rehearse<Answer>(change: (work: Work) => Answer): Answer {
    const done: Answer[] = [];
    try {
      this.write((work) => {
        done.push(change(work));
        throw rehearsed;
      });
    } catch (thrown) {
      if (thrown !== rehearsed) throw thrown;
    }
    return done[0] as Answer;
  }

  /** Checks the caller again if the household may have changed since: a body or a password takes its time. */
  admitAgain(): void {
    if (!this.isOutdated()) return;
    this.current = this.admitted.admitAgain();
    const { actingMember, incoming } = this;
    if (!actingMember) return;
    this.actingMember = incoming.services.findActingMember(this.deviceWork(this.now), actingMember.id);
  }

  /** True where the household may have been written to since the caller and the household's revision were read. */
  isOutdated(): boolean {
    const { db } = this.incoming.services.deps;
    detectWrites(db, { checksOtherProcesses: true });
    return changeCount(db, this.caller.householdId) !== this.admitted.state;
  }

  private work(now: Date): Work {
    const { caller, actingMember } = this;
    const work = this.deviceWork(now);
    if (caller.kind === "member") return asMember(work, caller);
    if (caller.kind === "device") return actingMember ? { ...asMember(work, actingMember), viewerId: null } : work;
    const { id, name, memberId } = caller;
    const { agentName } = this.attribution;
    return { ...work, actor: { kind: "api_key", id, name, agentName }, memberId, viewerId: memberId };
  }

  /** The work of a device that acts for nobody. */
  private deviceWork(now: Date): Work {
    const { householdId, timeZone } = this.caller;
    return systemWork(this.incoming.services.deps.db, { id: householdId, timeZone }, now);
  }
}

/** Thrown to roll a rehearsal back. */
const rehearsed = Symbol("rehearsed");
