import { describe, expect, test } from "bun:test";
import { readScopes, scopes } from "#platform/auth/scopes.ts";
import { household } from "../support/home/home.ts";

describe("the household and the current time", () => {
  test("Any API key can read the household, the current time, and the scopes and expiry of the key", async () => {
    const { get, createKey, id, clock } = await household();
    const expiresAt = new Date(clock.now.getTime() + 3_600_000).toISOString();
    const { key } = createKey({ name: "Reader", scopes: ["tasks.read"], expiresAt });
    const { body, headers } = await get("/v1/households/me", { key });
    expect(headers.get("ETag")).toBeNull();
    expect(body.household).toEqual({
      id,
      name: "Test",
      timeZone: "Europe/Berlin",
      weekStartsOn: 1,
      groceryListName: "Groceries",
    });
    expect(body.caller).toEqual({ kind: "api_key", name: "Reader", scopes: ["tasks.read"], expiresAt });
    const { instant, date, weekday, time } = body.now;
    expect(Math.abs(Date.parse(instant) - clock.now.getTime())).toBeLessThan(120_000);
    const shown = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "short" });
    expect(shown.format(new Date(instant))).toBe(`${date} ${time}`);
    expect(weekday).toBe(((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1);
  });

  test("Members and devices can read the household and the time; a device has only scopes for reading", async () => {
    const home = await household();
    const { caller } = (await home.as(home.members.mia).get("/v1/households/me")).body;
    expect(caller).toEqual({ kind: "member", name: "Mia", scopes: [...scopes], expiresAt: null });
    const { body: pairing } = await home.call("POST", "/app/devices/pairing", { key: null });
    await home.as(home.members.anna).post("/app/devices", { code: pairing.code, name: "Tablet" });
    const { deviceToken } = (await home.get(`/app/devices/pairing/${pairing.pairingToken}`, { key: null })).body;
    const headers = { Authorization: `Device ${deviceToken}` };
    const told = (await home.get("/v1/households/me", { key: null, headers })).body.caller;
    expect(told).toEqual({ kind: "device", name: "Tablet", scopes: [...readScopes], expiresAt: null });
  });
});

describe("the header X-Activity-Id", () => {
  test("The header X-Activity-Id names the activity entry of a change, also for a repeated answer", async () => {
    const { post, patch, get, entries, members } = await household();
    const sent = { label: "Water the plants", memberId: members.anna.id };
    const once = { headers: { "Idempotency-Key": "once" } };
    const first = await post("/v1/tasks", sent, once);
    expect(first.headers.get("X-Activity-Id")).toBe(entries()[0]?.id as string);
    await post("/v1/tasks", { ...sent, label: "Another" });
    const again = await post("/v1/tasks", sent, once);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("X-Activity-Id")).toBe(first.headers.get("X-Activity-Id"));
    expect((await patch(`/v1/tasks/${first.body.id}`, {})).headers.get("X-Activity-Id")).toBeNull();
    expect((await get("/v1/tasks")).headers.get("X-Activity-Id")).toBeNull();
    expect((await post("/v1/tasks", { ...sent, label: "" })).headers.get("X-Activity-Id")).toBeNull();
  });
});
