/**
 * The format of backups, and every file that a restore must refuse. Runs in this process; `test/cli` tests the
 * commands.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { writeTo } from "#lib/byte-streams.ts";
import { readArchive } from "#operations/backup/archive.ts";
import { listBackups } from "#operations/backup/manage.ts";
import type { Manifest } from "#operations/backup/manifest.ts";
import { writeEntry } from "#operations/backup/tar.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { newPath, put } from "../support/home/folders.ts";
import { cover, current, filled, forged, now, restore, take } from "../support/records/backups.ts";

const frame = (bytes: Uint8Array) =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_windowLog]: 21, [constants.ZSTD_c_checksumFlag]: 1 } });

describe("a backup", () => {
  test("A backup is a plain or compressed tar file that other programs can unpack", async () => {
    const long = `photos/summer/${"ä".repeat(90)} at the sea.jpg`;
    const dataDir = filled({ [cover]: "a cover", [long]: "a photo", "photos/empty.jpg": "" });
    const { file, pictures } = take(dataDir, `${newPath()}.tar`);
    expect(pictures).toBe(3);
    const { file: compressed } = take(dataDir);
    expect(compressed).toEndWith(".tar.zst");
    const bytes = await Bun.file(file).bytes();
    const plain = zstdDecompressSync(await Bun.file(compressed).bytes());
    expect([...(await new Bun.Archive(plain).files()).keys()]).toContain(long);
    const unpacked = await new Bun.Archive(bytes).files();
    const read = async (name: string) => Buffer.from(await (unpacked.get(name) ?? new Blob(["missing"])).arrayBuffer());
    const text = (await read("manifest.json")).toString();
    expect((await read("manifest.sha256")).toString()).toBe(`${Bun.SHA256.hash(text, "hex")}  manifest.json\n`);
    expect((await read(long)).toString()).toBe("a photo");
    const manifest = JSON.parse(text) as Manifest;
    expect(manifest).toMatchObject({ appVersion: "1.2.3", schemaVersion: current, createdAt: now.toISOString() });
    for (const { name, sha256, size } of manifest.files) {
      const content = await read(name);
      expect({ name, size, sha256 }).toEqual({ name, size: content.length, sha256: Bun.SHA256.hash(content, "hex") });
    }
  });

  test("A backup restores every row and picture, including long and unusual names", () => {
    const names = [
      cover,
      `photos/${"x".repeat(250)}.jpg`,
      "photos/-rf *.jpg",
      "photos/a b/Ünï ☃.png",
      "photos/.hidden",
    ];
    const dataDir = filled(Object.fromEntries(names.map((name) => [name, name.repeat(500)])));
    const fresh = newPath();
    expect(restore(take(dataDir).file, fresh)).toMatchObject({ households: 1, pictures: names.length, replaced: null });
    for (const name of names) expect(readFileSync(join(fresh, name), "utf8")).toBe(name.repeat(500));
    const dump = (folder: string) => {
      const db = openDataDir(folder, { now });
      const rows = ["member", "actor", "api_key", "task", "activity"].map((table) =>
        db.$client.query(`SELECT * FROM ${table}`).all(),
      );
      closeDatabase(db);
      return rows;
    };
    expect(dump(fresh)).toEqual(dump(dataDir));
  });

  test("A backup skips symbolic links among the pictures, and returns the skipped names", () => {
    const dataDir = filled();
    put(dataDir, "elsewhere/secret.txt", "secret");
    symlinkSync(join(dataDir, "elsewhere/secret.txt"), join(dataDir, "covers/link.webp"));
    symlinkSync(join(dataDir, "elsewhere"), join(dataDir, "covers/folder"));
    const { file, skipped } = take(dataDir);
    expect(skipped).toEqual(["covers/folder", "covers/link.webp"]);
    expect(readArchive(file, current).files.map(({ name }) => name)).toEqual(["inglenook.db", cover]);
  });

  test("A backup leaves no temporary files, and deletes temporary files of a killed backup", () => {
    const dataDir = filled();
    put(dataDir, "backups/.unfinished-999999999-x/inglenook.db", "half");
    put(dataDir, "backups/.unfinished-999999999-x.tar", "half");
    take(dataDir);
    expect(readdirSync(join(dataDir, "backups"))).toEqual(["inglenook-2026-11-27T090000.000Z.tar.zst"]);
  });

  test.each([".tar", ".tar.zst"])(
    "A backup as %s is listed after reading only the start of the manifest",
    async (ending) => {
      const dataDir = filled();
      const file = take(dataDir, join(dataDir, `backups/mine${ending}`)).file;
      const whole = await listBackups({ dataDir, ofAll: true });
      expect(whole).toMatchObject([{ name: `mine${ending}`, appVersion: "1.2.3", schemaVersion: current }]);
      const files = Array.from({ length: 300_000 }, (_, index) => ({ name: `photos/${index}`, size: 1, sha256: "" }));
      const large = readFileSync(forged([["inglenook.db", new Uint8Array(1)]], { appVersion: "2.0.0", files }));
      const start = large.subarray(0, 2 << 20);
      const frames = Buffer.concat([start.subarray(0, 1 << 20), start.subarray(1 << 20)].map(frame));
      writeFileSync(file, ending === ".tar" ? start : frames);
      expect(await listBackups({ dataDir, ofAll: true })).toMatchObject([
        { appVersion: "2.0.0", takenAt: now.toISOString() },
      ]);
    },
  );

  test.each(["", "{}", '{"format":"inglenook-backup"', "[[[[", '{"files":[]}', "\0\0"])(
    "A backup with the manifest %j is listed without a version",
    async (text) => {
      const dataDir = newPath();
      put(dataDir, "backups/mine.tar", "");
      const write = writeTo(openSync(join(dataDir, "backups/mine.tar"), "w"));
      writeEntry(write, "manifest.json", text.length, [Buffer.from(text)]);
      expect(await listBackups({ dataDir, ofAll: true })).toMatchObject([{ appVersion: null, schemaVersion: null }]);
    },
  );

  test("A backup does not overwrite an existing file", () => {
    const dataDir = filled();
    put(dataDir, "thesis.txt", "mine");
    expect(() => take(dataDir, join(dataDir, "thesis.txt"))).toThrow("exists already");
    expect(readFileSync(join(dataDir, "thesis.txt"), "utf8")).toBe("mine");
  });

  test("A backup to a missing folder is refused, as when a disk is not mounted", () => {
    const dataDir = filled();
    const disk = join(dataDir, "disk");
    expect(() => take(dataDir, disk)).toThrow(
      `There is no folder ${disk}; a file's name must end in .tar.zst or .tar.`,
    );
    expect(existsSync(disk)).toBe(false);
  });

  test("A backup is refused if the database is damaged, empty, or another program's", () => {
    const dataDir = filled();
    const bytes = readFileSync(databasePath(dataDir));
    bytes.fill(0x5a, 4096 * 2, 4096 * 6);
    writeFileSync(databasePath(dataDir), bytes);
    expect(() => take(dataDir)).toThrow(/malformed|damaged/);
    writeFileSync(databasePath(dataDir), "somebody's file ".repeat(100));
    expect(() => take(dataDir)).toThrow("is not an Inglenook database");
    writeFileSync(databasePath(dataDir), "");
    expect(() => take(dataDir)).toThrow("The database is empty");
    expect(readdirSync(join(dataDir, "backups"))).toEqual([]);
    expect(() => take(newPath())).toThrow("There is nothing to back up");
  });
});
