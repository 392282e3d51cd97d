import { fieldsOf, type Id, isHeaderSafe, type Message } from "./message.ts";
import { BridgeError, errorOf, isStream, messagesOf, type OutputLine, timeoutError } from "./response.ts";
import type { Settings } from "./settings.ts";

export type BridgeRun = {
  readonly settings: Settings;
  /** Writes a line to the output. Resolves when the output can accept more. */
  write(line: string): Promise<void>;
  log(line: string): void;
  /** Time limit in milliseconds until a stream begins or a JSON response is complete. */
  readonly timeoutMs: number;
  /** MCP version from the response to `initialize`. Null for clients since 2026-07-28, which send no `initialize`. */
  version: string | null;
};

/** Forwards a message to the server. Writes an error for each request that gets no response. Never rejects. */
export async function forward(run: BridgeRun, message: Message, controller: AbortController): Promise<void> {
  const { signal } = controller;
  const unanswered = new Set(message.ids);
  try {
    for await (const line of send(run, message, controller)) {
      if (signal.aborted) break;
      for (const each of Array.isArray(line.message) ? line.message : [line.message]) {
        if (isAnswer(each)) unanswered.delete(fieldsOf(each).id as Id);
      }
      if (message.isInitialize) run.version = versionIn(line.message) ?? run.version;
      await run.write(line.text);
      if (unanswered.size === 0) return;
    }
    if (unanswered.size > 0) throw new BridgeError("The server ended its answer too early.");
  } catch (error) {
    const isCancelled = signal.aborted && !(signal.reason instanceof BridgeError);
    if (!isCancelled)
      await writeErrors(run, message, [...unanswered], toBridgeError(signal.reason ?? error, run.settings));
  }
}

async function* send(run: BridgeRun, message: Message, controller: AbortController): AsyncGenerator<OutputLine> {
  const { signal } = controller;
  if (signal.aborted) return;
  const { endpoint } = run.settings;
  const timer = setTimeout(() => controller.abort(timeoutError(run.timeoutMs)), run.timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      body: message.bytes,
      headers: headersOf(run, message),
      redirect: "manual",
      signal,
      // Bun would send the key in plain text to a proxy from the environment.
      ...(endpoint.startsWith("http:") && { proxy: false }),
    });
    if (message.ids.length === 0) return await discardNotificationAnswer(response);
    if (isStream(response)) clearTimeout(timer);
    for await (const line of messagesOf(response)) yield withId(line, message);
  } finally {
    clearTimeout(timer);
  }
}

function headersOf({ settings, version }: BridgeRun, message: Message): Record<string, string> {
  const agreed = version !== null && !message.isInitialize && { "MCP-Protocol-Version": version };
  return {
    Authorization: `Bearer ${settings.key}`,
    "X-Agent-Name": settings.agentName,
    ...(settings.toolsets !== null && { "X-MCP-Toolsets": settings.toolsets }),
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...(message.headers ?? agreed),
  };
}

/** Discards the response to a notification. @throws BridgeError, which is only logged, if the server refused it */
async function discardNotificationAnswer(response: Response): Promise<void> {
  if (response.ok) return await response.body?.cancel();
  for await (const _ of messagesOf(response)) break;
  throw new BridgeError(`The server refused a notification (${response.status}).`);
}

/** Adds the id of a single request to an error that has no id. Leaves errors of a batch unchanged. */
function withId(line: OutputLine, { isBatch, ids: [id = null] }: Message): OutputLine {
  const fields = fieldsOf(line.message);
  if (isBatch || id === null || !("error" in fields) || (fields.id ?? null) !== null) return line;
  const message = { ...fields, id };
  return { message, text: JSON.stringify(message) };
}

function isAnswer(message: unknown): boolean {
  const fields = fieldsOf(message);
  return "result" in fields || "error" in fields;
}

function versionIn(answer: unknown): string | null {
  const { protocolVersion } = fieldsOf(fieldsOf(answer).result);
  return isHeaderSafe(protocolVersion) ? protocolVersion : null;
}

async function writeErrors(
  run: BridgeRun,
  { isBatch, ids }: Message,
  unanswered: readonly Id[],
  error: BridgeError,
): Promise<void> {
  if (ids.length === 0) return run.log(error.message);
  const errors = unanswered.map((id) => errorOf(id, error));
  const lines = isBatch && errors.length === ids.length ? [errors] : errors;
  for (const line of lines) await run.write(JSON.stringify(line));
}

/** Converts any error. Uses only its code, because its message might contain parts of the request. */
function toBridgeError(error: unknown, { endpoint }: Settings): BridgeError {
  if (error instanceof BridgeError) return error;
  const code = fieldsOf(error).code ?? fieldsOf(fieldsOf(error).cause).code;
  const kind = typeof code === "string" && /^\w+$/.test(code) ? ` (${code})` : "";
  return new BridgeError(
    `The server at ${new URL(endpoint).origin} cannot be reached${kind}: is it running, and is SERVICE_API_URL right?`,
  );
}
