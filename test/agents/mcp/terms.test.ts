/** Refusals by plan, rate limit and expiry. These tests move the clock or change settings. */
import { describe, expect, test } from "bun:test";
import { listApiKeys } from "#accounts/api-keys/store.ts";
import { catalogue, createCatalogue } from "#agents/mcp/catalogue.ts";
import { tool } from "#agents/mcp/tool.ts";
import { closed } from "#lib/wire.ts";
import { createApp } from "#server/app.ts";
import { household, refusal, serverInProcess, testDeps } from "../../support/home/home.ts";
import { mcpHome, namesOf, withMcpClient } from "../../support/mcp/mcp.ts";

const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "Old", version: "1" } };

describe("a household whose plan excludes the API", () => {
  test.each([
    [{ plan: "base", planEndsAt: null, trialEndsAt: null } as const, "api_plan_required"],
    [{ plan: "none", planEndsAt: null, trialEndsAt: null } as const, "subscription_required"],
  ])("A household whose plan excludes the API can list the tools, but cannot call a tool: %j", async (plan, text) => {
    const { ask, askOld, use, entries, members } = await mcpHome({ plan });
    const before = entries().length;
    expect((await askOld("initialize", hello)).result.protocolVersion).toBe("2025-11-25");
    expect((await ask("server/discover")).result.supportedVersions).toEqual(["2026-07-28"]);
    expect(namesOf(await ask("tools/list"))).toContain("create_tasks");
    expect((await ask("prompts/list")).result.prompts).toBeArray();
    const refused = await use("create_tasks", { tasks: [{ label: "x", member: members.anna.id }] });
    expect(refused.isError).toBe(true);
    expect(refused.texts[0]).toBe(text);
    expect(refused.texts[1]).toContain("plan");
    expect((await use("list_members")).texts[0]).toBe(text);
    const old = await askOld("tools/call", { name: "list_members", arguments: {} });
    expect(old.result).toMatchObject({ isError: true, content: [{ text }, {}] });
    const list = { uri: "household://list/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" };
    const read = await ask("resources/read", list);
    expect([read.status, read.error]).toEqual([200, { code: -32_000, message: text }]);
    expect(entries().length).toBe(before);
  });

  test("A household that gets a plan with the API again can use the tools at once", async () => {
    const { use, setPlan } = await mcpHome({ plan: { plan: "none", planEndsAt: null, trialEndsAt: null } });
    expect((await use("list_tasks")).isError).toBe(true);
    setPlan({ plan: "api", planEndsAt: null, trialEndsAt: null });
    expect((await use("list_tasks")).isError).toBeUndefined();
  });

  test("A plan without the API is reported before a missing scope, as in REST", async () => {
    const { use, createKey } = await mcpHome({ plan: { plan: "base", planEndsAt: null, trialEndsAt: null } });
    const { key } = createKey({ scopes: ["lists.read"] });
    expect((await use("list_tasks", {}, { key })).texts[0]).toBe("api_plan_required");
  });
});

