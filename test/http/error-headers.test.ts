/** The error headers of refusals: always a code, and a field when exactly one field is wrong. */
import { describe, expect, test } from "bun:test";
import { type Answer, household, serverInProcess } from "../support/home/home.ts";

const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const startsAt = "2026-12-01T09:00:00Z";
const endsAt = "2026-12-01T10:00:00Z";

/** Returns the status, the code and the field. */
const told = ({ status, headers }: Answer) => [status, headers.get("X-Error-Code"), headers.get("X-Error-Field")];

describe("the error headers of a request with one wrong field", () => {
  test.each([
    ["missing", {}, "required", "label"],
    ["too long", { label: "x".repeat(301) }, "out_of_range", "label"],
    ["empty", { label: " " }, "out_of_range", "label"],
    ["of another type", { label: 1 }, "invalid_value", "label"],
    ["with a character that no text may have", { label: "a\u0000" }, "invalid_value", "label"],
    ["not a UUID", { label: "x", memberId: "x" }, "invalid_value", "memberId"],
    ["unknown", { label: "x", colour: "red" }, "unknown_field", "colour"],
    ["beyond ASCII", { label: "x", größe: 1 }, "unknown_field", "gr%C3%B6%C3%9Fe"],
    ["with a space and a percent sign", { label: "x", " 5 %": 1 }, "unknown_field", "%205%20%25"],
    ["without a name", { label: "x", "": 1 }, "unknown_field", '""'],
    ["half a surrogate pair", { label: "x", "\ud800": 1 }, "unknown_field", "%EF%BF%BD"],
    ["too long for a header", { label: "x", ["🏡".repeat(60)]: 1 }, "unknown_field", "%F0%9F%8F%A1".repeat(10)],
  ])("The error headers name a wrong field in the body: %s", async (_, fields, code, field) => {
    const { members, post } = await household();
    expect(told(await post("/v1/tasks", { memberId: members.anna.id, ...fields }))).toEqual([400, code, field]);
    expect(field.length).toBeLessThanOrEqual(120);
  });

  test("The error headers call the field “body” if the whole body is wrong", async () => {
    const { post } = await household();
    expect(told(await post("/v1/tasks", []))).toEqual([400, "invalid_value", "body"]);
  });

  test.each([
    ["/v1/activity?limit=0", "out_of_range", "limit"],
    ["/v1/activity?limit=101", "out_of_range", "limit"],
    ["/v1/activity?limit=99999999999999999999", "out_of_range", "limit"],
    ["/v1/activity?limit=-99999999999999999999", "out_of_range", "limit"],
    ["/v1/activity?limit=1.5", "invalid_value", "limit"],
    ["/v1/activity?limit=ten", "invalid_value", "limit"],
    ["/v1/activity?limit=1&limit=1", "invalid_value", "limit"],
    ["/v1/activity?page=1", "unknown_field", "page"],
    ["/v1/activity?cursor=x", "invalid_cursor", "cursor"],
    ["/v1/events?cursor=x", "invalid_cursor", "cursor"],
    ["/v1/lists/x/blocks/reorder", "invalid_value", "listId"],
  ])("The error headers name a wrong field in the path or query: %s", async (path, code, field) => {
    const { call } = await household();
    const isRead = !path.startsWith("/v1/lists");
    const answer = await call(isRead ? "GET" : "PATCH", path, isRead ? {} : { body: { ids: [nobody] } });
    expect(told(answer)).toEqual([400, code, field]);
  });

  test.each([
    ["X-Agent-Name", "\u0001".repeat(3), "invalid_value"],
    ["X-Agent-Name", "x".repeat(61), "out_of_range"],
    ["Idempotency-Key", "x".repeat(256), "out_of_range"],
    ["Idempotency-Key", "schlüssel", "invalid_value"],
  ])("The error headers name a wrong header: %s", async (name, value, code) => {
    // Bun itself refuses control characters that come over HTTP.
    const { members, call } = await household({ server: serverInProcess() });
    const body = { label: "x", memberId: members.anna.id };
    expect(told(await call("POST", "/v1/tasks", { body, headers: { [name]: value } }))).toEqual([400, code, name]);
  });

  test("The error headers name a wrong field inside an array together with the index in the array", async () => {
    const { post, patch } = await household();
    const meals = [0, 0, 0].map(() => ({ date: "2026-12-01", mealType: "evening_snack", slot: 0 }));
    expect(told(await post("/v1/meals/batch", { meals }))).toEqual([400, "required", "meals[0].recipeId"]);
    const { id: recipeId } = (await post("/v1/recipes", { name: "Soup" })).body;
    const meal = (own: object) => ({ date: "2026-12-01", mealType: "dinner", recipeId, ...own });
    const unknown = await post("/v1/meals/batch", { meals: [meal({}), meal({ recipeId: nobody })] });
    expect(told(unknown)).toEqual([422, "no_such_reference", "meals[1].recipeId"]);
    const full = await post("/v1/meals/batch", { meals: [meal({}), meal({}), meal({})] });
    expect(told(full)).toEqual([409, "meal_full", "meals[2]"]);
    const event = { title: "x", startsAt, endsAt };
    const events = [event, { ...event, memberIds: [nobody] }];
    expect(told(await post("/v1/events/batch", { events }))).toEqual([422, "no_such_reference", "events[1].memberIds"]);
    const { id: sectionId } = (await post("/v1/lists/sections", { name: "A" })).body;
    const ids = [sectionId, nobody];
    expect(told(await patch("/v1/lists/sections/reorder", { ids }))).toEqual([422, "no_such_reference", "ids[1]"]);
  });

  test("The error headers name the field that has an unknown date of a series", async () => {
    const { post, patch } = await household();
    const { id } = (await post("/v1/events", { title: "x", startsAt, endsAt, recurrenceRule: "FREQ=DAILY" })).body;
    const change = { title: "y", editScope: "this", instanceStartsAt: "2026-12-01T09:30:00Z" };
    expect(told(await patch(`/v1/events/${id}`, change))).toEqual([404, "not_found", "instanceStartsAt"]);
    expect(told(await patch(`/v1/events/${nobody}`, change))).toEqual([404, "not_found", null]);
  });
});

