import type { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { messageOf } from "#lib/errors.ts";
import { unfinishedName } from "#lib/files.ts";
import { closeDatabase, type Db } from "#platform/db/client.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { withSpace } from "#platform/db/space.ts";
import { command } from "#platform/program.ts";
import { type TableName, tableOf } from "#platform/traits.ts";
import { examine } from "./doctor.ts";
import { exportedColumns, exportedTables } from "./export.ts";
import { listPictures } from "./files.ts";
import { type Finding, ok, wrong } from "./findings.ts";
import { checkUnpacked, migrateUnpacked, openSource } from "./source.ts";

export type Inspection = {
  readonly file: string;
  readonly ok: boolean;
  readonly createdAt: string | null;
  readonly schemaVersion: number | null;
  readonly households: number | null;
  readonly pictures: number | null;
  readonly findings: readonly Finding[];
};

export type Loss = {
  readonly table: string;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
};

/** Verifies a backup: unpacks and migrates a copy of it, and runs the checks of `inglenook doctor` on the copy. */
export function verifyBackup(file: string, now: Date): Inspection {
  try {
    return withUnpacked(file, now, join(tmpdir(), "inglenook-inspect-"), (folder, source) => {
      const delivery = { isDelivering: false, baseUrl: null, pushContact: null };
      const update = { updateUrl: "", updateKey: null };
      const config = { ...delivery, ...update, backupTo: null, nightlyBackup: null, secretKeyFile: null };
      const found = examine({ ...config, dataDir: folder }, now).filter(({ check }) => isOfContent(check));
      const pictures = listPictures(folder).names.length;
      const findings = [
        ok("file", "complete, and every hash matches"),
        ...found.map((finding) => asOfBackup(finding, folder)),
      ];
      return { file, ok: findings.every(({ level }) => level !== "wrong"), ...source, pictures, findings };
    });
  } catch (error) {
    const says = messageOf(error);
    const findings = [wrong("file", says, takeAnother)];
    return { file, ok: false, createdAt: null, schemaVersion: null, households: null, pictures: null, findings };
  }
}

const takeAnother = `Move it away and take another: ${command("backup")}`;

function asOfBackup(finding: Finding, folder: string): Finding {
  if (finding.level !== "wrong") return finding;
  return wrong(finding.check, finding.says.replaceAll(databasePath(folder), "its database"), takeAnother);
}

const isOfContent = (check: string) => ["versions", "database", "covers", "reminders"].includes(check);

export type Preview = Unpacked & { readonly pictures: number; readonly losses: Loss[] };

/**
 * Restores a backup into a temporary folder and compares it with the current data. The temporary folder is in
 * `dataDir`, because the real restore needs the space on that disk.
 * @throws Error if the file is damaged
 */
export function previewRestore(file: string, dataDir: string, now: Date): Preview {
  return withUnpacked(file, now, join(dataDir, unfinishedName("preview-")), (folder, source) => {
    const db = openDataDir(dataDir, { now, mustExist: true });
    try {
      const pictures = listPictures(folder).names.length;
      return { ...source, pictures, losses: compare(db, databasePath(folder)) };
    } finally {
      closeDatabase(db);
    }
  });
}

type Unpacked = { createdAt: string; schemaVersion: number; households: number };

function withUnpacked<T>(file: string, now: Date, prefix: string, use: (folder: string, source: Unpacked) => T): T {
  const { createdAt, bytes, unpack } = openSource(file);
  const folder = mkdtempSync(prefix);
  try {
    // A migration first copies the database.
    const todo = "Free some space; where the folder is a temporary one, TMPDIR names another.";
    withSpace(dirname(folder), 2 * bytes, todo, () => unpack(folder));
    const { schemaVersion, households } = checkUnpacked(file, folder);
    migrateUnpacked(file, folder, now);
    return use(folder, { createdAt, schemaVersion, households });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(db: Db, other: string): Loss[] {
  const client = db.$client;
  client.run("ATTACH ? AS backup", [other]);
  try {
    client.run("BEGIN");
    return exportedTables().flatMap((name) => {
      const table = getTableName(tableOf(name));
      const loss = { table, ...compareTable(client, table, sqlColumns(name)) };
      return loss.added + loss.changed + loss.deleted > 0 ? [loss] : [];
    });
  } finally {
    client.run("ROLLBACK");
    client.run("DETACH backup");
  }
}

function sqlColumns(name: TableName): string[] {
  const all: Record<string, SQLiteColumn> = getTableColumns(tableOf(name));
  return exportedColumns(name).flatMap((column) => all[column]?.name ?? []);
}

function compareTable(client: Database, table: string, columns: readonly string[]): Omit<Loss, "table"> {
  const keys = client.query("SELECT name FROM pragma_table_info(?) WHERE pk > 0").values(table).flat() as string[];
  const match = (names: readonly string[]) => names.map((name) => `a."${name}" IS b."${name}"`).join(" AND ");
  const count = (sql: string) => (client.query(`SELECT count(*) AS count ${sql}`).get() as { count: number }).count;
  const missing = (from: string, other: string) =>
    count(`FROM ${from}."${table}" a WHERE NOT EXISTS (SELECT 1 FROM ${other}."${table}" b WHERE ${match(keys)})`);
  return {
    added: missing("main", "backup"),
    changed: count(`FROM main."${table}" a, backup."${table}" b WHERE ${match(keys)} AND NOT (${match(columns)})`),
    deleted: missing("backup", "main"),
  };
}
