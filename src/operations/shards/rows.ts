/** Copies the rows of a household. Reads the tables and columns from the database, so that no table is forgotten. */
import type { Database } from "bun:sqlite";
import { familyKey } from "#calendar/calendars/store.ts";

type HouseholdTable = { readonly name: string; readonly owner: string; readonly columns: readonly string[] };

export type Digest = Readonly<Record<string, { readonly rows: number; readonly hash: string }>>;

/** A value that must be unique, but that a household in the target database has already. */
export type Conflict = { readonly table: string; readonly columns: string; readonly value: string };

const owners = { household: "id", others: "household_id" };

function householdTables(client: Database): HouseholdTable[] {
  const tables = client.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  // `pragma_table_info` leaves out generated columns.
  const columnsOf = client.query("SELECT name FROM pragma_table_info(?)");
  return tables.values().flatMap(([value]) => {
    const name = String(value);
    const columns = columnsOf.values(name).map(([column]) => String(column));
    const owner = name === "household" ? owners.household : owners.others;
    return columns.includes(owner) ? [{ name, owner, columns }] : [];
  });
}

/**
 * Table with the log of calendar changes. The rows are not copied, because triggers of the target database number the
 * rows. Instead, each calendar gets a row without an object's name in the target. Such a row makes all earlier sync
 * tokens invalid.
 */
const changeLog = "event_change";

function movedTables(client: Database): HouseholdTable[] {
  return householdTables(client).filter(({ name }) => name !== changeLog);
}

/** Returns the number and a hash of the household's rows for each table. The order of the rows does not matter. */
export function digestOf(client: Database, id: string): Digest {
  const digests = movedTables(client).map(({ name, owner, columns }) => {
    const statement = client.prepare(`SELECT ${list(columns)} FROM "${name}" WHERE "${owner}" = ?`);
    let rows = 0;
    let sum = 0n;
    for (const row of statement.iterate(id)) {
      const hash = Bun.SHA256.hash(JSON.stringify(row), "hex");
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash}`));
      rows++;
    }
    statement.finalize();
    return [name, { rows, hash: sum.toString(16).padStart(64, "0") }] as const;
  });
  return Object.fromEntries(digests.filter(([, { rows }]) => rows > 0));
}

/** Returns the size of each household's rows in bytes, without indexes. */
export function measureRows(client: Database, only: string | null = null): Map<string, number> {
  const total = new Map<string, number>();
  for (const { name, owner, columns } of householdTables(client)) {
    const bytes = columns.map((column) => `ifnull(octet_length("${column}"), 0)`).join(" + ");
    const which = only === null ? "IS NOT NULL" : "= ?";
    const sql = `SELECT "${owner}", sum(${bytes}) FROM "${name}" WHERE "${owner}" ${which} GROUP BY 1`;
    const sums = client.query(sql).values(...(only === null ? [] : [only])) as [string, number][];
    for (const [id, sum] of sums) total.set(id, (total.get(id) ?? 0) + sum);
  }
  return total;
}

/** Copies a household's rows from the database that is attached as `source`. Must run in a transaction. */
export function copyRows(client: Database, id: string): void {
  client.run("PRAGMA defer_foreign_keys = ON");
  for (const { name, owner, columns } of movedTables(client)) {
    const rows = `SELECT ${list(columns)} FROM source."${name}" WHERE "${owner}" = ?`;
    client.run(`INSERT INTO main."${name}" (${list(columns)}) ${rows}`, [id]);
  }
  client.run(
    `INSERT INTO main."${changeLog}" (household_id, calendar, name, at)
     SELECT ?1, key, '', unixepoch() FROM (
       SELECT '${familyKey}' AS key UNION SELECT id FROM main.member WHERE household_id = ?1
       UNION SELECT id FROM main.external_calendar WHERE household_id = ?1
     )`,
    [id],
  );
}

/**
 * Deletes a household's rows. Must run in a transaction. Foreign keys must be turned off, because SQLite would search
 * every table for each deleted row.
 */
export function deleteRows(client: Database, id: string): void {
  for (const { name, owner } of householdTables(client)) client.run(`DELETE FROM "${name}" WHERE "${owner}" = ?`, [id]);
}

/** Returns unique values of a household that another has already. The first one's database must be `source`. */
export function conflictsOf(client: Database, id: string): Conflict[] {
  const keysOf = client.query('SELECT name FROM pragma_index_list(?) WHERE "unique" = 1');
  const columnsOf = client.query("SELECT name FROM pragma_index_info(?)");
  return movedTables(client).flatMap(({ name, owner }) =>
    keysOf.values(name).flatMap(([key]) => {
      const columns = columnsOf.values(String(key)).map(([column]) => String(column));
      if (columns.includes(owner) && name !== "household") return [];
      const same = columns.map((column) => `mine."${column}" = theirs."${column}"`).join(" AND ");
      const value = columns.map((column) => `mine."${column}"`).join(" || ' ' || ");
      const sql = `SELECT ${value} FROM source."${name}" mine JOIN main."${name}" theirs ON ${same} WHERE mine."${owner}" = ?`;
      const found = client.query(sql).values(id);
      return found.map(([each]) => ({ table: name, columns: columns.join(" and "), value: String(each) }));
    }),
  );
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}
