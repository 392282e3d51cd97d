/** Members, settings, keys and devices, as the app manages them. */
import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home.ts";

async function home() {
  const own = await household();
  return { ...own, anna: own.as(own.members.anna), ben: own.as(own.members.ben), mia: own.as(own.members.mia) };
}

describe("adding and changing members", () => {
  test("answers the member and tells the feed", async () => {
    const { anna, entries, members } = await home();
    const { body } = await anna.post("/app/members", { name: " Leo ", role: "child", avatar: "👨‍👩‍👧‍👦" });
    expect(body).toMatchObject({ name: "Leo", role: "child", avatar: "👨‍👩‍👧‍👦", color: "leaf" });
    expect(entries()[0]).toMatchObject({ action: "created", summary: "added Leo to the household" });
    const changed = await anna.patch(`/app/members/${body.id}`, { name: "Leon", color: "sky", avatar: null });
    expect(changed.body).toMatchObject({ name: "Leon", color: "sky", avatar: null, role: "child" });
    expect(entries()[0]).toMatchObject({
      summary: "renamed Leo to Leon",
      changes: { name: { from: "Leo", to: "Leon" } },
    });
    expect(entries()[0]?.actor.id).toBe(members.anna.id);
  });

  test("renames in all that was done before, too", async () => {
    const { anna, members, entries } = await home();
    await anna.post("/v1/tasks", { label: "x", memberId: members.ben.id });
    await anna.patch(`/app/members/${members.anna.id}`, { name: "Anne" });
    expect(entries().find(({ summary }) => summary.startsWith("added “x”"))?.actor.name).toBe("Anne");
  });

  test.each([
    [{ name: "ben", role: "child" }, "name: is another member's already"],
    [{ name: "ＢＥＮ", role: "child" }, "name: is another member's already"],
    [{ name: "Leo", role: "child", email: "ANNA@test.example" }, "email: is in use already"],
  ])("refuses what is taken: %j", async (body, error) => {
    const own = await household();
    const unique = own.members.anna.id;
    const anna = own.as(own.members.anna);
    await anna.patch(`/app/members/${own.members.anna.id}`, { email: `anna@${unique}.example` });
    const sent = { ...body, ...("email" in body ? { email: `ANNA@${unique}.example` } : {}) };
    expect((await anna.post("/app/members", sent)).body).toEqual(refusal(422, error));
    expect((await anna.patch(`/app/members/${own.members.mia.id}`, sent)).body).toEqual(refusal(422, error));
  });

  test.each([
    [{ name: "", role: "child" }, "name: must be 1 to 60 characters"],
    [{ name: "x".repeat(61), role: "child" }, "name: must be 1 to 60 characters"],
    [{ name: "Leo", role: "king" }, "role: must be one of owner, adult, child, guest"],
    [
      { name: "Leo", role: "child", color: "red" },
      "color: must be one of coral, tangerine, sunshine, leaf, teal, sky, grape, berry",
    ],
    [{ name: "Leo", role: "child", avatar: "x".repeat(17) }, "avatar: must be 1 to 16 characters or null"],
    [{ name: "Leo", role: "child", email: "nobody" }, "email: must be an email address or null"],
  ])("refuses %j", async (body, error) => {
    const { anna } = await home();
    expect((await anna.post("/app/members", body)).body).toEqual(refusal(400, error));
  });

  test("leaves owners to owners, and the last owner an owner", async () => {
    const { anna, ben, members } = await home();
    const owners = refusal(403, "Only an owner can change owners");
    expect((await ben.patch(`/app/members/${members.anna.id}`, { color: "sky" })).body).toEqual(owners);
    expect((await ben.patch(`/app/members/${members.ben.id}`, { role: "owner" })).body).toEqual(owners);
    expect((await ben.post("/app/members", { name: "Zoe", role: "owner" })).body).toEqual(owners);
    expect((await ben.delete(`/app/members/${members.anna.id}`)).body).toEqual(owners);
    const last = refusal(422, "role: the household needs an owner; make somebody else one first");
    expect((await anna.patch(`/app/members/${members.anna.id}`, { role: "adult" })).body).toEqual(last);
    expect((await anna.delete(`/app/members/${members.anna.id}`)).body).toEqual(last);
    await anna.patch(`/app/members/${members.ben.id}`, { role: "owner" });
    expect((await anna.patch(`/app/members/${members.anna.id}`, { role: "adult" })).status).toBe(200);
    expect((await anna.patch(`/app/members/${members.mia.id}`, { color: "sky" })).status).toBe(200);
  });

  test("puts them in order, whole or not at all", async () => {
    const { anna, members, get } = await home();
    const ids = [members.mia.id, members.anna.id, members.ben.id];
    expect((await anna.patch("/app/members/reorder", { ids })).body).toEqual({ ids });
    const listed = (await get("/v1/households/me/members")).body.members.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(ids);
    const bad = [
      [ids.slice(1), `ids: ${members.mia.id} is missing`],
      [[...ids, members.mia.id], "ids[3]: is given twice"],
      [["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", ...ids], "ids[0]: no such member"],
    ] as const;
    for (const [given, error] of bad) {
      expect((await anna.patch("/app/members/reorder", { ids: given })).body).toEqual(refusal(422, error));
    }
  });
});

