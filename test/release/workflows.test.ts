/** The lint of GitHub's workflows, which `bun run check` runs. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../support/home/program.ts";

const root = join(import.meta.dir, "../..");
const release = await Bun.file(join(root, ".github/workflows/release.yml")).text();

function lint(workflow: string) {
  const folder = emptyFolder();
  writeFileSync(join(folder, "release.yml"), workflow);
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "scripts/lint-workflows.ts", folder], {
    cwd: root,
  });
  return { exitCode, out: stdout.toString(), error: stderr.toString() };
}

test("The check of GitHub workflows accepts the release workflow of Inglenook", () => {
  expect(lint(release)).toEqual({ exitCode: 0, out: "Workflows: 0 findings in 1 files\n", error: "" });
});

test.each([
  ["needs: [smoke, smoke-windows]", "needs: [smoke, smok-windows]", 'needs job "smok-windows" which does not exist'],
  ["github.actor }}", "github.actr }}", 'property "actr" is not defined'],
  ["attestations: write", "attestation: write", 'unknown permission scope "attestation"'],
  ["attestations: write", "attestations: maybe", '"maybe" is invalid for permission of scope "attestations"'],
  ["runs-on: windows-2025", "runs_on: windows-2025", 'unexpected key "runs_on"'],
  ["jobs:", "jobs: [", "release.yml: SyntaxError: YAML Parse error"],
])("The check of GitHub workflows refuses the release workflow if %j is replaced by %j", (right, wrong, message) => {
  expect(release).toContain(right);
  const { exitCode, error } = lint(release.replace(right, wrong));
  expect(exitCode).toBe(1);
  expect(error).toContain(message);
});

test("The check of GitHub workflows refuses a folder without workflows", () => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "scripts/lint-workflows.ts", emptyFolder()], {
    cwd: root,
  });
  expect(exitCode).toBe(1);
  expect(stderr.toString()).toContain("has no workflow");
});
