/**
 * Calls every operation of both OpenAPI descriptions, with success and with every refusal that its shape allows.
 * `call` checks each answer against the description; see `test/support/home/description.ts`.
 */
import { expect, test } from "bun:test";
import { createApp } from "#server/app.ts";
import {
  type Answer,
  describedOperations,
  type Home,
  household,
  type Server,
  serverInProcess,
  testDeps,
} from "../support/home/home.ts";
import { requestOf, type Sample, samples } from "../support/operations/operations.ts";
import { publicSamples } from "../support/operations/public-operations.ts";
import { tablet } from "../support/records/check-ins.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const allSamples = { ...samples, ...publicSamples };
/** Statuses of server errors, concurrent requests or a rule of one operation, which other tests cover. */
const fromElsewhere = [408, 409, 422, 500, 502, 503, 507];

const policies = new Map(createApp(testDeps()).routes.map(({ hooks: { policy } }) => [policy.id, policy]));

type Request = NonNullable<Parameters<Home["call"]>[2]>;
type Send = (request?: Request, path?: string) => Promise<Answer>;

const tightLimit = { RATE_LIMIT_PER_MINUTE: "1", RATE_LIMIT_BURST: "1" };
const makeServers = () => {
  const server = serverInProcess();
  return { server, tight: serverInProcess(tightLimit, { db: server.db }) };
};
let shared: ReturnType<typeof makeServers> | undefined;

/**
 * Returns servers of their own for callers without a credential, who are limited by address, and for the operator,
 * whose server has only one household.
 */
function serversFor(access: string, path: string) {
  if (["public", "visitor"].includes(access) || path.startsWith("/app/server")) return makeServers();
  shared ??= makeServers();
  for (const { clock } of [shared.server, shared.tight]) clock.advance(60_000); // Pairings are limited by address, too.
  return shared;
}

/** Returns every answer that this test gets from one operation. */
async function answersOf({ id, method, path, statuses }: (typeof describedOperations)[number]): Promise<Answer[]> {
  const { access, isForAdults } = policies.get(id);
  const { server, tight } = serversFor(access, path);
  const home = await household({ server: { ...server } });
  const sample = (await allSamples[id]?.(home)) as Sample;
  const answers: Answer[] = [];
  const send: Send = async (request = {}, at = sample.path) => {
    const answer = await home.call(method, at, requestOf(sample, request));
    answers.push(answer);
    return answer;
  };
  const isOpen = access === "public" || access === "visitor";
  const anna = isOpen ? { key: null } : { key: null, headers: await signIn(home, access) };
  const own: Request = access === "api" ? {} : anna;
  if (!isOpen) await refuseCallers(home, method, isForAdults, send);
  if (access === "visitor") await refuseKeys(method, send);
  await refuseInput(path, own, sample, send);
  if (!isOpen) await refuseMany(home, tight, sample, own, send);
  if (id === "setUp") home.db.$client.run("DELETE FROM household");
  const done = await send(own);
  const etag = done.headers.get("ETag") ?? "*";
  if (method === "GET") await send({ ...own, headers: { ...own.headers, "If-None-Match": etag } });
  if (access === "api") await send(anna);
  if (access === "public" && statuses.includes(429)) for (let tries = 0; tries < 30; tries++) await send(own);
  return answers;
}

async function refuseCallers(home: Home, method: string, isForAdults: boolean, send: Send): Promise<void> {
  const none = { planEndsAt: null, trialEndsAt: null };
  await send({ key: null });
  await send({ key: "wrong" });
  await send({ key: home.createKey({ scopes: ["tasks.read"] }).key });
  await send({ key: home.createKey({ scopes: ["meals.read"] }).key });
  home.setPlan({ plan: "none", ...none });
  await send();
  home.setPlan({ plan: "api", ...none });
  if (method !== "GET") {
    await send({ key: null, headers: { Cookie: home.signIn(home.members.anna).Cookie } });
    await send({ key: null, headers: { Authorization: `Device ${(await tablet(home)).token}` } });
  }
  if (method === "GET" || isForAdults) await send({ key: null, headers: home.signIn(home.members.mia) });
}

async function refuseKeys(method: string, send: Send): Promise<void> {
  expect((await send()).status).toBe(403);
  expect((await send({ key: "wrong" })).status).toBe(401);
  for (let tries = 0; tries < 30; tries++) await send({ key: "wrong" });
  if (method !== "GET") expect((await send({ key: null, headers: { Cookie: "a=b" } })).status).toBe(403);
}

async function refuseInput(path: string, own: Request, sample: Sample, send: Send): Promise<void> {
  const unknown = `${sample.path}${sample.path.includes("?") ? "&" : "?"}colour=red`;
  await send(own, unknown);
  if (path.includes("/:")) {
    const at = (value: string) => sample.path.replace(/[^/?]{36,}/, value);
    await send(own, at(unknownId));
    await send(own, at("1"));
  }
  if (path.startsWith("/app/server/")) {
    const body = sample.body && { ...sample.body, name: "none.tar" };
    await send(body ? { ...own, body } : own, sample.path.replace(/name=.*/, "name=none.tar"));
  }
  if (!sample.body && !sample.file) return;
  if (sample.body && "token" in sample.body) await send({ ...own, body: { ...sample.body, token: "wrong" } });
  if (path === "/app/google/done") await send({ ...own, body: { ...sample.body, accountId: unknownId } });
  if (sample.body && "upTo" in sample.body) await send({ ...own, body: { ...sample.body, upTo: unknownId } });
  const json = { ...own.headers, "Content-Type": "application/json" };
  const text = { ...own.headers, "Content-Type": "text/plain" };
  await send({ ...own, body: undefined, raw: "{", headers: sample.file ? { ...own.headers } : json });
  await send({ ...own, body: undefined, raw: "{}", headers: text });
  const limit = sample.file ? 20_971_520 : 1_048_576;
  const large = sample.file
    ? requestOf({ ...sample, file: new Uint8Array(limit + 1) })
    : { raw: "x".repeat(limit + 1) };
  await send({ ...own, body: undefined, ...large, headers: { ...json, ...large.headers } });
}

/** Calls a server with the same database and a limit of one request a minute per caller. */
async function refuseMany(home: Home, tight: Server, sample: Sample, own: Request, send: Send): Promise<void> {
  const { handle } = home.server;
  home.server.handle = tight.handle;
  const unknown = `${sample.path}${sample.path.includes("?") ? "&" : "?"}colour=red`;
  await send(own, unknown);
  await send(own, unknown);
  home.server.handle = handle;
}

async function signIn(home: Home, access: string): Promise<Record<string, string>> {
  const { anna } = home.members;
  return access === "device" ? (await tablet(home)).for(anna).headers : home.signIn(anna);
}

test("Each of the two OpenAPI documents has operations, and each operation has a sample request", () => {
  expect(describedOperations.map(({ id }) => id).sort()).toEqual(Object.keys(allSamples).sort());
  const documents = describedOperations.map(({ document }) => document);
  expect({ api: documents.includes("api"), app: documents.includes("app") }).toEqual({ api: true, app: true });
});

test.each(describedOperations)(
  "$method $path returns each status that OpenAPI describes, with the described body",
  async (operation) => {
    const came = new Set((await answersOf(operation)).map(({ status }) => status));
    expect(came).toContain(200);
    const silent = operation.statuses.filter((status) => !came.has(status) && !fromElsewhere.includes(status));
    expect(silent).toEqual([]);
  },
);
