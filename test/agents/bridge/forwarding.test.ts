/** Messages that the bridge forwards in both directions, over real standard input and output. */
import { describe, expect, test } from "bun:test";
import { key, programs, result, serverThat, startBridge, stream } from "../../support/mcp/bridge.ts";

const versionKey = "io.modelcontextprotocol/protocolVersion";
const modern = (method: string, params: object = {}, id: unknown = 1) => ({
  ...{ jsonrpc: "2.0", id, method },
  params: { ...params, _meta: { [versionKey]: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} } },
});
const legacy = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params });

describe.each(programs)("%s", (_, program) => {
  test("The MCP bridge forwards every input line unchanged, byte for byte, to /mcp", async () => {
    const server = serverThat((request) => result(request));
    const bridge = startBridge(program, server.url);
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"a","params":{"n":12345678901234567890.10,"n":1e400}}',
      '  { "id" : "x\\u00e9é🐸\u2028" ,\t"method":"b", "jsonrpc":"2.0" }  ',
      JSON.stringify(modern("tools/list", {}, 3)),
    ];
    for (const line of lines) {
      await bridge.send(`${line}\n`);
      await bridge.next();
    }
    expect(server.seen.map(({ bytes }) => bytes.toString())).toEqual(lines);
    expect(server.seen.map(({ path }) => path)).toEqual(["/mcp", "/mcp", "/mcp"]);
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
  });

  test("The MCP bridge keeps a path before /v1 in the server's address, and encodes the agent's name", async () => {
    const server = serverThat((request) => result(request));
    const bridge = startBridge(program, server.url.replace("/v1", "/home/family/v1//"), {
      SERVICE_AGENT_NAME: "Küchen-Bot 🐸",
    });
    await bridge.send(legacy("ping"));
    await bridge.next();
    expect(server.seen[0]!.path).toBe("/home/family/mcp");
    expect(server.seen[0]!.headers.get("X-Agent-Name")).toBe("UTF-8''K%C3%BCchen-Bot%20%F0%9F%90%B8");
  });

  test("The MCP bridge sends the configured toolsets with each request", async () => {
    const server = serverThat((request) => result(request));
    const bridge = startBridge(program, server.url, { SERVICE_TOOLSETS: "lists, structured" });
    await bridge.send(modern("tools/list"), legacy("tools/list", {}, 2));
    await bridge.next();
    await bridge.next();
    expect(server.seen.map(({ headers }) => headers.get("X-MCP-Toolsets"))).toEqual(Array(2).fill("lists, structured"));
  });

  test("The MCP bridge sends the API key and agent's name, but no protocol version before initialize", async () => {
    const server = serverThat((request) => result(request));
    const bridge = startBridge(program, server.url);
    await bridge.send(legacy("tools/call", { name: "list_tasks" }));
    await bridge.next();
    expect(Object.fromEntries(server.seen[0]!.headers)).toMatchObject({
      authorization: `Bearer ${key}`,
      "x-agent-name": "MCP agent",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    });
    for (const name of ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "X-MCP-Toolsets", "Cookie"]) {
      expect(server.seen[0]!.headers.has(name)).toBe(false);
    }
  });

  test("The MCP bridge delays requests until initialize returns, and then sends the agreed version", async () => {
    const greeted = Promise.withResolvers<void>();
    const server = serverThat(async (request) => {
      if (request.body.method !== "initialize") return result(request);
      await greeted.promise;
      return result(request, { protocolVersion: "2025-06-18", capabilities: {} });
    });
    const bridge = startBridge(program, server.url);
    await bridge.send(
      legacy("initialize", { protocolVersion: "2025-11-25" }),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      legacy("tools/list", {}, 2),
      [legacy("ping", {}, 3)],
    );
    await bridge.hasTakenAll();
    while (server.seen.length === 0) await Bun.sleep(5);
    await Bun.sleep(50);
    expect(server.seen.map(({ body }) => body.method)).toEqual(["initialize"]);
    greeted.resolve();
    expect(await bridge.read()).toMatchObject({ id: 1, result: { protocolVersion: "2025-06-18" } });
    await bridge.next();
    await bridge.end();
    expect(server.seen.length).toBe(4);
    for (const { body, headers } of server.seen) {
      const version = body.method === "initialize" ? null : "2025-06-18";
      expect({ body, version: headers.get("MCP-Protocol-Version") }).toEqual({ body, version });
    }
  });

  test("The MCP bridge sends no protocol version if initialize fails, until a later initialize succeeds", async () => {
    const server = serverThat((request) => {
      if (request.body.method !== "initialize") return result(request);
      if (request.body.id === 1)
        return Response.json({ error: "subscription_required", statusCode: 403 }, { status: 403 });
      return stream([
        `data: ${JSON.stringify({ jsonrpc: "2.0", id: 3, result: { protocolVersion: "2025-11-25" } })}\n\n`,
      ]);
    });
    const bridge = startBridge(program, server.url);
    await bridge.send(legacy("initialize", {}, 1), legacy("ping", {}, 2));
    expect((await bridge.read()).error.message).toBe("subscription_required");
    await bridge.next();
    await bridge.send(legacy("initialize", {}, 3), legacy("ping", {}, 4));
    expect((await bridge.read()).id).toBe(3);
    await bridge.next();
    expect(server.seen.map(({ headers }) => headers.get("MCP-Protocol-Version"))).toEqual([
      null,
      null,
      null,
      "2025-11-25",
    ]);
  });

  test("The MCP bridge copies method and name of a message of the current MCP version into headers", async () => {
    const server = serverThat((request) => result(request));
    const bridge = startBridge(program, server.url);
    const messages: [Record<string, unknown>, string | null, string | null][] = [
      [modern("tools/call", { name: "create_event" }), "tools/call", "create_event"],
      [modern("prompts/get", { name: "plan_week" }), "prompts/get", "plan_week"],
      [modern("resources/read", { uri: "household://today" }), "resources/read", "household://today"],
      [
        modern("resources/read", { uri: "household://list/é" }),
        "resources/read",
        "=?base64?aG91c2Vob2xkOi8vbGlzdC/DqQ==?=",
      ],
      [modern("tools/call", { name: " a\nb " }), "tools/call", "=?base64?IGEKYiA=?="],
      [modern("tools/call", { name: "=?base64?YQ==?=" }), "tools/call", "=?base64?PT9iYXNlNjQ/WVE9PT89?="],
      [modern("tools/call", { name: 7 }), "tools/call", null],
      [modern("tools/list", { name: "x" }), "tools/list", null],
      [modern("constructor", { name: "x" }), "constructor", null],
      [modern("a\nb"), null, null],
      [modern("initialize"), "initialize", null],
      [{ ...modern("notifications/x"), id: undefined }, "notifications/x", null],
    ];
    for (const [message] of messages) {
      await bridge.send(message);
      if (message.id !== undefined) await bridge.next();
    }
    await bridge.end();
    expect(server.seen.map(({ headers, body }) => [body, headers.get("Mcp-Method"), headers.get("Mcp-Name")])).toEqual(
      messages.map(([message, ...names]) => [JSON.parse(JSON.stringify(message)), ...names]),
    );
    const versions = server.seen.map(({ headers }) => headers.get("MCP-Protocol-Version"));
    expect(new Set(versions)).toEqual(new Set(["2026-07-28"]));
  });

  test("The MCP bridge keeps a message's own protocol version despite the version of initialize", async () => {
    const server = serverThat((request) =>
      result(request, request.body.method === "initialize" ? { protocolVersion: "2025-11-25" } : {}),
    );
    const bridge = startBridge(program, server.url);
    for (const each of [legacy("initialize"), modern("server/discover", {}, 2), legacy("ping", {}, 3)]) {
      await bridge.send(each);
      await bridge.next();
    }
    const versions = server.seen.map(({ headers }) => headers.get("MCP-Protocol-Version"));
    expect(versions).toEqual([null, "2026-07-28", "2025-11-25"]);
  });

  test("The MCP bridge writes a JSON response as one line without any further change", async () => {
    const text =
      '\ufeff{\r\n "jsonrpc": "2.0",\n\t"id": 1,\r "result": {"big": 12345678901234567890, "s": "a\\nb é\u2028"}\n}\n';
    const server = serverThat(
      () => new Response(text, { headers: { "Content-Type": "application/json; charset=utf-8" } }),
    );
    const bridge = startBridge(program, server.url);
    await bridge.send(legacy("ping"));
    expect(await bridge.next()).toBe(
      '{  "jsonrpc": "2.0", \t"id": 1,  "result": {"big": 12345678901234567890, "s": "a\\nb é\u2028"} }',
    );
  });

  test("The MCP bridge writes each message of an event stream as one line without delay", async () => {
    const last = Promise.withResolvers<void>();
    const text =
      '\ufeff: hello\r\n\r\nid: 7\r\nretry: 10\r\ndata:\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0",\r\n' +
      'data: "method":"notifications/progress",\ndata:"params":{"message":"é🐸"}}\r\n\r\n' +
      'event: other\ndata: {"no":1}\n\ndata\r\rdata: {"jsonrpc":"2.0","method":"notifications/message"}\r\r';
    const bytes = new TextEncoder().encode(text);
    const server = serverThat(() =>
      stream(
        (async function* () {
          for (let start = 0; start < bytes.length; start += 3) yield bytes.slice(start, start + 3);
          await last.promise;
          yield 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n';
        })(),
      ),
    );
    const bridge = startBridge(program, server.url);
    await bridge.send(legacy("tools/call"));
    expect(await bridge.next()).toBe(
      '{"jsonrpc":"2.0", "method":"notifications/progress", "params":{"message":"é🐸"}}',
    );
    expect(await bridge.read()).toEqual({ jsonrpc: "2.0", method: "notifications/message" });
    last.resolve();
    expect(await bridge.read()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect((await bridge.end()).rest).toEqual([]);
  });

  test("The MCP bridge sends a batch unchanged, and writes the responses together or singly, as received", async () => {
    const answers = [2, 1].map((id) => ({ jsonrpc: "2.0", id, result: {} }));
    const server = serverThat(({ body }) =>
      body[0].method === "array"
        ? Response.json(answers)
        : stream(answers.map((each) => `data: ${JSON.stringify(each)}\n\n`)),
    );
    const bridge = startBridge(program, server.url);
    const batch = (method: string) => [legacy(method, {}, 1), legacy(method, {}, 2), { jsonrpc: "2.0", method: "n" }];
    await bridge.send(batch("array"));
    expect(await bridge.read()).toEqual(answers);
    await bridge.send(batch("stream"));
    expect([await bridge.read(), await bridge.read()]).toEqual(answers);
    expect(server.seen.map(({ body }) => body)).toEqual([batch("array"), batch("stream")]);
  });

  test("The MCP bridge writes nothing for notifications and for the client's responses", async () => {
    const server = serverThat(({ body }) => {
      if (body.method === "refused")
        return Response.json({ error: "API key expired", statusCode: 401 }, { status: 401 });
      if (body.method === "wrong") return Response.json({ jsonrpc: "2.0", id: null, error: {} }, { status: 400 });
      return body.method === "odd"
        ? Response.json({ jsonrpc: "2.0", id: 9, result: {} })
        : new Response(null, { status: 202 });
    });
    const bridge = startBridge(program, server.url);
    const messages = [
      ...["fine", "odd", "refused", "wrong"].map((method) => ({ jsonrpc: "2.0", method })),
      { jsonrpc: "2.0", id: 5, result: {} },
      [{ jsonrpc: "2.0", method: "fine" }],
    ];
    await bridge.send(...messages);
    const { rest, code, err } = await bridge.end();
    expect({ rest, code }).toEqual({ rest: [], code: 0 });
    expect(server.seen.length).toBe(messages.length);
    expect(err.trim().split("\n").sort()).toEqual([
      "inglenook: API key expired",
      "inglenook: The server refused a notification (400).",
    ]);
  });

  test("The MCP bridge forwards requests of the server to the client, and sends the responses back", async () => {
    const answered = Promise.withResolvers<void>();
    const server = serverThat(({ body }) => {
      if (body.result) answered.resolve();
      if (body.result) return new Response(null, { status: 202 });
      return stream(
        (async function* () {
          yield 'data: {"jsonrpc":"2.0","id":1,"method":"roots/list"}\n\n';
          await answered.promise;
          yield 'data: {"jsonrpc":"2.0","id":1,"result":{"done":true}}\n\n';
        })(),
      );
    });
    const bridge = startBridge(program, server.url);
    await bridge.send(legacy("tools/call"));
    expect(await bridge.read()).toMatchObject({ method: "roots/list" });
    await bridge.send({ jsonrpc: "2.0", id: 1, result: { roots: [] } });
    expect(await bridge.read()).toMatchObject({ result: { done: true } });
  });
});
