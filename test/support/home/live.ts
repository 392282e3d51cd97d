/** WebSocket clients that listen for changes like open apps, and a server with a real port. */
import { createApp } from "#server/app.ts";
import type { AppDeps } from "#server/deps.ts";
import { afterAllTests } from "./clean-up.ts";
import { type Home, household, type Server, start, TestClock, testDeps } from "./home.ts";

const apps: { stop(isAbrupt: boolean): unknown }[] = [];
afterAllTests(() => Promise.all(apps.map((app) => app.stop(true))));

/** Starts a server in this process on a port of its own. */
export function listeningServer(change: Partial<AppDeps> = {}): Server {
  const clock = new TestClock(start);
  const deps = { ...testDeps({}, clock), ...change };
  const app = createApp(deps);
  app.listen({ hostname: "127.0.0.1", port: 0, reusePort: false, development: false });
  apps.push(app);
  const origin = `http://localhost:${app.server?.port}`;
  const handle = (request: Request) => fetch(request.url.replace("http://localhost", origin), request);
  return { db: deps.db, clock, origin, dataDir: deps.config.dataDir, handle };
}

/**
 * Creates a household on a server with a real port: in this process, or on the running server that all tests over HTTP
 * use.
 */
export function liveHousehold(): Promise<Home> {
  return process.env.TEST_SERVER_URL ? household() : household({ server: listeningServer() });
}

/** Open socket with the messages that it received, and how it was closed. */
export type Listener = Awaited<ReturnType<typeof listen>>;

type Options = { headers?: Record<string, string>; protocols?: string[]; query?: string };

/**
 * Opens a socket and waits for the greeting of the server.
 * @throws Error if the server refuses the socket
 */
export async function listen(origin: string, { headers = {}, protocols = [], query = "" }: Options) {
  const address = `${origin.replace("http", "ws")}/app/live${query}`;
  const socket = new WebSocket(address, { headers, protocols } as unknown as string[]);
  const heard: any[] = [];
  let wake = () => {};
  const ended = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
  });
  socket.addEventListener("message", ({ data }) => {
    heard.push(JSON.parse(String(data)));
    wake();
  });
  let read = 0;
  /**
   * Returns the next message that was not read yet. Waits for one without a limit of its own; the time limit of the
   * test applies.
   */
  const next = async () => {
    while (heard.length <= read && socket.readyState <= WebSocket.OPEN) {
      const come = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([come, ended]);
    }
    if (heard.length <= read) throw new Error("The socket ended without another message");
    return heard[read++];
  };
  const hello = await next();
  return { socket, heard, next, ended, hello, close: () => socket.close() };
}

/**
 * Sends a WebSocket request and returns the response: 101 or a refusal. A WebSocket client would not show a refusal.
 */
export async function askForSocket(origin: string, headers: Record<string, string>) {
  const response = await fetch(`${origin}/app/live`, { headers: { ...upgrade, ...headers } });
  return { status: response.status, headers: response.headers, body: await response.json().catch(() => null) };
}

const upgrade = {
  Upgrade: "websocket",
  Connection: "Upgrade",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
};
