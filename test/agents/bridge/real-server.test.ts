/**
 * The bridge with the real server, over real standard input and output. The other files here use a server made for tests.
 * Long because it runs each of ten behaviours in both programs and both eras.
 */
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Transport2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { bareEnvironment, fetchJson, householdFolderWithKey, run, start } from "../../support/home/program.ts";
import { programs, startBridge } from "../../support/mcp/bridge.ts";

/** Settings that switch off the rate limit: only one test counts tokens, and it starts its own server. */
const unlimited = { RATE_LIMIT_BURST: "1000000", RATE_LIMIT_PER_MINUTE: "1000000" };

type Served = Awaited<ReturnType<typeof start>>;

/** Starts a server with a household that the command line created. */
async function served(env: Record<string, string> = unlimited) {
  const { cwd, key } = await householdFolderWithKey();
  const server = await start(["serve"], { cwd, env });
  const json = async (...args: string[]) => {
    const { out, err, code } = await run([...args, "--json"], { cwd: server.cwd });
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
  };
  const createKey = (scopes = "all"): Promise<{ id: string; key: string }> =>
    json("key", "create", "--name", "Bridge", "--scopes", scopes);
  return { server, url: `${addressOf(server)}/v1`, json, createKey, key: key.key };
}

/** Address of the server as a number, because Node and Bun differ in which address of a name they try first. */
const addressOf = ({ url }: Served) => url.replace("localhost", "127.0.0.1");

let home: Awaited<ReturnType<typeof served>>;
beforeAll(async () => {
  home = await served();
});

const feed = async (limit = 1) => {
  const { body } = await fetchJson(`${home.url}/activity?limit=${limit}`, home.key);
  return body.entries as { id: string; summary: string; actor: { kind: string; agentName: string } }[];
};

const legacy = (id: unknown, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });
const modern = (id: unknown, method: string, params: object = {}, capabilities: object = {}) => ({
  ...{ jsonrpc: "2.0", id, method },
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    },
  },
});
type Ask = (id: unknown, method: string, params?: object) => { id: unknown; params: object };
const add = (id: unknown, label: string, of: Ask = modern) =>
  of(id, "tools/call", { name: "create_tasks", arguments: { tasks: [{ label, member: "Anna" }] } });
const hello = legacy("hello", "initialize", {
  ...{ protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "Old", version: "1" } },
});
const textsOf = ({ result }: any): string[] => result.content.map(({ text }: any) => text);

/** Makes a key expire now. */
function expire(id: string) {
  const db = new Database(join(home.server.cwd, "data/inglenook.db"));
  db.run("PRAGMA busy_timeout = 2000");
  db.run("UPDATE api_key SET expires_at = ? WHERE id = ?", [new Date(Date.now() - 1_000).toISOString(), id]);
  db.close();
}

/**
 * Locks the database until the returned function is called, so the server answers nothing. The server waits for at most
 * the busy timeout of its database.
 */
function held() {
  const db = new Database(join(home.server.cwd, "data/inglenook.db"));
  db.run("PRAGMA busy_timeout = 2000");
  db.run("BEGIN IMMEDIATE");
  return () => {
    db.run("ROLLBACK");
    db.close();
  };
}

