/** Rules that hold for every operation. The operations come from the routes, so new ones are tested too. */
import { describe, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { scopes as allScopes } from "#platform/auth/scopes.ts";
import { RouteTable } from "#platform/http/route-table.ts";
import { createApp } from "#server/app.ts";
import { type Home, household, refusal, serverInProcess, testDeps } from "../support/home/home.ts";
import { idPlaces } from "../support/operations/id-places.ts";
import { requestOf, type Sample, samples } from "../support/operations/operations.ts";
import { tablet } from "../support/records/check-ins.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

const operations = new RouteTable(createApp(testDeps())).routes
  .filter(({ policy: { access, isHidden } }) => access !== "public" && access !== "visitor" && !isHidden)
  .map(({ method, path, policy }) => ({
    method,
    path,
    id: policy.id,
    /** People call it in the app with their cookie. API keys are refused. */
    isForApp: policy.access === "app" || policy.access === "device",
    /** Members call it at a paired tablet only. */
    isForTablets: policy.access === "device",
    isForAdults: policy.isForAdults,
    /** One household only may manage the server. */
    isForOwners: policy.isForOwners,
    isForDevices: policy.deviceFields !== null || policy.access === "device",
    scopes: policy.scopes,
    isVolatile: policy.isVolatile,
    body: policy.body as TObject | null,
    queryIds: Object.entries(policy.query?.properties ?? {})
      .filter(([, field]) => field.format === "uuid" && field.title !== "Cursor")
      .map(([name]) => name),
    hasPathId: path.includes("/:"),
  }));

async function arrange(id: string) {
  const operation = operations.find((each) => each.id === id);
  const home = await household(operation?.isForOwners ? { server: serverInProcess() } : {});
  const sample = (await samples[id]?.(home)) as Sample;
  const callAs = async (own: Home, member: { id: string }): Promise<Home["call"]> =>
    operation?.isForTablets ? (await tablet(own)).for(member).call : own.as(member).call;
  const callOf = async (own: Home) => (operation?.isForApp ? callAs(own, own.members.anna) : own.call);
  const call = await callOf(home);
  const send = (method: string, request: Parameters<Home["call"]>[2] = {}) =>
    call(method, sample.path, requestOf(sample, request));
  return { home, sample, send, call, callOf, callAs };
}

/** The state that every write to a household changes: its activity feed and its revision. */
function theirState(home: Home) {
  const revision = home.db.$client.query("SELECT revision FROM household WHERE id = ?").get(home.id);
  return { entries: home.entries().map(({ id }) => id), revision };
}

test("Every operation has a sample request in these tests", () => {
  expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(samples).sort());
});

