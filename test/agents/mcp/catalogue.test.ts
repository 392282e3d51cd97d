/** Requirements for every tool. The tests read the catalogue, so they also cover new tools. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { catalogue, findMissingScope } from "#agents/mcp/catalogue.ts";
import { instructionsFor, isInToolset, readToolset } from "#agents/mcp/protocol/visible-tools.ts";
import { groups, profiles } from "#agents/mcp/tool.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";
import { designed, toolNames } from "../../support/mcp/tools.ts";

/**
 * Limits in tokens. `inAll` and `oneTool` count name, description and input schema; `outputs` counts output schemas;
 * `sent` counts the whole list of tools, as it is sent.
 */
const most = { inAll: 7_200, inCore: 3_600, oneTool: 460, outputs: 4_000, sent: 8_600 };

const tools = catalogue.entries.map(({ tool, listed, outputSchema }) => ({
  name: tool.name,
  tool,
  listed,
  outputSchema,
}));
const tokens = (value: object) => countTokens(JSON.stringify(value));
const costs = tools.map(({ listed: { name, description, inputSchema } }) => tokens({ name, description, inputSchema }));

type Schema = { [key: string]: any };

/** Yields a schema and all nested schemas, with their paths. */
function* within(schema: Schema, place = ""): Generator<[string, Schema]> {
  yield [place, schema];
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* within(field as Schema, `${place}.${name}`);
  if (schema.items) yield* within(schema.items, `${place}[]`);
}

test("The MCP server has exactly 40 tools: 19 in the core profile, 27 in standard and 40 in full", () => {
  expect(tools.map(({ name }) => name).toSorted()).toEqual(toolNames.toSorted());
  const { core, standard, full } = designed;
  const profiles = { core, standard: { ...core, ...standard }, full: { ...core, ...standard, ...full } };
  const counts = Object.entries(profiles).map(([profile, expected]) => {
    const wanted = readToolset(new Headers({ "X-MCP-Toolsets": profile }));
    const shown = tools.filter(({ tool }) => isInToolset(tool, wanted)).map(({ name }) => name);
    expect(shown.toSorted()).toEqual(Object.keys(expected).toSorted());
    return shown.length;
  });
  expect(counts).toEqual([19, 27, 40]);
});

test("The listing of all 40 MCP tools stays within the limit of tokens for the listing", () => {
  const sum = costs.reduce((one, other) => one + other, 0);
  const outputs = tools.reduce((total, { outputSchema }) => total + tokens(outputSchema ?? {}), 0);
  expect(sum).toBeLessThanOrEqual(most.inAll);
  expect(tokens(tools.map(({ listed }) => listed))).toBeLessThanOrEqual(most.sent);
  const core = costs.filter((_, index) => tools[index]?.tool.profile === "core");
  expect(core.reduce((one, other) => one + other, 0)).toBeLessThanOrEqual(most.inCore);
  expect(outputs).toBeLessThanOrEqual(most.outputs);
  const names = new Set(catalogue.byName.keys());
  const instructions = instructionsFor({ names, all: names });
  expect(countTokens(instructions)).toBeLessThan(300);
  expect(instructions.split(/\s+/).length).toBeLessThan(150);
});

