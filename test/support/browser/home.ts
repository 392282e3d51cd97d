/** A household behind a real port, for browsers. It runs in this process, with its database in memory. */
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

/** The password of every member in every household for browsers. */
export const password = "fireside tales";

const people = [
  { name: "Anna", role: "owner" },
  { name: "Ben", role: "adult" },
  { name: "Mia", role: "child" },
] as const;

type Options = {
  /** True: the demo's household (Anna, Ben, Mia, Leo, and a full week). False: a small, empty one (Anna, Ben, Mia). */
  demo?: boolean;
  /** Stops the clock of the server and its pages at this time until `advance`; null: real time. */
  now?: Date | null;
  /** Environment variables of the server. */
  env?: Record<string, string>;
  /** True: no other household is on the server. By default it is true with `env`; false shares it with homes that have the same. */
  alone?: boolean;
};

/** The clock of browsers, unless a test stops it. */
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

/** The shared servers by their time and settings. A page goes from one household of a server to another without a load. */
const shared = new Map<string, HomeServer>();
/** More would keep a lot of memory. */
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
 * Makes a household on a server that tests share, or starts a server for it, which ends with the running test, or else with
 * the process.
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
     * The same server by a name that browsers treat as insecure: without service workers, clipboard, wake lock and so
     * on.
     */
    plainUrl: `http://${plainHost}:${port}`,
    db,
    /** The program's parts that the server uses. A replaced part is used after a restart of the server. */
    runtime: deps.runtime,
    /** Acts on the household as the system, without the API. */
    work,
    /**
     * Finds a member by name.
     * @throws Error for an unknown name.
     */
    member,
    /** Makes a new key (by default with all scopes, and without a member). */
    key,
    /** Makes a new sign-in: `name=value`. */
    cookie,
    /** Calls over HTTP as a member who is signed in elsewhere: `await home.api("Ben").post("/v1/tasks", {…})`. */
    api: (name: string) => callsWith(url, { Cookie: cookie(name), Origin: url }),
    /** Calls over HTTP as an agent. */
    agent: (bearer = key()) => callsWith(url, { Authorization: `Bearer ${bearer}` }),
    /** Null if time is real. */
    clock,
    /** The time of the server and its pages. */
    now: deps.clock,
    isShared,
    /** The browser contexts of its pages: `open` adds them, so that `advance` moves their clocks. */
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
    /** Ends the server like a power cut: every connection breaks. The data stays. */
    async stop() {
      for (const context of contexts) forgetPage(context);
      runningTest()?.cleanUps.push(async () => server.start());
      await server.stop();
    },
    /** Starts it again on the same port. */
    start: server.start,
  };
}

export type BrowserHome = Awaited<ReturnType<typeof browserHome>>;

/** Returns the id of the household. */
async function fillWithDemo(db: Db, dataDir: string, now: Date): Promise<string> {
  await writeDemoPhotos(dataDir);
  const covers = nameDemoCovers();
  const { householdId } = fillDemo(db, now, { covers, passwordHash: await hashOnce() });
  await writeDemoCovers(dataDir, householdId, covers);
  return householdId;
}

/** Returns the id of the household. */
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
