import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  readStoredPicture,
  removePicture,
  replacePicture,
  storePicture,
  sweepPictures,
} from "../../src/images/files.ts";
import { unfinishedName } from "../../src/lib/files.ts";
import { newPath, put } from "../support/folders.ts";

const bytes = Buffer.from("a cover");
const namesIn = (dataDir: string) => readdirSync(join(dataDir, "covers")).sort();

describe("a cover's file", () => {
  test("has a name of 128 random bits, its own folder, and is readable by its owner alone", async () => {
    const dataDir = newPath();
    const names = await Promise.all([bytes, bytes].map((each) => storePicture(dataDir, each)));
    for (const name of names) {
      expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
      expect(await readStoredPicture(dataDir, name)).toEqual(bytes);
      expect(statSync(join(dataDir, "covers", name)).mode & 0o777).toBe(0o600);
    }
    expect(new Set(names).size).toBe(2);
    expect(namesIn(dataDir)).toEqual(names.sort());
    expect(statSync(join(dataDir, "covers")).mode & 0o777).toBe(0o700);
  });

  test("is deleted by removing it; removing another file, or a name that is no cover, changes nothing", async () => {
    const dataDir = newPath();
    const name = await storePicture(dataDir, bytes);
    put(dataDir, "inglenook.db", "the database");
    for (const each of ["../inglenook.db", "a.webp", `${"0".repeat(32)}.webp`]) await removePicture(dataDir, each);
    expect(existsSync(join(dataDir, "inglenook.db"))).toBe(true);
    expect(namesIn(dataDir)).toEqual([name]);
    await removePicture(dataDir, name);
    expect(await readStoredPicture(dataDir, name)).toBeNull();
  });

  test("leaves nothing if it can't be written, and a full disk is reported as full", async () => {
    const dataDir = newPath();
    put(dataDir, "covers", "a file where the folder should be");
    await expect(storePicture(dataDir, bytes)).rejects.toThrow("EEXIST");
    const full = newPath();
    mkdirSync(join(full, "covers"), { recursive: true });
    const limited = `trap "" XFSZ; ulimit -f 8; exec "$0" "$@"`;
    const script = `import { storePicture } from "${import.meta.dir}/../../src/images/files.ts";
await storePicture(${JSON.stringify(full)}, new Uint8Array(100_000)).catch(({status, message}) => console.log(status, message));`;
    const { stdout } = Bun.spawnSync(["sh", "-c", limited, process.execPath, "-e", script]);
    expect(stdout.toString()).toBe("507 Disk is full\n");
    expect(namesIn(full)).toEqual([]);
  });
});

describe("sweeping", () => {
  test("deletes files that no row names and unfinished files, and nothing else", async () => {
    const dataDir = newPath();
    const [shown, orphan] = [await storePicture(dataDir, bytes), await storePicture(dataDir, bytes)];
    const unfinished = unfinishedName(`${"1".repeat(32)}.webp`);
    put(dataDir, `covers/${unfinished}`, "half");
    put(dataDir, "covers/notes.txt", "somebody's");
    sweepPictures(dataDir, (name) => name === shown);
    expect(orphan).not.toBe(shown);
    expect(namesIn(dataDir)).toEqual([shown, "notes.txt"].sort());
  });

  test("does nothing if the folder is missing", () => {
    sweepPictures(newPath(), () => false);
  });
});

describe("replacing a cover", () => {
  test("writes the new file, updates the row, then deletes the old file", async () => {
    const dataDir = newPath();
    const old = await storePicture(dataDir, bytes);
    const name = await replacePicture(dataDir, Buffer.from("a new cover"), (next) => {
      expect(namesIn(dataDir)).toEqual([old, next].sort());
      return { answer: next, replaced: old };
    });
    expect(namesIn(dataDir)).toEqual([name]);
  });

  test("keeps only the old cover if the row can't be written", async () => {
    const dataDir = newPath();
    const old = await storePicture(dataDir, bytes);
    const failing = replacePicture(dataDir, Buffer.from("a new cover"), () => {
      throw new Error("the row could not be written");
    });
    await expect(failing).rejects.toThrow("the row could not be written");
    expect(namesIn(dataDir)).toEqual([old]);
  });

  test("killed at any moment leaves a row whose file exists, and the sweep deletes all others", async () => {
    const dataDir = newPath();
    mkdirSync(dataDir);
    for (let round = 0; round < 8; round++) {
      const child = Bun.spawn([process.execPath, join(import.meta.dir, "../support/cover-writer.ts"), dataDir], {
        stdout: "pipe",
      });
      const reader = child.stdout.getReader();
      await reader.read();
      for (let pause = 0; pause < round; pause++) await Bun.sleep(3);
      child.kill("SIGKILL");
      await child.exited;
      const db = new Database(join(dataDir, "rows.db"));
      const { name } = db.query("SELECT name FROM cover").get() as { name: string };
      db.close();
      expect((await readStoredPicture(dataDir, name))?.subarray(0, 4).toString()).toBe("RIFF");
      sweepPictures(dataDir, (each) => each === name);
      expect(namesIn(dataDir)).toEqual([name]);
    }
  });
});
