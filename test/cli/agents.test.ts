/** The README's "Connecting agents", word for word, as far as it can be run here; its client files are what those clients read. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, run, start } from "../support/program.ts";

const readme = await Bun.file(join(import.meta.dir, "../../README.md")).text();
const section = /\n## Connecting agents \(MCP\)\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
const block = (name: string) => new RegExp(`\`\`\`\\w+ file=${name}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? "";
/** The lines of a section that are one command of ours. */
const verbs = [...section.matchAll(/^inglenook (.*)$/gm)].map(([, line = ""]) => line);

/** The arguments of a line as a shell has them; no more than quotes are used. */
const argumentsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

test("leads from a key through a script's work to taking it back and ending the key", async () => {
  const server = await start(["serve"]);
  const here = { cwd: server.cwd };
  await run(["household", "create", "--name", "Home", "--time-zone", "Europe/Berlin", "--owner", "Anna"], here);
  const password = "a long one that nobody guesses";
  expect((await run(["member", "set-password", "--member", "Anna"], { ...here, stdin: password })).code).toBe(0);
  const [create = "", list = "", revoke = ""] = verbs;
  const made = await run(argumentsOf(create), here);
  expect(made.code).toBe(0);
  expect(made.out).toMatch(/^fam_live_\w{36}\n$/);
  const key = made.out.trim();

  const cwd = emptyFolder();
  const paste = async (script: string) => {
    expect(script.length).toBeGreaterThan(200);
    writeFileSync(join(cwd, "steps.sh"), script);
    const env = { PATH: process.env.PATH ?? "", BASE: server.url, KEY: key, PASSWORD: password };
    const shell = Bun.spawn(["bash", "-eu", "steps.sh"], { cwd, env, stdout: "pipe", stderr: "pipe" });
    const [out, err] = await Promise.all([shell.stdout.text(), shell.stderr.text()]);
    expect({ err, code: await shell.exited }).toEqual({ err: "", code: 0 });
    expect(out).not.toContain('"error"');
    return out;
  };
  const worked = await paste(block("agent"));
  const [tools = "", added = ""] = worked.split("\n");
  expect(JSON.parse(tools).result.tools.map(({ name }: any) => name)).toContain("create_task");
  expect(JSON.parse(added).result.content[0].text).toStartWith("Added: “Water the plants” · Anna · due ");
  const feed = JSON.parse(worked.slice(worked.lastIndexOf('{"entries"')));
  expect(feed.entries.map(({ actor, summary }: any) => [actor.name, actor.agentName, summary])).toEqual([
    ["Claude", "My script", "added “Feed the cat” for Anna"],
    ["Claude", "My script", "added “Water the plants” for Anna, due Fri 4 Dec"],
  ]);
  // Sent again, nothing is added again.
  expect(JSON.parse((await paste(block("agent"))).split("\n")[1]!).result.content[0].text).toStartWith("Added before");

  const undone = await paste(block("take-back"));
  expect(undone).toContain('"summary":"undid: added “Feed the cat” for Anna"');
  const left = await fetch(`${server.url}/v1/tasks`, { headers: { Authorization: `Bearer ${key}` } });
  expect(((await left.json()) as any).tasks.map(({ label }: any) => label)).toEqual(["Water the plants"]);

  const keys = await run(argumentsOf(list), here);
  const id = keys.out.slice(0, 36);
  expect(keys.out).toContain("  Claude  (");
  expect((await run(argumentsOf(revoke).with(-1, id), here)).code).toBe(0);
  const refused = await fetch(`${server.url}/v1/tasks`, { headers: { Authorization: `Bearer ${key}` } });
  expect(refused.status).toBe(401);
  await server.stop();
}, 20_000);

describe("the files of clients", () => {
  const address = "http://localhost:4100/mcp";
  const headers = (key: string, agent: string) => ({ Authorization: `Bearer ${key}`, "X-Agent-Name": agent });

  test("are as Cursor and VS Code read them, with the key elsewhere", () => {
    expect(JSON.parse(block("cursor"))).toEqual({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
      mcpServers: { inglenook: { url: address, headers: headers("${env:INGLENOOK_KEY}", "Cursor") } },
    });
    const { inputs, servers } = JSON.parse(block("vs-code"));
    expect(servers.inglenook).toEqual({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
      ...{ type: "http", url: address, headers: headers("${input:inglenook-key}", "VS Code") },
    });
    expect(inputs).toMatchObject([{ type: "promptString", id: "inglenook-key", password: true }]);
  });

  test("are written by Claude Code from a line in which options that take several values come last", () => {
    const line = /^claude mcp add (.*)$/m.exec(section)?.[1] ?? "";
    const given = argumentsOf(line);
    expect(given.slice(0, 4)).toEqual(["--transport", "http", "inglenook", address]);
    expect(given.slice(4)).toEqual([
      "--header",
      "Authorization: Bearer fam_live_…",
      "--header",
      "X-Agent-Name: Claude Code",
    ]);
  });
});
