import { Database } from "bun:sqlite";
import { existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeTo } from "#lib/byte-streams.ts";
import type { Manifest } from "#operations/backup/manifest.ts";
import { restoreBackup } from "#operations/backup/restore.ts";
import { takeBackup } from "#operations/backup/take.ts";
import { writeEnd, writeEntry } from "#operations/backup/tar.ts";
import { fillDemo } from "#operations/demo/household.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { newPath, put } from "../home/folders.ts";
import "#server/traits.ts"; // Registers the traits, which the demo household needs.

export const now = new Date("2026-11-27T09:00:00.000Z");
export const later = new Date("2026-11-28T09:00:00.000Z");
export const current = migrations.length;
export const cover = "covers/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp";

/** Returns a new data folder that contains the demo household. */
export function filled(pictures: Record<string, string> = { [cover]: "a cover" }): string {
  const dataDir = newPath();
  const db = openDataDir(dataDir, { now });
  fillDemo(db, now);
  closeDatabase(db);
  for (const [name, content] of Object.entries(pictures)) put(dataDir, name, content);
  return dataDir;
}

export const take = (dataDir: string, to: string | null = null) =>
  takeBackup({ dataDir, to, now, appVersion: "1.2.3" });
export const restore = (file: string, dataDir: string, mayReplace = true) =>
  restoreBackup({ file, dataDir, mayReplace, now: later });

/** Unpacks the backup of an old data version that is stored in `test/fixtures`. Returns the path of its archive. */
export function oldBackup(version: number): string {
  oldBackups ??= newPath();
  const path = join(oldBackups, `backup-v${version}.tar`);
  if (existsSync(path)) return path;
  const packed = readFileSync(join(import.meta.dir, `../../fixtures/backup-v${version}.tar.zst`));
  put(oldBackups, `backup-v${version}.tar`, Bun.zstdDecompressSync(packed));
  return path;
}

let oldBackups: string | undefined;

/** Creates a valid archive with the given files and manifest. Returns its path. */
export function forged(files: [string, Uint8Array][], change: Partial<Record<keyof Manifest, unknown>> = {}): string {
  const path = `${newPath()}.tar`;
  const write = writeTo(openSync(path, "w"));
  const described = files.map(([name, content]) => ({
    name,
    size: content.length,
    sha256: Bun.SHA256.hash(content, "hex"),
  }));
  const facts = {
    appVersion: "9",
    schemaVersion: current,
    createdAt: now.toISOString(),
    households: 1,
    files: described,
  };
  const manifest = Buffer.from(JSON.stringify({ format: "inglenook-backup", formatVersion: 1, ...facts, ...change }));
  const sum = Buffer.from(`${Bun.SHA256.hash(manifest, "hex")}  manifest.json\n`);
  for (const [name, content] of [["manifest.json", manifest], ["manifest.sha256", sum], ...files] as typeof files) {
    writeEntry(write, name, content.length, [content]);
  }
  writeEnd(write);
  return path;
}

/** Replaces the table of households by a view whose query never ends. */
export function putEndlessView(path: string): void {
  const client = new Database(path);
  // A table that triggers name can't be dropped before them.
  for (const name of client.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").values().flat()) {
    client.run(`DROP TRIGGER ${name}`);
  }
  client.run("PRAGMA foreign_keys = OFF");
  client.run("DROP TABLE household");
  client.run(`CREATE VIEW household AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
    SELECT x AS id, x AS name, x AS revision FROM n`);
  client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
}
