/** For pages of the app. Long work runs in a child process. */
import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { snapshotName } from "../db/snapshots.ts";
import { runSelf } from "../jobs/run-program.ts";
import { instantIn, readFolder } from "../lib/files.ts";
import { peekManifest } from "./archive.ts";
import { copyName } from "./copies.ts";
import type { Inspection, Loss } from "./inspect.ts";
import type { BackupSummary } from "./take.ts";

/** `manual`: a person made or named it. */
export type BackupFile = {
  readonly name: string;
  readonly kind: "nightly" | "manual" | "snapshot";
  readonly bytes: number;
  readonly takenAt: string;
  readonly appVersion: string | null;
  readonly schemaVersion: number | null;
  /** Null if there is no `BACKUP_TO`, or it does not answer. */
  readonly isCopied: boolean | null;
};

const copiesTimeoutMs = 2_000;
const isBackup = (name: string) => /\.tar(\.zst)?$/.test(name) || snapshotName.test(name);

/** Newest first. */
export async function listBackups(
  dataDir: string,
  copies: { readonly to: string; readonly instance: string } | null,
): Promise<BackupFile[]> {
  const folder = join(dataDir, "backups");
  const copied = copies === null ? null : await namesIn(copies.to);
  const found: BackupFile[] = [];
  for (const name of readFolder(folder).filter(isBackup)) {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    const isCopied = copied && copies ? copied.includes(copyName(name, copies.instance)) : null;
    const takenAt = (instantIn(name) ?? stat.mtime).toISOString();
    found.push({ name, bytes: stat.size, takenAt, isCopied, ...describe(folder, name) });
    await Bun.sleep(0);
  }
  return found.sort((one, other) => (one.takenAt < other.takenAt ? 1 : -1));
}

export async function takeNow(
  dataDir: string,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const onLine = (line: string) => {
    const percent = /^(\d+) %$/.exec(line)?.[1];
    if (percent !== undefined) onProgress(Number(percent));
  };
  return JSON.parse(await runSelf(["backup", "--json", "--progress", "--data-dir", dataDir], signal, onLine));
}

export async function verifyInChild(file: string, signal: AbortSignal): Promise<Inspection> {
  return JSON.parse(await runSelf(["backup", "--verify", file, "--json"], signal));
}

export async function previewInChild(
  file: string,
  dataDir: string,
  signal: AbortSignal,
): Promise<{ createdAt: string; losses: Loss[] }> {
  return JSON.parse(await runSelf(["restore", file, "--preview", "--json", "--data-dir", dataDir], signal));
}

function describe(folder: string, name: string): Pick<BackupFile, "kind" | "appVersion" | "schemaVersion"> {
  const before = /^before-v(\d+)-/.exec(name)?.[1];
  if (snapshotName.test(name)) return { kind: "snapshot", appVersion: null, schemaVersion: Number(before) - 1 };
  const manifest = peekManifest(join(folder, name));
  const kind = /^nightly-[\dT.-]+Z\.tar(\.zst)?$/.test(name) ? "nightly" : "manual";
  return { kind, appVersion: manifest?.appVersion ?? null, schemaVersion: manifest?.schemaVersion ?? null };
}

async function namesIn(folder: string): Promise<string[] | null> {
  const late = Bun.sleep(copiesTimeoutMs).then(() => null);
  return Promise.race([readdir(folder).catch(() => null), late]);
}
