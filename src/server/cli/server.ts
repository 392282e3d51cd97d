import { statSync } from "node:fs";
import { join } from "node:path";
import { findTimeZone } from "#accounts/households/store.ts";
import { nightlySweep } from "#accounts/sign-in/sweep.ts";
import { messageOf } from "#lib/errors.ts";
import { sweepUnfinished } from "#lib/files.ts";
import { minute } from "#lib/time.ts";
import { systemTimers } from "#lib/timers.ts";
import { nightlyPrune } from "#notifications/delivery/store.ts";
import { listReferencedCovers, nightlyPictureSweep } from "#operations/backup/references.ts";
import { weeklyUpdateCheck } from "#operations/update/check.ts";
import { outboundFor } from "#operations/update/release.ts";
import { writeUses } from "#platform/auth/last-uses.ts";
import { generateToken } from "#platform/auth/tokens.ts";
import { type Config, settings } from "#platform/config.ts";
import { Checkpoints } from "#platform/db/checkpoints.ts";
import { closeDatabase, type Db } from "#platform/db/client.ts";
import type { Release } from "#platform/db/lock.ts";
import { lockPatiently, makeDataDir, openDataDir } from "#platform/db/migrate.ts";
import { finishSwap, type Swap } from "#platform/db/swap.ts";
import { createSignals, type Restored, type Runtime } from "#platform/deps.ts";
import { createLog } from "#platform/http/log.ts";
import { movePictures } from "#platform/images/files.ts";
import { inBatches, type NightlyJobContext } from "#platform/jobs/nightly.ts";
import { runSelf } from "#platform/jobs/run-program.ts";
import { type JobKind, startJobs } from "#platform/jobs/runner.ts";
import { Metrics } from "#platform/metrics.ts";
import { findReachableAddresses, type ReachableAddresses, thisMachine } from "#platform/net/reachable-addresses.ts";
import { build } from "#platform/version.ts";
import type { AppDeps } from "../deps.ts";
import type { Input } from "./command.ts";
import { Listener } from "./listener.ts";

/** Time in milliseconds for running requests and jobs to end. The whole stop takes at most 5 seconds. */
const drainMs = 3_000;
const lastWaitMs = 1_000;
const maxCheckpointMs = 60_000;
/** Number of failed backups in a row after which adults are notified. So many failures take half an hour. */
const failuresBeforeNotice = 5;

export type LockedDataDir = {
  readonly db: Db;
  readonly release: Release;
  /** The interrupted restore that was completed at the start. Null if no restore was interrupted. */
  readonly finished: Swap | null;
};

