/** Putting rows back as they stood before a change, where nothing has touched them since. */
import { and, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Row, rowsWhere } from "../activity/images.ts";
import type { Image } from "../activity/record.ts";
import { insertParams, preparedWrite } from "../db/prepare.ts";
import { canSeeList } from "../lists/undo.store.ts";
import { type ImageName, isRestorableTable, type RestorableTable, tableOf } from "../traits.ts";
import type { Work } from "../work.ts";
import { requirePresentMembers } from "./members.ts";
import { changedSince, notUndoable } from "./refusals.ts";
import { childrenOf, parentsFirst, pick, tableFacts } from "./tables.ts";

/** One row through a change and its undoing: as it was before, as the change left it (null: not there), and as it is now. */
export type Restoration = {
  readonly table: RestorableTable;
  readonly wanted: Row | null;
  readonly expected: Row | null;
  readonly current: Row | null;
};

/**
 * The rows of a change, each with what stands there now. Parts that are no tables are left out.
 * @throws ApiError 422 where a row can't be made whole.
 */
export function restorationsOf(work: Work, before: Image | null, after: Image | null): Restoration[] {
  return parentsFirst.flatMap((table) => {
    const { key } = tableFacts(table);
    const wanted = rowsIn(before, table);
    const expected = rowsIn(after, table);
    const found = new Map<string, { wanted: Row | null; expected: Row | null }>();
    for (const row of wanted) found.set(nameOf(row, key), { wanted: row, expected: null });
    for (const row of expected) {
      found.set(nameOf(row, key), { wanted: found.get(nameOf(row, key))?.wanted ?? null, expected: row });
    }
    return [...found.values()].map((pair) => ({
      table,
      ...pair,
      current: rowsWhere(work, table, pick(pair.expected ?? pair.wanted ?? {}, key))[0] ?? null,
    }));
  });
}

/** What is known by an id keeps it, wherever it goes; the rest is known by its whole key. */
function nameOf(row: Row, key: readonly string[]): string {
  return key.includes("id") ? String(row.id) : JSON.stringify(pick(row, key));
}

function rowsIn(image: Image | null, table: RestorableTable): Row[] {
  const rows = (image?.[table] ?? []) as Row[];
  return rows.map((row) => (isPlaceRow(table, row) ? row : whole(table, row)));
}

/**
 * Fills the columns that an image lacks, because they were added to the table after it was recorded, with their defaults.
 * @throws ApiError 422 for a column that must have a value and has no default.
 */
function whole(table: RestorableTable, row: Row): Row {
  const missing = tableFacts(table).columns.filter((name) => row[name] === undefined);
  if (missing.length === 0) return row;
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(table));
  const filled = missing.map((name) => [name, defaultOf(columns[name])] as const);
  return { ...row, ...Object.fromEntries(filled) };
}

function defaultOf(column: SQLiteColumn | undefined): string | number | null {
  const fallback: unknown = column?.default ?? null;
  if (typeof fallback === "string" || typeof fallback === "number") return fallback;
  if (!column || column.notNull || fallback !== null) throw notUndoable(); // An expression is SQLite's to compute.
  return null;
}

/**
 * Puts rows back: adds what is missing, removes what was added, writes the columns that the change wrote. Places of siblings
 * that merely moved on to make room go back together, or, where one of them has moved again, stay: order has gaps. Must be in a
 * transaction. Answers what it wrote.
 * @throws ApiError 422 where a row, what hangs on it, what it refers to, or its place is not as the change left it.
 */
export function putBack(work: Work, all: readonly Restoration[]): Restoration[] {
  const hasRecord = all.some((each) => !isPlace(each));
  const isPlaceLost = all.some((each) => isPlace(each) && !isAsLeft(each));
  const restored = all.filter((each) => !(hasRecord && isPlaceLost && isPlace(each)));
  if (!restored.every(isAsLeft)) throw changedSince();
  work.db.run(sql`PRAGMA defer_foreign_keys = ON`); // Until the end of this transaction; see requireParents.
  const written = restored.map((each) => ({ ...each, wanted: stamped(work, each) }));
  requireNothingHanging(work, written);
  for (const each of written.toReversed()) if (!each.wanted || isReplaced(each)) removeRow(work, each);
  for (const each of written) {
    if (each.wanted && (!each.current || isReplaced(each)))
      addRow(work, each.table, { ...each.current, ...each.wanted });
    else if (each.wanted && each.current) changeRow(work, each, changedColumns(each));
  }
  requireParents(work, written);
  for (const each of written) requirePlace(work, each);
  requirePresentMembers(work, written);
  return written;
}

/** A row of which only the key and the place are known. */
export function isPlace({ table, wanted, expected }: Restoration): boolean {
  return isPlaceRow(table, wanted ?? expected ?? {});
}

function isPlaceRow(table: RestorableTable, row: Row): boolean {
  const { key, level } = tableFacts(table);
  const placing = [...key, ...(level ?? []), "position"];
  return Object.keys(row).every((column) => placing.includes(column));
}

/** Whether a row is as the change left it. That others made room before it is no change of it, but of its place. */
function isAsLeft(each: Restoration): boolean {
  const { expected, current } = each;
  if (!expected || !current) return expected === current;
  const ignored = ["updatedAt", ...(isPlace(each) ? [] : ["position"])];
  return Object.entries(expected).every(([column, value]) => ignored.includes(column) || current[column] === value);
}

/** The columns that are to be written: those that the change wrote. */
function changedColumns({ wanted, expected }: Restoration): Row {
  return Object.fromEntries(
    Object.entries(wanted ?? {}).filter(([column, value]) => column === "updatedAt" || value !== expected?.[column]),
  );
}

