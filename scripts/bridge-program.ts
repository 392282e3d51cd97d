/** Program `inglenook-bridge`: only the MCP bridge, without the server. */
import { runBridge } from "#agents/bridge/bridge.ts";

try {
  await runBridge(process.env);
} catch (error) {
  process.stderr.write(`inglenook-bridge: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
