/** The backup that `serve` takes by itself every night. */
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
/** Only these are counted and removed: what a person saved stays. */
const nightlyName = /^nightly-[\dT.Z-]+\.tar$/;

/** What the nightly job needs. */
export type NightlyOrder = {
  readonly dataDir: string;
  /** Wall time, `HH:MM`. */
  readonly at: string;
  /** The zone of that wall time; null while there is no household, and so nothing to save. */
  zone(): string | null;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  /** Saves into the file. Stops early, failing, where the signal says so. */
  take(file: string, signal: AbortSignal): Promise<void>;
};

/** Ends the job, with a backup that is being taken; resolves when nothing of it runs. */
export type StopNightly = () => Promise<void>;

/** The latest instant, not after `now`, at which the wall clock of a zone showed (or skipped over) `at`. */
export function lastDue(now: Date, at: string, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const on = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone, plainTime: at }).epochMilliseconds;
  const today = zoned.toPlainDate();
  const due = on(today);
  return new Date(due <= now.getTime() ? due : on(today.subtract({ days: 1 })));
}

/** The files of the nightly job in a data folder, oldest first; one from the future (the clock was wrong) counts as old. */
export function listNightlies(dataDir: string, now: Date): string[] {
  const names = readFolder(join(dataDir, "backups")).filter((name) => nightlyName.test(name));
  const isFuture = (name: string) => (instantIn(name)?.getTime() ?? 0) > now.getTime();
  return [...names.filter(isFuture), ...names.filter((name) => !isFuture(name))];
}

/** Whether there is no nightly backup since the last time that one was due; so a night that was missed is made up for. */
export function isDue({ dataDir, at, zone, clock }: Pick<NightlyOrder, "dataDir" | "at" | "zone" | "clock">): boolean {
  const timeZone = zone();
  if (timeZone === null) return false;
  const now = clock();
  const due = lastDue(now, at, timeZone);
  const taken = listNightlies(dataDir, now).map((name) => instantIn(name)?.getTime() ?? 0);
  return !taken.some((time) => time >= due.getTime() && time <= now.getTime());
}

/** Takes one nightly backup and removes all but the seven newest. */
export async function takeNightly({ dataDir, clock, log, take }: NightlyOrder, signal: AbortSignal): Promise<void> {
  const backups = join(dataDir, "backups");
  const name = `nightly-${stampOf(clock())}.tar`;
  const begun = performance.now();
  await take(join(backups, name), signal);
  log.info(`nightly backup: ${join(backups, name)} in ${Math.round(performance.now() - begun)} ms`);
  for (const old of listNightlies(dataDir, clock()).slice(0, -nightliesKept))
    await rm(join(backups, old), { force: true });
}

/**
 * Starts the job beside the server: soon after the start and then once a minute it looks whether a backup is due, so that
 * neither a sleeping machine nor a clock that is set confuses it. A failure is logged in one line and tried again half an hour later.
 */
export function startNightly(order: NightlyOrder): StopNightly {
  const { timers } = order;
  const stopping = new AbortController();
  let cancelRetry: (() => void) | null = null;
  let running: Promise<void> | null = null;
  const attempt = async () => {
    try {
      if (isDue(order)) await takeNightly(order, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      cancelRetry = timers.after(retryMs, () => {
        cancelRetry = null;
      });
      const reason = error instanceof Error ? error.message : String(error);
      order.log.error(`nightly backup failed, will be tried again: ${reason}`);
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

/**
 * Runs `inglenook backup` as a process of its own, so that neither SQLite's copy nor the checksums take the server's time, and
 * the memory is given back. It is the same verb from source and from the binary, which starts itself.
 */
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
    // It has ended already, or the system does not allow it: then it runs as any other.
  }
  const said = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(said.replace(/^inglenook: /, "").trim() || "the process was ended");
}
