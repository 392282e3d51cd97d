/** A server with several base URLs: BASE_URL=https://home.example,http://192.168.1.5:4100. */
import { beforeAll, describe, expect, test } from "bun:test";
import { setPassword } from "#accounts/sign-in/store.ts";
import { readConfig } from "#platform/config.ts";
import { transact } from "#platform/db/client.ts";
import { household, refusal, type Server, serverInProcess } from "../support/home/home.ts";
import { askForSocket, listen, listeningServer } from "../support/home/live.ts";

const away = "https://home.example";
const inside = "http://192.168.1.5:4100";
const password = "correct horse battery";
const mismatch = refusal(403, "Origin does not match");
const secureCookie = /^__Host-inglenook_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=2592000; Secure$/;
const plainCookie = /^inglenook_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=2592000$/;

let passwordHash = "";
beforeAll(async () => {
  passwordHash = await Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 1024, timeCost: 1 });
});

async function home(baseUrl = `${away},${inside}`, server: Server = serverInProcess({ BASE_URL: baseUrl })) {
  const own = await household({ server });
  transact(own.db, () => setPassword(own.work(), own.members.anna.id, passwordHash));
  const signIn = async (headers: Record<string, string>) => {
    const body = { login: "Anna", password };
    const {
      status,
      headers: answered,
      body: said,
    } = await own.call("POST", "/app/session", { body, key: null, headers });
    const set = answered.get("Set-Cookie") ?? "";
    return { status, body: said, set, Cookie: set.split(";", 1)[0] ?? "" };
  };
  const whoAmI = async (headers: Record<string, string>) =>
    (await own.call("GET", "/app/session", { key: null, headers })).status;
  const rename = async (headers: Record<string, string>) => {
    const body = { name: "Our home" };
    return own.call("PATCH", "/app/household", { key: null, headers, body });
  };
  return { ...own, signIn, whoAmI, rename };
}

const hostOf = (origin: string) => new URL(origin).host;

describe("each of the server's origins", () => {
  test.each([
    [away, "home.example", secureCookie],
    [away, "home.example:443", secureCookie],
    [away, "HOME.example", secureCookie],
    [inside, "192.168.1.5:4100", plainCookie],
  ])(
    "A page of the origin %s (Host: %s) can sign in, and read and write with the cookie",
    async (Origin, Host, cookie) => {
      const { signIn, whoAmI, rename } = await home();
      const answer = await signIn({ Origin, Host });
      expect({ status: answer.status, set: answer.set }).toEqual({ status: 200, set: expect.stringMatching(cookie) });
      const { Cookie } = answer;
      expect(await whoAmI({ Cookie, Host })).toBe(200);
      expect((await rename({ Cookie, Host, Origin })).status).toBe(200);
      expect((await rename({ Cookie, Host })).body).toEqual(mismatch);
    },
  );

  test("A cookie of the HTTP origin is refused at the HTTPS origin, and vice versa", async () => {
    const { signIn, whoAmI } = await home();
    const secure = (await signIn({ Origin: away, Host: "home.example" })).Cookie;
    const plain = (await signIn({ Origin: inside, Host: hostOf(inside) })).Cookie;
    expect(await whoAmI({ Cookie: plain, Host: "home.example" })).toBe(401);
    expect(await whoAmI({ Cookie: plain.replace("inglenook", "__Host-inglenook"), Host: "home.example" })).toBe(200);
    expect(await whoAmI({ Cookie: secure.replace("__Host-", ""), Host: hostOf(inside) })).toBe(200);
    expect(await whoAmI({ Cookie: secure.replace("__Host-", ""), Host: "home.example" })).toBe(401);
  });

  test("Signing out expires the HTTP and the HTTPS cookie, and ends the sessions of all sent cookies", async () => {
    const { signIn, whoAmI, call } = await home("https://nas.local,http://nas.local:4100");
    const [secure, plain] = ["https://nas.local", "http://nas.local:4100"];
    const one = (await signIn({ Origin: secure, Host: hostOf(secure) })).Cookie;
    const other = (await signIn({ Origin: plain, Host: hostOf(plain) })).Cookie;
    const headers = { Cookie: `${other}; ${one}`, Origin: secure, Host: hostOf(secure) };
    const out = await call("DELETE", "/app/session", { key: null, headers });
    expect(out.headers.getSetCookie()).toEqual([
      "inglenook_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0",
      "__Host-inglenook_session=; HttpOnly; SameSite=Lax; Path=/; Secure; Max-Age=0",
    ]);
    expect(await whoAmI({ Cookie: one, Host: hostOf(secure) })).toBe(401);
    expect(await whoAmI({ Cookie: other, Host: hostOf(plain) })).toBe(401);
  });

  test("A tablet that waits for pairing gets the cookie of the origin in use, HTTP or HTTPS", async () => {
    const { as, members, call } = await home();
    const anna = as(members.anna);
    for (const [origin, cookie] of [
      [away, /^__Host-inglenook_device=.*; Secure$/],
      [inside, /^inglenook_device=(?!.*Secure)/],
    ] as const) {
      const headers = { Host: hostOf(origin) };
      const { body } = await call("POST", "/app/devices/pairing", { key: null, headers });
      const confirm = { Origin: inside, Host: hostOf(inside) };
      expect((await anna.post("/app/devices", { code: body.code, name: "x" }, { headers: confirm })).status).toBe(200);
      const paired = await call("GET", `/app/devices/pairing/${body.pairingToken}`, { key: null, headers });
      expect(paired.headers.get("Set-Cookie")).toMatch(cookie);
    }
  });
});

