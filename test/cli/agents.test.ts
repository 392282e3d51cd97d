/** Runs the examples of docs/agents.md word for word where possible, and parses its client files as those clients do. */
import { describe, expect, test } from "bun:test";
import { readSettings } from "#agents/bridge/settings.ts";
import { emptyFolder, run, start } from "../support/home/program.ts";
import { programLines, readExample, runExample, splitArguments } from "../support/source/doc-pages.ts";

const example = (name: string) => readExample("docs/agents.md", name);

test("The examples in docs/agents.md create, use and revoke an API key", async () => {
  const server = await start(["serve"]);
  const here = { cwd: server.cwd };
  await run(["household", "create", "--name", "Home", "--time-zone", "Europe/Berlin", "--owner", "Anna"], here);
  const password = "a long one that nobody guesses";
  expect((await run(["member", "set-password", "--member", "Anna"], { ...here, stdin: password })).code).toBe(0);
  const [create = []] = programLines(example("create-key"));
  const made = await run(create, here);
  expect(made.code).toBe(0);
  expect(made.out).toMatch(/^fam_live_\w{36}\n$/);
  const key = made.out.trim();

  const cwd = emptyFolder();
  const paste = async (name: string) => {
    const { out, err, code } = await runExample(example(name), { BASE: server.url, KEY: key, PASSWORD: password }, cwd);
    expect({ err, code }).toEqual({ err: "", code: 0 });
    expect(out).not.toContain('"error"');
    return out;
  };
  const worked = await paste("agent");
  const [tools = "", added = ""] = worked.split("\n");
  expect(JSON.parse(tools).result.tools.map(({ name }: any) => name)).toContain("create_tasks");
  expect(JSON.parse(added).result.content[0].text).toStartWith("Added: “Water the plants” · Anna · due ");
  const feed = JSON.parse(worked.slice(worked.lastIndexOf('{"entries"')));
  expect(feed.entries.map(({ actor, summary }: any) => [actor.name, actor.agentName, summary])).toEqual([
    ["Claude", "My script", "added “Feed the cat” for Anna"],
    ["Claude", "My script", expect.stringMatching(/^added “Water the plants” for Anna, due Fri 4 Dec( 2026)?$/)],
  ]);
  // The same request again adds nothing.
  expect(JSON.parse((await paste("agent")).split("\n")[1]!).result.content[0].text).toStartWith("Added before");

  const undone = await paste("take-back");
  expect(undone).toContain('"summary":"undid: added “Feed the cat” for Anna"');
  const left = await fetch(`${server.url}/v1/tasks`, { headers: { Authorization: `Bearer ${key}` } });
  expect(((await left.json()) as any).tasks.map(({ label }: any) => label)).toEqual(["Water the plants"]);

  const [list = [], revoke = []] = programLines(example("revoke-key"));
  const keys = await run(list, here);
  const id = keys.out.slice(0, 36);
  expect(keys.out).toContain("  Claude  (");
  expect((await run(revoke.with(-1, id), here)).code).toBe(0);
  const refused = await fetch(`${server.url}/v1/tasks`, { headers: { Authorization: `Bearer ${key}` } });
  expect(refused.status).toBe(401);
  await server.stop();
});

describe("the clients' files", () => {
  const address = "http://localhost:4100/mcp";
  const headers = (key: string, agent: string) => ({ Authorization: `Bearer ${key}`, "X-Agent-Name": agent });

  test("The example files in docs/agents.md match what Cursor and VS Code read", () => {
    expect(JSON.parse(example("cursor"))).toEqual({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
      mcpServers: { inglenook: { url: address, headers: headers("${env:INGLENOOK_KEY}", "Cursor") } },
    });
    const { inputs, servers } = JSON.parse(example("vs-code"));
    expect(servers.inglenook).toEqual({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
      ...{ type: "http", url: address, headers: headers("${input:inglenook-key}", "VS Code") },
    });
    expect(inputs).toMatchObject([{ type: "promptString", id: "inglenook-key", password: true }]);
  });

  test("The example for Claude Code in docs/agents.md has the options with several values at the end", () => {
    const line = example("claude-code").trim();
    expect(readExample("README.md", "agent")).toBe(`${example("create-key")}${line}\n`);
    const given = splitArguments(line.replace("claude mcp add ", ""));
    expect(given.slice(0, 4)).toEqual(["--transport", "http", "inglenook", address]);
    expect(given.slice(4)).toEqual([
      "--header",
      "Authorization: Bearer fam_live_…",
      "--header",
      "X-Agent-Name: Claude Code",
    ]);
  });

  test("The example file in docs/agents.md that starts the bridge sets the bridge's variables", () => {
    const { command, args, env } = JSON.parse(example("bridge")).mcpServers.household;
    expect([command, ...args]).toEqual(["inglenook", "bridge"]);
    expect(env.SERVICE_API_KEY).toBe("fam_live_…");
    const key = `fam_live_${"a".repeat(36)}`;
    const expected = { endpoint: "http://192.168.1.20:4100/mcp", key };
    expect(readSettings({ ...env, SERVICE_API_KEY: key })).toMatchObject(expected);
  });
});