describe("removing a member", () => {
  test("waits until somebody takes the open tasks over; history keeps the name", async () => {
    const { anna, post, members, get, entries } = await home();
    const { mia, ben } = members;
    const open = (await post("/v1/tasks", { label: "open", memberId: mia.id })).body;
    const done = (await post("/v1/tasks", { label: "done", memberId: mia.id })).body;
    await anna.patch(`/v1/tasks/${done.id}`, { completedAt: done.createdAt });
    const path = `/app/members/${mia.id}`;
    expect((await anna.delete(path)).body).toEqual(
      refusal(422, "reassignTo: Mia still has an open task; say who takes over"),
    );
    expect((await anna.delete(`${path}?reassignTo=${mia.id}`)).body).toEqual(
      refusal(422, "reassignTo: must be another member"),
    );
    const { length } = entries();
    const removed = await anna.delete(`${path}?reassignTo=${ben.id}&personalLists=share`);
    expect(removed.body).toEqual({ id: mia.id, deleted: true });
    expect(entries().length).toBe(length + 1);
    expect(entries()[0]).toMatchObject({ summary: "removed Mia from the household; Ben took a task over" });
    const tasks = (await get("/v1/tasks")).body.tasks;
    expect(tasks.map((task: any) => [task.id, task.memberId]).sort()).toEqual(
      [
        [open.id, ben.id],
        [done.id, mia.id],
      ].sort(),
    );
    expect((await anna.patch(`/v1/tasks/${done.id}`, { label: "renamed" })).status).toBe(200);
    expect((await post("/v1/tasks", { label: "x", memberId: mia.id })).body).toEqual(
      refusal(422, "memberId: no such member"),
    );
    expect((await anna.delete(path)).body).toEqual(refusal(404, "Member not found"));
  });

  test("ends the member's sign-ins and keys at once, and frees the name and email", async () => {
    const { anna, as, members, createKey, get } = await home();
    const email = `ben@${members.ben.id}.example`;
    await anna.patch(`/app/members/${members.ben.id}`, { email });
    const ben = as(members.ben);
    const { key } = createKey({ memberId: members.ben.id });
    expect((await ben.get("/app/session")).status).toBe(200);
    await anna.delete(`/app/members/${members.ben.id}`);
    expect((await ben.get("/app/session")).body).toEqual(refusal(401, "Not signed in"));
    expect((await get("/v1/tasks", { key })).body).toEqual(refusal(401, "Invalid API key"));
    expect((await anna.post("/app/members", { name: "Ben", role: "adult", email })).status).toBe(200);
  });
});

describe("children and guests", () => {
  test("complete and reopen what is assigned to them, and nobody else's", async () => {
    const { mia, post, members, add, as, entries } = await home();
    const own = (await post("/v1/tasks", { label: "own", memberId: members.mia.id })).body;
    const bens = (await post("/v1/tasks", { label: "Ben's", memberId: members.ben.id })).body;
    const adults = refusal(403, "Only an owner or adult can do this");
    const change = { completedAt: own.createdAt };
    expect((await mia.patch(`/v1/tasks/${own.id}`, change)).status).toBe(200);
    expect((await mia.patch(`/v1/tasks/${own.id}`, { completedAt: null })).status).toBe(200);
    const { length } = entries();
    for (const body of [change, { ...change, memberId: members.mia.id }]) {
      expect((await mia.patch(`/v1/tasks/${bens.id}`, body)).body).toEqual(adults);
    }
    expect((await as(add("Sitter", "guest")).patch(`/v1/tasks/${own.id}`, change)).body).toEqual(adults);
    expect(entries().length).toBe(length + 1);
    expect((await mia.patch(`/v1/tasks/${bens.id}`, { label: "Ben's own" })).status).toBe(200);
  });
});

