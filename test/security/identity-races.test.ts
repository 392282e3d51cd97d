/** Tests callers who lose their rights during a request, and other ways around the rules. Each test covers a past bug. */
import { describe, expect, test } from "bun:test";
import { deleteHousehold } from "#accounts/households/store.ts";
import { isPassword } from "#platform/auth/passwords.ts";
import { transact } from "#platform/db/client.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";

async function home() {
  const own = await household({ server: serverInProcess() });
  return { ...own, anna: own.as(own.members.anna), ben: own.as(own.members.ben) };
}

/** Sends the headers of a write, runs `meanwhile`, and then sends the body. */
async function slowly(
  own: Home,
  headers: Record<string, string>,
  path: string,
  body: object,
  meanwhile: () => Promise<unknown>,
) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let finish = () => {};
  const raw = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, 3));
      finish = () => {
        controller.enqueue(bytes.slice(3));
        controller.close();
      };
    },
  });
  const all = { "Content-Type": "application/json", ...headers };
  const answer = own.call("POST", path, { raw, key: null, headers: all });
  await Bun.sleep(20);
  await meanwhile();
  finish();
  return (await answer).body;
}

describe("a slow request body", () => {
  test("A slow request is refused if the member is removed before the body is complete", async () => {
    const own = await home();
    const key = { name: "Back door", scopes: ["tasks.read"] };
    const remove = () => own.anna.delete(`/app/members/${own.members.ben.id}`);
    const answer = await slowly(own, own.ben.headers, "/v1/api-keys", key, remove);
    expect(answer).toEqual(refusal(401, "Missing API key"));
    expect((await own.anna.get("/v1/api-keys")).body.apiKeys.length).toBe(1);
  });

  test("A slow request is refused if the member is demoted before the body is complete", async () => {
    const own = await home();
    const member = { name: "Zoe", role: "adult" };
    const demote = () => own.anna.patch(`/app/members/${own.members.ben.id}`, { role: "child" });
    const answer = await slowly(own, own.ben.headers, "/app/members", member, demote);
    expect(answer).toEqual(refusal(403, "Only an owner or adult can do this"));
  });

  test("A slow request is refused if the API key or the plan ends before the body is complete", async () => {
    const own = await home();
    const task = { label: "late", memberId: own.members.anna.id };
    const headers = { Authorization: `Bearer ${own.key.key}` };
    const lapse = async () => own.setPlan({ plan: "none", planEndsAt: null, trialEndsAt: null });
    expect(await slowly(own, headers, "/v1/tasks", task, lapse)).toEqual(refusal(403, "subscription_required"));
    own.setPlan({ plan: "api", planEndsAt: null, trialEndsAt: null });
    const revoke = () => own.anna.delete(`/v1/api-keys/${own.key.id}`);
    expect(await slowly(own, headers, "/v1/tasks", task, revoke)).toEqual(refusal(401, "Invalid API key"));
    expect((await own.anna.get("/v1/tasks")).body.tasks).toEqual([]);
  });

  test("A slow request is accepted if something unrelated changes before the body is complete", async () => {
    const own = await home();
    const task = { label: "on time", memberId: own.members.anna.id };
    const other = () => own.anna.post("/v1/tasks", { label: "other", memberId: own.members.ben.id });
    const answer = await slowly(own, { Authorization: `Bearer ${own.key.key}` }, "/v1/tasks", task, other);
    expect(answer.label).toBe("on time");
  });
});

describe("ways to become an owner", () => {
  test("An invitation becomes invalid when the invited member becomes an owner", async () => {
    const { anna, ben, call } = await home();
    const zoe = (await anna.post("/app/members", { name: "Zoe", role: "adult" })).body;
    const { body } = await ben.post(`/app/members/${zoe.id}/invitation`, undefined);
    await anna.patch(`/app/members/${zoe.id}`, { role: "owner" });
    const path = `/app/invitations/${body.link.split("#")[1]}`;
    const accepted = await call("POST", path, { body: { password: "stolen owner" }, key: null });
    expect(accepted.body).toEqual(refusal(404, "Invitation not found"));
  });
});

describe("ways to lock everybody out", () => {
  test("The last owner who can sign in cannot lose the sign-in", async () => {
    const { anna, members } = await home();
    const answer = await anna.delete(`/app/members/${members.anna.id}/sign-in`);
    expect(answer.body).toEqual(refusal(422, "The household needs an owner who can sign in"));
  });
});

describe("setup", () => {
  test("A setup link that was used cannot be used again, even after the household is deleted", async () => {
    const server = serverInProcess();
    const send = async (method: string, body?: object) => {
      const headers = { "Content-Type": "application/json" };
      const init = { method, headers, body: body ? JSON.stringify(body) : null };
      return (await (await server.handle(new Request("http://localhost/app/setup", init))).json()) as any;
    };
    const names = { householdName: "Home", memberName: "Anna", timeZone: "europe/berlin" };
    const claim = { token: "test-setup-token", password: "correct horse", ...names };
    const made = await send("POST", claim);
    expect(made.household.timeZone).toBe("Europe/Berlin");
    transact(server.db, () => deleteHousehold(server.db, made.household.id));
    expect(await send("GET")).toEqual({ needed: false });
    expect(await send("POST", claim)).toEqual(refusal(403, "Setup is already done"));
  });
});

