/** The changelog, and the check of a tag before a release. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { version } from "../../src/version.ts";

const root = join(import.meta.dir, "../..");
const changelog = await Bun.file(join(root, "CHANGELOG.md")).text();

test("CHANGELOG.md begins with what is unreleased, then the version of package.json, and has no unknown group", () => {
  const headings = [...changelog.matchAll(/^## \[(.+?)\]/gm)].map(([, name]) => name);
  expect(headings.slice(0, 2)).toEqual(["Unreleased", version]);
  const groups = [...changelog.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
  const known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
  expect(groups.filter((name) => !known.includes(name))).toEqual([]);
});

test.each([["v0.0.0"], [""], [version], [`v${version}-rc1`]])("the tag %p is refused for another one", (tag) => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "run", "scripts/release/check.ts", tag], { cwd: root });
  expect(exitCode).toBe(1);
  expect(stderr.toString()).toContain(`must be v${version}`);
});
