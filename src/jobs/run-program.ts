import { setPriority } from "node:os";
import { isBinary } from "../version.ts";

const lowPriority = 10;
const maxLineLength = 300;
const maxOutputBytes = 4_096;
/** Its children may keep the pipes open. */
const lastOutputMs = 200;

/** Returns the first line of output. */
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

/** Runs a verb. @throws Error if it failed without output */
export async function runSelf(
  args: readonly string[],
  signal: AbortSignal,
  onErrorLine: (line: string) => void = () => {},
  env?: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const program = isBinary ? [process.execPath] : [process.execPath, Bun.main];
  const child = Bun.spawn([...program, ...args, "--log-level", "silent"], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...(env && { env }),
    signal,
    killSignal: "SIGKILL",
  });
  try {
    setPriority(child.pid, lowPriority);
  } catch {
    // Run at normal priority.
  }
  const [output, lastLine] = await Promise.all([
    new Response(child.stdout).text(),
    readLines(child.stderr, onErrorLine),
  ]);
  signal.throwIfAborted();
  if ((await child.exited) === 0 || output !== "") return output;
  throw new Error(lastLine.replace(/^inglenook: /, "").trim() || "the process was ended");
}

/** Returns the last line. */
async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<string> {
  const decoder = new TextDecoder();
  let last = "";
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
    last = lines.at(-1) ?? last;
  }
  return rest || last;
}
