/** Forwards MCP messages from stdio to the server's endpoint `/mcp` without changing them. */

import { type BridgeRun, forward } from "./forward.ts";
import { type Id, readMessage } from "./message.ts";
import { type BridgeError, parseError, timeoutError } from "./response.ts";
import { readSettings } from "./settings.ts";

type BridgeOptions = Omit<BridgeRun, "version" | "timeoutMs"> & {
  readonly input: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  /** Time limit in milliseconds for each response, and for the requests that are open when the input ends. */
  readonly timeoutMs?: number;
};

/**
 * Forwards messages until the input has ended and every request has a response. Requests run concurrently, but wait
 * until `initialize` has a response. Rejects only if the input cannot be read.
 */
export async function bridge({ input, signal, timeoutMs = 120_000, ...streams }: BridgeOptions): Promise<void> {
  const run: BridgeRun = { ...streams, timeoutMs, version: null };
  const running = new Map<AbortController, Promise<void>>();
  /** Requests that can be cancelled, by id. Requests of a batch cannot, because they share one HTTP exchange. */
  const cancellable = new Map<Id | undefined, AbortController>();
  let initialized = Promise.resolve();

  async function handleLine(line: Uint8Array<ArrayBuffer>): Promise<void> {
    const message = readMessage(line);
    if (message === null) return await streams.write(JSON.stringify(parseError));
    if (message.cancels !== undefined) cancellable.get(message.cancels)?.abort();
    const controller = new AbortController();
    const id = message.isBatch ? undefined : message.ids[0];
    if (id !== undefined) cancellable.set(id, controller);
    const work = initialized.then(async () => {
      await forward(run, message, controller);
      if (cancellable.get(id) === controller) cancellable.delete(id);
      running.delete(controller);
    });
    running.set(controller, work);
    if (message.isInitialize) initialized = work;
  }

  async function handleInput(): Promise<void> {
    for await (const line of linesOf(input)) await handleLine(line);
  }

  function abortAll(reason?: BridgeError): void {
    for (const controller of running.keys()) controller.abort(reason);
  }

  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
  await Promise.race([handleInput(), stopped]);
  const timer = setTimeout(() => abortAll(timeoutError(timeoutMs)), timeoutMs);
  await Promise.race([Promise.all(running.values()), stopped]);
  clearTimeout(timer);
  abortAll();
}

/** Runs the bridge until stdin ends, stdout closes, or SIGTERM or SIGINT arrives. @throws SettingsError */
export async function runBridge(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const settings = readSettings(env);
  const { stdin, stdout, stderr } = process;
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  stdout.on("error", end);
  await bridge({
    settings,
    input: stdin,
    write: (line) => new Promise((resolve) => stdout.write(`${line}\n`, () => resolve())),
    log: (line) => stderr.write(`inglenook: ${line.replace(/\s+/g, " ")}\n`),
    signal: ending.signal,
  });
  stdin.destroy();
}

const lineFeed = 10;
const carriageReturn = 13;

/** Splits the input into lines. Skips blank lines. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const line = join([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      start = end + 1;
      if (!isBlank(line)) yield line;
    }
    if (start < chunk.length) pieces.push(chunk.slice(start));
  }
  const rest = join(pieces);
  if (!isBlank(rest)) yield rest;
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    line.set(piece, length);
    length += piece.length;
  }
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 9 || byte === carriageReturn);
}
