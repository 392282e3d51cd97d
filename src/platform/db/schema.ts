/** Compares a database with the schema that the migrations create: its tables, indexes, triggers and views. */
import type { Database } from "bun:sqlite";
import { closeDatabase } from "./client.ts";
import { openInMemory } from "./migrate.ts";

type SchemaObject = { readonly type: string; readonly name: string; readonly sql: string | null };

type Schema = {
  readonly objects: ReadonlyMap<string, SchemaObject>;
  readonly columns: ReadonlyMap<string, readonly string[]>;
};

/** Tables that belong to SQLite or Litestream. They are not compared. */
const tablesOfOthers = [
  "CREATE TABLE sqlite_sequence(name,seq)",
  "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
  "CREATE TABLE _litestream_lock (id INTEGER)",
];

const maxNameLength = 100;
const maxSqlLength = 100_000;

const made = new Map<number, Schema>();

/** Returns the first difference, such as `has no index task_order`. Does not read the rows of any table. */
export function findSchemaDifference(client: Database, version: number): string | null {
  const [wanted, found] = [schemaOf(version), readSchema(client)];
  for (const [key, { type, name, sql }] of wanted.objects) {
    const other = found.objects.get(key);
    if (!other) return `has no ${type} ${name}`;
    if (other.sql !== sql) return findColumnDifference(wanted, found, name) ?? `has another ${type} ${name}`;
  }
  const unknown = [...found.objects].find(([key]) => !wanted.objects.has(key));
  return unknown === undefined ? null : `has an unknown ${shown(unknown[1].type)} ${shown(unknown[1].name)}`;
}

function schemaOf(version: number): Schema {
  const known = made.get(version);
  if (known) return known;
  const db = openInMemory(version);
  const schema = readSchema(db.$client);
  closeDatabase(db);
  made.set(version, schema);
  return schema;
}

function readSchema(client: Database): Schema {
  const rows = client
    .query(
      `SELECT type, name, tbl_name AS tableName, substr(sql, 1, ?) AS sql FROM sqlite_schema
        ORDER BY sql IS NULL, type = 'table' DESC, name`,
    )
    .all(maxSqlLength) as (SchemaObject & { tableName: string })[];
  const ours = rows.filter(({ sql }) => sql === null || !tablesOfOthers.includes(sql));
  const objects = ours.map(({ type, name, tableName, sql }): [string, SchemaObject] => [
    JSON.stringify([type, name, tableName]),
    { type, name, sql: sql === null ? null : normalised(String(sql)) },
  ]);
  const columns = client
    .query(
      "SELECT s.name, c.name FROM sqlite_schema s, pragma_table_xinfo(s.name) c WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%'",
    )
    .values() as [string, string][];
  return {
    objects: new Map(objects),
    columns: new Map(
      [...Map.groupBy(columns, ([table]) => table)].map(([table, all]) => [table, all.map(([, name]) => name)]),
    ),
  };
}

function normalised(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(\w+)`|\[(\w+)\]|\s+/g, (part, quoted, bracketed) => {
    const name = quoted ?? bracketed;
    return name === undefined ? part.replace(/^\s+$/, " ") : `"${name}"`;
  });
}

function findColumnDifference(wanted: Schema, found: Schema, table: string): string | null {
  const [ours, theirs] = [wanted.columns.get(table) ?? [], found.columns.get(table) ?? []];
  const missing = ours.find((name) => !theirs.includes(name));
  if (missing !== undefined) return `has no column ${table}.${missing}`;
  const unknown = theirs.find((name) => !ours.includes(name));
  return unknown === undefined ? null : `has an unknown column ${table}.${shown(unknown)}`;
}

function shown(name: unknown): string {
  const text = String(name).slice(0, maxNameLength);
  return /^\w+$/.test(text) ? text : JSON.stringify(text);
}
