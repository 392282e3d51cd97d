import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { readFolder, syncFolder, unfinishedName } from "#lib/files.ts";
import type { HouseholdScope } from "#platform/db/statements.ts";
import { isJson } from "#platform/db/tables/json.ts";
import { type ColumnTrait, columnTraits, type TableName, tableNames, tableOf } from "#platform/traits.ts";
import { listPictures } from "./files.ts";
import { coverColumns } from "./references.ts";

export type HouseholdExport = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** Returns the household's rows by table name. Must run in a transaction. */
export function readExport(scope: HouseholdScope): HouseholdExport {
  return Object.fromEntries(exportedTables().map((name) => [getTableName(tableOf(name)), rowsOf(scope, name)]));
}

export function exportedTables(): TableName[] {
  return tableNames().filter((name) => exportedColumns(name).length > 0);
}

const isExported: Readonly<Record<ColumnTrait, boolean>> = {
  shown: true,
  member: true,
  formerMember: true,
  coverFile: true,
  secret: false,
  internal: false,
};

export function exportedColumns(name: TableName): string[] {
  const columns = columnTraits(name);
  return columns.flatMap(([column, trait]) => (isExported[trait] ? [column] : []));
}

/** Writes an export into a folder, which appears complete or not at all. @throws Error if the folder is not empty */
export function writeExport(
  data: HouseholdExport,
  about: object,
  calendar: string,
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
    writeFileSync(join(unfinished, "calendar.ics"), calendar, { flush: true });
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
  const covers = new Set(coverColumns().flatMap(({ table, field }) => (data[table] ?? []).map((row) => row[field])));
  const names = listPictures(dataDir).names.filter((name) => !name.startsWith("covers/") || covers.has(basename(name)));
  for (const name of names) {
    const copy = join(target, name.startsWith("covers/") ? `covers/${basename(name)}` : name);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(dataDir, name), copy);
  }
  return names.length;
}

function rowsOf({ db, householdId }: HouseholdScope, name: TableName): Record<string, unknown>[] {
  const table = tableOf(name);
  const shown = exportedColumns(name);
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const columns = Object.entries(all).filter(([column]) => shown.includes(column));
  const names = columns.map(([, { name }]) => `"${name}"`).join(", ");
  const owner = name === "household" ? "id" : "household_id";
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
