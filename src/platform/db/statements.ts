/**
 * Builds the ordinary statements of a table. Every statement filters its table by the household of the caller, so that
 * a store cannot forget the filter. Statements with joins, and statements across households, use {@link prepared}.
 */
import { and, eq, type GetColumnData, getTableColumns, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteInsertBase, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.ts";
import { insertParams, type Params, prepared, preparedWrite, type Select, updateParams } from "./prepare.ts";

/** The database and the household in which a statement runs. A `Work` is one. */
export type HouseholdScope = { readonly db: Db; readonly householdId: string };

export type HouseholdTable = SQLiteTable & { readonly householdId: SQLiteColumn };
export type RecordTable = HouseholdTable & { readonly id: SQLiteColumn };
type ColumnOf<Table extends SQLiteTable> = Exclude<keyof Table["_"]["columns"] & string, "householdId">;
type StoredColumn<Table extends SQLiteTable> = {
  [Name in ColumnOf<Table>]: Table["_"]["columns"][Name]["_"]["generated"] extends undefined ? Name : never;
}[ColumnOf<Table>];
type Fields<Table extends SQLiteTable, Name extends ColumnOf<Table>> = {
  [Column in Name]: GetColumnData<Table["_"]["columns"][Column]>;
};
type Computed = Readonly<Record<string, SQL<unknown>>>;
type ComputedFields<Fields extends Computed> = {
  [Name in keyof Fields]: Fields[Name] extends SQL<infer Value> ? Value : never;
};

/** A condition, or several that must all hold. */
type Where = SQL | undefined | readonly (SQL | undefined)[];

/** The row that {@link records} reads and writes: all columns except generated ones and the household. */
export type RowOf<Table extends SQLiteTable> = Fields<Table, StoredColumn<Table>>;

/** Returns the placeholder of a parameter. A list or an object is bound as JSON, and a boolean as 0 or 1. */
export const param = sql.placeholder;

/** Compares a column with a parameter. */
export const equal = (column: SQLiteColumn, name: string): SQL => eq(column, param(name));

/** The row whose `id` is the parameter `id`. */
export const byId = (table: RecordTable): SQL => equal(table.id, "id");

/** Compares a column with a parameter, unless the parameter is null. */
export const equalIfGiven = (column: SQLiteColumn, name: string): SQL =>
  sql`(${param(name)} is null or ${column} = ${param(name)})`;

/** Whether a parameter, which is a list of values, contains the value of a column. */
export const among = (column: SQLiteColumn, name: string): SQL =>
  sql`${column} in (select value from json_each(${param(name)}))`;

/** Filters a table by the household. Only statements built with {@link prepared} need this filter. */
export const ofHousehold = (table: HouseholdTable): SQL => equal(table.householdId, "householdId");

/** Returns the names of the columns that a program writes: all but generated columns and the household. */
export function storedColumns<Table extends HouseholdTable>(table: Table): StoredColumn<Table>[] {
  const stored = Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined);
  return stored.map(([name]) => name).filter((name) => name !== "householdId") as StoredColumn<Table>[];
}

type SelectOptions<Extra extends Computed> = {
  readonly where?: Where;
  /** Conditions by the names of their parameters. A condition applies only if its parameter is given and not null. */
  readonly filters?: Readonly<Record<string, SQL>>;
  /** Fields that the database computes, by name. */
  readonly computed?: Extra;
  readonly orderBy?: readonly (SQLiteColumn | SQL)[];
  readonly groupBy?: readonly (SQLiteColumn | SQL)[];
  readonly limit?: number | Placeholder;
};

/** Prepares a query of a table. `names` are the columns to read. */
export function selectFrom<
  Table extends HouseholdTable,
  Name extends ColumnOf<Table>,
  Extra extends Computed = Record<never, never>,