describe("the rate limit", () => {
  const few = async (burst: string) =>
    mcpHome({ server: serverInProcess({ RATE_LIMIT_BURST: burst, RATE_LIMIT_PER_MINUTE: "60" }) });

  test("An MCP request costs one token of the rate limit, however many operations the tool runs", async () => {
    const { use, ask, get } = await few("5");
    const created = await use("create_tasks", { tasks: [{ label: "x", member: "Anna", due: "tomorrow" }] });
    expect(created.headers.get("RateLimit")).toBe('"default";r=4;t=1');
    expect(
      (await use("update_tasks", { tasks: [{ taskId: created.data.tasks[0].id, completed: true }] })).headers.get(
        "RateLimit",
      ),
    ).toStartWith('"default";r=3');
    expect((await ask("tools/list")).headers.get("RateLimit")).toStartWith('"default";r=2');
    expect((await get("/v1/tasks")).headers.get("RateLimit")).toStartWith('"default";r=1');
  });

  test("A tool call over the rate limit gets a result that is an error, not a protocol error", async () => {
    const { use, ask, askOld, send, get, clock, entries } = await few("1");
    await use("list_tasks");
    const before = entries().length;
    const { isError, texts } = await use("create_tasks", { tasks: [{ label: "x", member: "Anna" }] });
    expect(isError).toBe(true);
    expect(texts).toEqual(["Rate limit exceeded", "Wait a second, then send the same call again."]);
    const refused = { code: -32_000, message: "Rate limit exceeded. Wait a second, then send it again." };
    for (const method of ["tools/list", "server/discover", "resources/list", "prompts/list"]) {
      const { status, error, headers } = await ask(method);
      expect({ status, error, retry: headers.get("Retry-After") }).toEqual({ status: 200, error: refused, retry: "1" });
    }
    expect((await askOld("initialize", hello)).error).toEqual(refused);
    expect((await send({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
    expect((await get("/v1/tasks")).status).toBe(429);
    expect(entries().length).toBe(before);
    clock.advance(1_000);
    expect((await use("create_tasks", { tasks: [{ label: "x", member: "Anna" }] })).isError).toBeUndefined();
  });

  test("Each message of an MCP batch counts for the rate limit", async () => {
    const { send, get } = await few("5");
    const calls = (count: number) =>
      Array.from({ length: count }, (_, id) => {
        return { jsonrpc: "2.0", id, method: "tools/call", params: { name: "list_members", arguments: {} } };
      });
    const json = { headers: { Accept: "application/json" } };
    const three = await send(calls(3), json);
    expect(three.body.map(({ result }: any) => result.isError ?? false)).toEqual(Array(3).fill(false));
    const more = await send(calls(3), json);
    expect(more.body.map(({ result }: any) => result.content[0].text)).toEqual(Array(3).fill("Rate limit exceeded"));
    expect((await get("/v1/tasks")).status).toBe(429);
  });

  test("A header that claims an internal request does not avoid the rate limit of MCP", async () => {
    const { get, use } = await few("1");
    await use("list_tasks");
    for (const name of ["X-Inside", "X-Client-Address", "X-Inglenook-Inside"]) {
      expect((await get("/v1/tasks", { headers: { [name]: "127.0.0.1" } })).status).toBe(429);
    }
  });

  test("MCP limits requests with wrong API keys for each address as REST does, and with the same error", async () => {
    const { call } = await few("60");
    for (let count = 0; count < 30; count++) await call("POST", "/mcp", { key: "fam_live_nobody", body: {} });
    const { body, status } = await call("POST", "/mcp", { key: "fam_live_nobody", body: {} });
    expect(status).toBe(429);
    expect(body).toEqual(refusal(429, "Rate limit exceeded"));
  });
});

describe("a key", () => {
  test("An API key that is expired or revoked is refused by MCP", async () => {
    const home = await household({ server: serverInProcess() });
    const { ask, call } = withMcpClient(home);
    const expiresAt = new Date(home.clock.now.getTime() + 60_000).toISOString();
    const { key } = home.createKey({ expiresAt });
    expect((await ask("tools/list", {}, { key })).status).toBe(200);
    home.clock.advance(60_000);
    expect((await call("POST", "/mcp", { key, body: {} })).body).toEqual(refusal(401, "API key expired"));
    const other = home.createKey();
    await home.as(home.members.anna).delete(`/v1/api-keys/${other.id}`);
    expect((await call("POST", "/mcp", { key: other.key, body: {} })).body).toEqual(refusal(401, "Invalid API key"));
  });

  test("The list of API keys shows when a key was last used and by which agent", async () => {
    const { ask, work, key } = await mcpHome({ server: serverInProcess() });
    await ask("tools/list", {}, { meta: { "io.modelcontextprotocol/clientInfo": { name: "Planner", version: "1" } } });
    const record = listApiKeys(work()).find(({ id }) => id === key.id);
    expect(record).toMatchObject({ lastAgentName: "Planner", lastUsedAt: expect.any(String) });
  });
});

describe("a confirmation of a delete", () => {
  test("The confirmation of a delete through MCP expires after ten minutes", async () => {
    const { use, ask, clock } = await mcpHome({ server: serverInProcess() });
    const { data } = await use("create_tasks", { tasks: [{ label: "x", member: "Anna" }] });
    const canAsk = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } } };
    const { requestState } = await use("delete_tasks", { taskIds: [data.tasks[0].id] }, canAsk);
    clock.advance(10 * 60_000);
    const params = {
      ...{ name: "delete_tasks", arguments: { taskIds: [data.tasks[0].id] }, requestState },
      inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
    };
    expect((await ask("tools/call", params, canAsk)).error.code).toBe(-32_602);
  });

  test("The confirmation of a delete through MCP is invalid once the record to be deleted is renamed", async () => {
    const { use, ask, get } = await mcpHome();
    const { data } = await use("create_tasks", { tasks: [{ label: "Old letters", member: "Anna" }] });
    const canAsk = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } } };
    const { requestState } = await use("delete_tasks", { taskIds: [data.tasks[0].id] }, canAsk);
    await use("update_tasks", { tasks: [{ taskId: data.tasks[0].id, label: "Passports" }] });
    const params = {
      ...{ name: "delete_tasks", arguments: { taskIds: [data.tasks[0].id] }, requestState },
      inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
    };
    expect((await ask("tools/call", params, canAsk)).error.code).toBe(-32_602);
    expect((await get("/v1/tasks")).body.tasks.length).toBe(1);
  });

  test("An MCP client that supports only URL elicitation is not asked to confirm a delete", async () => {
    const { use } = await mcpHome();
    const { data } = await use("create_tasks", { tasks: [{ label: "x", member: "Anna" }] });
    const pagesOnly = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } } } };
    expect((await use("delete_tasks", { taskIds: [data.tasks[0].id] }, pagesOnly)).texts[0]).toStartWith(
      "confirm: must be true",
    );
  });
});

