/** Telling every open app of a household that something has changed (README, Live updates). */
import type { Recorded } from "../activity/record.ts";
import type { Work } from "../actor.ts";
import { stateOf } from "../db/state.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../errors.ts";
import { readRevision } from "../households/store.ts";
import type { Call } from "../http/call.ts";
import { minute } from "../time.ts";
import { type Kind, kindsOf } from "./kinds.ts";
import type { LiveMessage } from "./message.ts";
import { LiveSocket } from "./socket.ts";

const mostPerCaller = 50;
const mostPerHousehold = 500;
/** How long other processes' writes, and credentials that have ended, may go unnoticed. */
const lookEveryMs = 250;

/** One household with open apps, what they were told, and what they are to be told next. */
type Home = {
  readonly id: string;
  readonly sockets: Set<LiveSocket>;
  revision: number;
  unsaid: Recorded[];
};

/**
 * The open sockets of one server. Own changes are told when the turn of the event loop is over, all of one turn together;
 * other processes' are looked for as long as a socket is open.
 */
export class LiveChannel {
  private readonly homes = new Map<string, Home>();
  private readonly changed = new Set<Home>();
  private looking: ReturnType<typeof setInterval> | null = null;
  /** Of the database, when all sockets were last looked after, and when that was. */
  private seen = { state: -1, at: 0 };

  constructor(private readonly deps: Deps) {}

  /** A place for one more app; whoever takes it opens the socket, or gives it back. @throws ApiError 429 where there is none. */
  join(call: Call): LiveSocket {
    const { householdId, id } = call.caller;
    const home = this.homes.get(householdId) ?? this.enter(householdId);
    const own = [...home.sockets].filter(({ callerId }) => callerId === id);
    if (own.length >= mostPerCaller || home.sockets.size >= mostPerHousehold) {
      throw new ApiError(429, "Too many live connections", { "Retry-After": "60" });
    }
    const socket = new LiveSocket(
      call,
      () => this.greet(householdId),
      (ended) => this.leave(ended),
    );
    home.sockets.add(socket);
    this.looking ??= setInterval(() => this.guarded(() => this.look()), lookEveryMs);
    return socket;
  }

  /** Gives a place back. */
  leave(socket: LiveSocket): void {
    const home = this.homes.get(socket.householdId);
    home?.sockets.delete(socket);
    if (home?.sockets.size === 0) this.homes.delete(home.id);
    if (this.homes.size > 0 || this.looking === null) return;
    clearInterval(this.looking);
    this.looking = null;
  }

  /** Takes note of a change that is on disk. Costs nothing where nobody listens. */
  wrote({ householdId, recorded }: Work): void {
    const home = this.homes.get(householdId);
    if (!home || recorded.length === 0) return;
    home.unsaid.push(...recorded);
    if (this.changed.size === 0) setImmediate(() => this.guarded(() => this.tellChanged()));
    this.changed.add(home);
  }

  private enter(id: string): Home {
    const home = { id, sockets: new Set<LiveSocket>(), revision: this.revisionOf(id), unsaid: [] };
    this.homes.set(id, home);
    return home;
  }

  private greet(householdId: string): LiveMessage {
    return { type: "hello", revision: this.revisionOf(householdId), build: this.deps.run.build };
  }

  private tellChanged(): void {
    const homes = [...this.changed];
    this.changed.clear();
    for (const home of homes) this.tell(home);
  }

  /** Other processes' writes; and, whatever is written, credentials that have ended. These may also simply run out. */
  private look(): void {
    const state = stateOf(this.deps.db, { asksOthers: true });
    const now = this.deps.clock().getTime();
    if (state === this.seen.state && Math.abs(now - this.seen.at) < minute) return;
    this.seen = { state, at: now };
    for (const home of [...this.homes.values()]) this.tell(home);
  }

  private tell(home: Home): void {
    const now = this.deps.clock();
    for (const socket of home.sockets) if (!socket.isStillGood(now)) socket.dismiss();
    const message = this.newsOf(home);
    if (message === null) return;
    const text = JSON.stringify(message);
    for (const socket of home.sockets) socket.tell(text);
  }

  /** Each entry raises the revision by one: where it rose by more, somebody else has written too. */
  private newsOf(home: Home): LiveMessage | null {
    const { unsaid, revision: before } = home;
    const revision = this.revisionOf(home.id);
    if (revision === before) return null;
    home.unsaid = [];
    home.revision = revision;
    const isAllOwn = revision - before === unsaid.length;
    const kinds: Kind[] = isAllOwn ? [...new Set(unsaid.flatMap(({ entry }) => kindsOf(entry)))] : ["all"];
    const [only] = isAllOwn && unsaid.length === 1 ? unsaid : [];
    const activityId = only && !only.entry.audience?.viewerId ? only.id : null;
    return { type: "changed", revision, kinds, activityId };
  }

  private revisionOf(householdId: string): number {
    return readRevision({ db: this.deps.db, householdId });
  }

  /** Nobody waits for what is done here: a fault goes to the log, and the next look makes up for it. */
  private guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.deps.log.error(error instanceof Error ? error.stack || error.message : String(error));
    }
  }
}
