/**
 * Test household that is used over HTTP. Its server runs in this process, with a database in memory and a clock that
 * tests move. If TEST_SERVER_URL and TEST_DATA_DIR are set, the household is at a running server with that data folder
 * (the binary).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey, type NewKey } from "#accounts/api-keys/store.ts";
import { createHousehold, setPlan } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { startSession } from "#accounts/sign-in/store.ts";
import { createAccounts } from "#calendar/external/accounts/service.ts";
import { createSubscriptions } from "#calendar/external/subscriptions.ts";
import { Presence } from "#client/live/presence.ts";
import { systemTimers } from "#lib/timers.ts";
import { createPhotos } from "#lists/photos/photos.ts";
import { createChannels } from "#notifications/channels/adapters.ts";
import { listActivity } from "#platform/activity/store.ts";
import type { Plan } from "#platform/auth/plan.ts";
import type { Role } from "#platform/auth/role.ts";
import { scopes as allScopes, type Scope } from "#platform/auth/scopes.ts";
import { readConfig } from "#platform/config.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { createSignals } from "#platform/deps.ts";
import { silentLog } from "#platform/http/log.ts";
import { Metrics } from "#platform/metrics.ts";
import { systemWork, type Work } from "#platform/work.ts";
import { createApp, createFeatures } from "#server/app.ts";
import type { AppDeps } from "#server/deps.ts";
import { readDescriptions } from "./description.ts";
import { emptyDatabase } from "./empty-database.ts";
import { serverSettings } from "./settings.ts";

/** Response of the server: the status, the decoded body, the headers. */
export type Answer = { status: number; body: any; headers: Headers };

/** Headers that a browser sends for a member who is signed in. */
export type SignedIn = { Cookie: string; Origin: string };

type Sent = {
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
  raw?: string | Uint8Array | ReadableStream;
};

/** Time at which tests start: a Friday morning in Berlin, a few days before Advent. */
export const start = new Date("2026-11-27T09:00:00.000Z");

/** Clock that moves only when a test moves it. */
export class TestClock {
  constructor(public now: Date) {}
  advance(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds);
  }
}

/** Server that is tested. */
export type Server = {
  db: Db;
  clock: TestClock;
  /** Value of the `Origin` header that the server's own pages send. */
  origin: string;
  /** Folder with the server's covers and photos. */
  dataDir: string;
  handle(request: Request): Promise<Response>;
};

/** Folder with the covers and photos of servers in this process. It is deleted at the end of the process. */
const filesDir = mkdtempSync(join(tmpdir(), "inglenook-tests-"));
process.on("exit", () => rmSync(filesDir, { recursive: true, force: true }));

/** Returns the parts of an app with everything in memory. Tests can replace one of them. */
export function testDeps(
  env: Record<string, string> = {},
  clock: Pick<TestClock, "now"> = new TestClock(start),
  change: Partial<AppDeps> = {},
): AppDeps {
  const config = readConfig({ ...serverSettings, DATA_DIR: filesDir, ...env });
  const shared = { db: change.db ?? emptyDatabase(), config, clock: () => clock.now, timers: systemTimers };
  const signals = { ...createSignals(), ...change };
  const presence = new Presence();
  return {
    ...shared,
    log: silentLog,
    photos: createPhotos(config, silentLog),
    channels: createChannels(shared),
    subscriptions: createSubscriptions({ ...shared, ...signals, log: change.log ?? silentLog }),
    accounts: createAccounts({ ...shared, ...signals, log: change.log ?? silentLog, presence }),
    presence,
    metrics: new Metrics(config.metricsToken !== null),
    runtime: {
      closing: null,
      setupToken: "test-setup-token",
      build: "test",
      reachableAddresses: () => ({ addresses: [], isOnlyHere: true }),
      settingNames: [],
      runVerb: runVerbInTest,
      restore: () => {},
      restored: null,
    },
    ...signals,
  };
}

/** Returns the output that a command of the command line would print. Tests of the command line run the real one. */
async function runVerbInTest(args: readonly string[]): Promise<string> {
  const createdAt = start.toISOString();
  if (args[0] === "doctor")
    return JSON.stringify({ findings: [{ check: "disk", level: "ok", says: "much", todo: null }] });
  if (args[0] !== "restore") throw new Error(`No test needs the verb ${args[0]}`);
  return JSON.stringify({ createdAt, households: 1, pictures: 0, schemaVersion: 1, losses: [] });
}

/** Replacement for the listening server: the app learns from it that requests come from this machine. */
const localPeer = { requestIP: () => ({ address: "127.0.0.1" }), timeout() {} } as unknown as Bun.Server<unknown>;

/** Creates a server in this process, with settings of its own. */
export function serverInProcess(env: Record<string, string> = {}, change: Partial<AppDeps> = {}): Server {
  const clock = new TestClock(start);
  const deps = testDeps(env, clock, change);
  const app = createApp(deps);
  app.server = localPeer;
  return {
    db: deps.db,
    clock,
    origin: "http://localhost",
    dataDir: deps.config.dataDir,
    handle: (request) => app.handle(request),
  };
}

let external: Server | null = null;
let shared: { server: Server; households: number } | null = null;

/** Maximum number of households on the shared server. More would use a lot of memory and save little time. */
const mostHouseholds = 50;
/**
 * Settings that let each household send requests from an address of its own, so that rate limits by address do not add
 * up.
 */