describe("hosts and origins", () => {
  test("The settings can allow more hosts and origins to use MCP", async () => {
    const env = {
      BASE_URL: "https://home.example",
      ALLOWED_HOSTS: "nas.local, Other.Example",
      CORS_ORIGINS: "https://page.example",
    };
    const { ask } = await mcpHome({ server: serverInProcess(env) });
    const from = async (Host: string, Origin?: string) =>
      (await ask("tools/list", {}, { headers: { Host, ...(Origin ? { Origin } : {}) } })).status;
    for (const host of ["home.example", "home.example:8443", "nas.local:4100", "OTHER.example", "localhost"]) {
      expect([host, await from(host)]).toEqual([host, 200]);
    }
    for (const host of ["page.example", "evil.example", "home.example.evil.example", "user@home.example"]) {
      expect([host, await from(host)]).toEqual([host, 403]);
    }
    for (const origin of ["https://page.example", "https://home.example", "http://nas.local:3000"]) {
      expect([origin, await from("home.example", origin)]).toEqual([origin, 200]);
    }
    expect(await from("home.example", "https://page.example:8443")).toBe(403);
  });

  test("A page of an allowed origin may send a CORS preflight with the headers of MCP", async () => {
    const { call } = await mcpHome({ server: serverInProcess({ CORS_ORIGINS: "https://page.example" }) });
    const headers = { Origin: "https://page.example", "Access-Control-Request-Method": "POST" };
    const answer = await call("OPTIONS", "/mcp", { key: null, headers });
    expect(answer.status).toBe(204);
    for (const name of ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Authorization", "X-MCP-Toolsets"]) {
      expect(answer.headers.get("Access-Control-Allow-Headers")).toContain(name);
    }
  });
});

describe("an internal error", () => {
  test("An internal error in an MCP call is reported, but its cause is written only to the log", async () => {
    const logged: string[] = [];
    const broken = tool({
      ...{ name: "break", title: "Break", group: null, profile: "core", does: "reads", scopes: [], output: null },
      ...{ description: "Breaks", input: closed({}) },
      run: () => {
        throw new Error("the secret cause");
      },
    });
    const log = { request() {}, info() {}, error: (text: string) => logged.push(text), flush() {} };
    const deps = { ...testDeps(), log: log as never };
    const app = createApp(deps, createCatalogue({ ...catalogue, tools: [broken] }));
    const server = { ...serverInProcess(), db: deps.db, handle: (request: Request) => app.handle(request) };
    const { use } = await mcpHome({ server });
    expect((await use("break")).texts).toEqual(["Internal error", "Nothing was changed. Try once more later."]);
    expect(logged.length).toBe(1);
    expect(logged[0]).toContain("the secret cause");
  });
});
