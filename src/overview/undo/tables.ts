import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { lazy } from "#lib/lazy.ts";
import { columnsOf, type Row } from "#platform/activity/images.ts";
import { type RestorableTable, restorableTables, type TableTraits, tableOf, traits } from "#platform/traits.ts";

/** Facts about a table for undo. Columns have the names of the code, not of SQL. `householdId` is left out. */
type TableFacts = {
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly parents: readonly Reference[];
  /** Columns of each unique index besides the primary key. */
  readonly unique: readonly (readonly string[])[];
  /** Columns by which rows are ordered together, such as the list of a block. Null if the table has no position. */
  readonly positionScope: readonly string[] | null;
  readonly columnsIgnoredByUndo: readonly string[];
};

type Reference = { readonly to: RestorableTable; readonly columns: readonly (readonly [string, string])[] };

const byTableName = lazy(
  () => new Map<string, RestorableTable>(restorableTables().map((name) => [getTableName(tableOf(name)), name])),
);

/** Columns with the id of the record of another table to which a row belongs. */
export const ownerColumns: { readonly [Table in RestorableTable]?: string } = {
  choreCompletion: "choreId",
  checkInAnswer: "checkInId",
  recipeLike: "recipeId",
  mealRepeat: "mealId",
  groceryList: "listId",
};

function factsOf(name: RestorableTable): TableFacts {
  const table = tableOf(name);
  const all: [string, SQLiteColumn][] = Object.entries(getTableColumns(table));
  const nameOf = (column: SQLiteColumn) => all.find(([, each]) => each.name === column.name)?.[0] ?? column.name;
  const { positionScope, columnsIgnoredByUndo = [] } = traits().tables[name] as TableTraits<typeof name>;
  const { primaryKeys, foreignKeys, indexes } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? all.flatMap(([, column]) => (column.primary ? [column] : []));
  return {
    columns: columnsOf(name),
    key: key.map(nameOf).filter((column) => column !== "householdId"),
    parents: foreignKeys.flatMap((foreignKey) => {
      const { columns, foreignColumns, foreignTable } = foreignKey.reference();
      const to = byTableName().get(getTableName(foreignTable));
      if (to === undefined) return [];
      const theirs: [string, SQLiteColumn][] = Object.entries(getTableColumns(foreignTable));
      const pairs = columns.map((column, index): [string, string] => {
        const there = theirs.find(([, each]) => each.name === foreignColumns[index]?.name);
        return [nameOf(column), there?.[0] ?? ""];
      });
      return [{ to, columns: pairs.filter(([column]) => column !== "householdId") }];
    }),
    unique: indexes
      .filter(({ config }) => config.unique)
      .map(({ config }) => (config.columns as SQLiteColumn[]).map(nameOf).filter((each) => each !== "householdId")),
    positionScope,
    columnsIgnoredByUndo,
  };
}

export const tableFacts = oncePerTable(factsOf);

/** The references of other tables to a table. */
export const childrenOf = oncePerTable((table) =>
  restorableTables().flatMap((name) =>
    tableFacts(name)
      .parents.filter(({ to }) => to === table)
      .map((by) => ({ name, by })),
  ),
);

export function oncePerTable<Value>(make: (table: RestorableTable) => Value): (table: RestorableTable) => Value {
  const made = new Map<RestorableTable, Value>();
  return (table) => {
    const value = made.get(table) ?? make(table);
    made.set(table, value);
    return value;
  };
}

export function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

export function identity(table: RestorableTable, row: Row): string {
  return `${table} ${JSON.stringify(pick(row, tableFacts(table).key))}`;
}

/** Returns the id of the row, and the id of the record to which the row belongs, such as the chore of a completion. */
export function idsOf(table: RestorableTable, row: Row | null): string[] {
  const columns = ["id", ownerColumns[table] ?? "id"];
  return columns.flatMap((column) => (typeof row?.[column] === "string" ? row[column] : []));
}

function depthOf(name: RestorableTable): number {
  const others = tableFacts(name).parents.filter(({ to }) => to !== name);
  return Math.max(0, ...others.map(({ to }) => 1 + depthOf(to)));
}

/** Tables that undo can restore. Parents come before the tables that refer to them. */
export const parentsFirst = lazy(() => restorableTables().sort((a, b) => depthOf(a) - depthOf(b)));
