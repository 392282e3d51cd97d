/** Forwards MCP messages from stdio to the server's endpoint `/mcp` without changing them. */

import { type BridgeRun, forward } from "./forward.ts";
import { linesOf } from "./lines.ts";
import { type Id, readMessage } from "./message.ts";
import { type BridgeError, parseError, timeoutError } from "./response.ts";

export type BridgeOptions = Omit<BridgeRun, "version" | "timeoutMs"> & {
  readonly input: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  /**
   * Time limit in milliseconds for each response. The limit also applies to requests that are open when the input ends.
   */
  readonly timeoutMs?: number;
};

/**
 * Forwards messages until the input has ended and every request has a response. Requests run concurrently, but wait
 * until `initialize` has a response. Rejects only if the input cannot be read.
 */
export async function bridge({ input, signal, timeoutMs = 120_000, ...streams }: BridgeOptions): Promise<void> {
  const run: BridgeRun = { ...streams, timeoutMs, version: null };
  const running = new Map<AbortController, Promise<void>>();
  /**
   * Requests that can be cancelled, by id. Does not contain requests of a batch. A batch shares one HTTP exchange, so a
   * single request of a batch cannot be cancelled.
   */
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
