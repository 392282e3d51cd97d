/**
 * The permission check and the handler read the same address from a request, for any request target and `Host` header.
 * If they read different ones, a caller could be admitted for one operation and run another.
 */
import { describe, expect, test } from "bun:test";
import { type Home, refusal } from "../support/home/home.ts";
import { liveHousehold } from "../support/home/live.ts";
import { exchange } from "../support/home/raw.ts";
import { tablet } from "../support/records/check-ins.ts";

/** Values of `Host` for which Bun leaves the address unchanged or makes one that no parser can read. */
const brokenHosts = [
  "",
  " ",
  "a/b",
  "a b",
  "a@b",
  "user:password@localhost",
  "a?b",
  "a#b",
  "a\\b",
  "ü",
  "%2f",
  "%00",
  "a%",
  "h:99999999",
  "a:b:c",
  ":80",
  "[::1",
  "[]",
  "[::g]",
  `${"a".repeat(300)}/`,
];
const goodHosts = ["localhost", "nas", "NAS:4100", "127.0.0.1:0", "[::1]:4100", "h:", "a..b", "a".repeat(300)];

const malformed = { status: 400, body: refusal(400, "Malformed request") };

type Caller = { readonly name: string; readonly headers: Record<string, string> };

/** A household with one caller of each kind, and a list and an entry that an attack could change. */
async function arrange() {
  const home = await liveHousehold();
  const { origin } = home.server;
  const guest = home.add("Gus", "guest");
  const device = await tablet(home);
  const callers: Caller[] = [
    { name: "key", headers: { Authorization: `Bearer ${home.createKey({ scopes: ["meals.read"] }).key}` } },
    { name: "child", headers: { ...home.signIn(home.members.mia) } },
    { name: "guest", headers: { ...home.signIn(guest) } },
    {
      name: "tablet",
      headers: { Authorization: `Device ${device.token}`, "X-Acting-Member": home.members.mia.id },
    },
    { name: "nobody", headers: {} },
  ];
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body;
  const list = (await home.post("/v1/lists", { name: "Groceries", sectionId: section.id })).body;
  const entry = home.entries()[0];
  if (!entry) throw new Error("Making a list is a change");
  return { home, origin, callers, list, entry };
}

