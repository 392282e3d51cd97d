/**
 * Real clients over real HTTP: the previous SDK (1.x), and the current SDK in its three modes. `test/conformance/programs.ts`
 * has the protocol's inspector and mcp-remote.
 */
import { describe, expect, test } from "bun:test";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { household } from "../../support/home/home.ts";
import { listeningServer } from "../../support/home/live.ts";
import { tail } from "../../support/mcp/mcp.ts";

const server = listeningServer();
const home = await household({ server });
const url = new URL(`${server.origin}/mcp`);

const info = { name: "Test client", version: "1.0.0" };
const structured = { "X-MCP-Toolsets": "structured" };
const withKey = (key: string, more: Record<string, string> = structured) => ({
  requestInit: { headers: { Authorization: `Bearer ${key}`, ...more } },
});

/** The methods that both SDKs share and these tests use. */
type AnyClient = {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<any>;
  readResource(params: { uri: string }): Promise<any>;
  listResourceTemplates(): Promise<any>;
  complete(params: any): Promise<any>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
};

async function connect1(key: string, more?: Record<string, string>): Promise<AnyClient> {
  const client = new Client1(info);
  await client.connect(new Transport1(url, withKey(key, more)) as never);
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
  ["the 2.x client in legacy mode", (key: string) => connect2(key, "legacy"), "MCP agent"],
  ["the 2.x client in modern mode", (key: string) => connect2(key, modern), "Test client"],
  ["the 2.x client in auto mode", (key: string) => connect2(key, "auto"), "Test client"],
])("%s", (_, connect, agentName) => {
  test("An official MCP client connects, calls tools, gets refusals, and validates every response", async () => {
    const client = await connect(home.key.key);
    expect(client.getInstructions()).toContain("household");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("create_tasks");
    const label = `By ${agentName} ${crypto.randomUUID()}`;
    const added = await client.callTool({
      name: "create_tasks",
      arguments: { tasks: [{ label, member: "Ben", due: "tomorrow" }] },
    });
    expect(added.structuredContent.tasks).toMatchObject([{ label, member: "Ben", completed: false }]);
    expect(home.entries()[0]?.id).toEndWith(added.structuredContent.activityId);
    expect(home.entries()[0]?.actor).toMatchObject({ agentName });
    const listed = await client.callTool({ name: "list_tasks", arguments: { member: "Ben" } });
    expect(listed.structuredContent.tasks.map((task: any) => task.label)).toContain(label);
    const refused = await client.callTool({ name: "create_tasks", arguments: { tasks: [{ label, member: "Zoe" }] } });
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toBe("tasks[0].member: no such member: “Zoe”");
    await expect(client.callTool({ name: "explode", arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
    await expect(client.readResource({ uri: "household://attic" })).rejects.toThrow();
    const { taskId } = { taskId: added.structuredContent.tasks[0].id };
    const unconfirmed = await client.callTool({ name: "delete_tasks", arguments: { taskIds: [taskId] } });
    expect(unconfirmed.content[0].text).toStartWith("confirm: must be true");
    const deleted = await client.callTool({ name: "delete_tasks", arguments: { taskIds: [taskId], confirm: true } });
    expect(deleted.structuredContent.deleted).toEqual([taskId]);
    await client.close();
  });

  test("An MCP client with an unknown API key is refused, and is not offered an OAuth sign-in", async () => {
    await expect(connect("fam_live_nobody")).rejects.toThrow(/401|Unauthorized|Invalid API key/);
  });
});

test("An MCP client gets only text if it does not ask for structured results", async () => {
  const client = await connect1(home.key.key, {});
  for (const tool of (await client.listTools()).tools) expect(tool).not.toHaveProperty("outputSchema");
  const listed = await client.callTool({ name: "list_members", arguments: {} });
  expect(listed.content[0].text).toContain(`- Ben (adult) · id ${tail(home.members.ben.id)}`);
  expect(listed).not.toHaveProperty("structuredContent");
  await client.close();
});

describe("the 2.x client with elicitation", () => {
  test.each([
    [{ action: "accept", content: { confirm: true } }, true],
    [{ action: "decline" }, false],
  ])(
    "The MCP client 2.x with elicitation asks the person before a delete: answer %j, deleted: %p",
    async (answer, isDone) => {
      const client = await connect2(home.key.key, modern, () => answer);
      const { structuredContent } = await client.callTool({
        name: "create_tasks",
        arguments: { tasks: [{ label: "x", member: "Anna" }] },
      });
      const result = await client.callTool({
        name: "delete_tasks",
        arguments: { taskIds: [structuredContent.tasks[0].id] },
      });
      expect(result.structuredContent?.deleted?.length ?? 0).toBe(Number(isDone));
      await client.close();
    },
  );
});

describe("the 2.x client with elicitation, which sends confirm: true for a list", () => {
  test.each([
    [{ action: "accept", content: { confirm: true } }, true],
    [{ action: "cancel" }, false],
  ])(
    "The MCP client 2.x asks before it deletes a list, even with confirm: true: answer %j, deleted: %p",
    async (answer, isDone) => {
      const questions: string[] = [];
      const client = await connect2(home.key.key, modern, ((asked: any) => {
        questions.push(asked.params.message);
        return answer;
      }) as () => object);
      const name = `List ${crypto.randomUUID()}`;
      await client.callTool({ name: "create_list", arguments: { name } });
      const result = await client.callTool({ name: "delete_list", arguments: { list: name, confirm: true } });
      expect(questions).toEqual([`Really delete the list “${name}” with 0 items?`]);
      expect(result.isError ?? false).toBe(!isDone);
      await client.close();
    },
  );
});
