import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "#lib/errors.ts";
import { fileSize, readFolder } from "#lib/files.ts";
import { day } from "#lib/time.ts";
import { imageBytesOfAll } from "#platform/activity/image-bounds.store.ts";
import type { Config } from "#platform/config.ts";
import { findAccessProblem } from "#platform/db/file-access.ts";
import { isLocked } from "#platform/db/lock.ts";
import { databasePath } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { freeBytes, inMegabytes } from "#platform/db/space.ts";
import { hasUnfinishedSwap } from "#platform/db/swap.ts";
import { instanceId } from "#platform/jobs/store.ts";
import { command, shellWord } from "#platform/program.ts";
import { readArchive } from "./archive.ts";
import { listCopies } from "./copies.ts";
import { examineDatabase } from "./doctor-database.ts";
import { examineWork, type WorkConfig } from "./doctor-work.ts";
import { listPictures, movePrefix, newestBackup } from "./files.ts";
import { type Finding, guarded, notice, ok, wrong } from "./findings.ts";

type DoctorConfig = WorkConfig & Pick<Config, "dataDir" | "nightlyBackup" | "backupTo">;

const oldAfterDays = 3;
const minFreeBytes = 100e6;

export function examine(config: DoctorConfig, now: Date): Finding[] {
  const { dataDir, backupTo } = config;
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    return [
      wrong("data folder", `${dataDir} is a file where a folder must be`, "Move it away, or set another DATA_DIR."),
    ];
  }
  if (!found) {
    return [notice("data folder", `${dataDir} does not exist yet`, `Start the server: ${command("serve")}`)];
  }
  const mayLook = findAccessProblem(dataDir) === null;
  const ofFolder = [
    guarded("permissions", () => permissions(dataDir)),
    ...(mayLook ? [guarded("server", () => server(dataDir))] : []),
  ];
  if (mayLook && hasUnfinishedSwap(dataDir)) {
    const says = `a restore to ${dataDir} was interrupted`;
    return [...ofFolder, wrong("restore", says, "Start the server: it finishes the restore first.")];
  }
  return [
    ...ofFolder,
    ...examineDatabase(dataDir, (db) => [
      ...examineWork(db, config, now),
      guarded("disk use", () => diskUse(dataDir, imageBytesOfAll(db))),
      ...(backupTo === null ? [] : [guarded("copies", () => checkCopies(config, backupTo, instanceId(db), now))]),
    ]),
    guarded("disk", () => freeSpace(dataDir)),
    guarded("backup", () => checkBackup(config, now)),
    ...leftovers(dataDir),
  ];
}

function permissions(dataDir: string): Finding {
  for (const name of ["", "inglenook.db", "covers", "photos", "backups"]) {
    const path = join(dataDir, name);
    const fault = lstatSync(path, { throwIfNoEntry: false }) ? findAccessProblem(path) : null;
    if (fault) return wrong("permissions", fault.problem, fault.remedy);
  }
  if ((statSync(dataDir).mode & 0o005) !== 0) {
    return notice("permissions", `other users of this machine can read ${dataDir}`, `chmod 700 ${dataDir}`);
  }
  return ok("permissions", "writable, and closed to other users");
}

function server(dataDir: string): Finding {
  return ok("server", isLocked(dataDir) ? "running on this folder" : "not running on this folder");
}

const sizeOf = (path: string) => fileSize(path) ?? 0;

const picturesSize = (dataDir: string) =>
  listPictures(dataDir).names.reduce((total, name) => total + sizeOf(join(dataDir, name)), 0);

function freeSpace(dataDir: string): Finding {
  const free = freeBytes(dataDir);
  // A backup first copies the database.
  const needed = Math.max(minFreeBytes, 2 * sizeOf(databasePath(dataDir)) + picturesSize(dataDir));
  const says = `${inMegabytes(free)} free; the next backup may need ${Math.round(needed / 1e6)} MB`;
  return free < needed ? wrong("disk", says, "Free some space, or move old backups elsewhere.") : ok("disk", says);
}

function diskUse(dataDir: string, imageBytes: number): Finding {
  const backups = readFolder(join(dataDir, "backups"));
  const backupsSize = backups.reduce((total, name) => total + sizeOf(join(dataDir, "backups", name)), 0);
  const database = sizeOf(databasePath(dataDir)) + sizeOf(`${databasePath(dataDir)}-wal`);
  const parts = [
    `database ${inMegabytes(database)}`,
    `of which ${inMegabytes(imageBytes)} to undo changes`,
    `pictures ${inMegabytes(picturesSize(dataDir))}`,
    `backups ${inMegabytes(backupsSize)}`,
  ];
  return ok("disk use", parts.join(", "));
}

function checkBackup({ dataDir, nightlyBackup }: DoctorConfig, now: Date): Finding {
  const folder = join(dataDir, "backups");
  const newest = newestBackup(dataDir, now);
  if (!statSync(databasePath(dataDir), { throwIfNoEntry: false })) return ok("backup", "nothing to save yet");
  if (newest === null) return notice("backup", `none in ${folder} yet`, command("backup"));
  const path = join(folder, newest.name);
  const fault = faultOf(path);
  if (fault !== null) return wrong("backup", fault, `Move it away and take another: ${command("backup")}`);
  const days = (now.getTime() - newest.takenAt.getTime()) / day;
  const says = `${path} is sound, ${days < 1 ? "of the last 24 hours" : `${Math.floor(days)} days old`}`;
  if (days <= oldAfterDays) return ok("backup", says);
  const todo = `${command("backup")}; and check the server's log for why the nightly one failed`;
  return nightlyBackup !== null ? wrong("backup", says, todo) : notice("backup", says, command("backup"));
}

function checkCopies({ dataDir }: DoctorConfig, to: string, instance: string, now: Date): Finding {
  if (!statSync(to, { throwIfNoEntry: false })?.isDirectory()) {
    return wrong("copies", `BACKUP_TO: there is no folder ${to}`, "Mount its disk, or create it.");
  }
  const fault = findAccessProblem(to);
  if (fault) return wrong("copies", `BACKUP_TO: ${fault.problem}`, fault.remedy);
  const newest = listCopies(to, instance).at(-1);
  const todo = `${command("backup --copy")}; and check that the disk is mounted and has space`;
  if (!newest) return notice("copies", `none in ${to} yet`, todo);
  const days = Math.floor((now.getTime() - newest.takenAt.getTime()) / day);
  const says = `the newest in ${to} is ${days < 1 ? "of the last 24 hours" : `${days} days old`}`;
  if (days >= oldAfterDays) return wrong("copies", says, todo);
  if (statSync(to).dev === statSync(dataDir).dev) {
    return notice("copies", `${says}, but on the same disk as the data`, "Set BACKUP_TO to a folder on another disk.");
  }
  return ok("copies", says);
}

function faultOf(path: string): string | null {
  try {
    readArchive(path, migrations.length);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function leftovers(dataDir: string): Finding[] {
  if (findAccessProblem(dataDir)) return [];
  const named = (prefix: string) => readFolder(dataDir).filter((name) => name.startsWith(prefix));
  return [
    ...named("replaced-").map((name) =>
      notice(
        "former data",
        `${join(dataDir, name)} was kept at a restore`,
        "Delete it once you are sure of the restored data.",
      ),
    ),
    ...named(movePrefix).map((name) =>
      wrong(
        "move",
        `${join(dataDir, name)} is of a move that was interrupted`,
        `Repeat it: ${command(`household move ${name.slice(movePrefix.length)} --from … --to ${shellWord(dataDir)}`)}`,
      ),
    ),
  ];
}
