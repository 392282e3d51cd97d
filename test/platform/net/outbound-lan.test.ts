/** Requests into the home: which of them `LAN_ORIGINS` allows, and what stays refused whatever it says. */
import { afterAll, describe, expect, test } from "bun:test";
import { createOutbound, lanGuard, OutboundError, requireAllowedUrl } from "#platform/net/outbound.ts";
import { hostile, resolve } from "../../lists/photos/hostile.ts";
import { cert, key } from "../../lists/photos/tls.ts";

const servers: { stop(force: boolean): unknown }[] = [];
afterAll(() => {
  for (const server of servers) server.stop(true);
});

type Seen = { method: string; path: string; body: string; type: string | null };

function sink(answer: (request: Request) => Response = () => new Response("ok"), tls?: { key: string; cert: string }) {
  const seen: Seen[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    ...(tls ? { tls } : {}),
    async fetch(request) {
      const { method, headers } = request;
      const type = headers.get("content-type");
      seen.push({ method, path: new URL(request.url).pathname, body: await request.text(), type });
      return answer(request);
    },
  });
  servers.push(server);
  return { origin: `http://127.0.0.1:${server.port}`, port: server.port, seen };
}

const outboundWith = (lan: readonly string[], more: object = {}) =>
  createOutbound({ ...lanGuard(lan), lookup: resolve, timeoutMs: 5_000, ...more });

async function faultOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}

const post = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } } as const;

describe("the network without LAN_ORIGINS", () => {
  test.each(hostile)("A POST to a hostile address ($why) is refused by default: $shown", async ({ address }) => {
    const { kind: fault } = await faultOf(outboundWith([])(address, post));
    // These two names have no address at all.
    expect(fault).toBe(/\/\/(nothing|unknown)\.example/.test(address) ? "failed" : "refused");
  });

  test("The refusal of an address in the local network names the setting LAN_ORIGINS", async () => {
    const { message } = await faultOf(outboundWith([])("https://home.example/", post));
    expect(message).toBe("home.example resolves to 192.168.1.1, which is not public; LAN_ORIGINS can allow it");
  });
});

describe("an origin that LAN_ORIGINS names", () => {
  test("Only origins in LAN_ORIGINS may get a POST over http", async () => {
    const named = sink();
    const other = sink();
    const outbound = outboundWith([named.origin]);
    expect((await outbound(`${named.origin}/hook`, post)).status).toBe(200);
    expect(named.seen).toEqual([{ method: "POST", path: "/hook", body: "{}", type: "application/json" }]);
    expect((await faultOf(outbound(`${other.origin}/hook`, post))).kind).toBe("refused");
    expect((await faultOf(outbound(named.origin.replace("http:", "https:"), post))).kind).toBe("refused");
    expect(other.seen).toEqual([]);
  });

  test.each([
    ["http://169.254.169.254", "http://169.254.169.254/latest/meta-data/"],
    ["http://[fe80::1]", "http://[fe80::1]/"],
    ["http://[fd00:ec2::254]", "http://[fd00:ec2::254]/latest/"],
    ["http://[fd20:ce::254]", "http://[fd20:ce::254]/"],
    ["http://100.100.100.200", "http://100.100.100.200/"],
    ["http://168.63.129.16", "http://168.63.129.16/"],
    ["http://192.0.0.192", "http://192.0.0.192/"],
    ["http://[::ffff:a9fe:a9fe]", "http://[::ffff:169.254.169.254]/"],
    ["http://[64:ff9b::a9fe:a9fe]", "http://[64:ff9b::169.254.169.254]/"],
    ["https://metadata.example", "https://metadata.example/"],
    ["http://0.0.0.0:80", "http://0.0.0.0:80/"],
  ])(
    "A link-local address or a cloud metadata address stays refused even if LAN_ORIGINS names it: %s",
    async (origin, address) => {
      for (const lan of [[origin], [origin, "private"]]) {
        const { kind: fault, message } = await faultOf(outboundWith(lan)(address, post));
        expect([fault, message]).toEqual(["refused", expect.stringContaining("no setting can allow it")]);
      }
    },
  );
});

