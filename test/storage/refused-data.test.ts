/** Data folders that the program must not use as its own or as new ones, and its error messages for them. */

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { listHouseholds } from "#accounts/households/store.ts";
import { examine } from "#operations/backup/doctor.ts";
import { readConfig } from "#platform/config.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { describeOwner, findAccessProblem } from "#platform/db/file-access.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { command } from "#platform/program.ts";
import { version } from "#platform/version.ts";
import { contentsOf, newPath, put } from "../support/home/folders.ts";
import { current, filled, now, restore, take } from "../support/records/backups.ts";

const finding = (dataDir: string, check: string) =>
  examine(readConfig({ DATA_DIR: dataDir, NIGHTLY_BACKUP: "off" }), now).find((each) => each.check === check);

/** Expects that opening fails with this text and changes nothing, and that the doctor reports the same. */
function refused(dataDir: string, says: string, todo: string): void {
  const before = contentsOf(dataDir);
  expect(() => openDataDir(dataDir, { now })).toThrow(`${says}. ${todo}`);
  expect(contentsOf(dataDir)).toEqual(before);
  expect(finding(dataDir, "database")).toMatchObject({ level: "wrong", says, todo: expect.stringContaining(todo) });
  expect(contentsOf(dataDir)).toEqual(before);
}

describe("another program's database", () => {
  const todo = "Move it away, or set another DATA_DIR.";

  const manyTables = Array.from({ length: 300 }, (_, index) => `CREATE TABLE theirs${index} (a)`);

  function foreign(...statements: string[]): string {
    const dataDir = newPath();
    mkdirSync(dataDir, { recursive: true });
    const other = new Database(databasePath(dataDir), { create: true });
    for (const statement of statements) other.run(statement);
    other.close();
    return dataDir;
  }

  test.each([
    ["without any version", ["CREATE TABLE theirs (a)"]],
    ["with our schema number", ["CREATE TABLE theirs (a)", `PRAGMA user_version = ${current}`]],
    ["with its own application id", ["CREATE TABLE theirs (a)", "PRAGMA application_id = 7"]],
    ["with an application id and nothing in it", ["PRAGMA application_id = 7"]],
    ["with many tables", ["BEGIN", ...manyTables, "COMMIT"]],
    ["with a log", ["PRAGMA journal_mode = WAL", "CREATE TABLE theirs (a)"]],
  ])("A database of another program %s is refused and not changed", (_, statements) => {
    const dataDir = foreign(...statements);
    refused(dataDir, `${databasePath(dataDir)} is not an Inglenook database`, todo);
  });

  test("A database of another program is refused even if all tables are in the write-ahead log", () => {
    const source = foreign("PRAGMA journal_mode = WAL");
    const writer = new Database(databasePath(source));
    writer.run("CREATE TABLE theirs (a)");
    const dataDir = newPath();
    for (const name of ["inglenook.db", "inglenook.db-wal"]) put(dataDir, name, readFileSync(join(source, name)));
    writer.close();
    expect(() => openDataDir(dataDir, { now })).toThrow("is not an Inglenook database");
    const left = new Database(databasePath(dataDir));
    expect(left.query("SELECT name FROM sqlite_master").all()).toEqual([{ name: "theirs" }]);
    left.close();
  });

  test("A database file without tables and rows is accepted as new", () => {
    const dataDir = foreign("PRAGMA journal_mode = WAL");
    closeDatabase(openDataDir(dataDir, { now }));
  });
});

