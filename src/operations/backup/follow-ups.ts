/** Jobs that run after a backup. Each is a separate job, so that each is retried on its own. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { hour } from "#lib/time.ts";
import type { Config } from "#platform/config.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import type { Log } from "#platform/http/log.ts";
import { everyNight, type NightlySchedule } from "#platform/jobs/nightly.ts";
import { runProgram, runSelf } from "#platform/jobs/run-program.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { deleteJob, listJobs, scheduleJob } from "#platform/jobs/store.ts";
import { listNightlies } from "./nightly.ts";

const copyKind = "backup-copy";
const afterKind = "after-backup";
const timeoutMs = 6 * hour;

export type FollowUpConfig = Pick<Config, "dataDir" | "backupTo" | "afterBackup">;
type FollowUpOptions = NightlySchedule & {
  readonly config: FollowUpConfig;
  readonly clock: () => Date;
  readonly log: Log;
};

export function followUps({ config, clock, log, ...night }: FollowUpOptions): JobKind[] {
  const { dataDir, backupTo, afterBackup } = config;
  const newest = () => listNightlies(dataDir, clock()).at(-1) ?? null;
  let copied: string | null = null;
  const copy: JobKind = {
    name: copyKind,
    label: "copy of the backup to BACKUP_TO",
    timeoutMs,
    // A backup may have been finished during the last run.
    next(after, subjectId) {
      const name = newest();
      return name === null || name === copied ? everyNight(night)(after, subjectId) : after;
    },
    async run(_, signal) {
      const name = newest();
      if (name === null) return;
      const args = ["backup", "--copy", "--json", "--data-dir", dataDir, "--backup-to", backupTo ?? ""];
      const { file, isNew } = JSON.parse(await runSelf(args, { signal }));
      if (isNew) log.info(`copied the backup to ${file}`);
      copied = name;
    },
  };
  const after: JobKind = {
    name: afterKind,
    label: "AFTER_BACKUP",
    timeoutMs,
    hasSubjects: true,
    next: () => null,
    async run(name, signal) {
      const file = join(dataDir, "backups", name);
      if (!statSync(file, { throwIfNoEntry: false })) return;
      log.info(`AFTER_BACKUP: ${(await runProgram(afterBackup ?? "", file, signal)) || "done"}`);
    },
  };
  return [...(backupTo === null ? [] : [copy]), ...(afterBackup === null ? [] : [after])];
}

/**
 * Schedules the jobs that run after the backup `name`. The new jobs replace jobs that still wait for an earlier backup.
 * At the start of the server, call this with null to only delete jobs that the settings no longer ask for.
 */
export function scheduleFollowUps(db: Db, { backupTo, afterBackup }: FollowUpConfig, name: string | null, now: Date) {
  const waiting = listJobs(db).filter(({ kind }) => kind === copyKind || kind === afterKind);
  const isObsolete = ({ kind }: { kind: string }) =>
    kind === copyKind ? backupTo === null : afterBackup === null || name !== null;
  const obsolete = waiting.filter(isObsolete);
  const isCopied = name !== null && backupTo !== null;
  const isFollowed = name !== null && afterBackup !== null;
  if (obsolete.length === 0 && !isCopied && !isFollowed) return;
  writeUncached(db, () =>
    transact(db, () => {
      for (const job of obsolete) deleteJob(db, job);
      if (isCopied) scheduleJob(db, { kind: copyKind, subjectId: "" }, null, now);
      if (isFollowed) scheduleJob(db, { kind: afterKind, subjectId: name }, null, now);
    }),
  );
}
