/** Tests how the server counts failed sign-ins. Parallel and slow requests must not bypass the limit. */
import { describe, expect, spyOn, test } from "bun:test";
import { isPassword } from "#platform/auth/passwords.ts";
import { household, refusal, serverInProcess } from "../support/home/home.ts";

const wrongLogin = refusal(401, "Wrong name or password");
const limited = refusal(429, "Rate limit exceeded");
const password = "not the password";

async function home() {
  const own = await household({ server: serverInProcess() });
  const signIn = (login: string) => own.call("POST", "/app/session", { body: { login, password }, key: null });
  return { ...own, signIn };
}

/** A request that sends its body only when the test calls `finish`. Resolves when the server waits for the rest. */
async function heldBack(send: (raw: ReadableStream) => Promise<{ status: number }>, body: object) {
  let finish = () => {};
  let asked = () => {};
  const isRead = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let isFirst = true;
  const raw = new ReadableStream({
    pull(controller) {
      if (isFirst) {
        isFirst = false;
        controller.enqueue(bytes.slice(0, 3));
        return undefined;
      }
      asked();
      return new Promise<void>((resolve) => {
        finish = () => {
          controller.enqueue(bytes.slice(3));
          controller.close();
          resolve();
        };
      });
    },
  });
  const answer = send(raw);
  await isRead;
  return {
    finish: () => {
      finish();
      return answer;
    },
  };
}

/** Fills the queue of password checks until the test calls `leave`. */
function fillQueue() {
  let leave = () => {};
  const left = new Promise<boolean>((resolve) => {
    leave = () => resolve(false);
  });
  const verify = spyOn(Bun.password, "verify").mockImplementation(() => left);
  const checks = Array.from({ length: 102 }, () => isPassword("wrong password", "a stored form"));
  const crowd = Promise.all(checks).finally(() => verify.mockRestore());
  return { crowd, leave };
}

const json = { "Content-Type": "application/json" };

describe("failed sign-ins", () => {
  // Must be the first test in this file: the decoy hash for unknown accounts must not exist yet when the queue is full.
  test("Failed sign-ins are not counted while the queue of password checks is full", async () => {
    const { signIn } = await home();
    const { crowd, leave } = fillQueue();
    for (let count = 0; count < 30; count++) {
      const { body, headers } = await signIn("Anna");
      expect(body).toEqual(limited);
      expect(headers.get("Retry-After")).toBe("2");
    }
    leave();
    await crowd;
    expect((await signIn("Anna")).body).toEqual(wrongLogin);
  });

  test("Failed sign-ins are counted for each login, whatever the case and the spaces around the login", async () => {
    const { signIn } = await home();
    for (const login of ["Anna Straße", " anna strasse", "ANNA STRASSE ", "Anna  Stra\u1e9ee", "anna\u00a0straſſe"]) {
      expect((await signIn(login)).body).toEqual(wrongLogin);
    }
    expect((await signIn("anna strasse")).body).toEqual(limited);
    expect((await signIn("anna strase")).body).toEqual(wrongLogin);
  });

  test("Failed sign-ins are counted at the time of the check, also for a slow request", async () => {
    const { call, signIn, clock } = await home();
    const send = (raw: ReadableStream) => call("POST", "/app/session", { raw, key: null, headers: json });
    const slow = await heldBack(send, { login: "Anna", password });
    clock.advance(60_000);
    for (let count = 0; count < 5; count++) expect((await signIn("Anna")).body).toEqual(wrongLogin);
    expect((await slow.finish()).status).toBe(429);
    expect((await signIn("Anna")).body).toEqual(limited);
  });
});

describe("wrong pairing codes", () => {
  test("Wrong pairing codes are counted at the time of the check, also for a slow request", async () => {
    const { as, members, clock } = await home();
    const anna = as(members.anna);
    const body = { code: "000000", name: "x" };
    const send = (raw: ReadableStream) => anna.call("POST", "/app/devices", { raw, headers: json });
    const slow = await heldBack(send, body);
    clock.advance(60_000);
    for (let count = 0; count < 5; count++) expect((await anna.post("/app/devices", body)).status).toBe(422);
    expect((await slow.finish()).status).toBe(429);
    expect((await anna.post("/app/devices", body)).body).toEqual(limited);
  });
});

describe("requests to /mcp", () => {
  test("Requests to /mcp count for the rate limit when the body has been read", async () => {
    const server = serverInProcess({ RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_MINUTE: "3" });
    const { call, clock } = await household({ server });
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const headers = { ...json, Accept: "application/json, text/event-stream" };
    const slow = await heldBack((raw) => call("POST", "/mcp", { raw, headers }), [ping(1), ping(2)]);
    clock.advance(60_000);
    const status = async () => (await call("GET", "/v1/tasks")).status;
    for (const expected of [200, 200, 200, 429]) expect(await status()).toBe(expected);
    await slow.finish();
    expect(await status()).toBe(429);
  });
});
