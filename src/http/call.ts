/** One request on its way through the server: who calls, what for, and the unit of work its handler acts in. */
import { asMember, systemWork, type Work } from "../actor.ts";
import type { Caller } from "../auth/callers.ts";
import { remember, type Use } from "../auth/idempotency.ts";
import type { Allowance } from "../auth/rate-limit.ts";
import { adultsOnly, type Role } from "../auth/role.ts";
import type { Scope } from "../auth/scopes.ts";
import { snapshot, transact } from "../db/client.ts";
import { noticeWrites, stateOf, writingIn } from "../db/state.ts";
import type { Deps } from "../deps.ts";
import { invalid, missingScope } from "../errors.ts";
import { readHousehold } from "../households/store.ts";
import { freeBuffer } from "../lib/buffers.ts";
import { requireMember } from "../members/store.ts";
import { isUuid } from "../schema.ts";
import type { Route } from "./routes.ts";
import type { Target } from "./target.ts";

/** Filled in step by step by the pipeline; handlers find all of it set that their route demands. */
export class Call {
  readonly now: Date;
  readonly path: string;
  readonly search: string;
  readonly startedAt = performance.now();
  route: Route | null = null;
  agentName: string | null = null;
  /** The decoded JSON; undefined where the route takes none. */
  body: unknown = undefined;
  private uploaded: Uint8Array | null = null;
  allowance: Allowance | null = null;
  /** What a read's answer hangs on; null where it is not to be kept. */
  answerKey: string | null = null;
  /** Of the caller's household, when the caller was found; see `db/state`. */
  state = -1;
  /** Checks the caller once more, as things are now. @throws ApiError 401 or 403. */
  admitAgain: () => void = () => {};
  /** Whether the caller's credentials are still good at an instant. For what outlives its request. */
  isStillGood: (now: Date) => boolean = () => false;
  /** Told of each change, once it is on disk. */
  afterWrite: (work: Work) => void = () => {};
  /** What speaks for the caller in place of a cookie; null where nothing does. */
  authorization: string | null = null;
  /** Null for a request without an idempotency key. */
  use: Use | null = null;
  /** Looks up {@link address}; only some need it, and it takes a system call. */
  findAddress: () => string = () => "unknown";
  isSecure = false;
  /** Of the feed's entry that this request has written; null while there is none. */
  activityId: string | null = null;
  /** Takes one more token of the caller's limit, where one request holds several. For the same routes as {@link noteUse}. */
  takeAgain: () => boolean = () => true;
  /** Notes that the caller was here, under an agent name that only the route knows. Set for routes that take nothing but keys. */
  noteUse: (agentName: string | null) => void = () => {};
  /** Headers of the answer beside the usual. */
  readonly extraHeaders: [string, string][] = [];
  private found: Caller | null = null;
  private acting: { id: string; name: string; role: Role } | null = null;

  constructor(
    readonly deps: Deps,
    readonly request: Request,
    target: Target,
    readonly id: string,
  ) {
    this.now = deps.clock();
    this.path = target.path;
    this.search = target.search;
  }

  /** Null on a public route, or where the credentials did not hold. */
  get callerOrNull(): Caller | null {
    return this.found;
  }

  /** Who calls. Only for routes that demand credentials. */
  get caller(): Caller {
    if (!this.found) throw new Error("A public route has no caller");
    return this.found;
  }

  set caller(caller: Caller) {
    this.found = caller;
  }

  /** The bytes of the uploaded file. Only for routes that take one. */
  get file(): Uint8Array {
    if (!this.uploaded) throw new Error("This route takes no upload");
    return this.uploaded;
  }

  set file(bytes: Uint8Array) {
    this.uploaded = bytes;
  }

  /** Frees the memory of the uploaded file, if there is one. Nothing may be reading it any more, on any thread. */
  freeFile(): void {
    if (this.uploaded) freeBuffer(this.uploaded);
    this.uploaded = null;
  }

  /** Of the client, behind trusted proxies. */
  get address(): string {
    return this.findAddress();
  }

  /** Runs a read, all of it on one state of the database. */
  read<Answer>(read: (work: Work) => Answer): Answer {
    const { work } = this;
    return snapshot(work.db, () => read(work));
  }

  private get work(): Work {
    const { caller, now, agentName } = this;
    const { householdId, timeZone, id, name } = caller;
    const work = systemWork(this.deps.db, { id: householdId, timeZone }, now);
    if (caller.kind === "member") return asMember(work, caller);
    if (caller.kind === "device") return this.acting ? { ...asMember(work, this.acting), viewerId: null } : work;
    const { memberId } = caller;
    return { ...work, actor: { kind: "api_key", id, name, agentName }, memberId, viewerId: memberId };
  }

