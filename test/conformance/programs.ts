/**
 * A part of `bun run test:conformance`: programs of others over real HTTP, which are too large for the packages that tests
 * need: the protocol's inspector, and mcp-remote, which sends the headers for clients that cannot.
 */
import { describe, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { toolPath } from "../../scripts/tools.ts";
import { household } from "../support/home/home.ts";
import { listeningServer } from "../support/home/live.ts";
import { bareEnvironment, emptyFolder } from "../support/home/program.ts";
import { tail } from "../support/mcp/mcp.ts";

const server = listeningServer();
const home = await household({ server });
const url = new URL(`${server.origin}/mcp`);

/** The runtime of other packages' programs: Node, or Bun if Node is not installed. */
const node = Bun.which("node") ?? process.execPath;

describe("the inspector", () => {
  const program = toolPath("@modelcontextprotocol/inspector/clients/launcher/build/index.js");

  /** Runs the inspector from the command line; returns its decoded output and its exit code. */
  async function inspect(key: string, ...args: string[]) {
    const headers = [`Authorization: Bearer ${key}`, "X-MCP-Toolsets: structured"].flatMap((each) => [
      "--header",
      each,
    ]);
    const child = Bun.spawn([node, program, "--cli", url.href, ...headers, "--format", "json", ...args], {
      cwd: emptyFolder(),
      env: { ...bareEnvironment, HOME: emptyFolder() },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { code, err, result: out === "" ? null : JSON.parse(out).result };
  }

  test.each(["legacy", "modern", "auto"])(
    "lists, calls and gets refusals in the %s era",
    async (era) => {
      const { key } = home.key;
      const listed = await inspect(key, "--protocol-era", era, "--method", "tools/list");
      expect(listed.result.tools.map(({ name }: any) => name)).toEqual(catalogue.entries.map(({ tool }) => tool.name));
      const call = (input: object) =>
        inspect(
          ...([key, "--protocol-era", era, "--method", "tools/call"] as const),
          ...["--tool-name", "create_tasks", "--tool-args-json", JSON.stringify(input)],
        );
      const added = await call({ tasks: [{ label: `Inspected ${era}`, member: "Ben" }] });
      expect(added).toMatchObject({
        code: 0,
        result: { structuredContent: { tasks: [{ label: `Inspected ${era}` }] } },
      });
      expect(home.entries()[0]?.id).toEndWith(added.result.structuredContent.activityId);
      const refused = await call({ tasks: [{ label: "x", member: "Zoe" }] });
      expect(refused.code).toBe(5);
      expect(refused.result.content[0].text).toBe("tasks[0].member: no such member: “Zoe”");
    },
    30_000,
  );

  test.each([
    ["the text alone", "full"],
    ["the structured form", "structured"],
  ])(
    "finds no error and no warning in any tool in strict mode, for %s",
    async (_, toolsets) => {
      const more = ["--header", `X-MCP-Toolsets: ${toolsets}`];
      const { code, err, result } = await inspect(home.key.key, ...more, "--method", "tools/list", "--strict");
      expect(code).toBe(0);
      expect(
        result.tools.every(({ outputSchema }: any) => (outputSchema !== undefined) === (toolsets === "structured")),
      ).toBe(true);
      expect([...err.matchAll(/^\s*(?:Path|Issue): .*$/gm)].map(([line]) => line)).toEqual([]);
      expect(err).not.toMatch(/[1-9]\d* (?:error|warning)/);
    },
    30_000,
  );

  test("The client mcp-remote reports a wrong key in the server's words, and starts no other sign-in", async () => {
    const { code, err } = await inspect("fam_live_nobody", "--method", "tools/list", "--stored-auth-only");
    expect(code).toBe(3);
    expect(err).toContain("Invalid API key");
  });
});

describe("mcp-remote", () => {
  const program = toolPath("mcp-remote/dist/proxy.js");
  const environment = () => ({ ...bareEnvironment, HOME: emptyFolder() });
  const args = (key: string) => [program, url.href, "--header", `Authorization: Bearer ${key}`];

  test("The client mcp-remote finds no OAuth, continues with the key, and forwards all requests", async () => {
    const client = new Client({ name: "Test client", version: "1.0.0" });
    const transport = new StdioClientTransport({
      ...{ command: node, args: args(home.key.key), env: environment(), stderr: "ignore" },
    });
    await client.connect(transport as never);
    expect((await client.listTools()).tools.length).toBe(catalogue.entries.length);
    const { content } = await client.callTool({
      name: "create_tasks",
      arguments: { tasks: [{ label: "From afar", member: "Anna" }] },
    });
    expect((content as any)[0].text).toEndWith(` · activityId ${tail(home.entries()[0]?.id)}`);
    expect(home.entries()[0]?.actor.id).toBe(home.key.id);
    const refused = await client.callTool({ name: "update_tasks", arguments: { tasks: [{ taskId: "x" }] } });
    expect((refused.content as any)[0].text).toBe("tasks[0].taskId: no such task: “x”");
    await client.close();
  });

  test("The client mcp-remote exits if the key is unknown", async () => {
    const child = Bun.spawn([node, ...args("fam_live_nobody")], {
      ...{ cwd: emptyFolder(), env: environment() },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    expect([await child.exited, await child.stdout.text()]).toEqual([1, ""]);
  });
});