describe("the error headers of a request without a wrong field", () => {
  test("The error headers for an unknown path, unknown id or wrong method have a code, but no field", async () => {
    const { get, call, delete: remove } = await household();
    expect(told(await get("/v1/nowhere"))).toEqual([404, "not_found", null]);
    expect(told(await get("/nowhere", { headers: { Accept: "text/html" } }))).toEqual([404, "not_found", null]);
    expect(told(await remove(`/v1/tasks/${nobody}`))).toEqual([404, "not_found", null]);
    expect(told(await call("PUT", "/v1/tasks"))).toEqual([405, "method_not_allowed", null]);
    expect(told(await call("HEAD", "/v1/nowhere"))).toEqual([404, "not_found", null]);
  });

  test("The error headers for an unreadable body have a code, but no field", async () => {
    const { call } = await household();
    const json = { "Content-Type": "application/json" };
    const send = (raw: string, headers = json) => call("POST", "/v1/tasks", { raw, headers });
    expect(told(await send("{"))).toEqual([400, "malformed_json", null]);
    expect(told(await send(`"${"x".repeat(1_048_577)}"`))).toEqual([413, "too_large", null]);
    expect(told(await send("{}", { "Content-Type": "text/plain" }))).toEqual([415, "unsupported_type", null]);
  });

  test("The error headers for a caller without permission have a code, but no field", async () => {
    const { call, get, post, as, members, createKey, key, clock, setPlan } = await household({
      server: serverInProcess(),
    });
    expect(told(await get("/v1/tasks", { key: null }))).toEqual([401, "missing_key", null]);
    expect(told(await get("/v1/tasks", { key: `${key.key}x` }))).toEqual([401, "invalid_key", null]);
    const expiring = createKey({ expiresAt: new Date(clock.now.getTime() + 1_000).toISOString() });
    clock.advance(2_000);
    expect(told(await get("/v1/tasks", { key: expiring.key }))).toEqual([401, "expired_key", null]);
    expect(told(await get("/app/members", { key: null }))).toEqual([401, "not_signed_in", null]);
    const login = { login: "Anna", password: "wrong wrong wrong" };
    const origin = { Origin: "http://localhost" };
    const wrong = await call("POST", "/app/session", { key: null, body: login, headers: origin });
    expect(told(wrong)).toEqual([401, "wrong_login", null]);
    const reader = createKey({ scopes: ["tasks.read"] });
    expect(told(await post("/v1/tasks", {}, { key: reader.key }))).toEqual([403, "missing_scope", null]);
    expect(told(await get("/app/members"))).toEqual([403, "app_only", null]);
    expect(told(await as(members.mia).get("/app/members"))).toEqual([403, "adults_only", null]);
    const foreign = { headers: { Origin: "https://elsewhere.example" } };
    expect(told(await as(members.anna).post("/v1/tasks", {}, foreign))).toEqual([403, "origin_mismatch", null]);
    setPlan({ plan: "none", planEndsAt: null, trialEndsAt: null });
    expect(told(await get("/v1/tasks"))).toEqual([403, "subscription_required", null]);
  });

  test("The error headers for a reused idempotency key have a code, but no field", async () => {
    const { call, members } = await household();
    const send = (label: string) =>
      call("POST", "/v1/tasks", {
        body: { label, memberId: members.anna.id },
        headers: { "Idempotency-Key": "one" },
      });
    await send("x");
    expect(told(await send("y"))).toEqual([422, "key_reused", null]);
    expect(told(await send("x"))).toEqual([200, null, null]);
  });

  test("The error headers for too many requests have a code, but no field", async () => {
    const { get } = await household({
      server: serverInProcess({ RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_MINUTE: "1" }),
    });
    await get("/v1/tasks");
    expect(told(await get("/v1/tasks"))).toEqual([429, "rate_limited", null]);
  });
});

