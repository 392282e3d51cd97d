/**
 * Tests features that depend on the clock or on settings: rate limits, expiry, last use, and the 24 hours of
 * idempotency keys.
 */
import { describe, expect, test } from "bun:test";
import { listApiKeys } from "#accounts/api-keys/store.ts";
import { addressBucket, TokenBuckets } from "#platform/auth/rate-limit.ts";
import { household, refusal, serverInProcess } from "../support/home/home.ts";

const second = 1_000;
const hour = 3_600_000;

async function limited(env: Record<string, string> = { RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_MINUTE: "60" }) {
  return household({ server: serverInProcess(env) });
}

describe("the rate limit", () => {
  test("The rate limit allows a burst of requests, then one request for each second", async () => {
    const { get, clock } = await limited();
    const remaining: (string | null)[] = [];
    for (let count = 0; count < 3; count++) remaining.push((await get("/v1/tasks")).headers.get("RateLimit"));
    expect(remaining).toEqual(['"default";r=2;t=1', '"default";r=1;t=2', '"default";r=0;t=3']);
    const refused = await get("/v1/tasks");
    expect(refused.body).toEqual(refusal(429, "Rate limit exceeded"));
    expect(refused.headers.get("Retry-After")).toBe("1");
    expect(refused.headers.get("RateLimit")).toBe('"default";r=0;t=3');
    expect(refused.headers.get("RateLimit-Policy")).toBe('"default";q=60;w=60');
    clock.advance(second);
    expect((await get("/v1/tasks")).status).toBe(200);
    expect((await get("/v1/tasks")).status).toBe(429);
    clock.advance(hour);
    for (const status of [200, 200, 200, 429]) expect((await get("/v1/tasks")).status).toBe(status);
  });

  test("The rate limit is 300 requests a minute by default, with a burst of 60", async () => {
    const { get } = await limited({ RATE_LIMIT_BURST: "", RATE_LIMIT_PER_MINUTE: "" });
    const { headers } = await get("/v1/tasks");
    expect(headers.get("RateLimit-Policy")).toBe('"default";q=300;w=60');
    expect(headers.get("RateLimit")).toBe('"default";r=59;t=1');
  });

  test("The rate limit is separate for each API key", async () => {
    const { get, createKey } = await limited();
    for (let count = 0; count < 4; count++) await get("/v1/tasks");
    expect((await get("/v1/tasks")).status).toBe(429);
    expect((await get("/v1/tasks", { key: createKey().key })).status).toBe(200);
  });

  test("The rate limit also counts answers with an error or the status 304", async () => {
    const { get, createKey, setPlan } = await limited();
    const { key } = createKey({ scopes: ["lists.read"] });
    for (let count = 0; count < 3; count++) {
      const { body, headers } = await get("/v1/tasks", { key });
      expect(body).toEqual(refusal(403, "Missing scope: tasks.read"));
      expect(headers.get("RateLimit")).toStartWith(`"default";r=${2 - count}`);
    }
    expect((await get("/v1/households/me/members", { key })).status).toBe(429);
    expect((await get("/v1/tasks", { key })).status).toBe(403);
    await get("/v1/tasks", { headers: { "If-None-Match": "*" } });
    await get("/v1/tasks?colour=red");
    setPlan({ plan: "base", planEndsAt: null, trialEndsAt: null });
    expect((await get("/v1/tasks")).body).toEqual(refusal(403, "api_plan_required"));
    setPlan({ plan: "api", planEndsAt: null, trialEndsAt: null });
    expect((await get("/v1/tasks")).status).toBe(429);
  });

  test("The rate limit does not count requests to the health check", async () => {
    const { get } = await limited();
    for (let count = 0; count < 10; count++) expect((await get("/healthz")).status).toBe(200);
  });
});

