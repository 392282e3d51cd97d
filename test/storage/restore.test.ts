/** Restore: what it keeps, and which files it refuses. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { listHouseholds } from "#accounts/households/store.ts";
import { readArchive } from "#operations/backup/archive.ts";
import { isArchiveName } from "#operations/backup/files.ts";
import { verifyBackup } from "#operations/backup/inspect.ts";
import { listBackups } from "#operations/backup/manage.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import { markRunning, scheduleJob } from "#platform/jobs/store.ts";
import { contentsOf, newPath, put } from "../support/home/folders.ts";
import { current, filled, forged, later, now, restore, take } from "../support/records/backups.ts";
import { addChannel, addDelivery, setReminderClock } from "../support/reminders/notices.ts";

function revisionIn(dataDir: string): number {
  const db = openDataDir(dataDir, { now });
  const { revision } = db.$client.query("SELECT revision FROM household").get() as { revision: number };
  closeDatabase(db);
  return revision;
}

describe("a restore", () => {
  test("A restore over existing data needs an explicit option, and keeps a copy of the replaced data", () => {
    const file = take(filled()).file;
    const dataDir = filled({ "photos/mine.jpg": "mine" });
    const before = contentsOf(dataDir);
    expect(() => restore(file, dataDir, false)).toThrow("already contains data");
    expect(contentsOf(dataDir)).toEqual(before);
    const { replaced } = restore(file, dataDir);
    expect(replaced).toBe(join(dataDir, "replaced-2026-11-28T090000.000Z"));
    const { "inglenook.lock": _, ...kept } = before;
    expect(contentsOf(replaced ?? "")).toEqual(kept);
    expect(existsSync(join(dataDir, "photos"))).toBe(false);
    expect(readdirSync(dataDir).some((name) => name.startsWith(".unfinished"))).toBe(false);
  });

  test("A restore does not use the write-ahead log of the replaced database", () => {
    const file = take(filled()).file;
    const dataDir = filled();
    const open = openDataDir(dataDir, { now });
    open.$client.run("UPDATE household SET name = 'in the log'");
    const { replaced } = restore(file, dataDir);
    const restored = openDataDir(dataDir, { now });
    expect(listHouseholds(restored)[0]?.name).toBe("The Lindens");
    closeDatabase(restored);
    expect(readdirSync(replaced ?? "").sort()).toContain("inglenook.db-wal");
    closeDatabase(open);
  });

  test("A restore moves the household's revision to a random number, so that no ETag is used twice", () => {
    const source = filled();
    const { file } = take(source);
    const restored = () => {
      const dataDir = newPath();
      restore(file, dataDir, false);
      return revisionIn(dataDir);
    };
    const [one, other] = [restored(), restored()];
    expect([one, other].map((each) => countRevisions(revisionIn(source), each))).toEqual([1, 1]);
    expect(one).not.toBe(other);
  });

  test("A restore sends no old reminders, and cancels waiting deliveries", () => {
    const dataDir = filled();
    const source = openDataDir(dataDir, { now });
    const [home] = listHouseholds(source);
    const { id } = source.$client.query("SELECT id FROM member LIMIT 1").get() as { id: string };
    const owner = { db: source, id: home?.id ?? "", members: { anna: { id } }, clock: { now } };
    const channelId = addChannel(owner);
    for (const state of ["queued", "sending", "sent", "failed"] as const) addDelivery(owner, { channelId, state });
    setReminderClock(owner, now);
    scheduleJob(source, { kind: "backup", subjectId: "" }, null, now);
    markRunning(source, { kind: "backup", subjectId: "" }, now);
    source.$client.run("INSERT INTO instance (name, value) VALUES ('vapid', 'keys')");
    closeDatabase(source);
    const restored = newPath();
    restore(take(dataDir).file, restored);
    const db = openDataDir(restored, { now: later });
    const all = (sql: string) => db.$client.query(sql).values().flat();
    expect(all("SELECT state FROM delivery ORDER BY id")).toEqual(["cancelled", "cancelled", "sent", "failed"]);
    expect(all("SELECT settled_to FROM reminder_clock")).toEqual([later.toISOString()]);
    expect(all("SELECT running_since FROM job")).toEqual([null]);
    expect(all("SELECT value FROM instance WHERE name = 'vapid'")).toEqual(["keys"]);
    closeDatabase(db);
  });

  test("A restore is refused while another process holds the data folder", () => {
    const dataDir = filled();
    const { file } = take(dataDir);
    const before = contentsOf(dataDir);
    const release = lockDataDir(dataDir);
    expect(() => restore(file, dataDir)).toThrow("Another Inglenook is using the data folder");
    release();
    expect(contentsOf(dataDir)).toEqual(before);
  });

  test("A restore refuses a file with any changed byte, and leaves the data folder untouched", () => {
    const { file } = take(filled(), `${newPath()}.tar`);
    const dataDir = filled();
    const before = contentsOf(dataDir);
    const sound = readFileSync(file);
    const damaged = `${newPath()}.tar`;
    for (let count = 0; count < 400; count++) {
      const bytes = Buffer.from(sound);
      const position = count < 100 ? Math.floor(Math.random() * 3_000) : Math.floor(Math.random() * bytes.length);
      bytes[position] = (bytes[position] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
      writeFileSync(damaged, bytes);
      let refusal = "none";
      try {
        restore(damaged, dataDir);
      } catch (error) {
        refusal = (error as Error).message;
      }
      expect({ position, refusal }).toEqual({ position, refusal: expect.stringContaining("is damaged or not") });
    }
    expect(contentsOf(dataDir)).toEqual(before);
  });

  test("A restore refuses a compressed file if a changed byte changes the content", () => {
    const { file } = take(filled());
    const sound = readFileSync(file);
    const content = zstdDecompressSync(sound);
    const damaged = `${newPath()}.tar.zst`;
    for (let count = 0; count < 150; count++) {
      const bytes = Buffer.from(sound);
      const position = count < 50 ? count : Math.floor(Math.random() * bytes.length);
      bytes[position] = (bytes[position] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
      writeFileSync(damaged, bytes);
      try {
        readArchive(damaged, current);
        expect(zstdDecompressSync(bytes).equals(content)).toBe(true);
      } catch (error) {
        expect((error as Error).message).toContain("is damaged or not");
      }
    }
  });

  test.each([".tar", ".tar.zst"])("A restore refuses a truncated or extended file with the ending %s", (ending) => {
    const sound = readFileSync(take(filled(), `${newPath()}${ending}`).file);
    const damaged = `${newPath()}.tar`;
    const lengths = [0, 1, 511, 512, 513, 2_000, sound.length >> 1, sound.length - 1_024, sound.length - 512];
    for (const bytes of [
      ...lengths.map((length) => sound.subarray(0, length)),
      Buffer.concat([sound, Buffer.alloc(1)]),
      Buffer.concat([sound, sound]),
    ]) {
      writeFileSync(damaged, bytes);
      const fresh = newPath();
      expect(() => restore(damaged, fresh)).toThrow("is damaged or not an Inglenook backup");
      expect(existsSync(fresh)).toBe(false);
    }
  });

  test.each([
    ["nothing of ours", "just text ".repeat(200)],
    ["a database", "SQLite format 3\0".padEnd(5_000, "\0")],
  ])("A file that contains %s is refused as a backup", (_, content) => {
    const file = newPath();
    writeFileSync(file, content);
    expect(() => restore(file, newPath())).toThrow("is damaged or not an Inglenook backup");
    expect(() => restore(newPath(), newPath())).toThrow("There is no file");
  });

  const database = () => readFileSync(databasePath(filled()));

  test.each([
    "../evil",
    "/etc/evil",
    "covers/../../evil",
    "covers/..",
    "photos/./x",
    "photos//x",
    "covers",
    "covers\\..\\evil",
    "backups/evil.tar",
    "inglenook.lock",
    "inglenook.db-wal",
    "photos/line\nbreak",
    "photos/nul\u0000",
    "",
  ])("A restore of a file that contains the path %j is refused", (name) => {
    expect(isArchiveName(name)).toBe(false);
    const dataDir = newPath();
    const file = forged([
      ["inglenook.db", database()],
      [name, Buffer.from("evil")],
    ]);
    expect(() => restore(file, dataDir)).toThrow("Nothing was changed");
    expect(existsSync(dataDir)).toBe(false);
  });

  test("A restore refuses a file that contains a symbolic link", () => {
    const file = forged([
      ["inglenook.db", database()],
      ["covers/a", Buffer.alloc(0)],
    ]);
    expect(() => restore(file, newPath())).not.toThrow();
    const bytes = readFileSync(file);
    const header = bytes.subarray(bytes.indexOf("covers/a\0")).subarray(0, 512);
    header.write("2/etc", 156, "latin1"); // The type of a link, and its target (POSIX ustar).
    header.fill(" ", 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    writeFileSync(file, bytes);
    expect(() => restore(file, newPath())).toThrow("is damaged or not an Inglenook backup");
  });

  test.each([
    [
      "a file twice",
      (db: Buffer): [string, Buffer][] => [
        ["inglenook.db", db],
        ["covers/a", db],
        ["covers/a", db],
      ],
    ],
    ["no database", (db: Buffer): [string, Buffer][] => [["covers/a", db]]],
    [
      "a file that is a folder too",
      (db: Buffer): [string, Buffer][] => [
        ["inglenook.db", db],
        ["covers/a", db],
        ["covers/a/b", db],
      ],
    ],
    ["a database that is none", (): [string, Buffer][] => [["inglenook.db", Buffer.alloc(5_000, "x")]]],
    ["a database that is empty", (): [string, Buffer][] => [["inglenook.db", Buffer.alloc(0)]]],
    [
      "a database that is damaged",
      (db: Buffer): [string, Buffer][] => [["inglenook.db", db.fill(0x5a, 4096, 4096 * 3)]],
    ],
  ])("A restore of a file with correct checksums but %s is refused", (_, files) => {
    const dataDir = filled();
    const before = contentsOf(dataDir);
    expect(() => restore(forged(files(database())), dataDir)).toThrow();
    expect(contentsOf(dataDir)).toEqual(before);
    const fresh = newPath();
    expect(() => restore(forged(files(database())), fresh)).toThrow();
    expect(existsSync(fresh)).toBe(false);
  });

  test("A restore of a file from a newer version is refused, and the error says so", () => {
    const files: [string, Uint8Array][] = [["inglenook.db", database()]];
    const newerSchema = forged(files, { schemaVersion: current + 1 });
    expect(() => restore(newerSchema, newPath())).toThrow(
      `data version ${current + 1}; this one knows ${current}). Install Inglenook `,
    );
    const newerFormat = forged(files, { formatVersion: 2, files: "elsewhere" });
    expect(() => restore(newerFormat, newPath())).toThrow(
      "a newer Inglenook (backup format 2). Update Inglenook, then restore it. Nothing was changed.",
    );
    const db = database();
    db.writeUInt32BE(current + 1, 60);
    expect(() => restore(forged([["inglenook.db", db]]), newPath())).toThrow("written by a newer Inglenook");
  });

  test.each([
    ["createdAt", "yesterday"],
    ["createdAt", "2026-02-30T09:00:00.000Z"],
    ["createdAt", "2026-11-27T09:00:00+01:00"],
    ["appVersion", "1.0\u001b[2J"],
    ["appVersion", ""],
    ["appVersion", "1".repeat(61)],
    ["households", -1],
    ["schemaVersion", 0],
  ])("A backup whose manifest has the %s %j is not restored", async (field, value) => {
    const file = forged([["inglenook.db", database()]], { [field]: value });
    expect(() => restore(file, newPath())).toThrow("(manifest.json is malformed)");
    const dataDir = newPath();
    put(dataDir, "backups/mine.tar", readFileSync(file));
    expect(await listBackups({ dataDir, ofAll: true })).toMatchObject([{ appVersion: null, schemaVersion: null }]);
  });

  test("A restore refuses a database that is shorter than the header says, or marked as read-only", () => {
    const short = database().subarray(0, -4_096);
    const readOnly = database().fill(3, 18, 19);
    for (const bytes of [short, readOnly]) {
      const file = forged([["inglenook.db", bytes]]);
      expect(() => restore(file, newPath())).toThrow(`${file} is damaged or not an Inglenook backup (`);
      expect(verifyBackup(file, later).ok).toBe(false);
    }
  });

  test("A restore accepts a manifest with fields that this version does not know", () => {
    const fresh = newPath();
    const file = forged([["inglenook.db", database()]], { note: "from later" } as object);
    expect(restore(file, fresh)).toMatchObject({ dataDir: fresh, pictures: 0 });
  });
});
