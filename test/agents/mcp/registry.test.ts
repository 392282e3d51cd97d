/** The entry for registries, `src/agents/mcp/server.json`, matches the server and its packages. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { variables } from "#agents/bridge/settings.ts";
import server from "#agents/mcp/server.json" with { type: "json" };
import manifest from "../../../package.json" with { type: "json" };
import { household } from "../../support/home/home.ts";
import { builtFolder } from "../../support/mcp/bridge.ts";

const [pack] = server.packages;
const [remote] = server.remotes;

test("The entry for MCP registries matches the server card and the registries' schema", async () => {
  const { get } = await household();
  const { body: card } = await get("/mcp/server-card");
  const { name, title, description, version } = server;
  expect({ name, title, description, version }).toEqual({
    ...{ name: card.name, title: card.title, description: card.description },
    version: manifest.version,
  });
  expect(card.version).toBe(version);
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(description.length).toBeLessThanOrEqual(100);
  const [described] = card.remotes;
  expect([remote!.type, remote!.url]).toEqual([
    described.type,
    described.url.replace(/^http:\/\/[^/]+/, "https://{host}"),
  ]);
  const [header] = remote!.headers;
  expect(header).toMatchObject(described.headers[0]);
  for (const [text, given] of [
    [remote!.url, remote!.variables],
    [header!.value, header!.variables],
  ] as const) {
    expect([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(given));
  }
});

test("The entry for MCP registries names the bridge's npm package, version and every variable", () => {
  const built = JSON.parse(readFileSync(join(builtFolder, "bridge/package.json"), "utf8"));
  expect([pack!.identifier, pack!.version]).toEqual([built.name, built.version]);
  // The registry verifies by this name that the package and the entry have the same publisher.
  expect(built.mcpName).toBe(server.name);
  const asked = pack!.environmentVariables;
  expect(asked.map(({ name }) => name)).toEqual(Object.keys(variables));
  for (const { name, isRequired = false, isSecret = false } of asked) {
    const meaning = variables[name as keyof typeof variables];
    expect({ name, isRequired, isSecret }).toEqual({
      ...{ name, isSecret: name === "SERVICE_API_KEY" },
      isRequired: meaning.endsWith("; required"),
    });
  }
  for (const { name, default: usual } of asked) {
    if (usual !== undefined) expect(variables[name as keyof typeof variables]).toEndWith(` [${usual}]`);
  }
});
