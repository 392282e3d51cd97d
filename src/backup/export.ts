/** A whole household as files that people and other programs can read. */
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { getTableColumns, getTableName, is, type Table } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../db/client.ts";
import * as schema from "../db/schema.ts";
import { listPictures, readFolder, syncFolder, unfinishedName } from "./files.ts";
import { coversIn } from "./references.ts";

/** Tables that hold ways in, or answers kept for repeated requests; nothing that a household wrote. */
const omittedTables = ["idempotency", "session", "invitation", "device_pairing", "pairing"];
/** Columns that would let somebody in, whichever table they are in. */
const secretColumn = /hash|token|secret|password|salt/i;

/** A household's rows: a table's name to its records, columns named as in the code. */
export type HouseholdExport = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/**
 * Every table of the schema that belongs to households, without secrets and without what is computed; JSON is decoded. A new
 * table comes along by itself. Read it in one snapshot.
 */
export function readExport(db: Db, householdId: string): HouseholdExport {
  const entries = exportedTables().map(([name, table]) => [name, rowsOf(db, table, householdId)] as const);
  return Object.fromEntries(entries);
}

/** The tables that an export holds, by their names in the database. */
export function exportedTables(): [string, Table][] {
  const tables = Object.values<unknown>(schema).filter((each) => is(each, SQLiteTable));
  const named = tables.map((table): [string, Table] => [getTableName(table), table]);
  return named.filter(([name, table]) => !omittedTables.includes(name) && ownerColumn(table) !== null);
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

function ownerColumn(table: Table) {
  const columns = getTableColumns(table);
  const name = getTableName(table) === "household" ? "id" : "household_id";
  return Object.values(columns).find((column) => column.name === name) ?? null;
}

function rowsOf(db: Db, table: Table, householdId: string): Record<string, unknown>[] {
  const owner = ownerColumn(table);
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, column]) => !secretColumn.test(column.name) && !column.generated && column.name !== "household_id",
  );
  const names = columns.map(([, { name }]) => `"${name}"`).join(", ");
  const sql = `SELECT ${names} FROM "${getTableName(table)}" WHERE "${owner?.name}" = ? ORDER BY 1`;
  const rows = db.$client.query(sql).values(householdId) as unknown[][];
  const readers = columns.map(([, column], index) => {
    const decode = isJson(rows.map((row) => row[index])) ? JSON.parse : null;
    return (value: unknown) => (decode ? decode(String(value)) : column.mapFromDriverValue(value));
  });
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(([name], index) => [name, row[index] === null ? null : readers[index]?.(row[index])]),
    ),
  );
}

/** Whether a column holds JSON: each value is an object or array, spelt exactly as `JSON.stringify` does. */
function isJson(values: readonly unknown[]): boolean {
  const present = values.filter((value) => value !== null);
  return present.length > 0 && present.every((value) => typeof value === "string" && isStringified(value));
}

function isStringified(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}