/** What is put back was changed now. */
function stamped({ now }: Work, each: Restoration): Row | null {
  if (!each.wanted || !("updatedAt" in each.wanted)) return each.wanted;
  return { ...each.wanted, updatedAt: now.toISOString() };
}

/** Where a table has unique columns, two rows that change places are taken out before they are put back. */
function isReplaced({ table, wanted, current }: Restoration): boolean {
  return wanted !== null && current !== null && tableFacts(table).unique.length > 0;
}

/** @throws ApiError 422 where something that was added since refers to a row that is to go, or to move. */
function requireNothingHanging(work: Work, written: readonly Restoration[]): void {
  const touched = new Set(written.map(({ table, current }) => current && identity(table, current)));
  for (const { table, wanted, current } of written) {
    if (!current) continue;
    for (const { name, by } of childrenOf(table)) {
      const isKept = by.columns.every(
        ([, theirs]) => wanted && (wanted[theirs] ?? current[theirs]) === current[theirs],
      );
      if (isKept) continue;
      const where = Object.fromEntries(by.columns.map(([own, theirs]) => [own, current[theirs] ?? null]));
      const hanging = rowsWhere(work, name, where);
      if (hanging.some((row) => !touched.has(identity(name, row)))) throw changedSince();
    }
  }
}

/** @throws ApiError 422 where what a row refers to is not there, or is deleted and only kept for history. */
function requireParents(work: Work, written: readonly Restoration[]): void {
  const known = new Set<string>();
  for (const { table, wanted, current } of written) {
    const row: Row = { ...current, ...wanted };
    for (const { to, columns } of tableFacts(table).parents) {
      if (to === "member" || columns.some(([own]) => (row[own] ?? null) === null)) continue;
      const where = Object.fromEntries(columns.map(([own, theirs]) => [theirs, row[own] ?? null]));
      const name = `${to} ${JSON.stringify(where)}`;
      if (known.has(name)) continue;
      known.add(name);
      const [parent] = rowsWhere(work, to, where);
      if (wanted ? !parent || parent.deletedAt : parent?.deletedAt) throw changedSince();
    }
  }
}

/** @throws ApiError 422 where something else stands in the place that a row goes back to. */
function requirePlace(work: Work, { table, wanted, expected, current }: Restoration): void {
  const { level } = tableFacts(table);
  if (!wanted || !level) return;
  const where = ["position", ...level];
  const isMoved = where.some((column) => column in wanted && wanted[column] !== expected?.[column]);
  if (!isMoved) return;
  // What the caller does not see is not to be told by a refusal: it shares the place.
  const there = rowsWhere(work, table, pick({ ...current, ...wanted }, where));
  if (there.filter((row) => table !== "list" || canSeeList(work, row)).length > 1) throw changedSince();
}

function identity(table: RestorableTable, row: Row): string {
  return `${table} ${JSON.stringify(pick(row, tableFacts(table).key))}`;
}

function isRow({ table }: Restoration, row: Row) {
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(table));
  return (work: Work) =>
    and(
      sql`${columns.householdId} = ${work.householdId}`,
      ...tableFacts(table).key.map((column) => sql`${columns[column]} = ${row[column]}`),
    );
}

function removeRow(work: Work, each: Restoration): void {
  if (each.current) work.db.delete(tableOf(each.table)).where(isRow(each, each.current)(work)).run();
}

/** @throws ApiError 422 where something else is where the row was, such as another meal in its slot. */
function addRow(work: Work, table: RestorableTable, row: Row): void {
  for (const unique of tableFacts(table).unique) {
    if (rowsWhere(work, table, pick(row, unique)).length > 0) throw changedSince();
  }
  insertion(table)(work.db, { ...row, householdId: work.householdId });
}

const insertions = new Map<RestorableTable, ReturnType<typeof preparedWrite>>();

function insertion(table: RestorableTable): ReturnType<typeof preparedWrite> {
  const known = insertions.get(table);
  if (known) return known;
  const columns = ["householdId", ...tableFacts(table).columns];
  const made = preparedWrite((db) => db.insert(tableOf(table)).values(insertParams(...columns) as never));
  insertions.set(table, made);
  return made;
}

function changeRow(work: Work, each: Restoration, values: Row): void {
  if (!each.current || Object.keys(values).length === 0) return;
  work.db
    .update(tableOf(each.table))
    .set(values as never)
    .where(isRow(each, each.current)(work))
    .run();
}

/** What an undoing leaves behind, as an image for its own entry: the rows as they stood, or as they stand now. */
export function imagesOf(work: Work, written: readonly Restoration[]): { before: Image | null; after: Image | null } {
  const both = written.map(({ table, wanted, expected, current }) => {
    const shape = Object.keys(wanted ?? expected ?? {});
    const now = wanted && rowsWhere(work, table, pick({ ...current, ...wanted }, tableFacts(table).key))[0];
    return { table, before: current && pick(current, shape), after: now ? pick(now, shape) : null };
  });
  const imageOn = (side: "before" | "after") => {
    const rows = both.flatMap(({ table, [side]: row }) => (row ? [{ table, row }] : []));
    const byTable = Object.entries(Object.groupBy(rows, ({ table }) => table));
    return rows.length === 0
      ? null
      : Object.fromEntries(byTable.map(([name, each]) => [name, each.map(({ row }) => row)]));
  };
  return { before: imageOn("before"), after: imageOn("after") };
}

/** The parts of an image that are no tables. */
export function partsOf(image: Image | null): Exclude<ImageName, RestorableTable>[] {
  const names = Object.keys(image ?? {}) as ImageName[];
  return names.filter((name): name is Exclude<ImageName, RestorableTable> => !isRestorableTable(name));
}