>(
  table: Table,
  names: readonly Name[],
  { where, filters = {}, computed, orderBy = [], groupBy = [], limit }: SelectOptions<Extra> = {},
) {
  type Row = Fields<Table, Name> & ComputedFields<Extra>;
  const build = (db: Db, given: readonly string[]) => {
    const columns = getTableColumns(table) as Readonly<Record<string, SQLiteColumn>>;
    const plain = names.map((name) => [name, sql`${columns[name]}`.as(name)] as const);
    const extra = Object.entries(computed ?? {}).map(([name, value]) => [name, value.as(name)] as const);
    const query = db
      .select(Object.fromEntries([...plain, ...extra]))
      .from(table as SQLiteTable)
      .where(and(inHousehold(table, where), ...given.map((name) => filters[name])))
      .$dynamic();
    if (groupBy.length > 0) query.groupBy(...groupBy);
    if (orderBy.length > 0) query.orderBy(...orderBy);
    if (limit !== undefined) query.limit(limit);
    return query as unknown as Select<Row>;
  };
  const statementWith = variants(Object.keys(filters), (given) => prepared<Row>((db) => build(db, given)));
  return {
    all: ({ db, householdId }: HouseholdScope, params: Params = {}): Row[] =>
      statementWith(params).all(db, { ...params, householdId }),
    get: ({ db, householdId }: HouseholdScope, params: Params = {}): Row | null =>
      statementWith(params).get(db, { ...params, householdId }),
    /** Yields one row at a time. Until the last row has been read, no other statement may write. */
    each: ({ db, householdId }: HouseholdScope, params: Params = {}): Iterable<Row> =>
      statementWith(params).each(db, { ...params, householdId }),
  };
}

/**
 * Returns a function that chooses the statement for the given filters. A statement that has only these conditions is
 * quicker than one that asks of each row which filters are null.
 */
function variants<Statement>(names: readonly string[], prepare: (given: readonly string[]) => Statement) {
  const known = new Map<number, Statement>();
  const withFilters = (isGiven: (name: string) => boolean): Statement => {
    const set = names.reduce((bits, name, index) => (isGiven(name) ? bits | (1 << index) : bits), 0);
    const statement = known.get(set) ?? prepare(names.filter(isGiven));
    known.set(set, statement);
    return statement;
  };
  withFilters(() => true); // A test reads the statement with all filters.
  return (params: Params): Statement => withFilters((name) => params[name] !== null && params[name] !== undefined);
}

/** Prepares a count of rows. */
export function countIn(table: HouseholdTable, where?: Where) {
  const counted = selectFrom(table, [], { where, computed: { count: sql<number>`count(*)` } });
  return (scope: HouseholdScope, params: Params = {}): number => counted.get(scope, params)?.count ?? 0;
}

/** A prepared write. Returns the number of changed rows. */
type Write = (scope: HouseholdScope, params?: Params) => number;

function writeTo(build: Parameters<typeof preparedWrite>[0]): Write {
  const write = preparedWrite(build);
  return ({ db, householdId }, params = {}) => write(db, { ...params, householdId });
}

type Insert = SQLiteInsertBase<SQLiteTable, "sync", void>;

/** Prepares an insertion of one row. `onConflict` adds what happens if the row exists. */
export function insertInto<Table extends HouseholdTable>(
  table: Table,
  names: readonly ColumnOf<Table>[] = storedColumns(table),
  onConflict: (insert: Insert) => unknown = (insert) => insert,
): Write {
  return writeTo(
    (db) =>
      onConflict(
        db.insert(table as SQLiteTable).values(insertParams<string>("householdId", ...names)) as unknown as Insert,
      ) as Insert,
  );
}

/** Prepares an insertion of one row. If a row of the household with the same `keys` exists, changes that row instead. */
export function upsertInto<Table extends HouseholdTable>(table: Table, keys: readonly ColumnOf<Table>[]): Write {
  const columns = getTableColumns(table) as Readonly<Record<string, SQLiteColumn>>;
  const names = storedColumns(table);
  return insertInto(table, names, (insert) =>
    insert.onConflictDoUpdate({
      target: [table.householdId, ...keys.flatMap((key) => columns[key] ?? [])],
      set: Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${columns[name]?.name}"`)])),
    }),
  );
}

