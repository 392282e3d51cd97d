import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { unfinishedName } from "#lib/files.ts";
import { hour } from "#lib/time.ts";
import {
  movePictures,
  readStoredPicture,
  removePicture,
  replacePicture,
  storePicture,
  sweepPictures,
} from "#platform/images/files.ts";
import { newPath, put } from "../../support/home/folders.ts";

const bytes = Buffer.from("a cover");
const [home, other, gone] = ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", crypto.randomUUID(), crypto.randomUUID()];
const namesIn = (dataDir: string, folder = home) => readdirSync(join(dataDir, "covers", folder)).sort();
const never = new AbortController().signal;
/** Time two hours after the last file was stored; files have the machine's time. */
const inTwoHours = (dataDir: string) => new Date(storedAt(dataDir) + 2 * hour);
const storedAt = (dataDir: string) => statSync(join(dataDir, "covers")).mtimeMs;
const nameOf = (digit: string) => `${digit.repeat(32)}.webp`;

describe("the file of a cover", () => {
  test("The file of a cover has a random name of 128 bits, and is readable only by the file's owner", async () => {
    const dataDir = newPath();
    const names = await Promise.all([bytes, bytes].map((each) => storePicture(dataDir, home, each)));
    for (const name of names) {
      expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
      expect(await readStoredPicture(dataDir, name)).toEqual(bytes);
      expect(statSync(join(dataDir, "covers", home, name)).mode & 0o777).toBe(0o600);
    }
    expect(new Set(names).size).toBe(2);
    expect(namesIn(dataDir)).toEqual(names.sort());
    for (const folder of ["covers", `covers/${home}`]) {
      expect(statSync(join(dataDir, folder)).mode & 0o777).toBe(0o700);
    }
    expect(await readStoredPicture(dataDir, nameOf("0"))).toBeNull();
  });

  test("The file of a cover is deleted by its name, but a name of another file deletes nothing", async () => {
    const dataDir = newPath();
    const name = await storePicture(dataDir, home, bytes);
    put(dataDir, "inglenook.db", "the database");
    for (const each of ["../inglenook.db", "a.webp", nameOf("0")]) await removePicture(dataDir, home, each);
    expect(existsSync(join(dataDir, "inglenook.db"))).toBe(true);
    expect(namesIn(dataDir)).toEqual([name]);
    await removePicture(dataDir, home, name);
    expect(await readStoredPicture(dataDir, name)).toBeNull();
  });

  test("A file of a cover that cannot be written completely is deleted, and a full disk is reported", async () => {
    const dataDir = newPath();
    put(dataDir, "covers", "a file where the folder should be");
    await expect(storePicture(dataDir, home, bytes)).rejects.toThrow("ENOTDIR");
    const full = newPath();
    mkdirSync(join(full, "covers"), { recursive: true });
    const limited = `trap "" XFSZ; ulimit -f 8; exec "$0" "$@"`;
    const script = `import { storePicture } from "${import.meta.dir}/../../../src/platform/images/files.ts";
await storePicture(${JSON.stringify(full)}, "${home}", new Uint8Array(100_000)).catch(({status, message}) => console.log(status, message));`;
    const { stdout } = Bun.spawnSync(["sh", "-c", limited, process.execPath, "-e", script]);
    expect(stdout.toString()).toBe("507 Disk is full\n");
    expect(namesIn(full)).toEqual([]);
    expect(namesIn(full, "")).toEqual([home]);
  });
});

describe("the cleanup of pictures", () => {
  test("The cleanup of pictures deletes only unused pictures that are over an hour old", async () => {
    const dataDir = newPath();
    const [shown, orphan] = [await storePicture(dataDir, home, bytes), await storePicture(dataDir, home, bytes)];
    const theirs = await storePicture(dataDir, other, bytes);
    put(dataDir, `covers/${home}/notes.txt`, "somebody's");
    put(dataDir, "covers/elsewhere/notes.txt", "somebody's");
    const find = (id: string) => new Set(id === home ? [shown] : [theirs]);
    expect(await sweepPictures(dataDir, find, new Date(storedAt(dataDir)), never)).toBe(0);
    expect(await sweepPictures(dataDir, find, inTwoHours(dataDir), never)).toBe(1);
    expect(orphan).not.toBe(shown);
    expect(namesIn(dataDir)).toEqual([shown, "notes.txt"].sort());
    expect(namesIn(dataDir, other)).toEqual([theirs]);
    expect(namesIn(dataDir, "elsewhere")).toEqual(["notes.txt"]);
  });

  test("The cleanup of pictures deletes the folder of a household that does not exist", async () => {
    const dataDir = newPath();
    await storePicture(dataDir, gone, bytes);
    expect(await sweepPictures(dataDir, () => null, inTwoHours(dataDir), never)).toBe(1);
    expect(namesIn(dataDir, "")).toEqual([]);
  });

  test("The cleanup of pictures does nothing if the folder is missing, and ends when the server stops", async () => {
    expect(await sweepPictures(newPath(), () => null, new Date(0), never)).toBe(0);
    const dataDir = newPath();
    await storePicture(dataDir, gone, bytes);
    const stopped = sweepPictures(
      dataDir,
      () => null,
      inTwoHours(dataDir),
      AbortSignal.abort(new Error("the server stops")),
    );
    await expect(stopped).rejects.toThrow("the server stops");
    expect(namesIn(dataDir, gone).length).toBe(1);
  });
});

