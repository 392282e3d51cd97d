/** Sign-in at Google, with PKCE. */
import { describe, expect, test } from "bun:test";
import {
  AccessTokens,
  exchangeCode,
  PendingSignIns,
  readReturnAddress,
  redirectUriFor,
} from "#calendar/external/google/oauth.ts";
import { createGoogle } from "#calendar/external/google/requests.ts";
import { RemoteError } from "#calendar/external/remote.ts";
import { systemTimers } from "#lib/timers.ts";
import { readConfig } from "#platform/config.ts";
import { never } from "../../../support/google/account.ts";
import { FakeGoogle, googleClient } from "../../../support/google/google.ts";

const anna = { memberId: "anna", householdId: "home" };
const redirectUri = "https://home.example/app/google/done";

function setUp() {
  const google = new FakeGoogle();
  const clock = { now: new Date("2026-11-20T08:00:00Z") };
  const connection = createGoogle({ googleBaseUrl: google.origin }, () => clock.now, systemTimers);
  const signIns = new PendingSignIns(connection);
  /** Agrees on Google's page, and returns the browser's address afterwards. */
  const consent = async (address: string) => {
    const answer = await fetch(address, { redirect: "manual" });
    return answer.headers.get("location") ?? "";
  };
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  return { google, connection, signIns, consent, wait };
}

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "nothing thrown",
    (error) => (error instanceof RemoteError ? error.message : `${error}`),
  );
}

describe("the address of Google's page", () => {
  test("The address of Google's consent page asks for offline access, with PKCE", () => {
    const connection = createGoogle({ googleBaseUrl: null }, () => new Date(0), systemTimers);
    const url = new URL(new PendingSignIns(connection).begin(anna, googleClient, redirectUri));
    expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: googleClient.clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope:
        "https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly",
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      access_type: "offline",
      prompt: "consent",
    });
    expect(connection.addresses).toMatchObject({
      token: "https://oauth2.googleapis.com/token",
      calendar: "https://www.googleapis.com/calendar/v3",
    });
  });

  test("All addresses of Google are below GOOGLE_BASE_URL if that setting has a value", () => {
    const config = readConfig({ GOOGLE_BASE_URL: "http://127.0.0.1:1/google/" });
    expect(createGoogle(config, () => new Date(0), systemTimers).addresses).toEqual({
      authorization: "http://127.0.0.1:1/google/o/oauth2/v2/auth",
      token: "http://127.0.0.1:1/google/token",
      calendar: "http://127.0.0.1:1/google/calendar/v3",
    });
    expect(() => readConfig({ GOOGLE_BASE_URL: "google" })).toThrow("must be http:// or https:// with a host");
  });

  test.each([
    ["https://home.example", redirectUri],
    ["http://nas.local:8080", "http://127.0.0.1:8080/app/google/done"],
    [null, "http://127.0.0.1:8080/app/google/done"],
  ])("Google's consent page, with BASE_URL %p, redirects back to %s", (baseUrl, expected) => {
    expect(redirectUriFor({ baseUrl, port: 8_080 })).toBe(expected);
  });
});

describe("a sign-in", () => {
  test("A Google sign-in sends the PKCE verifier and receives tokens", async () => {
    const { google, connection, signIns, consent } = setUp();
    const returned = readReturnAddress(await consent(signIns.begin(anna, googleClient, redirectUri)));
    const pending = signIns.take(returned?.state ?? "", anna);
    expect(pending).toMatchObject({ ...anna, redirectUri });
    const grant = await exchangeCode(connection, googleClient, pending!, returned?.code ?? "");
    expect(grant).toEqual({
      refreshToken: google.refreshToken,
      accessToken: "planted-access-token-1",
      expiresAt: Date.parse("2026-11-20T08:59:59Z"),
    });
    expect(google.seen[0]?.body).toMatchObject({ grant_type: "authorization_code", code_verifier: pending!.verifier });
  });

  test("A Google sign-in is accepted once, only from the member who began it, for ten minutes", () => {
    const { signIns, wait } = setUp();
    const begin = () => new URL(signIns.begin(anna, googleClient, redirectUri)).searchParams.get("state") ?? "";
    const state = begin();
    expect(signIns.take(state, { ...anna, memberId: "ben" })).toBeNull();
    expect(signIns.take(state, { ...anna, householdId: "other" })).toBeNull();
    expect(signIns.take("unknown", anna)).toBeNull();
    expect(signIns.take(state, anna)).not.toBeNull();
    expect(signIns.take(state, anna)).toBeNull();
    const [early, late] = [begin(), begin()];
    wait(599_999);
    expect(signIns.take(early, anna)).not.toBeNull();
    wait(1);
    expect(signIns.take(late, anna)).toBeNull();
  });

  test("The server forgets a Google sign-in once 200 further sign-ins have begun", () => {
    const { signIns } = setUp();
    const begin = (memberId: string) =>
      new URL(signIns.begin({ ...anna, memberId }, googleClient, redirectUri)).searchParams.get("state") ?? "";
    const first = begin("anna");
    const second = begin("anna");
    for (let count = 0; count < 199; count++) begin("ben");
    expect(signIns.take(first, anna)).toBeNull();
    expect(signIns.take(second, anna)).not.toBeNull();
  });

  test.each<[string, string | null, string | null]>([
    [`${redirectUri}?state=s&code=4%2Fabc&scope=x`, "s", "4/abc"],
    [` http://127.0.0.1:8080/app/google/done?code=c&state=s \n`, "s", "c"],
    [`${redirectUri}?state=s&error=access_denied`, "s", null],
    [`${redirectUri}?code=c`, null, null],
    [`${redirectUri}?state=s`, null, null],
    ["https://home.example/other?state=s&code=c", null, null],
    ["4/abc", null, null],
    [`${redirectUri}?state=s&code=${"c".repeat(5_000)}`, null, null],
  ])("A Google sign-in extracts state and code only from a valid return address: %j", (address, state, code) => {
    expect(readReturnAddress(address)).toEqual(state === null ? null : { state, code });
  });

  test("A Google sign-in that the member declined returns no OAuth code", async () => {
    const { google, signIns, consent } = setUp();
    google.isDeclined = true;
    const returned = readReturnAddress(await consent(signIns.begin(anna, googleClient, redirectUri)));
    expect(returned).toMatchObject({ code: null });
  });

  test("A Google sign-in is refused without a required scope, or with a wrong code or secret", async () => {
    const { google, connection, signIns, consent } = setUp();
    const returned = async () => {
      const address = await consent(signIns.begin(anna, googleClient, redirectUri));
      const { state, code } = readReturnAddress(address)!;
      return { pending: signIns.take(state, anna)!, code: code! };
    };
    const { pending, code } = await returned();
    expect(await exchangeCode(connection, googleClient, pending, "4/other")).toBe("code");
    expect(await exchangeCode(connection, { ...googleClient, clientSecret: "x" }, pending, code)).toBe("client");
    expect(await exchangeCode(connection, googleClient, { ...pending, verifier: "x" }, code)).toBe("code");
    const second = await returned();
    const elsewhere = { ...second.pending, redirectUri: "http://127.0.0.1:1/app/google/done" };
    expect(await exchangeCode(connection, googleClient, elsewhere, second.code)).toBe("code");
    google.grantedScopes = google.grantedScopes.slice(0, 1);
    const third = await returned();
    expect(await exchangeCode(connection, googleClient, third.pending, third.code)).toBe("scope");
    expect(await exchangeCode(connection, googleClient, third.pending, third.code)).toBe("code");
  });
});

