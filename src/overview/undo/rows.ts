import { and, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Row, rowsWhere } from "#platform/activity/images.ts";
import type { Image } from "#platform/activity/record.ts";
import { insertParams, preparedWrite } from "#platform/db/prepare.ts";
import { param } from "#platform/db/statements.ts";
import { type ImageName, isRestorableTable, type RestorableTable, tableOf } from "#platform/traits.ts";
import type { Work } from "#platform/work.ts";
import { changedSince, notUndoable } from "./errors.ts";
import { clearedColumns } from "./losses.ts";
import { withFreeSlots } from "./meal-slots.ts";
import { requirePresentMembers } from "./members.ts";
import { isPositionOnly, isPositionRow, withFormerOrder, withFreePositions } from "./positions.ts";
import { childrenOf, identity, idsOf, oncePerTable, parentsFirst, pick, tableFacts } from "./tables.ts";

/**
 * A row before the undone change (`target`), after it (`expected`) and now (`current`); null if it did not exist then.
 */
export type Restoration = {
  readonly table: RestorableTable;
  readonly target: Row | null;
  readonly expected: Row | null;
  readonly current: Row | null;
};

/** Returns the rows of an entry. Pauses between the steps. @throws ApiError 422 if a row lacks a required column */
export function* restorationsOf(work: Work, before: Image | null, after: Image | null): Generator<void, Restoration[]> {
  const all: Restoration[] = [];
  for (const table of parentsFirst()) {
    const found = new Map<string, { target: Row | null; expected: Row | null }>();
    for (const row of rowsIn(before, table)) found.set(rowKey(table, row), { target: row, expected: null });
    for (const row of rowsIn(after, table)) {
      const { target = null } = found.get(rowKey(table, row)) ?? {};
      found.set(rowKey(table, row), { target, expected: row });
    }
    for (const pair of found.values()) {
      all.push({ table, ...pair, current: presentRow(work, table, pair.expected ?? pair.target ?? {}) });
      yield;
    }
  }
  return [...all.filter((each) => !hasLaterText(each)), ...laterTexts(work, all)];
}

/**
 * Whether a calendar program has stored another iCalendar text since the change that is undone. If so, the undo keeps
 * the newer text and updates only the properties that the undo changes.
 */
function hasLaterText({ table, target, expected, current }: Restoration): boolean {
  return table === "calendarObject" && target !== null && current !== null && current.hash !== expected?.hash;
}

/** Returns iCalendar texts that calendar programs stored since. They are deleted with the events that undo deletes. */
function laterTexts(work: Work, all: readonly Restoration[]): Restoration[] {
  const deleted = all.filter(({ table, target, current }) => table === "event" && !target && current);
  const ids = new Set(deleted.map(({ current }) => current?.id));
  const known = new Set(
    all.flatMap((each) => (each.table === "calendarObject" ? [(each.expected ?? each.target)?.id] : [])),
  );
  return deleted.flatMap(({ current: event }): Restoration[] => {
    const id = event?.objectId ?? null;
    if (id === null || known.has(id)) return [];
    known.add(id);
    if (!rowsWhere(work, "event", { objectId: id }).every((row) => ids.has(row.id))) return [];
    const [current = null] = rowsWhere(work, "calendarObject", { id });
    return [{ table: "calendarObject", target: null, expected: current, current }];
  });
}

export function presentRow(work: Work, table: RestorableTable, row: Row): Row | null {
  return rowsWhere(work, table, pick(row, tableFacts(table).key))[0] ?? null;
}

/** Returns a key that stays the same if a row is moved, such as a block that is moved to another list. */
export function rowKey(table: RestorableTable, row: Row): string {
  return tableFacts(table).key.includes("id") ? `${table} ${row.id}` : identity(table, row);
}

function rowsIn(image: Image | null, table: RestorableTable): Row[] {
  const rows = (image?.[table] ?? []) as Row[];
  return rows.map((row) => (isPositionRow(table, row) ? row : withDefaults(table, row)));
}

/** Adds default values for columns that did not exist when the row was stored with the entry. */
function withDefaults(table: RestorableTable, row: Row): Row {
  const missing = tableFacts(table).columns.filter((name) => row[name] === undefined);
  if (missing.length === 0) return row;
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(table));
  const filled = missing.map((name) => [name, defaultOf(columns[name])] as const);
  return { ...row, ...Object.fromEntries(filled) };
}