describe("an origin that is no base URL", () => {
  test.each([
    ["https://evil.example", "evil.example"],
    ["http://evil.example:4100", "evil.example:4100"],
    ["https://evil.example", "home.example"],
    ["http://home.example", "home.example"],
    ["http://home.example", hostOf(inside)],
    ["https://home.example:8443", "home.example"],
    ["http://192.168.1.5", "192.168.1.5"],
    ["http://192.168.1.5:4101", hostOf(inside)],
    ["https://home.example.evil.example", "home.example"],
    ["http://localhost", "localhost"],
    ["null", "home.example"],
    ["null", hostOf(inside)],
    ["", "home.example"],
    // An allowed origin, but not the one of this request: a page at the HTTP origin must not write to the HTTPS origin.
    [inside, "home.example"],
  ])("A request with the origin %s and the Host %s is refused", async (Origin, Host) => {
    const { signIn, rename, as, members } = await home();
    expect((await signIn({ Origin, Host })).body).toEqual(mismatch);
    const { Cookie } = as(members.anna).headers;
    const both = `${Cookie}; __Host-${Cookie}`;
    expect((await rename({ Cookie: both, Origin, Host })).body).toEqual(mismatch);
  });
});

describe("a changed Host or forwarded header", () => {
  test.each<Record<string, string>>([
    { Host: "home.example", "X-Forwarded-Host": hostOf(inside), "X-Forwarded-Proto": "http" },
    { Host: "home.example", "X-Forwarded-Proto": "http" },
    // A proxy that sends its own upstream's Host instead of the original one.
    { Host: "localhost:4100" },
    { Host: hostOf(inside) },
    { Host: "evil.example" },
  ])("The cookies of the HTTPS origin stay Secure despite a changed Host or forwarded header: %j", async (headers) => {
    const { signIn, whoAmI, rename, as, members } = await home();
    const { status, set, Cookie } = await signIn({ ...headers, Origin: away });
    expect({ status, set }).toEqual({ status: 200, set: expect.stringMatching(secureCookie) });
    expect(await whoAmI({ ...headers, Cookie })).toBe(200);
    expect((await rename({ ...headers, Cookie, Origin: away })).status).toBe(200);
    const plain = as(members.anna).headers.Cookie;
    expect((await rename({ ...headers, Cookie: plain, Origin: away })).body).toEqual(refusal(401, "Not signed in"));
  });

  test("A changed Host header does not let a page of the HTTP origin use a session of the HTTPS origin", async () => {
    const { signIn, rename } = await home();
    const { Cookie } = await signIn({ Origin: away, Host: "home.example" });
    for (const Host of ["localhost:4100", hostOf(inside)]) {
      expect((await rename({ Cookie, Host, Origin: inside })).body).toEqual(refusal(401, "Not signed in"));
    }
  });
});

describe("a single base URL", () => {
  test("A server with only an https base URL refuses a page of the same host over http", async () => {
    const { signIn } = await home(away);
    expect((await signIn({ Origin: "http://home.example", Host: "home.example" })).body).toEqual(mismatch);
  });

  test("A server with only an http base URL accepts a page that a proxy serves over https", async () => {
    const { signIn, whoAmI, rename } = await home("http://home.example");
    const headers = { Origin: away, Host: "home.example" };
    const { status, set, Cookie } = await signIn(headers);
    expect({ status, set }).toEqual({ status: 200, set: expect.stringMatching(plainCookie) });
    expect(await whoAmI({ Cookie, Host: "home.example" })).toBe(200);
    expect((await rename({ ...headers, Cookie })).status).toBe(200);
  });
});