describe("a lost database", () => {
  const empty = (dataDir: string) => truncateSync(databasePath(dataDir));
  const missing = (dataDir: string) => rmSync(databasePath(dataDir));

  test.each([
    ["empty", empty],
    ["missing", missing],
  ])("A database file that is %s beside cover pictures counts as lost, and is not replaced", (how, lose) => {
    const dataDir = filled();
    lose(dataDir);
    const says = `${databasePath(dataDir)} is ${how}, but there is data in ${dataDir}/covers: the database was lost`;
    refused(dataDir, says, `Stop the server and restore the newest sound backup: ${command("restore FILE --yes")}`);
  });

  test.each([
    ["empty", empty],
    ["missing", missing],
  ])("A database file that is %s beside backups is reported with the newest backup", (how, lose) => {
    const dataDir = filled({});
    const { file } = take(dataDir);
    put(dataDir, "backups/nightly-2020-01-01T033000.000Z.tar.zst", "an old one");
    lose(dataDir);
    const says = `${databasePath(dataDir)} is ${how}, but there is data in ${dataDir}/backups: the database was lost`;
    refused(
      dataDir,
      says,
      `Stop the server and restore the newest sound backup: ${command(`restore ${file} --data-dir ${dataDir} --yes`)}`,
    );
    restore(file, dataDir);
    const db = openDataDir(dataDir, { now });
    expect(listHouseholds(db).length).toBe(1);
    closeDatabase(db);
  });

  test("The error about a lost database names the folder with the data that an earlier restore replaced", () => {
    const dataDir = filled();
    for (const year of [2024, 2026]) put(dataDir, `replaced-${year}-01-01T000000.000Z/inglenook.db`, "the former");
    missing(dataDir);
    expect(() => openDataDir(dataDir, { now })).toThrow(
      ` What the last restore replaced is in ${dataDir}/replaced-2026-01-01T000000.000Z.`,
    );
  });

  test("The write-ahead log beside an empty database file is kept", () => {
    const dataDir = filled({});
    empty(dataDir);
    put(dataDir, "inglenook.db-wal", "what is left");
    expect(() => openDataDir(dataDir, { now })).toThrow("inglenook.db-wal: the database was lost");
    expect(readFileSync(`${databasePath(dataDir)}-wal`, "utf8")).toBe("what is left");
  });

  test("A data folder with only an empty database file is accepted as new", () => {
    const dataDir = newPath();
    put(dataDir, "inglenook.db", "");
    mkdirSync(join(dataDir, "backups"));
    closeDatabase(openDataDir(dataDir, { now }));
  });

  test("A database whose creation was killed at any moment is accepted as new", async () => {
    const script = `import { openDataDir } from ${JSON.stringify(join(import.meta.dir, "../../src/platform/db/migrate.ts"))};
process.stdout.write("x"); openDataDir(process.argv[1], { now: new Date() }); process.stdout.write("y"); setInterval(() => {}, 1000);`;
    for (const pauses of [0, 1, 2, 5, 10, 20]) {
      const dataDir = newPath();
      const child = Bun.spawn([process.execPath, "-e", script, dataDir], { stdout: "pipe" });
      await child.stdout.getReader().read();
      for (let pause = 0; pause < pauses; pause++) await Bun.sleep(2);
      child.kill("SIGKILL");
      await child.exited;
      closeDatabase(openDataDir(dataDir, { now }));
    }
  });
});

describe("a database from a newer version", () => {
  const step = "CREATE TABLE later (a TEXT) STRICT;";

  /** Makes the database that a later program leaves. */
  function newer(program: string | null): string {
    const dataDir = filled({});
    const db = openDataDir(dataDir, { now, migrations: [...migrations, step] });
    if (program !== null) db.$client.run("UPDATE program SET version = ?", [program]);
    closeDatabase(db);
    return dataDir;
  }

  const numbers = `(schema ${current + 1}; this one knows ${current})`;

  test("A database of a newer version is refused with the command that restores a snapshot", () => {
    const dataDir = newer("0.3.0");
    const snapshot = join(dataDir, `backups/before-v${current + 1}-2026-11-27T090000.000Z.db.zst`);
    const says = `${databasePath(dataDir)} was written by Inglenook 0.3.0 ${numbers}`;
    refused(
      dataDir,
      says,
      `Update Inglenook, or restore the data from before the update: ${command(`restore ${snapshot}`)}`,
    );
    restore(snapshot, dataDir);
    const db = openDataDir(dataDir, { now });
    expect(listHouseholds(db)[0]?.name).toBe("The Lindens");
    closeDatabase(db);
  });

  test("A database of a newer version is refused with schema numbers if no program version is known", () => {
    for (const program of ["", "0.3.0; rm -rf /", version]) {
      const dataDir = newer(program);
      rmSync(join(dataDir, "backups"), { recursive: true });
      refused(dataDir, `${databasePath(dataDir)} was written by a newer Inglenook ${numbers}`, "Update Inglenook.");
    }
  });

  test("The error about a database of a newer version offers only snapshots that can be restored", () => {
    const dataDir = newer("0.3.0");
    const [snapshot = ""] = Object.keys(contentsOf(join(dataDir, "backups")));
    const bytes = zstdDecompressSync(readFileSync(join(dataDir, "backups", snapshot)));
    bytes.writeUInt32BE(current + 1, 60);
    put(dataDir, `backups/before-v${current + 2}-2026-12-01T090000.000Z.db`, bytes);
    put(dataDir, `backups/before-v${current + 2}-2026-12-01T090000.000Z.db.zst`, zstdCompressSync(bytes));
    put(dataDir, `backups/before-v${current + 1}-2026-12-02T090000.000Z.db`, "half a file");
    expect(() => openDataDir(dataDir, { now })).toThrow(command(`restore ${join(dataDir, "backups", snapshot)}`));
  });

  test("A database of a newer version is refused even with the last migration in the write-ahead log", () => {
    const source = filled({});
    const db = openDataDir(source, { now, migrations: [...migrations, step] });
    db.$client.run("UPDATE program SET version = '0.3.0'");
    const dataDir = newPath();
    for (const name of ["inglenook.db", "inglenook.db-wal"]) put(dataDir, name, readFileSync(join(source, name)));
    closeDatabase(db);
    expect(() => openDataDir(dataDir, { now })).toThrow(`was written by Inglenook 0.3.0 ${numbers}`);
  });
});