function defaultOf(column: SQLiteColumn | undefined): string | number | null {
  const fallback: unknown = column?.default ?? null;
  if (typeof fallback === "string" || typeof fallback === "number") return fallback;
  if (!column || column.notNull || fallback !== null) throw notUndoable(); // Only SQLite can compute an expression.
  return null;
}

/** Facts that are not in the rows themselves. */
export type RestoreFacts = {
  readonly hasPicture: (file: string) => boolean;
  /** Whether an undo has put one of the records in another place since, and nobody has changed it otherwise. */
  readonly isMovedByUndo: (recordIds: readonly string[]) => boolean;
};

/**
 * Writes the restored rows and returns those written. Pauses between the steps. Must run in a transaction.
 * @throws ApiError 422 if a row changed since, if other rows now depend on a deleted row, or if a row's parent was
 * deleted
 */
export function* restoreRows(
  work: Work,
  all: readonly Restoration[],
  { hasPicture, isMovedByUndo }: RestoreFacts,
): Generator<void, Restoration[]> {
  const isUnchangedSince = (each: Restoration) => {
    const cleared = clearedColumns(each, hasPicture);
    if (isUnchanged(each, cleared)) return true;
    const cameBackElsewhere = isUnchanged(each, [...cleared, ...keptPlaceColumns(each)]);
    return cameBackElsewhere && isMovedByUndo(idsOf(each.table, each.expected));
  };
  const restored = withFormerOrder(all, isUnchangedSince);
  for (const each of restored) {
    if (!isUnchangedSince(each)) throw changedSince(idsOf(each.table, each.expected ?? each.target));
    yield;
  }
  work.db.run(sql`PRAGMA defer_foreign_keys = ON`); // Until the commit; requireParents checks before it.
  const placed = withFreeSlots(work, yield* withFreePositions(work, restored));
  const updatedAt = work.now.toISOString();
  const written = placed.map(({ target, ...each }) => {
    return { ...each, target: target && "updatedAt" in target ? { ...target, updatedAt } : target };
  });
  yield* requireNoDependents(work, written);
  for (const each of written.toReversed()) {
    if (!each.target || mustReinsert(each)) removeRow(work, each);
    yield;
  }
  for (const each of written) {
    yield;
    if (each.target && (!each.current || mustReinsert(each)))
      addRow(work, each.table, { ...each.current, ...each.target });
    else if (each.target && each.current) changeRow(work, each.table, each.current, changedColumns(each));
  }
  yield* requireParents(work, written);
  requirePresentMembers(work, written);
  return written;
}

/** Whether the row is unchanged, apart from its position, because moving a neighbour also changes the position. */
function isUnchanged(each: Restoration, cleared: readonly string[]): boolean {
  const { expected, current } = each;
  if (!expected || !current) return expected === current;
  const ignored = [
    "updatedAt",
    ...cleared,
    ...tableFacts(each.table).columnsIgnoredByUndo,
    ...(isPositionOnly(each) ? [] : ["position"]),
  ];
  return Object.keys(expected).every((column) => current[column] === expected[column] || ignored.includes(column));
}

const placeColumns = ["slot", "sectionId", "parentId", "listId"];

/** Returns the columns of the place, except those that the undo itself changes. An undo can put a record elsewhere. */
const keptPlaceColumns = ({ target, expected }: Restoration) =>
  placeColumns.filter((column) => target === null || target[column] === expected?.[column]);

function changedColumns({ table, target, expected, current }: Restoration): Row {
  const isPlaced = tableFacts(table).positionScope !== null;
  const isChanged = (column: string, value: Row[string]) =>
    value !== (isPlaced && column === "position" ? current : expected)?.[column];
  return Object.fromEntries(
    Object.entries(target ?? {}).filter(([column, value]) => column === "updatedAt" || isChanged(column, value)),
  );
}

/** Whether to delete and insert the row again. Unique columns need this, so that two rows can swap their values. */
function mustReinsert({ table, target, current }: Restoration): boolean {
  return target !== null && current !== null && tableFacts(table).unique.length > 0;
}

function* requireNoDependents(work: Work, written: readonly Restoration[]): Generator<void, void> {
  const touched = new Set(written.map(({ table, current }) => current && identity(table, current)));
  for (const { table, target, current } of written) {
    yield;
    if (!current) continue;
    for (const { name, by } of childrenOf(table)) {
      const isKept = by.columns.every(
        ([, theirs]) => target && (target[theirs] ?? current[theirs]) === current[theirs],
      );
      if (isKept) continue;
      const where = Object.fromEntries(by.columns.map(([own, theirs]) => [own, current[theirs] ?? null]));
      const dependents = rowsWhere(work, name, where);
      const untouched = dependents.filter((row) => !touched.has(identity(name, row)));
      if (untouched.length > 0) throw changedSince(untouched.flatMap((row) => idsOf(name, row)));
    }
  }
}

