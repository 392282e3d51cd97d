/** Tests which addresses the server may fetch, and that it refuses those that an attacker would try. */
import { afterAll, describe, expect, test } from "bun:test";
import { createOutbound, type Guard, OutboundError } from "#platform/net/outbound.ts";
import { isPublicAddress } from "#platform/net/public-address.ts";
import { hostile, resolve } from "./hostile.ts";
import { cert, key } from "./tls.ts";

const servers: { stop(force: boolean): unknown }[] = [];
afterAll(() => {
  for (const server of servers) server.stop(true);
});

type Handler = (request: Request, url: URL) => Response | Promise<Response>;

/** Starts a loopback server; returns its address, and every request that reached it. */
function fake(handler: Handler, tls?: { key: string; cert: string }) {
  const seen: { path: string; host: string | null; authorization: string | null }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    ...(tls ? { tls } : {}),
    fetch(request) {
      const url = new URL(request.url);
      const { headers } = request;
      seen.push({ path: url.pathname, host: headers.get("host"), authorization: headers.get("authorization") });
      return handler(request, url);
    },
  });
  servers.push(server);
  return { origin: `http://127.0.0.1:${server.port}`, port: server.port, seen };
}

const fetchFrom = (exempt: string | readonly string[], guard: Partial<Guard> = {}) =>
  createOutbound({ allowedOrigins: [exempt].flat(), lookup: resolve, timeoutMs: 5_000, ...guard });

const redirect = (location: string, status = 302) => new Response(null, { status, headers: { Location: location } });

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return (error as OutboundError).message;
}

describe("requests to hostile addresses", () => {
  test("The tests of requests to other servers cover more than ninety different hostile addresses", () => {
    expect(hostile.length).toBeGreaterThan(90);
    expect(new Set(hostile.map(({ address }) => address)).size).toBe(hostile.length);
  });

  test.each(hostile)(
    "A request to a hostile address ($why) is refused without a connection: $shown",
    async ({ address }) => {
      const message = await failureOf(fetchFrom([])(address));
      expect(message).toMatch(
        /not public|not https|not a valid URL|user or password|port \d+|end in a dot|no such name|no address/,
      );
    },
  );

  // A relative address stays on the redirecting host, which may be fetched.
  const elsewhere = hostile.filter(({ address }) => !/^$|^\/(?!\/)/.test(address));

  test.each(elsewhere)("A redirect to a hostile address ($why) is refused: $shown", async ({ address }) => {
    const { origin, seen } = fake(() => redirect(toHeader(address)));
    expect(await failureOf(fetchFrom(origin)(`${origin}/start`))).not.toContain("redirects");
    expect(seen.length).toBe(1);
  });

  test("An allowed origin in the local network does not allow another port, host or scheme", async () => {
    const inside = fake(() => new Response("secret"));
    const { origin } = fake(() => new Response("ok"));
    for (const address of [inside.origin, origin.replace("127.0.0.1", "localhost"), origin.replace("http", "ftp")])
      await failureOf(fetchFrom(origin)(`${address}/`));
    await failureOf(fetchFrom(origin)(`blob:${origin}/8e03978e`));
    expect(inside.seen).toEqual([]);
  });
});

/** Encodes an address for a header, which carries bytes: other characters are percent-encoded, as servers send them. */
function toHeader(address: string): string {
  return address
    .replaceAll(/[^\x21-\x7e]/g, (each) => (/\s/.test(each) ? "" : each))
    .replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent);
}

describe("public addresses", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.0.1",
    "100.128.0.1",
    "223.255.255.1",
  ])("The IPv4 address %s is recognised as public", (address) => expect(isPublicAddress(address)).toBe(true));
  test.each(["2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2620:fe::fe"])(
    "The IPv6 address %s is recognised as public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  test.each(["", "localhost", "127.1", "0x7f000001", "fe80::1%eth0", "1.2.3"])(
    "The text %p is not recognised as an IP address",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});

