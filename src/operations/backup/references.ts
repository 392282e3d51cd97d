import type { Database } from "bun:sqlite";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { lazy } from "#lib/lazy.ts";
import { type PictureRef, sweepPictures } from "#platform/images/files.ts";
import { type NightlyJobContext, nightlyDeletion } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { columnTraits, tableNames, tableOf } from "#platform/traits.ts";

export const coverColumns = lazy(() =>
  tableNames().flatMap((name) => {
    const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(name));
    return columnTraits(name).flatMap(([field, trait]) => {
      const column = trait === "coverFile" ? columns[field] : undefined;
      return column ? [{ table: getTableName(tableOf(name)), field, column: column.name }] : [];
    });
  }),
);

/** Lists the files in `covers/` to which database rows refer. Databases of older versions lack some tables. */
export function listReferencedCovers(client: Database): PictureRef[] {
  return existingColumns(client).flatMap(({ table, column }) => {
    const sql = `SELECT household_id AS householdId, "${column}" AS file FROM "${table}" WHERE "${column}" IS NOT NULL`;
    return client.query(sql).all() as PictureRef[];
  });
}

export function findReferencedCovers(client: Database, householdId: string): Set<string> | null {
  if (client.query("SELECT 1 FROM household WHERE id = ?").get(householdId) === null) return null;
  const files = existingColumns(client).flatMap(({ table, column }) => {
    const sql = `SELECT "${column}" AS file FROM "${table}" WHERE household_id = ? AND "${column}" IS NOT NULL`;
    return client.query(sql).all(householdId) as { file: string }[];
  });
  return new Set(files.map(({ file }) => file));
}

function existingColumns(client: Database) {
  const columnNamed = client.query("SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
  return coverColumns().filter(({ table, column }) => columnNamed.get(table, column) !== null);
}

export function nightlyPictureSweep(night: NightlyJobContext, dataDir: string): JobKind {
  const { db, clock } = night;
  return nightlyDeletion(night, {
    name: "pictures",
    label: "sweep of pictures",
    async run(signal) {
      const deleted = await sweepPictures(dataDir, (id) => findReferencedCovers(db.$client, id), clock(), signal);
      return deleted === 0 ? null : `${deleted} pictures that nothing shows`;
    },
  });
}
