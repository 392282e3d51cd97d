import { readRevision } from "#accounts/households/store.ts";
import { rateLimited } from "#lib/errors.ts";
import { minute } from "#lib/time.ts";
import type { Recorded } from "#platform/activity/record.ts";
import { detectWrites, unattributedChangeCount } from "#platform/db/change-counter.ts";
import { currentEpoch } from "#platform/db/numbers/epochs.ts";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import type { CommitEvent, Deps, NoticeEvent } from "#platform/deps.ts";
import { RunLoop } from "#platform/jobs/run-loop.ts";
import { isVisibleTo, kindsOf, listsOf } from "./kinds.ts";
import type { LiveMessage } from "./message.ts";
import type { Presence } from "./presence.ts";
import { type Listener, LiveSocket } from "./socket.ts";

const maxPerCaller = 50;
const maxPerHousehold = 500;
const pollIntervalMs = 100;
/** Number of sockets that are handled without a pause. Each socket takes about 12 µs. */
const socketsPerSlice = 200;

type OpenHousehold = {
  readonly id: string;
  readonly sockets: Set<LiveSocket>;
  revision: number;
  pending: Recorded[];
};

/** Sends changes to open apps, and closes sockets with ended credentials. Also checks all households every minute. */
export class LiveChannel {
  private readonly households = new Map<string, OpenHousehold>();
  private readonly due = new Set<OpenHousehold>();
  /** Households whose changes could not be read from the database. The next poll tries to read them again. */
  private readonly failed = new Set<OpenHousehold>();
  private round: Iterator<OpenHousehold> | null = null;
  private lastRound = { state: -1, at: 0 };
  private stopPolling: (() => void) | null = null;
  private readonly visits: RunLoop;

  constructor(private readonly deps: Deps & { readonly presence: Presence }) {
    const { db, clock, timers, log } = deps;
    const visit = { run: () => this.visitSome(), next: () => null };
    this.visits = new RunLoop({ db, clock, timers, log, failureText: "live updates wait", ...visit });
  }

  get size(): number {
    return [...this.households.values()].reduce((sum, { sockets }) => sum + sockets.size, 0);
  }

  /** Adds a socket. @throws ApiError 429 if the caller or the household has too many sockets */
  join(caller: Listener, isStillValid: (now: Date) => boolean): LiveSocket {
    const { householdId, id } = caller;
    const household = this.households.get(householdId) ?? this.addHousehold(householdId);
    const own = [...household.sockets].filter(({ callerId }) => callerId === id);
    if (own.length >= maxPerCaller || household.sockets.size >= maxPerHousehold) {
      throw rateLimited(60, "Too many live connections");
    }
    const socket = new LiveSocket(
      caller,
      isStillValid,
      () => this.createHello(householdId),
      (ended) => this.leave(ended),
      this.deps.clock,
    );
    household.sockets.add(socket);
    this.deps.presence.add(householdId);
    this.stopPolling ??= this.deps.timers.every(pollIntervalMs, () => this.logErrors(() => this.poll()));
    return socket;
  }

  leave(socket: LiveSocket): void {
    const household = this.households.get(socket.householdId);
    if (household?.sockets.delete(socket)) this.deps.presence.remove(household.id);
    if (household?.sockets.size === 0) this.households.delete(household.id);
    if (this.households.size > 0) return;
    this.stopPolling?.();
    this.stopPolling = null;
  }

  onCommit({ householdId, recorded }: CommitEvent): void {
    const household = this.households.get(householdId);
    if (!household) return;
    household.pending.push(...recorded);
    this.due.add(household); // Some writes record no entry, such as a sign-out.
    this.visits.runSoon();
  }

  /** Signals new notices to the members' apps, and to all tablets, because tablets show shared notices. */
  onNotice({ householdId, memberIds }: NoticeEvent): void {
    const text = JSON.stringify({ type: "notice" } satisfies LiveMessage);
    const now = this.deps.clock();
    for (const socket of this.households.get(householdId)?.sockets ?? []) {
      const isConcerned = socket.isTablet || memberIds.includes(socket.callerId);
      if (isConcerned && socket.isStillValid(now)) socket.send(text);
    }
  }

