/** Tests the live channel behind a proxy, and the response to the handshake. */
import { describe, expect, test } from "bun:test";
import { minute } from "#lib/time.ts";
import { readConfig } from "#platform/config.ts";
import { household, refusal } from "../../support/home/home.ts";
import { askForSocket, listen, listeningServer } from "../../support/home/live.ts";
import { exchange, hasHead } from "../../support/home/raw.ts";
import { tablet } from "../../support/records/check-ins.ts";

/** A household on a server with these settings. */
async function home(env: Record<string, string> = {}) {
  const server = listeningServer({ config: readConfig({ PHOTO_PROVIDER: "off", ...env }) });
  const own = await household({ server });
  const { Cookie, Origin } = own.signIn(own.members.anna);
  return { ...own, origin: server.origin, Cookie, Origin };
}

/** Sends a handshake and returns the raw head of the response. */
async function handshake(origin: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ Host: new URL(origin).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request =
    `GET /app/live HTTP/1.1\r\n${lines.join("")}Upgrade: websocket\r\nConnection: Upgrade\r\n` +
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  return (await exchange(origin, request, hasHead)).head;
}

describe("the live channel behind a proxy", () => {
  test("The live channel behind a proxy requires the origin of BASE_URL and the cookie for HTTPS", async () => {
    const { origin, Cookie, Origin } = await home({ BASE_URL: "https://home.example" });
    const secure = { Cookie: `__Host-${Cookie}`, Origin: "https://home.example" };
    const listener = await listen(origin, { headers: secure });
    listener.close();
    expect((await askForSocket(origin, { ...secure, Origin })).body).toEqual(refusal(403, "Origin does not match"));
    expect((await askForSocket(origin, { ...secure, Cookie })).body).toEqual(refusal(401, "Not signed in"));
  });

  test("The live channel accepts forwarded headers only from a trusted proxy", async () => {
    const forwarded = { "X-Forwarded-Host": "home.example", "X-Forwarded-Proto": "https" };
    const page = { ...forwarded, Origin: "https://home.example" };
    const trusting = await home({ TRUSTED_PROXIES: "127.0.0.1,::1" });
    const listener = await listen(trusting.origin, { headers: { ...page, Cookie: `__Host-${trusting.Cookie}` } });
    listener.close();
    const { origin, Cookie } = await home();
    expect((await askForSocket(origin, { ...page, Cookie })).body).toEqual(refusal(403, "Origin does not match"));
  });
});

describe("the handshake", () => {
  test("The handshake of the live channel extends the lifetime of the sign-in, as every request does", async () => {
    const { origin, clock, Cookie, Origin } = await home();
    clock.advance(2 * minute);
    const head = await handshake(origin, { Cookie, Origin });
    expect(head).toStartWith("HTTP/1.1 101 ");
    expect(head).toContain(`${Cookie}; HttpOnly; SameSite=Lax`);
  });

  test("The handshake of the live channel requires the subprotocol inglenook, and never returns a tablet's token", async () => {
    const own = await home();
    const { origin, Cookie, Origin } = own;
    const { token } = await tablet(own);
    const head = await handshake(origin, { "Sec-WebSocket-Protocol": `device.${token}, inglenook` });
    expect(head).toStartWith("HTTP/1.1 101 ");
    expect(head).toContain("Sec-WebSocket-Protocol: inglenook\r\n");
    expect(head).not.toContain(token);
    const others = { Cookie, Origin, "Sec-WebSocket-Protocol": "device.secret, other" };
    const refused = await askForSocket(origin, others);
    expect(refused.body).toEqual(refusal(400, "Sec-WebSocket-Protocol: must offer inglenook"));
    expect(JSON.stringify([...refused.headers])).not.toContain("secret");
  });
});
