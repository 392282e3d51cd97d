/** An MCP server over stdio that is the household's own `/mcp`: messages go through, and none is made up or changed. */
import { type Failure, parseError, timeoutFailure } from "./answer.ts";
import { forward, type Run } from "./forward.ts";
import { linesOf } from "./lines.ts";
import { type Id, readMessage } from "./message.ts";

/** What the bridge works between. */
export type BridgeOptions = Omit<Run, "version" | "timeoutMs"> & {
  readonly input: AsyncIterable<Uint8Array>;
  /** Ends everything at once. */
  readonly signal: AbortSignal;
  /** Of one answer, and of what is not answered at the end of input. Two minutes where not given. */
  readonly timeoutMs?: number;
};

/**
 * Forwards until the input ends and what was asked by then is answered, or until the signal. Messages go out side by side,
 * but what follows `initialize` waits for its answer. Rejects only where the input can't be read.
 */
export async function bridge({ input, signal, timeoutMs = 120_000, ...streams }: BridgeOptions): Promise<void> {
  const run: Run = { ...streams, timeoutMs, version: null };
  const running = new Map<AbortController, Promise<void>>();
  /** By the id of the request. Requests of a batch share one exchange and can't be given up alone. */
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

  function abortAll(reason?: Failure): void {
    for (const controller of running.keys()) controller.abort(reason);
  }

  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
  await Promise.race([handleInput(), stopped]);
  const timer = setTimeout(() => abortAll(timeoutFailure(timeoutMs)), timeoutMs);
  await Promise.race([Promise.all(running.values()), stopped]);
  clearTimeout(timer);
  abortAll();
}
