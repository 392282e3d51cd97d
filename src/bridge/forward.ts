/** One message's way: to the server, and its answers to standard output. */
import { errorOf, Failure, isStream, messagesOf, type OutputLine, timeoutFailure } from "./answer.ts";
import { fieldsOf, type Id, isHeaderSafe, type Message } from "./message.ts";
import type { Settings } from "./settings.ts";

/** What all messages of one run share. */
export type Run = {
  readonly settings: Settings;
  /** Takes a line for standard output; settles once there is room for more. */
  write(line: string): Promise<void>;
  /** Takes a line that has no place in the protocol. */
  log(line: string): void;
  /** How long an answer may take: to begin (a stream), or to be whole (JSON). */
  readonly timeoutMs: number;
  /** What `initialize` settled on; null before, and in the modern era. */
  version: string | null;
};

/**
 * Sends a message and writes what answers it, an error in place of each answer that does not come. Once `controller` is
 * aborted nothing more is written. Never rejects.
 */
export async function forward(run: Run, message: Message, controller: AbortController): Promise<void> {
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
    if (unanswered.size > 0) throw new Failure("The server ended its answer before it was whole.");
  } catch (error) {
    const isCancelled = signal.aborted && !(signal.reason instanceof Failure);
    if (!isCancelled) await writeErrors(run, message, [...unanswered], toFailure(signal.reason ?? error, run.settings));
  }
}

/** @throws Failure, or whatever `fetch` throws. */
async function* send(run: Run, message: Message, controller: AbortController): AsyncGenerator<OutputLine> {
  const { signal } = controller;
  if (signal.aborted) return;
  const { endpoint } = run.settings;
  const timer = setTimeout(() => controller.abort(timeoutFailure(run.timeoutMs)), run.timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      body: message.bytes,
      headers: headersOf(run, message),
      redirect: "manual",
      signal,
      // Bun would send the key, readable, to a proxy that the environment names; Node takes no notice of this.
      ...(endpoint.startsWith("http:") && { proxy: false }),
    });
    if (message.ids.length === 0) return await discardNotificationAnswer(response);
    if (isStream(response)) clearTimeout(timer);
    for await (const line of messagesOf(response)) yield withId(line, message);
  } finally {
    clearTimeout(timer);
  }
}

function headersOf({ settings, version }: Run, message: Message): Record<string, string> {
  const agreed = version !== null && !message.isInitialize && { "MCP-Protocol-Version": version };
  return {
    Authorization: `Bearer ${settings.key}`,
    "X-Agent-Name": settings.agentName,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...(message.headers ?? agreed),
  };
}

/** Nothing answers a notification; that it was refused is still worth a line. @throws Failure. */
async function discardNotificationAnswer(response: Response): Promise<void> {
  if (response.ok) return await response.body?.cancel();
  for await (const _ of messagesOf(response)) break;
  throw new Failure(`The server refused a notification (${response.status}).`);
}

/** An error that names no request is this one's: there is no other in its HTTP exchange. */
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

/** A batch that got no answer at all gets one for all, as it would have. */
async function writeErrors(
  run: Run,
  { isBatch, ids }: Message,
  unanswered: readonly Id[],
  failure: Failure,
): Promise<void> {
  if (ids.length === 0) return run.log(failure.message);
  const errors = unanswered.map((id) => errorOf(id, failure));
  const lines = isBatch && errors.length === ids.length ? [errors] : errors;
  for (const line of lines) await run.write(JSON.stringify(line));
}

/** The runtime's own words are for developers, and might repeat what was sent: only the kind of failure is told. */
function toFailure(error: unknown, { endpoint }: Settings): Failure {
  if (error instanceof Failure) return error;
  const code = fieldsOf(error).code ?? fieldsOf(fieldsOf(error).cause).code;
  const kind = typeof code === "string" && /^\w+$/.test(code) ? ` (${code})` : "";
  return new Failure(
    `The server at ${new URL(endpoint).origin} cannot be reached${kind}: is it running, and is SERVICE_API_URL right?`,
  );
}