describe("the limit of failed credentials", () => {
  const wrong = { key: "wrong" };

  test("Wrong credentials get 401 up to 30 times a minute, then 429; a valid API key always passes", async () => {
    const { get, clock } = await limited({});
    for (let count = 0; count < 30; count++) expect((await get("/v1/tasks", wrong)).status).toBe(401);
    const refused = await get("/v1/tasks", wrong);
    expect(refused.body).toEqual(refusal(429, "Rate limit exceeded"));
    expect(refused.headers.get("Retry-After")).toBe("2");
    expect((await get("/v1/tasks")).status).toBe(200);
    expect((await get("/v1/tasks", { key: null })).body).toEqual(refusal(401, "Missing API key"));
    clock.advance(2 * second);
    expect((await get("/v1/tasks", wrong)).status).toBe(401);
    expect((await get("/v1/tasks", wrong)).status).toBe(429);
  });

  test("A request without an Authorization header is never counted as failed credentials", async () => {
    const { get } = await limited({});
    for (let count = 0; count < 40; count++) await get("/v1/tasks", { key: null });
    expect((await get("/v1/tasks", wrong)).status).toBe(401);
  });
});

describe("the rate limit for addresses", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("The rate limit for addresses counts the address %s as %s", (address, bucket) => {
    expect(addressBucket(address)).toBe(bucket);
  });
});

describe("the token buckets of the rate limiter", () => {
  test("The rate limiter has a limited number of buckets, and evicts full buckets first", () => {
    const buckets = new TokenBuckets(60, 1, 3);
    for (const name of ["a", "b", "c", "d"]) buckets.take(name, 0);
    expect(buckets.take("b", 0).allowed).toBe(false);
    expect(buckets.take("a", 0).allowed).toBe(true);
    buckets.take("d", 1_200);
    buckets.take("e", 1_200);
    expect(buckets.take("d", 1_200).allowed).toBe(false);
  });

  test("The rate limiter keeps the empty bucket of a name during a flood of other names", () => {
    const buckets = new TokenBuckets(5, 5, 1_000);
    for (let count = 0; count < 5; count++) buckets.take("drained", 0);
    for (let count = 0; count < 20_000; count++) buckets.take(`other ${count}`, count >> 3);
    expect(buckets.peek("drained", 2_500).allowed).toBe(false);
  });

  test("The rate limiter keeps an empty bucket during a flood if all empty buckets have room", () => {
    const buckets = new TokenBuckets(5, 5, 1_000);
    for (let count = 0; count < 5; count++) buckets.take("drained", 0);
    for (let count = 0; count < 890 * 5; count++) buckets.take(`emptied ${count % 890}`, 0);
    for (let count = 0; count < 20_000; count++) buckets.take(`other ${count}`, 0);
    expect(buckets.peek("drained", 0).allowed).toBe(false);
  });

  test("Reading the remaining tokens of a name does not make the rate limiter store a bucket", () => {
    const buckets = new TokenBuckets(60, 2, 2);
    buckets.take("a", 0);
    buckets.take("b", 0);
    for (const name of ["c", "d", "e"]) {
      expect(buckets.peek(name, 0)).toMatchObject({ allowed: true, remaining: 2 });
    }
    expect(buckets.peek("a", 0).remaining).toBe(1);
    buckets.refund("a");
    buckets.take("c", 0);
    expect(buckets.peek("b", 0).remaining).toBe(1);
    expect(buckets.peek("c", 0).remaining).toBe(1);
  });

  test("The rate limiter gives one token back for a refund, and counts the elapsed time once", () => {
    const buckets = new TokenBuckets(60, 5);
    for (let count = 0; count < 5; count++) buckets.take("a", 10_000);
    buckets.refund("a");
    expect(buckets.peek("a", 10_000).remaining).toBe(1);
  });

  test("The rate limiter keeps working if the clock goes back", () => {
    const buckets = new TokenBuckets(60, 2);
    buckets.take("a", 10_000);
    expect(buckets.take("a", 0)).toMatchObject({ allowed: true, remaining: 0 });
    expect(buckets.take("a", 0).allowed).toBe(false);
    expect(buckets.take("a", 1_000).allowed).toBe(true);
  });
});

