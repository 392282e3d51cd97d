/** `bridge`: an MCP client that starts a program in place of calling an address reaches a household by it. */
import { runBridge } from "../bridge/run.ts";
import { variables } from "../bridge/settings.ts";
import type { Command } from "./command.ts";

/** MCP over standard input and output, forwarded to a household's server. */
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