function send(origin: string, method: string, target: string, host: string | null, { headers }: Caller) {
  const all = { ...(host === null ? {} : { Host: host }), ...headers, Connection: "close", "Content-Length": "0" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return exchange(origin, `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

/** Targets that can be read in two ways: as a harmless operation, or as one that is forbidden to the caller. */
function attacks({ home, list, entry }: Awaited<ReturnType<typeof arrange>>): [method: string, target: string][] {
  const invite = `/app/members/${home.members.anna.id}/invitation`;
  const undo = `/v1/activity/${entry.id}/undo`;
  return [
    ["POST", `/aaaaaa${invite}?//x${undo}`],
    ["POST", `/a${invite}?//x${undo}`],
    ["POST", `${invite}?//x${undo}`],
    ["POST", `//x${undo}?/aaaaaa${invite}`],
    ["DELETE", `/aaaaaa/v1/lists/${list.id}?//x/v1/tasks/${list.id}`],
    ["DELETE", `/v1/lists/${list.id}?//x/v1/lists/${list.id}/blocks/${list.id}`],
    ["GET", "/aaaaaa/v1/api-keys?//x/v1/recipes"],
    ["GET", "/v1/api-keys?//x/v1/recipes"],
    ["GET", "/aaaaaa/app/household?//x/healthz"],
    ["GET", "/aaaaaa/v1/lists?//x/healthz"],
  ];
}

function stateOf({ db, id }: Home) {
  return db.$client.query("SELECT revision FROM household WHERE id = ?").get(id);
}

describe("a request with an unreadable address", () => {
  test("A request with an unreadable address is refused for every caller and every path", async () => {
    const arranged = await arrange();
    const { home, origin, callers } = arranged;
    const before = stateOf(home);
    for (const host of brokenHosts) {
      for (const [method, target] of [...attacks(arranged), ["GET", "/healthz"], ["GET", "/nowhere"]] as const) {
        for (const caller of callers) {
          const { status, body } = await send(origin, method, target, host, caller);
          expect({ host, target, caller: caller.name, status, body }).toEqual({
            ...{ host, target, caller: caller.name },
            ...malformed,
          });
        }
      }
    }
    expect(stateOf(home)).toEqual(before);
  });

  test("A request with an unreadable address gets an error as JSON without CORS headers", async () => {
    const { origin } = await arrange();
    const page = { name: "browser", headers: { Accept: "text/html", Origin: "https://page.example" } };
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT"]) {
      const { status, head } = await send(origin, method, "/anywhere", "a/b", page);
      expect({ method, status }).toEqual({ method, status: 400 });
      expect(head).toContain("Content-Type: application/json");
    }
  });

  test("A request with no Host header, or with two Host headers, is refused", async () => {
    const { origin, callers } = await arrange();
    const [key] = callers;
    if (!key) throw new Error("There is a key");
    const authorization = `Authorization: ${key.headers.Authorization}\r\n`;
    const old = await exchange(origin, `GET /v1/recipes HTTP/1.0\r\n${authorization}\r\n`);
    expect({ status: old.status, body: old.body }).toEqual(malformed);
    const named = await exchange(origin, `GET /v1/recipes HTTP/1.0\r\nHost: nas\r\n${authorization}\r\n`);
    expect(named.status).toBe(200);
    for (const hosts of ["Host: nas\r\nHost: nas\r\n", "Host: nas\r\nHost: a/b\r\n", "Host: nas, nas\r\n"]) {
      const twice = await exchange(
        origin,
        `GET /v1/recipes HTTP/1.1\r\n${hosts}${authorization}Connection: close\r\n\r\n`,
      );
      expect({ hosts, status: twice.status, body: twice.body }).toEqual({ hosts, ...malformed });
    }
    // Bun refuses this request itself, without a body.
    expect((await send(origin, "GET", "/v1/recipes", null, key)).status).toBe(400);
  });

  test("A request is refused if the address has a fragment or is not a path of the server", async () => {
    const { origin, callers } = await arrange();
    const [key] = callers;
    if (!key) throw new Error("There is a key");
    for (const target of ["/v1/recipes#x", "/v1/recipes#?//x/v1/lists", "#/v1/recipes"]) {
      expect((await send(origin, "GET", target, "nas", key)).status).toBe(400);
    }
    for (const [method, target] of [
      ["OPTIONS", "*"],
      ["CONNECT", "nas:80"],
      ["GET", "v1/recipes"],
      ["GET", "ftp://nas/v1/recipes"],
      ["GET", "file:///v1/recipes"],
    ] as const) {
      expect({ target, status: (await send(origin, method, target, "nas", key)).status }).toEqual({
        target,
        status: 400,
      });
    }
  });
});

describe("a request with an unusual but readable address", () => {
  test("The path alone decides which operation a request runs, whatever host the request names", async () => {
    const { origin, callers } = await arrange();
    const [key] = callers;
    if (!key) throw new Error("There is a key");
    for (const host of goodHosts) {
      for (const target of ["/v1/recipes", "http://elsewhere/v1/recipes", "http://elsewhere:99/v1/recipes"]) {
        const { status } = await send(origin, "GET", target, host, key);
        expect({ host, target, status }).toEqual({ host, target, status: 200 });
      }
    }
  });

  test("Doubled slashes in the address never make a request run another operation", async () => {
    const arranged = await arrange();
    const { home, origin, callers } = arranged;
    const before = stateOf(home);
    const targets = [...attacks(arranged), ["GET", "/v1/recipes?x=y"]] as const;
    for (const caller of callers) {
      for (const [method, target] of targets) {
        for (let at = 0; at <= target.length; at += target === "/v1/recipes?x=y" ? 1 : 7) {
          const doubled = `${target.slice(0, at)}//${target.slice(at)}`;
          if (!doubled.startsWith("/")) continue;
          const { status } = await send(origin, method, doubled, "nas", caller);
          expect({ caller: caller.name, doubled, isRefused: [400, 401, 403, 404, 405].includes(status) }).toEqual({
            ...{ caller: caller.name, doubled, isRefused: true },
          });
        }
      }
    }
    expect(stateOf(home)).toEqual(before);
  });
});
