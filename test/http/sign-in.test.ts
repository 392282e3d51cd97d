/**
 * Tests signing in. Setup is tested in test/security/identity.test.ts, because it needs a database without a household.
 */
import { describe, expect, test } from "bun:test";
import { setPassword } from "#accounts/sign-in/store.ts";
import { transact } from "#platform/db/client.ts";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";

const password = "correct horse battery";
const wrong = refusal(401, "Wrong name or password");

/** A household with unique names and emails, because the server looks for a login in the whole database. */
async function home() {
  const own = await household();
  const unique = crypto.randomUUID().slice(0, 8);
  const name = `Anna ${unique}`;
  const email = `Anna.${unique}@home.example`;
  await own.as(own.members.anna).patch(`/app/members/${own.members.anna.id}`, { name, email });
  await givePassword(own, own.members.anna.id);
  const anna = own.as(own.members.anna);
  const origin = { Origin: own.server.origin };
  const signIn = (login: string, given = password, headers: Record<string, string> = origin) =>
    own.call("POST", "/app/session", { body: { login, password: given }, key: null, headers });
  return { ...own, name, email, anna, signIn, origin };
}

async function givePassword(own: Home, memberId: string, given = password) {
  const hash = await Bun.password.hash(given, { algorithm: "argon2id", memoryCost: 1024, timeCost: 1 });
  transact(own.db, () => setPassword(own.work(), memberId, hash));
}

function cookieOf(answer: { headers: Headers }): string {
  return answer.headers.get("Set-Cookie")?.split(";", 1)[0] ?? "";
}

