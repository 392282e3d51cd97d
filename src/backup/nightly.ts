import { rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { Log } from "../http/log.ts";
import { lastDue, type NightOptions, nextDue } from "../jobs/nights.ts";
import type { JobKind } from "../jobs/runner.ts";
import { instantIn, readFolder, stampOf } from "../lib/files.ts";
import { hour } from "../lib/time.ts";
import { isBinary } from "../version.ts";

const nightliesKept = 7;
const timeoutMs = 6 * hour;
const lowPriority = 10;
const nightlyName = /^nightly-[\dT.Z-]+\.tar$/;

export type NightlyOptions = NightOptions & {
  readonly dataDir: string;
  readonly clock: () => Date;
  readonly log: Log;
  /** Must reject early when the signal aborts. */
  take(file: string, signal: AbortSignal): Promise<void>;
};

/** Oldest first. A future date, from a wrong clock, counts as old. */
export function listNightlies(dataDir: string, now: Date): string[] {
  const names = readFolder(join(dataDir, "backups")).filter((name) => nightlyName.test(name));
  const isFuture = (name: string) => (instantIn(name)?.getTime() ?? 0) > now.getTime();
  return [...names.filter(isFuture), ...names.filter((name) => !isFuture(name))];
}

export function isDue({ dataDir, at, zone }: Pick<NightlyOptions, "dataDir" | "at" | "zone">, now: Date): boolean {
  const timeZone = zone();
  if (timeZone === null) return false;
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

/** The files decide what is due, not the row of the job: a restore or a person may have changed them. */
export function nightlyBackup(options: NightlyOptions): JobKind {
  const { at, zone, clock } = options;
  return {
    name: "backup",
    label: "nightly backup",
    timeoutMs,
    next(after) {
      const timeZone = zone();
      if (timeZone === null) return null;
      return isDue(options, after) ? after : nextDue(after, at, timeZone);
    },
    async run(_, signal) {
      if (isDue(options, clock())) await takeNightly(options, signal);
    },
  };
}

export async function takeInChild(dataDir: string, file: string, signal: AbortSignal): Promise<void> {
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
