/**
 * MCP client for a server in tests, for the old and the current versions of the protocol. It sends one message at a
 * time.
 */
import { type Home, household } from "../home/home.ts";

/**
 * Response of the server: the HTTP status and headers, and the JSON-RPC message (the last one if the response is a
 * stream).
 */
export type McpResponse = { status: number; headers: Headers; body: any; result: any; error: any };

type RequestOptions = { key?: string | null; headers?: Record<string, string> };

/** Current version of the MCP protocol. */
export const modern = "2026-07-28";

let lastId = 0;

/** Creates a household with an MCP client. */
export async function mcpHome(options: Parameters<typeof household>[0] = {}) {
  return withMcpClient(await household(options));
}

/** Returns functions that send requests of MCP clients to a household. */
export function withMcpClient<To extends Pick<Home, "call">>(home: To) {
  /** Sends an MCP message unchanged. */
  async function send(body: unknown, { key, headers = {} }: RequestOptions = {}): Promise<McpResponse> {
    const {
      status,
      body: answered,
      headers: got,
    } = await home.call("POST", "/mcp", {
      body,
      ...(key === undefined ? {} : { key }),
      headers: { Accept: "application/json, text/event-stream", ...headers },
    });
    const message = typeof answered === "string" ? parseStream(answered) : answered;
    return { status, headers: got, body: message, result: message?.result, error: message?.error };
  }

  /** Sends a request of the current version of the protocol. `meta` is added to the default metadata. */
  function ask(method: string, params: Record<string, unknown> = {}, told: RequestOptions & { meta?: object } = {}) {
    const { meta, ...rest } = told;
    const name = params.name ?? params.uri;
    const headers: Record<string, string> = {
      "MCP-Protocol-Version": modern,
      "Mcp-Method": method,
      ...(typeof name === "string" ? { "Mcp-Name": name } : {}),
      ...rest.headers,
    };
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": modern,
      "io.modelcontextprotocol/clientCapabilities": {},
      ...meta,
    };
    return send({ jsonrpc: "2.0", id: ++lastId, method, params: { ...params, _meta } }, { ...rest, headers });
  }

  /** Sends a request of an older version of the protocol. */
  function askOld(method: string, params: Record<string, unknown> = {}, told: RequestOptions = {}) {
    return send({ jsonrpc: "2.0", id: ++lastId, method, params }, told);
  }

  /**
   * Calls a tool. Returns its result with the texts as `texts` and the structured form as `data`. Both forms have the
   * same text, so `data` leaves it out.
   */
  async function use(
    name: string,
    input: object = {},
    told: RequestOptions & { meta?: object; [param: string]: unknown } = {},
  ) {
    const { key, headers, meta, ...params } = told;
    const given = {
      ...(key === undefined ? {} : { key }),
      headers: { "X-MCP-Toolsets": "structured", ...headers },
      ...(meta ? { meta } : {}),
    };
    const spoken = await ask("tools/call", { name, arguments: input, ...params }, given);
    if (!spoken.result) throw new Error(`${name}: ${spoken.status} ${JSON.stringify(spoken.body)}`);
    const texts = (spoken.result.content ?? []).map(({ text }: { text: string }) => text);
    const { structuredContent } = spoken.result;
    if (structuredContent !== undefined && structuredContent.text !== texts.join("\n"))
      throw new Error(`${name}: the structured form has another text: ${structuredContent.text}`);
    return { ...spoken.result, texts, data: withoutText(structuredContent), headers: spoken.headers };
  }

  return { ...home, send, ask, askOld, use };
}

/** Returns the short id of a record, which is valid if no other record of its kind has the same end. */
export const tail = (id: string | undefined) => (id ?? "").slice(-5);

/** Returns the full id of the only record that a short id names. */
export function whole(records: readonly { readonly id: string }[], short: string): string {
  const [only, another] = records.filter(({ id }) => id.endsWith(short));
  if (!only || another) throw new Error(`${short} names ${only ? "several records" : "no record"}`);
  return only.id;
}

/** Returns the names of the tools in a list of tools. */
export const namesOf = ({ result }: McpResponse): string[] => result.tools.map(({ name }: { name: string }) => name);

function withoutText(structured: any): any {
  if (structured === undefined) return undefined;
  const { text: _, ...data } = structured;
  return data;
}

function parseStream(text: string): any {
  const data = text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice(6));
  return data.length === 0 ? undefined : JSON.parse(data.at(-1) ?? "null");
}
