/** Tests how the app manages API keys and devices. */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";

async function home() {
  const own = await household();
  return { ...own, anna: own.as(own.members.anna), ben: own.as(own.members.ben), mia: own.as(own.members.mia) };
}

describe("API keys in the app", () => {
  test("An API key is shown once, and stops working immediately after the revocation", async () => {
    const { anna, get, members } = await home();
    const made = (await anna.post("/v1/api-keys", { name: "Robot", scopes: ["tasks.write", "tasks.read"] })).body;
    expect(made).toMatchObject({
      scopes: ["tasks.read", "tasks.write"],
      status: "active",
      createdBy: { name: "Anna" },
    });
    expect((await get("/v1/tasks", { key: made.key })).status).toBe(200);
    const listed = (await anna.get("/v1/api-keys")).body.apiKeys.find(({ id }: any) => id === made.id);
    expect(listed.key).toBeUndefined();
    expect(listed.lastUsedAt).toBeString();
    expect((await anna.delete(`/v1/api-keys/${made.id}`)).body).toEqual({ id: made.id, deleted: true });
    expect((await get("/v1/tasks", { key: made.key })).body).toEqual(refusal(401, "Invalid API key"));
    expect((await anna.get("/v1/api-keys")).body.apiKeys.find(({ id }: any) => id === made.id).status).toBe("revoked");
    expect(members.anna.id).toBe(made.createdBy.id);
  });

  test("API keys are refused by every route of /app, also by routes that require no sign-in", async () => {
    const { get, call } = await home();
    const only = refusal(403, "Only the app can do this");
    expect((await get("/app/setup")).body).toEqual(only);
    expect((await call("POST", "/app/devices/pairing")).body).toEqual(only);
    expect((await call("POST", "/app/session", { body: { login: "x", password: "x" } })).body).toEqual(only);
    expect((await get("/app/setup", { key: "wrong" })).body).toEqual(refusal(401, "Invalid API key"));
  });

  test("An API key is never returned again under an idempotency key", async () => {
    const { anna } = await home();
    const headers = { "Idempotency-Key": "same" };
    const make = () => anna.post("/v1/api-keys", { name: "x", scopes: ["tasks.read"] }, { headers });
    expect((await make()).body.key).not.toBe((await make()).body.key);
  });

  test.each([
    [{ name: "x", scopes: [] }, 400, "scopes: must be a list of 1 to 12 different items"],
    [{ name: "x", scopes: ["tasks.read", "tasks.read"] }, 400, "scopes: must be a list of 1 to 12 different items"],
    [{ name: "x", scopes: ["tasks.fly"] }, 400, /^scopes\[0\]: must be one of calendar\.read, /],
    [{ name: "", scopes: ["tasks.read"] }, 400, "name: must be 1 to 100 characters"],
    [
      { name: "x", scopes: ["tasks.read"], expiresAt: "2020-01-01T00:00:00Z" },
      422,
      "expiresAt: must lie in the future",
    ],
    [{ name: "x", scopes: ["tasks.read"], expiresAt: "tomorrow" }, 400, /^expiresAt: must be a date-time/],
  ])("A new API key is refused with %j", async (body, status, error) => {
    const { anna } = await home();
    const answer = (await anna.post("/v1/api-keys", body)).body;
    expect(answer.statusCode).toBe(status);
    if (typeof error === "string") expect(answer.error).toBe(error);
    else expect(answer.error).toMatch(error);
  });

  test("A household whose plan excludes the API can use the app, but cannot create API keys", async () => {
    const { anna, setPlan } = await home();
    setPlan({ plan: "none", planEndsAt: null, trialEndsAt: null });
    const make = () => anna.post("/v1/api-keys", { name: "x", scopes: ["tasks.read"] });
    expect((await make()).body).toEqual(refusal(403, "upgrade_required"));
    expect((await anna.get("/v1/tasks")).status).toBe(200);
    setPlan({ plan: "base", planEndsAt: null, trialEndsAt: null });
    expect((await make()).body.status).toBe("api_plan_required");
  });

  test("A household can have at most 25 API keys", async () => {
    const { anna, createKey } = await home();
    for (let count = 1; count < 25; count++) createKey();
    const { body } = await anna.post("/v1/api-keys", { name: "x", scopes: ["tasks.read"] });
    expect(body).toEqual(refusal(422, "A household may have 25 API keys at most; revoke one first"));
  });
});

