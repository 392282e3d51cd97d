/** What the README says of settings, verbs and folders is what there is. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { variables } from "../src/bridge/settings.ts";
import { settings } from "../src/config.ts";

const root = join(import.meta.dir, "..");
const readme = await Bun.file(join(root, "README.md")).text();

test("lists every setting with its default", () => {
  for (const [name, { default: fallback }] of Object.entries(settings)) {
    const value = fallback === "" ? "" : `\`${RegExp.escape(fallback)}\``;
    expect({ name, listed: new RegExp(`^\\| \`${name}\`\\s*\\| ${value}\\s*\\|`, "m").test(readme) }).toEqual({
      name,
      listed: true,
    });
  }
});

test("lists every variable of the bridge", () => {
  for (const name of Object.keys(variables)) expect(readme).toMatch(new RegExp(`^\\| \`${name}\``, "m"));
});

test("lists every verb", () => {
  const verbs = readdirSync(join(root, "src/cli")).map((file) => file.replace(".ts", ""));
  const shared = ["command", "help", "main", "open", "server"];
  for (const verb of verbs.filter((each) => !shared.includes(each)))
    expect(readme).toMatch(new RegExp(`^\\| \`${verb}\\b`, "m"));
});

test("maps every folder and top file of the source", () => {
  const entries = readdirSync(join(root, "src"), { withFileTypes: true });
  const names = entries
    .filter(({ name }) => !/\.d\.ts$|^version\.ts$/.test(name))
    .map((each) => `src/${each.name}${each.isDirectory() ? "/" : ""}`);
  for (const name of names) expect(readme).toContain(`\n${name} `);
});

test("names only scripts that exist", () => {
  const scripts = [...readme.matchAll(/`(?:npm|bun) run ([a-z:]+)/g)].map(([, name]) => name ?? "");
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script);
});