describe.each(operations)("$method $path", (operation) => {
  const { method, path, id, scopes, body, hasPathId, queryIds, isVolatile, isForApp, isForAdults } = operation;
  const { isForDevices, isForTablets } = operation;
  const isRead = method === "GET";

  test("An operation returns what the schema declares", async () => {
    const { send } = await arrange(id);
    expect((await send(method)).status).toBe(200); // `call` holds every answer against its schema.
  });

  test(
    isRead ? "A request that reads adds no activity entry" : "A request that writes adds exactly one activity entry",
    async () => {
      const { home, send, sample } = await arrange(id);
      const before = home.entries().length;
      expect((await send(method, { headers: { "X-Agent-Name": "Contract" } })).status).toBe(200);
      const entries = home.entries();
      const expected = sample.entries ?? (isRead ? 0 : 1);
      expect(entries.length - before).toBe(expected);
      if (expected === 0) return;
      const byKey = { kind: "api_key", id: home.key.id, name: home.key.name, agentName: "Contract" };
      const byAnna = { kind: "member", id: home.members.anna.id, name: "Anna", agentName: null };
      expect(entries[0]?.actor as object).toEqual(isForApp ? byAnna : byKey);
    },
  );

  test("An operation is refused without credentials", async () => {
    const { home, sample } = await arrange(id);
    const before = home.entries().length;
    const { status, body: answered, headers } = await home.call(method, sample.path, requestOf(sample, { key: null }));
    expect(status).toBe(401);
    expect(answered).toEqual(refusal(401, path.startsWith("/app/") ? "Not signed in" : "Missing API key"));
    expect(headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(home.entries().length).toBe(before);
  });

  if (isForApp) {
    test("An operation that only the app may call refuses API keys with any scopes", async () => {
      const { home, sample } = await arrange(id);
      const before = home.entries().length;
      const { body: answered } = await home.call(method, sample.path, requestOf(sample));
      expect(answered).toEqual(refusal(403, "Only the app can do this"));
      expect(home.entries().length).toBe(before);
    });
  } else {
    test.each(scopes.length > 0 ? scopes : ["none"])(
      "An operation can be used with an API key only if the key has this scope: %s",
      async (scope) => {
        const { home, send, sample } = await arrange(id);
        const others = allScopes.filter((each) => each !== scope);
        const before = home.entries().length;
        const { key } = home.createKey({ scopes: scope === "none" ? others.slice(0, 1) : others });
        const { status, body: answered, headers } = await send(method, { key });
        if (scope === "none") {
          expect(status).toBe(sample.isOwnOnly ? 403 : 200);
        } else {
          expect(answered).toEqual(refusal(403, `Missing scope: ${scope}`));
          expect(headers.get("WWW-Authenticate")).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
          expect(home.entries().length).toBe(before + 1);
        }
      },
    );
  }

  test.each(["child", "guest"] as const)(
    `An operation is ${isForAdults ? "not for" : "also for"} members with the role %s`,
    async (role) => {
      const { home, sample, callAs } = await arrange(id);
      const call = await callAs(home, home.add(`A ${role}`, role));
      const before = home.entries().length;
      const { status, body: answered } = await call(method, sample.path, requestOf(sample));
      if (isForAdults) {
        expect(answered).toEqual(refusal(403, "Only an owner or adult can do this"));
        expect(home.entries().length).toBe(before);
      } else {
        const isUnseen = sample.isSeenByAdultsOnly || (role === "child" && sample.isUnseenByChildren);
        const others = sample.isOwnOnly ? 403 : (sample.statusForOthers ?? 200);
        expect(status).toBe(isUnseen ? 404 : others);
      }
    },
  );

  if (!isRead) {
    test("A write with a cookie is refused if the Origin header is missing or names another origin", async () => {
      const { home, sample } = await arrange(id);
      const { Cookie } = home.signIn(home.members.anna);
      const before = home.entries().length;
      const mismatches = [
        undefined,
        "null",
        "https://evil.example",
        `${home.server.origin}.evil.example`,
        "http://localhost:1",
      ];
      for (const origin of mismatches) {
        const headers: Record<string, string> = { Cookie, ...(origin ? { Origin: origin } : {}) };
        const { body: answered } = await home.call(method, sample.path, requestOf(sample, { key: null, headers }));
        expect(answered).toEqual(refusal(403, "Origin does not match"));
      }
      expect(home.entries().length).toBe(before);
    });

    if (isForTablets) {
      test("An operation for tablets refuses a member who is signed in", async () => {
        const { home, sample } = await arrange(id);
        const anna = home.as(home.members.anna);
        const before = home.entries().length;
        const { body: answered } = await anna.call(method, sample.path, requestOf(sample));
        expect(answered).toEqual(refusal(403, "Only a paired tablet can do this"));
        expect(home.entries().length).toBe(before);
      });
    }

    if (!isForDevices) {
      test("An operation that is not for devices refuses a device", async () => {
        const { home, sample } = await arrange(id);
        const device = (await tablet(home)).for(home.members.anna);
        const before = home.entries().length;
        const { body: answered } = await device.call(method, sample.path, requestOf(sample));
        expect(answered).toEqual(refusal(403, "Only an owner or adult can do this"));
        expect(home.entries().length).toBe(before);
      });
    }
  }

  test("An operation refuses an unknown query parameter", async () => {
    const { call, sample } = await arrange(id);
    const path = `${sample.path}${sample.path.includes("?") ? "&" : "?"}colour=red`;
    const { body: answered } = await call(method, path, requestOf(sample));
    expect(answered).toEqual(refusal(400, "colour: unknown field"));
  });

  test("An operation treats an id of another household like an unknown id", async () => {
    const here = await arrange(id);
    const other = await here.home.neighbour();
    const theirs = (await samples[id]?.(other)) as Sample;
    const before = theirState(other);
    for (const place of idPlaces(here.sample, queryIds)) {
      const foreign = place.get(theirs) ?? other.members.anna.id;
      const answers = [];
      for (const value of [foreign, unknownId]) {
        const sent = place.set(structuredClone(here.sample), value);
        const { status, body: answered } = await here.call(method, sent.path, requestOf(sent));
        answers.push({ status, answered });
      }
      expect(answers[0]).toEqual(answers[1]!);
      if (!isRead) expect(answers[0]?.status).toBeGreaterThanOrEqual(400);
    }
    expect(theirState(other)).toEqual(before);
  });

  if (hasPathId) {
    test("An operation returns 404 for a record of another household", async () => {
      const { home, sample, callOf } = await arrange(id);
      const other = await home.neighbour();
      const before = home.entries().length;
      const { status, body: answered } = await (await callOf(other))(method, sample.path, requestOf(sample));
      expect(status).toBe(404);
      expect(answered.error).toMatch(/^[A-Z][\w -]* not found$/);
      expect(home.entries().length).toBe(before);
    });

    test("An operation returns 404 for an unknown id and 400 for an invalid id", async () => {
      const { call, sample } = await arrange(id);
      const at = (value: string) => sample.path.replace(/[0-9a-f-]{36}/, value);
      expect((await call(method, at(unknownId), requestOf(sample))).status).toBe(404);
      expect((await call(method, at("1"), requestOf(sample))).body).toEqual(
        refusal(400, `${/\/blocks/.test(path) ? "listId" : "id"}: must be a UUID`),
      );
    });
  }

  if (body) {
    test("An operation refuses an unknown field in the body, and changes nothing", async () => {
      const { home, sample, send } = await arrange(id);
      const before = home.entries().length;
      const { body: answered } = await send(method, { body: { ...sample.body, colour: "red" } });
      expect(answered).toEqual(refusal(400, "colour: unknown field"));
      expect(home.entries().length).toBe(before);
    });

    test("An operation refuses a body that is too large, no JSON object, or of another content type", async () => {
      const { send } = await arrange(id);
      const json = { "Content-Type": "application/json" };
      const raw = (text: string, headers: Record<string, string> = json) =>
        send(method, { body: undefined, raw: text, headers }).then((each) => each.body);
      expect(await raw("{")).toEqual(refusal(400, "Malformed JSON"));
      expect(await raw("")).toEqual(refusal(400, "Malformed JSON"));
      expect(await raw("[]")).toEqual(refusal(400, "body: must be a JSON object"));
      expect(await raw("null")).toEqual(refusal(400, "body: must be a JSON object"));
      expect(await raw("{}", { "Content-Type": "text/plain" })).toEqual(refusal(415, "Expected application/json"));
      expect(await raw(`"${"x".repeat(1_048_576)}"`)).toEqual(refusal(413, "Request body is larger than 1 MB"));
    });
  }

  if (isRead && !isVolatile) {
    test("An operation that reads returns 304 for a known ETag until the household changes", async () => {
      const { home, send } = await arrange(id);
      const etag = (await send("GET")).headers.get("ETag") ?? "";
      expect(etag).toMatch(/^"[0-9a-z]+"$/);
      const again = await send("GET", { headers: { "If-None-Match": etag } });
      expect(again.status).toBe(304);
      expect(again.body).toBe("");
      await home.post("/v1/tasks", { label: "A change", memberId: home.members.anna.id });
      expect((await send("GET", { headers: { "If-None-Match": etag } })).status).toBe(200);
    });

    test("An operation that reads answers HEAD with the same headers and no body", async () => {
      const { send } = await arrange(id);
      const fresh = await send("HEAD");
      const whole = await send("GET");
      const kept = await send("HEAD");
      for (const head of [fresh, kept]) {
        expect(head.status).toBe(200);
        expect(head.body).toBe("");
        expect(head.headers.get("ETag")).toBe(whole.headers.get("ETag"));
        expect(head.headers.get("Content-Length")).toBe(String(Buffer.byteLength(JSON.stringify(whole.body))));
      }
    });
  }

  if (method === "POST" && (path.startsWith("/v1/") || isForTablets) && path !== "/v1/api-keys") {
    test("An operation returns the first answer again if the idempotency key is repeated", async () => {
      const { home, send } = await arrange(id);
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const before = home.entries().length;
      const first = await send(method, { headers });
      const second = await send(method, { headers });
      expect(first.status).toBe(200);
      expect(first.headers.get("Idempotency-Replayed")).toBeNull();
      expect(second.headers.get("Idempotency-Replayed")).toBe("true");
      expect(second.body).toEqual(first.body);
      expect(home.entries().length).toBe(before + 1);
    });
  }
});