describe("a device", () => {
  async function paired() {
    const own = await home();
    const pairing = (await own.call("POST", "/app/devices/pairing", { key: null })).body;
    const poll = () => own.get(`/app/devices/pairing/${pairing.pairingToken}`, { key: null });
    const waiting = await poll();
    const device = await own.anna.post("/app/devices", { code: pairing.code, name: "Kitchen tablet" });
    const done = await poll();
    const token = done.body.deviceToken as string;
    const call = (method: string, path: string, body?: unknown, acting?: string) =>
      own.call(method, path, {
        body,
        headers: { Authorization: `Device ${token}`, ...(acting ? { "X-Acting-Member": acting } : {}) },
      });
    return { ...own, pairing, poll, waiting, device: device.body, done, token, callAs: call };
  }

  test("A device is paired by a code that an adult confirms, and gets a token once", async () => {
    const { pairing, waiting, device, done, poll, entries } = await paired();
    expect(pairing.code).toMatch(/^\d{6}$/);
    expect(waiting.body).toEqual({ paired: false });
    expect(device).toMatchObject({ name: "Kitchen tablet", lastSeenAt: null, createdBy: { name: "Anna" } });
    expect(done.body).toEqual({ paired: true, deviceToken: expect.any(String) });
    expect(done.headers.get("Set-Cookie")).toMatch(/^inglenook_device=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\//);
    expect((await poll()).body).toEqual(refusal(404, "Pairing not found"));
    expect(entries()[0]).toMatchObject({ subject: { type: "device" }, summary: "paired the device “Kitchen tablet”" });
  });

  test("A device can read shared data, and tick tasks as the selected member", async () => {
    const { callAs, post, members, entries } = await paired();
    const { body: task } = await post("/v1/tasks", { label: "Bins", memberId: members.mia.id });
    for (const path of ["/v1/tasks", "/v1/activity", "/v1/households/me/members"]) {
      expect((await callAs("GET", path)).status).toBe(200);
    }
    const ticked = await callAs("PATCH", `/v1/tasks/${task.id}`, { completedAt: task.createdAt }, members.mia.id);
    expect(ticked.body.completedAt).toBe(task.createdAt);
    expect(entries()[0]?.actor).toEqual({ kind: "member", id: members.mia.id, name: "Mia", agentName: null });
  });

  test("A device may neither write without a selected member nor use the app's routes", async () => {
    const { callAs, post, members, neighbour, entries } = await paired();
    const { anna } = members;
    const { body: task } = await post("/v1/tasks", { label: "Bins", memberId: anna.id });
    const path = `/v1/tasks/${task.id}`;
    const { length } = entries();
    const adults = refusal(403, "Only an owner or adult can do this");
    const done = { completedAt: task.createdAt };
    expect((await callAs("PATCH", path, { ...done, label: "x" }, anna.id)).body).toEqual(adults);
    expect((await callAs("PATCH", path, { label: "x" }, anna.id)).body).toEqual(adults);
    expect((await callAs("DELETE", path, undefined, anna.id)).body).toEqual(adults);
    expect((await callAs("GET", "/v1/api-keys")).body).toEqual(adults);
    expect((await callAs("GET", "/app/household")).body).toEqual(adults);
    expect((await callAs("PATCH", path, done)).body).toEqual(refusal(400, "X-Acting-Member: must be a member's UUID"));
    const stranger = (await neighbour()).members.anna.id;
    expect((await callAs("PATCH", path, done, stranger)).body).toEqual(refusal(422, "X-Acting-Member: no such member"));
    expect((await callAs("PATCH", path, done, members.mia.id)).body).toEqual(adults);
    expect(entries().length).toBe(length);
  });

  test("A revoked device loses access immediately", async () => {
    const { callAs, anna, device } = await paired();
    expect((await callAs("GET", "/v1/tasks")).status).toBe(200);
    expect((await anna.get("/app/devices")).body.devices[0]).toMatchObject({
      id: device.id,
      lastSeenAt: expect.any(String),
    });
    expect((await anna.delete(`/app/devices/${device.id}`)).body).toEqual({ id: device.id, deleted: true });
    expect((await callAs("GET", "/v1/tasks")).body).toEqual(refusal(401, "Invalid API key"));
    expect((await anna.get("/app/devices")).body).toEqual({ devices: [] });
  });

  test("Wrong pairing codes are limited to five a minute, and a right pairing code is accepted once", async () => {
    const { anna, pairing } = await paired();
    const unknown = refusal(422, "code: no tablet shows this code");
    expect((await anna.post("/app/devices", { code: pairing.code, name: "x" })).body).toEqual(unknown);
    const wrong = (count: number) => anna.post("/app/devices", { code: String(count).padStart(6, "0"), name: "x" });
    for (let count = 1; count < 5; count++) expect((await wrong(count)).status).toBe(422);
    expect((await wrong(6)).body).toEqual(refusal(429, "Rate limit exceeded"));
  });

  test("A device can use the token as a cookie, with the same permissions", async () => {
    const { token, call, members, post, server } = await paired();
    const Cookie = `inglenook_device=${token}`;
    const { body: task } = await post("/v1/tasks", { label: "Bins", memberId: members.anna.id });
    expect((await call("GET", "/v1/tasks", { key: null, headers: { Cookie } })).status).toBe(200);
    const headers = { Cookie, "X-Acting-Member": members.anna.id };
    const body = { completedAt: task.createdAt };
    const tick = (extra: object) =>
      call("PATCH", `/v1/tasks/${task.id}`, { key: null, body, headers: { ...headers, ...extra } });
    expect((await tick({})).body).toEqual(refusal(403, "Origin does not match"));
    expect((await tick({ Origin: server.origin })).status).toBe(200);
  });
});
