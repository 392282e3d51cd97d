/** The configurations of agents that the app shows are equal to those of the documentation. */
import { expect, test } from "bun:test";
import { type Client, setupFor } from "#web/features/settings/keys/clients.ts";
import { readExample, readPage } from "../support/source/doc-pages.ts";

test("The app and docs/agents.md show the same configuration for each agent program", () => {
  const base = "http://localhost:4100";
  const example = (name: string) => readExample("docs/agents.md", name);
  const shown = (client: Client, key: string) => JSON.parse(setupFor(client, base, key));
  expect(setupFor("claudeCode", base, "fam_live_…")).toBe(example("claude-code").trim());
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills in its own variable
  expect(shown("cursor", "${env:INGLENOOK_KEY}")).toEqual(JSON.parse(example("cursor")));
  expect(shown("vsCode", "")).toEqual(JSON.parse(example("vs-code")));
  expect(readPage("docs/agents.md")).toContain(`(\`${setupFor("claudeDesktop", base, "")}\`)`);
});