describe.each(programs)("%s", (_, program) => {
  const bridgeOf = (env: Record<string, string> = {}) =>
    startBridge(program, home.url, { SERVICE_API_KEY: home.key, SERVICE_TOOLSETS: "structured", ...env });

  test("The MCP bridge returns the server's error if the configured path does not exist on the server", async () => {
    const elsewhere = `${addressOf(home.server)}/elsewhere`;
    const answer = await fetch(`${elsewhere}/mcp`, { method: "POST", body: "{}" });
    const { error, statusCode } = (await answer.json()) as { error: string; statusCode: number };
    const bridge = startBridge(program, `${elsewhere}/v1`);
    await bridge.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await bridge.read()).toEqual({
      ...{ jsonrpc: "2.0", id: 1 },
      error: { code: -32000, message: error, data: { statusCode } },
    });
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
  });

  test("The MCP bridge returns responses in the current MCP version character for character", async () => {
    const bridge = bridgeOf({ SERVICE_TOOLSETS: "" });
    const asked = [
      ...["server/discover", "tools/list", "prompts/list", "resources/templates/list"].map((each) => modern(1, each)),
      modern(2, "tools/call", { name: "list_members", arguments: {} }),
      modern(3, "tools/call", { name: "explode", arguments: {} }),
      modern(4, "no/such"),
      { ...modern(5, "tools/list"), params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" } } },
    ];
    for (const message of asked) {
      const { method, params } = message as any;
      const response = await fetch(home.url.replace("/v1", "/mcp"), {
        method: "POST",
        headers: {
          Authorization: `Bearer ${home.key}`,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "MCP-Protocol-Version": params._meta["io.modelcontextprotocol/protocolVersion"],
          "Mcp-Method": method,
          ...(params.name && { "Mcp-Name": params.name }),
        },
        body: JSON.stringify(message),
      });
      await bridge.send(message);
      expect(await bridge.next()).toBe(await response.text());
    }
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
  });

  test("The MCP bridge agrees on an older protocol version, and keeps using that version", async () => {
    const bridge = bridgeOf();
    await bridge.send(hello);
    expect((await bridge.read()).result).toMatchObject({
      protocolVersion: "2025-11-25",
      serverInfo: { name: "inglenook" },
    });
    await bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" }, legacy(1, "tools/list"));
    const names = (await bridge.read()).result.tools.map(({ name }: any) => name);
    await bridge.send(modern(2, "tools/list"));
    expect((await bridge.read()).result.tools.map(({ name }: any) => name)).toEqual(names);
    await bridge.send(add("three", "Water the plants", legacy));
    const added = await bridge.read();
    expect(added).toMatchObject({
      id: "three",
      result: { structuredContent: { tasks: [{ label: "Water the plants" }] } },
    });
    expect((await feed())[0]!.id).toEndWith(added.result.structuredContent.activityId);
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
  });

  test.each([
    [{}, "MCP agent"],
    [{ SERVICE_AGENT_NAME: "Robot (mark 2)" }, "Robot (mark 2)"],
    [{ SERVICE_AGENT_NAME: " Küchen-Bot 🐸 " }, "Küchen-Bot 🐸"],
    [{ SERVICE_AGENT_NAME: "UTF-8''x%" }, "UTF-8''x%"],
  ])("The MCP bridge with the variables %j sends an agent name: the activity feed shows %s", async (env, agentName) => {
    const bridge = bridgeOf(env as Record<string, string>);
    for (const of of [modern, legacy]) {
      await bridge.send(add(1, "Feed the cat", of));
      const { structuredContent } = (await bridge.read()).result;
      const [entry] = await feed();
      expect(entry!.id).toEndWith(structuredContent.activityId);
      expect(entry).toMatchObject({
        summary: "added “Feed the cat” for Anna",
        actor: { kind: "api_key", agentName },
      });
    }
  });

  test.each([
    ["revoked", "Invalid API key"],
    ["unknown", "Invalid API key"],
    ["expired", "API key expired"],
  ])(
    "The MCP bridge returns the server's error for an API key that is %s: %s",
    async (how, message) => {
      const { id, key } = await home.createKey();
      const bridge = bridgeOf({ SERVICE_API_KEY: how === "unknown" ? `${key.slice(0, -1)}-` : key });
      if (how === "revoked") {
        await bridge.send(modern(0, "tools/list"));
        expect((await bridge.read()).result.tools.length).toBeGreaterThan(0);
        await home.json("key", "revoke", id);
      }
      if (how === "expired") expire(id);
      for (const asked of [modern(1, "tools/list"), hello, add(2, "x", legacy)]) {
        await bridge.send(asked);
        const error = { code: -32000, message, data: { statusCode: 401 } };
        expect(await bridge.read()).toEqual({ jsonrpc: "2.0", id: asked.id, error });
      }
      expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
    },
    20_000,
  );

  test("The MCP bridge forwards refusals because of scope, plan and rate limit unchanged", async () => {
    const { key } = await home.createKey("tasks.read");
    const reader = bridgeOf({ SERVICE_API_KEY: key });
    await reader.send(add(1, "x"));
    const missing = await reader.read();
    expect(missing.result.isError).toBe(true);
    expect(textsOf(missing)[0]).toBe("Missing scope: tasks.write");

    const own = await served({ RATE_LIMIT_BURST: "4", RATE_LIMIT_PER_MINUTE: "1" });
    const bridge = startBridge(program, own.url, { SERVICE_API_KEY: own.key });
    await own.json("plan", "set", "--plan", "base");
    await bridge.send(modern(1, "tools/list"));
    expect((await bridge.read()).result.tools.length).toBeGreaterThan(0);
    await bridge.send(add(2, "x"));
    expect(textsOf(await bridge.read())[0]).toBe("api_plan_required");
    await own.json("plan", "set", "--plan", "none");
    await bridge.send(add(3, "x", legacy));
    expect(textsOf(await bridge.read())[0]).toBe("subscription_required");
    await own.json("plan", "set", "--plan", "api");
    await bridge.send(add(4, "x"));
    expect((await bridge.read()).result.isError).toBeUndefined();
    await bridge.send(add(5, "x"));
    expect(textsOf(await bridge.read())).toEqual(["Rate limit exceeded", expect.stringMatching(/^Wait \d+ seconds/)]);
    await bridge.send(modern(6, "tools/list"));
    expect(await bridge.read()).toEqual({
      ...{ jsonrpc: "2.0", id: 6 },
      error: { code: -32000, message: expect.stringMatching(/^Rate limit exceeded\. Wait \d+ seconds, then/) },
    });
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
    await own.server.stop();
  });

  test("The MCP bridge sends 100 requests concurrently, and the server executes each request once", async () => {
    const bridge = bridgeOf();
    const run = crypto.randomUUID();
    await bridge.send(...Array.from({ length: 100 }, (_, id) => add(id, `${run} ${id}`, id % 2 ? legacy : modern)));
    const answers = await Promise.all(Array.from({ length: 100 }, () => bridge.read()));
    expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, id) => id));
    for (const { id, result } of answers) expect(result.structuredContent.tasks[0].label).toBe(`${run} ${id}`);
    const { body } = await fetchJson(`${home.url}/tasks`, home.key);
    expect(body.tasks.filter(({ label }: any) => label.startsWith(run)).length).toBe(100);
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
  });

  test("The MCP bridge never answers a cancelled request, and goes on with other requests", async () => {
    const bridge = bridgeOf();
    const letGo = held();
    await bridge.send(add(1, "Never mind"), add("1", "Go on"));
    await bridge.hasTakenAll();
    await bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await bridge.hasTakenAll();
    letGo();
    expect(await bridge.read()).toMatchObject({
      id: "1",
      result: { structuredContent: { tasks: [{ label: "Go on" }] } },
    });
    await bridge.send(modern(2, "tools/list"));
    expect((await bridge.read()).id).toBe(2);
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
  });

  test("The MCP bridge waits for the response of a slow server even after the end of the input", async () => {
    const bridge = bridgeOf();
    const run = crypto.randomUUID();
    const letGo = held();
    await bridge.send(add(1, `${run} 1`), add(2, `${run} 2`, legacy));
    await bridge.endInput();
    expect(bridge.child.exitCode).toBe(null);
    letGo();
    const { rest, code, err } = await bridge.end();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const labels = rest.map((line) => JSON.parse(line).result.structuredContent.tasks[0].label);
    expect(labels.toSorted()).toEqual([`${run} 1`, `${run} 2`]);
  });

  test("The MCP bridge reports that the server is down, and works again when the server is back", async () => {
    const own = await served();
    const bridge = startBridge(program, own.url, { SERVICE_API_KEY: own.key, SERVICE_TOOLSETS: "structured" });
    await bridge.send(add(1, "Before"));
    expect((await bridge.read()).result.structuredContent.tasks[0].label).toBe("Before");
    await own.server.stop();
    await bridge.send(add(2, "Meanwhile"));
    const { error } = await bridge.read();
    expect(error.message).toStartWith(`The server at ${addressOf(own.server)} cannot be reached`);
    const back = await start(["serve"], { cwd: own.server.cwd, env: { PORT: new URL(own.url).port } });
    await bridge.send(modern(3, "tools/call", { name: "list_tasks", arguments: {} }));
    expect((await bridge.read()).result.structuredContent.tasks.map(({ label }: any) => label)).toEqual(["Before"]);
    expect((await bridge.end()).code).toBe(0);
    await back.stop();
  });

  test("The MCP bridge forwards the server's question to the client, and sends the answer back", async () => {
    const bridge = bridgeOf();
    await bridge.send(add(1, "Old tyres"));
    const { id: taskId } = (await bridge.read()).result.structuredContent.tasks[0];
    const canAsk = { elicitation: { form: {} } };
    const call = { name: "delete_tasks", arguments: { taskIds: [taskId] } };
    await bridge.send(modern(2, "tools/call", call, canAsk));
    const asked = (await bridge.read()).result;
    expect(asked.inputRequests.confirm.params.message).toBe("Really delete the task “Old tyres”?");
    const inputResponses = { confirm: { action: "accept", content: { confirm: true } } };
    await bridge.send(modern(3, "tools/call", { ...call, inputResponses, requestState: asked.requestState }, canAsk));
    expect((await bridge.read()).result.structuredContent.deleted).toEqual([taskId]);
  });

  test("The MCP bridge asks whether to delete a list, even if the call has confirm: true", async () => {
    const bridge = bridgeOf();
    const canAsk = { elicitation: { form: {} } };
    const use = (id: number, tool: string, input: object, more = {}) =>
      bridge.send(modern(id, "tools/call", { name: tool, arguments: input, ...more }, canAsk));
    const list = `List ${crypto.randomUUID()}`;
    await use(1, "create_list", { name: list });
    await bridge.read();
    const input = { list, confirm: true };
    await use(2, "delete_list", input);
    const { inputRequests, requestState } = (await bridge.read()).result;
    expect(inputRequests.confirm.params.message).toBe(`Really delete the list “${list}” with 0 items?`);
    const answered = (answer: object) => ({ requestState, inputResponses: { confirm: answer } });
    await use(3, "delete_list", input, answered({ action: "decline" }));
    expect(textsOf(await bridge.read())[0]).toStartWith("Not confirmed: did not delete the list");
    await use(4, "delete_list", input, answered({ action: "accept", content: { confirm: true } }));
    expect(textsOf(await bridge.read())[0]).toStartWith(`Deleted the list “${list}”`);
  });

  describe("with real clients", () => {
    const [command = "", ...args] = program;
    const started = () => ({
      ...{ command, args, stderr: "pipe" as const },
      env: { ...bareEnvironment, SERVICE_API_URL: home.url, SERVICE_API_KEY: home.key, SERVICE_AGENT_NAME: "Desk" },
    });
    const info = { name: "Test client", version: "1.0.0" };

    test.each([
      ["the 1.x client", new Client1(info), () => new Transport1(started())],
      ...(["legacy", "auto", { pin: "2026-07-28" }] as const).map(
        (mode) =>
          [
            `the 2.x client, ${JSON.stringify(mode)}`,
            new Client2(info, { versionNegotiation: { mode } }),
            () => new Transport2(started()),
          ] as const,
      ),
    ] as const)(
      "An MCP client calls a tool through the bridge, and the bridge exits with the client: %s",
      async (_, client: any, transport) => {
        await client.connect(transport());
        const { tools } = await client.listTools();
        expect(tools.map(({ name }: any) => name)).toContain("create_tasks");
        const label = crypto.randomUUID();
        const input = { tasks: [{ label, member: "Anna" }] };
        const added = await client.callTool({ name: "create_tasks", arguments: input });
        expect(added.content[0].text).toContain(`“${label}” · Anna · `);
        expect(added).not.toHaveProperty("structuredContent");
        expect((await feed())[0]!.actor.agentName).toBe("Desk");
        const pid = client.transport.pid as number;
        expect(pid).toBeNumber();
        await client.close();
        expect(() => process.kill(pid, 0)).toThrow();
      },
    );
  });
});
