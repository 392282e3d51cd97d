/**
 * Fakes of all services to which notifications are sent, on this machine: a push service, ntfy, Apprise and a mail
 * server.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Socket } from "bun";
import type { ChannelConfigs, StoredChannel } from "#notifications/channels/config.ts";
import { type Browser, browser, decrypt } from "./push-service.ts";
import { localCert, localKey } from "./tls-localhost.ts";

export type SinkKind = StoredChannel["kind"];

/** Message that arrived completely at a fake service. */
export type Arrival = {
  readonly kind: SinkKind;
  /** Address of the channel, which is different for each: an endpoint, a mail address, a topic or a key. */
  readonly address: string;
  /** Body of the request or the mail, unchanged. */
  readonly body: Buffer;
};

/**
 * Function that is called before the fake service responds. It may delay the response or choose its status. Mails are
 * always accepted.
 */
export type OnArrival = (arrival: Arrival) => number | undefined | Promise<number | undefined>;

type Mailing = { line: string; to: string; text: string[] | null };

/** Starts the fake services. Stop them at the end of the test. */
export function startSinks(onArrival: OnArrival = () => undefined) {
  const arrivals: Arrival[] = [];
  const sink = { onArrival };
  const browsers = new Map<string, Browser>();
  const folder = mkdtempSync(join(tmpdir(), "inglenook-sinks-"));
  const authority = join(folder, "authority.pem");
  writeFileSync(authority, localCert);

  const receive = async (arrival: Arrival): Promise<number> => {
    arrivals.push(arrival);
    return (await sink.onArrival(arrival)) ?? 200;
  };
  const listen = (kind: SinkKind, tls: { cert: string; key: string } | undefined) =>
    Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      ...(tls ? { tls } : {}),
      async fetch(request) {
        if (request.method !== "POST") return new Response();
        const body = Buffer.from(await request.arrayBuffer());
        const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
        const address = kind === "ntfy" ? JSON.parse(body.toString()).topic : name;
        const status = await receive({ kind, address, body });
        return new Response(null, { status: status === 200 && kind === "push" ? 201 : status });
      },
    });
  const push = listen("push", { cert: localCert, key: localKey });
  const ntfy = listen("ntfy", undefined);
  const apprise = listen("apprise", undefined);
  const mail = listenForMail(receive);
  const origins = {
    push: `https://localhost:${push.port}`,
    ntfy: `http://127.0.0.1:${ntfy.port}`,
    apprise: `http://127.0.0.1:${apprise.port}`,
  };

  return {
    arrivals,
    origins,
    /** Replaces the function that is called for each message. */
    answer(next: OnArrival): void {
      sink.onArrival = next;
    },
    /** Settings of a server that sends to the fake services. */
    env: {
      LAN_ORIGINS: origins.push,
      NODE_EXTRA_CA_CERTS: authority,
      NTFY_URLS: origins.ntfy,
      APPRISE_URL: origins.apprise,
      SMTP_URL: `smtp://127.0.0.1:${mail.listener.port}?tls=off`,
      MAIL_FROM: "Inglenook <home@family.org>",
    },
    /** Network settings of channels in this process that send to the fake services. */
    network: { lookup: async () => ["127.0.0.1"], ca: localCert },
    /** Returns the configuration of a channel that sends to the fake services. */
    configOf<Kind extends SinkKind>(kind: Kind, address: string, serverKey: string): ChannelConfigs[Kind] {
      const configs: { [Each in SinkKind]: () => ChannelConfigs[Each] } = {
        push: () => {
          const made = browser();
          browsers.set(address, made);
          const endpoint = `${origins.push}/push/${address}`;
          return { endpoint, keys: made.keys, serverKey, origin: "https://home.test" };
        },
        mail: () => ({ address, offToken: crypto.randomUUID(), code: null }),
        ntfy: () => ({ server: origins.ntfy, topic: address, token: null }),
        apprise: () => ({ key: address }),
      };
      return configs[kind]();
    },
    /** Returns a readable text for a message that arrived, with its ids. */
    textOf: ({ kind, address, body }: Arrival): string => {
      const receiver = browsers.get(address);
      return (kind === "push" && receiver ? decrypt(body, receiver) : body).toString();
    },
    /**
     * Resolves when everything that a process sent before it was killed has been read. Connections are accepted in
     * order.
     */
    async drain(): Promise<void> {
      const tls = { ca: localCert };
      await Promise.all(Object.values(origins).map((origin) => fetch(origin, { tls, keepalive: false })));
      const isReading = () =>
        mail.openCount() + push.pendingRequests + ntfy.pendingRequests + apprise.pendingRequests > 0;
      while (isReading()) await Bun.sleep(1);
    },
    async stop(): Promise<void> {
      mail.listener.stop(true);
      await Promise.all([push, ntfy, apprise].map((server) => server.stop(true)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Sinks = ReturnType<typeof startSinks>;

/** Listens for mail. Implements as much of RFC 5321 as one client needs. */
function listenForMail(receive: (arrival: Arrival) => Promise<number>) {
  const answer = async (socket: Socket<Mailing>, line: string): Promise<void> => {
    const { data } = socket;
    if (data.text) {
      if (line !== ".") return void data.text.push(line.replace(/^\./, ""));
      const body = Buffer.from(data.text.join("\n"));
      data.text = null;
      await receive({ kind: "mail", address: data.to, body });
      socket.write("250 taken\r\n");
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "RCPT") data.to = /<([^>]*)>/.exec(line)?.[1] ?? "";
    if (verb === "DATA") data.text = [];
    socket.write(verb === "DATA" ? "354 go on\r\n" : verb === "QUIT" ? "221 bye\r\n" : "250 sinks\r\n");
  };
  let open = 0;
  const listener = Bun.listen<Mailing>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        open++;
        socket.data = { line: "", to: "", text: null };
        socket.write("220 sinks\r\n");
      },
      async data(socket, chunk) {
        const lines = (socket.data.line + chunk.toString()).split("\r\n");
        socket.data.line = lines.pop() ?? "";
        for (const line of lines) await answer(socket, line);
      },
      close() {
        open--;
      },
    },
  });
  return { listener, openCount: () => open };
}
