/**
 * A copy of the database takes the place of one that went on, as after a failover to Litestream's copy of a second ago.
 * No number that the lost changes had may name another state. All servers here are of one build, as those of a release.
 */
import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { closeDatabase, type Db } from "#platform/db/client.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { davClient, event, nameIn, responsesIn, tokenIn } from "../support/calendar/dav.ts";
import { afterEachTest } from "../support/home/clean-up.ts";
import { newPath } from "../support/home/folders.ts";
import { household, start } from "../support/home/home.ts";
import { listen, listeningServer } from "../support/home/live.ts";
import { feed } from "../support/operations/calendar-operations.ts";

const opened: Db[] = [];
afterEachTest(() => {
  for (const db of opened.splice(0)) closeDatabase(db);
});

function serve(dataDir: string) {
  const db = openDataDir(dataDir, { now: start });
  opened.push(db);
  return listeningServer({ db });
}

/** Copies the database as it is after the last commit, without what the server has in memory. */
function copyOf(dataDir: string): string {
  const copy = newPath();
  mkdirSync(copy, { recursive: true });
  for (const end of ["", "-wal"]) {
    const file = `${databasePath(dataDir)}${end}`;
    if (existsSync(file)) copyFileSync(file, `${databasePath(copy)}${end}`);
  }
  return copy;
}

/** A household whose clients stay the same while its server is replaced. */
async function home() {
  const dataDir = newPath();
  mkdirSync(dataDir, { recursive: true });
  const first = serve(dataDir);
  const server = { ...first };
  const own = await household({ server });
  const phone = davClient(own);
  const app = own.as(own.members.anna);
  const shared = await feed(own);
  const put = (name: string, title: string) =>
    phone.put(phone.at("family", `${name}.ics`), event(`${name}@phone`, `SUMMARY:${title}`));
  return {
    ...own,
    dataDir,
    phone,
    app,
    put,
    addTask: (label: string) => own.post("/v1/tasks", { label, memberId: own.members.anna.id }),
    feedPath: new URL(shared.url).pathname,
    /** Starts a server with the database of this folder, to which the clients then talk. */
    switchTo(folder: string) {
      Object.assign(server, serve(folder));
    },
    openApp: () => listen(server.origin, { headers: { ...app.headers, Origin: server.origin } }),
  };
}

type Home = Awaited<ReturnType<typeof home>>;

const paths = [
  "/v1/tasks",
  "/v1/events?from=2026-11-01T00:00:00Z&to=2026-12-31T00:00:00Z",
  "/v1/activity",
  "/v1/lists",
  "/v1/households/me/members",
];

/** Every number that the server gives out about its present state, by its kind. */
async function numbersOf({ get, app, phone, feedPath, openApp, call }: Home): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of paths) found[`ETag of ${path}`] = (await get(path)).headers.get("ETag") ?? "";
  found["X-Revision"] = String((await app.get("/app/members")).headers.get("X-Revision"));
  const listener = await openApp();
  found["live revision"] = String(listener.hello.revision);
  listener.close();
  const [state] = responsesIn((await phone.propfind(phone.at("family"), "0", "<CS:getctag/><D:sync-token/>")).body);
  found.getctag = state?.props.getctag ?? "";
  found["sync-token property"] = state?.props["sync-token"] ?? "";
  found["sync-token"] = tokenIn((await phone.sync("family")).body);
  found["ETag of the object"] = String((await phone.list("family"))["one.ics"]);
  found["ETag of the feed"] = String((await call("GET", feedPath, { key: null })).headers.get("ETag"));
  found["cursor of the feed"] = String((await get("/v1/activity?limit=1")).body.nextCursor);
  return found;
}

