/** Household behind a real port, for browsers. It runs in this process, with its database in memory. */
import type { BrowserContext } from "playwright-core";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold, listHouseholds } from "#accounts/households/store.ts";
import { addMember, listMembers } from "#accounts/members/store.ts";
import { setPassword, startSession } from "#accounts/sign-in/store.ts";
import { fillDemo } from "#operations/demo/household.ts";
import { nameDemoCovers, writeDemoCovers, writeDemoPhotos } from "#operations/demo/photos.ts";
import { sessionCookie } from "#platform/auth/cookies.ts";
import { hashPassword } from "#platform/auth/passwords.ts";
import { scopes as allScopes, type Scope } from "#platform/auth/scopes.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { systemWork } from "#platform/work.ts";
import type { AppDeps } from "#server/deps.ts";
import { TestClock, testDeps } from "../home/home.ts";
import { emptyFolder } from "../home/program.ts";
import { callsWith } from "./calls.ts";
import { plainHost } from "./chromium.ts";
import { forgetPage, markMoved } from "./reuse.ts";
import { runningTest } from "./running.ts";
import { serve } from "./server.ts";

/** Password of every member in every household for browsers. */
export const password = "fireside tales";

const people = [
  { name: "Anna", role: "owner" },
  { name: "Ben", role: "adult" },
  { name: "Mia", role: "child" },
] as const;

type Options = {
  /**
   * Whether to use the demo's household (Anna, Ben, Mia, Leo, and a full week) instead of a small, empty one (Anna,
   * Ben, Mia).
   */
  demo?: boolean;
  /** Time at which the clock of the server and its pages stops until `advance`. Null for real time. */
  now?: Date | null;
  /** Environment variables of the server. */
  env?: Record<string, string>;
  /**
   * Whether no other household is on the server. Default: true with `env`; false shares the server with homes that have
   * the same `env`.
   */
  alone?: boolean;
};

/** Clock of browsers, unless a test stops it. */
export const machineClock = {
  get now() {
    return new Date();
  },
};

type HomeServer = ReturnType<typeof startServer>;

function startServer(now: Date | null, env: Record<string, string>, isShared: boolean) {
  const clock = now && new TestClock(now);
  const deps: AppDeps = testDeps({ DATA_DIR: emptyFolder(), ...env }, clock ?? machineClock);
  return { clock, deps, ...serve(deps, { isShared }), households: 0 };
}

/** Shared servers by their time and settings. A page goes from one household of a server to another without a load. */
const shared = new Map<string, HomeServer>();
/** Number of households per server; more would use a lot of memory. */
const maxHouseholds = 40;

function sharedServer(now: Date | null, env: Record<string, string>): HomeServer {
  const key = JSON.stringify([now, env]);
  let server = shared.get(key);
  if (!server || server.households >= maxHouseholds) {
    server = startServer(now, env, true);
    shared.set(key, server);
  }
  server.households++;
  if (now && server.clock) server.clock.now = now;
  return server;
}

/**
 * Creates a household on a server that tests share, or starts a server for it, which ends with the running test, or
 * else with the process.
 */
export async function browserHome({ demo = false, now = null, env = {}, alone }: Options = {}) {
  const isShared = !(alone ?? Object.keys(env).length > 0);
  const server = isShared ? sharedServer(now, env) : startServer(now, env, false);
  const { clock, deps, port } = server;
  const { db } = deps;
  const id = demo ? await fillWithDemo(db, deps.config.dataDir, deps.clock()) : await fillSmall(db, deps.clock());
  const household = listHouseholds(db).find((each) => each.id === id)!;
  const work = () => systemWork(db, household, deps.clock());
  const contexts = new Set<BrowserContext>();
  const url = `http://localhost:${port}`;

  const member = (name: string) => {
    const found = listMembers(work()).find((each) => each.name === name);
    if (!found) throw new Error(`Nobody here is called ${name}`);
    return found;
  };
  const key = (scopes: readonly Scope[] = allScopes, memberId: string | null = null) =>
    transact(db, () => createApiKey(work(), { name: "Test key", scopes, expiresAt: null, memberId })).key;
  const cookie = (name: string) => {
    const token = transact(db, () => startSession(work(), member(name).id, "Test browser"));
    return sessionCookie(token, false).split(";", 1)[0]!;
  };

  return {
    url,
    household: id,
    /**
     * Address of the same server by a name that browsers treat as insecure: without service workers, clipboard, wake
     * lock and so on.
     */
    plainUrl: `http://${plainHost}:${port}`,
    db,
    /** Parts of the program that the server uses. A replaced part is used after a restart of the server. */
    runtime: deps.runtime,
    /** Context in which tests change the household as the system, without the API. */
    work,
    /**
     * Finds a member by name.
     * @throws Error for an unknown name
     */
    member,
    /** Creates a key, by default with all scopes and without a member. */
    key,
    /** Creates a session and returns its cookie: `name=value`. */
    cookie,
    /** Calls over HTTP as a member who is signed in elsewhere: `await home.api("Ben").post("/v1/tasks", {…})`. */
    api: (name: string) => callsWith(url, { Cookie: cookie(name), Origin: url }),
    /** Calls over HTTP as an agent. */
    agent: (bearer = key()) => callsWith(url, { Authorization: `Bearer ${bearer}` }),
    /** Stopped clock. Null if time is real. */
    clock,
    /** Returns the time of the server and its pages. */
    now: deps.clock,
    isShared,
    /** Browser contexts of its pages. `open` adds them, so that `advance` moves their clocks. */
    contexts,
    /** Advances a stopped clock, in the server and in the open pages. */
    async advance(milliseconds: number) {
      if (!clock) throw new Error("Only a clock that stands can be moved: browserHome({ now })");
      clock.advance(milliseconds);
      for (const context of contexts) {
        markMoved(context);
        await context.clock.setFixedTime(clock.now);
      }
    },
    /** Ends the server as in a power cut: every connection breaks. The data stay. */
    async stop() {
      for (const context of contexts) forgetPage(context);
      runningTest()?.cleanUps.push(async () => server.start());
      await server.stop();
    },
    /** Starts the server again on the same port. */
    start: server.start,
  };
}

export type BrowserHome = Awaited<ReturnType<typeof browserHome>>;

/** Creates the demo's household and returns its id. */
async function fillWithDemo(db: Db, dataDir: string, now: Date): Promise<string> {
  await writeDemoPhotos(dataDir);
  const covers = nameDemoCovers();
  const { householdId } = fillDemo(db, now, { covers, passwordHash: await hashOnce() });
  await writeDemoCovers(dataDir, householdId, covers);
  return householdId;
}

/** Creates a small household and returns its id. */
async function fillSmall(db: Db, now: Date): Promise<string> {
  const hash = await hashOnce();
  return transact(db, () => {
    const household = createHousehold(db, { name: "Test", timeZone: "Europe/Berlin", plan: "api" }, now);
    const work = systemWork(db, household, now);
    for (const person of people) setPassword(work, addMember(work, person).id, hash);
    return household.id;
  });
}

let hashed: Promise<string> | null = null;

function hashOnce(): Promise<string> {
  hashed ??= hashPassword(password);
  return hashed;
}