  private addHousehold(id: string): OpenHousehold {
    const household = { id, sockets: new Set<LiveSocket>(), revision: this.revisionOf(id), pending: [] };
    this.households.set(id, household);
    return household;
  }

  private createHello(householdId: string): LiveMessage {
    const { db, runtime } = this.deps;
    return {
      type: "hello",
      revision: this.revisionOf(householdId),
      build: runtime.build,
      epoch: currentEpoch(db),
    };
  }

  private poll(): void {
    const { db, clock } = this.deps;
    detectWrites(db, { checksOtherProcesses: true });
    for (const household of this.failed) this.due.add(household);
    this.failed.clear();
    const state = unattributedChangeCount(db);
    const now = clock().getTime();
    if (!this.round && (state !== this.lastRound.state || Math.abs(now - this.lastRound.at) >= minute)) {
      this.lastRound = { state, at: now };
      this.round = this.households.values();
    }
    if (this.round || this.due.size > 0) this.visits.runSoon();
  }

  private visitSome(): void {
    let left = socketsPerSlice;
    for (let household = this.nextHousehold(); household; household = this.nextHousehold()) {
      const visited = household;
      if (!this.logErrors(() => this.visit(visited))) {
        this.failed.add(household);
        return; // The next poll retries, so a broken disk logs one line per poll.
      }
      left -= household.sockets.size;
      if (left <= 0) break;
    }
    if (this.round || this.due.size > 0) this.visits.runSoon();
  }

  private nextHousehold(): OpenHousehold | null {
    for (const household of this.due) {
      this.due.delete(household);
      return household;
    }
    const { value, done } = this.round?.next() ?? { value: undefined, done: true };
    if (done) this.round = null;
    return value ?? null;
  }

  private visit(household: OpenHousehold): void {
    const now = this.deps.clock();
    for (const socket of household.sockets) if (!socket.isStillValid(now)) socket.closeSignedOut();
    const messages = this.nextMessages(household);
    if (messages === null) return;
    const text = JSON.stringify(messages.common);
    const ownTexts = new Map([...messages.byOwner].map(([id, message]) => [id, JSON.stringify(message)]));
    for (const socket of household.sockets) socket.send(ownTexts.get(socket.callerId) ?? text);
  }

  /**
   * Returns the next message, or null if nothing changed. Members whose personal records changed get messages of their
   * own. If the revision rose more often than this process recorded changes, another process has written too. The
   * message then names the kind `all`, so that apps fetch everything.
   */
  private nextMessages(household: OpenHousehold): Messages | null {
    const { pending, revision: before } = household;
    const revision = this.revisionOf(household.id);
    if (revision === before) return null;
    household.pending = [];
    household.revision = revision;
    if (countRevisions(before, revision) !== pending.length) {
      return { common: { type: "changed", revision, kinds: ["all"], activityId: null }, byOwner: new Map() };
    }
    const owners = new Set(pending.flatMap(({ entry }) => entry.audience?.viewerId ?? []));
    return {
      common: changeMessage(revision, pending, null),
      byOwner: new Map([...owners].map((owner) => [owner, changeMessage(revision, pending, owner)])),
    };
  }

  private revisionOf(householdId: string): number {
    return readRevision({ db: this.deps.db, householdId });
  }

  /** Runs a function and logs its error. Returns false after an error. */
  private logErrors(run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      this.deps.log.error(error instanceof Error ? error.stack || error.message : String(error));
      return false;
    }
  }
}

type Messages = { readonly common: LiveMessage; readonly byOwner: ReadonlyMap<string, LiveMessage> };

/** Returns the message about changes. Null as `reader` stands for everybody who sees only the shared records. */
function changeMessage(revision: number, changes: readonly Recorded[], reader: string | null): LiveMessage {
  const entries = changes.map(({ entry }) => entry);
  const kinds = [...new Set(entries.flatMap((entry) => kindsOf(entry, reader)))];
  const lists = listsOf(entries, reader);
  const [only] = changes.length === 1 ? changes : [];
  const shown = only && isVisibleTo(only.entry, reader) ? only : null;
  const undoes = shown?.entry.undoes;
  return {
    type: "changed",
    revision,
    kinds,
    ...(lists && lists.length > 0 ? { lists } : {}),
    activityId: shown?.id ?? null,
    ...(undoes ? { undoes } : {}),
  };
}
