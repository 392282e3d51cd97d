/** Real clients, over real HTTP: the SDK of the line before (1.x), and the present one in each of its three ways. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createApp } from "../../src/app.ts";
import { household, serverInProcess, testDeps } from "../support/home.ts";

const deps = testDeps();
const app = createApp(deps);
let url: URL;
let home: Awaited<ReturnType<typeof household>>;

beforeAll(async () => {
  home = await household({ server: { ...serverInProcess(), db: deps.db, handle: (request) => app.handle(request) } });
  app.listen({ port: 0, hostname: "127.0.0.1" });
  url = new URL(`http://127.0.0.1:${app.server?.port}/mcp`);
});

afterAll(() => app.stop(true));

const info = { name: "Test client", version: "1.0.0" };
const withKey = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

/** What both lines' clients have in common, as far as we use it. */
type AnyClient = {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<any>;
  readResource(params: { uri: string }): Promise<any>;
  listResourceTemplates(): Promise<any>;
  complete(params: any): Promise<any>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
};

async function connect1(key: string): Promise<AnyClient> {
  const client = new Client1(info);
  await client.connect(new Transport1(url, withKey(key)) as never);
  return client as unknown as AnyClient;
}

async function connect2(
  key: string,
  mode: "legacy" | "auto" | { pin: string },
  agree?: () => object,
): Promise<AnyClient> {
  const capabilities = agree ? { elicitation: { form: {} } } : {};
  const client = new Client2(info, { capabilities, versionNegotiation: { mode } });
  if (agree) client.setRequestHandler("elicitation/create", agree as never);
  await client.connect(new Transport2(url, withKey(key)));
  return client as unknown as AnyClient;
}

const modern = { pin: "2026-07-28" };

describe.each([
  ["the 1.x client", connect1, "MCP agent"],
  ["the 2.x client as an older one", (key: string) => connect2(key, "legacy"), "MCP agent"],
  ["the 2.x client as a present one", (key: string) => connect2(key, modern), "Test client"],
  ["the 2.x client left to find out", (key: string) => connect2(key, "auto"), "Test client"],
])("%s", (_, connect, agentName) => {
  test("connects, lists, calls, is refused and reads, its own checks of every answer included", async () => {
    const client = await connect(home.key.key);
    expect(client.getInstructions()).toContain("household");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("create_task");
    const label = `By ${agentName} ${crypto.randomUUID()}`;
    const added = await client.callTool({ name: "create_task", arguments: { label, member: "Ben", due: "tomorrow" } });
    expect(added.structuredContent).toMatchObject({ label, member: "Ben", completed: false });
    expect(home.entries()[0]).toMatchObject({ id: added.structuredContent.activityId, actor: { agentName } });
    const listed = await client.callTool({ name: "list_tasks", arguments: { member: "Ben" } });
    expect(listed.structuredContent.tasks.map((task: any) => task.label)).toContain(label);
    const refused = await client.callTool({ name: "create_task", arguments: { label, member: "Zoe" } });
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toBe("member: no such member: “Zoe”");
    await expect(client.callTool({ name: "explode", arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
    await expect(client.readResource({ uri: "household://attic" })).rejects.toThrow();
    const { taskId } = { taskId: added.structuredContent.id };
    const unconfirmed = await client.callTool({ name: "delete_task", arguments: { taskId } });
    expect(unconfirmed.content[0].text).toStartWith("confirm: must be true");
    const deleted = await client.callTool({ name: "delete_task", arguments: { taskId, confirm: true } });
    expect(deleted.structuredContent.deleted).toBe(true);
    await client.close();
  });

  test("is refused with a key that is none, without being led to any OAuth", async () => {
    await expect(connect("fam_live_nobody")).rejects.toThrow(/401|Unauthorized|Invalid API key/);
  });
});

describe("the 2.x client that can ask its person", () => {
  test.each([
    [{ action: "accept", content: { confirm: true } }, true],
    [{ action: "decline" }, false],
  ])("asks before a delete; answered %j it is done: %p", async (answer, isDone) => {
    const client = await connect2(home.key.key, modern, () => answer);
    const { structuredContent: task } = await client.callTool({
      name: "create_task",
      arguments: { label: "x", member: "Anna" },
    });
    const result = await client.callTool({ name: "delete_task", arguments: { taskId: task.id } });
    expect(result.structuredContent?.deleted ?? false).toBe(isDone);
    await client.close();
  });
});