/** Opens and locks a data folder. @throws Error if another process uses the folder */
export function openLockedDataDir(dataDir: string): LockedDataDir {
  makeDataDir(dataDir);
  const unlock = lockPatiently(dataDir) ?? (() => {});
  try {
    const finished = finishSwap(dataDir);
    for (const folder of [dataDir, join(dataDir, "backups")]) {
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) sweepUnfinished(folder);
    }
    const db = openDataDir(dataDir, { holdsLock: true, now: new Date() });
    return {
      db,
      finished,
      release: () => {
        try {
          closeDatabase(db);
        } finally {
          unlock();
        }
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

export function localUrl({ host, tls }: Pick<Config, "host" | "tls">, port: number): string {
  const isAnywhere = host === "0.0.0.0" || host === "::";
  const name = isAnywhere || host === "127.0.0.1" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${tls === null ? "http" : "https"}://${name}:${port}`;
}

/** Addresses of the listening server. `url` is its address on the machine itself. */
export type Listening = { readonly url: string; readonly reach: ReachableAddresses; readonly setupToken: string };

export type ServeOptions = {
  readonly config: Config;
  readonly input: Pick<Input, "env" | "settings">;
  readonly folder: LockedDataDir;
  readonly onListening: (listening: Listening) => void;
  readonly extraJobs?: (night: NightlyJobContext) => readonly JobKind[];
  readonly mayRestore?: boolean;
  readonly restored?: Restored | null;
};

/** Result of a run of the server. `restore` is the backup that must be restored before the server starts again. */
export type Stopped = { readonly port: number; readonly restore: string | null };

/** Runs the server until a signal or a restore stops it. @throws Error if the address is in use */
export async function serveUntilStopped(options: ServeOptions): Promise<Stopped> {
  const { config, input, folder, onListening, extraJobs = () => [] } = options;
  const stop = new AbortController();
  const toRestore = Promise.withResolvers<string>();
  const log = createLog(config.logLevel, (text) => process.stderr.write(text), !process.stderr.isTTY);
  const reach = () => {
    const { port = config.port, certificatePem: certificate = null } = listener ?? {};
    return findReachableAddresses({ ...config, port, certificate }, thisMachine());
  };
  const runtime: Runtime = {
    closing: null,
    setupToken: generateToken(),
    build,
    reachableAddresses: reach,
    settingNames: Object.keys(input.settings),
    runVerb: (args, options) =>
      runSelf(args, { ...options, signal: stop.signal, env: { ...input.env, ...input.settings } }),
    restore: options.mayRestore ? toRestore.resolve : null,
    restored: options.restored ?? null,
  };
  let listener: Listener | null = null;
  if (folder.finished !== null) log.warn(finishedText(folder.finished));
  try {
    movePictures(config.dataDir, () => listReferencedCovers(folder.db.$client), log);
    // Loading these takes most of the start.
    const [
      { createApp },
      { withServices },
      { subscriptionJob },
      { accountJob },
      { Reminders },
      { nightlyCalendars },
      { nightlyMeals },
      { hourlyImageDeletion },
    ] = await Promise.all([
      import("../app.ts"),
      import("../deps.ts"),
      import("#calendar/external/jobs.ts"),
      import("#calendar/external/accounts/jobs.ts"),
      import("#notifications/reminders/service.ts"),
      import("#calendar/dav/jobs.ts"),
      import("#kitchen/meals/nightly.ts"),
      import("#overview/undo/jobs.ts"),
    ]);
    const shared = { db: folder.db, clock: () => new Date(), timers: systemTimers, log };
    const metrics = new Metrics(config.metricsToken !== null);
    const deps = withServices({ ...shared, ...createSignals(), config, runtime, metrics });
    const { channels, subscriptions, accounts } = deps;
    const app = createApp(deps);
    const reminders = new Reminders(deps);
    reminders.start();
    const listening = new Listener(app, config, { ...shared, runtime });
    await listening.start().catch(async (error) => {
      // Its timers would keep the process running.
      await reminders.stop(0);
      throw error;
    });
    listener = listening;
    const { port } = listening;
    onListening({ url: localUrl(config, port), reach: reach(), setupToken: runtime.setupToken });
    const checkpoints = new Checkpoints(shared);
    const night: NightlyJobContext = {
      ...shared,
      at: config.nightlyBackup ?? settings.NIGHTLY_BACKUP.default,
      zone: () => findTimeZone(folder.db),
    };
    const outbound = outboundFor(config.updateUrl);
    const versionCheck = weeklyUpdateCheck({ ...shared, config, outbound });
    const nightly = [
      nightlySweep(night),
      nightlyPrune(night),
      nightlyPictureSweep(night, config.dataDir),
      nightlyCalendars(night),
      nightlyMeals(night, deps),
    ];
    const kinds = [
      ...extraJobs(night),
      ...nightly,
      hourlyImageDeletion(night),
      versionCheck,
      subscriptionJob(folder.db, subscriptions),
      accountJob(folder.db, accounts),
    ];
    /** Functions that stop the background work within 3 seconds. */
    const stops = [
      startJobs({
        ...shared,
        kinds,
        onHold: (_, reason) => reminders.notifyAdults(reason),
        onFailed: (kind, failures, reason) => {
          if (kind.includes("backup") && failures >= failuresBeforeNotice) reminders.notifyAdults(reason);
        },
      }),
      () => reminders.stop(drainMs),
      () => subscriptions.stop(),
      () => accounts.stop(),
      startWritingUses(shared),
    ];
    const restore = await Promise.race([stopSignal(stop.signal), toRestore.promise]);
    log.info("stopping");
    stop.abort(new Error("the server stops"));
    // A checkpoint must not end after a restored database is in place.
    const checkpointed = checkpoints.stop(restore === null ? drainMs : maxCheckpointMs);
    await Promise.all([listening.drain(drainMs), checkpointed, ...stops.map((stop) => stop())]);
    await channels.close();
    while (writeUses(folder.db, new Date(), lastWaitMs) > 0);
    return { port, restore };
  } finally {
    stop.abort();
    folder.release();
    log.flush();
  }
}

function finishedText({ isDone, replacedFolder: aside }: Swap): string {
  if (!isDone) return "an interrupted restore could not be finished: nothing was replaced";
  return `finished an interrupted restore${aside === null ? "" : `: what was there before is in ${aside}`}`;
}

function startWritingUses({ db, clock, timers, log }: Pick<AppDeps, "db" | "clock" | "timers" | "log">): () => void {
  const stopping = new AbortController();
  const write = () =>
    inBatches(() => writeUses(db, clock()), stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error(`last uses were not saved: ${messageOf(error)}`);
    });
  const cancel = timers.every(minute, () => void write());
  return () => {
    cancel();
    stopping.abort();
  };
}

export const stopSignals = ["SIGTERM", "SIGINT"] as const;

/** Resolves at a signal to stop. After `until` is aborted, signals have their usual effect of ending the process. */
function stopSignal(until: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const onSignal = () => resolve(null);
    for (const signal of stopSignals) {
      process.on(signal, onSignal);
      until.addEventListener("abort", () => process.off(signal, onSignal), { once: true });
    }
  });
}
