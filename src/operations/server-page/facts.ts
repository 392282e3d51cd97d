import { homedir } from "node:os";
import { join, normalize, resolve } from "node:path";
import { fileSize } from "#lib/files.ts";
import { imageBytesOfAll } from "#platform/activity/image-bounds.store.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/client.ts";
import { databasePath } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { freeBytes } from "#platform/db/space.ts";
import { instanceId, isOnHold, type JobRow, listJobs } from "#platform/jobs/store.ts";
import { build, version } from "#platform/version.ts";
import type { Finding } from "../backup/findings.ts";
import { listBackups } from "../backup/manage.ts";
import { bytesIn } from "./transfer.ts";

/** Returns the size of a file, or 0 if it cannot be read, because operators need the page most when the disk fails. */
function sizeOrZero(path: string): number {
  try {
    return fileSize(path) ?? 0;
  } catch {
    return 0;
  }
}

export async function readFacts(db: Db, config: Config, startedAt: Date) {
  const { dataDir, backupTo, nightlyBackup } = config;
  const copies = backupTo === null ? null : { to: backupTo, instance: instanceId(db) };
  const path = databasePath(dataDir);
  const databaseBytes = sizeOrZero(path) + sizeOrZero(`${path}-wal`);
  const [coversBytes, photosBytes, backupsBytes, backups] = await Promise.all([
    bytesIn(join(dataDir, "covers")),
    bytesIn(join(dataDir, "photos")),
    bytesIn(join(dataDir, "backups")),
    listBackups({ dataDir, copies, ofAll: config.operatorHousehold !== null }),
  ]);
  const free = freeBytes(dataDir);
  return {
    version,
    build,
    startedAt: startedAt.toISOString(),
    dataDir,
    schemaVersion: migrations.length,
    disk: {
      databaseBytes,
      undoBytes: imageBytesOfAll(db),
      picturesBytes: coversBytes + photosBytes,
      backupsBytes,
      freeBytes: Number.isFinite(free) ? free : null,
    },
    nightlyBackup,
    backupTo,
    backups,
    jobs: jobsOf(db),
  };
}

const isRevealing = (path: string) => path.replaceAll(/[./]/g, "") !== "";

/** Returns a state for each kind of job: that of the job with most failures. `isRunning` is true if any job runs. */
function jobsOf(db: Db) {
  return [...Map.groupBy(listJobs(db), ({ kind }) => kind)].map(([kind, rows]) => {
    const worst = rows.reduce((one, other) => (other.failures > one.failures ? other : one));
    const { okAt, nextAt, failures, error } = worst;
    return { kind, okAt, nextAt, failures, error, isRunning: rows.some(runs), isHeld: isOnHold(worst) };
  });
}

const runs = ({ runningSince }: JobRow) => runningSince !== null;

/** Names of the checks whose texts contain no name of a person and no address. */
const checksWithoutPersonalData = new Set([
  "server",
  "versions",
  "database",
  "covers",
  "reminders",
  "deliveries",
  "disk",
  "disk use",
  "backup",
]);

/** Returns a text about the server for public bug reports. It contains no names, no addresses and no paths. */
export function supportText(
  facts: Awaited<ReturnType<typeof readFacts>>,
  findings: readonly Finding[],
  { dataDir, backupTo }: Config,
  settingNames: readonly string[],
): string {
  const { disk, backups, jobs } = facts;
  const megabytes = (bytes: number | null) => (bytes === null ? "unknown" : `${Math.round(bytes / 1e6)} MB`);
  const lines = [
    `Inglenook ${facts.version} (${facts.build}), data version ${facts.schemaVersion}`,
    `${process.platform} ${process.arch}, Bun ${Bun.version}, started ${facts.startedAt}`,
    `database ${megabytes(disk.databaseBytes)}, of which ${megabytes(disk.undoBytes)} for undo, pictures ${megabytes(disk.picturesBytes)}, backups ${megabytes(disk.backupsBytes)}, free ${megabytes(disk.freeBytes)}`,
    `${backups.length} backups, the newest ${backups.find(({ kind }) => kind !== "uploaded")?.takenAt ?? "never"}`,
    `settings: ${settingNames.join(", ") || "none"}`,
    ...jobs.map(
      ({ kind, okAt, failures }) =>
        `job ${kind}: last ${okAt ?? "never"}${failures > 0 ? `, ${failures} failures` : ""}`,
    ),
    ...findings.map(({ check, level, says }) =>
      level !== "ok" && checksWithoutPersonalData.has(check) ? `${level} ${check}: ${says}` : `${level} ${check}`,
    ),
  ];
  const paths = [resolve(dataDir), `${normalize(dataDir)}/`, backupTo ?? "", homedir()].filter(isRevealing);
  // Errors of files name their owners.
  const text = lines.join("\n").replaceAll(/[\w.-]+ \(user (\d+)\)/g, "user $1");
  return paths.reduce((shown, path) => shown.replaceAll(path, "…"), text);
}