describe("LAN_ORIGINS=private", () => {
  const guard = { ...lanGuard(["private"]), lookup: resolve };

  test.each([
    "http://192.168.1.5/",
    "http://10.1.2.3:8123/",
    "https://172.31.0.1:8443/",
    "http://[fd12:3456::1]/",
    "https://public.example/",
  ])("The setting LAN_ORIGINS=private allows %s", (address) => {
    expect(requireAllowedUrl(guard, address).href).toBe(new URL(address).href);
  });

  test.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://[::1]/",
    "http://100.64.0.1/",
    "http://192.168.1.5:22/",
    "http://192.0.2.1/",
    "http://cgnat.example/",
    "http://loopback6.example/",
    "http://both.example/",
    "http://public.example/",
    "https://public.example:8443/",
    "http://169.254.169.254/",
    "http://metadata.example/",
    "http://user@192.168.1.5/",
    "ftp://192.168.1.5/",
  ])("The setting LAN_ORIGINS=private refuses %s", async (address) => {
    const { kind: fault } = await faultOf(createOutbound(guard)(address, post));
    expect(fault).toBe("refused");
  });
});

describe("a POST", () => {
  test.each([301, 302, 303, 307, 308])(
    "A POST to another server does not follow a redirect (%i), but returns the redirect",
    async (status) => {
      const inside = sink();
      const { origin, seen } = sink(() => new Response(null, { status, headers: { Location: `${inside.origin}/x` } }));
      const answer = await outboundWith([origin, inside.origin])(`${origin}/`, post);
      expect([answer.status, seen.length, inside.seen.length]).toEqual([status, 1, 0]);
    },
  );

  test("A POST goes to the checked IP address, with the host name in the Host header (DNS rebinding)", async () => {
    const { port, seen } = sink(() => new Response("ok"), { key, cert });
    const origin = `https://photos.example:${port}`;
    const asked: string[] = [];
    const lookup = async (name: string) => {
      asked.push(name);
      return asked.length === 1 ? ["127.0.0.1"] : ["169.254.169.254"];
    };
    expect((await outboundWith([origin], { lookup, ca: cert })(`${origin}/a`, post)).status).toBe(200);
    expect([asked.length, seen.length]).toEqual([1, 1]);
  });

  test("A POST is repeated at the host's next IP address only if nobody listens at the first IP address", async () => {
    let connections = 0;
    const cut = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          connections += 1;
          socket.terminate();
        },
      },
    });
    servers.push(cut);
    const origin = `http://twice.example:${cut.port}`;
    const lookup = async () => ["127.0.0.1", "127.0.0.1"];
    expect((await faultOf(outboundWith([origin], { lookup })(`${origin}/`, post))).kind).toBe("failed");
    expect(connections).toBe(1);
    const open = sink();
    const second = `http://second.example:${open.port}`;
    const both = outboundWith([second], { lookup: async () => ["127.0.0.2", "127.0.0.1"] });
    expect((await both(`${second}/`, post)).status).toBe(200);
  });

  test("A POST to another server can skip the body of the answer, and then reads no byte of the body", async () => {
    const endless = () => new Response(new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536)) }));
    const { origin } = sink(endless);
    const { status, bytes } = await outboundWith([origin])(`${origin}/`, { ...post, maxBytes: 0 });
    expect([status, bytes.length]).toEqual([200, 0]);
  });

  test("A POST to another server ends at its time limit, or when its signal is aborted", async () => {
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Promise<Response>(() => {}) });
    servers.push(server);
    const origin = `http://127.0.0.1:${server.port}`;
    const slow = await faultOf(outboundWith([origin])(`${origin}/`, { ...post, timeoutMs: 40 }));
    expect([slow.kind, slow.message]).toEqual(["timeout", "took longer than 0.04 s"]);
    const controller = new AbortController();
    const stopped = outboundWith([origin])(`${origin}/`, { ...post, signal: controller.signal });
    controller.abort();
    expect((await faultOf(stopped)).kind).toBe("aborted");
    expect((await faultOf(outboundWith([origin])(`${origin}/`, { signal: controller.signal }))).kind).toBe("aborted");
  });
});

test("An option lets requests to other servers use ports from 1024 on", () => {
  const guard = { ...lanGuard([]), areHighPortsAllowed: true };
  expect(requireAllowedUrl(guard, "https://public.example:8443/").port).toBe("8443");
  for (const port of [22, 25, 80, 1_023]) {
    expect(() => requireAllowedUrl(guard, `https://public.example:${port}/`)).toThrow(OutboundError);
  }
});
