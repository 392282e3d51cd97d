import type { Database } from "bun:sqlite";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ColumnTrait } from "../feature-traits.ts";
import { tableNames, tableOf, tables } from "../traits.ts";

export const coverColumns = tableNames.flatMap((name) => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(name));
  const traits = Object.entries<ColumnTrait>(tables[name].columns);
  return traits.flatMap(([field, trait]) => {
    const column = trait === "coverFile" ? columns[field] : undefined;
    return column ? [{ table: getTableName(tableOf(name)), field, column: column.name }] : [];
  });
});

/** Files in `covers/`. `householdId` null: of all households, which share the folder. Older databases lack some tables. */
export function referencedCovers(client: Database, householdId: string | null = null): Set<string> {
  const columnNamed = client.query("SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
  const shown = coverColumns
    .filter(({ table, column }) => columnNamed.get(table, column) !== null)
    .flatMap(({ table, column }) => {
      const sql = `SELECT "${column}" AS file FROM "${table}" WHERE "${column}" IS NOT NULL AND (?1 IS NULL OR household_id = ?1)`;
      return client.query(sql).all(householdId) as { file: string }[];
    });
  return new Set(shown.map(({ file }) => file));
}