describe("pictures of an older version, which had one folder", () => {
  const references = [
    { householdId: home, file: nameOf("1") },
    { householdId: home, file: nameOf("2") },
    { householdId: other, file: nameOf("3") },
    { householdId: other, file: nameOf("4") },
  ];

  test("Pictures of an older version move to the folders of the households, and unused pictures are deleted", () => {
    const dataDir = newPath();
    for (const digit of ["1", "2", "3", "5"]) put(dataDir, `covers/${nameOf(digit)}`, digit);
    put(dataDir, "covers/notes.txt", "somebody's");
    put(dataDir, `covers/${unfinishedName(nameOf("6"))}`, "half");
    movePictures(dataDir, () => references);
    expect(namesIn(dataDir, "")).toEqual([home, other, "notes.txt"].sort());
    expect(namesIn(dataDir)).toEqual([nameOf("1"), nameOf("2")]);
    expect(namesIn(dataDir, other)).toEqual([nameOf("3")]);
    expect(statSync(join(dataDir, "covers", home)).mode & 0o777).toBe(0o700);
  });

  test("Pictures of an older version are moved, even if an earlier move was interrupted", () => {
    const dataDir = newPath();
    put(dataDir, `covers/${home}/${nameOf("1")}`, "moved");
    put(dataDir, `covers/${nameOf("2")}`, "left");
    movePictures(dataDir, () => references);
    expect(namesIn(dataDir, "")).toEqual([home]);
    expect(namesIn(dataDir)).toEqual([nameOf("1"), nameOf("2")]);
  });

  test("The database is searched for pictures of an older version only if such pictures exist", async () => {
    const dataDir = newPath();
    const name = await storePicture(dataDir, home, bytes);
    const look = () => {
      throw new Error("read the database");
    };
    movePictures(dataDir, look);
    movePictures(newPath(), look);
    expect(namesIn(dataDir)).toEqual([name]);
  });
});

describe("the replacement of a cover", () => {
  test("The replacement of a cover writes the new file, updates the database, then deletes the old file", async () => {
    const dataDir = newPath();
    const old = await storePicture(dataDir, home, bytes);
    const name = await replacePicture(dataDir, home, Buffer.from("a new cover"), (next) => {
      expect(namesIn(dataDir)).toEqual([old, next].sort());
      return { answer: next, replaced: old };
    });
    expect(namesIn(dataDir)).toEqual([name]);
  });

  test("The replacement of a cover keeps only the old cover if the database cannot be written", async () => {
    const dataDir = newPath();
    const old = await storePicture(dataDir, home, bytes);
    const failing = replacePicture(dataDir, home, Buffer.from("a new cover"), () => {
      throw new Error("the row could not be written");
    });
    await expect(failing).rejects.toThrow("the row could not be written");
    expect(namesIn(dataDir)).toEqual([old]);
  });

  test("If the process that replaces a cover is killed, the database still names a cover file that exists", async () => {
    const dataDir = newPath();
    mkdirSync(dataDir);
    for (let round = 0; round < 8; round++) {
      const child = Bun.spawn([process.execPath, join(import.meta.dir, "./cover-writer.ts"), dataDir], {
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
      expect(readFileSync(join(dataDir, "covers", home, name)).toString("latin1", 0, 4)).toBe("RIFF");
      await sweepPictures(dataDir, () => new Set([name]), inTwoHours(dataDir), never);
      expect(namesIn(dataDir)).toEqual([name]);
    }
  });
});
