/**
 * Failures in and around the server (an internal error, a full disk, a proxy, another origin), and how it logs them.
 */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed } from "#lib/wire.ts";
import { readConfig } from "#platform/config.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { TrustedProxies } from "#platform/http/client-address.ts";
import { createLog, type Log } from "#platform/http/log.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { RouteTable } from "#platform/http/route-table.ts";
import { createServer } from "#platform/http/server.ts";
import { household, refusal, serverInProcess, start, TestClock, testDeps } from "../support/home/home.ts";
import { serverPorts } from "../support/home/server-ports.ts";

const operation = operationsOf("Test");

function listening() {
  const lines: string[] = [];
  const log: Log = createLog("info", (text) => lines.push(...text.trimEnd().split("\n")), true);
  const flushed = () => {
    log.flush();
    return lines;
  };
  return { log, lines: flushed };
}

const answer = closed({ ok: Type.Literal(true) });
const declared = { summary: "For this test", access: "any", answer } as const;

describe("an internal error", () => {
  const broken = new Elysia({ prefix: "/v1/broken" }).use(context).get(
    "/throws",
    () => {
      throw new Error("secret detail");
    },
    operation({ ...declared, id: "throws" }),
  );

  async function home() {
    const { log, lines } = listening();
    const deps = { ...testDeps(), log };
    const app = createServer(deps, broken, serverPorts);
    const server = {
      db: deps.db,
      clock: new TestClock(start),
      origin: "http://localhost",
      dataDir: deps.config.dataDir,
      handle: (request: Request) => app.handle(request),
    };
    return { ...(await household({ server })), lines };
  }

  test("The response to an internal error has an id, and the log shows the cause with the same id", async () => {
    const { get, lines } = await home();
    const { body, headers } = await get("/v1/broken/throws");
    expect(body).toEqual(refusal(500, "Internal error"));
    const id = headers.get("X-Request-Id") ?? "";
    const logged = lines()
      .map((line) => JSON.parse(line))
      .filter((line) => line.id === id);
    expect(logged[0]).toMatchObject({ level: "error", message: expect.stringContaining("secret detail") });
    expect(logged[1]).toMatchObject({ method: "GET", route: "/v1/broken/throws", status: 500 });
  });
});

test("The creation of the server fails if a route does not declare who may call the route", () => {
  const careless = new Elysia().get("/v1/open", () => "anybody");
  expect(() => new RouteTable(careless)).toThrow("GET /v1/open does not say who may call it");
  expect(() => createServer(testDeps(), careless, serverPorts)).toThrow("does not say who may call it");
});

test("A request to an unknown address is logged, and its error page has the same headers as other responses", async () => {
  const { log, lines } = listening();
  const origin = "https://panel.example";
  const deps = { ...testDeps({ CORS_ORIGINS: origin }), log };
  const page = async () => new Response("lost", { status: 404 });
  const app = createServer(deps, new Elysia(), { ...serverPorts, notFoundPage: page });
  const request = new Request("http://localhost/nowhere", { headers: { Accept: "text/html", Origin: origin } });
  const response = await app.handle(request);
  expect([response.status, await response.text()]).toEqual([404, "lost"]);
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
  expect(JSON.parse(lines()[0] ?? "{}")).toMatchObject({ method: "GET", route: "-", status: 404 });
});

describe("a full disk", () => {
  test("A full disk is reported, no write is left half-done, and reads still work", async () => {
    const { post, get, db, members, entries } = await household({ server: serverInProcess() });
    await post("/v1/tasks", { label: "fits", memberId: members.anna.id });
    const { length } = entries();
    const { page_count } = db.$client.query("PRAGMA page_count").get() as { page_count: number };
    db.$client.run(`PRAGMA max_page_count = ${page_count}`);
    const label = "x".repeat(300);
    let refused = null;
    for (let count = 0; count < 200 && !refused; count++) {
      const { status, body } = await post("/v1/tasks", { label, memberId: members.anna.id });
      if (status !== 200) refused = body;
    }
    expect(refused).toEqual(refusal(507, "Disk is full"));
    const { tasks } = (await get("/v1/tasks")).body;
    expect(entries().length - length).toBe(Math.min(tasks.length - 1, 100 - length));
    db.$client.run("PRAGMA max_page_count = 100000");
    expect((await post("/v1/tasks", { label, memberId: members.anna.id })).status).toBe(200);
  });
});

