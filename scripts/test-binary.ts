/**
 * `bun run test:binary`: runs the tests over HTTP, of the command line and of the MCP bridge against the binary
 * `dist/inglenook`, from an empty folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { serverSettings } from "../test/support/home/settings.ts";

const binary = resolve("dist/inglenook");
const folder = mkdtempSync(join(tmpdir(), "inglenook-binary-"));
const dataDir = join(folder, "data");
const server = Bun.spawn([binary, "serve"], {
  cwd: folder,
  // Each test household uses its own client address, so that limits per address do not add up.
  env: { ...serverSettings, PORT: "0", TRUSTED_PROXIES: "127.0.0.1,::1" },
  stdout: "pipe",
  stderr: Bun.file(join(folder, "log")),
});

try {
  const url = await addressOf(server.stdout);
  const tests = Bun.spawn(
    [process.execPath, "test", "--timeout", "60000", "test/http", "test/cli", "test/agents/bridge"],
    {
      env: {
        ...process.env,
        TEST_BINARY: binary,
        TEST_SERVER_URL: url,
        TEST_DATA_DIR: dataDir,
        TEST_CALENDAR_ORIGIN: serverSettings.CALENDAR_ORIGINS,
      },
      stdout: "inherit",
      stderr: "inherit",
    },
  );
  process.exitCode = await tests.exited;
} finally {
  server.kill();
  await server.exited;
  rmSync(folder, { recursive: true });
}

async function addressOf(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stdout) {
    text += new TextDecoder().decode(chunk);
    const address = /http:\/\/localhost:\d+/.exec(text)?.[0];
    if (address) return address;
  }
  throw new Error("the binary did not start");
}