  /**
   * Makes a device act for the member that it names.
   * @throws ApiError 400 without a name, 422 for one who is no member.
   */
  actFor(memberId: string | null): void {
    if (memberId === null || !isUuid(memberId)) throw invalid("X-Acting-Member: must be a member's UUID");
    this.acting = requireMember(this.work, memberId.toLowerCase(), "X-Acting-Member");
  }

  /** @throws ApiError 403 where a device sends a field that it may not. */
  requireDeviceFields(body: unknown): void {
    if (this.found?.kind !== "device") return;
    const fields = typeof body === "object" && body !== null ? Object.keys(body) : [];
    if (!fields.every((field) => this.route?.deviceFields?.includes(field))) throw adultsOnly();
  }

  /** For what is known only once a record is found. Members and devices need no scope. @throws ApiError 403. */
  requireScope(scope: Scope): void {
    if (!this.hasScope(scope)) throw missingScope(scope);
  }

  /** For answers of several parts, each with a scope of its own. Members and devices have them all. */
  hasScope(scope: Scope): boolean {
    const { caller } = this;
    return caller.kind !== "api_key" || caller.scopes.includes(scope);
  }

  /** The member that a device acts for; null for anybody else, and for one that only reads. */
  get actingId(): string | null {
    return this.acting?.id ?? null;
  }

  /** True where the household may have been written to since the caller and the household's revision were read. */
  isOutdated(): boolean {
    const { db } = this.deps;
    noticeWrites(db, { asksOthers: true });
    return stateOf(db, this.caller.householdId) !== this.state;
  }

  /** Says that the answer depends on the present instant: it carries no ETag. For reads that only sometimes do. */
  dependOnNow(): void {
    this.answerKey = null;
  }

  /** Takes back every `Set-Cookie` so far. */
  forgetCookies(): void {
    this.extraHeaders.length = 0;
  }

  /** Adds a `Set-Cookie` to the answer. */
  setCookie(cookie: string): void {
    this.extraHeaders.push(["Set-Cookie", cookie]);
  }

  /**
   * Runs a change in one transaction, for a caller who is still allowed to, and keeps its answer in the same one where the
   * request carries an idempotency key. The answer must be what the handler returns.
   * @throws ApiError 401 or 403 for a caller who no longer is.
   */
  write<Answer>(change: (work: Work) => Answer): Answer {
    const { use, deps } = this;
    return this.writeIn(this.caller.householdId, () => {
      // Bodies and passwords take their time: who was let in may have been put out meanwhile.
      if (this.isOutdated()) {
        this.admitAgain();
        if (this.acting) this.actFor(this.acting.id);
      }
      const work = { ...this.work, now: deps.clock() };
      const answer = change(work);
      const activityId = work.recorded.at(-1)?.id ?? null;
      if (use) remember(work.db, use, { body: JSON.stringify(answer), activityId }, work.now);
      this.activityId = activityId;
      return { answer, work };
    });
  }

  /**
   * Runs a change in one transaction for a request without a caller: what it holds says in which household it acts. `change`
   * must check that again, and touch no other household.
   */
  writeAsNobody<Answer>(householdId: string, change: (work: Work) => Answer): Answer {
    const { db } = this.deps;
    return this.writeIn(householdId, () => {
      const work = systemWork(db, readHousehold(db, householdId), this.now);
      return { answer: change(work), work };
    });
  }

  private writeIn<Answer>(householdId: string, run: () => { answer: Answer; work: Work }): Answer {
    const { db } = this.deps;
    const { answer, work } = writingIn(db, householdId, () => transact(db, run));
    this.afterWrite(work);
    return answer;
  }

  /** Runs a change as {@link write} would, and takes all of it back: a dry run. Its answer's ids are nobody's. */
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
}

/** Thrown to take a rehearsal back. */
const rehearsed = Symbol("rehearsed");

const calls = new WeakMap<Request, Call>();

/** Ties a call to its request, for {@link callOf}. */
export function registerCall(call: Call): void {
  calls.set(call.request, call);
}

/** The call of a request that came through the pipeline. */
export function callOf(request: Request): Call {
  const call = calls.get(request);
  if (!call) throw new Error("The request did not come through the pipeline");
  return call;
}
