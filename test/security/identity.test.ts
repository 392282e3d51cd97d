/** Tests the setup of a fresh database, and identity features that need a clock or a proxy. */
import { describe, expect, spyOn, test } from "bun:test";
import { hashPassword, isPassword } from "#platform/auth/passwords.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";

const day = 24 * 3_600_000;
const claim = {
  token: "test-setup-token",
  householdName: "Our home",
  timeZone: "Europe/Berlin",
  memberName: "Anna",
  password: "correct horse battery",
};

function fresh(env: Record<string, string> = {}) {
  const server = serverInProcess(env);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const all = { Host: "localhost", Origin: "http://localhost", "Content-Type": "application/json", ...headers };
    const init = { method, headers: all, body: body === undefined ? null : JSON.stringify(body) };
    const response = await server.handle(new Request(`http://localhost${path}`, init));
    return { status: response.status, body: (await response.json()) as any, headers: response.headers };
  };
  return { server, call, post: (path: string, body: unknown) => call("POST", path, body) };
}

describe("the setup of a household", () => {
  test("The setup creates the household, the owner and a session, and works only once", async () => {
    const { call, post } = fresh();
    expect((await call("GET", "/app/setup")).body).toEqual({ needed: true });
    const done = await post("/app/setup", { ...claim, email: "Anna@Home.example" });
    expect(done.body).toMatchObject({
      household: { name: "Our home", timeZone: "Europe/Berlin", weekStartsOn: 1, groceryListName: "Groceries" },
      member: { name: "Anna", role: "owner", createdBy: { kind: "system" } },
    });
    const Cookie = done.headers.get("Set-Cookie")?.split(";", 1)[0] ?? "";
    expect((await call("GET", "/app/session", undefined, { Cookie })).body.member).toEqual(done.body.member);
    expect((await call("GET", "/app/setup")).body).toEqual({ needed: false });
    expect((await post("/app/setup", claim)).body).toEqual(refusal(403, "Setup is already done"));
    const login = { login: "anna@home.example", password: claim.password };
    expect((await post("/app/session", login)).status).toBe(200);
    expect((await call("GET", "/v1/activity", undefined, { Cookie })).body.entries.length).toBe(1);
  });

  test("The setup creates exactly one household from fifty simultaneous requests", async () => {
    const { server, post } = fresh();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post("/app/setup", { ...claim, memberName: `Anna ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body).toEqual(refusal(403, "Setup is already done"));
    }
    for (const table of ["household", "member", "session"]) {
      expect(server.db.$client.query(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 1 });
    }
  });

  test.each([
    [{ token: "wrong" }, 403, "Setup link is not valid"],
    [{ timeZone: "Mars/Olympus" }, 422, "timeZone: no such time zone"],
    [{ password: "short" }, 400, "password: must be 8 to 200 characters"],
    [{ householdName: "" }, 400, "householdName: must be 1 to 200 characters"],
    [{ groceryListName: "" }, 400, "groceryListName: must be 1 to 200 characters"],
    [{ memberName: "x".repeat(61) }, 400, "memberName: must be 1 to 60 characters"],
    [{ email: "nobody" }, 400, "email: must be an email address or null"],
    [{ role: "owner" }, 400, "role: unknown field"],
  ])("The setup refuses %j and creates nothing", async (change, status, error) => {
    const { call, post } = fresh();
    expect((await post("/app/setup", { ...claim, ...change })).body).toEqual(refusal(status, error));
    expect((await call("GET", "/app/setup")).body).toEqual({ needed: true });
  });

  test("The setup accepts a name for the grocery list", async () => {
    const done = await fresh().post("/app/setup", { ...claim, groceryListName: " Einkaufsliste " });
    expect(done.body.household).toMatchObject({ groceryListName: "Einkaufsliste" });
  });

  test("The setup gives the household the plan of the setting DEFAULT_PLAN", async () => {
    const { server, post } = fresh({ DEFAULT_PLAN: "none" });
    await post("/app/setup", claim);
    expect(server.db.$client.query("SELECT plan FROM household").get()).toEqual({ plan: "none" });
  });
});

describe("the expiry of sign-ins and invitations", () => {
  async function home(): Promise<Home> {
    return household({ server: serverInProcess() });
  }

  test("A session ends 30 days after the last use", async () => {
    const { as, members, clock } = await home();
    const anna = as(members.anna);
    for (let visit = 0; visit < 3; visit++) {
      clock.advance(29 * day);
      const { status, headers } = await anna.get("/app/session");
      expect(status).toBe(200);
      expect(headers.get("Set-Cookie")).toContain("Max-Age=2592000");
      expect((await anna.get("/app/session")).headers.get("Set-Cookie")).toBeNull();
    }
    clock.advance(30 * day);
    expect((await anna.get("/app/session")).body).toEqual(refusal(401, "Not signed in"));
  });

  test("An invitation expires after 7 days", async () => {
    const { as, members, clock, call } = await home();
    const { body } = await as(members.anna).post(`/app/members/${members.ben.id}/invitation`, undefined);
    expect(body.expiresAt).toBe(new Date(clock.now.getTime() + 7 * day).toISOString());
    clock.advance(7 * day);
    const path = `/app/invitations/${body.link.split("#")[1]}`;
    const accepted = await call("POST", path, { body: { password: "long enough" }, key: null });
    expect(accepted.body).toEqual(refusal(404, "Invitation not found"));
  });

  test("A pairing of a tablet expires after ten minutes", async () => {
    const { call, clock } = await home();
    const { body } = await call("POST", "/app/devices/pairing", { key: null });
    const poll = () => call("GET", `/app/devices/pairing/${body.pairingToken}`, { key: null });
    clock.advance(10 * 60_000 - 1);
    expect((await poll()).body).toEqual({ paired: false });
    clock.advance(1);
    expect((await poll()).body).toEqual(refusal(404, "Pairing not found"));
  });

  test("An account with too many failed sign-ins is allowed one more try after 12 seconds", async () => {
    const { call, clock } = await home();
    const body = { login: "nobody", password: "wrong password" };
    const origin = { Origin: "http://localhost" };
    const sign = () => call("POST", "/app/session", { body, key: null, headers: origin }).then(({ status }) => status);
    for (let count = 0; count < 5; count++) expect(await sign()).toBe(401);
    expect(await sign()).toBe(429);
    clock.advance(12_000);
    expect(await sign()).toBe(401);
    expect(await sign()).toBe(429);
  });

  test("An address is limited to 20 failed sign-ins a minute over all accounts", async () => {
    const { call } = await home();
    const sign = (login: string) =>
      call("POST", "/app/session", { body: { login, password: "wrong password" }, key: null }).then(
        ({ status }) => status,
      );
    for (let count = 0; count < 20; count++) expect(await sign(`account ${count}`)).toBe(401);
    expect(await sign("one more")).toBe(429);
  });
});

describe("passwords", () => {
  test("Passwords are hashed with argon2id, and equivalent Unicode spellings of a password are accepted", async () => {
    const hash = await hashPassword("caf\u00e9 au lait");
    expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(await isPassword("cafe\u0301 au lait", hash)).toBe(true);
    expect(await isPassword("cafe au lait", hash)).toBe(false);
  });

  test("Passwords of unknown accounts are checked at the same cost as passwords of existing accounts", async () => {
    const { post, call } = fresh();
    await post("/app/setup", claim);
    await post("/app/session", { login: "warm up", password: "wrong password" });
    const verify = spyOn(Bun.password, "verify");
    const costs = async (login: string) => {
      verify.mockClear();
      expect((await post("/app/session", { login, password: "wrong password" })).body).toEqual(
        refusal(401, "Wrong name or password"),
      );
      return verify.mock.calls.map(([, hash]) => String(hash).split("$").slice(0, 4).join("$"));
    };
    const known = await costs("Anna");
    expect(known).toEqual(["$argon2id$v=19$m=19456,t=2,p=1"]);
    expect(await costs("Nobody")).toEqual(known);
    expect(await costs("nobody@home.example")).toEqual(known);
    verify.mockRestore();
    expect((await call("GET", "/app/setup")).status).toBe(200);
  });
});

describe("the session cookie behind HTTPS", () => {
  test("The session cookie behind HTTPS is Secure and has the prefix __Host-", async () => {
    const { call, post } = fresh({ BASE_URL: "https://home.example" });
    const wrong = await call("POST", "/app/setup", claim);
    expect(wrong.body).toEqual(refusal(403, "Origin does not match"));
    const headers = { Origin: "https://home.example", Host: "127.0.0.1:4100" };
    const done = await call("POST", "/app/setup", claim, headers);
    const cookie = done.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(
      /^__Host-inglenook_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=\d+; Secure$/,
    );
    const Cookie = cookie.split(";", 1)[0] ?? "";
    expect((await call("GET", "/app/session", undefined, { Cookie })).status).toBe(200);
    const plain = Cookie.replace("__Host-", "");
    expect((await call("GET", "/app/session", undefined, { Cookie: plain })).status).toBe(401);
    expect((await post("/app/session", { login: "Anna", password: claim.password })).status).toBe(403);
  });
});
