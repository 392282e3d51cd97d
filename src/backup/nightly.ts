import { rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { Log } from "../http/log.ts";
import { instantIn, readFolder, stampOf } from "../lib/files.ts";
import { minute } from "../lib/time.ts";
import type { Timers } from "../lib/timers.ts";

const nightliesKept = 7;
const firstTickMs = 3_000;
const tickMs = minute;
const retryMs = 30 * minute;
const lowPriority = 10;
const nightlyName = /^nightly-[\dT.Z-]+\.tar$/;

export type NightlyOptions = {
  readonly dataDir: string;
  readonly at: string;
  zone(): string | null; // Null while there is no household.
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  /** Must reject early when the signal aborts. */
  take(file: string, signal: AbortSignal): Promise<void>;
};

export type StopNightly = () => Promise<void>;

/** The last time when the zone's clock showed or skipped `at`. */
export function lastDue(now: Date, at: string, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const on = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone, plainTime: at }).epochMilliseconds;
  const today = zoned.toPlainDate();
  const due = on(today);
  return new Date(due <= now.getTime() ? due : on(today.subtract({ days: 1 })));
}

/** Oldest first. A future date, from a wrong clock, counts as old. */
export function listNightlies(dataDir: string, now: Date): string[] {
  const names = readFolder(join(dataDir, "backups")).filter((name) => nightlyName.test(name));
  const isFuture = (name: string) => (instantIn(name)?.getTime() ?? 0) > now.getTime();
  return [...names.filter(isFuture), ...names.filter((name) => !isFuture(name))];
}

export function isDue({
  dataDir,
  at,
  zone,
  clock,
}: Pick<NightlyOptions, "dataDir" | "at" | "zone" | "clock">): boolean {
  const timeZone = zone();
  if (timeZone === null) return false;
  const now = clock();
  const due = lastDue(now, at, timeZone);
  const taken = listNightlies(dataDir, now).map((name) => instantIn(name)?.getTime() ?? 0);
  return !taken.some((time) => time >= due.getTime() && time <= now.getTime());
}

export async function takeNightly({ dataDir, clock, log, take }: NightlyOptions, signal: AbortSignal): Promise<void> {
  const backups = join(dataDir, "backups");
  const name = `nightly-${stampOf(clock())}.tar`;
  const startedAt = performance.now();
  await take(join(backups, name), signal);
  log.info(`nightly backup: ${join(backups, name)} in ${Math.round(performance.now() - startedAt)} ms`);
  for (const old of listNightlies(dataDir, clock()).slice(0, -nightliesKept))
    await rm(join(backups, old), { force: true });
}

/** Checks every minute, so that sleep and clock changes do no harm. */
export function startNightly(options: NightlyOptions): StopNightly {
  const { timers } = options;
  const stopping = new AbortController();
  let cancelRetry: (() => void) | null = null;
  let running: Promise<void> | null = null;
  const attempt = async () => {
    try {
      if (isDue(options)) await takeNightly(options, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      cancelRetry = timers.after(retryMs, () => {
        cancelRetry = null;
      });
      const reason = error instanceof Error ? error.message : String(error);
      options.log.error(`nightly backup failed, will be tried again: ${reason}`);
    }
  };
  const tick = () => {
    if (running || cancelRetry) return;
    running = attempt().finally(() => {
      running = null;
    });
  };
  const cancelFirst = timers.after(firstTickMs, tick);
  const cancelTicks = timers.every(tickMs, tick);
  return async () => {
    cancelFirst();
    cancelTicks();
    cancelRetry?.();
    stopping.abort();
    await running;
  };
}

export async function takeInChild(dataDir: string, file: string, signal: AbortSignal): Promise<void> {
  const isBinary = Bun.main.startsWith("/$bunfs/");
  const program = isBinary ? [process.execPath] : [process.execPath, Bun.main];
  const child = Bun.spawn([...program, "backup", "--data-dir", dataDir, "--to", file, "--log-level", "silent"], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    signal,
    killSignal: "SIGKILL",
  });
  try {
    setPriority(child.pid, lowPriority);
  } catch {
    // Run at normal priority.
  }
  const stderr = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(stderr.replace(/^inglenook: /, "").trim() || "the process was ended");
}
