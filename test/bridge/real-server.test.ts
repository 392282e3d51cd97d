/** The bridge with the real server, over real standard input and output; what it does with any server is tested beside this. */
import { describe, expect, test } from "bun:test";
import { programs, startBridge } from "../support/bridge.ts";
import { start } from "../support/program.ts";

describe.each(programs)("%s", (_, program) => {
  test("says in the server's words that an address is not its own", async () => {
    const server = await start(["serve"]);
    const url = server.url.replace("localhost", "127.0.0.1");
    const answer = await fetch(`${url}/elsewhere/mcp`, { method: "POST", body: "{}" });
    const { error, statusCode } = (await answer.json()) as { error: string; statusCode: number };
    const bridge = startBridge(program, `${url}/elsewhere/v1`);
    await bridge.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await bridge.read()).toEqual({
      ...{ jsonrpc: "2.0", id: 1 },
      error: { code: -32000, message: error, data: { statusCode } },
    });
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
    await server.stop();
  });
});
