/** Credentials and logins are looked up in `src/platform/auth/directory.ts` alone, so that a router could take its place. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { files, root } from "../support/source/imports.ts";
import { preparedStatements, unfiltered } from "../support/source/statements.ts";

const credentials = ["api_key", "session", "device", "invitation", "member"];
const file = "src/platform/auth/directory.ts";

/** Loads the module alone, in its own process. */
function statementsOfDirectory(): string[] {
  const load = `
    import "${join(root, file)}";
    import { openInMemory } from "${join(root, "src/platform/db/migrate.ts")}";
    import { statements } from "${join(root, "src/platform/db/prepare.ts")}";
    const db = openInMemory();
    console.log(JSON.stringify(statements.map((build) => build(db).toSQL().sql)));`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", load]);
  if (stdout.length === 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

test("Only directory.ts looks up a credential or a sign-in across all households", async () => {
  const own = statementsOfDirectory();
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter((each) => unfiltered(each).length === 0)).toEqual([]);
  const all = await preparedStatements();
  const lookUps = all.filter(
    (each) => each.startsWith("select") && unfiltered(each).some((table) => credentials.includes(table)),
  );
  const others = lookUps.filter((each) => !own.includes(each));
  // Shows an operator which channels are off.
  expect(others.map((each) => each.replace(/^select .*? from /, "").slice(0, 31))).toEqual([
    `"channel" inner join "member" o`,
  ]);
});

test("Only directory.ts contains SQL text that compares a hash or an email address", async () => {
  const found: string[] = [];
  for (const each of files) {
    if (/\b(token_hash|hash|email|sign_in_name)"? *= *\?/.test(await Bun.file(join(root, each)).text()))
      found.push(each);
  }
  expect(found).toEqual([]);
});
