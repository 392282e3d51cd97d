/** `household move`: exact, all or nothing, and restartable. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { listHouseholds } from "#accounts/households/store.ts";
import { readVapidKeys } from "#notifications/channels/push.ts";
import { createUnsubscribeToken, readUnsubscribeToken } from "#notifications/channels/unsubscribe.ts";
import { createNoticeToken, readNoticeToken } from "#notifications/notices/token.ts";
import { examine } from "#operations/backup/doctor.ts";
import { moveHousehold, type Step } from "#operations/shards/move.ts";
import { readConfig } from "#platform/config.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { formerValues } from "#platform/db/instance.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { contentsOf, newPath } from "../support/home/folders.ts";
import { start } from "../support/home/home.ts";
import { movable, neighbourIn, rowsIn } from "./move.ts";

const move = (id: string, from: string, to: string, isDry = false) =>
  moveHousehold({ id, from, to, isDry, now: start, onStep: () => {} });

const wrongIn = (dataDir: string) =>
  examine(readConfig({ DATA_DIR: dataDir }), start).filter(({ level }) => level === "wrong");

describe("a moved household", () => {
  test("A moved household has all rows and pictures only in the new folder", async () => {
    const { id, from, digest, neighbourId } = await movable();
    const to = newPath();
    const thereId = await neighbourIn(to);
    const others = [rowsIn(from, neighbourId), rowsIn(to, thereId)];
    const pictures = contentsOf(join(from, "covers"));
    expect(Object.keys(pictures).length).toBe(2); // A folder and a file.
    const tables = [
      "activity",
      "actor",
      "api_key",
      "block",
      "channel",
      "delivery",
      "device",
      "household",
      "invitation",
      "list",
    ];
    expect(Object.keys(digest)).toEqual([
      ...tables,
      "list_section",
      "member",
      "notice",
      "reminder_clock",
      "session",
      "task",
    ]);
    const { rows, ...moved } = await move(id, from, to);
    expect(moved).toMatchObject({ id, name: "Test", from, to, state: "moved", pictures: 1 });
    expect(rows.activity).toBe(digest.activity?.rows ?? 0);
    expect(rowsIn(to, id)).toEqual(digest);
    expect(rowsIn(from, id)).toEqual({});
    expect([rowsIn(from, neighbourId), rowsIn(to, thereId)]).toEqual(others);
    expect(contentsOf(join(to, "covers"))).toEqual(pictures);
    expect(contentsOf(join(from, "covers"))).toEqual({});
    expect(readdirSync(to).filter((name) => name.startsWith("moving-"))).toEqual([]);
    expect([...wrongIn(from), ...wrongIn(to)]).toEqual([]);
  });

  test("A household that is moved to another folder and back is unchanged", async () => {
    const { id, from, digest } = await movable();
    const to = newPath();
    await move(id, from, to);
    await move(id, to, from);
    expect(rowsIn(from, id)).toEqual(digest);
    expect(rowsIn(to, id)).toEqual({});
  });

  test("A moved household keeps API keys, sign-ins, devices, invitations, cursors and ETags valid", async () => {
    const own = await movable();
    const { id, from, home, task, signedIn, deviceToken, link, list } = own;
    own.wake(from);
    const tasks = await home.get("/v1/tasks");
    const whole = (await home.get("/v1/activity?limit=100")).body.entries;
    const first = (await home.get("/v1/activity?limit=2")).body;
    const isFresh = await home.get("/v1/tasks", { headers: { "If-None-Match": tasks.headers.get("etag") ?? "" } });
    expect(isFresh.status).toBe(304);
    own.sleep();
    const to = newPath();
    await neighbourIn(to);
    await move(id, from, to);
    own.wake(to);
    expect((await home.get("/v1/tasks")).body).toEqual(tasks.body);
    const again = await home.get("/v1/tasks", { headers: { "If-None-Match": tasks.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
    const second = (await home.get(`/v1/activity?limit=100&cursor=${first.nextCursor}`)).body;
    expect([...first.entries, ...second.entries]).toEqual(whole);
    expect((await signedIn.get("/app/session")).body.member.name).toBe("Ben");
    const device = { key: null, headers: { Authorization: `Device ${deviceToken}` } };
    expect((await home.get("/v1/lists", device)).status).toBe(200);
    const invited = await home.post("/app/invitations", { token: link.split("#")[1] }, { key: null });
    expect(invited.body).toMatchObject({ householdName: "Test", memberName: "Ben" });
    const renamed = whole.find(({ summary }: { summary: string }) => summary.includes("Water all plants"));
    expect((await signedIn.post(`/v1/activity/${renamed.id}/undo`, undefined)).status).toBe(200);
    expect((await home.get("/v1/tasks")).body.tasks[0]).toMatchObject({
      id: task.id,
      label: "Water the plants",
      createdBy: { name: "Ben" },
    });
    const newest = (await home.get("/v1/activity?limit=2")).body.entries;
    expect(newest.map(({ action, actor }: any) => [action, actor.name])).toEqual([
      ["undone", "Ben"],
      [whole[0].action, whole[0].actor.name],
    ]);
    const { url } = (await home.get(`/v1/lists/${list.id}`)).body.cover;
    expect((await home.get(url, { key: null })).status).toBe(200);
    own.sleep();
    const left = own.wake(from);
    expect((await home.get("/v1/tasks")).status).toBe(401);
    expect(listHouseholds(left).length).toBe(1);
    own.sleep();
  });

  test("Links in notices and mails, and keys for push, stay valid when a household is moved", async () => {
    const { id, from, noticeId, channelId } = await movable();
    const to = newPath();
    const other = await neighbourIn(to);
    const target = openDataDir(to, { now: start });
    createNoticeToken(target, { householdId: other, noticeId });
    const source = openDataDir(from, { now: start });
    const tokens = [
      createNoticeToken(source, { householdId: id, noticeId }),
      createUnsubscribeToken(source, { householdId: id, channelId }),
    ];
    const keys = readVapidKeys(source);
    expect(readNoticeToken(target, tokens[0] ?? "")).toBeNull();
    closeDatabase(source);
    closeDatabase(target);
    await move(id, from, to);
    for (const folder of [to, from]) {
      const db = openDataDir(folder, { now: start });
      expect(readNoticeToken(db, tokens[0] ?? "")).toEqual({ householdId: id, noticeId });
      expect(readUnsubscribeToken(db, tokens[1] ?? "")).toEqual({ householdId: id, channelId });
      const former = formerValues(db, "vapid").map((text) => JSON.parse(text));
      expect([readVapidKeys(db), ...former]).toContainEqual(keys);
      closeDatabase(db);
      if (folder === to) await move(id, to, from);
      else expect(former).not.toContainEqual(keys);
    }
  });
});

describe("a refused move", () => {
  async function refused(message: string, spoil: (from: string, to: string, id: string) => unknown) {
    const { id, from, digest } = await movable();
    const to = newPath();
    await neighbourIn(to);
    await spoil(from, to, id);
    const before = contentsOf(to);
    await expect(move(id, from, to)).rejects.toThrow(message);
    await move(id, from, to).catch(() => {});
    expect(rowsIn(from, id)).toEqual(digest);
    const { "inglenook.lock": _, ...after } = contentsOf(to);
    const { "inglenook.lock": __, ...kept } = before;
    expect(Object.keys(after)).toEqual(Object.keys(kept));
  }

  const change = (dataDir: string, sql: string, ...values: string[]) => {
    const db = openDataDir(dataDir, { now: start });
    transact(db, () => db.$client.run(sql, values));
    closeDatabase(db);
  };

  test("A household is not moved if the email of a member is in use in the new data folder", () =>
    refused("the email anna@home.example belongs to a member of another household", (_, to) =>
      change(to, "UPDATE member SET email = 'anna@home.example' WHERE name = 'Mia'"),
    ));

  test("A household is not moved if the token of a device is in use in the new data folder", () =>
    refused("another household in ", async (from, to) => {
      const db = openDataDir(from, { now: start });
      const hash = db.$client.query("SELECT token_hash FROM device").values()[0]?.[0] as string;
      closeDatabase(db);
      change(
        to,
        "INSERT INTO device (id, household_id, name, token_hash, created_at, updated_at, created_by) SELECT 'd', household_id, 'x', ?, '', '', id FROM actor LIMIT 1",
        hash,
      );
    }));

  test("A household is not moved if the new data folder already contains the household", () =>
    refused("Delete it in one of them first", (_, to, id) =>
      change(
        to,
        "INSERT INTO household (id, name, time_zone, plan, created_at, updated_at) VALUES (?, 'x', 'UTC', 'api', '', '')",
        id,
      ),
    ));

  test("A household is not moved if the new data folder has another data version", () =>
    refused(`has data version ${migrations.length - 1}, and this program ${migrations.length}`, (_, to) => {
      const db = openDataDir(to, { now: start });
      db.$client.run(`PRAGMA user_version = ${migrations.length - 1}`);
      closeDatabase(db);
    }));

  test("A household is not moved if the new folder's database has a different schema", () =>
    refused(
      "inglenook.db has no index activity_id_tail. Stop the server and restore the newest sound backup",
      (_, to) => change(to, "DROP INDEX activity_id_tail"),
    ));

  test("A household is not moved if the old database has an unknown trigger", () =>
    refused("inglenook.db has an unknown trigger evil", (from) =>
      change(from, "CREATE TRIGGER evil AFTER DELETE ON task BEGIN SELECT RAISE(ABORT, 'no'); END"),
    ));

  test("A household is not moved while a server runs on the old or the new data folder", async () => {
    for (const busy of [0, 1]) {
      let release = () => {};
      await refused("Another Inglenook is using the data folder", (...folders) => {
        release = lockDataDir(folders[busy] ?? "");
      });
      release();
    }
  });

  test("A household is not moved into the same data folder, and an unknown household is refused", async () => {
    const { id, from } = await movable();
    await expect(move(id, from, join(from, "."))).rejects.toThrow("are the same folder");
    await expect(move(crypto.randomUUID(), from, newPath())).rejects.toThrow("there is no household");
    await expect(move(id, newPath(), from)).rejects.toThrow("there is no household");
  });

  test("A dry run of moving a household changes nothing", async () => {
    const { id, from, digest } = await movable();
    const to = newPath();
    expect(await move(id, from, to, true)).toMatchObject({ state: "wouldMove", pictures: 1 });
    expect(existsSync(to)).toBe(false);
    const other = newPath();
    await neighbourIn(other);
    expect(await move(id, from, other, true)).toMatchObject({ state: "wouldMove" });
    expect(rowsIn(from, id)).toEqual(digest);
    expect(rowsIn(other, id)).toEqual({});
  });
});

describe("a move that is killed", () => {
  const source = join(import.meta.dir, "../../src");
  const script = (id: string, from: string, to: string, last: Step) => `
    import "${source}/server/traits.ts";
    import { moveHousehold } from "${source}/operations/shards/move.ts";
    const onStep = (step) => step === "${last}" && process.kill(process.pid, "SIGKILL");
    await moveHousehold({ id: "${id}", from: "${from}", to: "${to}", isDry: false, now: new Date("${start.toISOString()}"), onStep });`;

  test.each([
    ["began", "source"],
    ["copied", "source"],
    ["removed", "way"],
    ["arrived", "target"],
    ["cleared", "target"],
  ] as const)(
    "A move killed after “%s” leaves the household at the “%s”, and a repetition completes the move",
    async (step, place) => {
      const { id, from, digest, neighbourId } = await movable();
      const to = newPath();
      const thereId = await neighbourIn(to);
      const pictures = contentsOf(join(from, "covers"));
      const killed = Bun.spawnSync([process.execPath, "-e", script(id, from, to, step)]);
      expect(killed.signalCode).toBe("SIGKILL");
      const way = join(to, `moving-${id}`);
      const places = { source: rowsIn(from, id), way: rowsIn(way, id), target: rowsIn(to, id) };
      expect(places[place]).toEqual(digest);
      // A copy on the way is served by nobody.
      expect([places.source, places.target].filter((rows) => Object.keys(rows ?? {}).length > 0).length).toBe(
        place === "way" ? 0 : 1,
      );
      expect(wrongIn(to).map(({ check }) => check)).toEqual(existsSync(way) ? ["move"] : []);
      const { state } = await move(id, from, to);
      expect(state).toBe(place === "target" ? "alreadyMoved" : "moved");
      expect(rowsIn(to, id)).toEqual(digest);
      expect(rowsIn(from, id)).toEqual({});
      expect(contentsOf(join(to, "covers"))).toEqual(pictures);
      expect(contentsOf(join(from, "covers"))).toEqual({});
      expect([rowsIn(from, neighbourId), rowsIn(to, thereId)].every((rows) => Object.keys(rows ?? {}).length > 0)).toBe(
        true,
      );
      expect(existsSync(way)).toBe(false);
      expect(wrongIn(to)).toEqual([]);
    },
  );

  test("If a killed move cannot be completed, the household is kept inside the new data folder", async () => {
    const { id, from, digest } = await movable();
    const to = newPath();
    await neighbourIn(to);
    Bun.spawnSync([process.execPath, "-e", script(id, from, to, "removed")]);
    const db = openDataDir(to, { now: start });
    db.$client.run("UPDATE member SET email = 'anna@home.example' WHERE name = 'Mia'");
    await expect(move(id, from, to)).rejects.toThrow(
      /the email anna@home.example belongs .*; until then the household is in .*moving-/,
    );
    await move(id, from, to).catch(() => {});
    db.$client.run("UPDATE member SET email = NULL");
    closeDatabase(db);
    expect((await move(id, from, to)).state).toBe("moved");
    expect(rowsIn(to, id)).toEqual(digest);
  });
});
