/** The environment variables of the bridge, and the addresses to which it refuses to send a key. */
import { describe, expect, test } from "bun:test";
import { readSettings, SettingsError, variables } from "#agents/bridge/settings.ts";
import { key, programs, serverThat, startBridge } from "../../support/mcp/bridge.ts";

const env = { SERVICE_API_URL: "https://home.example/v1", SERVICE_API_KEY: key };
const ending = "SERVICE_API_URL must end in /v1";
const address = "SERVICE_API_URL must be an address such as https://home.example/v1";
const unprotected =
  "SERVICE_API_URL must use https://, except for this machine and private addresses: the key would travel unprotected";
const badKey = "SERVICE_API_KEY must be a whole API key: fam_live_ and more characters, without spaces";
const badToolsets = "SERVICE_TOOLSETS must be names of toolsets, separated by commas";
const badName = "SERVICE_AGENT_NAME must be 1 to 60 printable characters";

const refused: [Record<string, string>, string][] = [
  [{ SERVICE_API_URL: "" }, "SERVICE_API_URL is required: the household's address, ending in /v1"],
  [{ SERVICE_API_URL: "  " }, "SERVICE_API_URL is required: the household's address, ending in /v1"],
  [{ SERVICE_API_URL: "home.example/v1" }, address],
  [{ SERVICE_API_URL: "ftp://home.example/v1" }, address],
  [{ SERVICE_API_URL: "file:///v1" }, address],
  [{ SERVICE_API_URL: key }, address],
  [{ SERVICE_API_URL: "https://home.example" }, ending],
  [{ SERVICE_API_URL: "https://home.example/mcp" }, ending],
  [{ SERVICE_API_URL: "https://home.example/v10" }, ending],
  [{ SERVICE_API_URL: "https://home.example/xv1" }, ending],
  [{ SERVICE_API_URL: "https://home.example/v1?x" }, ending],
  [{ SERVICE_API_URL: "https://home.example/v1#x" }, ending],
  [{ SERVICE_API_URL: `https://me:${key}@home.example/v1` }, "SERVICE_API_URL must not hold a name or password"],
  [{ SERVICE_API_URL: "http://home.example/v1" }, unprotected],
  [{ SERVICE_API_KEY: "" }, "SERVICE_API_KEY is required: an API key of the household"],
  [{ SERVICE_API_KEY: "secret" }, badKey],
  [{ SERVICE_API_KEY: "fam_live_" }, badKey],
  [{ SERVICE_API_KEY: "fam_live_a b" }, badKey],
  [{ SERVICE_API_KEY: "fam_live_ä" }, badKey],
  [{ SERVICE_API_KEY: `Bearer ${key}` }, badKey],
  [{ SERVICE_AGENT_NAME: "x".repeat(61) }, badName],
  [{ SERVICE_AGENT_NAME: "a\nb" }, badName],
  [{ SERVICE_AGENT_NAME: "\u200b" }, badName],
  [{ SERVICE_TOOLSETS: "core\nX-Other: 1" }, badToolsets],
  [{ SERVICE_TOOLSETS: "kärn" }, badToolsets],
  [{ SERVICE_TOOLSETS: "x".repeat(201) }, badToolsets],
];

describe.each(programs)("%s", (_, program) => {
  test.each([refused[0]!, refused[6]!, refused[13]!, refused[15]!, refused[20]!])(
    "The MCP bridge with the variables %j writes one line on standard error and exits with code 1",
    async (wrong, message) => {
      const { child, end } = startBridge(program, env.SERVICE_API_URL, wrong);
      const code = await child.exited;
      const { err, rest } = await end();
      expect({ code, rest }).toEqual({ code: 1, rest: [] });
      expect(err).toMatch(/^inglenook(-bridge)?: [^\n]+\n$/);
      expect(err).toEndWith(`: ${message}\n`);
    },
  );

  test("The MCP bridge sends over plain http to this machine, also by host name and IPv6", async () => {
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      const server = serverThat(
        ({ body }) => Response.json({ jsonrpc: "2.0", id: body.id, result: {} }),
        host.replace(/[[\]]/g, ""),
      );
      const bridge = startBridge(program, `http://${host}:${server.port}/v1`);
      await bridge.send({ jsonrpc: "2.0", id: 1, method: "ping" });
      expect(await bridge.read()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    }
  });

  test("The MCP bridge uses no proxy for local addresses, because a proxy could read the API key", async () => {
    const proxy = serverThat(() => new Response("no"));
    const server = serverThat(({ body }) => Response.json({ jsonrpc: "2.0", id: body.id, result: {} }));
    const at = `http://127.0.0.1:${proxy.port}`;
    const bridge = startBridge(program, server.url, { HTTP_PROXY: at, http_proxy: at, ALL_PROXY: at });
    await bridge.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await bridge.read()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(proxy.seen).toEqual([]);
  });
});

