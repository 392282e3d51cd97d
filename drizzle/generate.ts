/**
 * `bun run migration`: writes the next migration from `src/db/tables.ts`, adds the STRICT that drizzle-kit can't express, and
 * lists all migrations in `src/db/migrations.ts` for the binary. A released migration is never edited.
 */
import { Glob, spawnSync } from "bun";

const kit = spawnSync(["bunx", "drizzle-kit", "generate", "--config", "drizzle/config.ts", ...Bun.argv.slice(2)], {
  stdout: "inherit",
  stderr: "inherit",
});
if (kit.exitCode !== 0) process.exit(1);

const files = [...new Glob("*.sql").scanSync("drizzle")].sort();
for (const file of files) {
  const path = `drizzle/${file}`;
  const sql = await Bun.file(path).text();
  await Bun.write(path, sql.replace(/(CREATE TABLE [^;]*?\n\));/g, "$1 STRICT;"));
}

const names = files.map((file) => file.replace(/\.sql$/, ""));
await Bun.write(
  "src/db/migrations.ts",
  `/** Written by \`bun run migration\`: every migration's text, in order. The n-th brings the database to version n. */
${names.map((name) => `import m${name.slice(0, 4)} from "../../drizzle/${name}.sql" with { type: "text" };`).join("\n")}

/** In order, as SQL. */
export const migrations: readonly string[] = [${names.map((name) => `m${name.slice(0, 4)}`).join(", ")}];
`,
);
