/**
 * The server's caches of a household survive other households' writes, and are invalidated by every write of the
 * household itself.
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { LiveChannel } from "#client/live/channel.ts";
import { minute } from "#lib/time.ts";
import { latestUse, writeUses } from "#platform/auth/last-uses.ts";
import {
  changeCount,
  detectWrites,
  unattributedChangeCount,
  writeInHousehold,
  writeUncached,
} from "#platform/db/change-counter.ts";
import { closeDatabase, openDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import type { Work } from "#platform/work.ts";
import { household, serverInProcess, start, testDeps } from "../support/home/home.ts";
import { emptyFolder } from "../support/home/program.ts";
import { countedDatabase } from "../support/home/queries.ts";

/** A household on a database that counts its reads; `readsOf` counts those of one request. */
async function home() {
  const { db, meanwhile } = countedDatabase();
  const own = await household({ server: { ...serverInProcess({}, { db }), db } });
  const neighbour = await own.neighbour();
  const add = (house: typeof neighbour) =>
    house.post("/v1/tasks", { label: "x", memberId: house.members.anna.id }).then(({ status }) => status);
  for (let count = 0; count < 2; count++) await own.get("/v1/tasks"); // The first request records the key's last use.
  return { ...own, neighbour, add, readsOf: (run: () => Promise<unknown>) => meanwhile(run) };
}

describe("the cached data of an API caller", () => {
  test("The cached data of an API caller stay valid while another household writes", async () => {
    const { get, neighbour, add, readsOf } = await home();
    const unchanged = await readsOf(() => get("/v1/tasks"));
    expect(await add(neighbour)).toBe(200);
    await neighbour.as(neighbour.members.anna).delete("/app/session");
    await neighbour.post("/v1/tasks", { label: "x", memberId: crypto.randomUUID() });
    await get("/v1/tasks"); // The session above was made outside of a request, which invalidates every household once.
    expect(await add(neighbour)).toBe(200);
    expect(await readsOf(() => get("/v1/tasks"))).toBe(unchanged);
  });

  test("The cached data of an API caller are read again after each write of the caller's household", async () => {
    const { get, add, readsOf, ...own } = await home();
    const unchanged = await readsOf(() => get("/v1/tasks"));
    await own.post("/v1/tasks", { label: "x", memberId: own.members.anna.id });
    expect(await readsOf(() => get("/v1/tasks"))).toBeGreaterThan(unchanged);
  });

  test("The last use of a cached API key is recorded once a minute, and the cached data stay valid", async () => {
    const { get, clock, db, readsOf, key } = await home();
    const lastUsed = () => latestUse(db, key.id)?.at.toISOString();
    const etag = (await get("/v1/tasks")).headers.get("ETag");
    const unchanged = await readsOf(() => get("/v1/tasks"));
    clock.advance(2 * minute);
    await get("/v1/tasks");
    expect(lastUsed()).toBe(clock.now.toISOString());
    expect(writeUses(db, clock.now)).toBe(1);
    const answer = await get("/v1/tasks", { headers: { "If-None-Match": etag ?? "" } });
    expect(answer.status).toBe(304);
    const noted = lastUsed();
    clock.advance(minute / 2);
    expect(await readsOf(() => get("/v1/tasks"))).toBe(unchanged);
    expect(lastUsed()).toBe(noted);
  });
});

describe("the count of changes of a household", () => {
  async function two() {
    const dataDir = emptyFolder();
    const db = openDataDir(dataDir, { now: start });
    const own = await household({ server: serverInProcess({}, { db }) });
    const rename = (on = db) => on.$client.run("UPDATE household SET name = name || '!' WHERE id = ?", [own.id]);
    const states = () => {
      detectWrites(db, { checksOtherProcesses: true });
      return { own: changeCount(db, own.id), other: changeCount(db, "other"), common: unattributedChangeCount(db) };
    };
    return { db, dataDir, id: own.id, rename, states };
  }

  test("A write in a household raises only that household's count of changes", async () => {
    const { db, id, rename, states } = await two();
    const before = states();
    writeInHousehold(db, id, () => rename());
    expect(states()).toEqual({ ...before, own: before.own + 1 });
  });

  test("A request right after the announcement of a change also notices the writes of another process", async () => {
    const { db, dataDir, id, rename } = await two();
    const channel = new LiveChannel({ ...testDeps(), db });
    const isStillGood = () => {
      detectWrites(db);
      return true;
    };
    const socket = channel.join({ householdId: id, id: "anna", kind: "member" }, isStillGood);
    const other = openDatabase(join(dataDir, "inglenook.db"));
    detectWrites(db);
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    const before = unattributedChangeCount(db);
    channel.onCommit({ householdId: id, recorded: [] } as unknown as Work);
    // Runs right after the announcement. A request that arrives now is served before any further turn begins.
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        rename(other);
        detectWrites(db);
        resolve();
      });
    });
    expect(unattributedChangeCount(db)).toBeGreaterThan(before);
    channel.leave(socket);
    closeDatabase(other);
  });

  test("A write outside any household raises every household's count of changes", async () => {
    const { db, id, rename, states } = await two();
    for (const write of [
      () => rename(),
      () => {
        rename();
        writeInHousehold(db, id, () => {});
      },
      () => {
        rename();
        writeUncached(db, () => rename());
      },
    ]) {
      const before = states();
      write();
      const after = states();
      expect(after.other).toBeGreaterThan(before.other);
      expect(after.own).toBeGreaterThan(before.own);
      expect(after.common).toBeGreaterThan(before.common);
    }
  });

  test("A household's count of changes also rises if a write fails", async () => {
    const { db, id, rename, states } = await two();
    const failing = () =>
      writeInHousehold(db, id, () =>
        transact(db, () => {
          rename();
          detectWrites(db);
          throw new Error("taken back");
        }),
      );
    const before = states();
    expect(failing).toThrow("taken back");
    const during = changeCount(db, id);
    expect(during).toBeGreaterThan(before.own);
    expect(states().own).toBe(during);
  });

  test("A household's count of changes does not rise by writes to uncached data", async () => {
    const { db, id, rename, states } = await two();
    const before = states();
    writeUncached(db, () => rename());
    writeInHousehold(db, id, () => {});
    expect(states()).toEqual(before);
  });

  test("A write of another process raises every household's count of changes", async () => {
    const { dataDir, rename, states } = await two();
    const other = openDatabase(`${dataDir}/inglenook.db`);
    for (let count = 0; count < 3; count++) {
      const before = states();
      rename(other);
      const after = states();
      expect(after.other).toBeGreaterThan(before.other);
      expect(after.own).toBeGreaterThan(before.own);
    }
    closeDatabase(other);
  });
});