describe("a database that can't be written", () => {
  test("A server with a database that cannot be written still serves reads, and reports that it is not ready", async () => {
    const { get, db, clock, createKey, post, members } = await household({ server: serverInProcess() });
    expect((await get("/readyz")).status).toBe(200);
    db.$client.run("PRAGMA query_only = ON");
    clock.advance(60_000);
    expect((await get("/v1/tasks")).status).toBe(200);
    expect((await get("/readyz")).body).toEqual(refusal(503, "The database can't be written"));
    expect((await post("/v1/tasks", { label: "x", memberId: members.anna.id })).status).toBe(500);
    db.$client.run("PRAGMA query_only = OFF");
    clock.advance(1_000);
    expect((await get("/readyz")).status).toBe(200);
    expect(createKey().status).toBe("active");
  });

  test("Reads do not wait while another process locks the database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "inglenook-busy-"));
    const db = openDataDir(folder, { now: start });
    const { get, clock } = await household({ server: serverInProcess({}, { db }) });
    const other = new Database(databasePath(folder));
    other.run("BEGIN IMMEDIATE");
    clock.advance(60_000);
    const begun = performance.now();
    expect((await get("/v1/tasks")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(4_000); // A write waits for 5 s.
    other.close();
    db.$client.close();
    rmSync(folder, { recursive: true });
  });
});

describe("the log", () => {
  test("The log has one line for each request, with the prefix of the API key, but no key, body or ids", async () => {
    const { log, lines } = listening();
    const { post, patch, members, key, get } = await household({ server: serverInProcess({}, { log }) });
    const { body } = await post("/v1/tasks", { label: "private matter", memberId: members.anna.id });
    await patch(`/v1/tasks/${body.id}?x=secret`, { label: "private matter" });
    await get("/nowhere/private", { key: null });
    const logged = lines().map((line) => JSON.parse(line));
    expect(logged.map(({ method, route, status, key: prefix }) => [method, route, status, prefix])).toEqual([
      ["POST", "/v1/tasks", 200, key.prefix],
      ["PATCH", "/v1/tasks/:id", 400, key.prefix],
      ["GET", "-", 404, null],
    ]);
    expect(logged[0].ms).toBeNumber();
    const text = lines().join("\n");
    for (const secret of [key.key, key.key.slice(20), "private", body.id, "secret"]) expect(text).not.toContain(secret);
  });

  test("The log can be set to text for people, to errors only, or to nothing", async () => {
    const line = { method: "GET", route: "/v1/tasks", status: 200, ms: 1.234, keyPrefix: "abcdefgh", id: "x-1" };
    const written = (level: "silent" | "error" | "info") => {
      let text = "";
      const log = createLog(level, (part) => (text += part), false);
      log.request(line);
      log.request({ ...line, status: 500 });
      log.info("hello");
      log.error("two\nlines", "x-2");
      log.flush();
      return text
        .trimEnd()
        .split("\n")
        .map((each) => each.replace(/^\S+Z /, ""));
    };
    expect(written("info")).toEqual([
      "GET /v1/tasks 200 1.2ms abcdefgh x-1",
      "GET /v1/tasks 500 1.2ms abcdefgh x-1",
      "info hello",
      "error two | lines [x-2]",
    ]);
    expect(written("error")).toEqual(["GET /v1/tasks 500 1.2ms abcdefgh x-1", "error two | lines [x-2]"]);
    expect(written("silent")).toEqual([""]);
  });
});

describe("the client's address", () => {
  const from = (peer: string, forwarded: string | undefined, trusted: string) => {
    const headers = new Headers(forwarded === undefined ? {} : { "X-Forwarded-For": forwarded });
    const server = { requestIP: () => ({ address: peer, family: "IPv4", port: 1 }) };
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: trusted });
    const proxies = new TrustedProxies(trustedProxies, () => server as never);
    return proxies.clientAddress(new Request("http://localhost/", { headers }));
  };
  test.each([
    ["192.0.2.1", undefined, "192.0.2.1"],
    ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
    ["10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["10.0.0.1", "203.0.113.9, 10.0.0.1", "203.0.113.9"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "nonsense", "10.0.0.1"],
    ["10.0.0.1", "203.0.113.9, nonsense", "10.0.0.1"],
    ["10.0.0.2", "203.0.113.9", "10.0.0.2"],
  ])(
    "A request from the address %s with X-Forwarded-For %s is treated as a request from %s",
    (peer, forwarded, expected) => {
      expect(from(peer, forwarded, "10.0.0.1")).toBe(expected);
    },
  );

  test.each([
    ["10.0.0.0/8", "10.200.3.4", "203.0.113.9", "203.0.113.9"],
    ["10.0.0.0/8", "::ffff:10.200.3.4", "203.0.113.9", "203.0.113.9"],
    ["10.0.0.0/8", "::ffff:ac8:304", "203.0.113.9", "203.0.113.9"],
    ["10.0.0.0/8", "11.0.0.1", "203.0.113.9", "11.0.0.1"],
    ["10.0.0.0/8", "10.0.0.1", "203.0.113.9, 10.9.9.9, 10.8.8.8", "203.0.113.9"],
    ["10.0.0.0/8", "10.0.0.1", "203.0.113.9, 198.51.100.1, 10.8.8.8", "198.51.100.1"],
    ["172.16.0.0/12", "172.31.255.255", "203.0.113.9", "203.0.113.9"],
    ["172.16.0.0/12", "172.32.0.0", "203.0.113.9", "172.32.0.0"],
    ["192.0.2.128/25", "192.0.2.127", "203.0.113.9", "192.0.2.127"],
    ["192.0.2.128/25", "192.0.2.128", "203.0.113.9", "203.0.113.9"],
    ["192.0.2.1/32", "192.0.2.1", "203.0.113.9", "203.0.113.9"],
    ["192.0.2.1/32", "192.0.2.0", "203.0.113.9", "192.0.2.0"],
    ["::ffff:10.0.0.0/104", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["::ffff:10.0.0.0/104", "11.1.2.3", "203.0.113.9", "11.1.2.3"],
    ["fd00::/8", "fd12:3456::1", "2001:db8::9", "2001:db8::9"],
    ["fd00::/8", "fe80::1", "2001:db8::9", "fe80::1"],
    ["2001:db8:8000::/33", "2001:db8:8000::1", "203.0.113.9", "203.0.113.9"],
    ["2001:db8:8000::/33", "2001:db8:7fff::1", "203.0.113.9", "2001:db8:7fff::1"],
    ["::1", "0:0:0:0:0:0:0:1", "203.0.113.9", "203.0.113.9"],
    ["fe80::/10", "fe80::1%eth0", "203.0.113.9", "203.0.113.9"],
    ["::/0", "10.0.0.1", "203.0.113.9", "10.0.0.1"],
    ["0.0.0.0/0", "::1", "203.0.113.9", "::1"],
    // All of them are proxies, so the furthest is the client; otherwise a whole home network would share the proxy's
    // limits.
    ["192.168.0.0/16", "192.168.1.2", "192.168.1.7", "192.168.1.7"],
    ["192.168.0.0/16", "192.168.1.2", "192.168.1.7, 192.168.1.3", "192.168.1.7"],
    ["127.0.0.1, 10.0.0.0/8", "127.0.0.1", "203.0.113.9, 10.0.0.7", "203.0.113.9"],
  ])(
    "A server with TRUSTED_PROXIES=%s treats a request from %s with X-Forwarded-For %s as a request from %s",
    (trusted, peer, forwarded, expected) => {
      expect(from(peer, forwarded, trusted)).toBe(expected);
    },
  );

  test.each([
    ["10.0.0.0/33", "10.0.0.0/33: the prefix must be 0 to 32"],
    ["10.0.0.0/-1", "10.0.0.0/-1: the prefix must be 0 to 32"],
    ["10.0.0.0/", "10.0.0.0/: the prefix must be 0 to 32"],
    ["10.0.0.0/8.0", "10.0.0.0/8.0: the prefix must be 0 to 32"],
    ["fd00::/129", "fd00::/129: the prefix must be 0 to 128"],
    ["::ffff:10.0.0.0/8", "::ffff:10.0.0.0/8: the prefix must be 96 to 128"],
    ["192.168.1.5/24", "192.168.1.5/24 has bits set behind its prefix; for the whole range write 192.168.1.0/24"],
    ["fd00::1/8", "fd00::1/8 has bits set behind its prefix; for the whole range write fd00::/8"],
    ["10.0.0.0/8/8", "must be IP addresses or CIDR ranges such as 10.0.0.0/8"],
    ["10.0.0/8", "must be IP addresses or CIDR ranges such as 10.0.0.0/8"],
    ["10.0.0.0-10.0.0.9", "must be IP addresses or CIDR ranges such as 10.0.0.0/8"],
    ["10.0.0.1, proxy", "must be IP addresses or CIDR ranges such as 10.0.0.0/8"],
  ])("The setting TRUSTED_PROXIES=%s is refused", (value, reason) => {
    expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(`TRUSTED_PROXIES=${value}: ${reason}`);
  });
});

describe("pages of other origins", () => {
  const origin = "https://panel.example";
  const preflight = { Origin: origin, "Access-Control-Request-Method": "POST" };

  test("Pages of other origins get no CORS headers in the default settings", async () => {
    const { call } = await household({ server: serverInProcess() });
    const { status, headers } = await call("OPTIONS", "/v1/tasks", { headers: preflight });
    expect(status).toBe(405);
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("Pages of other origins get CORS headers only if the settings list their origin", async () => {
    const { call, get } = await household({
      server: serverInProcess({ CORS_ORIGINS: `${origin}, http://localhost:3000` }),
    });
    const asked = await call("OPTIONS", "/v1/tasks", { headers: preflight, key: null });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    expect(asked.headers.get("Access-Control-Allow-Headers")).toContain("Idempotency-Key");
    const read = await get("/v1/tasks", { headers: { Origin: origin } });
    expect(read.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    expect(read.headers.get("Access-Control-Expose-Headers")).toContain("ETag");
    expect(read.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    const other = await get("/v1/tasks", { headers: { Origin: "https://evil.example" } });
    expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect(other.headers.get("Vary")).toContain("Origin");
  });
});
