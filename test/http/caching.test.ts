import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";

async function home() {
  const own = await household();
  const etag = async (path = "/v1/tasks", request = {}) => (await own.get(path, request)).headers.get("ETag");
  const add = () => own.post("/v1/tasks", { label: "x", memberId: own.members.anna.id });
  return { ...own, etag, add };
}

describe("a cached answer", () => {
  test("A cached answer is never older than the last write", async () => {
    const { add, get } = await home();
    for (let count = 1; count <= 5; count++) {
      await add();
      expect((await get("/v1/tasks")).body.tasks.length).toBe(count);
      expect((await get("/v1/tasks")).body.tasks.length).toBe(count);
    }
  });

  test("A cached answer is invalidated when another process writes to the database", async () => {
    const { get, db, id, etag } = await home();
    const before = await etag();
    await get("/v1/tasks");
    db.$client.run("UPDATE household SET revision = revision + 1 WHERE id = ?", [id]);
    expect(await etag()).not.toBe(before);
  });

  test("A cached answer is used only for the same caller and address in the same household", async () => {
    const { etag, createKey, neighbour } = await home();
    const other = await neighbour();
    const tags = [
      await etag(),
      await etag("/v1/tasks?completed=true"),
      await etag("/v1/activity"),
      await etag("/v1/tasks", { key: createKey().key }),
      (await other.get("/v1/tasks")).headers.get("ETag"),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });

  test.each(["%s", "W/%s", '"other", %s', "*"])(
    "A cached answer matches the header If-None-Match: %s",
    async (form) => {
      const { etag, get } = await home();
      const headers = { "If-None-Match": form.replace("%s", (await etag()) ?? "") };
      const { status, body, headers: answered } = await get("/v1/tasks", { headers });
      expect(status).toBe(304);
      expect(body).toBe("");
      expect(answered.get("ETag")).toBe(`${form.startsWith("W/") ? "W/" : ""}${await etag()}`);
      expect(answered.get("Vary")).toBe("Accept-Encoding, Authorization, Cookie, X-Acting-Member");
    },
  );

  test.each([
    "/v1/tasks",
    "/v1/events/{event}",
    "/v1/events/{event}/ics",
    "/v1/households/me",
    "/v1/households/me/reminders",
    "/v1/agenda",
    "/v1/search?query=x",
    "/openapi.json",
    "/docs",
    "/mcp/server-card",
    "/healthz",
    "/",
  ])("A request for %s with the header If-None-Match: * gets the status 304, cached or not", async (path) => {
    const { add, get, post } = await home();
    const piano = { title: "Piano", startsAt: "2026-12-01T16:00:00Z", endsAt: "2026-12-01T17:00:00Z" };
    const event = await post("/v1/events", piano);
    const address = path.replace("{event}", event.body.id);
    const headers = { "If-None-Match": "*" };
    await add();
    const first = await get(address, { headers });
    const whole = await get(address);
    const second = await get(address, { headers });
    expect([first.status, whole.status, second.status]).toEqual([304, 200, 304]);
    for (const { body, headers: answered } of [first, second]) {
      expect(body).toBe("");
      for (const name of ["ETag", "Vary", "Cache-Control"]) expect(answered.get(name)).toBe(whole.headers.get(name));
      for (const name of ["Content-Type", "Content-Encoding"]) expect(answered.get(name)).toBeNull();
    }
    expect((await get("/v1/none", { headers })).status).toBe(404);
  });

  test("A cached answer still requires a valid API key, the scope and a current plan", async () => {
    const { etag, get, createKey, setPlan } = await home();
    const headers = { "If-None-Match": (await etag()) ?? "" };
    expect((await get("/v1/tasks", { headers, key: null })).status).toBe(401);
    const { key } = createKey({ scopes: ["activity.read"] });
    expect((await get("/v1/tasks", { headers: { "If-None-Match": "*" }, key })).status).toBe(403);
    setPlan({ plan: "none", planEndsAt: null, trialEndsAt: null });
    expect((await get("/v1/tasks", { headers })).body).toEqual(refusal(403, "subscription_required"));
  });

  test("An answer with an error status is never cached", async () => {
    const { get } = await home();
    for (const path of ["/v1/tasks?colour=red", "/v1/activity?cursor=x"]) {
      expect((await get(path)).headers.get("ETag")).toBeNull();
      expect((await get(path)).status).toBe(400);
    }
  });

  test("The answer to a write is never cached", async () => {
    const { add } = await home();
    expect((await add()).headers.get("ETag")).toBeNull();
  });
});