const behindProxy = { TRUSTED_PROXIES: "127.0.0.1" };

/**
 * Returns the server in this process for tests that do not name one. They share the server, because making one takes
 * longer than most tests. A server whose clock a test has moved is not shared any more.
 */
function sharedServer(): Server {
  if (!shared || shared.households >= mostHouseholds || shared.server.clock.now !== start) {
    shared = { server: serverInProcess(behindProxy), households: 0 };
  }
  shared.households += 1;
  return shared.server;
}

function anyServer(): Server {
  const { TEST_SERVER_URL: url, TEST_DATA_DIR: dataDir } = process.env;
  if (!url || !dataDir) return sharedServer();
  external ??= {
    db: openDataDir(dataDir, { now: new Date() }),
    // The clock of the other process goes on, and no test can move it.
    clock: {
      get now() {
        return new Date();
      },
      advance: () => {},
    },
    origin: url,
    dataDir,
    handle: (request) => fetch(request.url.replace("http://localhost", url), request),
  };
  return external;
}

/** Creates a household with two adults and a child, and an API key with the given scopes (all by default). */
export async function household({
  scopes = allScopes,
  server = anyServer(),
  plan,
}: {
  scopes?: readonly Scope[];
  server?: Server;
  plan?: Plan;
} = {}) {
  const { db } = server;
  const timeZone = "Europe/Berlin";
  const now = () => server.clock.now;
  const made = transact(db, () => createHousehold(db, { name: "Test", timeZone, plan: "api" }, now()));
  const work = (): Work => systemWork(db, { id: made.id, timeZone }, now());
  const add = (name: string, role: Role) => transact(db, () => addMember(work(), { name, role }));
  const members = { anna: add("Anna", "owner"), ben: add("Ben", "adult"), mia: add("Mia", "child") };

  /** Creates another API key of the same household. */
  const createKey = (input: Partial<NewKey> = {}) =>
    transact(db, () =>
      createApiKey(work(), { name: "Test key", scopes: allScopes, expiresAt: null, memberId: null, ...input }),
    );
  const key = createKey({ scopes });
  if (plan) transact(db, () => setPlan(work(), plan));

  const address = `10.${[...crypto.getRandomValues(new Uint8Array(3))].join(".")}`;

  /** Sends a request with the household's API key, with the given key, or without a key if `key` is null. */
  async function call(method: string, path: string, request: Sent = {}): Promise<Answer> {
    const headers = new Headers(request.headers);
    headers.set("X-Forwarded-For", address);
    if (!headers.has("Host")) headers.set("Host", new URL(server.origin).host);
    const bearer = request.key === undefined ? key.key : request.key;
    if (bearer !== null && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${bearer}`);
    let body = request.raw;
    if (request.body !== undefined) {
      body = JSON.stringify(request.body);
      if (!headers.has("Content-Type")) headers.set("Content-Type", "application/json");
    }
    const response = await server.handle(
      new Request(`http://localhost${path}`, { method, headers, body: (body ?? null) as string | null }),
    );
    const answer = { status: response.status, body: parse(await response.text()), headers: response.headers };
    requireDescribed(method, new URL(`http://localhost${path}`).pathname, answer);
    return answer;
  }

  /** Signs a member in without the password. Returns the headers of the sign-in. */
  const signIn = (member: { id: string }): SignedIn => {
    const token = transact(db, () => startSession(work(), member.id, "Test browser"));
    return { Cookie: `inglenook_session=${token}`, Origin: server.origin };
  };

  /** Returns functions that send requests as a signed-in member. */
  const as = (member: { id: string }) => {
    const headers = signIn(member);
    const callAs = (method: string, path: string, request: Sent = {}) =>
      call(method, path, { ...request, key: null, headers: { ...headers, ...request.headers } });
    return {
      headers,
      call: callAs,
      get: (path: string, request?: Sent) => callAs("GET", path, request),
      post: (path: string, body: unknown, request?: Sent) => callAs("POST", path, { ...request, body }),
      patch: (path: string, body: unknown, request?: Sent) => callAs("PATCH", path, { ...request, body }),
      delete: (path: string, request?: Sent) => callAs("DELETE", path, request),
    };
  };

  return {
    id: made.id,
    as,
    signIn,
    add: (name: string, role: Role) => add(name, role),
    server,
    db,
    clock: server.clock,
    members,
    key,
    createKey,
    call,
    work,
    get: (path: string, request?: Sent) => call("GET", path, request),
    post: (path: string, body: unknown, request?: Sent) => call("POST", path, { ...request, body }),
    patch: (path: string, body: unknown, request?: Sent) => call("PATCH", path, { ...request, body }),
    delete: (path: string, request?: Sent) => call("DELETE", path, request),
    setPlan: (next: Plan) => transact(db, () => setPlan(work(), next)),
    /** Returns the entries of the activity feed, newest first, directly from the database. */
    entries: () => listActivity(work(), { limit: 100 }).entries,
    /** Creates another household on the same server. */
    neighbour: () => household({ server }),
  };
}

export type Home = Awaited<ReturnType<typeof household>>;

/** Returns the complete body of a refusal. */
export function refusal(statusCode: number, error: string) {
  return { error, statusCode };
}

/** All described operations, and the function that checks every response in every test. */
export const { operations: describedOperations, requireDescribed } = await readDescriptions(createFeatures(testDeps()));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
