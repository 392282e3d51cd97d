/**
 * `bun run test:conformance`: runs the protocol's own suite (@modelcontextprotocol/conformance) against Inglenook's
 * engine, for the current revision and for 2025-11-25. A local proxy adds the key, because the suite can't send one.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "#server/app.ts";
import { toolPath } from "../../scripts/tools.ts";
import { household, testDeps } from "../support/home/home.ts";
import { fixtures } from "./fixtures.ts";

const suitePath = toolPath("@modelcontextprotocol/conformance");
const deps = testDeps();
const app = createApp(deps, fixtures);
const { key } = await household({
  server: {
    db: deps.db,
    clock: { now: deps.clock(), advance() {} },
    origin: "http://localhost",
    dataDir: deps.config.dataDir,
    handle: (request) => app.handle(request),
  },
});
app.listen({ port: 0, hostname: "127.0.0.1" });
const target = `http://127.0.0.1:${app.server?.port}`;

const proxy = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 60,
  fetch(request) {
    const headers = new Headers(request.headers);
    headers.set("Authorization", `Bearer ${key.key}`);
    const { pathname } = new URL(request.url);
    return fetch(`${target}${pathname}`, {
      decompress: false, // The body goes on with its Content-Encoding.
      method: request.method,
      headers,
      body: request.body,
      signal: request.signal,
    });
  },
});

const folder = mkdtempSync(join(tmpdir(), "inglenook-conformance-"));
try {
  for (const revision of ["2026-07-28", "2025-11-25"]) {
    const baseline = join(import.meta.dir, `expected-${revision}.yaml`);
    const suite = Bun.spawn(
      [
        process.execPath,
        join(suitePath, "dist/index.js"),
        ...["server", "--url", `http://localhost:${proxy.port}/mcp`, "--requirements", revision],
        ...(existsSync(baseline) ? ["--expected-failures", baseline] : []),
        ...["--output-dir", folder],
      ],
      { cwd: folder, stdout: "pipe", stderr: "pipe" },
    );
    const [out, err, code] = await Promise.all([suite.stdout.text(), suite.stderr.text(), suite.exited]);
    console.log(
      `MCP ${revision}: ${process.env.VERBOSE ? out + err : summaryOf(out + err, await requiredOf(revision))}`,
    );
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await proxy.stop(true);
  await app.stop(true);
  rmSync(folder, { recursive: true });
}

/** Returns the required and passed scenarios of the suite's own summary; VERBOSE=1 prints its whole output. */
function summaryOf(out: string, required: ReadonlySet<string>): string {
  const plain = Bun.stripANSI(out);
  const scored = [...plain.matchAll(/^([✓✗]) (\S+): \d+ passed, \d+ failed$/gm)].filter(([, , name = ""]) =>
    required.has(name),
  );
  const expected = [...plain.matchAll(/^ {2}~ (\S+)$/gm)].map(([, name]) => name);
  const failed = scored.filter(([, mark, name]) => mark === "✗" || expected.includes(name)).map(([, , name]) => name);
  const wrong = failed.filter((name) => !expected.includes(name));
  return [
    `${scored.length - failed.length} of ${scored.length} required scenarios pass`,
    expected.length > 0 ? `expected not to: ${expected.join(", ")}` : "",
    wrong.length > 0 ? `FAILED: ${wrong.join(", ")} (VERBOSE=1 tells more)` : "",
  ]
    .filter((line) => line !== "")
    .join("\n  ");
}

/** Returns the scenarios that a revision requires of a server; the others run for information only. */
async function requiredOf(revision: string): Promise<Set<string>> {
  const text = await Bun.file(join(suitePath, `requirements/${revision}.yaml`)).text();
  const [, part = ""] = /^server:\n((?: {2}- .*\n)+)/m.exec(text) ?? [];
  return new Set([...part.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name));
}
