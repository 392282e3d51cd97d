/** Pages for agents: the skills of the MCP server, the skill for the REST API, `/llms.txt`, and the server's icon. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { skills } from "#agents/mcp/skills.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

const names = ["school-letter", "away", "week-plan", "tidy-list"];
const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } };
const toolNames = [...catalogue.byName.keys()];

describe("the skills of the MCP server", () => {
  test("The current MCP version lists the skills with frontmatter, digest and size, and the same for every key", async () => {
    const { ask, createKey } = await mcpHome();
    const { capabilities } = (await ask("server/discover")).result;
    expect(capabilities.extensions).toEqual({ "io.modelcontextprotocol/skills": {} });
    const { result } = await ask("skills/list");
    expect(result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
    expect(result.skills.map(({ frontmatter }: any) => frontmatter.name)).toEqual(names);
    const { key } = createKey({ scopes: ["tasks.read"] });
    expect((await ask("skills/list", {}, { key })).result.skills).toEqual(result.skills);
    for (const skill of result.skills) {
      const got = await ask("skills/get", { uri: skill.uri });
      expect(got.result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public", skill });
      const read = (await ask("resources/read", { uri: skill.uri }, { key })).result;
      expect(read).toMatchObject({ cacheScope: "public", contents: [{ uri: skill.uri, mimeType: "text/markdown" }] });
      const [{ text }] = read.contents;
      const digest = `sha256:${new Bun.CryptoHasher("sha256").update(text).digest("hex")}`;
      expect(skill.resources).toEqual([{ uri: skill.uri, digest, size: Buffer.byteLength(text) }]);
      const [, head = ""] = text.split("---\n");
      expect(Bun.YAML.parse(head)).toEqual(skill.frontmatter);
      expect(skill.uri).toBe(`skill://${skill.frontmatter.name}/SKILL.md`);
    }
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["skills/get", { uri: "skill://tidy-list" }, "Skill not found"],
    ["skills/get", { uri: "household://today" }, "Skill not found"],
    ["skills/get", { uri: 5 }, "skills/get: uri must be text"],
    ["skills/get", {}, "skills/get: uri must be text"],
    ["skills/list", { cursor: "2" }, "skills/list: cursor is unknown: leave it out, since the list has one page"],
  ])("The request %s with %j is refused with the reason", async (method, params, message) => {
    const { ask } = await mcpHome();
    expect((await ask(method, params)).error).toMatchObject({ code: -32_602, message });
  });

  test("Older MCP clients read the skills as resources, and have no methods for skills", async () => {
    const { ask, askOld } = await mcpHome();
    expect((await askOld("initialize", hello)).result.capabilities).not.toHaveProperty("extensions");
    expect((await askOld("skills/list")).error.code).toBe(-32_601);
    const { resources } = (await askOld("resources/list")).result;
    const listed = resources.filter(({ uri }: any) => uri.startsWith("skill://"));
    expect(listed.map(({ name }: any) => name)).toEqual(names);
    for (const { uri, description, size } of listed) {
      const { contents, ...more } = (await askOld("resources/read", { uri })).result;
      expect([
        contents[0].text.includes(JSON.stringify(description)),
        Buffer.byteLength(contents[0].text),
        more,
      ]).toEqual([true, size, {}]);
    }
    expect(JSON.stringify((await ask("resources/list")).result)).not.toContain("skill://");
  });

  test.each(skills.map(({ entry, text }) => [entry.frontmatter.name, text] as const))(
    "The skill %s is one page, names only existing tools, and contains the steps of the prompt",
    async (name, text) => {
      const lines = text.split("\n");
      expect(lines.length).toBeLessThanOrEqual(50);
      for (const word of text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []) expect(toolNames).toContain(word);
      const prompt = catalogue.prompts.find(({ listed }) => listed.name === promptOf[name]);
      if (!prompt) return;
      const { ask } = await mcpHome();
      const { result } = await ask("prompts/get", { name: prompt.listed.name, arguments: { ...inputs[name] } });
      const steps = lines.filter((line) => /^\d\. /.test(line)).join("\n");
      expect(result.messages[0].content.text).toContain(steps);
    },
  );
});

/** Prompt with the workflow of each skill, and the arguments that it requires. */
const promptOf: Record<string, string> = {
  "school-letter": "school_letter",
  away: "away",
  "week-plan": "plan_week",
  "tidy-list": "tidy_list",
};
const inputs: Record<string, Record<string, string>> = {
  "tidy-list": { list: "Groceries" },
  away: { when: "tomorrow" },
};

describe("pages for agents that use REST", () => {
  const operationsIn = (text: string) =>
    [...text.matchAll(/`(GET|POST|PATCH|DELETE) (\/v1\/[^?`\s]*)/g)].map(([, method = "", path = ""]) => [
      method,
      path,
    ]);

  test("The skill for the REST API names only operations, tags and parameters that exist", async () => {
    const { get } = await mcpHome();
    const { status, body: text } = await get("/SKILL.md", { key: null });
    expect([status, text.split("\n")[1]]).toEqual([200, "name: inglenook"]);
    const { paths, tags } = (await get("/openapi.json", { key: null })).body;
    const operations = operationsIn(text);
    expect(operations.length).toBeGreaterThan(6);
    for (const [method = "", path = ""] of operations)
      expect({ path, methods: Object.keys(paths[path] ?? {}) }).toEqual({
        path,
        methods: expect.arrayContaining([method.toLowerCase()]),
      });
    expect(text.replaceAll("\n", " ")).toContain(`${listed(tags.map(({ name }: any) => name))}.`);
    for (const [, path = "", query = ""] of text.matchAll(/`GET (\/v1\/\w+)\?([^`]*)`/g)) {
      const { status } = await get(`${path}?${query}`);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
  });

  test("The file llms.txt has at most 40 lines, and each of its links leads to a page of the server", async () => {
    const { get } = await mcpHome();
    const { status, body: text, headers } = await get("/llms.txt", { key: null });
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    expect(text).toStartWith("# Inglenook\n\n> ");
    const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) {
      const { status } = await get(link, { key: null });
      expect({ link, status }).toEqual({ link, status: link === "/mcp" ? 401 : 200 });
    }
    for (const { entry } of skills) expect(text).toContain(entry.uri);
  });

  const listed = (all: string[]) => `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
});

test("The MCP server names its icons when a client asks who it is, in no other answer, and in the server card", async () => {
  const { ask, askOld, get } = await mcpHome();
  const { icons } = (await get("/mcp/server-card", { key: null })).body;
  expect(icons.map(({ src }: any) => new URL(src).pathname)).toEqual(["/icons/icon-192.png", "/icons/icon.svg"]);
  expect((await askOld("initialize", hello)).result.serverInfo.icons).toEqual(icons);
  const infoOf = ({ result }: any) => result._meta["io.modelcontextprotocol/serverInfo"];
  expect(infoOf(await ask("server/discover")).icons).toEqual(icons);
  expect(infoOf(await ask("prompts/list"))).not.toHaveProperty("icons");
});
