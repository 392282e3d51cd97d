/** `bun run measure`: measures the size, start time and idle memory of `dist/inglenook`, for docs/performance.md. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const binary = resolve("dist/inglenook");
const rounds = 10;
/** Longest time in milliseconds that a server may take to start or stop. A server that takes longer is broken. */
const patienceMs = 20_000;

/**
 * Starts the server once. Returns the milliseconds from the start of the process to its first response, and the
 * resident memory of the process a second later, in MB.
 */
async function startOnce(dataDir: string): Promise<{ ms: number; memory: number }> {
  const port = await freePort();
  const begun = performance.now();
  const server = Bun.spawn([binary, "serve"], {
    cwd: dataDir,
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    stdout: "ignore",
    stderr: "inherit",
  });
  while (!(await isReady(port))) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode} before it was ready`);
    if (performance.now() - begun > patienceMs) throw new Error("the server never became ready");
    await Bun.sleep(1);
  }
  const ms = performance.now() - begun;
  await Bun.sleep(1_000);
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000;
  server.kill();
  const isStopped = await Promise.race([server.exited.then(() => true), Bun.sleep(patienceMs).then(() => false)]);
  if (!isStopped) server.kill("SIGKILL");
  if (!isStopped) throw new Error("the server did not stop when told to");
  return { ms, memory };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => null,
  );
  return answer?.ok ?? false;
}

/**
 * Returns a port on which no process listens. On a port in use, the server would end at once, and another server might
 * respond in its place.
 */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

const folder = mkdtempSync(join(tmpdir(), "inglenook-measure-"));
try {
  const first = await startOnce(folder);
  const starts: Awaited<ReturnType<typeof startOnce>>[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await startOnce(folder));
  const times = starts.map(({ ms }) => ms).sort((a, b) => a - b);
  const middle = starts[starts.length >> 1];
  console.log(`size: ${(Bun.file(binary).size / 1e6).toFixed(1)} MB`);
  console.log(`start to first answer: ${times[rounds >> 1]?.toFixed(0)} ms (fresh folder: ${first.ms.toFixed(0)} ms)`);
  console.log(`idle memory: ${middle?.memory.toFixed(0)} MB`);
} finally {
  rmSync(folder, { recursive: true });
}
