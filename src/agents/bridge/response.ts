import { fieldsOf, type Id } from "./message.ts";

/** Error that the bridge reports to its client. `statusCode` is set if the message came from the server. */
export class BridgeError extends Error {
  readonly statusCode: number | undefined;

  constructor(message: string, statusCode?: number) {
    super(message);
    this.statusCode = statusCode;
  }
}

export function timeoutError(timeoutMs: number): BridgeError {
  return new BridgeError(`The server did not answer within ${timeoutMs / 1000} seconds.`);
}

export type OutputLine = { readonly text: string; readonly message: unknown };

/** Yields each message of a response unchanged on one line. @throws BridgeError if the response is not JSON-RPC */
export async function* messagesOf(response: Response): AsyncGenerator<OutputLine> {
  const { status } = response;
  if (status === 0 || (status >= 300 && status < 400)) {
    throw new BridgeError("The server answers with a redirect, which is not followed: check SERVICE_API_URL.");
  }
  if (isStream(response) && response.body) {
    for await (const data of eventsOf(response.body)) yield toLine(data, status);
    return;
  }
  const text = await response.text();
  if (text.trim() === "") throw new BridgeError(`The server answered ${status} without a message.`);
  const line = toLine(text, status);
  const { jsonrpc, error, statusCode } = fieldsOf(line.message);
  if (typeof error === "string" && typeof statusCode === "number") throw new BridgeError(error, statusCode);
  if (jsonrpc === undefined && !Array.isArray(line.message)) throw notJsonRpc(status);
  yield line;
}

export function isStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** Puts a message on one line. Line breaks become spaces, because JSON allows them only between tokens. */
function toLine(text: string, status: number): OutputLine {
  try {
    return { message: JSON.parse(text), text: text.trim().replace(/[\r\n]+/g, " ") };
  } catch {
    throw notJsonRpc(status);
  }
}

function notJsonRpc(status: number): BridgeError {
  return new BridgeError(`The server answered ${status} with something other than JSON-RPC: check SERVICE_API_URL.`);
}

export function errorOf(id: Id, { message, statusCode }: BridgeError) {
  return { jsonrpc: "2.0", id, error: { code: -32000, message, ...(statusCode && { data: { statusCode } }) } };
}

export const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error: no JSON" } };

/** Yields the data of each server-sent event (HTML Standard §9.2.6), but not of an incomplete last one. */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let kind = "";
  let data: string[] = [];
  for await (const line of textLinesOf(chunks)) {
    if (line === "") {
      if (data.length > 0 && (kind === "" || kind === "message")) yield data.join("\n");
      kind = "";
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (field === "data" && (value !== "" || data.length > 0)) data.push(value);
    if (field === "event") kind = value;
  }
}

async function* textLinesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let started = "";
  let endedInReturn = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    const parts = (endedInReturn && text.startsWith("\n") ? text.slice(1) : text).split(/\r\n|\n|\r/);
    endedInReturn = text.endsWith("\r");
    const last = parts.pop() ?? "";
    for (const part of parts) {
      yield started + part;
      started = "";
    }
    started += last;
  }
}
