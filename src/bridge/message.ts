/** What the bridge must know of a JSON-RPC message to send it on; the message itself stays as it is. */

/** Of a request; null answers what has no id of its own (JSON-RPC 2.0 §5). */
export type Id = string | number | null;

/** One line of standard input. */
export type Message = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isBatch: boolean;
  /** What wants an answer, in order; none for notifications and for answers of the client. */
  readonly ids: readonly Id[];
  /** True for the legacy handshake, whose answer names the version of what follows. */
  readonly isInitialize: boolean;
  /** The request that this message gives up; undefined: none. */
  readonly cancels: Id | undefined;
  /** What the modern era (2026-07-28) says in headers too; null for a message of the legacy era. */
  readonly headers: Readonly<Record<string, string>> | null;
};

type Fields = Readonly<Record<string, unknown>>;

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** Whose name `Mcp-Name` repeats, as the protocol and its extension for tasks list them. */
const nameFields: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** Reads a line; null where it is no JSON, or no UTF-8. */
export function readMessage(bytes: Uint8Array<ArrayBuffer>): Message | null {
  const value = parse(bytes);
  if (value === undefined) return null;
  const isBatch = Array.isArray(value);
  const one = isBatch ? {} : fieldsOf(value);
  const params = fieldsOf(one.params);
  const version = fieldsOf(params._meta)[versionKey];
  const isModern = typeof version === "string";
  return {
    bytes,
    isBatch,
    ids: Array.isArray(value) && value.length > 0 ? value.flatMap(idOf) : idOf(value),
    isInitialize: one.method === "initialize" && !isModern,
    cancels: one.method === "notifications/cancelled" && isId(params.requestId) ? params.requestId : undefined,
    headers: isModern ? headersOf(version, one.method, params) : null,
  };
}

/** The fields of a JSON object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** True for text that a header carries unchanged. */
export function isHeaderSafe(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** A list, so that it can be empty. Nonsense is answered too, else its sender would wait for ever. */
function idOf(value: unknown): Id[] {
  const { id, method, ...rest } = fieldsOf(value);
  if (typeof method === "string") return id === undefined ? [] : [isId(id) ? id : null];
  if ("result" in rest || "error" in rest) return [];
  return [isId(id) ? id : null];
}

/** A header that could not repeat its text is left out: the server then names it. */
function headersOf(version: string, method: unknown, params: Fields): Record<string, string> {
  const field = typeof method === "string" && Object.hasOwn(nameFields, method) ? nameFields[method] : undefined;
  const name = field === undefined ? undefined : params[field];
  return {
    ...(isHeaderSafe(version) && { "MCP-Protocol-Version": version }),
    ...(isHeaderSafe(method) && { "Mcp-Method": method }),
    ...(typeof name === "string" && { "Mcp-Name": encodeName(name) }),
  };
}

/** As it is, or `=?base64?…?=` of its UTF-8 where a header could not carry it or it looks like that itself (SEP-2243). */
function encodeName(name: string): string {
  if (isHeaderSafe(name) && !/^=\?base64\?.*\?=$/.test(name)) return name;
  return `=?base64?${btoa(Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join(""))}?=`;
}
