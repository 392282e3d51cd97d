/** Counts what the database is asked for. */
import { Statement } from "bun:sqlite";
import { spyOn } from "bun:test";

/** Runs something against a server in this process; `rows` is how many rows were read for it. */
export async function countingRows<Result>(run: () => Promise<Result>): Promise<{ result: Result; rows: number }> {
  const spy = spyOn(Statement.prototype, "all");
  try {
    const result = await run();
    const rows = spy.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0);
    return { result, rows };
  } finally {
    spy.mockRestore();
  }
}
