/** Telling every open app of a household that something has changed (docs/api.md, Live updates). */
import type { Recorded } from "../activity/record.ts";
import { detectWrites, recheckOtherProcesses, unattributedChangeCount } from "../db/change-counter.ts";
import type { Deps } from "../deps.ts";
import { rateLimited } from "../errors.ts";
import { readRevision } from "../households/store.ts";
import { minute } from "../lib/time.ts";
import type { Work } from "../work.ts";
import { type Kind, kindsOf } from "./kinds.ts";
import type { LiveMessage } from "./message.ts";
import { type Listener, LiveSocket } from "./socket.ts";

const mostPerCaller = 50;
const mostPerHousehold = 500;
/** How often the channel asks whether another process has written. */
const lookEveryMs = 100;
/**
 * How many sockets are visited in one turn of the event loop. One takes about 12 µs where its credentials are read from the
 * database, so that requests wait about 3 ms; 10,000 sockets are visited within 150 ms.
 */
const socketsPerTurn = 200;

/** One household with open apps, what they were told, and what they are to be told next. */
type Home = {
  readonly id: string;
  readonly sockets: Set<LiveSocket>;
  revision: number;
  unsaid: Recorded[];
};

/**
 * The open sockets of one server. A write of this process visits its household's sockets alone, when the turn of the event
 * loop is over, all writes of one turn together. After a write of another process, which may be in any household, and once a
 * minute, because credentials expire, all households are visited. A visit closes the sockets whose credentials have ended
 * and sends the others what is new.
 */
export class LiveChannel {
  private readonly homes = new Map<string, Home>();
  /** To be visited at the next turn of the event loop. */
  private readonly due = new Set<Home>();
  /** Could not be visited, because the database could not be read; to be visited at the next look. */
  private readonly failed = new Set<Home>();
  /** The households that are still to be visited in the round that is under way. */
  private round: Iterator<Home> | null = null;
  /** The database's state at the begin of the last round, and when that was. */
  private seen = { state: -1, at: 0 };
  private stopLooking: (() => void) | null = null;
  private isScheduled = false;

  constructor(private readonly deps: Deps) {}

  /** A place for one more app; whoever takes it opens the socket, or gives it back. @throws ApiError 429 where there is none. */
  join(caller: Listener, isStillGood: (now: Date) => boolean): LiveSocket {
    const { householdId, id } = caller;
    const home = this.homes.get(householdId) ?? this.enter(householdId);
    const own = [...home.sockets].filter(({ callerId }) => callerId === id);
    if (own.length >= mostPerCaller || home.sockets.size >= mostPerHousehold) {
      throw rateLimited(60, "Too many live connections");
    }
    const socket = new LiveSocket(
      caller,
      isStillGood,
      () => this.greet(householdId),
      (ended) => this.leave(ended),
      this.deps.clock,
    );
    home.sockets.add(socket);
    this.stopLooking ??= this.deps.timers.every(lookEveryMs, () => this.guarded(() => this.look()));
    return socket;
  }

  /** Gives a place back. */
  leave(socket: LiveSocket): void {
    const home = this.homes.get(socket.householdId);
    home?.sockets.delete(socket);
    if (home?.sockets.size === 0) this.homes.delete(home.id);
    if (this.homes.size > 0) return;
    this.stopLooking?.();
    this.stopLooking = null;
  }

  /** Takes note of a change that is on disk. Costs nothing where nobody listens. */
  wrote({ householdId, recorded }: Work): void {
    const home = this.homes.get(householdId);
    if (!home) return;
    home.unsaid.push(...recorded);
    this.due.add(home); // Also for writes without a feed entry, such as the end of a sign-in.
    this.schedule();
  }

  private enter(id: string): Home {
    const home = { id, sockets: new Set<LiveSocket>(), revision: this.revisionOf(id), unsaid: [] };
    this.homes.set(id, home);
    return home;
  }

  private greet(householdId: string): LiveMessage {
    return { type: "hello", revision: this.revisionOf(householdId), build: this.deps.run.build };
  }

  /** Begins a round where there is a reason for one. A write during a round is seen by the look after its end. */
  private look(): void {
    const { db, clock } = this.deps;
    detectWrites(db, { checksOtherProcesses: true });
    for (const home of this.failed) this.due.add(home);
    this.failed.clear();
    const state = unattributedChangeCount(db);
    const now = clock().getTime();
    if (!this.round && (state !== this.seen.state || Math.abs(now - this.seen.at) >= minute)) {
      this.seen = { state, at: now };
      this.round = this.homes.values();
    }
    if (this.round || this.due.size > 0) this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.visitSome();
      recheckOtherProcesses(this.deps.db);
    });
  }

  /** Visits households until the turn's share of sockets is used up; those that wrote come first. */
  private visitSome(): void {
    let left = socketsPerTurn;
    for (let home = this.next(); home; home = this.next()) {
      const visited = home;
      if (!this.guarded(() => this.visit(visited))) {
        this.failed.add(home);
        return; // The next look goes on, so that a broken disk costs one line of the log each time.
      }
      left -= home.sockets.size;
      if (left <= 0) break;
    }
    if (this.round || this.due.size > 0) this.schedule();
  }

  private next(): Home | null {
    for (const home of this.due) {
      this.due.delete(home);
      return home;
    }
    const { value, done } = this.round?.next() ?? { value: undefined, done: true };
    if (done) this.round = null;
    return value ?? null;
  }

  private visit(home: Home): void {
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

  /** Nobody waits for what is done here, so a fault goes to the log. False where there was one. */
  private guarded(run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      this.deps.log.error(error instanceof Error ? error.stack || error.message : String(error));
      return false;
    }
  }
}
