/** Lists, checks and uploads backups for pages of the app. */

import { lstatSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { withFile } from "#lib/byte-streams.ts";
import { instantIn, readFolder, stampOf, sweepUnfinished } from "#lib/files.ts";
import { hour, minute } from "#lib/time.ts";
import { isCompressed, readContentOf } from "#lib/zstd.ts";
import { readHeader } from "#platform/db/header.ts";
import { snapshotName } from "#platform/db/snapshots.ts";
import type { RunVerb } from "#platform/jobs/run-program.ts";
import type { BackupFile } from "../server-page/model.ts";
import { peekFacts } from "./archive.ts";
import { copyName } from "./copies.ts";
import type { Preview } from "./inspect.ts";
import type { BackupSummary } from "./take.ts";

const copiesTimeoutMs = 2_000;
const checkMsPerMegabyte = 1_000;
const minCheckMs = 10 * minute;
const maxCheckMs = 6 * hour;
const uploaded = /^uploaded-[\dT.-]+Z\.(tar|db)(\.zst)?$/;
const isBackup = (name: string) =>
  /^[\w][\w .-]*\.tar(\.zst)?$/.test(name) || snapshotName.test(name) || uploaded.test(name);

type Listing = {
  readonly dataDir: string;
  readonly copies?: { readonly to: string; readonly instance: string } | null;
  /** Whether to list all backups. If false, lists only uploaded backups and those that contain a single household. */
  readonly ofAll: boolean;
};

export async function listBackups({ dataDir, copies = null, ofAll }: Listing): Promise<BackupFile[]> {
  const folder = join(dataDir, "backups");
  const copied = copies === null ? null : await namesIn(copies.to);
  const found: (BackupFile & { readonly households: number | null })[] = [];
  for (const name of readFolder(folder).filter(isBackup)) {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    const isCopied = copied && copies ? copied.includes(copyName(name, copies.instance)) : null;
    const takenAt = (instantIn(name) ?? stat.mtime).toISOString();
    found.push({ name, bytes: stat.size, takenAt, isCopied, ...describe(folder, name) });
    await Bun.sleep(0);
  }
  found.sort((one, other) => (one.takenAt < other.takenAt ? 1 : -1));
  // Snapshots do not say whose data they hold.
  const wasShared = found.some(({ kind, households }) => kind !== "uploaded" && (households ?? 1) > 1);
  const isOwn = ({ kind, households }: (typeof found)[number]) =>
    ofAll || kind === "uploaded" || (households === null ? !wasShared : households <= 1);
  return found.filter(isOwn).map(({ households, ...file }) => file);
}

export async function takeNow(run: RunVerb, onProgress: (percent: number) => void): Promise<BackupSummary> {
  const onLine = (line: string) => {
    const percent = /^(\d+) %$/.exec(line)?.[1];
    if (percent !== undefined) onProgress(Number(percent));
  };
  return JSON.parse(await run(["backup", "--json", "--progress"], { onErrorLine: onLine }));
}

/** Restores a backup temporarily and compares it with the current data. @throws Error if it cannot be restored */
export async function checkBackup(run: RunVerb, dataDir: string, file: string): Promise<Preview> {
  const timeoutMs = Math.min(maxCheckMs, minCheckMs + (statSync(file).size / 1e6) * checkMsPerMegabyte);
  try {
    return JSON.parse(await run(["restore", file, "--preview", "--json"], { timeoutMs }));
  } catch (error) {
    sweepUnfinished(dataDir);
    throw error;
  }
}

/** Returns the name under which an uploaded backup is stored. The file must be a valid backup. */
export function uploadedName(file: string, now: Date): string {
  const kind = readHeader(file, readContentOf).isSqlite ? "db" : "tar";
  return `uploaded-${stampOf(now)}.${kind}${withFile(file, isCompressed) ? ".zst" : ""}`;
}

/** Returns the path of a backup, or null if {@link listBackups} does not list it. */
export async function findBackup(listing: Listing, name: string): Promise<string | null> {
  const isListed = (await listBackups(listing)).some((each) => each.name === name);
  return isListed ? join(listing.dataDir, "backups", name) : null;
}

function describe(folder: string, name: string) {
  const before = /^before-v(\d+)-/.exec(name)?.[1];
  if (snapshotName.test(name)) {
    return { kind: "snapshot", appVersion: null, schemaVersion: Number(before) - 1, households: null } as const;
  }
  const facts = peekFacts(join(folder, name));
  const kind = uploaded.test(name) ? "uploaded" : /^nightly-[\dT.-]+Z\.tar(\.zst)?$/.test(name) ? "nightly" : "manual";
  const { appVersion = null, schemaVersion = null, households = null, createdAt } = facts ?? {};
  // The name of an upload has the time of the upload.
  const takenAt = createdAt === undefined ? {} : { takenAt: createdAt };
  return { kind, appVersion, schemaVersion, households, ...takenAt } as const;
}

async function namesIn(folder: string): Promise<string[] | null> {
  const late = Bun.sleep(copiesTimeoutMs).then(() => null);
  return Promise.race([readdir(folder).catch(() => null), late]);
}
