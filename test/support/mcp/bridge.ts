/** Starts the MCP bridge as its users do, over real standard input and output, and servers for the bridge to call. */
import { join } from "node:path";
import type { Subprocess } from "bun";
import { afterEachTest } from "../home/clean-up.ts";
import { bareEnvironment, binary, emptyFolder } from "../home/program.ts";

/** Folder in which these tests build the packages. It is beside the folder of `build:bridge`, and Git ignores both. */
export const builtFolder = join(import.meta.dir, "../../../dist/test");
const build = Bun.spawnSync([process.execPath, join(import.meta.dir, "../../../scripts/build-bridge.ts"), builtFolder]);
if (!build.success) throw new Error(build.stderr.toString());

const node = Bun.which("node") ?? process.execPath;

/**
 * Commands that start the bridge, by name: a command of `inglenook`, and the built file under plain Node (or Bun if
 * Node is not installed).
 */
export const programs: [string, string[]][] = [
  ["inglenook bridge", [await binary(), "bridge"]],
  ["the npm package", [node, join(builtFolder, "bridge/inglenook-bridge.mjs")]],
];

/** Valid API key that no household has. */
export const key = "fam_live_0123456789abcdefghijABCDEFGHIJ012345";

const running = new Set<Subprocess>();
const servers = new Set<Bun.Server<unknown>>();

afterEachTest(async () => {
  for (const each of running) each.kill("SIGKILL");
  for (const each of servers) await each.stop(true);
  servers.clear();
  running.clear();
});

/** Request as the server received it. */
export type Seen = { path: string; headers: Headers; bytes: Buffer; body: any; signal: AbortSignal };

/** Starts a server that stands for a household's. `seen` holds the requests so far. */
export function serverThat(answer: (request: Seen) => Response | Promise<Response>, hostname = "127.0.0.1") {
  const seen: Seen[] = [];
  const server = Bun.serve({
    port: 0,
    hostname,
    idleTimeout: 60,
    async fetch(request) {
      const bytes = Buffer.from(await request.arrayBuffer());
      const { pathname, search } = new URL(request.url);
      const body = parsed(bytes);
      const each = { path: pathname + search, headers: request.headers, bytes, body, signal: request.signal };
      seen.push(each);
      return answer(each);
    },
  });
  servers.add(server);
  return { url: `http://${hostname}:${server.port}/v1`, port: server.port, seen, stop: () => server.stop(true) };
}

/** Returns the usual response to a request: its id, and a result that names its method. */
export function result({ body }: Seen, value: unknown = { method: body.method }): Response {
  if (body.id === undefined) return new Response(null, { status: 202 });
  return Response.json({ jsonrpc: "2.0", id: body.id, result: value });
}

/** Returns a response with server-sent events that arrives in these chunks. */
export function stream(chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>): Response {
  async function* bytes() {
    for await (const chunk of chunks) {
      yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
      await Bun.sleep(2);
    }
  }
  return new Response(bytes() as unknown as ReadableStream, { headers: { "Content-Type": "text/event-stream" } });
}

/** Starts the bridge. `url` is the value of its variable `SERVICE_API_URL`; `env` adds or removes variables. */
export function startBridge(program: string[], url: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(program, {
    cwd: emptyFolder(),
    env: { ...bareEnvironment, SERVICE_API_URL: url, SERVICE_API_KEY: key, ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  running.add(child);
  const err = child.stderr.text();
  const lines = readLines(child.stdout);
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The bridge has ended: ${await err}`);
    return value;
  };
  return {
    child,
    /** Writes lines to the bridge: messages as JSON, texts unchanged. */
    async send(...messages: unknown[]) {
      for (const each of messages) child.stdin.write(typeof each === "string" ? each : `${JSON.stringify(each)}\n`);
      await child.stdin.flush();
    },
    /** Writes bytes to the bridge unchanged. */
    async sendBytes(bytes: Uint8Array) {
      child.stdin.write(bytes);
      await child.stdin.flush();
    },
    /** Returns the next line of standard output, as text. */
    next,
    /** Returns the next message that the bridge writes. */
    read: async () => JSON.parse(await next()),
    /** Waits until the bridge has read all lines so far. Fails if the bridge writes a message before. */
    async hasTakenAll() {
      child.stdin.write(`${notJson}\n`);
      await child.stdin.flush();
      requireParseError(await next());
    },
    /** Ends standard input and waits until the bridge has noticed. Fails if the bridge writes a message before. */
    async endInput() {
      child.stdin.write(notJson); // An unfinished line is read at the end of the input.
      await child.stdin.end();
      requireParseError(await next());
    },
    /** Ends standard input and waits for the end of the bridge. */
    async end() {
      await child.stdin.end();
      const rest: string[] = [];
      for await (const line of lines) rest.push(line);
      const code = await child.exited;
      return { code, rest, err: await err };
    },
    /** Sends a signal and waits for the end of the bridge. */
    async kill(signal: "SIGTERM" | "SIGINT") {
      child.kill(signal);
      const code = await child.exited;
      return { code, err: await err };
    },
  };
}

/**
 * Line that the bridge refuses at once, without a call to the server. The refusal shows how far the bridge has read.
 */
const notJson = "not JSON";

function requireParseError(line: string): void {
  if (JSON.parse(line).error?.code !== -32700) throw new Error(`Expected a parse error: ${line}`);
}

/** Yields the lines of the output. Fails if the output has text after its last line break. */
async function* readLines(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
  if (text !== "") throw new Error(`Not a line: ${text}`);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
