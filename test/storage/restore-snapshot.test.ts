/** Restores the snapshot that the program makes before each migration. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { listHouseholds } from "#accounts/households/store.ts";
import { closeDatabase, type Db } from "#platform/db/client.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import { movePictures } from "#platform/images/files.ts";
import { contentsOf, newPath, put } from "../support/home/folders.ts";
import { cover, current, filled, now, restore } from "../support/records/backups.ts";

/** A frame of 4 MB in 150 bytes. */
const zeros = zstdCompressSync(Buffer.alloc(4 << 20), {
  params: { [constants.ZSTD_c_windowLog]: 21, [constants.ZSTD_c_checksumFlag]: 1 },
});

function revisionIn(db: Db): number {
  return (db.$client.query("SELECT revision FROM household").get() as { revision: number }).revision;
}

/** Makes a data folder that a later version has migrated, and the snapshot from before. */
function migrated() {
  const dataDir = filled({ [cover]: "a cover", "photos/mine.jpg": "mine" });
  const db = openDataDir(dataDir, { now, migrations: [...migrations, "CREATE TABLE later (a TEXT) STRICT;"] });
  db.$client.run("UPDATE household SET name = 'Later'");
  const revision = revisionIn(db);
  closeDatabase(db);
  const file = join(dataDir, `backups/before-v${current + 1}-2026-11-27T090000.000Z.db.zst`);
  return { dataDir, file, revision };
}

describe("a snapshot", () => {
  test("The snapshot that a migration made of the database restores the old data with the pictures", () => {
    const { dataDir, file, revision } = migrated();
    const snapshot = readFileSync(file);
    const summary = restore(file, dataDir);
    expect(summary).toMatchObject({
      file,
      createdAt: now.toISOString(),
      schemaVersion: current,
      households: 1,
      pictures: 1,
    });
    const db = openDataDir(dataDir, { now });
    expect(listHouseholds(db)[0]?.name).toBe("The Lindens");
    expect(countRevisions(revision, revisionIn(db))).toBe(1);
    closeDatabase(db);
    expect(readFileSync(join(dataDir, cover), "utf8")).toBe("a cover");
    expect(readFileSync(join(dataDir, "photos/mine.jpg"), "utf8")).toBe("mine");
    expect(readFileSync(file).equals(snapshot)).toBe(true);
    expect(readdirSync(dataDir).some((name) => name.startsWith(".unfinished"))).toBe(false);
    // A start deletes the covers of an older version that its database does not show; the copies set aside stay.
    movePictures(dataDir, () => []);
    expect(existsSync(join(dataDir, cover))).toBe(false);
    const aside = summary.replaced ?? "";
    expect(Object.keys(contentsOf(aside))).toEqual(["covers", cover, "inglenook.db"]);
    expect(readFileSync(join(aside, cover), "utf8")).toBe("a cover");
  });

  test("The snapshot that a migration made of the database can be restored into another folder", () => {
    const { file } = migrated();
    const dataDir = newPath();
    expect(restore(file, dataDir, false)).toMatchObject({ pictures: 0, replaced: null });
    const db = openDataDir(dataDir, { now });
    expect(listHouseholds(db).length).toBe(1);
    closeDatabase(db);
  });

  test.each([
    ["without --yes", "already contains data", () => {}],
    [
      "that is damaged",
      "is damaged or not an Inglenook backup",
      (file: string) => change(file, (b) => b.fill(0x5a, 4096, 8192)),
    ],
    [
      "that is cut short",
      "is damaged or not an Inglenook backup",
      (file: string) => change(file, (b) => b.subarray(0, 9_000)),
    ],
    [
      "of another program",
      "is damaged or not an Inglenook backup",
      (file: string) => change(file, (b) => b.fill(7, 68, 72)),
    ],
    ["of a newer version", "was written by", (file: string) => change(file, (b) => b.fill(9, 60, 64))],
    ["of no version", "The database is empty", (file: string) => change(file, (b) => b.fill(0, 60, 64))],
    [
      "with a changed byte",
      "is damaged or not",
      (file: string) => changeRaw(file, (b) => b.fill(b[5_000]! ^ 1, 5_000, 5_001)),
    ],
    [
      "that is cut short, compressed",
      "is damaged or not",
      (file: string) => changeRaw(file, (b) => b.subarray(0, 9_000)),
    ],
    [
      "that expands far beyond its header's size",
      "it is longer than its header says",
      (file: string) => changeRaw(file, (b) => Buffer.concat([b, ...Array(3_000).fill(zeros)])),
    ],
    ["with a part of it in a log", "is incomplete", (file: string) => writeFileSync(`${file}-wal`, "frames")],
  ])("A migration's snapshot %s is not restored, and the data folder stays untouched", (how, message, spoil) => {
    const { dataDir, file } = migrated();
    spoil(file);
    const before = contentsOf(dataDir);
    expect(() => restore(file, dataDir, how !== "without --yes")).toThrow(message);
    expect(contentsOf(dataDir)).toEqual(before);
    const fresh = newPath();
    if (how !== "without --yes") expect(() => restore(file, fresh)).toThrow(message);
    expect(existsSync(fresh)).toBe(false);
  });

  test("The snapshot of a migration is not restored while another process holds the data folder", () => {
    const { dataDir, file } = migrated();
    const before = contentsOf(dataDir);
    const release = lockDataDir(dataDir);
    expect(() => restore(file, dataDir)).toThrow("Another Inglenook is using the data folder");
    release();
    expect(contentsOf(dataDir)).toEqual(before);
  });

  test("The snapshot that a migration made of the database can replace a damaged database", () => {
    const { dataDir, file } = migrated();
    put(dataDir, "inglenook.db", "");
    restore(file, dataDir);
    closeDatabase(openDataDir(dataDir, { now }));
    expect(existsSync(databasePath(dataDir))).toBe(true);
  });
});

function changeRaw(file: string, edit: (bytes: Buffer) => Uint8Array): void {
  writeFileSync(file, edit(readFileSync(file)));
}

/** Leaves a snapshot uncompressed, as earlier versions did. */
function change(file: string, edit: (bytes: Buffer) => Uint8Array): void {
  writeFileSync(file, edit(zstdDecompressSync(readFileSync(file))));
}
