/** Errors of the bridge: the client gets each as one sentence, and no error leaks the key. */
import { describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import { bridge } from "#agents/bridge/bridge.ts";
import { key, programs, result, serverThat, startBridge, stream } from "../../support/mcp/bridge.ts";

const call = (id: unknown = 1) => ({ jsonrpc: "2.0", id, method: "tools/list" });
const whole = "The server ended its answer too early.";
const redirected = "The server answers with a redirect, which is not followed: check SERVICE_API_URL.";
const notOurs = (status: number) =>
  `The server answered ${status} with something other than JSON-RPC: check SERVICE_API_URL.`;
const refusal = (error: string, statusCode: number) => Response.json({ error, statusCode }, { status: statusCode });

describe.each(programs)("%s", (_, program) => {
  test("The MCP bridge returns the server's refusals unchanged", async () => {
    const refusals: [number, string][] = [
      [401, "API key expired"],
      [401, "Invalid API key"],
      [403, "subscription_required"],
      [403, "api_plan_required"],
      [403, "Missing scope: “tasks.read”\nsecond line"],
      [400, "X-Agent-Name: must be 1 to 60 printable characters"],
      [404, "Not found"],
      [413, "Body is larger than 1 MB"],
      [429, "Rate limit exceeded"],
      [503, "Restoring"],
    ];
    let answer: () => Response;
    const server = serverThat(() => answer());
    const running = startBridge(program, server.url);
    for (const [status, words] of refusals) {
      answer = () => refusal(words, status);
      await running.send(call("a"), [call(1), { jsonrpc: "2.0", method: "n" }, call(2)]);
      const error = { code: -32000, message: words, data: { statusCode: status } };
      const answers = [await running.read(), await running.read()].sort(
        (a, b) => Number(Array.isArray(a)) - Number(Array.isArray(b)),
      );
      const refused = (id: unknown) => ({ jsonrpc: "2.0", id, error });
      expect(answers).toEqual([refused("a"), [refused(1), refused(2)]]);
    }
    expect(await running.end()).toMatchObject({ code: 0, err: "", rest: [] });
  });

  test("The MCP bridge returns an error for each response that is incomplete or not JSON-RPC", async () => {
    const unusable: [string, () => Response, string][] = [
      [
        "HTML",
        () => new Response("<p>Bad gateway", { status: 502, headers: { "Content-Type": "text/html" } }),
        notOurs(502),
      ],
      [
        "half of JSON",
        () => new Response('{"jsonrpc":"2.0",', { headers: { "Content-Type": "application/json" } }),
        notOurs(200),
      ],
      ["other JSON", () => Response.json({ hello: 1 }), notOurs(200)],
      ["a number", () => Response.json(7), notOurs(200)],
      ["nothing", () => new Response(null, { status: 202 }), "The server answered 202 without a message."],
      ["another's answer", () => Response.json({ jsonrpc: "2.0", id: 800, result: {} }), whole],
      ["an empty stream", () => stream([]), whole],
      ["a stream without the answer", () => stream([": hi\n\n", 'data: {"jsonrpc":"2.0","method":"n"}\n\n']), whole],
      ["a stream that is cut off", () => stream(['data: {"jsonrpc":"2.0","id":1,']), whole],
      ["a stream of text", () => stream(["data: hello\n\n"]), notOurs(200)],
    ];
    const server = serverThat(({ body }) => unusable[body.id]![1]());
    const running = startBridge(program, server.url);
    const answered: unknown[] = [];
    for (const id of unusable.keys()) {
      await running.send(call(id));
      for (let last: any; last?.id !== id; answered.push(last)) last = await running.read();
    }
    const { rest, code, err } = await running.end();
    expect({ rest, code, err }).toEqual({ rest: [], code: 0, err: "" });
    const errors = answered.filter((each: any) => "error" in each);
    expect(errors).toEqual(
      unusable.map(([, , message], id) => ({ jsonrpc: "2.0", id, error: { code: -32000, message } })),
    );
  });

  test("The MCP bridge adds the request's id to a protocol error if the server's error has no id", async () => {
    const error = { code: -32020, message: "Header mismatch", data: { big: 1 } };
    const server = serverThat(({ body }) =>
      Response.json({ jsonrpc: "2.0", ...(body.id === 2 && { id: null }), error }, { status: 400 }),
    );
    const running = startBridge(program, server.url);
    for (const id of [1, 2]) {
      await running.send(call(id));
      expect(await running.read()).toEqual({ jsonrpc: "2.0", id, error });
    }
  });

  test("The MCP bridge does not follow redirects, so that the API key is never sent to another address", async () => {
    const elsewhere = serverThat((request) => result(request));
    const server = serverThat(({ path, body }) =>
      path === "/mcp"
        ? Response.redirect(elsewhere.url, body.id)
        : Response.json({ jsonrpc: "2.0", id: 1, result: {} }),
    );
    const running = startBridge(program, server.url);
    const statuses = [301, 302, 303, 307, 308];
    for (const id of statuses) {
      await running.send(call(id));
      expect(await running.read()).toEqual({ jsonrpc: "2.0", id, error: { code: -32000, message: redirected } });
    }
    expect(elsewhere.seen).toEqual([]);
    expect(server.seen.length).toBe(statuses.length);
  });

  test("The MCP bridge reports a refused or broken connection, and works again once the server is back", async () => {
    const breaking = createServer((socket) => socket.on("data", () => socket.destroy()));
    await new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve));
    const { port } = breaking.address() as { port: number };
    const running = startBridge(program, `http://127.0.0.1:${port}/v1`);
    const unreachable = new RegExp(
      `^The server at http://127\\.0\\.0\\.1:${port} cannot be reached( \\(\\w+\\))?: is it running, and is SERVICE_API_URL right\\?$`,
    );
    await running.send(call(1));
    expect(await running.read()).toMatchObject({
      id: 1,
      error: { code: -32000, message: expect.stringMatching(unreachable) },
    });
    await new Promise((resolve) => breaking.close(resolve));
    await running.send(call(2));
    expect(await running.read()).toMatchObject({
      id: 2,
      error: { code: -32000, message: expect.stringMatching(unreachable) },
    });
    const back = Bun.serve({
      port,
      hostname: "127.0.0.1",
      fetch: () => Response.json({ jsonrpc: "2.0", id: 3, result: {} }),
    });
    await running.send(call(3));
    expect(await running.read()).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
    const { err } = await running.end();
    expect(err).not.toContain(key);
    await back.stop(true);
  });

  test("The MCP bridge reports input that is not JSON as a parse error, and skips blank lines", async () => {
    const invalid = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } };
    const server = serverThat(() => Response.json(invalid, { status: 400 }));
    const running = startBridge(program, server.url);
    const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error: no JSON" } };
    for (const line of ["\n\r\n \t\nnope\n", '{"a":1\n', "'x'\r\n"]) {
      await running.send(line);
      expect(await running.read()).toEqual(parseError);
    }
    await running.sendBytes(new Uint8Array([0x22, 0xff, 0x22, 10]));
    expect(await running.read()).toEqual(parseError);
    expect(server.seen).toEqual([]);
    for (const [line, id] of [
      ["7", null],
      ["[]", null],
      ["{}", null],
      ['{"id":3}', 3],
      ['{"id":{},"method":"x"}', null],
    ] as const) {
      await running.send(`${line}\n`);
      expect(await running.read()).toEqual({ ...invalid, id });
      expect(server.seen.at(-1)!.bytes.toString()).toBe(line);
    }
    expect((await running.end()).code).toBe(0);
  });
});

