import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { mcpHome, modern, namesOf } from "../support/mcp/mcp.ts";

const discover = {
  jsonrpc: "2.0",
  id: 1,
  method: "server/discover",
  params: {
    _meta: { "io.modelcontextprotocol/protocolVersion": modern, "io.modelcontextprotocol/clientCapabilities": {} },
  },
};

describe("a request to /mcp", () => {
  test.each([
    [null, {}, "Missing API key"],
    [null, { Authorization: "Basic YTpi" }, "Missing API key"],
    [null, { Authorization: "Bearer" }, "Missing API key"],
    [null, { Authorization: "Device 0123456789" }, "Missing API key"],
    ["fam_live_nobody", {}, "Invalid API key"],
  ])("A request to /mcp is refused with the same error as in the REST API for %j %j", async (key, headers, error) => {
    const { call } = await mcpHome();
    for (const method of ["POST", "GET", "DELETE", "PUT"]) {
      const answer = await call(method, "/mcp", { key, headers, ...(method === "POST" ? { body: discover } : {}) });
      expect(answer.body).toEqual(refusal(401, error));
      const isWrongKey = error === "Invalid API key";
      const challenge = isWrongKey ? `Bearer error="invalid_token", error_description="${error}"` : "Bearer";
      expect(answer.headers.get("WWW-Authenticate")).toBe(challenge);
    }
  });

  test("A request to /mcp cannot use a member's cookie in place of an API key", async () => {
    const { as, members } = await mcpHome();
    expect((await as(members.anna).post("/mcp", discover)).body).toEqual(refusal(401, "Missing API key"));
  });

  test.each(["GET", "DELETE", "PUT", "PATCH"])("A request to /mcp must use POST: %s is refused", async (method) => {
    const { call } = await mcpHome();
    for (const path of ["/mcp", "/mcp/"]) {
      const { body, headers } = await call(method, path);
      expect(body).toEqual(refusal(405, "Method not allowed"));
      expect(headers.get("Allow")).toBe("POST");
    }
  });

  test("A request to /mcp may have a slash at the end of the address, or a query", async () => {
    const { call } = await mcpHome();
    const headers = { Accept: "application/json, text/event-stream" };
    for (const path of ["/mcp", "/mcp/", "/mcp?x=1", "/mcp/?x=1"]) {
      const { status, body } = await call("POST", path, { headers, body: { jsonrpc: "2.0", id: 1, method: "ping" } });
      expect([path, status, body.includes('"result":{}')]).toEqual([path, 200, true]);
    }
    expect((await call("POST", "/mcp/", { key: null, headers, body: discover })).status).toBe(401);
    expect((await call("POST", "/mcp/x", { headers, body: discover })).status).toBe(404);
  });

  test.each(["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])(
    "The server has no OAuth metadata for MCP at %s, and no header links to such metadata",
    async (path) => {
      const { get, call } = await mcpHome();
      for (const at of [
        path,
        path.replace("protected-resource", "authorization-server"),
        "/.well-known/openid-configuration",
      ]) {
        expect((await get(at, { key: null })).body).toEqual(refusal(404, "Not found"));
      }
      const { headers } = await call("POST", "/mcp", { key: null, body: discover });
      expect(headers.get("WWW-Authenticate")).not.toContain("resource_metadata");
    },
  );

  test.each([
    ["evil.example", "Host is not allowed: name it in ALLOWED_HOSTS"],
    ["localhost.evil.example", "Host is not allowed: name it in ALLOWED_HOSTS"],
    ["localhost:4100", null],
    ["127.0.0.1:9", null],
    ["192.168.1.20", null],
    ["[::1]:4100", null],
  ])("A request to /mcp with the Host %s gets the error %j", async (host, error) => {
    const { call } = await mcpHome();
    const { status, body } = await call("POST", "/mcp", { body: discover, headers: { Host: host } });
    if (error) expect(body).toEqual(refusal(403, error));
    else expect(status).toBe(400); // Fails because the version header is missing, but the host is accepted.
  });

  test.each([
    ["http://localhost:6274", true],
    ["http://127.0.0.1", true],
    ["https://evil.example", false],
    ["https://localhost.evil.example", false],
    ["null", false],
    ["chrome-extension://localhost", false],
  ])("A request to /mcp with the Origin %s is accepted: %j", async (origin, passes) => {
    const { ask } = await mcpHome();
    const { status, body } = await ask("server/discover", {}, { headers: { Origin: origin } });
    if (passes) expect(status).toBe(200);
    else expect(body).toEqual(refusal(403, "Origin does not match"));
  });

  test("The MCP server card can be read without an API key, and the MCP catalogue links to the card", async () => {
    const { get } = await mcpHome();
    const { body: catalogue, headers } = await get("/.well-known/mcp/catalog.json", { key: null });
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    const [{ url, type }] = catalogue.entries;
    expect(type).toBe("application/mcp-server-card+json");
    const card = await get(new URL(url).pathname, { key: null });
    expect(card.headers.get("Content-Type")).toBe(type);
    const [remote] = card.body.remotes;
    expect(remote).toMatchObject({ type: "streamable-http", headers: [{ name: "Authorization", isSecret: true }] });
    expect(new URL(remote.url).pathname).toBe("/mcp");
  });
});

describe("the current MCP version", () => {
  test("The current MCP version lists the server's capabilities in server/discover", async () => {
    const { ask } = await mcpHome();
    const { status, headers, result } = await ask("server/discover");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.get("RateLimit-Policy")).toStartWith('"default"');
    expect(result).toMatchObject({
      supportedVersions: [modern],
      resultType: "complete",
      cacheScope: "private",
      ttlMs: expect.any(Number),
      capabilities: { tools: { listChanged: false }, prompts: { listChanged: false }, completions: {} },
    });
    expect(result.instructions.split(/\s+/).length).toBeLessThan(150);
  });

  test.each(["tools/list", "prompts/list", "resources/list", "resources/templates/list"])(
    "The current MCP version returns a cache lifetime and a cache scope for %s",
    async (method) => {
      const { ask } = await mcpHome();
      const { result } = await ask(method);
      expect(result).toMatchObject({ resultType: "complete", ttlMs: expect.any(Number), cacheScope: "private" });
    },
  );

  test.each([
    ["the version's header is missing", { "MCP-Protocol-Version": undefined }],
    ["the version's header is another", { "MCP-Protocol-Version": "2025-11-25" }],
    ["the method's header is missing", { "Mcp-Method": undefined }],
    ["the method's header is another", { "Mcp-Method": "tools/call" }],
  ])(
    "A request of the current MCP version is refused with −32020 if %s",
    async (_, headers: Record<string, string | undefined>) => {
      const { call } = await mcpHome();
      const sent = { "MCP-Protocol-Version": modern, "Mcp-Method": "server/discover", ...headers };
      const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >;
      const { status, body } = await call("POST", "/mcp", { body: discover, headers: given });
      expect(status).toBe(400);
      expect(body).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code: -32_020 } });
    },
  );

  test("A current MCP request is refused with −32020 if the header and the body name different tools", async () => {
    const { ask } = await mcpHome();
    const call = { name: "list_tasks", arguments: {} };
    const { status, error } = await ask("tools/call", call, { headers: { "Mcp-Name": "delete_tasks" } });
    expect([status, error.code]).toEqual([400, -32_020]);
  });

  test("A request of an unsupported MCP version gets the list of supported versions", async () => {
    const { ask } = await mcpHome();
    const version = "2027-01-01";
    const { status, error } = await ask(
      "server/discover",
      {},
      {
        headers: { "MCP-Protocol-Version": version },
        meta: { "io.modelcontextprotocol/protocolVersion": version },
      },
    );
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: -32_022, data: { supported: [modern] } });
  });

  test("The current MCP version returns −32601 for an unknown method, and −32602 for an unknown tool", async () => {
    const { ask } = await mcpHome();
    for (const method of ["tools/explode", "initialize", "subscriptions/listen", "logging/setLevel", "ping"]) {
      const { status, error } = await ask(method);
      expect({ method, status, code: error?.code }).toEqual({ method, status: 404, code: -32_601 });
    }
    const { error } = await ask("tools/call", { name: "explode", arguments: {} });
    expect(error).toEqual({ code: -32_602, message: "Unknown tool: explode" });
  });

  test("The header Mcp-Method alone does not select the current MCP version", async () => {
    const { askOld } = await mcpHome();
    const { status, result } = await askOld("tools/list", {}, { headers: { "Mcp-Method": "tools/list" } });
    expect(status).toBe(200);
    expect(result.resultType).toBeUndefined();
  });

  test("A request with a header of the current MCP version is refused if the body has no version", async () => {
    const { askOld } = await mcpHome();
    const { status, error } = await askOld("tools/list", {}, { headers: { "MCP-Protocol-Version": modern } });
    expect([status, error.code]).toEqual([400, -32_602]);
  });
});

