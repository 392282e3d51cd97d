/** Images of what a change touched: whole rows, read before and after it, so that undo can compare them and put them back. */
import { and, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Work } from "../actor.ts";
import { fields, prepared } from "../db/prepare.ts";
import * as schema from "../db/tables.ts";
import type { Image } from "./record.ts";

const { member, task, event, listSection, list, block, recipe, meal } = schema;
const { chore, choreCompletion, checkIn, checkInAnswer } = schema;

/**
 * The tables whose rows undo can put back, by their names in the code. Each is one household's by `householdId`. Of members it
 * is their places alone: a whole row holds secrets.
 */
export const restorable = {
  member,
  task,
  event,
  listSection,
  list,
  block,
  recipe,
  meal,
  chore,
  choreCompletion,
  checkIn,
  checkInAnswer,
} as const;

/** See {@link restorable}. */
export type RestorableTable = keyof typeof restorable;

/** A whole row, but for its household. */
export type Row = Readonly<Record<string, string | number | null>>;

/** The columns of a table that a row of it holds: all but the household, and what is computed. */
export function columnsOf(name: RestorableTable): string[] {
  return Object.entries<SQLiteColumn>(getTableColumns(restorable[name]))
    .filter(([column, { generated }]) => column !== "householdId" && generated === undefined)
    .map(([column]) => column);
}

type Selection = ReturnType<typeof prepared<Row>>;
const selections = new Map<string, Selection>();

/** Compiled once for each table and set of columns that is asked by; always within the household. */
function selectionBy(name: RestorableTable, by: readonly string[]): Selection {
  const key = `${name} ${by.join(" ")}`;
  const known = selections.get(key);
  if (known) return known;
  const table = restorable[name];
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const made: Selection = prepared((db) =>
    db
      .select(fields(table, ...(columnsOf(name) as never[])))
      .from(table)
      .where(and(...["householdId", ...by].map((column) => sql`${columns[column]} is ${sql.placeholder(column)}`))),
  );
  selections.set(key, made);
  return made;
}

/** The rows of a table whose columns have these values, as they stand now. Empty: there is none. */
export function rowsWhere({ db, householdId }: Work, name: RestorableTable, where: Row): Row[] {
  return selectionBy(name, Object.keys(where)).all(db, { ...where, householdId });
}

/** The same as an image, for an entry of the feed. */
export function imageOf(work: Work, name: Exclude<RestorableTable, "member">, where: Row): Image {
  return { [name]: rowsWhere(work, name, where) };
}
