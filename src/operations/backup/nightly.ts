import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type StampedFile, stampedFiles, stampOf } from "#lib/files.ts";
import { hour } from "#lib/time.ts";
import type { Log } from "#platform/http/log.ts";
import { lastDue, type NightlySchedule, nextDue } from "#platform/jobs/nightly.ts";
import { runSelf } from "#platform/jobs/run-program.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { outdatedNightlies } from "./retention.ts";

const timeoutMs = 6 * hour;
const nightlyName = /^nightly-[\dT.Z-]+\.tar(\.zst)?$/;

export type NightlyOptions = NightlySchedule & {
  readonly dataDir: string;
  readonly clock: () => Date;
  readonly log: Log;
  /** Saves a backup to a file. Must reject soon after the signal is aborted. */
  take(file: string, signal: AbortSignal): Promise<unknown>;
  onTaken?(name: string): void;
};

/**
 * Lists the nightly backups, oldest first. Backups with a future time, which a wrong clock has caused, count as the
 * oldest.
 */
export function listNightlies(dataDir: string, now: Date): string[] {
  return nightliesIn(dataDir, now).map(({ name }) => name);
}

function nightliesIn(dataDir: string, now: Date): StampedFile[] {
  const all = stampedFiles(join(dataDir, "backups"), nightlyName);
  return [...all.filter(({ takenAt }) => takenAt > now), ...all.filter(({ takenAt }) => takenAt <= now)];
}

export function isDue({ dataDir, at, zone }: Pick<NightlyOptions, "dataDir" | "at" | "zone">, now: Date): boolean {
  const timeZone = zone();
  if (timeZone === null) return false;
  const due = lastDue(now, at, timeZone);
  return !nightliesIn(dataDir, now).some(({ takenAt }) => takenAt >= due && takenAt <= now);
}

export async function takeNightly(options: NightlyOptions, signal: AbortSignal): Promise<void> {
  const { dataDir, clock, log, zone, take, onTaken } = options;
  const backups = join(dataDir, "backups");
  const name = `nightly-${stampOf(clock())}.tar.zst`;
  const startedAt = performance.now();
  await take(join(backups, name), signal);
  log.info(`nightly backup: ${join(backups, name)} in ${Math.round(performance.now() - startedAt)} ms`);
  onTaken?.(name);
  const outdated = outdatedNightlies(nightliesIn(dataDir, clock()), zone() ?? "UTC", clock());
  for (const old of outdated) await rm(join(backups, old.name), { force: true });
}

/**
 * Job of the nightly backup. The job is due if no backup file is as new as the last time for a backup. The files are
 * read each time, because a restore or a person may have changed them.
 */
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

export function takeInChild(dataDir: string, file: string, signal: AbortSignal): Promise<string> {
  return runSelf(["backup", "--data-dir", dataDir, "--to", file], { signal });
}
