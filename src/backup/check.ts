import { Database } from "bun:sqlite";
import { codeOf } from "../db/fault.ts";
import { refuseForeign } from "../db/refusal.ts";

export type DatabaseFacts = { readonly schemaVersion: number; readonly households: number };

/** No process may have it open. @throws Error if it is damaged, foreign or newer. */
export function checkDatabase(path: string, knownSchema: number): DatabaseFacts {
  refuseForeign(path, knownSchema);
  const client = new Database(path, { readwrite: true, create: false });
  try {
    const faults = faultsOf(client, "quick_check");
    if (faults.length > 0) throw new Error(`The database is damaged (${faults[0]}).`);
    const { schemaVersion } = client.query("SELECT user_version AS schemaVersion FROM pragma_user_version").get() as {
      schemaVersion: number;
    };
    if (schemaVersion === 0) throw new Error("The database is empty.");
    const { households } = client.query("SELECT count(*) AS households FROM household").get() as { households: number };
    return { schemaVersion, households };
  } catch (error) {
    const isDamaged = /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
    throw isDamaged ? new Error(`The database is damaged (${messageOf(error)}).`) : error;
  } finally {
    client.close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** `integrity_check` also compares indexes. */
export function faultsOf(client: Database, thoroughness: "quick_check" | "integrity_check"): string[] {
  const lines = client.query(`PRAGMA ${thoroughness}`).values() as [string][];
  const faults = lines.map(([line]) => line).filter((line) => line !== "ok");
  const broken = client.query("PRAGMA foreign_key_check").values().length;
  return broken > 0 ? [...faults, `${broken} broken reference${broken === 1 ? "" : "s"}`] : faults;
}