describe("host names", () => {
  test("A host name is resolved once, and the connection uses the checked address (DNS rebinding)", async () => {
    const { port, seen } = fake(() => new Response("hello"), { key, cert });
    const origin = `https://photos.example:${port}`;
    const asked: string[] = [];
    const lookup = async (name: string) => {
      asked.push(name);
      return asked.length === 1 ? ["127.0.0.1"] : ["127.0.0.99"];
    };
    // The runtime can't resolve this name itself, so it used the given lookup.
    const { status, bytes } = await fetchFrom(origin, { lookup, ca: cert })(`${origin}/a`);
    expect([status, new TextDecoder().decode(bytes)]).toEqual([200, "hello"]);
    expect(asked).toEqual(["photos.example"]);
    expect(seen).toEqual([{ path: "/a", host: `photos.example:${port}`, authorization: null }]);
  });

  test("Host names must match the server's certificate, but IP addresses need not", async () => {
    const { port, seen } = fake(() => new Response("hello"), { key, cert });
    const origin = `https://other.example:${port}`;
    const lookup = async () => ["127.0.0.1"];
    expect(await failureOf(fetchFrom(origin, { lookup, ca: cert })(`${origin}/`))).toContain("ALTNAME");
    expect(await failureOf(fetchFrom(origin, { lookup })(`${origin}/`))).toMatch(/ALTNAME|self.signed/i);
    expect(seen).toEqual([]);
  });

  test("A host name whose first IP address refuses the connection is reached at the next IP address", async () => {
    const { port } = fake(() => new Response("hello"), { key, cert });
    const origin = `https://photos.example:${port}`;
    const lookup = async () => ["127.0.0.2", "127.0.0.1"];
    expect((await fetchFrom(origin, { lookup, ca: cert })(`${origin}/`)).status).toBe(200);
  });

  test("A request to a host name that never resolves fails after the time limit", async () => {
    const lookup = () => new Promise<never>(() => {});
    expect(await failureOf(fetchFrom([], { lookup, timeoutMs: 50 })("https://public.example/"))).toBe(
      "took longer than 0.05 s",
    );
  });
});

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])("A redirect with the status %i is followed", async (status) => {
    const { origin } = fake((_, { pathname }) => (pathname === "/" ? redirect("/end", status) : new Response("end")));
    const { bytes } = await fetchFrom(origin)(`${origin}/`);
    expect(new TextDecoder().decode(bytes)).toBe("end");
  });

  test("A request follows at most five redirects", async () => {
    const { origin, seen } = fake((_, { pathname }) => {
      const left = Number(pathname.slice(1));
      return left === 0 ? new Response("end") : redirect(`/${left - 1}`);
    });
    expect((await fetchFrom(origin)(`${origin}/5`)).status).toBe(200);
    seen.length = 0;
    expect(await failureOf(fetchFrom(origin)(`${origin}/6`))).toBe("more than 5 redirects");
    expect(seen.length).toBe(6);
  });

  test("A redirect gets the headers of the request only if the origin stays the same", async () => {
    const other = fake(() => new Response("ok"));
    const { origin, seen } = fake((_, { pathname }) => redirect(pathname === "/api" ? "/own" : `${other.origin}/`));
    await fetchFrom([origin, other.origin])(`${origin}/api`, { headers: { Authorization: "secret" } });
    expect(seen.map(({ authorization }) => authorization)).toEqual(["secret", "secret"]);
    expect(other.seen.map(({ authorization }) => authorization)).toEqual([null]);
  });

  test("A redirect without a location is returned as an ordinary response", async () => {
    const { origin } = fake(() => new Response("lost", { status: 302 }));
    expect((await fetchFrom(origin)(`${origin}/`)).status).toBe(302);
  });
});

describe("limits of responses", () => {
  const endless = () => new Response(new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536)) }));

  test("A response that declares too large a length is refused before the body is read", async () => {
    const { origin } = fake(() => new Response(new Uint8Array(2_000)));
    expect(await failureOf(fetchFrom(origin)(`${origin}/`, { maxBytes: 1_000 }))).toBe("more than 1000 bytes");
    expect((await fetchFrom(origin)(`${origin}/`, { maxBytes: 2_000 })).bytes.length).toBe(2_000);
  });

  test("An endless response is read only up to the limit", async () => {
    const { origin } = fake(endless);
    expect(await failureOf(fetchFrom(origin)(`${origin}/`, { maxBytes: 1_000_000 }))).toBe("more than 1000000 bytes");
  });

  test("The limit for the size of a response cannot be raised above 20 MB", async () => {
    const { origin } = fake(endless);
    expect(await failureOf(fetchFrom(origin)(`${origin}/`, { maxBytes: 1e12 }))).toBe("more than 20971520 bytes");
  });

  test("A compressed response is refused, because the unpacked size is unknown", async () => {
    const packed = Bun.gzipSync(new Uint8Array(1_000_000));
    const { origin } = fake(() => new Response(packed, { headers: { "Content-Encoding": "gzip" } }));
    expect(await failureOf(fetchFrom(origin)(`${origin}/`))).toContain("content encoding gzip");
  });

  test("A request times out if the server never answers, or never ends the answer", async () => {
    const { origin } = fake((_, { pathname }) =>
      pathname === "/silent"
        ? new Promise<Response>(() => {})
        : new Response(new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(10)) })),
    );
    for (const path of ["/silent", "/dripping"]) {
      const message = await failureOf(fetchFrom(origin, { timeoutMs: 100 })(origin + path));
      expect(message).toBe("took longer than 0.1 s");
    }
  });

  test("A request fails if the connection is interrupted or refused", async () => {
    const broken = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.end("nonsense\r\n") },
    });
    const origin = `http://127.0.0.1:${broken.port}`;
    await failureOf(fetchFrom(origin)(`${origin}/`));
    broken.stop(true);
    await failureOf(fetchFrom(origin)(`${origin}/`));
  });
});