test("A page of an allowed origin may read the headers X-Error-Code and X-Error-Field", async () => {
  const origin = "https://page.example";
  const { get } = await household({ server: serverInProcess({ CORS_ORIGINS: origin }) });
  const { headers } = await get("/v1/nowhere", { headers: { Origin: origin } });
  const exposed = headers.get("Access-Control-Expose-Headers")?.split(", ");
  expect(exposed).toEqual(expect.arrayContaining(["X-Error-Code", "X-Error-Field"]));
});

describe("errors of the endpoint /mcp", () => {
  const accept = { Accept: "application/json, text/event-stream" };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  test("The endpoint /mcp returns an error code in a header and in the JSON-RPC error", async () => {
    const { call, get } = await household();
    const send = (body: unknown, headers = {}, key?: null) =>
      call("POST", "/mcp", { body, headers: { ...accept, ...headers }, ...(key === null ? { key } : {}) });
    expect(told(await send(message, {}, null))).toEqual([401, "missing_key", null]);
    expect(told(await get("/mcp"))).toEqual([405, "method_not_allowed", null]);
    expect(told(await send([]))).toEqual([400, "malformed_request", null]);
    expect(told(await send(message, { "X-MCP-Toolsets": "none" }))).toEqual([400, "invalid_value", "X-MCP-Toolsets"]);
    const raw = { raw: "{", headers: { ...accept, "Content-Type": "application/json" } };
    expect(told(await call("POST", "/mcp", raw))).toEqual([400, "malformed_json", null]);
    const text = { raw: "{}", headers: { ...accept, "Content-Type": "text/plain" } };
    expect(told(await call("POST", "/mcp", text))).toEqual([415, "unsupported_type", null]);
    const version = await send(message, { "MCP-Protocol-Version": "1999-01-01" });
    expect(told(version)).toEqual([400, "malformed_request", null]);
  });
});
