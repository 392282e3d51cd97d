/**
 * Tests how many tablets can wait for pairing. The server runs behind a trusted proxy, so that each request has an
 * address.
 */
import { describe, expect, test } from "bun:test";
import { readConfig } from "#platform/config.ts";
import { household, refusal } from "../support/home/home.ts";
import { listeningServer } from "../support/home/live.ts";

const minute = 60_000;
const limited = refusal(429, "Rate limit exceeded");
const unknown = refusal(404, "Pairing not found");

async function home() {
  const config = readConfig({ PHOTO_PROVIDER: "off", TRUSTED_PROXIES: "127.0.0.1,::1" });
  const server = listeningServer({ config });
  const own = await household({ server });
  const anna = own.as(own.members.anna);
  const send = async (method: string, path: string, address: string) => {
    const response = await fetch(`${server.origin}${path}`, { method, headers: { "X-Forwarded-For": address } });
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
  const begin = (address: string) => send("POST", "/app/devices/pairing", address);
  const poll = async (token: string) => (await send("GET", `/app/devices/pairing/${token}`, "192.0.2.1")).body;
  const confirm = (code: string) => anna.post("/app/devices", { code, name: "Tablet" });
  /** Opens `count` codes, five for each address. */
  const open = async (count: number, network = "198.51.100") => {
    const pairings = [];
    for (let index = 0; index < count; index++)
      pairings.push((await begin(`${network}.${Math.floor(index / 5)}`)).body);
    return pairings;
  };
  return { clock: server.clock, begin, poll, confirm, open };
}

describe("open pairing codes", () => {
  test("Open pairing codes are limited to five for each client address", async () => {
    const { begin, poll, clock } = await home();
    const first = (await begin("192.0.2.7")).body;
    clock.advance(4 * minute);
    for (let count = 1; count < 5; count++) expect((await begin("192.0.2.7")).status).toBe(200);
    const refused = await begin("192.0.2.7");
    expect(refused.body).toEqual(limited);
    expect(refused.headers.get("Retry-After")).toBe("360");
    expect((await begin("192.0.2.8")).status).toBe(200);
    expect(await poll(first.pairingToken)).toEqual({ paired: false });
    clock.advance(6 * minute);
    expect((await begin("192.0.2.7")).status).toBe(200);
    expect((await begin("192.0.2.7")).status).toBe(429);
  });

  test("The limit of open pairing codes applies to a whole IPv6 /64 network", async () => {
    const { begin } = await home();
    const statuses = async (addresses: string[]) => {
      const answers = [];
      for (const address of addresses) answers.push((await begin(address)).status);
      return answers;
    };
    const one = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"];
    expect(await statuses([...one, "2001:db8:1:2::3", "2001:db8:1:3::1"])).toEqual([200, 200, 200, 200, 200, 429, 200]);
    const mapped = ["192.0.2.9", "::ffff:192.0.2.9", "::ffff:c000:209", "192.0.2.9", "192.0.2.9", "::ffff:c000:0209"];
    expect(await statuses(mapped)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("A pairing code that an adult has confirmed no longer counts towards the limit", async () => {
    const { begin, confirm } = await home();
    const codes: string[] = [];
    for (let count = 0; count < 5; count++) codes.push((await begin("192.0.2.7")).body.code);
    expect((await begin("192.0.2.7")).status).toBe(429);
    expect((await confirm(codes[2] ?? "")).status).toBe(200);
    expect((await begin("192.0.2.7")).status).toBe(200);
    expect((await begin("192.0.2.7")).status).toBe(429);
  });

  test("Pairing codes can be requested ten times a minute from one address", async () => {
    const { begin, confirm } = await home();
    for (let count = 0; count < 10; count++) {
      const { body, status } = await begin("192.0.2.7");
      expect(status).toBe(200);
      await confirm(body.code);
    }
    expect((await begin("192.0.2.7")).body).toEqual(limited);
  });
});

describe("a server with the maximum number of open pairing codes", () => {
  test("A server with 50 open pairing codes deletes the oldest unconfirmed code", async () => {
    const { begin, poll, open, confirm } = await home();
    const [first, second, third] = await open(50);
    expect((await begin("192.0.2.7")).status).toBe(200);
    expect(await poll(first.pairingToken)).toEqual(unknown);
    expect(await poll(second.pairingToken)).toEqual({ paired: false });
    expect((await confirm(first.code)).body).toEqual(refusal(422, "code: no tablet shows this code"));
    expect((await begin("192.0.2.7")).status).toBe(200);
    expect(await poll(second.pairingToken)).toEqual(unknown);
    expect(await poll(third.pairingToken)).toEqual({ paired: false });
  });

  test("A server with 50 open pairing codes keeps a confirmed code until its tablet has signed in", async () => {
    const { poll, open, confirm } = await home();
    const [first, second] = await open(50);
    expect((await confirm(first.code)).status).toBe(200);
    await open(49, "203.0.113");
    expect(await poll(second.pairingToken)).toEqual(unknown);
    expect(await poll(first.pairingToken)).toMatchObject({ paired: true });
    expect(await poll(first.pairingToken)).toEqual(unknown);
  });

  test("A server with 50 open pairing codes accepts one more tablet even if all codes are confirmed", async () => {
    const { begin, poll, open, confirm } = await home();
    const pairings = await open(50);
    for (const { code } of pairings) expect((await confirm(code)).status).toBe(200);
    const last = await begin("192.0.2.7");
    expect(await poll(last.body.pairingToken)).toEqual({ paired: false });
    for (const { pairingToken } of pairings) expect(await poll(pairingToken)).toMatchObject({ paired: true });
  });

  test("A server still gives pairing codes to other addresses after one address reached the limit", async () => {
    const { begin, confirm } = await home();
    for (let count = 0; count < 60; count++) await begin("192.0.2.66");
    const { body, status } = await begin("192.0.2.7");
    expect(status).toBe(200);
    expect((await confirm(body.code)).status).toBe(200);
  });
});