describe("the settings", () => {
  test("change name, zone, week and default reminder", async () => {
    const { anna, mia, get, id } = await home();
    const settings = { name: "Our home", timeZone: "Asia/Kolkata", weekStartsOn: 7, defaultReminderMinutes: 10 };
    expect((await anna.patch("/app/household", settings)).body).toEqual({ id, ...settings });
    expect((await mia.get("/app/household")).body).toEqual({ id, ...settings });
    const { defaultReminderMinutes: _, ...shared } = settings;
    expect((await get("/v1/households/me/members")).body.household).toEqual({ id, ...shared });
    expect(
      (await anna.patch("/app/household", { defaultReminderMinutes: null })).body.defaultReminderMinutes,
    ).toBeNull();
  });

  test.each([
    [{ timeZone: "Mars/Olympus" }, 422, "timeZone: no such time zone"],
    [{ weekStartsOn: 0 }, 400, "weekStartsOn: must be a whole number from 1 to 7"],
    [{ defaultReminderMinutes: -1 }, 400, "defaultReminderMinutes: must be a whole number from 0 to 40320 or null"],
    [{ name: " " }, 400, "name: must be 1 to 200 characters"],
    [{ plan: "api" }, 400, "plan: unknown field"],
  ])("refuse %j", async (body, status, error) => {
    const { anna } = await home();
    expect((await anna.patch("/app/household", body)).body).toEqual(refusal(status, error));
  });
});

describe("API keys in the app", () => {
  test("are shown once, belong to who made them, and end at once", async () => {
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

  test("never come again under an idempotency key", async () => {
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
  ])("refuse %j", async (body, status, error) => {
    const { anna } = await home();
    const answer = (await anna.post("/v1/api-keys", body)).body;
    expect(answer.statusCode).toBe(status);
    if (typeof error === "string") expect(answer.error).toBe(error);
    else expect(answer.error).toMatch(error);
  });

  test("need an upgrade where there is no entitlement; the members themselves are never refused", async () => {
    const { anna, setPlan } = await home();
    setPlan({ plan: "none", planEndsAt: null, trialEndsAt: null });
    const make = () => anna.post("/v1/api-keys", { name: "x", scopes: ["tasks.read"] });
    expect((await make()).body).toEqual(refusal(403, "upgrade_required"));
    expect((await anna.get("/v1/tasks")).status).toBe(200);
    setPlan({ plan: "base", planEndsAt: null, trialEndsAt: null });
    expect((await make()).body.status).toBe("api_plan_required");
  });

  test("are 25 at most", async () => {
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

  test("is paired by a code that an adult confirms, and hears its token once", async () => {
    const { pairing, waiting, device, done, poll, entries } = await paired();
    expect(pairing.code).toMatch(/^\d{6}$/);
    expect(waiting.body).toEqual({ paired: false });
    expect(device).toMatchObject({ name: "Kitchen tablet", lastSeenAt: null, createdBy: { name: "Anna" } });
    expect(done.body).toEqual({ paired: true, deviceToken: expect.any(String) });
    expect(done.headers.get("Set-Cookie")).toMatch(/^inglenook_device=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\//);
    expect((await poll()).body).toEqual(refusal(404, "Pairing not found"));
    expect(entries()[0]).toMatchObject({ subject: { type: "device" }, summary: "paired the device “Kitchen tablet”" });
  });

  test("reads what is shared, and ticks as the member it names", async () => {
    const { callAs, post, members, entries } = await paired();
    const { body: task } = await post("/v1/tasks", { label: "Bins", memberId: members.mia.id });
    for (const path of ["/v1/tasks", "/v1/activity", "/v1/households/me/members"]) {
      expect((await callAs("GET", path)).status).toBe(200);
    }
    const ticked = await callAs("PATCH", `/v1/tasks/${task.id}`, { completedAt: task.createdAt }, members.mia.id);
    expect(ticked.body.completedAt).toBe(task.createdAt);
    expect(entries()[0]?.actor).toEqual({ kind: "member", id: members.mia.id, name: "Mia", agentName: null });
  });

  test("does nothing else: no other field, no other write, nothing of the app, nobody it does not name", async () => {
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

  test("ends at once when it is revoked", async () => {
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

  test("is not paired by guessing: five wrong codes a minute, and a code is good once", async () => {
    const { anna, pairing } = await paired();
    const unknown = refusal(422, "code: no tablet shows this code");
    expect((await anna.post("/app/devices", { code: pairing.code, name: "x" })).body).toEqual(unknown);
    const wrong = (count: number) => anna.post("/app/devices", { code: String(count).padStart(6, "0"), name: "x" });
    for (let count = 1; count < 5; count++) expect((await wrong(count)).status).toBe(422);
    expect((await wrong(6)).body).toEqual(refusal(429, "Rate limit exceeded"));
  });

  test("works with its cookie, too, under the same rules", async () => {
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