describe("a copy of the database without the last changes", () => {
  test("A copy of the database without the last changes reuses no lost ETag, token or cursor", async () => {
    const own = await home();
    await own.put("one", "Before");
    await own.addTask("Before");
    const before = await numbersOf(own);
    const copy = copyOf(own.dataDir);
    const lost: Record<string, string>[] = [];
    for (const each of ["A", "B", "C"]) {
      await own.put("one", `Lost ${each}`);
      await own.addTask(`Lost ${each}`);
      lost.push(await numbersOf(own));
    }
    own.switchTo(copy);
    const same = await numbersOf(own);
    const later: Record<string, string>[] = [];
    for (const each of ["A", "B", "C", "D"]) {
      await own.put("one", `Other ${each}`);
      await own.addTask(`Other ${each}`);
      later.push(await numbersOf(own));
    }
    for (const kind of Object.keys(before)) {
      const given = new Set(lost.map((numbers) => numbers[kind]));
      expect([kind, given.size]).toEqual([kind, lost.length]);
      const again = [same, ...later].filter((numbers) => given.has(numbers[kind]));
      expect([kind, again.length]).toEqual([kind, 0]);
    }
    expect(same).toEqual(before);
  });

  test("A copy of the database without the last changes does not answer a lost ETag with 304", async () => {
    const own = await home();
    await own.addTask("Before");
    const copy = copyOf(own.dataDir);
    await own.addTask("Lost");
    const ETag = (await own.get("/v1/tasks")).headers.get("ETag") ?? "";
    own.switchTo(copy);
    await own.addTask("Other");
    const answer = await own.get("/v1/tasks", { headers: { "If-None-Match": ETag } });
    const labels = answer.body.tasks.map(({ label }: { label: string }) => label);
    expect([answer.status, labels.sort()]).toEqual([200, ["Before", "Other"]]);
  });

  test("A copy of the database without the last changes refuses a lost sync token", async () => {
    const own = await home();
    const { phone } = own;
    const empty = tokenIn((await phone.sync("family")).body);
    await own.put("one", "Before");
    const shared = tokenIn((await phone.sync("family")).body);
    const copy = copyOf(own.dataDir);
    const lost: string[] = [];
    for (const name of ["two", "three", "four"]) {
      await own.put(name, "Lost");
      lost.push(tokenIn((await phone.sync("family")).body));
    }
    own.switchTo(copy);
    const refusals = async () => {
      for (const token of lost) {
        const { status, body } = await phone.sync("family", token);
        expect([status, body]).toEqual([403, expect.stringContaining("valid-sync-token")]);
      }
    };
    await refusals();
    for (const name of ["five", "six", "seven", "eight"]) await own.put(name, "Other");
    await refusals();
    const since = async (token: string) =>
      responsesIn((await phone.sync("family", token)).body).map(({ href }) => nameIn(href));
    expect(await since(shared)).toEqual(["five.ics", "six.ics", "seven.ics", "eight.ics"]);
    expect(await since(empty)).toEqual(["one.ics", "five.ics", "six.ics", "seven.ics", "eight.ics"]);
  });

  test("A copy of the database without the last changes refuses the cursor of a lost activity entry", async () => {
    const own = await home();
    const copy = copyOf(own.dataDir);
    await own.addTask("Lost");
    const { nextCursor } = (await own.get("/v1/activity?limit=1")).body;
    own.switchTo(copy);
    await own.addTask("Other");
    expect((await own.get(`/v1/activity?limit=1&cursor=${nextCursor}`)).status).toBe(400);
  });

  test("A copy of the database without the last changes gives open apps another epoch", async () => {
    const own = await home();
    const copy = copyOf(own.dataDir);
    const [one, other] = [await own.openApp(), await own.openApp()];
    expect(other.hello).toEqual(one.hello);
    own.switchTo(copy);
    const again = await own.openApp();
    expect(again.hello.revision).toBe(one.hello.revision);
    expect(again.hello.epoch).not.toBe(one.hello.epoch);
  });
});

test("Two diverged copies of a database refuse each other's sync tokens", async () => {
  const own = await home();
  const { phone } = own;
  await own.put("one", "Before");
  const copies = [copyOf(own.dataDir), copyOf(own.dataDir)];
  const tokens: string[] = [];
  for (const folder of copies) {
    own.switchTo(folder);
    await own.put("two", folder);
    tokens.push(tokenIn((await phone.sync("family")).body));
  }
  expect((await phone.sync("family", tokens[0])).status).toBe(403);
  expect((await phone.sync("family", tokens[1])).status).toBe(207);
});

test("A killed server that starts again on the same database keeps ETags and sync tokens valid", async () => {
  const own = await home();
  const { phone } = own;
  await own.put("one", "Before");
  const ETag = (await own.get("/v1/tasks")).headers.get("ETag") ?? "";
  const before = await numbersOf(own);
  for (const change of ["First", "Second"]) {
    own.switchTo(copyOf(own.dataDir));
    expect((await own.get("/v1/tasks", { headers: { "If-None-Match": ETag } })).status).toBe(304);
    expect(await numbersOf(own)).toEqual(before);
    const { status, body } = await phone.sync("family", before["sync-token"]);
    expect([change, status, responsesIn(body)]).toEqual([change, 207, []]);
  }
});