describe("signing in", () => {
  test("A sign-in by name or email ignores upper and lower case, and returns a cookie", async () => {
    const { signIn, name, email, call, members, origin, entries } = await home();
    for (const login of [name, name.toUpperCase(), email, email.toLowerCase(), ` ${name} `]) {
      const answer = await signIn(login);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ household: { name: "Test" }, member: { id: members.anna.id, name } });
      const headers = { Cookie: cookieOf(answer), ...origin };
      const body = { label: "From the app", memberId: members.anna.id };
      const added = await call("POST", "/v1/tasks", { body, key: null, headers });
      expect(added.body.createdBy).toEqual({ kind: "member", id: members.anna.id, name, agentName: null });
      expect((await call("GET", "/v1/activity", { key: null, headers })).status).toBe(200);
      expect(entries()[0]?.actor).toEqual(added.body.createdBy);
    }
  });

  test("A sign-in sets a cookie that scripts cannot read and other sites do not send", async () => {
    const { signIn, name } = await home();
    expect((await signIn(name)).headers.get("Set-Cookie")).toMatch(
      /^inglenook_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=2592000$/,
    );
  });

  test("A sign-in stores neither the token nor the password in plain text", async () => {
    const { signIn, name, db } = await home();
    const token = cookieOf(await signIn(name)).split("=")[1] ?? "";
    for (const table of ["session", "member", "activity", "idempotency"]) {
      const text = JSON.stringify(db.$client.query(`SELECT * FROM ${table}`).all());
      expect(text).not.toContain(token);
      expect(text).not.toContain(password);
    }
  });

  test("A sign-in gets the same error for a wrong password and for an unknown name", async () => {
    const { signIn, name, members } = await home();
    const refused = await signIn(name, "wrong password");
    expect(refused.body).toEqual(wrong);
    expect(refused.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect((await signIn(crypto.randomUUID())).body).toEqual(wrong);
    expect((await signIn(members.mia.id)).body).toEqual(wrong);
    expect((await signIn(name, "wrong password")).headers.get("Set-Cookie")).toBeNull();
  });

  test("A sign-in by a name that two members have is refused", async () => {
    const one = await home();
    const other = await one.neighbour();
    await other.as(other.members.anna).patch(`/app/members/${other.members.anna.id}`, { name: one.name });
    await givePassword(other, other.members.anna.id);
    expect((await one.signIn(one.name)).body).toEqual(wrong);
    expect((await one.signIn(one.email)).status).toBe(200);
  });

  test("A sign-in may fail five times a minute for each account, also in parallel", async () => {
    const { signIn, name } = await home();
    for (let count = 0; count < 7; count++) expect((await signIn(name)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(name, "wrong password")));
    expect(answers.filter(({ status }) => status === 401).length).toBe(5);
    const limited = await signIn(name);
    expect(limited.body).toEqual(refusal(429, "Rate limit exceeded"));
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test.each([
    [{ login: "x" }, "password: is required"],
    [{ login: "x", password: "short" }, "password: must be 8 to 200 characters"],
    [{ login: "x", password: "x".repeat(201) }, "password: must be 8 to 200 characters"],
    [{ login: "", password }, "login: must be 1 to 254 characters"],
    [{ login: "x", password, remember: true }, "remember: unknown field"],
  ])("A sign-in with %j is refused", async (body, error) => {
    const { call, origin } = await home();
    expect((await call("POST", "/app/session", { body, key: null, headers: origin })).body).toEqual(
      refusal(400, error),
    );
  });

  test("A sign-in is refused from a page of another origin", async () => {
    const { signIn, name } = await home();
    expect((await signIn(name, password, { Origin: "https://evil.example" })).body).toEqual(
      refusal(403, "Origin does not match"),
    );
  });

  test("A sign-in never reuses a session token that the browser sent before (session fixation)", async () => {
    const { signIn, name, call, origin } = await home();
    const planted = `inglenook_session=${"A".repeat(43)}`;
    const answer = await signIn(name, password, { ...origin, Cookie: planted });
    expect(cookieOf(answer)).not.toBe(planted);
    expect((await call("GET", "/app/session", { key: null, headers: { Cookie: planted } })).body).toEqual(
      refusal(401, "Not signed in"),
    );
  });
});

describe("a session", () => {
  test("A session names the member, and ends after signing out", async () => {
    const { anna, members, name, call } = await home();
    expect((await anna.get("/app/session")).body.member).toMatchObject({ id: members.anna.id, name });
    const out = await anna.delete("/app/session");
    expect(out.body).toMatchObject({ deleted: true });
    expect(out.headers.get("Set-Cookie")).toMatch(/^inglenook_session=; .*Max-Age=0$/);
    expect((await anna.get("/app/session")).body).toEqual(refusal(401, "Not signed in"));
    expect((await call("GET", "/v1/tasks", { key: null, headers: anna.headers })).body).toEqual(
      refusal(401, "Missing API key"),
    );
  });

  test("A session is listed with the browser, and can be ended only by the same member", async () => {
    const { anna, as, members } = await home();
    const tablet = as(members.anna);
    const ben = as(members.ben);
    await ben.get("/app/session");
    const { sessions } = (await anna.get("/app/sessions")).body;
    expect(sessions.length).toBe(2);
    expect(sessions.filter((each: any) => each.current).length).toBe(1);
    expect(sessions[0].userAgent).toBe("Test browser");
    const other = sessions.find((each: any) => !each.current);
    expect((await ben.delete(`/app/sessions/${other.id}`)).body).toEqual(refusal(404, "Session not found"));
    expect((await anna.delete(`/app/sessions/${other.id}`)).body).toEqual({ id: other.id, deleted: true });
    expect((await tablet.get("/app/session")).status).toBe(401);
    expect((await anna.get("/app/session")).status).toBe(200);
  });

  test("A session cookie is ignored if the request has an Authorization header", async () => {
    const { anna, call } = await home();
    const headers = { ...anna.headers, Authorization: "Bearer nonsense" };
    expect((await call("GET", "/v1/tasks", { key: null, headers })).body).toEqual(refusal(401, "Invalid API key"));
  });

  test("A session can read without an Origin header, as when a person types an address", async () => {
    const { anna, call } = await home();
    const { Cookie } = anna.headers;
    expect((await call("GET", "/app/session", { key: null, headers: { Cookie } })).status).toBe(200);
  });
});

describe("changing the password", () => {
  test("A change of the password requires the current password, and ends all other sessions", async () => {
    const { anna, as, members, signIn, name } = await home();
    const other = as(members.anna);
    expect((await anna.post("/app/password", { current: "not the one", new: "another one" })).body).toEqual(
      refusal(422, "current: is not your password"),
    );
    expect((await other.get("/app/session")).status).toBe(200);
    expect((await anna.post("/app/password", { current: password, new: " another one " })).status).toBe(200);
    expect((await other.get("/app/session")).status).toBe(401);
    expect((await anna.get("/app/session")).status).toBe(200);
    expect((await signIn(name)).body).toEqual(wrong);
    expect((await signIn(name, " another one ")).status).toBe(200);
  });
});

describe("an invitation", () => {
  async function invited() {
    const own = await home();
    const { body } = await own.anna.post(`/app/members/${own.members.ben.id}/invitation`, undefined);
    const token = body.link.split("#")[1];
    const accept = (given = "bens own password", path = token) =>
      own.call("POST", `/app/invitations/${path}`, { body: { password: given }, key: null, headers: own.origin });
    const look = (path = token) =>
      own.call("POST", "/app/invitations", { body: { token: path }, key: null, headers: own.origin });
    return { ...own, link: body.link, expiresAt: body.expiresAt, token, accept, look };
  }

  test("An open invitation shows the household, the inviting member and the invited member", async () => {
    const { look, accept, name, anna, members } = await invited();
    const seen = { householdName: "Test", memberName: "Ben", email: null, invitedBy: name };
    expect((await look()).body).toEqual(seen);
    await anna.patch(`/app/members/${members.ben.id}`, { email: "ben.invited@home.example", name: "Benjamin" });
    await anna.patch(`/app/members/${members.anna.id}`, { name: "Annabel" });
    expect((await look()).body).toEqual({
      ...seen,
      memberName: "Benjamin",
      email: "ben.invited@home.example",
      invitedBy: "Annabel",
    });
    expect((await accept()).status).toBe(200);
    expect((await look()).body).toEqual(refusal(404, "Invitation not found"));
  });

  test("An invitation cannot be guessed, because an address may try only 20 wrong tokens a minute", async () => {
    const own = await household({ server: serverInProcess() });
    const look = (token: string) => own.call("POST", "/app/invitations", { body: { token }, key: null });
    for (let index = 0; index < 20; index++)
      expect((await look(`${index}`)).body).toEqual(refusal(404, "Invitation not found"));
    expect((await look("other")).body).toEqual(refusal(429, "Rate limit exceeded"));
    own.clock.advance(60_000);
    expect((await look("other")).status).toBe(404);
  });

  test("An invitation lets the member set a password once, and signs the member in", async () => {
    const { accept, link, members, call, origin } = await invited();
    expect(link).toMatch(/^http:\/\/localhost:\d+\/join#[\w-]{43}$/);
    const first = await accept();
    expect(first.body.member.id).toBe(members.ben.id);
    const headers = { Cookie: cookieOf(first), ...origin };
    expect((await call("GET", "/app/session", { key: null, headers })).body.member.id).toBe(members.ben.id);
    expect((await accept()).body).toEqual(refusal(404, "Invitation not found"));
  });

  test("An invitation becomes invalid when a newer invitation is made", async () => {
    const { accept, anna, members } = await invited();
    await anna.post(`/app/members/${members.ben.id}/invitation`, undefined);
    expect((await accept()).body).toEqual(refusal(404, "Invitation not found"));
    expect((await accept("some password", "A".repeat(43))).body).toEqual(refusal(404, "Invitation not found"));
  });

  test("An invitation can be accepted by only one of two simultaneous requests", async () => {
    const { accept } = await invited();
    const answers = await Promise.all([accept("the first one"), accept("the second one")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("An invitation for an owner can only be made by an owner", async () => {
    const { as, members } = await home();
    const answer = await as(members.ben).post(`/app/members/${members.anna.id}/invitation`, undefined);
    expect(answer.body).toEqual(refusal(403, "Only an owner can change owners"));
  });

  test("An invitation is deleted when an adult removes the member's sign-in", async () => {
    const { accept, as, members, anna } = await invited();
    const ben = as(members.ben);
    expect((await anna.delete(`/app/members/${members.ben.id}/sign-in`)).status).toBe(200);
    expect((await ben.get("/app/session")).status).toBe(401);
    expect((await accept()).status).toBe(404);
  });

  test("An invitation can be removed only until acceptance or expiry", async () => {
    const { as, members, clock, entries } = await household({ server: serverInProcess() });
    const anna = as(members.anna);
    const take = () => anna.delete(`/app/members/${members.ben.id}/sign-in`);
    const notFound = refusal(404, "Sign-in not found");
    const before = entries().length;
    expect((await take()).body).toEqual(notFound);
    expect(entries().length).toBe(before);
    await anna.post(`/app/members/${members.ben.id}/invitation`, undefined);
    expect((await take()).body).toEqual({ id: members.ben.id, deleted: true });
    expect((await take()).body).toEqual(notFound);
    await anna.post(`/app/members/${members.ben.id}/invitation`, undefined);
    clock.advance(8 * 24 * 60 * 60 * 1_000);
    expect((await take()).body).toEqual(notFound);
  });

  test("An owner's invitation and sign-in cannot be removed by an adult who is no owner", async () => {
    const { as, anna, members, add } = await home();
    const ben = as(members.ben);
    const refused = refusal(403, "Only an owner can change owners");
    for (const owner of [members.anna, add("Zoe", "owner")]) {
      expect((await ben.delete(`/app/members/${owner.id}/sign-in`)).body).toEqual(refused);
    }
    expect((await anna.get("/app/session")).status).toBe(200);
  });
});
