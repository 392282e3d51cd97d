/** From the server's HTTP answer to lines of standard output. */
import { fieldsOf, type Id } from "./message.ts";
import { eventsOf } from "./sse.ts";

/** Why a request has no answer, in a sentence for whoever asked; `statusCode` where it is the server's own word. */
export class Failure extends Error {
  readonly statusCode: number | undefined;

  constructor(message: string, statusCode?: number) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** An answer that took longer than the bridge waits. */
export function timeoutFailure(timeoutMs: number): Failure {
  return new Failure(`The server did not answer within ${timeoutMs / 1000} seconds.`);
}

/** One line for standard output, and the message in it. */
export type OutputLine = { readonly text: string; readonly message: unknown };

/**
 * Every message of an answer, each as one line, otherwise as it was sent.
 * @throws Failure where the server refuses in REST's words, redirects, or answers something else than JSON-RPC.
 */
export async function* messagesOf(response: Response): AsyncGenerator<OutputLine> {
  const { status } = response;
  if (status === 0 || (status >= 300 && status < 400)) {
    throw new Failure("The server answers with a redirect, which is not followed: check SERVICE_API_URL.");
  }
  if (isStream(response) && response.body) {
    for await (const data of eventsOf(response.body)) yield toLine(data, status);
    return;
  }
  const text = await response.text();
  if (text.trim() === "") throw new Failure(`The server answered ${status} without a message.`);
  const line = toLine(text, status);
  const { jsonrpc, error, statusCode } = fieldsOf(line.message);
  if (typeof error === "string" && typeof statusCode === "number") throw new Failure(error, statusCode);
  if (jsonrpc === undefined && !Array.isArray(line.message)) throw notJsonRpc(status);
  yield line;
}

/** True for an answer of several messages over time. */
export function isStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** A line end can stand only between the tokens of JSON, where a blank means the same. */
function toLine(text: string, status: number): OutputLine {
  try {
    return { message: JSON.parse(text), text: text.trim().replace(/[\r\n]+/g, " ") };
  } catch {
    throw notJsonRpc(status);
  }
}

function notJsonRpc(status: number): Failure {
  return new Failure(`The server answered ${status} with something else than JSON-RPC: check SERVICE_API_URL.`);
}

/** What answers a request that the server did not; `-32000` is for a server's own errors (JSON-RPC 2.0 §5.1). */
export function errorOf(id: Id, { message, statusCode }: Failure) {
  return { jsonrpc: "2.0", id, error: { code: -32000, message, ...(statusCode && { data: { statusCode } }) } };
}

/** A line that is no JSON (JSON-RPC 2.0 §5.1). */
export const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error: no JSON" } };
