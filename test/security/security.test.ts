/** Tests attacks. Each title names the prevented attack. The generated attack tests are in test/http/contract.test.ts. */
import { describe, expect, test } from "bun:test";
import { createLog } from "#platform/http/log.ts";
import { household, refusal, serverInProcess } from "../support/home/home.ts";

const payload = (memberId: string) => ({ label: "forged", memberId });

describe("cross-site request forgery", () => {
  test("A request with the content type or the origin of a form on another site is refused", async () => {
    const { signIn, members, call, get } = await household();
    const { Cookie, Origin } = signIn(members.anna);
    const raw = JSON.stringify(payload(members.anna.id));
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const own = await call("POST", "/v1/tasks", {
        raw,
        key: null,
        headers: { Cookie, Origin, "Content-Type": type },
      });
      expect(own.status).toBe(415);
      const foreign = { Cookie, Origin: "https://evil.example", "Content-Type": type };
      expect((await call("POST", "/v1/tasks", { raw, key: null, headers: foreign })).body).toEqual(
        refusal(403, "Origin does not match"),
      );
    }
    expect((await get("/v1/tasks")).body.tasks).toEqual([]);
  });

  test("The server ignores a forwarded host that does not come from a trusted proxy", async () => {
    const { signIn, members, call } = await household({ server: serverInProcess() });
    const { Cookie } = signIn(members.anna);
    const headers = { Cookie, Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" };
    const answer = await call("POST", "/v1/tasks", { body: payload(members.anna.id), key: null, headers });
    expect(answer.body).toEqual(refusal(403, "Origin does not match"));
  });

  test("A request with an API key may come from any origin, because no browser sends the key by itself", async () => {
    const { post, members } = await household();
    const headers = { Origin: "https://panel.example" };
    expect((await post("/v1/tasks", payload(members.anna.id), { headers })).status).toBe(200);
  });
});

describe("the URL of a request", () => {
  /** A request that returns one URL to its first reader and another to all later readers. */
  function twoFaced(first: string, then: string, headers: Record<string, string>): Request {
    const request = new Request(first, { headers });
    let reads = 0;
    Object.defineProperty(request, "url", { get: () => (reads++ === 0 ? first : then) });
    return request;
  }

  test("The permission check and the operation use the same URL of a request", async () => {
    const { server, createKey } = await household({ server: serverInProcess() });
    const { key } = createKey({ scopes: ["meals.read"] });
    for (const path of ["/v1/tasks", "/v1/api-keys", "/app/household", "/v1/lists"]) {
      const request = twoFaced("http://localhost/v1/recipes", `http://localhost${path}`, {
        Authorization: `Bearer ${key}`,
      });
      const answer = await server.handle(request);
      expect({ path, status: answer.status }).toEqual({ path, status: 403 });
    }
  });

  test("A request with a full https URL runs the operation of the path, whatever the host", async () => {
    const { server, key } = await household({ server: serverInProcess() });
    const headers = { Authorization: `Bearer ${key.key}` };
    const answer = await server.handle(new Request("https://home.example/v1/recipes", { headers }));
    expect(await answer.json()).toEqual({ recipes: [] });
    const lost = await server.handle(new Request("https://v1/tasks/recipes", { headers }));
    expect(lost.status).toBe(404);
  });
});

describe("timing attacks on API keys", () => {
  test("An unknown API key gets the same error as a revoked API key", async () => {
    const { get, key, createKey, db } = await household({ server: serverInProcess() });
    const revoked = createKey();
    db.$client.run("UPDATE api_key SET revoked_at = created_at WHERE id = ?", [revoked.id]);
    const unknown = "fam_live_0000000000000000000000000000000000000";
    const answers = [await get("/v1/tasks", { key: revoked.key }), await get("/v1/tasks", { key: unknown })];
    for (const { body } of answers) expect(body).toEqual(refusal(401, "Invalid API key"));
    const columns = db.$client.query("SELECT name FROM pragma_table_info('api_key')").all() as { name: string }[];
    expect(columns.map(({ name }) => name)).not.toContain("key");
    const rows = JSON.stringify(db.$client.query("SELECT * FROM api_key").all());
    expect(rows).not.toContain(key.key);
  });
});

describe("leaking secrets", () => {
  test("A secret such as an API key is returned only at the creation, and is never in the log", async () => {
    let logged = "";
    const log = createLog("info", (text) => (logged += text), true);
    const { call, as, members, key, clock, get } = await household({ server: serverInProcess({}, { log }) });
    const anna = as(members.anna);
    const secrets = [key.key, anna.headers.Cookie.split("=")[1] ?? ""];
    const made = (await anna.post("/v1/api-keys", { name: "x", scopes: ["tasks.read"] })).body;
    const invited = (await anna.post(`/app/members/${members.ben.id}/invitation`, undefined)).body;
    const pairing = (await call("POST", "/app/devices/pairing", { key: null })).body;
    secrets.push(made.key, invited.link.split("#")[1], pairing.pairingToken);
    const password = "a secret password";
    await call("POST", "/app/invitations", { body: { token: secrets[3] }, key: null });
    await call("POST", `/app/invitations/${secrets[3]}`, { body: { password }, key: null });
    await call("POST", "/app/session", { body: { login: "Ben", password: "another secret" }, key: null });
    secrets.push(password, "another secret");
    clock.advance(1_000);
    const seen = [];
    for (const path of ["/v1/activity", "/v1/households/me/members", "/v1/tasks"]) seen.push(await get(path));
    for (const path of ["/v1/api-keys", "/app/sessions", "/app/devices", "/app/session"])
      seen.push(await anna.get(path));
    for (const path of [`/v1/tasks?key=${key.key}`, `/nowhere/${key.key}`]) await get(path);
    log.flush();
    expect(logged.split("\n").length).toBeGreaterThan(10);
    for (const secret of secrets) {
      expect(logged).not.toContain(secret);
      expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain(secret);
    }
  });

  test("An error never repeats the API key of the request", async () => {
    const { get } = await household();
    const secret = "fam_live_thisisnotakeybutlookslikeone";
    const { body, headers } = await get("/v1/tasks", { key: secret });
    expect(JSON.stringify([body, [...headers]])).not.toContain(secret);
  });
});

describe("invalid cookies", () => {
  test.each([
    "inglenook_session",
    "inglenook_session=",
    "inglenook_session=;inglenook_session=x",
    `inglenook_session=${"A".repeat(5_000)}`,
    "=x; ; a=b=c; inglenook_session=%00",
    "inglenook_session='; DROP TABLE session; --",
  ])("A request with an invalid session cookie is refused without a crash: %s", async (Cookie) => {
    const { call } = await household();
    const answer = await call("GET", "/app/session", { key: null, headers: { Cookie } });
    expect(answer.body).toEqual(refusal(401, "Not signed in"));
  });
});

describe("paths to files", () => {
  test.each([
    "/docs/..%2f..%2fpackage.json",
    "/docs/%2e%2e/x",
    "/docs/swagger-ui.css%00",
    "/docs/..\\package.json",
    "/docs//etc/passwd",
  ])("A path to the documentation's files cannot leave the folder: %s", async (path) => {
    const { get } = await household();
    expect((await get(path)).status).toBe(404);
  });
});