describe("access tokens", () => {
  const account = (google: FakeGoogle) => ({ id: "1", client: googleClient, refreshToken: google.refreshToken });

  test("An access token of Google is cached until a minute before it expires", async () => {
    const { google, connection, wait } = setUp();
    const source = new AccessTokens(connection).sourceOf(account(google));
    expect(await source(null, never)).toBe("planted-access-token-1");
    wait(3_538_999);
    expect(await source(null, never)).toBe("planted-access-token-1");
    wait(1);
    expect(await source(null, never)).toBe("planted-access-token-2");
    expect(google.takeCounts()).toEqual({ token: 2 });
  });

  test("Concurrent callers share one request for a Google access token", async () => {
    const { google, connection } = setUp();
    const source = new AccessTokens(connection).sourceOf(account(google));
    const tokens = await Promise.all([source(null, never), source(null, never), source(null, never)]);
    expect(new Set(tokens).size).toBe(1);
    const renewed = await Promise.all([source(tokens[0]!, never), source(tokens[0]!, never)]);
    expect(renewed).toEqual(["planted-access-token-2", "planted-access-token-2"]);
    // It is not the refused one any more.
    expect(await source(tokens[0]!, never)).toBe("planted-access-token-2");
    expect(google.takeCounts()).toEqual({ token: 2 });
  });

  test("Each Google account and each new sign-in gets a separate access token", async () => {
    const { google, connection } = setUp();
    const tokens = new AccessTokens(connection);
    expect(await tokens.sourceOf(account(google))(null, never)).toBe("planted-access-token-1");
    expect(await tokens.sourceOf({ ...account(google), id: "2" })(null, never)).toBe("planted-access-token-2");
    google.refreshToken = "planted-second";
    expect(await tokens.sourceOf(account(google))(null, never)).toBe("planted-access-token-3");
  });

  test("Requests for an access token are denied after the Google grant was revoked", async () => {
    const { google, connection } = setUp();
    google.isGrantRevoked = true;
    const source = new AccessTokens(connection).sourceOf(account(google));
    expect(await codeOf(source(null, never))).toBe("denied (invalid_grant)");
    google.isGrantRevoked = false;
    expect(await source(null, never)).toBe("planted-access-token-1");
  });

  test.each([
    [503, "busy (status 503)"],
    [429, "busy (status 429)"],
    [500, "no_answer (status 500)"],
    [404, "no_answer (status 404)"],
  ])("A status %i of Google's token address does not count as a revoked grant", async (status, expected) => {
    const { google, connection } = setUp();
    google.failNext("token", status, "backendError");
    const source = new AccessTokens(connection).sourceOf(account(google));
    expect(await codeOf(source(null, never))).toBe(expected);
  });

  test("A shared request for a Google access token is aborted only for the caller who aborts", async () => {
    const { google, connection } = setUp();
    const source = new AccessTokens(connection).sourceOf(account(google));
    const stop = new AbortController();
    const [first, second] = [source(null, stop.signal), source(null, never)];
    stop.abort(new Error("stopped"));
    expect(await codeOf(first)).toBe("Error: stopped");
    expect(await second).toBe("planted-access-token-1");
  });
});