test("A database records which version of the program wrote last", () => {
  const dataDir = filled({});
  const programOf = () => {
    const db = openDataDir(dataDir, { now });
    const rows = db.$client.query("SELECT id, version FROM program").all();
    closeDatabase(db);
    return rows;
  };
  expect(programOf()).toEqual([{ id: 1, version }]);
  const client = new Database(databasePath(dataDir));
  client.run("UPDATE program SET version = '0.0.1'");
  client.close();
  expect(programOf()).toEqual([{ id: 1, version }]);
});

test("The next start of the server deletes only temporary files of a killed migration", () => {
  const dataDir = filled({});
  const { file } = take(dataDir);
  const left = `backups/before-v${current}-2026-01-01T000000.000Z.db.tmp`;
  for (const name of [
    left,
    left.replace(".db", ".db.zst"),
    `${left}-journal`,
    "backups/before-v3.db.tmp",
    "backups/mine.db.tmp",
  ])
    put(dataDir, name, "half");
  closeDatabase(openDataDir(dataDir, { now }));
  expect(existsSync(join(dataDir, left))).toBe(true); // It may belong to a process that is migrating now.
  closeDatabase(openDataDir(dataDir, { now, holdsLock: true }));
  const names = Object.keys(contentsOf(join(dataDir, "backups")));
  expect(names.sort()).toEqual([file.slice(join(dataDir, "backups/").length), "mine.db.tmp"].sort());
});

describe("a folder that can't be written", () => {
  test.each([
    [1_000, 0, "it belongs to user 1000, and this runs as root (user 0)", "chown -R 0 data"],
    [0, 0, "it belongs to root (user 0), and this runs as root (user 0)", "chmod -R u+rwX data"],
  ])("A data folder of user %i that user %i can't write is reported with both users", (owner, self, says, todo) => {
    const fault = describeOwner("data", owner, self);
    expect(fault.problem.replace(/[\w-]+ \(user 1000\)/, "user 1000")).toBe(`data is not writable: ${says}`);
    expect(fault.remedy).toContain(todo);
  });

  test("A data folder with a missing file is not reported as a folder that cannot be written", () => {
    expect(findAccessProblem(join(import.meta.dir, "missing"))).toBeNull();
  });
});

test("A damaged database is reported with the file and with advice when the database is opened", () => {
  const dataDir = filled({});
  const path = databasePath(dataDir);
  writeFileSync(path, readFileSync(path).fill(0x5a, 108, 4096));
  expect(finding(dataDir, "database")).toMatchObject({
    level: "wrong",
    says: `${path} can't be read: database disk image is malformed`,
    todo: `Stop the server and restore the newest sound backup: ${command("restore FILE --yes")}`,
  });
});
