/** Counts database queries, and shows their query plans. */
import { spyOn } from "bun:test";
import type { Db } from "#platform/db/client.ts";
import { emptyDatabase } from "./empty-database.ts";

/**
 * Opens a database in memory that counts its reads. `during` returns the number of reads in a call, `meanwhile` the
 * number of reads until the promise of a call settles.
 */
export function countedDatabase() {
  const db = emptyDatabase();
  const { $client: client } = db;
  const prepare = client.prepare.bind(client);
  let calls = 0;
  spyOn(client, "prepare").mockImplementation((text: string) => {
    const statement = prepare(text);
    if (/^\s*(insert|update|delete|pragma)\b/i.test(text)) return statement as any;
    for (const name of ["all", "get"] as const) {
      const run = statement[name].bind(statement);
      const counted = (...values: any[]) => {
        calls++;
        return run(...values);
      };
      Object.assign(statement, { [name]: counted });
    }
    return statement as any;
  });
  const during = (read: () => unknown): number => {
    calls = 0;
    read();
    return calls;
  };
  const meanwhile = async (act: () => Promise<unknown>): Promise<number> => {
    calls = 0;
    await act();
    return calls;
  };
  return { db, during, meanwhile };
}

/** Collects the different statements that are prepared on a database from now on and that read or write data. */
export function recordStatements(db: Db): Set<string> {
  const { $client: client } = db;
  const recorded = new Set<string>();
  const prepare = client.prepare.bind(client);
  spyOn(client, "prepare").mockImplementation((text: string) => {
    if (/^(select|insert|update|delete|with)\b/i.test(text)) recorded.add(text);
    return prepare(text) as any;
  });
  return recorded;
}

/** Returns the query plan of each statement that `run` prepares for the first time on a database. */
export async function plansOf(db: Db, run: () => unknown): Promise<{ statement: string; steps: string[] }[]> {
  const { $client: client } = db;
  const prepared: string[] = [];
  const prepare = client.prepare.bind(client);
  const spy = spyOn(client, "prepare").mockImplementation((text: string) => {
    if (/^(select|insert|update|delete)\b/i.test(text)) prepared.push(text);
    return prepare(text) as any;
  });
  await run();
  spy.mockRestore();
  return prepared.map((statement) => ({ statement, steps: stepsOf(db, statement) }));
}

/** Returns the steps of the query plan of a statement. */
export function stepsOf({ $client }: Db, statement: string): string[] {
  const steps = $client.query(`EXPLAIN QUERY PLAN ${statement}`).all() as { detail: string }[];
  return steps.map(({ detail }) => detail);
}