describe("the queue of password checks", () => {
  test("The queue of password checks is limited, and a check beyond the limit gets the status 429", async () => {
    // The stored hash sets the cost of a check. A cheap hash goes through the same queue.
    const cheap = await Bun.password.hash("the password", { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });
    const answers = await Promise.allSettled(Array.from({ length: 110 }, () => isPassword("wrong password", cheap)));
    const refused = answers.filter((each) => each.status === "rejected");
    expect(refused.length).toBe(110 - 2 - 100); // Two are checked at once, and a hundred wait.
    expect(answers.filter((each) => each.status === "fulfilled" && !each.value).length).toBe(102);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, headers: { "Retry-After": "2" } });
  });
});

describe("public routes", () => {
  test("Public routes refuse unknown query fields, and require an Origin header if a cookie is sent", async () => {
    const { call, ben } = await home();
    expect((await call("GET", "/app/setup?x=1", { key: null })).body).toEqual(refusal(400, "x: unknown field"));
    const { Cookie } = ben.headers;
    const answer = await call("POST", "/app/devices/pairing", { key: null, headers: { Cookie } });
    expect(answer.body).toEqual(refusal(403, "Origin does not match"));
  });
});

describe("the permissions of a child", () => {
  test("A child cannot take over another member's task in order to change the task", async () => {
    const { as, members, post } = await home();
    const task = (await post("/v1/tasks", { label: "Ben's", memberId: members.ben.id })).body;
    const taken = await as(members.mia).patch(`/v1/tasks/${task.id}`, { memberId: members.mia.id });
    expect(taken.body).toEqual(refusal(403, "Only an owner or adult can do this"));
  });
});

describe("an origin behind a proxy", () => {
  test.each([
    ["home.example, inner", "https://home.example", 200],
    ["home.example", "https://home.example", 200],
    ["home.example", "null", 403],
    ["home.example, inner", "null", 403],
    ["", "null", 403],
    ["", "junk", 403],
    ["not a host", "junk", 403],
  ])(
    "A server behind a proxy that forwards the host %p answers a request from the origin %s with %i",
    async (forwarded, origin, status) => {
      const { requireOrigin } = await import("#platform/auth/origin.ts");
      const headers = { "X-Forwarded-Host": forwarded, Origin: origin, Host: "inner:4100" };
      const request = new Request("http://inner:4100/app/household", { headers });
      const check = () => requireOrigin(request, { origins: [], isBehindProxy: true, isTls: false }, true);
      if (status === 403) expect(check).toThrow("Origin does not match");
      else expect(check).not.toThrow();
    },
  );
});

describe("a body for an operation that takes no body", () => {
  test("A body for an operation that takes no body is not read", async () => {
    const { call, anna, members } = await home();
    for (const raw of ["{", "x".repeat(3_000_000)]) {
      const headers = { "Content-Type": "application/json" };
      expect((await call("POST", "/app/devices/pairing", { raw, key: null, headers })).status).toBe(200);
      expect((await anna.call("DELETE", `/app/members/${members.mia.id}`, { raw, headers })).status).toBeLessThan(500);
    }
  });
});

describe("the activity feed about sign-ins", () => {
  test("The activity feed reports a change of a member's email, but no address", async () => {
    const { anna, members, entries } = await home();
    await anna.patch(`/app/members/${members.ben.id}`, { email: "ben@home.example" });
    await anna.patch(`/app/members/${members.ben.id}`, { email: "other@home.example" });
    expect(entries()[0]?.changes).toEqual({ email: { from: "(an address)", to: "(an address)" } });
  });

  test("The activity feed reports invitations, and that a member set a password by an invitation", async () => {
    const { anna, members, call, entries } = await home();
    const { body } = await anna.post(`/app/members/${members.ben.id}/invitation`, undefined);
    const path = `/app/invitations/${body.link.split("#")[1]}`;
    await call("POST", path, { body: { password: "bens own password" }, key: null });
    expect(
      entries()
        .slice(0, 2)
        .map(({ actor, summary }) => [actor.name, summary]),
    ).toEqual([
      ["Ben", "set a password by invitation"],
      ["Anna", "invited Ben to set a password"],
    ]);
  });
});

test("The limits of failed sign-ins do not reveal which name and email belong together", async () => {
  const { call, anna, members } = await home();
  await anna.patch(`/app/members/${members.ben.id}`, { email: "ben@home.example" });
  const sign = (login: string) =>
    call("POST", "/app/session", { body: { login, password: "wrong password" }, key: null }).then(
      ({ status }) => status,
    );
  for (let count = 0; count < 5; count++) await sign("Ben");
  expect(await sign("ben@home.example")).toBe(await sign("nobody@home.example"));
});
