export const clients = ["claudeCode", "claudeDesktop", "cursor", "vsCode", "curl"] as const;
export type Client = (typeof clients)[number];

/**
 * Returns the setup instructions for an agent program, as in docs/agents.md. `base` is the origin of the server,
 * without a slash at the end.
 */
export function setupFor(client: Client, base: string, key: string): string {
  return texts[client](base, key);
}

const texts: Readonly<Record<Client, (base: string, key: string) => string>> = {
  claudeCode: (base, key) =>
    `claude mcp add --transport http inglenook ${base}/mcp --header "Authorization: Bearer ${key}" --header "X-Agent-Name: Claude Code"`,
  claudeDesktop: (base) => `${base}/v1`,
  cursor: (base, key) =>
    json({
      mcpServers: {
        inglenook: { url: `${base}/mcp`, headers: { Authorization: `Bearer ${key}`, "X-Agent-Name": "Cursor" } },
      },
    }),
  vsCode: (base) =>
    json({
      inputs: [{ type: "promptString", id: "inglenook-key", description: "Inglenook API key", password: true }],
      servers: {
        inglenook: {
          type: "http",
          url: `${base}/mcp`,
          headers: { Authorization: `Bearer \${input:inglenook-key}`, "X-Agent-Name": "VS Code" },
        },
      },
    }),
  curl: (base, key) =>
    `curl -s -H "Authorization: Bearer ${key}" -H "X-Agent-Name: My script" ${base}/v1/households/me`,
};

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
