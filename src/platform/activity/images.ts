/** Images of changes: whole rows from before and after a change, which undo compares and restores. */
import { and, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { fields, prepared } from "../db/prepare.ts";
import { param } from "../db/statements.ts";
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

type Selection = ReturnType<typeof prepared<Row>>;
const selections = new Map<string, Selection>();

function selectionBy(name: RestorableTable, by: readonly string[]): Selection {
  const key = `${name} ${by.join(" ")}`;
  const known = selections.get(key);
  if (known) return known;
  const table = tableOf(name);
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const made: Selection = prepared((db) =>
    db
      .select(fields(table, ...(columnsOf(name) as never[])))
      .from(table)
      .where(and(...["householdId", ...by].map((column) => sql`${columns[column]} is ${param(column)}`))),
  );
  selections.set(key, made);
  return made;
}

export function rowsWhere({ db, householdId }: Work, name: RestorableTable, where: Row): Row[] {
  return selectionBy(name, Object.keys(where)).all(db, { ...where, householdId });
}

export function imageOf(work: Work, name: WholeTable, where: Row): Image {
  return { [name]: rowsWhere(work, name, where) };
}
