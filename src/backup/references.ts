/** Which covers a database shows, without knowing which tables have covers. */
import type { Database } from "bun:sqlite";

/** A cover's file name: 128 random bits or more, so that nothing else looks like one (contract section 6). */
const coverName = /[\w-]{20,}\.webp/g;

/** What only remembers former states and answers. */
const historic = ["activity", "idempotency"];

/** The cover files named in a text. */
export function coversIn(text: string): Set<string> {
  return new Set(text.match(coverName));
}

/** The cover files that any row of any table names, history aside. */
export function coversShown(client: Database): Set<string> {
  const columns = client
    .query(
      `SELECT t.name AS tableName, c.name AS columnName FROM pragma_table_list t, pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND c.type = 'TEXT'`,
    )
    .all() as { tableName: string; columnName: string }[];
  const shown = new Set<string>();
  for (const { tableName, columnName } of columns.filter((each) => !historic.includes(each.tableName))) {
    const sql = `SELECT "${columnName}" AS text FROM "${tableName}" WHERE "${columnName}" LIKE '%.webp%'`;
    for (const { text } of client.query(sql).all() as { text: string }[])
      for (const name of coversIn(text)) shown.add(name);
  }
  return shown;
}
