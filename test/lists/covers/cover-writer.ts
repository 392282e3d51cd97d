/**
 * Replaces a cover repeatedly until it is killed, as the server does: first the file, then the row. The argument is the
 * data folder; the household is always the same. Prints a line for each change that the server would confirm to a
 * caller.
 */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { replacePicture } from "#platform/images/files.ts";
import { encodeCover } from "#platform/images/to-webp.ts";

const dataDir = process.argv[2] ?? "";
const householdId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const picture = Buffer.from("47494638396101000100800000ffffff0000002c00000000010001000002024401003b", "hex");
const db = new Database(join(dataDir, "rows.db"));
db.run("PRAGMA journal_mode = WAL");
db.run("CREATE TABLE IF NOT EXISTS cover (id INTEGER PRIMARY KEY, name TEXT)");
db.run("INSERT OR IGNORE INTO cover VALUES (1, NULL)");

for (;;) {
  const name = await replacePicture(dataDir, householdId, await encodeCover(picture), (next) => {
    const { name: replaced } = db.query("SELECT name FROM cover WHERE id = 1").get() as { name: string | null };
    db.run("UPDATE cover SET name = ? WHERE id = 1", [next]);
    return { answer: next, replaced };
  });
  console.log(name);
}
