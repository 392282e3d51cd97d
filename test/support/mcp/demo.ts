import { fillDemo } from "#operations/demo/household.ts";
import { serverInProcess } from "../home/home.ts";
import { withMcpClient } from "./mcp.ts";

/** Time of the demo household: a Sunday morning in Berlin. */
const now = new Date("2026-11-22T09:00:00.000Z");

/**
 * Creates the demo household, with an MCP client that gets only the texts of answers. The client's API key is Anna's.
 */
export function demoHome() {
  const server = serverInProcess();
  server.clock.now = now;
  const { key } = fillDemo(server.db, now);
  const call = async (
    method: string,
    path: string,
    request: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      Host: new URL(server.origin).host,
      "Content-Type": "application/json",
      ...request.headers,
    };
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const response = await server.handle(new Request(`http://localhost${path}`, { method, headers, body }));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  };
  const { use } = withMcpClient({ call });
  return {
    use: (name: string, input: object) => use(name, input, { headers: { "X-MCP-Toolsets": "full" } }),
    get: async (path: string) => (await call("GET", path)).body,
  };
}

export type DemoHome = ReturnType<typeof demoHome>;
