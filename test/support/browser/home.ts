/**
 * Test household for browser tests, on a server with a real port. The server runs in this process, with its database in
 * memory.
 */
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

/** Password of every member in every test household for browsers. */
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
  /**
   * Time at which the clocks of the server and of its pages stop. They move only by `advance`. Null means real time.
   */
  now?: Date | null;
  /** Environment variables of the server. */
  env?: Record<string, string>;
  /**
   * Whether the household gets a server without other households. The default is true if `env` is given; false shares a
   * server with other test households that have the same `env`.
   */
  alone?: boolean;
};

/** Time for browsers and servers if a test does not stop the clock. */
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

/**
 * Shared servers by their time and settings. A page can change from one household of a server to another without a page
 * load.
 */
const shared = new Map<string, HomeServer>();
/** Maximum number of households on one server; more would use a lot of memory. */
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
 * Creates a household on a server that several tests share, or on a server of its own. A server of its own ends with
 * the running test, or with the process if no test is running.
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
     * Address of the same server by a host name that browsers treat as insecure: without service workers, clipboard,
     * wake lock and so on.
     */
    plainUrl: `http://${plainHost}:${port}`,
    db,
    /**
     * Parts of the program that the server uses. If a test replaces one, the server uses the new part after a restart.
     */
    runtime: deps.runtime,
    /** Context in which tests change the household as the system, without using the API. */
    work,
    /**
     * Returns the member with this name.
     * @throws Error for an unknown name
     */
    member,
    /** Creates an API key. By default, the key has all scopes and belongs to no member. */
    key,
    /** Creates a session and returns its cookie: `name=value`. */
    cookie,
    /**
     * Returns functions that send requests as a member who is signed in on another device: `await
     * home.api("Ben").post("/v1/tasks", {…})`.
     */
    api: (name: string) => callsWith(url, { Cookie: cookie(name), Origin: url }),
    /** Returns functions that send requests as an agent with an API key. */
    agent: (bearer = key()) => callsWith(url, { Authorization: `Bearer ${bearer}` }),
    /** Clock that the test has stopped. Null if the time is real. */
    clock,
    /** Returns the current time of the server and its pages. */
    now: deps.clock,
    isShared,
    /** Browser contexts of the household's pages. `open` adds them, so that `advance` can move their clocks. */
    contexts,
    /** Advances the stopped clock in the server and in the open pages. */
    async advance(milliseconds: number) {
      if (!clock) throw new Error("Only a clock that stands can be moved: browserHome({ now })");
      clock.advance(milliseconds);
      for (const context of contexts) {
        markMoved(context);
        await context.clock.setFixedTime(clock.now);
      }
    },
    /** Ends the server as in a power cut: every connection breaks. The data are kept. */
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

/** Fills a database with the household of the demo and returns its id. */
async function fillWithDemo(db: Db, dataDir: string, now: Date): Promise<string> {
  await writeDemoPhotos(dataDir);
  const covers = nameDemoCovers();
  const { householdId } = fillDemo(db, now, { covers, passwordHash: await hashOnce() });
  await writeDemoCovers(dataDir, householdId, covers);
  return householdId;
}

/** Fills a database with a small household and returns its id. */
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