describe("timeouts", () => {
  const run = async (url: string, text: string, timeoutMs: number) => {
    const written: string[] = [];
    const logged: string[] = [];
    await bridge({
      settings: { endpoint: url.replace("/v1", "/mcp"), key, agentName: "Test", toolsets: null },
      input: (async function* () {
        yield new TextEncoder().encode(text);
      })(),
      write: async (line) => void written.push(line),
      log: (line) => logged.push(line),
      signal: new AbortController().signal,
      timeoutMs,
    });
    return { written: written.map((line) => JSON.parse(line)), logged };
  };
  const error = { code: -32000, message: "The server did not answer within 0.1 seconds." };

  test("The MCP bridge ends a request with a timeout if the server does not complete the answer in time", async () => {
    const never = new Promise<Response>(() => {});
    const half = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"jsonrpc":')),
        }),
      );
    for (const answer of [() => never, half]) {
      const server = serverThat(answer);
      const { written, logged } = await run(
        server.url,
        `${JSON.stringify(call())}\n{"jsonrpc":"2.0","method":"n"}`,
        100,
      );
      expect(written).toEqual([{ jsonrpc: "2.0", id: 1, error }]);
      expect(logged).toEqual(answer === half ? [] : [error.message]); // The bridge ignores the body of a notification's response.
    }
  });

  test("The timeout of the MCP bridge also ends an endless response stream after the end of the input", async () => {
    const server = serverThat(({ body }) =>
      stream(
        (async function* () {
          for (let n = 0; body.id === 2 || n < 4; n++) {
            await Bun.sleep(50);
            yield 'data: {"jsonrpc":"2.0","method":"n"}\n\n';
          }
          yield 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n';
        })(),
      ),
    );
    expect((await run(server.url, JSON.stringify(call(1)), 1_000)).written.at(-1)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {},
    });
    const { written } = await run(server.url, JSON.stringify(call(2)), 300);
    expect(written.pop()).toEqual({
      jsonrpc: "2.0",
      id: 2,
      error: { ...error, message: error.message.replace("0.1", "0.3") },
    });
    expect(new Set(written.map(({ method }) => method))).toEqual(new Set(["n"]));
  });
});