/** Prepares a change of rows. Sets the columns `names` to parameters, and other columns to the values in `values`. */
export function updateIn<Table extends HouseholdTable, Name extends ColumnOf<Table>>(
  table: Table,
  names: readonly Name[],
  where: Where,
  values?: { readonly [Column in ColumnOf<Table>]?: SQL | Placeholder | string | number | null },
): Write {
  const given = Object.entries<unknown>(values ?? {}).map(([name, value]) => [name, sql`${value}`] as const);
  return writeTo((db) =>
    db
      .update(table as SQLiteTable)
      .set({ ...updateParams(...names), ...Object.fromEntries(given) })
      .where(inHousehold(table, where)),
  );
}

/** Prepares a deletion of rows. */
export function deleteFrom(table: HouseholdTable, where?: Where): Write {
  return writeTo((db) => db.delete(table as SQLiteTable).where(inHousehold(table, where)));
}

/** Prepares the deletion of at most `limit` rows of all households that match a condition. */
export function deleteBatch(table: HouseholdTable, where: SQL, limit: number) {
  const rowId = sql`rowid`;
  return preparedWrite((db) => {
    const some = db
      .select({ rowId })
      .from(table as SQLiteTable)
      .where(where)
      .limit(limit);
    return db.delete(table as SQLiteTable).where(inArray(rowId, some));
  });
}

/** Columns that stay as they were inserted. */
const fixedColumns: readonly string[] = ["id", "createdAt", "createdBy"];

/**
 * Prepares the statements that read and write one whole row of a table by its id. Values under other names than those
 * of the columns are ignored. The fields of a returned row have the order of the columns.
 */
export function records<Table extends RecordTable>(table: Table) {
  type Row = RowOf<Table>;
  type Name = keyof Row & string;
  const columns = storedColumns(table);
  const found = selectFrom(table, columns, { where: byId(table) });
  const inserted = insertInto(table, columns);
  const changeable = columns.filter((name) => !fixedColumns.includes(name));
  const updated = updateIn(table, changeable, byId(table));
  const removed = deleteFrom(table, byId(table));
  const rowOf = (read: (name: Name) => unknown) => Object.fromEntries(columns.map((name) => [name, read(name)])) as Row;
  return {
    columns,
    find: (scope: HouseholdScope, id: string): Row | null => found.get(scope, { id }) as Row | null,
    /** Inserts a row and returns it. Columns without a value become null. */
    insert(scope: HouseholdScope, values: NewRow<Row>): Row {
      const row = rowOf((name) => (values as Partial<Row>)[name] ?? null);
      inserted(scope, row as Params);
      return row;
    },
    /** Changes the columns that have a value in `patch`, and returns the changed row. */
    update(scope: HouseholdScope, row: Row, patch: Partial<Row>): Row {
      const written = rowOf((name) => (patch[name] === undefined ? row[name] : patch[name]));
      updated(scope, written as Params);
      return written;
    },
    remove: (scope: HouseholdScope, id: string): number => removed(scope, { id }),
  };
}

/** The values of a new row. Those that can be null may be left out. */
type NewRow<Row> = { [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name] } & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: Row[Name];
};

function inHousehold(table: HouseholdTable, where: Where): SQL | undefined {
  return and(ofHousehold(table), ...(Array.isArray(where) ? where : [where as SQL | undefined]));
}

type ColumnValue<Value> = Value extends boolean ? number : Value extends object ? string : Value;

/** Returns values as columns store them: lists and objects as JSON, and booleans as 0 or 1. */
export function toColumns<Values extends object>(values: Values) {
  const columns = Object.entries(values).map(([name, value]) => {
    if (typeof value === "boolean") return [name, Number(value)];
    return [name, typeof value === "object" && value !== null ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(columns) as { [Name in keyof Values]: ColumnValue<Values[Name]> };
}
