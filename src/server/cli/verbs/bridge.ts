import { runBridge } from "#agents/bridge/bridge.ts";
import { variables } from "#agents/bridge/settings.ts";
import type { Command } from "../command.ts";

export const bridge: Command = {
  name: "bridge",
  summary: "connect an MCP client that speaks over standard input and output",
  environment: variables,
  actions: {
    "": {
      summary: "Forward MCP messages to the household's server, and its answers back, until the input ends.",
      async run({ env }) {
        await runBridge(env);
        return null;
      },
    },
  },
};
