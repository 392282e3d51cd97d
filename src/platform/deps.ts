/** Dependencies that every part of the program can use. Services of the features are listed in `src/server/deps.ts`. */
import { Signal } from "#lib/signal.ts";
import type { Timers } from "#lib/timers.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/client.ts";
import type { Log } from "./http/log.ts";
import type { RunVerb } from "./jobs/run-program.ts";
import type { Metrics } from "./metrics.ts";
import type { ReachableAddresses } from "./net/reachable-addresses.ts";
import type { Work } from "./work.ts";

/** State while idle connections are closed. `waiting` is the number of requests that wait for `done`. */
export type Closing = { waiting: number; readonly done: Promise<void> };

export type Runtime = {
  /** Set while the server stops, or while it loads a new certificate. Null otherwise. */
  closing: Closing | null;
  /** The secret in the link that creates the first household. */
  readonly setupToken: string;
  readonly build: string;
  /** Returns the current addresses of the server. The addresses change when network interfaces appear or disappear. */
  readonly reachableAddresses: () => ReachableAddresses;
  /** Names of the settings that have a value. */
  readonly settingNames: readonly string[];
  readonly runVerb: RunVerb;
  /** Stops the server, restores the backup in this file, and starts again. Null if the data are only temporary. */
  readonly restore: ((file: string) => void) | null;
  /** The result of a restore that was made just before this start. Null if no restore was made. */
  readonly restored: Restored | null;
};

export type Restored = {
  readonly kind: "restore";
  readonly name: string;
  readonly endedAt: string;
  /** The error of the restore, or null if the restore succeeded. */
  readonly fault: string | null;
  readonly result: null;
};

/** An event that says that the notices of these members changed. */
export type NoticeEvent = { readonly householdId: string; readonly memberIds: readonly string[] };

export type CommitEvent = Pick<Work, "householdId" | "recorded">;

export type Deps = {
  readonly db: Db;
  readonly config: Config;
  /** Returns the current time. No other code reads the clock. */
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  readonly runtime: Runtime;
  /** Emits an event after each write in a household. */
  readonly committed: Signal<CommitEvent>;
  readonly noticed: Signal<NoticeEvent>;
  readonly metrics: Metrics;
};

export function createSignals(): Pick<Deps, "committed" | "noticed"> {
  return { committed: new Signal(), noticed: new Signal() };
}
