/** Pure functions: dates, keys, settings, cached answers. */
import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { dateIn, formatDate, isDay, isInstant, isTimeZone, toUtc } from "#lib/time.ts";
import { generateKey, hashKey, isWellFormedKey, prefixOf } from "#platform/auth/keys.ts";
import { isScope, readScopes, scopes } from "#platform/auth/scopes.ts";
import { misspeltSettings, readConfig } from "#platform/config.ts";
import { CachedResponse, ResponseCache } from "#platform/http/response-cache.ts";

describe("a date", () => {
  test.each(["2026-05-01", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("The date %s exists", (day) => {
    expect(isDay(day)).toBe(true);
  });
  test.each([
    "2026-02-29",
    "2100-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-01",
    "2026-01-00",
    "0000-01-01",
    "26-01-01",
    "2026-1-1",
    "2026-05-01T00:00:00Z",
    " 2026-05-01",
    "2026-05-01\n",
    "+12026-05-01",
    "",
  ])("The date %p does not exist", (day) => {
    expect(isDay(day)).toBe(false);
  });
  test("A date is written with its year only if the date is not in the current year", () => {
    expect(formatDate("2026-11-27", "2026-01-01")).toBe("Fri 27 Nov");
    expect(formatDate("2027-01-03", "2026-12-31")).toBe("Sun 3 Jan 2027");
    expect(formatDate("0001-01-01", "2026-12-31")).toBe("Mon 1 Jan 1");
  });
});

describe("an instant", () => {
  test.each([
    ["2026-05-01T09:00:00Z", "2026-05-01T09:00:00.000Z"],
    ["2026-05-01T09:00:00.5+02:00", "2026-05-01T07:00:00.500Z"],
    ["2026-05-01T09:00:00.123456789-03:30", "2026-05-01T12:30:00.123Z"],
    ["2026-05-01t09:00:00z", "2026-05-01T09:00:00.000Z"],
    ["1900-01-01T00:00:00Z", "1900-01-01T00:00:00.000Z"],
    ["2200-01-01T00:00:00Z", "2200-01-01T00:00:00.000Z"],
    ["2024-02-29T23:59:59+14:00", "2024-02-29T09:59:59.000Z"],
  ])("The instant %s is converted to %s", (text, utc) => {
    expect(isInstant(text)).toBe(true);
    expect(toUtc(text)).toBe(utc);
  });
  test.each([
    "2026-05-01T09:00Z",
    "2026-05-01T09:00:00",
    "2026-05-01T09:00:60Z",
    "2026-05-01T09:00:00+0200",
    "2026-05-01T09:00:00+24:00",
    "2026-05-01T09:00:00.Z",
    "20260501T090000Z",
    "1900-01-01T00:00:00+00:01",
    "2199-12-31T23:59:59-00:02",
  ])("The text %s is refused as an instant", (text) => {
    expect(isInstant(text)).toBe(false);
  });
});

describe("a household's date", () => {
  test.each([
    ["Europe/Berlin", "2026-11-27T22:59:59Z", "2026-11-27"],
    ["Europe/Berlin", "2026-11-27T23:00:00Z", "2026-11-28"],
    ["Pacific/Kiritimati", "2026-11-27T10:00:00Z", "2026-11-28"],
    ["America/St_Johns", "2026-11-27T03:29:59Z", "2026-11-26"],
    ["UTC", "2026-11-27T00:00:00Z", "2026-11-27"],
  ])("The date of a household in %s at %s is %s", (zone, instant, date) => {
    expect(dateIn(zone, new Date(instant))).toBe(date);
    expect(dateIn(zone, new Date(instant))).toBe(date);
  });
  test.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["Asia/Kolkata", true],
    ["Mars/Olympus", false],
    ["+02:00", false],
    ["", false],
  ])("The check whether %p is a time zone returns %p", (zone, expected) => {
    expect(isTimeZone(zone)).toBe(expected);
  });
});