describe("a trusted proxy", () => {
  test("The scheme that a trusted proxy forwards decides between two base URLs with the same host", async () => {
    const env = { BASE_URL: "https://nas.local,http://nas.local", TRUSTED_PROXIES: "127.0.0.0/8,::1" };
    const server = listeningServer({ config: readConfig({ PHOTO_PROVIDER: "off", ...env }) });
    const { signIn, whoAmI } = await home("", server);
    const from = (scheme: string) => ({ "X-Forwarded-Host": "nas.local", "X-Forwarded-Proto": scheme });
    const secure = await signIn({ ...from("https"), Origin: "https://nas.local" });
    expect(secure.set).toMatch(secureCookie);
    expect(await whoAmI({ ...from("https"), Cookie: secure.Cookie })).toBe(200);
    const plain = await signIn({ ...from("http"), Origin: "http://nas.local" });
    expect(plain.set).toMatch(plainCookie);
    expect(await whoAmI({ ...from("http"), Cookie: plain.Cookie })).toBe(200);
    expect(await whoAmI({ ...from("https"), Cookie: plain.Cookie })).toBe(401);
    expect((await signIn({ ...from("https"), Origin: "http://nas.local" })).body).toEqual(mismatch);
  });
});

describe("the WebSocket of the app", () => {
  test("The app's WebSocket accepts a page of any base URL with the cookie of that URL", async () => {
    const server = listeningServer({ config: readConfig({ PHOTO_PROVIDER: "off", BASE_URL: `${away},${inside}` }) });
    const { signIn, members } = await household({ server });
    const { Cookie } = signIn(members.anna);
    for (const headers of [
      { Host: "home.example", Origin: away, Cookie: `__Host-${Cookie}` },
      { Host: hostOf(inside), Origin: inside, Cookie },
    ])
      (await listen(server.origin, { headers })).close();
    const refused = await askForSocket(server.origin, { Host: hostOf(inside), Origin: "https://evil.example", Cookie });
    expect(refused.body).toEqual(mismatch);
  });
});

describe("links of the server, and accepted addresses", () => {
  test("Links that the server makes use the first base URL", async () => {
    for (const [list, first] of [
      [`${away},${inside}`, away],
      [`${inside}, ${away}`, inside],
    ] as const) {
      const { as, members, get } = await home(list);
      const anna = as(members.anna);
      const headers = { Origin: inside, Host: hostOf(inside) };
      const { body } = await anna.post(`/app/members/${members.ben.id}/invitation`, undefined, { headers });
      expect(body.link).toStartWith(`${first}/join#`);
      expect((await get("/mcp/server-card")).body.remotes[0].url).toBe(`${first}/mcp`);
    }
  });

  test("The endpoint /mcp accepts the host and origin of each base URL", async () => {
    const { call } = await home("https://home.example,http://nas.local:4100");
    const list = async (Host: string, Origin: string) => {
      const headers = { Host, Origin, Accept: "application/json, text/event-stream" };
      return (await call("POST", "/mcp", { body: { jsonrpc: "2.0", id: 1, method: "ping" }, headers })).status;
    };
    expect(await list("home.example", "https://home.example")).toBe(200);
    expect(await list("nas.local:4100", "http://nas.local:4100")).toBe(200);
    expect(await list("evil.example", "https://home.example")).toBe(403);
    expect(await list("nas.local", "https://evil.example")).toBe(403);
  });
});

describe("the setting BASE_URL", () => {
  test("The setting BASE_URL is a list of URLs, and repeated URLs are ignored", () => {
    const read = (text: string) => {
      const { baseUrl, origins } = readConfig({ BASE_URL: text });
      return { baseUrl, origins };
    };
    expect(read("")).toEqual({ baseUrl: null, origins: [] });
    expect(read(away)).toEqual({ baseUrl: away, origins: [away] });
    expect(read(` ${inside}/ , ${away} ,`)).toEqual({ baseUrl: inside, origins: [inside, away] });
    expect(read("https://home.example,https://HOME.example:443/,http://a.example:80,http://a.example")).toEqual({
      baseUrl: away,
      origins: [away, "http://a.example"],
    });
  });

  test.each([
    `${away} ${inside}`,
    `${away},home.example`,
    `${away},ftp://home.example`,
    `${away},${inside}/app`,
    `${away};${inside}`,
    `${away},https://anna:secret@home.example`,
    `${away},https://`,
    `${away},null`,
  ])("The setting BASE_URL=%s is refused with a message of one line", (text) => {
    expect(() => readConfig({ BASE_URL: text })).toThrow(
      `BASE_URL=${text}: must be http:// or https:// with a host and no path`,
    );
  });
});