describe("features that depend on the clock", () => {
  test("An API key is valid until exactly the expiry time", async () => {
    const { get, createKey, clock } = await household({ server: serverInProcess() });
    const expiresAt = new Date(clock.now.getTime() + hour).toISOString();
    const { key } = createKey({ expiresAt });
    clock.advance(hour - 1);
    expect((await get("/v1/tasks", { key })).status).toBe(200);
    clock.advance(1);
    expect((await get("/v1/tasks", { key })).body).toEqual(refusal(401, "API key expired"));
  });

  test("A plan and a trial end at their exact times", async () => {
    const { get, setPlan, clock } = await household({ server: serverInProcess() });
    const at = (hours: number) => new Date(clock.now.getTime() + hours * hour).toISOString();
    setPlan({ plan: "api", planEndsAt: at(1), trialEndsAt: at(2) });
    clock.advance(hour);
    expect((await get("/v1/tasks")).status).toBe(200);
    clock.advance(hour);
    expect((await get("/v1/tasks")).body).toEqual(refusal(403, "subscription_required"));
  });

  test("An idempotency key expires after 24 hours", async () => {
    const { post, members, clock, db } = await household({ server: serverInProcess() });
    const send = () =>
      post("/v1/tasks", { label: "x", memberId: members.anna.id }, { headers: { "Idempotency-Key": "a" } });
    const first = await send();
    clock.advance(24 * hour - 1);
    expect((await send()).body).toEqual(first.body);
    clock.advance(1);
    expect((await send()).body.id).not.toBe(first.body.id);
    expect(db.$client.query("SELECT count(*) AS n FROM idempotency").get()).toEqual({ n: 1 });
  });

  test("The ETag of an answer changes at midnight in the household's time zone", async () => {
    const { get, clock } = await household({ server: serverInProcess() });
    const etag = async () => (await get("/v1/tasks")).headers.get("ETag");
    clock.now = new Date("2026-11-27T22:59:59Z");
    const before = await etag();
    clock.now = new Date("2026-11-27T23:00:00Z");
    expect(await etag()).not.toBe(before);
    const after = await etag();
    clock.now = new Date("2026-11-28T22:59:59Z");
    expect(await etag()).toBe(after);
  });

  test("The last use of an API key is recorded at most once a minute, with the agent's name", async () => {
    const { get, work, clock, key } = await household({ server: serverInProcess() });
    const lastUse = () => {
      const found = listApiKeys(work()).find(({ id }) => id === key.id);
      return [found?.lastUsedAt, found?.lastAgentName];
    };
    expect(lastUse()).toEqual([null, null]);
    const first = clock.now.toISOString();
    await get("/v1/tasks", { headers: { "X-Agent-Name": "Robot" } });
    expect(lastUse()).toEqual([first, "Robot"]);
    clock.advance(59 * second);
    await get("/v1/tasks", { headers: { "X-Agent-Name": "Other" } });
    expect(lastUse()).toEqual([first, "Robot"]);
    clock.advance(second);
    await get("/v1/tasks");
    expect(lastUse()).toEqual([clock.now.toISOString(), "Robot"]);
  });

  test("A refused request is not recorded as a use of the API key", async () => {
    const { get, work, createKey } = await household({ server: serverInProcess() });
    const { key, id } = createKey({ scopes: ["meals.read"] });
    await get("/v1/tasks", { key });
    expect(listApiKeys(work()).find((each) => each.id === id)?.lastUsedAt).toBeNull();
    const before = (await get("/v1/tasks")).headers.get("ETag");
    await get("/v1/households/me/members", { key });
    expect((await get("/v1/tasks")).headers.get("ETag")).toBe(before);
  });
});
