/** Counts the rows that a database reads. */
import type { Db } from "#platform/db/client.ts";

/**
 * Returns a function that runs a callback and returns the number of rows read for it. Only statements that are prepared
 * after this are counted.
 */
export function rowCounter(db: Db) {
  const { $client } = db;
  let rows = 0;
  const prepare = $client.prepare.bind($client);
  $client.prepare = ((...given: Parameters<typeof prepare>) => {
    const statement = prepare(...given);
    const all = statement.all.bind(statement);
    statement.all = (...values) => {
      const read = all(...values);
      rows += read.length;
      return read;
    };
    return statement;
  }) as typeof prepare;
  return async function count<Result>(run: () => Promise<Result>): Promise<{ result: Result; rows: number }> {
    const before = rows;
    const result = await run();
    return { result, rows: rows - before };
  };
}
