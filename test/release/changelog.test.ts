/** The changelog, and the checks before a release: the tag, the key of releases, and the source of updates. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { repository, version } from "#platform/version.ts";
import { keyFile } from "../../scripts/release-key.ts";

const root = join(import.meta.dir, "../..");
const changelog = await Bun.file(join(root, "CHANGELOG.md")).text();

test("CHANGELOG.md begins with unreleased changes, then the version of package.json, and has only known groups", () => {
  const headings = [...changelog.matchAll(/^## \[(.+?)\]/gm)].map(([, name]) => name);
  expect(headings.slice(0, 2)).toEqual(["Unreleased", version]);
  const groups = [...changelog.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
  const known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
  expect(groups.filter((name) => !known.includes(name))).toEqual([]);
});

test.each([["v0.0.0"], [""], [version], [`v${version}-rc1`]])(
  "A release with the tag %p, which does not match its version, is refused",
  (tag) => {
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, "run", "scripts/release/check.ts", tag], {
      cwd: root,
    });
    expect(exitCode).toBe(1);
    expect(stderr.toString()).toContain(`must be v${version}`);
  },
);

test("A release from another repository than the repository in package.json is refused", () => {
  const env = { ...process.env, GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "somebody/fork" };
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "run", "scripts/release/check.ts", `v${version}`], {
    cwd: root,
    env,
  });
  expect(exitCode).toBe(1);
  expect(stderr.toString()).toContain("as package.json has it, not at https://github.com/somebody/fork");
});

test("The container image and the releases belong to the same owner and have the same name", async () => {
  expect(await Bun.file(join(root, "compose.yaml")).text()).toContain(
    `image: ghcr.io/${new URL(repository).pathname.slice(1)}:`,
  );
});

test("A release without the public key for signatures is refused", async () => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "run", "scripts/release/check.ts", `v${version}`], {
    cwd: root,
  });
  const hasKey = await Bun.file(keyFile).exists();
  expect(stderr.toString().includes("packaging/minisign.pub is missing")).toBe(!hasKey);
  if (!hasKey) expect(exitCode).toBe(1);
});
