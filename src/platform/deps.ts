/** Dependencies of every part of the program. Services are named where they are made; `src/server/deps.ts` has all of them. */
import { Signal } from "#lib/signal.ts";
import type { Timers } from "#lib/timers.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/client.ts";
import type { Log } from "./http/log.ts";
import type { RunVerb } from "./jobs/run-program.ts";
import type { Metrics } from "./metrics.ts";
import type { ReachableAddresses } from "./net/reachable-addresses.ts";
import type { Work } from "./work.ts";

/** Requests wait until idle connections are closed, so that theirs are not idle. */
export type Closing = { waiting: number; readonly done: Promise<void> };

export type Runtime = {
  /** While the server stops, or takes up a certificate. */
  closing: Closing | null;
  /** Secret of the link that creates the first household. */
  readonly setupToken: string;
  readonly build: string;
  /** Interfaces of the network come and go. */
  readonly reachableAddresses: () => ReachableAddresses;
  /** Names of the settings that have a value. */
  readonly settingNames: readonly string[];
  readonly runVerb: RunVerb;
  /** Stops the server, restores this backup, and serves again. Null: the data are temporary. */
  readonly restore: ((file: string) => void) | null;
  /** The restore that was made before this start; null if there was none. */
  readonly restored: Restored | null;
};

export type Restored = {
  readonly kind: "restore";
  readonly name: string;
  readonly endedAt: string;
  /** Null if it succeeded. */
  readonly fault: string | null;
  readonly result: null;
};

/** The members whose notices changed. */
export type NoticeEvent = { readonly householdId: string; readonly memberIds: readonly string[] };

export type CommitEvent = Pick<Work, "householdId" | "recorded">;

export type Deps = {
  readonly db: Db;
  readonly config: Config;
  /** Nothing else reads the time. */
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  readonly runtime: Runtime;
  /** Fires after each write in a household. */
  readonly committed: Signal<CommitEvent>;
  readonly noticed: Signal<NoticeEvent>;
  readonly metrics: Metrics;
};

export function createSignals(): Pick<Deps, "committed" | "noticed"> {
  return { committed: new Signal(), noticed: new Signal() };
}
