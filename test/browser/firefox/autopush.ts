/**
 * Push service on this machine. Servers POST messages to its endpoints (RFC 8030). Browsers receive the messages over a
 * WebSocket, in the protocol of Mozilla's autopush: hello, register, notification and ack.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { ServerWebSocket } from "bun";

/** Request that a server sent to an endpoint. */
export type PushRequest = {
  /** Name of the endpoint, which is the channel ID in the protocol of the browsers. */
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
  /** Encrypted body. */
  readonly body: Uint8Array;
  /** Status with which the service responded. Null if it sent no response. */
  readonly status: number | null;
};

/**
 * Response to a server: a status; `hang`, which sends no response until the service stops; or `cut`, which ends the
 * connection when the message has arrived.
 */
export type PushAnswer = number | "hang" | "cut";

type Options = {
  /** Certificate and its key. With them, the endpoints use HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Host name in the addresses of the endpoints, which must resolve to this machine. */
  readonly host?: string;
  /** Port of the endpoints. Default: a free one. */
  readonly port?: number;
};

type Frame = {
  readonly messageType?: string;
  readonly channelID?: string;
  readonly updates?: readonly { readonly channelID: string; readonly version: string; readonly code: number }[];
};

/** Starts the service. The caller must stop it at the end of the test. */
export async function startPushService({ tls, host = "127.0.0.1", port = 0 }: Options = {}) {
  const received: PushRequest[] = [];
  const acknowledged: { name: string; code: number }[] = [];
  const registered: string[] = [];
  const sockets = new Set<ServerWebSocket<undefined>>();
  let browser = newId();
  let next: { answer: PushAnswer; headers: Record<string, string> } = { answer: 201, headers: {} };

  // Bun's own server cannot end a connection without a response.
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const name = decodeURIComponent(/^\/push\/([^/]+)$/.exec(request.url ?? "")?.[1] ?? "");
    const { answer, headers } = next;
    const status = typeof answer === "number" ? answer : null;
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>).catch(() => null);
    if (!chunks) return; // The server was killed while it sent.
    if (request.method !== "POST" || name === "") return response.writeHead(404).end();
    const body = Buffer.concat(chunks);
    received.push({ name, headers: request.headers, body, status });
    if (answer === "cut") request.socket.destroy();
    if (status === null) return;
    if (status < 300) forward(name, body);
    response.writeHead(status, { Location: `${origin}/message/${randomUUID()}`, ...headers }).end();
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.keepAliveTimeout = 0; // Connections never time out: a request on a connection that just ends would fail.
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `${tls ? "https" : "http"}://${host}:${(server.address() as AddressInfo).port}`;
  const endpointOf = (name: string) => `${origin}/push/${encodeURIComponent(name)}`;

  const forBrowsers = Bun.serve<undefined>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response(null, { status: 404 })),
    websocket: {
      open: (socket) => void sockets.add(socket),
      close: (socket) => void sockets.delete(socket),
      message(socket, text) {
        const { messageType = "ping", channelID: name = "", updates = [] }: Frame = JSON.parse(String(text));
        const reply = (frame: object) => socket.send(JSON.stringify(frame));
        if (messageType === "ping") reply({});
        // A browser with another id drops its subscriptions, and asks for new ones.
        if (messageType === "hello") {
          reply({ messageType, status: 200, use_webpush: true, broadcasts: {}, uaid: browser });
        }
        if (messageType === "register") {
          registered.push(name);
          reply({ messageType, status: 200, channelID: name, pushEndpoint: endpointOf(name) });
        }
        if (messageType === "unregister") reply({ messageType, status: 200, channelID: name });
        if (messageType === "ack")
          acknowledged.push(...updates.map(({ channelID, code }) => ({ name: channelID, code })));
      },
    },
  });

  function forward(channelID: string, body: Uint8Array): void {
    const data = Buffer.from(body).toString("base64url");
    const headers = { encoding: "aes128gcm" };
    const frame = { messageType: "notification", channelID, version: randomUUID(), data, headers, ttl: 60 };
    for (const socket of sockets) socket.send(JSON.stringify(frame));
  }

  return {
    /** Address of the WebSocket, for Firefox's preference `dom.push.serverURL`. */
    url: `ws://127.0.0.1:${forBrowsers.port}/`,
    /** Returns the address of the endpoint with this name, even if no browser has registered it. */
    endpointOf,
    /** All requests of servers until now, in the order of arrival. */
    received,
    /** Names of the endpoints that browsers have registered. */
    registered,
    /**
     * Messages that browsers have acknowledged. The code 100 means that the message was decrypted and delivered to the
     * service worker.
     */
    acknowledged,
    /** Sets the response to all later requests. Default: 201. */
    answer(answer: PushAnswer, headers: Record<string, string> = {}): void {
      next = { answer, headers };
    },
    /** Forgets the browsers. They then drop their subscriptions, and their service workers subscribe again. */
    forgetBrowsers(): void {
      browser = newId();
      for (const socket of sockets) socket.close();
    },
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await forBrowsers.stop(true);
    },
  };
}

const newId = () => randomUUID().replaceAll("-", "");
