/** Shared code of the benchmarks: starts the two servers and prints figures. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Measured } from "./load.ts";

/** Starts Inglenook on a free port without rate limits. Runs the binary if TEST_BINARY names one. */
export function startOurs(dataDir: string, env: Record<string, string> = {}) {
  const program = process.env.TEST_BINARY ? [process.env.TEST_BINARY] : [process.execPath, "src/main.ts"];
  return Bun.spawn([...program, "serve"], {
    env: { PORT: "0", DATA_DIR: dataDir, RATE_LIMIT_BURST: "1000000000", RATE_LIMIT_PER_MINUTE: "1000000000", ...env },
    stdout: "pipe",
    stderr: Bun.file("/dev/null"),
  });
}

/** Starts a bare server that always returns the decompressed bytes and the headers of `answer`. */
export async function startBare(answer: Response) {
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(date|content-length|content-encoding)$/.test(name)),
  );
  const body = await answer.text();
  const bare = Bun.spawn([process.execPath, join(import.meta.dir, "bare.ts")], {
    stdin: new Blob([JSON.stringify({ body, headers })]),
    stdout: "pipe",
  });
  return { bare, body };
}

/** Waits until a server prints its port. */
export async function portOf(stdout: ReadableStream<Uint8Array>): Promise<number> {
  for await (const chunk of stdout) {
    const port = /http:\/\/localhost:(\d+)/.exec(new TextDecoder().decode(chunk))?.[1];
    if (port) return Number(port);
  }
  throw new Error("the server did not start");
}

/** Prints one line of figures. `base` is the baseline in requests per second. */
export function report(name: string, measured: Measured[], base?: number): void {
  const of = (field: keyof Measured) => median(measured.map((each) => each[field]));
  const ratio = base ? `  ${(of("perSecond") / base).toFixed(2)} of bare` : "";
  console.log(
    `  ${name.padEnd(10)} ${String(of("perSecond")).padStart(6)}/s  p50 ${of("p50")} µs  p99 ${of("p99")} µs${ratio}`,
  );
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Returns a percentile. `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Unit of the processor time in `/proc/<pid>/stat`. */
const ticksPerSecond = 100;

/** Returns the resident memory of a process in megabytes (Linux). */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_000;
}

/** Returns the user and system time of a process (Linux). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / ticksPerSecond;
}
