/**
 * `bun run lint:openapi`: checks the OpenAPI description of the API with Redocly's rules `recommended` and Spectral's
 * rules `oas`. Warnings fail, too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolPath } from "./tools.ts";

const folder = mkdtempSync(join(tmpdir(), "inglenook-openapi-"));
const document = join(folder, "openapi.json");
const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/**
 * Whether a finding about ambiguous paths is accepted: `/v1/lists/sections/{id}` and `/v1/lists/{id}/move` both match
 * `/v1/lists/sections/move`. No request is ambiguous, because ids are UUIDs, but the linter does not consider that.
 */
function isPrescribed({ ruleId, message }: { ruleId?: string; message: string }): boolean {
  return ruleId === "no-ambiguous-paths" && /`\/v1\/lists\/sections\/\{id\}` and `\/v1\/lists\/\{\w+\}\//.test(message);
}

/** Runs the script of a linter with this Bun, so that no other runtime is needed. */
function lint(script: string, ...args: string[]) {
  const { stdout, stderr } = Bun.spawnSync([process.execPath, toolPath(script), "lint", document, ...args], {
    env: environment,
    stdout: "pipe",
    stderr: "pipe",
  });
  const out = stdout.toString();
  try {
    return JSON.parse(out.slice(out.search(/[[{]/)));
  } catch {
    throw new Error(`${script} did not answer in JSON: ${out}${stderr}`);
  }
}

try {
  const rules = join(folder, "rules.yaml");
  await Bun.write(rules, "extends: spectral:oas\n");
  for (const which of [[], ["--app"]]) {
    const printed = Bun.spawnSync([process.execPath, "src/main.ts", "openapi", ...which], { stderr: "inherit" });
    if (printed.exitCode !== 0) throw new Error("`inglenook openapi` failed");
    await Bun.write(document, printed.stdout);
    const found = lint("@redocly/cli/bin/cli.js", "--extends", "recommended", "--format", "json").problems;
    const redocly = (found as Parameters<typeof isPrescribed>[0][]).filter((each) => !isPrescribed(each));
    const spectral = lint(
      "@stoplight/spectral-cli/dist/index.js",
      ...["--ruleset", rules, "--format", "json", "--quiet"],
    ) as unknown[];
    const problems = [...redocly, ...spectral];
    for (const problem of problems) console.error(JSON.stringify(problem));
    console.log(`OpenAPI${which.join(" ")}: ${redocly.length} findings by Redocly, ${spectral.length} by Spectral`);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
