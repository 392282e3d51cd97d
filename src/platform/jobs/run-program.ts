import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { hour, minute } from "#lib/time.ts";
import { inMegabytes } from "../db/space.ts";
import { isBinary } from "../version.ts";

const lowPriority = 10;
const maxLineLength = 300;
const maxOutputBytes = 4_096;
/** The time in milliseconds to wait for output after a program's end: its child processes may keep the pipes open. */
const lastOutputMs = 200;
/** The largest memory in bytes of a subcommand. Subcommands usually need about 150 MB. */
const maxVerbMemoryBytes = 1e9;
const memoryWatchMs = 250;
const maxVerbOutputBytes = 4e6;
const maxErrorLineLength = 10_000;

/** Runs a program and returns the first line of its output. */
export async function runProgram(program: string, argument: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const child = Bun.spawn([program, argument], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    signal,
    killSignal: "SIGKILL",
  });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const code = await child.exited;
  await Promise.race([Promise.all([out.done, err.done]), Bun.sleep(lastOutputMs)]);
  for (const each of [out, err]) each.cancel();
  signal.throwIfAborted();
  if (code === 0) return firstLine(out.text()) || firstLine(err.text());
  const line = firstLine(err.text()) || firstLine(out.text());
  const end = child.signalCode === null ? `exit code ${code}` : child.signalCode;
  throw new Error(`${program} failed (${end})${line === "" ? "" : `: ${line}`}`);
}

function collect(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  let bytes = Buffer.alloc(0);
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      if (bytes.length < maxOutputBytes) bytes = Buffer.concat([bytes, value]).subarray(0, maxOutputBytes);
    }
  };
  return {
    done: read().catch(() => {}),
    text: () => bytes.toString(),
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1);
  return line.replaceAll(/\p{Cc}/gu, " ").slice(0, maxLineLength);
}

export type RunOptions = {
  readonly signal: AbortSignal;
  readonly onErrorLine?: ((line: string) => void) | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxMemoryBytes?: number;
};

/** Runs a subcommand in a child process that ends with the server. @throws Error if it failed without output */
export type RunVerb = (
  args: readonly string[],
  options?: { readonly onErrorLine?: (line: string) => void; readonly timeoutMs?: number },
) => Promise<string>;

/** Runs a subcommand of this program in a child process. @throws Error if the subcommand failed without output */
export function runSelf(args: readonly string[], options: RunOptions): Promise<string> {
  const program = isBinary ? [process.execPath] : [process.execPath, Bun.main];
  return runLimited([...program, ...args, "--log-level", "silent"], options);
}

/** Runs a program with limits on time, memory and output, because the program may read files from strangers. */
export async function runLimited(
  command: readonly string[],
  { signal, onErrorLine = () => {}, env, timeoutMs = 6 * hour, maxMemoryBytes = maxVerbMemoryBytes }: RunOptions,
): Promise<string> {
  const exceeded = new AbortController();
  const end = (reason: string) => exceeded.abort(new Error(`${reason}, and was ended`));
  const child = Bun.spawn([...command], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...(env && { env }),
    signal: AbortSignal.any([signal, exceeded.signal]),
    killSignal: "SIGKILL",
  });
  const timer = setTimeout(() => end(`it took longer than ${Math.ceil(timeoutMs / minute)} min`), timeoutMs);
  const watch = setInterval(() => {
    if (memoryOf(child.pid) > maxMemoryBytes) end(`it needed more than ${inMegabytes(maxMemoryBytes)} of memory`);
  }, memoryWatchMs);
  try {
    lowerPriority(child.pid);
    const [output, lastLine] = await Promise.all([
      readAll(child.stdout, () => end(`it wrote more than ${inMegabytes(maxVerbOutputBytes)}`)),
      readLines(child.stderr, onErrorLine),
    ]);
    const code = await child.exited;
    signal.throwIfAborted();
    exceeded.signal.throwIfAborted();
    if (code === 0 || (output !== "" && child.signalCode === null)) return output;
    throw new Error(lastLine.replace(/^inglenook: /, "").trim() || "the process was ended");
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // If the priority cannot be lowered, the program runs at normal priority.
  }
}

/** Returns the memory of a process in bytes, or 0 on systems without `/proc`. */
function memoryOf(pid: number): number {
  try {
    const kilobytes = /^RssAnon:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function readAll(stream: ReadableStream<Uint8Array>, onTooMuch: () => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes <= maxVerbOutputBytes) chunks.push(chunk);
    else onTooMuch();
  }
  return Buffer.concat(chunks).toString();
}

/** Passes each line to `onLine` and returns the last one. */
async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<string> {
  const decoder = new TextDecoder();
  let last = "";
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = (lines.pop() ?? "").slice(0, maxErrorLineLength);
    for (const line of lines) onLine(line);
    last = lines.at(-1) ?? last;
  }
  return rest || last;
}
