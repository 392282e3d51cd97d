/** Statements written with drizzle, compiled once per connection, and run on bun:sqlite itself. */
import type { Statement } from "bun:sqlite";
import {
  fillPlaceholders,
  type GetColumnData,
  getTableColumns,
  type Placeholder,
  type SQL,
  sql,
  type Table,
} from "drizzle-orm";
import type { Db } from "./client.ts";

type Query = { toSQL(): { sql: string; params: unknown[] } };
type Select<Row> = Query & { readonly _: { readonly result: Row[] } };
type Value = string | number | null;
type Params = Readonly<Record<string, Value>>;

/**
 * A reading statement. `build` writes it with drizzle: `sql.placeholder()` for what changes, and every selected field aliased,
 * by {@link fields} or `.as()`. It is compiled at its first use on each connection. Rows come as bun:sqlite makes them,
 * without drizzle's own pass over every field, which costs about as much as the query itself.
 */
export function prepared<Row>(build: (db: Db) => Select<Row>) {
  const on = compiledOnce(build);
  return {
    all(db: Db, params: Params = {}): Row[] {
      const { statement, bind } = on(db);
      return statement.all(...bind(params)) as Row[];
    },
    /** The first row, or null. */
    get(db: Db, params: Params = {}): Row | null {
      const { statement, bind } = on(db);
      return statement.get(...bind(params)) as Row | null;
    },
  };
}

/** A writing statement; answers the number of rows changed. Otherwise as {@link prepared}. */
export function preparedWrite(build: (db: Db) => Query) {
  const on = compiledOnce(build);
  return (db: Db, params: Params): number => {
    const { statement, bind } = on(db);
    return statement.run(...bind(params)).changes;
  };
}

type Columns<T extends Table> = T["_"]["columns"];

/** The named columns of a table, each aliased by its name in the code: what drizzle's `select` takes. */
export function fields<T extends Table, Name extends keyof Columns<T> & string>(table: T, ...names: Name[]) {
  const columns = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, sql`${columns[name]}`.as(name)])) as {
    [N in Name]: SQL.Aliased<GetColumnData<Columns<T>[N]>>;
  };
}

/** Values of an insert that are given at each run under the columns' own names: what drizzle's `values` takes. */
export function given<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [N in Name]: Placeholder<Name> };
}

/** The same for drizzle's `set`, which takes a placeholder only inside of SQL. */
export function assigned<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>;
}

type Compiled = { readonly statement: Statement; bind(params: Params): Value[] };

/** How each statement is built. A test reads which of them filter by household. */
export const statements: ((db: Db) => Query)[] = [];

function compiledOnce(build: (db: Db) => Query): (db: Db) => Compiled {
  statements.push(build);
  const compiled = new WeakMap<Db, Compiled>();
  return (db) => {
    const known = compiled.get(db);
    if (known) return known;
    const query = build(db).toSQL();
    const made: Compiled = {
      statement: db.$client.prepare(query.sql),
      bind: (params) => fillPlaceholders(query.params, params) as Value[],
    };
    compiled.set(db, made);
    return made;
  };
}
