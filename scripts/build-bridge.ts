/**
 * `bun run build:bridge`: builds the MCP bridge as an npm package, `dist/bridge/`, with one file that plain Node runs,
 * and as a bundle for desktop clients, `dist/inglenook-bridge.mcpb`, with the same file. An argument names another
 * folder than `dist`.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { variables } from "#agents/bridge/settings.ts";
import server from "#agents/mcp/server.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };

const [folder = "dist"] = process.argv.slice(2);
const description = "Connects an MCP client that speaks stdio to the /mcp of an Inglenook household.";
const { version, license } = manifest;
const node = ">=18";

const result = await Bun.build({
  entrypoints: [join(import.meta.dir, "bridge-program.ts")],
  target: "node",
  format: "esm",
});
for (const log of result.logs) console.error(log);
const [built] = result.outputs;
if (!result.success || !built) process.exit(1);
const program = `#!/usr/bin/env node\n${(await built.text()).replace(/^\/\/ @bun.*\n/, "")}`;
const licence = await Bun.file(join(import.meta.dir, "../LICENSE")).text();
const readme = `# inglenook-bridge

${description} It needs Node 18 or newer and nothing else.

${Object.entries(variables)
  .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  .join("\n")}
`;

/** Content of `package.json`, with which npm can publish or install the folder (`npm publish`, `npm install -g`). */
const npmPackage = {
  name: "inglenook-bridge",
  // MCP registries compare this with src/agents/mcp/server.json.
  mcpName: server.name,
  version,
  description,
  license,
  type: "module",
  bin: { "inglenook-bridge": "inglenook-bridge.mjs" },
  files: ["inglenook-bridge.mjs"],
  engines: { node },
};

/**
 * Manifest for desktop clients, in the format of MCP bundles, version 0.3. Clients ask the user for the values in
 * `user_config`, and store the API key safely.
 */
const bundleManifest = {
  manifest_version: "0.3",
  name: "inglenook-bridge",
  display_name: "Inglenook",
  version,
  description,
  author: { name: "Inglenook" },
  license,
  repository: { type: "git", url: manifest.repository },
  icon: "icon.png",
  server: {
    type: "node",
    entry_point: "server/inglenook-bridge.mjs",
    mcp_config: {
      command: "node",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills these in.
      args: ["${__dirname}/server/inglenook-bridge.mjs"],
      env: Object.fromEntries(Object.keys(variables).map((name) => [name, `\${user_config.${name.toLowerCase()}}`])),
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node } },
  user_config: {
    service_api_url: {
      type: "string",
      title: "Address",
      description: "The household's API, ending in /v1, such as https://home.example/v1",
      required: true,
    },
    service_api_key: {
      type: "string",
      title: "API key",
      description: "Made by an adult of the household; it begins with fam_live_",
      sensitive: true,
      required: true,
    },
    service_agent_name: {
      type: "string",
      title: "Name",
      description: "Shown in the household's activity feed beside what is done here",
      default: "MCP agent",
      required: false,
    },
    service_toolsets: {
      type: "string",
      title: "Tools",
      description: "Which to offer: core, standard or full",
      default: "full",
      required: false,
    },
  },
};

const packageFolder = join(folder, "bridge");
rmSync(packageFolder, { recursive: true, force: true });
mkdirSync(packageFolder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(join(packageFolder, name), text);
write("inglenook-bridge.mjs", program);
chmodSync(join(packageFolder, "inglenook-bridge.mjs"), 0o755);
write("package.json", json(npmPackage));
write("README.md", readme);
write("LICENSE", licence);

const bundle = join(folder, "inglenook-bridge.mcpb");
writeFileSync(
  bundle,
  zip({
    "manifest.json": json(bundleManifest),
    "server/inglenook-bridge.mjs": program,
    "README.md": readme,
    LICENSE: licence,
    "icon.png": await Bun.file(join(import.meta.dir, "../src/web/icons/icon-512.png")).bytes(),
  }),
);
console.log(`${packageFolder}: ${(program.length / 1e3).toFixed(1)} KB; ${bundle}: ${Bun.file(bundle).size / 1e3} KB`);

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Returns a ZIP archive of the files. Its bytes depend only on the files, not on the time. */
function zip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = [typeof content === "string" ? new TextEncoder().encode(content) : content, { mtime }];
  }
  return zipSync(entries, { level: 9 });
}
