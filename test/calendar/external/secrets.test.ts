/** The address of a calendar is a secret: whoever has it can read the calendar. */
import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretsOf } from "#calendar/external/secrets.ts";
import { hour } from "#lib/time.ts";
import { examine } from "#operations/backup/doctor.ts";
import { readExport } from "#operations/backup/export.ts";
import { takeBackup } from "#operations/backup/take.ts";
import { moveHousehold } from "#operations/shards/move.ts";
import { readConfig } from "#platform/config.ts";
import { closeDatabase, type Db } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { createLog } from "#platform/http/log.ts";
import { calendarOf, comingDays, followingFrom, startCalendarHost } from "../../support/calendar/host.ts";
import { newPath } from "../../support/home/folders.ts";
import { type Server, serverInProcess, start } from "../../support/home/home.ts";
import { restore } from "../../support/records/backups.ts";

const place = { table: "external_calendar", id: "1", column: "address" };
const secretsIn = (dataDir: string, secretKeyFile: string | null = null) => secretsOf({ dataDir, secretKeyFile });

/** A household that follows a calendar, in a data folder. */
async function inFolder(settings: Record<string, string> = {}) {
  const host = startCalendarHost();
  host.answer({ body: calendarOf(comingDays(3)) });
  const dataDir = newPath();
  const logged: string[] = [];
  const log = createLog("info", (text) => logged.push(text), true);
  const db = openDataDir(dataDir, { now: start });
  const env = { DATA_DIR: dataDir, ...settings };
  const all = await followingFrom(host, env, { db, log });
  const { id } = (await all.follow()).body;
  /** Serves another data folder to the same household. */
  const serve = (folder: string): { db: Db; server: Server } => {
    const opened = openDataDir(folder, { now: start });
    const server = serverInProcess(
      { TRUSTED_PROXIES: "127.0.0.1", CALENDAR_ORIGINS: host.origin, ...env, DATA_DIR: folder },
      { db: opened, log },
    );
    all.home.server.handle = server.handle;
    return { db: opened, server };
  };
  const refresh = async () => (await all.anna.call("POST", `/app/subscriptions/${id}/refresh`)).body;
  return { ...all, host, dataDir, db, id, logged, log, serve, refresh };
}

const findingIn = (dataDir: string, env: Record<string, string> = {}, now = start) =>
  examine(readConfig({ DATA_DIR: dataDir, ...env }), now).find(({ check }) => check === "followed calendars");

describe("an encrypted text", () => {
  test("An encrypted text can be decrypted only with the same key, for the same column and row", () => {
    const dataDir = newPath();
    openDataDir(dataDir, { now: start });
    const secrets = secretsIn(dataDir);
    const sealed = secrets.seal(place, "https://ä.example/");
    expect(sealed).toStartWith("v1:");
    expect(secrets.seal(place, "https://ä.example/")).not.toBe(sealed);
    expect(secretsIn(dataDir).open(place, sealed)).toBe("https://ä.example/");
    for (const other of [{ id: "2" }, { table: "x" }, { column: "y" }]) {
      expect(secrets.open({ ...place, ...other }, sealed)).toBeNull();
    }
  });

  test("An encrypted text is refused if a single character was changed or is missing", () => {
    const dataDir = newPath();
    openDataDir(dataDir, { now: start });
    const secrets = secretsIn(dataDir);
    const sealed = secrets.seal(place, "x");
    for (let at = 0; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
      expect(secrets.open(place, changed)).toBeNull();
      expect(secrets.open(place, sealed.slice(0, at))).toBeNull();
    }
  });

  test("The key for encrypted texts is created once, in a file that only the server can read", () => {
    const dataDir = newPath();
    openDataDir(dataDir, { now: start });
    const [one, other] = [secretsIn(dataDir), secretsIn(dataDir)];
    expect(one.open(place, "v1:x")).toBeNull();
    expect(existsSync(join(dataDir, "calendar.key"))).toBe(false);
    const sealed = one.seal(place, "x");
    expect(other.open(place, sealed)).toBe("x");
    expect(statSync(join(dataDir, "calendar.key")).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(dataDir, "calendar.key"));
    other.seal(place, "y");
    expect(readFileSync(join(dataDir, "calendar.key"))).toEqual(key);
  });

  test("Encrypting a text fails if the key file has the wrong length", () => {
    const dataDir = newPath();
    openDataDir(dataDir, { now: start });
    writeFileSync(join(dataDir, "calendar.key"), "c2hvcnQ\n");
    expect(() => secretsIn(dataDir).seal(place, "x")).toThrow("must hold 32 bytes in base64");
    expect(secretsIn(dataDir).open(place, `v1:${"A".repeat(60)}`)).toBeNull();
  });
});