describe("the variables", () => {
  test.each(refused)(
    "The MCP bridge refuses the variables %j in one line, and does not repeat the values",
    (wrong, message) => {
      const read = () => readSettings({ ...env, ...wrong });
      expect(read).toThrow(new SettingsError(message));
      expect(message).not.toContain(key);
    },
  );

  test("The text of --help of the MCP bridge lists all variables", () => {
    expect(Object.keys(variables)).toEqual([
      "SERVICE_API_URL",
      "SERVICE_API_KEY",
      "SERVICE_AGENT_NAME",
      "SERVICE_TOOLSETS",
    ]);
  });

  test("The variables of the MCP bridge may have blanks around the value, and some are optional", () => {
    expect(readSettings({ SERVICE_API_URL: " https://home.example:8443/v1/ ", SERVICE_API_KEY: `${key}\n` })).toEqual({
      endpoint: "https://home.example:8443/mcp",
      key,
      agentName: "MCP agent",
      toolsets: null,
    });
  });

  test.each([
    ["/v1", "/mcp"],
    ["/v1/", "/mcp"],
    ["/home/family/v1//", "/home/family/mcp"],
    ["/v1/v1", "/v1/mcp"],
  ])("The MCP bridge keeps a path before /v1 in the address: %j becomes %j", (given, path) => {
    const { endpoint } = readSettings({ ...env, SERVICE_API_URL: `https://home.example${given}` });
    expect(endpoint).toBe(`https://home.example${path}`);
  });

  test.each([
    ["Robot (mark 2)", "Robot (mark 2)"],
    ["  Kitchen  ", "Kitchen"],
    ["", "MCP agent"],
    ["Küchen-Bot 🐸", "UTF-8''K%C3%BCchen-Bot%20%F0%9F%90%B8"],
    ["Zoë's (100%)*", "UTF-8''Zo%C3%AB%27s%20%28100%25%29%2A"],
    ["UTF-8''x", "UTF-8''UTF-8%27%27x"],
  ])("The MCP bridge encodes the agent name %j as %j", (SERVICE_AGENT_NAME, agentName) => {
    expect(readSettings({ ...env, SERVICE_AGENT_NAME })).toMatchObject({ agentName });
  });

  test.each([
    [" core, structured ", "core, structured"],
    ["", null],
  ])("The MCP bridge passes the toolsets %j on as %j", (SERVICE_TOOLSETS, toolsets) => {
    expect(readSettings({ ...env, SERVICE_TOOLSETS })).toMatchObject({ toolsets });
  });

  test("The agent name of the MCP bridge may have 60 characters, and an emoji counts as one character", () => {
    expect(readSettings({ ...env, SERVICE_AGENT_NAME: "🐸".repeat(60) }).agentName).toStartWith("UTF-8''%F0%9F%90%B8");
  });
});

describe("plain http", () => {
  const near = [
    ...["localhost", "LOCALHOST", "localhost.", "app.localhost", "127.0.0.1", "127.8.9.1", "[::1]", "0x7f.1"],
    ...[
      "10.0.0.1",
      "10.255.255.255",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.20",
      "169.254.7.7",
      "100.64.0.1",
      "100.127.255.255",
    ],
    ...[
      "[fc00::1]",
      "[fdff::1]",
      "[fe80::1]",
      "[febf::1]",
      "[::ffff:192.168.1.20]",
      "kitchen.local",
      "Kitchen.LOCAL.",
      "pi.home.arpa",
    ],
  ];
  const far = [
    ...[
      "home.example",
      "example.com",
      "8.8.8.8",
      "11.0.0.1",
      "9.255.255.255",
      "172.15.255.255",
      "172.32.0.1",
      "192.167.1.1",
    ],
    ...[
      "169.253.1.1",
      "100.63.255.255",
      "100.128.0.1",
      "128.0.0.1",
      "0.0.0.0",
      "[::]",
      "[2001:db8::1]",
      "[fec0::1]",
      "[fbff::1]",
    ],
    ...[
      "[::ffff:8.8.8.8]",
      "localhost.example",
      "local",
      "mylocal",
      "notlocalhost",
      "127.0.0.1.example",
      "10.0.0.1.nip.io",
      "nas",
    ],
  ];
  test.each(near)("The MCP bridge may send over plain http to the local host %s", (host) => {
    expect(readSettings({ ...env, SERVICE_API_URL: `http://${host}:4100/v1` }).endpoint).toEndWith(":4100/mcp");
  });
  test.each(far)(
    "The MCP bridge refuses plain http and accepts https to the host %s, which is not this machine",
    (host) => {
      expect(() => readSettings({ ...env, SERVICE_API_URL: `http://${host}/v1` })).toThrow(
        new SettingsError(unprotected),
      );
      expect(readSettings({ ...env, SERVICE_API_URL: `https://${host}/v1` }).endpoint).toEndWith("/mcp");
    },
  );
});
