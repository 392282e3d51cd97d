/** Images of changes: whole rows from before and after a change, which undo compares and restores. */
import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type HouseholdTable, param, selectFrom } from "../db/statements.ts";
import { columnTraits, type RestorableTable, tableOf, type WholeTable } from "../traits.ts";
import type { Work } from "../work.ts";
import type { Image } from "./record.ts";

/** The columns of a row, without household id and secrets. */
export type Row = Readonly<Record<string, string | number | null>>;

export function columnsOf(name: RestorableTable): string[] {
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(name));
  return columnTraits(name)
    .filter(([column, trait]) => trait !== "secret" && columns[column]?.generated === undefined)
    .map(([column]) => column);
}

const selections = new Map<string, ReturnType<typeof prepareSelection>>();

function prepareSelection(name: RestorableTable, by: readonly string[]) {
  const table: HouseholdTable = tableOf(name);
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  return selectFrom(table, columnsOf(name), {
    where: by.map((column) => sql`${columns[column]} is ${param(column)}`),
  });
}

export function rowsWhere(work: Work, name: RestorableTable, where: Row): Row[] {
  const by = Object.keys(where);
  const key = `${name} ${by.join(" ")}`;
  const selection = selections.get(key) ?? prepareSelection(name, by);
  selections.set(key, selection);
  return selection.all(work, where) as Row[];
}

export function imageOf(work: Work, name: WholeTable, where: Row): Image {
  return { [name]: rowsWhere(work, name, where) };
}
