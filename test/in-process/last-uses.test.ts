/** The last use of keys, sessions and devices: shown at once, and written together. */
import { describe, expect, test } from "bun:test";
import { sweep } from "#accounts/sign-in/sweep.ts";
import { day, minute, second } from "#lib/time.ts";
import { latestUse, writeUses } from "#platform/auth/last-uses.ts";
import { closeDatabase, openDatabase } from "#platform/db/client.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { newPath } from "../support/home/folders.ts";
import { household, serverInProcess, start } from "../support/home/home.ts";

async function home() {
  const dataDir = newPath();
  const db = openDataDir(dataDir, { now: start });
  const own = await household({ server: serverInProcess({ DATA_DIR: dataDir }, { db }) });
  const [anna, ben] = [own.as(own.members.anna), own.as(own.members.ben)];
  const { clock, key, get } = own;
  const changes = () => (db.$client.query("SELECT total_changes() AS n").get() as { n: number }).n;
  const stored = () =>
    db.$client
      .query("SELECT last_used_at AS used FROM api_key UNION ALL SELECT last_seen_at FROM session ORDER BY used")
      .values()
      .flat();
  const shown = async () => {
    const keys = (await anna.get("/v1/api-keys")).body.apiKeys as {
      lastUsedAt: string | null;
      lastAgentName: string;
    }[];
    const { sessions } = (await anna.get("/app/sessions")).body as { sessions: { lastSeenAt: string }[] };
    return { key: keys[0]?.lastUsedAt, agent: keys[0]?.lastAgentName, session: sessions[0]?.lastSeenAt };
  };
  const useAll = async () => {
    for (const path of ["/v1/tasks", "/v1/lists"]) {
      expect((await get(path, { headers: { "X-Agent-Name": "Robot" } })).status).toBe(200);
      for (const member of [anna, ben]) expect((await member.get(path)).status).toBe(200);
    }
  };
  return { ...own, path: databasePath(dataDir), anna, ben, clock, key, changes, stored, shown, useAll };
}

describe("the last uses of keys and sessions", () => {
  test("The last use of a key or a session is shown at once, and stored later with other last uses", async () => {
    const { db, clock, changes, stored, shown, useAll } = await home();
    const before = stored();
    clock.advance(minute);
    const unwritten = changes();
    await useAll();
    const now = clock.now.toISOString();
    expect(await shown()).toEqual({ key: now, agent: "Robot", session: now });
    expect({ changes: changes(), stored: stored() }).toEqual({ changes: unwritten, stored: before });
    expect(writeUses(db, clock.now)).toBe(3);
    expect({ changes: changes(), stored: stored() }).toEqual({ changes: unwritten + 3, stored: [now, now, now] });
    expect(writeUses(db, clock.now)).toBe(0);
    expect(changes()).toBe(unwritten + 3);
  });

  test("The last use of a key or a session is recorded at most once a minute", async () => {
    const { db, clock, changes, shown, useAll } = await home();
    clock.advance(minute);
    await useAll();
    const first = clock.now.toISOString();
    clock.advance(59 * second);
    writeUses(db, clock.now);
    const written = changes();
    await useAll();
    expect(writeUses(db, clock.now)).toBe(0);
    expect(changes()).toBe(written);
    expect((await shown()).key).toBe(first);
    clock.advance(second);
    await useAll();
    expect((await shown()).key).toBe(clock.now.toISOString());
    expect(writeUses(db, clock.now)).toBe(3);
  });

  test("The last use of a key is removed from memory a minute after it was stored", async () => {
    const { db, clock, key, useAll } = await home();
    await useAll();
    writeUses(db, clock.now);
    expect(latestUse(db, key.id)).not.toBeNull();
    clock.advance(minute);
    writeUses(db, clock.now);
    expect(latestUse(db, key.id)).toBeNull();
  });

  test("The last use of a revoked key or an ended session is stored, but the key or session stays invalid", async () => {
    const { db, clock, anna, ben, key, get, useAll } = await home();
    clock.advance(minute);
    await useAll();
    const seen = clock.now.toISOString();
    await anna.delete(`/v1/api-keys/${key.id}`);
    await ben.delete("/app/session");
    clock.advance(second);
    expect(writeUses(db, clock.now)).toBe(3);
    expect(db.$client.query("SELECT count(*) AS n FROM session").get()).toEqual({ n: 1 });
    const { apiKeys } = (await anna.get("/v1/api-keys")).body;
    expect(apiKeys).toMatchObject([{ id: key.id, status: "revoked", lastUsedAt: seen }]);
    expect((await get("/v1/tasks")).status).toBe(401);
    expect((await ben.get("/app/session")).status).toBe(401);
  });

  test("Last uses are stored later if another process is writing, and requests do not wait", async () => {
    const { db, path, clock, shown, stored, useAll } = await home();
    clock.advance(minute);
    const before = stored();
    const other = openDatabase(path);
    other.$client.run("BEGIN IMMEDIATE");
    await useAll();
    expect(writeUses(db, clock.now)).toBe(0);
    expect(stored()).toEqual(before);
    other.$client.run("ROLLBACK");
    closeDatabase(other);
    const now = clock.now.toISOString();
    expect((await shown()).key).toBe(now);
    expect(writeUses(db, clock.now)).toBe(3);
    expect(stored()).toEqual([now, now, now]);
  });

  test("The last uses of more than 500 keys and sessions are stored in several transactions", async () => {
    const { db, as, members, clock } = await home();
    const all = Array.from({ length: 501 }, () => as(members.mia));
    clock.advance(minute);
    for (const each of all) expect((await each.get("/app/session")).status).toBe(200);
    expect([1, 2, 3].map(() => writeUses(db, clock.now))).toEqual([500, 1, 0]);
  });

  test("A session that was just used is kept, even if that last use is not stored yet", async () => {
    const { db, ben, clock } = await home();
    clock.advance(30 * day - second);
    expect((await ben.get("/app/session")).status).toBe(200);
    clock.advance(2 * second);
    expect(await sweep(db, clock.now, new AbortController().signal)).toMatchObject({ sessions: 1 });
    expect((await ben.get("/app/session")).status).toBe(200);
  });
});