describe("older MCP versions", () => {
  test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])(
    "A client of the older MCP version %s can initialize, ping, and list and call tools",
    async (protocolVersion) => {
      const { askOld, send } = await mcpHome();
      const hello = { protocolVersion, capabilities: {}, clientInfo: { name: "Old", version: "1" } };
      const { status, headers, result } = await askOld("initialize", hello);
      expect(status).toBe(200);
      expect(result).toMatchObject({ protocolVersion, serverInfo: { name: "inglenook" } });
      expect(headers.get("Mcp-Session-Id")).toBeNull();
      expect((await send({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
      const told = { headers: { "MCP-Protocol-Version": protocolVersion } };
      expect(namesOf(await askOld("tools/list", {}, told))).toContain("list_tasks");
      const called = await askOld("tools/call", { name: "list_members", arguments: {} }, told);
      expect(called.result.content[0].text).toContain("- Mia (child)");
      expect(called.result).not.toHaveProperty("structuredContent");
      expect((await askOld("ping", {}, told)).result).toEqual({});
      expect((await askOld("tools/explode", {}, told)).error.code).toBe(-32_601);
      expect((await askOld("tools/call", { name: "explode" }, told)).error.code).toBe(-32_602);
    },
  );

  test.each([modern, "2024-11-05", "2099-01-01", "2025-11-25"])(
    "An initialize request is answered in the MCP version of its body, whatever version its header names: %s",
    async (version) => {
      const { askOld } = await mcpHome();
      const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } };
      for (const Accept of ["application/json", "application/json, text/event-stream"]) {
        const headers = { "MCP-Protocol-Version": version, Accept };
        const { status, result } = await askOld("initialize", hello, { headers });
        expect([status, result?.protocolVersion]).toEqual([200, "2025-11-25"]);
        const { error } = await askOld("initialize", {}, { headers });
        expect(error.message).toStartWith("initialize: params must have protocolVersion");
      }
    },
  );

  test("Older MCP versions respond in plain JSON if the client does not accept an event stream", async () => {
    const { askOld } = await mcpHome();
    for (const Accept of ["application/json", "*/*"]) {
      const { headers, result } = await askOld("tools/list", {}, { headers: { Accept } });
      expect(headers.get("Content-Type")).toStartWith("application/json");
      expect(result.tools.length).toBeGreaterThan(3);
    }
  });

  test("Older MCP versions accept several messages in a batch, and refuse a batch of a hundred", async () => {
    const { send } = await mcpHome();
    const several = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping", params: {} }));
    const { status, body } = await send(several(3), { headers: { Accept: "application/json" } });
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: number }) => id).sort()).toEqual([0, 1, 2]);
    expect((await send(several(100))).error).toMatchObject({ code: -32_600 });
  });
});

describe("a malformed body of a request to /mcp", () => {
  test.each([
    ["{", {}, 400, -32_700],
    ["", {}, 400, -32_700],
    ["{}", { "Content-Type": "text/plain" }, 415, -32_000],
    [`"${"x".repeat(1_048_576)}"`, {}, 413, -32_000],
    ["null", {}, 400, -32_600],
    ['"tools/list"', {}, 400, -32_600],
    ["[]", {}, 400, -32_600],
    ['{"jsonrpc":"1.0","id":null,"method":"tools/list"}', {}, 400, -32_600],
  ])(
    "A malformed body of a request to /mcp, such as %p, is refused with a JSON-RPC error",
    async (raw, headers, status, code) => {
      const { call } = await mcpHome();
      const answer = await call("POST", "/mcp", { raw, headers: { "Content-Type": "application/json", ...headers } });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
    },
  );
});