describe("the address of a followed calendar", () => {
  test("The address of a followed calendar never occurs in responses, backups, logs or the database", async () => {
    const { anna, home, url, dataDir, db, id, logged, log, host, refresh } = await inFolder();
    await refresh();
    host.answer({ status: 500 });
    await refresh();
    await anna.patch(`/app/subscriptions/${id}`, { name: "Other", url: `${url}&second-planted-secret` });
    host.answer({ body: calendarOf(comingDays(3)) });
    await anna.patch(`/app/subscriptions/${id}`, { url: `${url}&second-planted-secret` });
    const answers = await Promise.all(
      ["/app/subscriptions", "/v1/calendars", "/app/activity", "/v1/activity", "/app/household"].map((path) =>
        anna.get(path),
      ),
    );
    log.flush();
    const file = takeBackup({ dataDir, to: null, now: start, appVersion: "1" }).file;
    closeDatabase(db);
    const again = openDataDir(dataDir, { now: start });
    const texts = {
      answers: JSON.stringify(answers),
      export: JSON.stringify(readExport({ db: again, householdId: home.id })),
      backup: Buffer.from(Bun.zstdDecompressSync(readFileSync(file))).toString("latin1"),
      log: logged.join(""),
      database: readFileSync(join(dataDir, "inglenook.db"), "latin1"),
    };
    closeDatabase(again);
    expect(texts.backup).toContain("School holidays");
    expect(texts.log).toContain(`sync calendar ${id}: 0 in, 0 ms, 1 KB`);
    expect(texts.log).toContain(`sync calendar ${id}: no_answer (status 500), 0 ms, 0 KB`);
    expect(texts.log).not.toContain("School holidays");
    for (const [where, text] of Object.entries(texts)) {
      const found = ["planted-secret", "secret-path", "calendar.key"].filter((each) => text.includes(each));
      expect({ where, found }).toEqual({ where, found: [] });
    }
    const key = readFileSync(join(dataDir, "calendar.key"), "latin1").trim();
    expect(texts.backup).not.toContain(key);
  });

  test("The address of a followed calendar is readable after a restore into the same data folder", async () => {
    const { dataDir, db, serve, refresh } = await inFolder();
    const { file } = takeBackup({ dataDir, to: null, now: start, appVersion: "1" });
    closeDatabase(db);
    restore(file, dataDir);
    serve(dataDir);
    expect(await refresh()).toMatchObject({ state: "fresh", error: null });
  });

  test("The address of a followed calendar must be entered again after a restore without the key", async () => {
    const { dataDir, db, serve, refresh, anna, url, id, host, events } = await inFolder();
    const { file } = takeBackup({ dataDir, to: null, now: start, appVersion: "1" });
    closeDatabase(db);
    const elsewhere = newPath();
    restore(file, elsewhere);
    expect(findingIn(elsewhere)).toEqual({
      check: "followed calendars",
      level: "wrong",
      says: "the key of this server can't open the address of “School holidays”",
      todo: "Put the former calendar.key back, or give the addresses again in the app: Settings, Calendars.",
    });
    serve(elsewhere);
    const seen = host.seen.length;
    expect(await refresh()).toMatchObject({ state: "failed", error: "address_lost", eventCount: 3 });
    expect(host.seen).toHaveLength(seen);
    expect(existsSync(join(elsewhere, "calendar.key"))).toBe(false);
    expect(await events()).toHaveLength(3);
    const { body } = await anna.patch(`/app/subscriptions/${id}`, { url });
    expect(body).toMatchObject({ state: "fresh", error: null, eventCount: 3 });
    expect(findingIn(elsewhere)).toMatchObject({ level: "ok", says: "1, all heard of in the last two days" });
  });

  test("The address of a followed calendar can be decrypted once the old key file is restored", async () => {
    const { dataDir, db, serve, refresh } = await inFolder();
    const { file } = takeBackup({ dataDir, to: null, now: start, appVersion: "1" });
    closeDatabase(db);
    const elsewhere = newPath();
    restore(file, elsewhere);
    copyFileSync(join(dataDir, "calendar.key"), join(elsewhere, "calendar.key"));
    serve(elsewhere);
    expect(await refresh()).toMatchObject({ state: "fresh" });
  });

  test("The address of a followed calendar is encrypted with the key of SECRET_KEY_FILE, if that is set", async () => {
    const file = `${newPath()}.key`;
    writeFileSync(file, Buffer.alloc(32, 7).toString("base64"));
    const { dataDir, db } = await inFolder({ SECRET_KEY_FILE: file });
    closeDatabase(db);
    expect(existsSync(join(dataDir, "calendar.key"))).toBe(false);
    expect(findingIn(dataDir)).toMatchObject({ level: "wrong" });
    expect(findingIn(dataDir, { SECRET_KEY_FILE: file })).toMatchObject({ level: "ok" });
  });

  test.each([
    ["another folder's key", false],
    ["a folder without a key", true],
  ])("The address of a followed calendar stays readable in another data folder: %s", async (_, isNew) => {
    const { dataDir, db, home, id, serve, refresh } = await inFolder();
    closeDatabase(db);
    const to = newPath();
    if (!isNew) {
      closeDatabase(openDataDir(to, { now: start }));
      secretsIn(to).seal(place, "makes the key");
    }
    const before = isNew ? null : readFileSync(join(to, "calendar.key"), "utf8");
    await moveHousehold({ id: home.id, from: dataDir, to, isDry: false, now: start, onStep: () => {} });
    if (before !== null) expect(readFileSync(join(to, "calendar.key"), "utf8")).toBe(before);
    rmSync(join(dataDir, "calendar.key"));
    expect(findingIn(to)).toMatchObject({ level: "ok" });
    serve(to);
    expect(await refresh()).toMatchObject({ id, state: "fresh", error: null });
  });

  test("The command “doctor” names a followed calendar that could not be read for two days", async () => {
    const { dataDir, db } = await inFolder();
    closeDatabase(db);
    expect(findingIn(dataDir, {}, new Date(start.getTime() + 49 * hour))).toEqual({
      check: "followed calendars",
      level: "notice",
      says: `1 calendar silent: “School holidays” since ${start.toISOString()} (not read)`,
      todo: "Look for its present address, and give it in the app: Settings, Calendars.",
    });
  });
});
