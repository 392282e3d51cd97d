/** `bun run measure`: size, start and idle memory of `dist/inglenook`, for the README. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const binary = resolve("dist/inglenook");
const rounds = 10;

/** Milliseconds from the start of the process to its first answer, and its resident memory a second later in MB. */
async function startOnce(dataDir: string): Promise<{ ms: number; memory: number }> {
  const begun = performance.now();
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const server = Bun.spawn([binary, "serve"], {
    cwd: dataDir,
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    stdout: "ignore",
    stderr: "ignore",
  });
  while (!(await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok) await Bun.sleep(1);
  const ms = performance.now() - begun;
  await Bun.sleep(1_000);
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000;
  server.kill();
  await server.exited;
  return { ms, memory };
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
