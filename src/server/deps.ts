import type { Accounts } from "#calendar/external/accounts/service.ts";
import type { Subscriptions } from "#calendar/external/subscriptions.ts";
import type { Presence } from "#client/live/presence.ts";
import { Signal } from "#lib/signal.ts";
import type { Timers } from "#lib/timers.ts";
import type { Photos } from "#lists/photos/photos.ts";
import type { Channels } from "#notifications/channels/adapters.ts";
import type { Metrics } from "#operations/metrics/registry.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/client.ts";
import type { Log } from "#platform/http/log.ts";
import type { Reach } from "#platform/net/home-addresses.ts";
import type { Work } from "#platform/work.ts";

/** Requests wait until idle connections are closed, so that theirs are not idle. */
export type Closing = { waiting: number; readonly done: Promise<void> };

export type Runtime = {
  /** While the server stops, or takes up a certificate. */
  closing: Closing | null;
  /** Secret of the link that creates the first household. */
  readonly setupToken: string;
  readonly build: string;
  /** Interfaces of the network come and go. */
  readonly reach: () => Reach;
  /** Of those that are set. */
  readonly settingNames: readonly string[];
  /** With the server's settings; ended when the server stops. */
  readonly runVerb: RunVerb;
  /** Stops the server, restores this backup, and serves again. Null: the data are temporary. */
  readonly restore: ((file: string) => void) | null;
  /** Before this start. */
  readonly restored: Restored | null;
};

/** In a child process. @throws Error if it failed without output */
export type RunVerb = (
  args: readonly string[],
  options?: { readonly onErrorLine?: (line: string) => void; readonly timeoutMs?: number },
) => Promise<string>;

export type Restored = {
  readonly kind: "restore";
  readonly name: string;
  readonly endedAt: string;
  /** Null if it succeeded. */
  readonly fault: string | null;
  readonly result: null;
};

/** The members whose notices changed. */
export type Noticed = { readonly householdId: string; readonly memberIds: readonly string[] };

export type Committed = Pick<Work, "householdId" | "recorded">;

export type Deps = {
  readonly db: Db;
  readonly config: Config;
  /** Nothing else reads the time. */
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  readonly runtime: Runtime;
  readonly photos: Photos;
  /** After each write in a household. */
  readonly committed: Signal<Committed>;
  readonly noticed: Signal<Noticed>;
  readonly channels: Channels;
  readonly subscriptions: Subscriptions;
  readonly accounts: Accounts;
  readonly presence: Presence;
  readonly metrics: Metrics;
};

export function createSignals(): Pick<Deps, "committed" | "noticed"> {
  return { committed: new Signal(), noticed: new Signal() };
}
