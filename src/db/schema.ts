/** Compares tables, indexes, triggers and views with those that the migrations make. */
import type { Database } from "bun:sqlite";
import { openInMemory } from "./migrate.ts";

type SchemaObject = { readonly type: string; readonly name: string; readonly sql: string | null };

/** Bookkeeping of SQLite and Litestream. */
const tablesOfOthers = [
  "CREATE TABLE sqlite_sequence(name,seq)",
  "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
  "CREATE TABLE _litestream_lock (id INTEGER)",
];

const maxNameLength = 100;
/** Far more than any statement of ours. */
const maxSqlLength = 100_000;

/**
 * Returns null if the database has exactly the schema of that data version, else the first difference as the end of a
 * sentence: `has no index task_order`. Reads no table, so a view in place of one does no harm.
 */
export function schemaFault(client: Database, version: number): string | null {
  const made = openInMemory(version).$client;
  try {
    const [wanted, found] = [readSchema(made), readSchema(client)];
    for (const [key, { type, name, sql }] of wanted) {
      const other = found.get(key);
      if (!other) return `has no ${type} ${name}`;
      if (other.sql !== sql) return columnFault(made, client, name) ?? `has another ${type} ${name}`;
    }
    const unknown = [...found].find(([key]) => !wanted.has(key));
    return unknown === undefined ? null : `has an unknown ${shown(unknown[1].type)} ${shown(unknown[1].name)}`;
  } finally {
    made.close();
  }
}

function readSchema(client: Database): Map<string, SchemaObject> {
  const rows = client
    .query(
      "SELECT type, name, tbl_name AS tableName, substr(sql, 1, ?) AS sql FROM sqlite_schema ORDER BY sql IS NULL, type = 'table' DESC, name",
    )
    .all(maxSqlLength) as (SchemaObject & { tableName: string })[];
  const ours = rows.filter(({ sql }) => sql === null || !tablesOfOthers.includes(sql));
  return new Map(
    ours.map(({ type, name, tableName, sql }) => [
      JSON.stringify([type, name, tableName]),
      { type, name, sql: sql === null ? null : normalised(String(sql)) },
    ]),
  );
}

/** Other spaces and other quotes around names are no difference. */
function normalised(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(\w+)`|\[(\w+)\]|\s+/g, (part, quoted, bracketed) => {
    const name = quoted ?? bracketed;
    return name === undefined ? part.replace(/^\s+$/, " ") : `"${name}"`;
  });
}

function columnFault(made: Database, client: Database, table: string): string | null {
  const [wanted, found] = [made, client].map(
    (each) => each.query("SELECT name FROM pragma_table_xinfo(?)").values(table).flat() as string[],
  ) as [string[], string[]];
  const missing = wanted.find((name) => !found.includes(name));
  if (missing !== undefined) return `has no column ${table}.${missing}`;
  const unknown = found.find((name) => !wanted.includes(name));
  return unknown === undefined ? null : `has an unknown column ${table}.${shown(unknown)}`;
}

/** A name that somebody else chose. */
function shown(name: unknown): string {
  const text = String(name).slice(0, maxNameLength);
  return /^\w+$/.test(text) ? text : JSON.stringify(text);
}
