/**
 * `bun run migration`: writes the next migration from `src/platform/db/tables.ts`, adds the STRICT that drizzle-kit can't express, and
 * lists all migrations in `src/platform/db/migrations.ts` for the binary. A released migration is never edited.
 */
import { Glob, spawnSync } from "bun";
import { toolPath } from "../scripts/tools.ts";
import { listMigrations } from "./list.ts";

const program = toolPath("drizzle-kit/bin.cjs");
const kit = spawnSync([process.execPath, program, "generate", "--config", "drizzle/config.ts", ...Bun.argv.slice(2)], {
  stdout: "inherit",
  stderr: "inherit",
});
if (kit.exitCode !== 0) process.exit(1);

for (const file of new Glob("*.sql").scanSync("drizzle")) {
  const path = `drizzle/${file}`;
  const sql = await Bun.file(path).text();
  await Bun.write(path, sql.replace(/(CREATE TABLE [^;]*?\n\));/g, "$1 STRICT;"));
}
await Bun.write("src/platform/db/migrations.ts", listMigrations());