describe("an API key", () => {
  test("An API key has a marker, 30 random characters and a checksum that detects any single typing error", () => {
    for (let count = 0; count < 200; count++) {
      const key = generateKey();
      expect(key).toMatch(/^fam_live_[0-9A-Za-z]{36}$/);
      expect(isWellFormedKey(key)).toBe(true);
      const at = 9 + (count % 36);
      const slip = key.slice(0, at) + (key[at] === "0" ? "1" : "0") + key.slice(at + 1);
      expect(isWellFormedKey(slip)).toBe(false);
    }
  });
  test("API keys use every allowed character about equally often", () => {
    const counts = new Map<string, number>();
    for (let count = 0; count < 2_000; count++) {
      for (const each of generateKey().slice(9, 39)) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    const expected = (2_000 * 30) / 62;
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.25);
  });
  test("An API key is stored as its SHA-256 hash, and shown by its first 8 characters", () => {
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(prefixOf("fam_live_abcdefghijkl")).toBe("abcdefgh");
  });
});

test("The API has twelve scopes", () => {
  expect(scopes.length).toBe(12);
  expect(readScopes).toEqual([
    "calendar.read",
    "tasks.read",
    "chores.read",
    "checkins.read",
    "lists.read",
    "meals.read",
    "activity.read",
  ]);
  expect(isScope("members.read")).toBe(false);
});

describe("the settings of the server", () => {
  test("The settings of the server have default values, also if a variable is empty", () => {
    const { port, host, dataDir, baseUrl, defaultPlan, corsOrigins } = readConfig({ PORT: "" });
    expect({ port, host, dataDir, baseUrl, defaultPlan, corsOrigins }).toEqual({
      port: 4100,
      host: "127.0.0.1",
      dataDir: "./data",
      baseUrl: null,
      defaultPlan: "api",
      corsOrigins: [],
    });
  });
  test("The settings of the server split lists at commas and ignore spaces", () => {
    expect(readConfig({ TRUSTED_PROXIES: " 10.0.0.1 , ::1," }).trustedProxies).toEqual(["10.0.0.1", "::1"]);
    expect(readConfig({ ALLOWED_HOSTS: "Home.Example" }).allowedHosts).toEqual(["home.example"]);
    expect(readConfig({ BASE_URL: "https://home.example/" }).baseUrl).toBe("https://home.example");
  });
  test("The settings of the server ignore other programs' variables", () => {
    const others = {
      DATABASE_URL: "x",
      HOSTNAME: "x",
      LOGLEVELS: "x",
      TRUSTED_PROXYS: "x",
      BASE_URL_: "x",
      PORTS: "x",
    };
    expect(readConfig(others)).toEqual(readConfig({}));
  });
  test("The settings of the server report a variable that is probably a misspelled setting", () => {
    const env = {
      TRUSTED_PROXYES: "x",
      LOGLEVEL: "x",
      HOSTS: "x",
      RATE_LIMIT_BRUST: "x",
      DATABASE_URL: "x",
      PORTS: "",
    };
    expect(misspeltSettings({ ...env, PORT: "1", HOSTNAME: "x", TZ: "UTC" })).toEqual([
      "TRUSTED_PROXYES is not a setting. Did you mean TRUSTED_PROXIES?",
      "LOGLEVEL is not a setting. Did you mean LOG_LEVEL?",
      "HOSTS is not a setting. Did you mean HOST?",
      "RATE_LIMIT_BRUST is not a setting. Did you mean RATE_LIMIT_BURST?",
    ]);
  });
});

describe("the cache of answers", () => {
  const answer = (size: number) => new CachedResponse("x".repeat(size), "");
  test("A response that would fill most of the cache is not stored in the cache", () => {
    const cache = new ResponseCache(100);
    cache.set("a", answer(20));
    cache.set("b", answer(60));
    expect(cache.get("a")).toBeDefined();
    expect(cache.get("b")).toBeUndefined();
  });

  test("The size of a cached response includes the compressed forms of the response", () => {
    const cache = new ResponseCache(10_000);
    const kept = new CachedResponse(randomBytes(500).toString("hex"), "");
    cache.set("a", kept);
    for (let index = 0; index < 4; index++) cache.set(`b${index}`, answer(2_200));
    expect(cache.get("a")).toBe(kept);
    cache.pack("a", kept, "gzip");
    cache.pack("a", kept, "br");
    expect(["b0", "b1", "b2", "b3", "a"].filter((key) => cache.get(key))).toEqual(["b1", "b2", "b3", "a"]);
  });
});
