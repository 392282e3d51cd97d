/** Concurrency, cancellation, shutdown and load of the bridge. */
import { describe, expect, test } from "bun:test";
import { emptyFolder } from "../../support/home/program.ts";
import { programs, result, type Seen, serverThat, startBridge, stream } from "../../support/mcp/bridge.ts";

const call = (id: unknown, method = "tools/call") => ({ jsonrpc: "2.0", id, method });
const cancel = (requestId: unknown) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

/** Answers a `slow…` method only after `letGo`. `given` has the ids of aborted requests. */
function slowServer() {
  const gates = new Map<unknown, () => void>();
  const given: unknown[] = [];
  const server = serverThat(async (request: Seen) => {
    if (!request.body.method?.startsWith("slow")) return result(request);
    request.signal.addEventListener("abort", () => given.push(request.body.id));
    const gate = Promise.withResolvers<void>();
    gates.set(request.body.id, gate.resolve);
    if (request.body.method === "slow stream") {
      return stream(
        (async function* () {
          yield 'data: {"jsonrpc":"2.0","method":"n"}\n\n';
          await gate.promise;
          yield `data: ${JSON.stringify({ jsonrpc: "2.0", id: request.body.id, result: {} })}\n\n`;
        })(),
      );
    }
    await gate.promise;
    return result(request);
  });
  return { ...server, gates, given, letGo: (id: unknown) => gates.get(id)?.() };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 1_000) throw new Error("It never happened.");
    await Bun.sleep(5);
  }
}

