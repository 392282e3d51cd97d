/** The two packages of the bridge: one for npm and a bundle for desktop clients. */
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { variables } from "#agents/bridge/settings.ts";
import manifest from "../../../package.json" with { type: "json" };
import { emptyFolder } from "../../support/home/program.ts";
import { builtFolder, key, result, serverThat, startBridge } from "../../support/mcp/bridge.ts";

const packageFolder = join(builtFolder, "bridge");
const program = readFileSync(join(packageFolder, "inglenook-bridge.mjs"), "utf8");
const bundle = new Uint8Array(readFileSync(join(builtFolder, "inglenook-bridge.mcpb")));
const entries = unzipSync(bundle);
const textOf = (name: string) => new TextDecoder().decode(entries[name]);

describe("the npm package", () => {
  const described = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));

  test("The npm package of the MCP bridge is one file of this version, without dependencies", () => {
    expect(readdirSync(packageFolder).sort()).toEqual(["LICENSE", "README.md", "inglenook-bridge.mjs", "package.json"]);
    expect(described).toMatchObject({
      name: "inglenook-bridge",
      version: manifest.version,
      license: manifest.license,
      bin: { "inglenook-bridge": "inglenook-bridge.mjs" },
      engines: { node: ">=18" },
    });
    expect(described.dependencies).toBe(undefined);
    expect(program).toStartWith("#!/usr/bin/env node\n");
    const imported = new Bun.Transpiler({ loader: "js" })
      .scanImports(program.replace(/^#!.*/, ""))
      .map(({ path }) => path);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((path) => !path.startsWith("node:"))).toEqual([]);
    expect(program).not.toMatch(/\bBun\b\.|require\(|\/\* ?@__PURE__|\/(home|tmp|root|work)\//);
  });

  test("The npm package of the MCP bridge starts without installation", () => {
    expect(statSync(join(packageFolder, "inglenook-bridge.mjs")).mode & 0o111).toBe(0o111);
  });

  test("The npm package of the MCP bridge documents every environment variable of the bridge", () => {
    const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
    for (const name of Object.keys(variables)) expect(readme).toContain(`\`${name}\``);
  });
});

describe("the bundle", () => {
  const described = JSON.parse(textOf("manifest.json"));

  test("The MCP bundle contains a manifest and the same bridge program as the npm package", () => {
    expect(Object.keys(entries).sort()).toEqual([
      "LICENSE",
      "README.md",
      "icon.png",
      "manifest.json",
      "server/inglenook-bridge.mjs",
    ]);
    expect(textOf("server/inglenook-bridge.mjs")).toBe(program);
    expect(described).toMatchObject({ manifest_version: "0.3", name: "inglenook-bridge", version: manifest.version });
    expect(described.server).toMatchObject({ type: "node", entry_point: "server/inglenook-bridge.mjs" });
  });

  test("The MCP bundle asks for every variable, and marks the API key as secret", () => {
    const asked = described.user_config;
    expect(Object.keys(asked).map((name) => name.toUpperCase())).toEqual(Object.keys(variables));
    expect(asked.service_api_url).toMatchObject({ type: "string", required: true });
    expect(asked.service_api_key).toMatchObject({ type: "string", required: true, sensitive: true });
    expect(asked.service_agent_name).toMatchObject({ type: "string", required: false, default: "MCP agent" });
    expect(asked.service_toolsets).toMatchObject({ type: "string", required: false, default: "full" });
  });

  test("The MCP bundle starts with the command of its manifest once a client has set the variables", async () => {
    const folder = emptyFolder();
    for (const [name, bytes] of Object.entries(entries)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    chmodSync(join(folder, described.server.entry_point), 0o644);
    const server = serverThat((request) => result(request));
    const given: Record<string, string> = {
      service_api_url: server.url,
      service_api_key: key,
      service_agent_name: "Desk",
      service_toolsets: "full",
    };
    const fill = (text: string) =>
      text.replace(/\$\{__dirname\}/g, folder).replace(/\$\{user_config\.(\w+)\}/g, (_, name) => given[name] ?? "");
    const { command, args, env } = described.server.mcp_config;
    const bridge = startBridge(
      [Bun.which(command) ?? process.execPath, ...args.map(fill)],
      "",
      Object.fromEntries(Object.entries(env as Record<string, string>).map(([name, value]) => [name, fill(value)])),
    );
    await bridge.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect((await bridge.read()).result).toEqual({ method: "ping" });
    expect(server.seen[0]!.headers.get("X-Agent-Name")).toBe("Desk");
    expect(server.seen[0]!.headers.get("X-MCP-Toolsets")).toBe("full");
    expect(server.seen[0]!.headers.get("Authorization")).toBe(`Bearer ${key}`);
  });

  test("The MCP bundle is the same, byte for byte, in every build", () => {
    const again = emptyFolder();
    const script = join(import.meta.dir, "../../../scripts/build-bridge.ts");
    expect(Bun.spawnSync([process.execPath, script, again]).success).toBe(true);
    expect(Buffer.compare(readFileSync(join(again, "inglenook-bridge.mcpb")), bundle)).toBe(0);
  });
});
