/** Id of a JSON-RPC message. Null if the sender's id cannot be read (JSON-RPC 2.0 §5). */
export type Id = string | number | null;

export type Message = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isBatch: boolean;
  readonly ids: readonly Id[];
  /** Whether this is an `initialize` request. Only clients with an MCP version before 2026-07-28 send this request. */
  readonly isInitialize: boolean;
  readonly cancels: Id | undefined;
  /** Protocol headers that repeat parts of the message. Null for clients with an MCP version before 2026-07-28. */
  readonly headers: Readonly<Record<string, string>> | null;
};

type Fields = Readonly<Record<string, unknown>>;

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** Names of parameters, by method. The header `Mcp-Name` repeats the value of this parameter. */
const nameFields: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** Parses a message. Returns null if the bytes are not JSON in UTF-8. */
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

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

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

/** Returns the id of a message that needs a response, otherwise nothing. Invalid messages need a response too. */
function idOf(value: unknown): Id[] {
  const { id, method, ...rest } = fieldsOf(value);
  if (typeof method === "string") return id === undefined ? [] : [isId(id) ? id : null];
  if ("result" in rest || "error" in rest) return [];
  return [isId(id) ? id : null];
}

/** Returns the protocol headers. Omits values that a header cannot contain: the server reports what is missing. */
function headersOf(version: string, method: unknown, params: Fields): Record<string, string> {
  const field = typeof method === "string" && Object.hasOwn(nameFields, method) ? nameFields[method] : undefined;
  const name = field === undefined ? undefined : params[field];
  return {
    ...(isHeaderSafe(version) && { "MCP-Protocol-Version": version }),
    ...(isHeaderSafe(method) && { "Mcp-Method": method }),
    ...(typeof name === "string" && { "Mcp-Name": encodeName(name) }),
  };
}

/** Encodes a name in Base64 if a header cannot contain it, or if it looks like an encoded name (SEP-2243). */
function encodeName(name: string): string {
  if (isHeaderSafe(name) && !/^=\?base64\?.*\?=$/.test(name)) return name;
  return `=?base64?${btoa(Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join(""))}?=`;
}