describe.each(tools)("$name", ({ name, tool, listed, outputSchema }) => {
  test("Each MCP tool has a short name in snake_case, a title, a profile and a group", () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(name.length).toBeLessThanOrEqual(30);
    expect(tool.title.length).toBeGreaterThan(3);
    expect(profiles).toContain(tool.profile);
    if (tool.group !== null && tool.group !== "always") expect(groups).toContain(tool.group);
  });

  test("The description and input schema of each MCP tool stay within the limit of tokens for one tool", () => {
    const { description, inputSchema } = listed;
    expect(tokens({ name, description, inputSchema })).toBeLessThanOrEqual(most.oneTool);
  });

  test("Each MCP tool has the hints of the MCP specification, and a write scope if the tool writes", () => {
    expect(Object.keys(listed.annotations ?? {}).sort()).toEqual(
      ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].sort(),
    );
    const needed = [...tool.scopes, ...(tool.anyScope ?? [])];
    if (tool.does === "reads") expect(needed.filter((scope) => scope.endsWith(".write"))).toEqual([]);
    else expect(needed.some((scope) => scope.endsWith(".write"))).toBe(true);
    if (tool.does === "adds" && !tool.isIdempotent)
      expect(listed.inputSchema.properties).toHaveProperty("idempotencyKey");
  });

  test("Each MCP tool has a closed input schema with descriptions and bounds", () => {
    for (const [place, schema] of within(listed.inputSchema)) {
      const at = `${name}${place}`;
      if (schema.type === "object") expect({ at, closed: schema.additionalProperties }).toEqual({ at, closed: false });
      if (schema.type === "string") {
        const isBounded = schema.maxLength !== undefined || schema.enum !== undefined;
        expect({ at, isBounded }).toEqual({ at, isBounded: true });
      }
      if (schema.type === "array") expect({ at, most: schema.maxItems }).toEqual({ at, most: expect.any(Number) });
      if (place !== "" && !place.endsWith("[]")) {
        expect({ at, text: schema.description }).toEqual({ at, text: expect.stringMatching(/\S{2,}/) });
      }
      for (const word of ["anyOf", "oneOf", "allOf", "not", "default", "$ref"])
        expect({ at, has: word in schema }).toEqual({ at, has: false });
      expect({ at, type: schema.type }).toEqual({
        at,
        type: expect.stringMatching(/^(object|string|integer|boolean|array)$/),
      });
    }
  });

  test("Each MCP tool has a closed output schema, which the usual list of tools leaves out", () => {
    expect(listed).not.toHaveProperty("outputSchema");
    expect(outputSchema).not.toBeNull();
    for (const [place, schema] of within(outputSchema ?? {})) {
      if (schema.type === "object")
        expect({ place, closed: schema.additionalProperties }).toEqual({ place, closed: false });
    }
    const fields = Object.keys(outputSchema?.properties ?? {});
    expect([fields[0], outputSchema?.required]).toEqual(["text", expect.arrayContaining(["text"])]);
    if (tool.does !== "reads") expect(fields).toContain("activityId");
    if (fields.includes("nextCursor")) expect(fields).toEqual(expect.arrayContaining(["total", "truncated"]));
  });

  test("Each MCP tool has a short, unique description of when to use the tool", () => {
    const { description } = tool;
    expect(description).toMatch(/^[A-Z“][\s\S]*\.$/);
    const words = new Set(description.toLowerCase().split(/\W+/));
    for (const { tool: other } of tools) {
      if (other.name === name) continue;
      const others = new Set(other.description.toLowerCase().split(/\W+/));
      const shared = [...words].filter((word) => others.has(word)).length;
      expect({ other: other.name, alike: shared / Math.min(words.size, others.size) < 0.75 }).toEqual({
        other: other.name,
        alike: true,
      });
    }
  });
});

describe("a prompt", () => {
  test.each(catalogue.prompts.map(({ listed }) => ({ name: listed.name, listed })))(
    "The MCP prompt $name has a description, a title and described arguments",
    ({ listed }) => {
      expect(listed.description).toMatch(/\.$/);
      expect(listed.title).toBeString();
      for (const each of listed.arguments ?? []) expect(each.description).toMatch(/\S{3,}/);
    },
  );
});

test("The check of a tool's scopes returns the first missing scope", () => {
  const needs = (scopes: any[], anyScope?: any[]) => ({ scopes, ...(anyScope ? { anyScope } : {}) });
  expect(findMissingScope(needs(["lists.write", "meals.write"]), ["meals.write"])).toBe("lists.write");
  expect(findMissingScope(needs([], ["tasks.read", "lists.read"]), ["activity.read"])).toBe("tasks.read");
  expect(findMissingScope(needs([], ["tasks.read", "lists.read"]), ["lists.read"])).toBeNull();
  expect(findMissingScope(needs([]), [])).toBeNull();
});

describe("a long list", () => {
  test("A long answer of list_tasks is split into pages that contain each task exactly once", async () => {
    const { use, members } = await longHome();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { texts, data } = await use("list_tasks", { member: members.anna.id, ...(cursor ? { cursor } : {}) });
      expect(countTokens(texts[0])).toBeLessThanOrEqual(8_000);
      expect(countTokens(JSON.stringify(data))).toBeLessThanOrEqual(8_000);
      expect(data.total).toBe(500);
      expect(data.truncated).toBe(data.nextCursor !== undefined);
      if (data.truncated)
        expect(texts[0]).toEndWith(`${data.tasks.length} of 500 shown. For more: cursor ${data.nextCursor}`);
      seen.push(...data.tasks.map(({ id }: { id: string }) => id));
      cursor = data.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.length).toBe(500);
    expect(new Set(seen).size).toBe(500);
  });
});

async function longHome() {
  const home = await mcpHome();
  const alphabets = [
    "Water the plants in the garden and on the balcony",
    "買い物に行って牛乳を買う",
    "Полить цветы 🌷 и убрать",
  ];
  for (let index = 0; index < 500; index++) {
    const label = `${alphabets[index % 3]} ${index} `.repeat((index % 4) + 1);
    await home.post("/v1/tasks", { label: label.slice(0, 300), memberId: home.members.anna.id });
  }
  return home;
}
