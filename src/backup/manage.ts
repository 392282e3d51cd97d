/** For pages of the app. */
import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { snapshotName } from "../db/snapshots.ts";
import type { RunVerb } from "../deps.ts";
import { instantIn, readFolder, stampOf } from "../lib/files.ts";
import { isCompressed } from "../lib/zstd.ts";
import { peekManifest, withFile } from "./archive.ts";
import { copyName } from "./copies.ts";
import type { Inspection, Loss } from "./inspect.ts";
import type { BackupSummary } from "./take.ts";

/** `manual`: a person made or named it. */
export type BackupFile = {
  readonly name: string;
  readonly kind: "nightly" | "manual" | "uploaded" | "snapshot";
  readonly bytes: number;
  readonly takenAt: string;
  readonly appVersion: string | null;
  readonly schemaVersion: number | null;
  /** Null if there is no `BACKUP_TO`, or it does not answer. */
  readonly isCopied: boolean | null;
};

const copiesTimeoutMs = 2_000;
const uploaded = /^uploaded-[\dT.-]+Z\.(tar|db)(\.zst)?$/;
const isBackup = (name: string) =>
  /^[\w][\w .-]*\.tar(\.zst)?$/.test(name) || snapshotName.test(name) || uploaded.test(name);

/** Newest first. */
export async function listBackups(
  dataDir: string,
  copies: { readonly to: string; readonly instance: string } | null,
): Promise<BackupFile[]> {
  const folder = join(dataDir, "backups");
  const copied = copies === null ? null : await namesIn(copies.to);
  const found: BackupFile[] = [];
  for (const name of readFolder(folder).filter(isBackup)) {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    const isCopied = copied && copies ? copied.includes(copyName(name, copies.instance)) : null;
    const takenAt = (instantIn(name) ?? stat.mtime).toISOString();
    found.push({ name, bytes: stat.size, takenAt, isCopied, ...describe(folder, name) });
    await Bun.sleep(0);
  }
  return found.sort((one, other) => (one.takenAt < other.takenAt ? 1 : -1));
}

export async function takeNow(run: RunVerb, onProgress: (percent: number) => void): Promise<BackupSummary> {
  const onLine = (line: string) => {
    const percent = /^(\d+) %$/.exec(line)?.[1];
    if (percent !== undefined) onProgress(Number(percent));
  };
  return JSON.parse(await run(["backup", "--json", "--progress"], onLine));
}

/** Of what changed since. */
export type Preview = Pick<Inspection, "households" | "pictures" | "schemaVersion"> & {
  readonly createdAt: string;
  readonly losses: Loss[];
};

/** Restores a copy, and compares it with the data. @throws Error if it can't be restored */
export async function checkBackup(run: RunVerb, file: string): Promise<Preview> {
  const found: Inspection = JSON.parse(await run(["backup", "--verify", file, "--json"]));
  const fault = found.findings.find(({ level }) => level === "wrong");
  if (!found.ok) throw new Error(fault?.says ?? `${file} can't be restored`);
  const { createdAt, losses } = JSON.parse(await run(["restore", file, "--preview", "--json"]));
  const { households, pictures, schemaVersion } = found;
  return { createdAt, households, pictures, schemaVersion, losses };
}

/** The complete name of an upload. `file` must be sound. */
export function uploadedName(file: string, now: Date): string {
  const kind = peekManifest(file) === null ? "db" : "tar";
  return `uploaded-${stampOf(now)}.${kind}${withFile(file, isCompressed) ? ".zst" : ""}`;
}

/** Null if there is no such backup. */
export function findBackup(dataDir: string, name: string): string | null {
  const file = join(dataDir, "backups", name);
  return isBackup(name) && lstatSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

function describe(folder: string, name: string): Pick<BackupFile, "kind" | "appVersion" | "schemaVersion"> {
  const before = /^before-v(\d+)-/.exec(name)?.[1];
  if (snapshotName.test(name)) return { kind: "snapshot", appVersion: null, schemaVersion: Number(before) - 1 };
  const manifest = peekManifest(join(folder, name));
  const kind = uploaded.test(name) ? "uploaded" : /^nightly-[\dT.-]+Z\.tar(\.zst)?$/.test(name) ? "nightly" : "manual";
  return { kind, appVersion: manifest?.appVersion ?? null, schemaVersion: manifest?.schemaVersion ?? null };
}

async function namesIn(folder: string): Promise<string[] | null> {
  const late = Bun.sleep(copiesTimeoutMs).then(() => null);
  return Promise.race([readdir(folder).catch(() => null), late]);
}
