/** The doctor's look at the database, and at the covers it shows. */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { databasePath, refuseForeign } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { version } from "../version.ts";
import { faultsOf } from "./check.ts";
import { counted, listPictures } from "./files.ts";
import { type Finding, guarded, notice, ok, wrong } from "./findings.ts";
import { coversShown } from "./references.ts";

const restoreTodo = "Stop the server and restore the newest sound backup: inglenook restore FILE --yes";

/** Versions, soundness and covers of the database in a data folder; it may be in use or missing. */
export function examineDatabase(dataDir: string): Finding[] {
  const path = databasePath(dataDir);
  const program = `Inglenook ${version}, Bun ${Bun.version}`;
  if (!existsSync(path)) {
    return [
      ok("versions", program),
      notice("database", "none yet", "Make a household: inglenook serve, or inglenook household create --help"),
    ];
  }
  try {
    refuseForeign(path, migrations.length);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [wrong("database", says, /newer/.test(says) ? "Update Inglenook." : restoreTodo)];
  }
  const client = new Database(path, { readwrite: true, create: false });
  client.run("PRAGMA busy_timeout = 5000");
  try {
    return [
      guarded("versions", () => versions(client, program)),
      soundness(client),
      guarded("covers", () => covers(client, dataDir)),
    ];
  } finally {
    client.close();
  }
}

function versions(client: Database, program: string): Finding {
  const { schema } = client.query("SELECT user_version AS schema FROM pragma_user_version").get() as { schema: number };
  const says = `${program}, data version ${schema} of ${migrations.length}`;
  if (schema === migrations.length) return ok("versions", says);
  return notice("versions", says, "Restart the server: it brings the data to its own version.");
}

function soundness(client: Database): Finding {
  try {
    const [first, ...more] = faultsOf(client, "integrity_check");
    if (first === undefined) return ok("database", "sound, every reference leads somewhere");
    return wrong("database", `${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`, restoreTodo);
  } catch (error) {
    return wrong("database", error instanceof Error ? error.message : String(error), restoreTodo);
  }
}

function covers(client: Database, dataDir: string): Finding {
  const files = listPictures(dataDir).names.filter((name) => name.startsWith("covers/"));
  const shown = coversShown(client);
  const orphans = files.filter((name) => !shown.has(basename(name)));
  const present = new Set(files.map((name) => basename(name)));
  const missing = [...shown].filter((name) => !present.has(name));
  if (missing.length > 0) {
    const todo = "Choose new covers for the lists that lost theirs, or restore a backup.";
    return notice("covers", `${missing.length} of ${counted(shown.size, "cover")} missing in covers/`, todo);
  }
  if (orphans.length > 0) {
    return notice(
      "covers",
      `no list shows ${counted(orphans.length, "file")} in covers/`,
      "Restart the server: it clears them away.",
    );
  }
  return ok("covers", `${counted(shown.size, "cover")}, none missing, none left over`);
}
