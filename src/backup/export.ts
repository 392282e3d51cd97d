/** A whole household as files that people and other programs can read. */
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "../db/client.ts";
import { type Declared, declared } from "../db/exported.ts";
import { isJson } from "../db/json.ts";
import { household } from "../db/tables.ts";
import { readFolder, syncFolder, unfinishedName } from "../lib/files.ts";
import { listPictures } from "./files.ts";
import { coversIn } from "./references.ts";

/** A household's rows: a table's name to its records, columns named as in the code. */
export type HouseholdExport = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/**
 * Every table and column that `db/exported` shows. JSON is decoded where the schema declares it. Read it in one snapshot.
 */
export function readExport(db: Db, householdId: string): HouseholdExport {
  return Object.fromEntries(exportedTables().map((each) => [getTableName(each.table), rowsOf(db, each, householdId)]));
}

/** The tables of which an export shows anything. */
export function exportedTables(): Declared[] {
  return declared.filter(({ shown }) => shown.length > 0);
}

/**
 * Writes an export into a new or empty folder: one JSON file for each table, the covers that it names, and `photos/`, which
 * belongs to all households of the data folder. The folder appears whole or not at all.
 * @throws Error where the folder holds anything.
 */
export function writeExport(
  data: HouseholdExport,
  about: object,
  dataDir: string,
  target: string,
): { pictures: number } {
  if (readFolder(target).length > 0) throw new Error(`${target} is not empty; give another folder.`);
  const unfinished = join(dirname(target), unfinishedName(basename(target)));
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    const files = { "export.json": about, ...Object.fromEntries(Object.entries(data).map(fileOf)) };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(unfinished, name), `${JSON.stringify(content, null, 2)}\n`, { flush: true });
    }
    const pictures = copyPictures(data, dataDir, unfinished);
    renameSync(unfinished, target);
    syncFolder(dirname(target));
    return { pictures };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function fileOf([table, rows]: [string, readonly unknown[]]): [string, unknown] {
  return [`${table}.json`, table === "household" ? rows[0] : rows];
}

function copyPictures(data: HouseholdExport, dataDir: string, target: string): number {
  const covers = coversIn(JSON.stringify({ ...data, activity: [] }));
  const names = listPictures(dataDir).names.filter((name) => !name.startsWith("covers/") || covers.has(basename(name)));
  for (const name of names) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    copyFileSync(join(dataDir, name), join(target, name));
  }
  return names.length;
}

function rowsOf(db: Db, { table, shown }: Declared, householdId: string): Record<string, unknown>[] {
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const columns = Object.entries(all).filter(([name]) => shown.includes(name));
  const names = columns.map(([, { name }]) => `"${name}"`).join(", ");
  const owner = table === household ? "id" : "household_id";
  const sql = `SELECT ${names} FROM "${getTableName(table)}" WHERE "${owner}" = ? ORDER BY 1`;
  const rows = db.$client.query(sql).values(householdId) as unknown[][];
  const decode = columns.map(
    ([, column]) =>
      (value: unknown) =>
        isJson(column) ? JSON.parse(String(value)) : value,
  );
  return rows.map((row) =>
    Object.fromEntries(columns.map(([name], at) => [name, row[at] === null ? null : decode[at]?.(row[at])])),
  );
}