describe.each(programs)("%s", (_, program) => {
  test("The MCP bridge sends requests concurrently, so that a slow response delays no other response", async () => {
    const server = slowServer();
    const bridge = startBridge(program, server.url);
    await bridge.send(call(1, "slow"), call(2), call(3, "slow stream"), call(4));
    const first = [await bridge.read(), await bridge.read(), await bridge.read()];
    expect(first.map(({ id, method }) => id ?? method).sort()).toEqual([2, 4, "n"]);
    server.letGo(3);
    expect((await bridge.read()).id).toBe(3);
    server.letGo(1);
    expect((await bridge.read()).id).toBe(1);
  });

  test("The MCP bridge closes the connection of a cancelled request and writes no answer", async () => {
    const server = slowServer();
    const bridge = startBridge(program, server.url);
    await bridge.send(call(1, "slow"), call("1", "slow"), call(2, "slow stream"), call(3, "slow"));
    expect((await bridge.read()).method).toBe("n");
    await until(() => server.gates.size === 4);
    await bridge.send(cancel(1), cancel(2), cancel(99), cancel(undefined));
    await until(() => server.given.length === 2 && server.seen.length === 8);
    expect(server.given.toSorted()).toEqual([1, 2]);
    for (const id of [1, 2, 3, "1"]) server.letGo(id);
    const { rest, code, err } = await bridge.end();
    expect(rest.map((line) => JSON.parse(line).id).sort()).toEqual(["1", 3]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(server.seen.slice(4).map(({ body }) => body)).toEqual(
      expect.arrayContaining(
        [cancel(1), cancel(2), cancel(99), cancel(undefined)].map((each) => JSON.parse(JSON.stringify(each))),
      ),
    );
  });

  test("The MCP bridge never sends a request that is cancelled before the end of initialize", async () => {
    const server = slowServer();
    const bridge = startBridge(program, server.url);
    server.gates.clear();
    const greeted = Promise.withResolvers<void>();
    const held = serverThat(async (request) => {
      if (request.body.method === "initialize") await greeted.promise;
      return result(request);
    });
    await bridge.end();
    const waiting = startBridge(program, held.url);
    await waiting.send(call(1, "initialize"), call(2), call(3), cancel(2));
    await until(() => held.seen.length === 1);
    greeted.resolve();
    const { rest } = await waiting.end();
    expect(rest.map((line) => JSON.parse(line).id)).toEqual([1, 3]);
    expect(held.seen.map(({ body }) => body.id)).not.toContain(2);
  });

  test("The MCP bridge answers a request that has the same id as a cancelled request", async () => {
    const server = slowServer();
    const bridge = startBridge(program, server.url);
    await bridge.send(call(1, "slow"));
    await until(() => server.gates.size === 1);
    await bridge.send(cancel(1), call(1));
    expect(await bridge.read()).toMatchObject({ id: 1, result: { method: "tools/call" } });
    expect((await bridge.end()).rest).toEqual([]);
  });

  test("The MCP bridge answers all requests that were sent before the end of the input, then exits", async () => {
    const server = slowServer();
    const bridge = startBridge(program, server.url);
    await bridge.send(call(1, "slow"), call(2, "slow stream"), JSON.stringify(call(3, "slow")));
    const ending = bridge.end();
    await until(() => server.gates.size === 3); // The last line has no newline: it is sent at the end of input.
    await Bun.sleep(50);
    expect(bridge.child.exitCode).toBe(null);
    for (const id of [1, 2, 3]) server.letGo(id);
    const { rest, code, err } = await ending;
    expect(rest.map((line) => JSON.parse(line).id ?? "n").sort()).toEqual([1, 2, 3, "n"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  test("The MCP bridge exits immediately at the end of the input if no request is open", async () => {
    const bridge = startBridge(program, "http://127.0.0.1:1/v1");
    expect(await bridge.end()).toMatchObject({ code: 0, rest: [], err: "" });
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "The MCP bridge exits on %s without waiting for the requests in flight",
    async (signal) => {
      const server = slowServer();
      const bridge = startBridge(program, server.url);
      await bridge.send(call(1, "slow"), call(2, "slow stream"));
      await bridge.next();
      await until(() => server.gates.size === 2);
      // The server answers neither request before the bridge has ended.
      const { code, err } = await bridge.kill(signal);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      await until(() => server.given.length === 2);
    },
  );

  test("The MCP bridge exits when the output is closed", async () => {
    const server = serverThat((request) => result(request, { text: "x".repeat(100_000) }));
    const child = Bun.spawn(["sh", "-c", '"$@" | head -n 1', "sh", ...program], {
      env: { PATH: "/usr/bin:/bin", SERVICE_API_URL: server.url, SERVICE_API_KEY: "fam_live_x" },
      stdin: "pipe",
      stdout: "pipe",
    });
    for (let id = 0; id < 50; id++) child.stdin.write(`${JSON.stringify(call(id))}\n`);
    await child.stdin.flush();
    expect((await child.stdout.text()).length).toBeGreaterThan(100_000);
    expect(await child.exited).toBe(0);
    await child.stdin.end();
  });

  test("The MCP bridge forwards lines of several megabytes in both directions, also many concurrently", async () => {
    const server = serverThat((request) =>
      result(request, { length: request.bytes.length, text: request.body.params.text }),
    );
    const bridge = startBridge(program, server.url);
    const text = "é🐸x".repeat(500_000);
    const large = { ...call(0), params: { text } };
    const sending = bridge.send(
      large,
      ...Array.from({ length: 200 }, (_, n) => ({ ...call(n + 1), params: { text: "y" } })),
    );
    const ids = new Set<number>();
    for (let n = 0; n <= 200; n++) {
      const { id, result: answer } = await bridge.read();
      ids.add(id);
      if (id !== 0) continue;
      expect(answer.length).toBe(Buffer.byteLength(JSON.stringify(large)));
      expect(answer.text === text).toBe(true);
    }
    await sending;
    expect(ids.size).toBe(201);
    expect((await bridge.end()).code).toBe(0);
  });

  test("The MCP bridge reads messages from split and joined chunks, with CRLF or no final newline", async () => {
    const server = serverThat((request) => result(request, request.body.params));
    const bridge = startBridge(program, server.url);
    const bytes = new TextEncoder().encode(
      [1, 2, 3].map((id) => JSON.stringify({ ...call(id), params: { text: "é🐸" } })).join("\r\n"),
    );
    for (let start = 0; start < bytes.length; start += 41) {
      await bridge.sendBytes(bytes.slice(start, start + 41));
      await Bun.sleep(5);
    }
    const { rest } = await bridge.end();
    expect(rest.map((line) => JSON.parse(line)).sort((a, b) => a.id - b.id)).toEqual(
      [1, 2, 3].map((id) => ({ jsonrpc: "2.0", id, result: { text: "é🐸" } })),
    );
    for (const { bytes: sent } of server.seen) expect(sent.at(-1)).toBe("}".charCodeAt(0));
  });

  test("The MCP bridge uses bounded memory for an endless stream if the reader is slow", async () => {
    let sent = 0;
    const line = `data: ${JSON.stringify({ jsonrpc: "2.0", method: "n", params: { text: "x".repeat(64_000) } })}\n\n`;
    const server = serverThat(
      () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              await Bun.sleep(0);
              sent += line.length;
              controller.enqueue(new TextEncoder().encode(line));
            },
          }),
          { headers: { "Content-Type": "text/event-stream" } },
        ),
    );
    const cwd = emptyFolder();
    Bun.spawnSync(["mkfifo", "gate"], { cwd });
    const child = Bun.spawn(["sh", "-c", '"$@" | (head -n 1 >&2; read line < gate)', "sh", ...program], {
      cwd,
      env: { PATH: "/usr/bin:/bin", SERVICE_API_URL: server.url, SERVICE_API_KEY: "fam_live_x" },
      stdin: "pipe",
      stderr: "pipe",
    });
    child.stdin.write(`${JSON.stringify(call(1))}\n`);
    await child.stdin.flush();
    for (let unchanged = 0; unchanged < 8 && sent < 32_000_000; ) {
      const before = sent;
      await Bun.sleep(50);
      unchanged = sent > 0 && sent === before ? unchanged + 1 : 0;
    }
    expect(sent).toBeLessThan(32_000_000);
    await Bun.spawn(["sh", "-c", "echo > gate"], { cwd }).exited;
    await child.exited;
    await child.stdin.end();
  });
});
