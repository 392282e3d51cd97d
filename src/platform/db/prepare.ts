/**
 * Prepares statements without drizzle's own processing of rows and parameters. That processing costs about as much as
 * the query itself.
 */
import type { Statement } from "bun:sqlite";
import { type GetColumnData, getTableColumns, is, Param, Placeholder, type SQL, sql, type Table } from "drizzle-orm";
import { lazyFor } from "#lib/lazy.ts";
import type { Db } from "./client.ts";

type Query = { toSQL(): { sql: string; params: unknown[] } };
export type Select<Row> = Query & { readonly _: { readonly result: Row[] } };
type Value = string | number | null;
type Json = readonly unknown[] | Readonly<Record<string, unknown>>;
/** Values of parameters by name. A boolean is bound as 0 or 1. */
export type Params = Readonly<Record<string, Value | boolean | Json | undefined>>;

/** Prepares a query once per connection. `build` must give every field an alias with {@link fields}. */
export function prepared<Row>(build: (db: Db) => Select<Row>) {
  const on = compileOnce(build);
  return {
    all(db: Db, params: Params = {}): Row[] {
      const { statement, bind } = on(db);
      return statement.all(...bind(params)) as Row[];
    },
    /** Yields one row at a time. Until the last row has been read, no other statement may write. */
    each(db: Db, params: Params = {}): Iterable<Row> {
      const { statement, bind } = on(db);
      return statement.iterate(...bind(params)) as Iterable<Row>;
    },
    get(db: Db, params: Params = {}): Row | null {
      const { statement, bind } = on(db);
      return statement.get(...bind(params)) as Row | null;
    },
  };
}

/** Prepares a write once per connection. The returned function returns the number of changed rows. */
export function preparedWrite(build: (db: Db) => Query) {
  const on = compileOnce(build);
  return (db: Db, params: Params): number => {
    const { statement, bind } = on(db);
    return statement.run(...bind(params)).changes;
  };
}

type Columns<T extends Table> = T["_"]["columns"];

export function fields<T extends Table, Name extends keyof Columns<T> & string>(table: T, ...names: Name[]) {
  const columns = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, sql`${columns[name]}`.as(name)])) as {
    [N in Name]: SQL.Aliased<GetColumnData<Columns<T>[N]>>;
  };
}

export function insertParams<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [N in Name]: Placeholder<Name> };
}

/** Returns placeholders for drizzle's `set`. Each is inside an SQL expression, because `set` requires this. */
export function updateParams<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>;
}

/** The compiled text of a statement. It is the same for every connection. */
type Text = { readonly sql: string; readonly readers: readonly ((params: Params) => Value)[] };
type Compiled = { readonly statement: Statement; bind(params: Params): Value[] };

/** The functions that build all statements. A test uses them to check which statements filter by household. */
export const statements: ((db: Db) => Query)[] = [];

function compileOnce(build: (db: Db) => Query): (db: Db) => Compiled {
  statements.push(build);
  let text: Text | null = null;
  return lazyFor((db: Db) => {
    text ??= textOf(build(db).toSQL());
    const { sql, readers } = text;
    return { statement: db.$client.prepare(sql), bind: (params) => readers.map((read) => read(params)) };
  });
}

function textOf({ sql, params }: ReturnType<Query["toSQL"]>): Text {
  return { sql, readers: params.map(readerOf) };
}

function readerOf(given: unknown): (params: Params) => Value {
  if (is(given, Placeholder)) return readerNamed(given.name);
  if (is(given, Param) && is(given.value, Placeholder)) {
    const { encoder } = given;
    const read = readerNamed(given.value.name);
    return (params) => encoder.mapToDriverValue(read(params)) as Value;
  }
  return () => given as Value;
}

function readerNamed(name: string): (params: Params) => Value {
  return (params) => {
    if (!(name in params)) throw new Error(`No value for placeholder "${name}" was provided`);
    const value = params[name];
    if (typeof value === "object" && value !== null) return JSON.stringify(value);
    return typeof value === "boolean" ? Number(value) : (value as Value);
  };
}
