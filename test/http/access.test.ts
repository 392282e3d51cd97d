/** API keys, scopes and plans: each state, and each change from one state to another. */
import { describe, expect, test } from "bun:test";
import { revokeApiKey } from "#accounts/api-keys/store.ts";
import { transact } from "#platform/db/client.ts";
import { household, refusal } from "../support/home/home.ts";

const past = "2020-01-01T00:00:00.000Z";
const future = "2190-01-01T00:00:00.000Z";

describe("credentials of a request", () => {
  test.each([
    ["", "Missing API key"],
    ["fam_live_x", "Missing API key"],
    ["Basic dXNlcjpwYXNz", "Missing API key"],
    ["Bearer", "Missing API key"],
    ["Bearer ", "Missing API key"],
    ["Bearer a b", "Missing API key"],
    ["Bearer fam_live_", "Invalid API key"],
    ["Bearer nonsense", "Invalid API key"],
    [`Bearer fam_live_${"a".repeat(36)}`, "Invalid API key"],
    [`Bearer fam_live_${"a".repeat(10_000)}`, "Invalid API key"],
  ])("A request with the header Authorization: %s is refused", async (authorization, error) => {
    const { get } = await household();
    const { status, body, headers } = await get("/v1/tasks", { key: null, headers: { Authorization: authorization } });
    expect(status).toBe(401);
    expect(body).toEqual(refusal(401, error));
    expect(headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(headers.get("RateLimit")).toBeNull();
  });

  test("The scheme in the Authorization header is accepted in upper and lower case", async () => {
    const { get, key } = await household();
    expect((await get("/v1/tasks", { headers: { Authorization: `bearer ${key.key}` } })).status).toBe(200);
  });

  test("An API key is refused if any single character is changed", async () => {
    const { get, key } = await household();
    for (const place of [9, 20, 38, 39, 44]) {
      const changed = key.key.slice(0, place) + (key.key[place] === "x" ? "y" : "x") + key.key.slice(place + 1);
      expect((await get("/v1/tasks", { key: changed })).body).toEqual(refusal(401, "Invalid API key"));
    }
  });

  test("The secret of an API key is not stored in plain text anywhere in the database", async () => {
    const { db, key } = await household();
    const secret = key.key.slice("fam_live_".length + 8);
    const tables = db.$client.query("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    for (const { name } of tables) {
      expect(JSON.stringify(db.$client.query(`SELECT * FROM "${name}"`).all())).not.toContain(secret);
    }
  });
});

describe("the states of an API key", () => {
  test("An active API key is accepted, and the answer has the rate limit headers", async () => {
    const { get } = await household();
    const { status, headers } = await get("/v1/tasks");
    expect(status).toBe(200);
    expect(headers.get("RateLimit-Policy")).toMatch(/^"default";q=\d+;w=60$/);
    expect(headers.get("RateLimit")).toMatch(/^"default";r=\d+;t=\d+$/);
  });

  test("A revoked API key is refused from the next request on, like an unknown key", async () => {
    const { get, key, work, db, entries } = await household();
    expect((await get("/v1/tasks")).status).toBe(200);
    transact(db, () => revokeApiKey(work(), key.id));
    expect((await get("/v1/tasks")).body).toEqual(refusal(401, "Invalid API key"));
    expect(entries()[0]).toMatchObject({ action: "revoked", summary: "revoked the API key “Test key”" });
  });

  test("An expired API key is refused, and the error says that the key is expired", async () => {
    const { get, key, db } = await household();
    db.$client.run("UPDATE api_key SET expires_at = ? WHERE id = ?", [past, key.id]);
    expect((await get("/v1/tasks")).body).toEqual(refusal(401, "API key expired"));
  });

  test("An API key that is revoked and expired is refused as revoked", async () => {
    const { get, key, db } = await household();
    db.$client.run("UPDATE api_key SET expires_at = ?, revoked_at = ? WHERE id = ?", [past, past, key.id]);
    expect((await get("/v1/tasks")).body).toEqual(refusal(401, "Invalid API key"));
  });

  test("A change of the household's plan applies to API keys from the next request on", async () => {
    const { get, setPlan } = await household();
    const none = { planEndsAt: null, trialEndsAt: null };
    setPlan({ plan: "none", ...none });
    expect((await get("/v1/tasks")).body).toEqual(refusal(403, "subscription_required"));
    setPlan({ plan: "api", ...none });
    expect((await get("/v1/tasks")).status).toBe(200);
    setPlan({ plan: "base", ...none });
    expect((await get("/v1/tasks")).body).toEqual(refusal(403, "api_plan_required"));
    setPlan({ plan: "api", ...none });
    expect((await get("/v1/tasks")).status).toBe(200);
  });

  test.each([
    [{ plan: "api", planEndsAt: future, trialEndsAt: null }, 200],
    [{ plan: "api", planEndsAt: past, trialEndsAt: null }, "subscription_required"],
    [{ plan: "base", planEndsAt: past, trialEndsAt: null }, "subscription_required"],
    [{ plan: "base", planEndsAt: null, trialEndsAt: future }, 200],
    [{ plan: "none", planEndsAt: null, trialEndsAt: future }, 200],
    [{ plan: "none", planEndsAt: null, trialEndsAt: past }, "subscription_required"],
    [{ plan: "base", planEndsAt: future, trialEndsAt: past }, "api_plan_required"],
    [{ plan: "api", planEndsAt: past, trialEndsAt: future }, 200],
  ] as const)(
    "A request with an API key is accepted or refused according to the household's plan %j",
    async (plan, expected) => {
      const { get } = await household({ plan });
      const { status, body } = await get("/v1/tasks");
      if (expected === 200) expect(status).toBe(200);
      else expect(body).toEqual(refusal(403, expected));
    },
  );

  test("A request is checked for the API key first, then the plan, then the scope", async () => {
    const { get, key, db } = await household({
      scopes: ["tasks.read"],
      plan: { plan: "none", planEndsAt: null, trialEndsAt: null },
    });
    expect((await get("/v1/activity")).body).toEqual(refusal(403, "subscription_required"));
    db.$client.run("UPDATE api_key SET expires_at = ? WHERE id = ?", [past, key.id]);
    expect((await get("/v1/activity")).body).toEqual(refusal(401, "API key expired"));
  });

  test("An API key cannot be used with the plan “base”, and cannot even be created with the plan “none”", async () => {
    const { createKey, setPlan, get } = await household();
    setPlan({ plan: "base", planEndsAt: null, trialEndsAt: null });
    const { key, status } = createKey();
    expect(status).toBe("api_plan_required");
    expect((await get("/v1/tasks", { key })).body).toEqual(refusal(403, "api_plan_required"));
    setPlan({ plan: "none", planEndsAt: null, trialEndsAt: null });
    expect(() => createKey()).toThrow("upgrade_required");
  });

  test("A household has at most 25 API keys that are not revoked", async () => {
    const { createKey, work, db } = await household();
    const others = Array.from({ length: 24 }, () => createKey());
    expect(() => createKey()).toThrow("25 API keys at most");
    transact(db, () => revokeApiKey(work(), others[0]!.id));
    expect(createKey().status).toBe("active");
  });

  test("An API key cannot be created with an expiry in the past", async () => {
    const { createKey } = await household();
    expect(() => createKey({ expiresAt: past })).toThrow("expiresAt: must lie in the future");
  });
});

describe("the order of refusals", () => {
  test("An unknown route or a wrong method is reported before missing credentials", async () => {
    const { get, call } = await household();
    expect((await get("/v1/nothing", { key: null })).body).toEqual(refusal(404, "Not found"));
    const wrong = await call("PUT", "/v1/tasks", { key: null });
    expect(wrong.body).toEqual(refusal(405, "Method not allowed"));
    expect(wrong.headers.get("Allow")).toBe("GET, HEAD, POST");
  });

  test("Missing credentials and a missing scope are reported before an unreadable body", async () => {
    const { call, createKey } = await household();
    const { key } = createKey({ scopes: ["tasks.read"] });
    const broken = { raw: "{", headers: { "Content-Type": "application/json" } };
    expect((await call("POST", "/v1/tasks", { ...broken, key: null })).status).toBe(401);
    expect((await call("POST", "/v1/tasks", { ...broken, key })).status).toBe(403);
  });

  test("A wrong content type is reported first, then an invalid body or field, then an unknown record", async () => {
    const { call, patch } = await household();
    const unknown = "/v1/tasks/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    expect((await call("PATCH", unknown, { raw: "{" })).status).toBe(415);
    expect((await patch(unknown, { label: "" })).status).toBe(400);
    expect((await patch(unknown, { memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" })).status).toBe(404);
  });
});

describe("the header X-Agent-Name", () => {
  const printable = "X-Agent-Name: must be 1 to 60 printable characters";

  test.each([
    ["Shopping agent", "Shopping agent"],
    ["  padded  ", "padded"],
    ["UTF-8''K%C3%BCchen%20%F0%9F%A4%96", "Küchen 🤖"],
    ["utf-8'de'K%C3%BCche", "Küche"],
    ["x".repeat(60), "x".repeat(60)],
    [`UTF-8''${"%F0%9F%A4%96".repeat(60)}`, "🤖".repeat(60)],
  ])("The header X-Agent-Name: %s gives the agent name %s", async (header, name) => {
    const { post, members } = await household();
    const task = { label: "x", memberId: members.anna.id };
    const { body } = await post("/v1/tasks", task, { headers: { "X-Agent-Name": header } });
    expect(body.createdBy.agentName).toBe(name);
  });

  test.each([
    "",
    "x".repeat(61),
    "UTF-8''%00",
    "UTF-8''%E2%80%AE",
    "UTF-8''%ff",
    "UTF-8''%0A",
    "UTF-8''",
    "a\tb",
    "UTF-8''%E2%80%8B",
    "UTF-8''%C2%AD",
    "UTF-8''a%E2%80%8Fb",
    "UTF-8''%E2%80%8D",
  ])("The header X-Agent-Name: %p is refused on reads and writes, and nothing is written", async (header) => {
    const { post, get, members, entries } = await household();
    const count = entries().length;
    const headers = { "X-Agent-Name": header };
    expect((await get("/v1/tasks", { headers })).body).toEqual(refusal(400, printable));
    const { body } = await post("/v1/tasks", { label: "x", memberId: members.anna.id }, { headers });
    expect(body).toEqual(refusal(400, printable));
    expect(entries().length).toBe(count);
  });

  test("The agent name is null if a request has no X-Agent-Name header", async () => {
    const { post, members } = await household();
    const { body } = await post("/v1/tasks", { label: "x", memberId: members.anna.id });
    expect(body.createdBy.agentName).toBeNull();
  });
});
