/**
 * The two most frequent requests, `tools/list` and `tools/call`, in their usual form. The server answers these without the
 * protocol library, whose checks of a message take longer than most tools. All other requests go through the library.
 */
import { isRecord } from "#lib/values.ts";
import type { Protocol } from "../tool.ts";
import { currentRevision, metaKeys, olderRevisions } from "./codes.ts";

export type DirectRequest = {
  readonly id: string | number;
  /** Name and arguments of the tool. Null for `tools/list`. */
  readonly call: { readonly name: string; readonly arguments?: Record<string, unknown> } | null;
  readonly isModern: boolean;
  /** Whether the answer is a stream of server-sent events, which older clients choose by `Accept`. */
  readonly isStream: boolean;
  /** Whether the client can ask the person. */
  readonly canAsk: boolean;
  readonly protocol: Protocol;
};

/** Returns a request that needs no checks of the protocol library, or null. `body` is one valid JSON value. */
export function readDirect({ headers }: Request, body: unknown): DirectRequest | null {
  if (!isRecord(body) || !hasOnly(body, messageFields)) return null;
  const { jsonrpc, id, method, params = {} } = body;
  const isRequest = jsonrpc === "2.0" && (typeof id === "string" || Number.isSafeInteger(id)) && isRecord(params);
  if (!isRequest || (method !== "tools/call" && method !== "tools/list")) return null;
  if (!hasOnly(params, method === "tools/call" ? callFields : listFields)) return null;
  const { name, arguments: input, _meta: meta = {} } = params;
  const isCall = method === "tools/call";
  if (isCall && (typeof name !== "string" || !(input === undefined || isRecord(input)))) return null;
  if (!isRecord(meta)) return null;
  const isModern = meta[metaKeys.protocolVersion] !== undefined;
  const isFitting = isModern
    ? isModernRequest(headers, method, isCall ? name : null, meta)
    : isOlderRequest(headers, meta);
  if (!isFitting) return null;
  const accepts = headers.get("accept") ?? "";
  const capabilities = meta[metaKeys.clientCapabilities];
  return {
    id: id as string | number,
    call: isCall ? { name: name as string, ...(isRecord(input) && { arguments: input }) } : null,
    isModern,
    isStream: !isModern && accepts.includes("text/event-stream"),
    canAsk: isRecord(capabilities) && capabilities.elicitation !== undefined,
    protocol: { mcpReq: { ...(isModern && { envelope: meta as never }), requestState: () => undefined as never } },
  };
}

const messageFields = ["jsonrpc", "id", "method", "params"];
const callFields = ["name", "arguments", "_meta"];
const listFields = ["_meta"];
const envelopeFields: readonly string[] = Object.values(metaKeys);
const clientFields = ["name", "version", "title"];
/** Capabilities of clients, with their fields. Their values must be objects, except the flag of `roots`. */
const capabilityFields = new Map([
  ["roots", ["listChanged"]],
  ["sampling", ["context", "tools"]],
  ["elicitation", ["form", "url"]],
]);

function hasOnly(value: Record<string, unknown>, fields: readonly string[]): boolean {
  for (const field in value) if (!fields.includes(field)) return false;
  return true;
}

function isModernRequest(headers: Headers, method: string, name: unknown, meta: Record<string, unknown>): boolean {
  return (
    headers.get("mcp-protocol-version") === currentRevision &&
    headers.get("mcp-method") === method &&
    (name === null || headers.get("mcp-name") === name) &&
    hasOnly(meta, envelopeFields) &&
    meta[metaKeys.protocolVersion] === currentRevision &&
    isUsualClient(meta[metaKeys.clientInfo]) &&
    areUsualCapabilities(meta[metaKeys.clientCapabilities])
  );
}

function isOlderRequest(headers: Headers, meta: Record<string, unknown>): boolean {
  const revision = headers.get("mcp-protocol-version");
  const isKnown = revision === null || (olderRevisions as readonly string[]).includes(revision);
  return isKnown && !headers.has("mcp-method") && !headers.has("mcp-name") && hasOnly(meta, []);
}

function isUsualClient(info: unknown): boolean {
  if (info === undefined) return true;
  if (!isRecord(info) || !hasOnly(info, clientFields)) return false;
  const { name, version, title = "" } = info;
  return typeof name === "string" && typeof version === "string" && typeof title === "string";
}

function areUsualCapabilities(capabilities: unknown): boolean {
  if (!isRecord(capabilities)) return false;
  return Object.entries(capabilities).every(([name, capability]) => {
    const fields = capabilityFields.get(name);
    if (!fields || !isRecord(capability) || !hasOnly(capability, fields)) return false;
    return Object.values(capability).every((field) =>
      name === "roots" ? typeof field === "boolean" : isRecord(field) && hasOnly(field, []),
    );
  });
}

/** Writes the answer to a direct request as the protocol library does. `result` is JSON. */
export function directResponse({ id, isStream }: DirectRequest, result: string): Response {
  const message = `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  return isStream
    ? new Response(`event: message\ndata: ${message}\n\n`, { headers: streamHeaders })
    : new Response(message, { headers: { "Content-Type": "application/json" } });
}

const streamHeaders = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  Connection: "keep-alive",
  "X-Accel-Buffering": "no",
};