function* requireParents(work: Work, written: readonly Restoration[]): Generator<void, void> {
  const known = new Set<string>();
  for (const { table, target, current } of written) {
    yield;
    const row: Row = { ...current, ...target };
    for (const { to, columns } of tableFacts(table).parents) {
      if (to === "member" || columns.some(([own]) => (row[own] ?? null) === null)) continue;
      const where = Object.fromEntries(columns.map(([own, theirs]) => [theirs, row[own] ?? null]));
      const name = `${to} ${JSON.stringify(where)}`;
      if (known.has(name)) continue;
      known.add(name);
      const [parent] = rowsWhere(work, to, where);
      if (target ? !parent || parent.deletedAt : parent?.deletedAt) throw changedSince(idsOf(to, where));
    }
  }
}

const isOne = (table: RestorableTable) => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(table));
  return and(...["householdId", ...tableFacts(table).key].map((name) => sql`${columns[name]} = ${param(name)}`));
};

const deletion = oncePerTable((table) => preparedWrite((db) => db.delete(tableOf(table)).where(isOne(table))));

const insertion = oncePerTable((table) => {
  const values = insertParams("householdId", ...tableFacts(table).columns);
  return preparedWrite((db) => db.insert(tableOf(table)).values(values as never));
});

function removeRow({ db, householdId }: Work, { table, current }: Restoration): void {
  if (current) deletion(table)(db, { ...current, householdId });
}

function addRow(work: Work, table: RestorableTable, row: Row): void {
  for (const unique of tableFacts(table).unique) {
    const taking = rowsWhere(work, table, pick(row, unique));
    if (taking.length > 0) throw changedSince(taking.flatMap((each) => idsOf(table, each)));
  }
  insertion(table)(work.db, { ...row, householdId: work.householdId });
}

function changeRow({ db, householdId }: Work, table: RestorableTable, current: Row, values: Row): void {
  if (Object.keys(values).length === 0) return;
  const update = db.update(tableOf(table)).set(values as never);
  update
    .where(isOne(table))
    .prepare()
    .run({ ...current, householdId });
}

/**
 * Returns the columns to store, or null if the row is null or equals `other`, the same row on the other side of the
 * change. If only the position differs, returns only the key and the columns of the position.
 */
export function rowInImage(table: RestorableTable, row: Row | null, other: Row | null): Row | null {
  if (!row || Bun.deepEquals(row, other)) return null;
  const { key, positionScope } = tableFacts(table);
  const isMoved = positionScope && other && Bun.deepEquals({ ...row, position: null }, { ...other, position: null });
  return isMoved ? pick(row, [...new Set([...key, ...positionScope, "position"])]) : row;
}

/** Returns the rows before and after the undo, for the entry that records it. Pauses between the steps. */
export function* imagesOf(
  work: Work,
  written: readonly Restoration[],
): Generator<void, { before: Image | null; after: Image | null }> {
  const both: { table: RestorableTable; before: Row | null; after: Row | null }[] = [];
  for (const { table, target, expected, current } of written) {
    yield;
    const shape = Object.keys(target ?? expected ?? {});
    const now = target && presentRow(work, table, { ...current, ...target });
    both.push({ table, before: current && pick(current, shape), after: now ? pick(now, shape) : null });
  }
  const imageOn = (side: "before" | "after") => toImage(both.map(({ table, [side]: row }) => [table, row]));
  return { before: imageOn("before"), after: imageOn("after") };
}

/** Collects rows by their tables. Returns null if there are no rows. */
export function toImage(rows: readonly (readonly [name: ImageName, row: object | null])[]): Image | null {
  const groups = Object.entries(
    Object.groupBy(
      rows.filter(([, row]) => row),
      ([name]) => name,
    ),
  );
  return groups.length === 0
    ? null
    : Object.fromEntries(groups.map(([name, group]) => [name, group.map(([, row]) => row)]));
}

export function virtualTablesIn(image: Image | null): Exclude<ImageName, RestorableTable>[] {
  const names = Object.keys(image ?? {}) as ImageName[];
  return names.filter((name): name is Exclude<ImageName, RestorableTable> => !isRestorableTable(name));
}
