/**
 * Usual requests for `tools/list` and `tools/call` are answered without the protocol library, and exactly as it answers
 * them. A progress token, which changes no answer, sends the same request through the library.
 */
import { describe, expect, test } from "bun:test";
import { readDirect } from "#agents/mcp/protocol/direct.ts";
import { mcpHome, modern } from "../../support/mcp/mcp.ts";

const keys = { version: "io.modelcontextprotocol/protocolVersion", info: "io.modelcontextprotocol/clientInfo" };
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
const envelope = { [keys.version]: modern, [capabilitiesKey]: {} };

type Sent = { readonly headers: Record<string, string>; readonly params: Record<string, unknown> };

/** Returns a request of the current version of the protocol. */
const current = (method: string, params: Record<string, unknown>, meta: object = {}): Sent => ({
  headers: {
    "MCP-Protocol-Version": modern,
    "Mcp-Method": method,
    ...(params.name === undefined ? {} : { "Mcp-Name": String(params.name) }),
  },
  params: { ...params, _meta: { ...envelope, ...meta } },
});
const older = (_: string, params: Record<string, unknown>): Sent => ({ headers: {}, params });
const dated = (_: string, params: Record<string, unknown>): Sent => ({
  headers: { "MCP-Protocol-Version": "2025-06-18" },
  params,
});

const calls: [string, string, Record<string, unknown>][] = [
  ["the list of tools", "tools/list", {}],
  ["a read", "tools/call", { name: "list_tasks", arguments: {} }],
  ["a read without arguments", "tools/call", { name: "get_today" }],
  ["a write", "tools/call", { name: "create_tasks", arguments: { tasks: [{ label: "Ünïcode 😀", member: "Ben" }] } }],
  ["a refused call", "tools/call", { name: "create_tasks", arguments: { tasks: [{ label: "x", member: "Zoe" }] } }],
  ["an unconfirmed delete", "tools/call", { name: "delete_list", arguments: { list: "Nowhere" } }],
  ["an unknown tool", "tools/call", { name: "explode", arguments: {} }],
];
const accepted = ["application/json", "application/json, text/event-stream"];
const eras = [
  ["current", current],
  ["older", older],
  ["older, dated", dated],
] as const;

const request = (headers: Record<string, string>) => new Request("http://localhost/mcp", { method: "POST", headers });

describe.each(eras)("in the %s version of the protocol", (_, present) => {
  test.each(calls)("The answer to %s equals the answer of the protocol library", async (name, method, params) => {
    const home = await mcpHome();
    for (const accept of accepted) {
      for (const id of [1, "a\u2028“b”"]) {
        const { headers, params: sent } = present(method, params);
        const Accept = { Accept: accept };
        const message = { jsonrpc: "2.0", id, method, params: sent };
        const meta = { ...(sent._meta as object), progressToken: 7 };
        const through = { ...message, params: { ...sent, _meta: meta } };
        expect(readDirect(request({ ...headers, ...Accept }), message)).not.toBeNull();
        expect(readDirect(request({ ...headers, ...Accept }), through)).toBeNull();
        const [direct, library] = [message, through].map((body) =>
          home.call("POST", "/mcp", { body, headers: { ...headers, ...Accept } }),
        );
        expect(withoutRunningParts(await direct!, name)).toEqual(withoutRunningParts(await library!, name));
      }
    }
  });
});

/** Removes what differs between two requests: numbers of requests, limits, and ids of new records. */
function withoutRunningParts(
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
  name: string,
) {
  const kept = [...headers].filter(([header]) => !/^(ratelimit|x-request-id)$/.test(header));
  const stream = typeof body === "string" ? /^event: message\ndata: (.*)\n\n$/s.exec(body)?.[1] : undefined;
  const text = stream ?? JSON.stringify(body);
  const message = JSON.parse(name === "a write" ? text.replaceAll(/\b[\da-f]{5,}\b/g, "…") : text);
  return { status, headers: kept, isStream: stream !== undefined, message };
}

describe("a request that needs the checks of the protocol library", () => {
  const list = { name: "list_tasks", arguments: {} };
  const good = current("tools/call", list);
  const call = (params: object, headers: object = {}, more: object = {}) =>
    readDirect(request({ ...good.headers, ...headers }), {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...good.params, ...params } },
      ...more,
    });

  test("A usual call of a client that names itself and its capabilities needs no check", () => {
    const info = { [keys.info]: { name: "Test", version: "1" }, [capabilitiesKey]: { roots: { listChanged: true } } };
    expect(call({ _meta: { ...envelope, ...info } })?.canAsk).toBe(false);
    expect(call({ _meta: { ...envelope, [capabilitiesKey]: { elicitation: { form: {} } } } })?.canAsk).toBe(true);
  });

  test.each<[string, object, object?, object?]>([
    ["another version", { _meta: { ...envelope, [keys.version]: "2099-01-01" } }],
    ["a version that is no text", { _meta: { ...envelope, [keys.version]: 5 } }],
    ["no capabilities", { _meta: { [keys.version]: modern } }],
    ["a wrong capability", { _meta: { ...envelope, [capabilitiesKey]: { roots: { listChanged: "yes" } } } }],
    ["an unknown capability", { _meta: { ...envelope, [capabilitiesKey]: { levitation: {} } } }],
    ["a client without a version", { _meta: { ...envelope, [keys.info]: { name: "x" } } }],
    ["an answer of a person", { inputResponses: {} }],
    ["a state", { requestState: "x" }],
    ["arguments that are a list", { arguments: [] }],
    ["another tool in the header", {}, { "Mcp-Name": "get_today" }],
    ["another method in the header", {}, { "Mcp-Method": "tools/list" }],
    ["an older version in the header", {}, { "MCP-Protocol-Version": "2025-11-25" }],
    ["a fraction as id", {}, {}, { id: 1.5 }],
    ["no id", {}, {}, { id: undefined }],
    ["JSON-RPC 1.0", {}, {}, { jsonrpc: "1.0" }],
    ["an unknown field", {}, {}, { extra: true }],
    ["another method", {}, {}, { method: "ping" }],
  ])("A request with %s goes through the protocol library", (_, params, headers = {}, more = {}) => {
    expect(call(params, headers, more)).toBeNull();
  });
});
