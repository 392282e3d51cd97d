/**
 * `bun run test:binary`: runs the tests of HTTP, of the command line and of the bridge against `dist/inglenook`, from
 * an empty folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { serveCalendar } from "../test/support/sample-calendar.ts";

const binary = resolve("dist/inglenook");
const folder = mkdtempSync(join(tmpdir(), "inglenook-binary-"));
const dataDir = join(folder, "data");
const calendarOrigin = serveCalendar();
const server = Bun.spawn([binary, "serve"], {
  cwd: folder,
  // No test calls a photo provider over the network. Each test household uses its own client address, so that limits
  // per address do not add up.
  env: {
    PORT: "0",
    PHOTO_PROVIDER: "folder",
    // Nothing listens there.
    SMTP_URL: "smtp://127.0.0.1:9?tls=off",
    NTFY_URLS: "http://127.0.0.1:9",
    APPRISE_URL: "http://127.0.0.1:9",
    CALENDAR_ORIGINS: calendarOrigin,
    UPDATE_URL: "http://127.0.0.1:9",
    UPDATE_KEY: "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3",
    TRUSTED_PROXIES: "127.0.0.1,::1",
    RATE_LIMIT_BURST: "1000000",
    RATE_LIMIT_PER_MINUTE: "1000000",
  },
  stdout: "pipe",
  stderr: Bun.file(join(folder, "log")),
});

try {
  const url = await addressOf(server.stdout);
  const tests = Bun.spawn([process.execPath, "test", "--timeout", "60000", "test/http", "test/cli", "test/bridge"], {
    env: {
      ...process.env,
      TEST_BINARY: binary,
      TEST_SERVER_URL: url,
      TEST_DATA_DIR: dataDir,
      TEST_CALENDAR_ORIGIN: calendarOrigin,
    },
    stdout: "inherit",
    stderr: "inherit",
  });
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
