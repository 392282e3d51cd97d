/** Kills a restore before each of its renames, and opens the folder again in every way. */
import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examine } from "#operations/backup/doctor.ts";
import { verifyBackup } from "#operations/backup/inspect.ts";
import { readConfig } from "#platform/config.ts";
import { closeDatabase } from "#platform/db/client.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { openLockedDataDir } from "#server/cli/server.ts";
import { contentsOf, newPath, put } from "../support/home/folders.ts";
import { cover, current, filled, later, now, restore, take } from "../support/records/backups.ts";

const source = join(import.meta.dir, "../../src");

/** A module that ends the process before its rename of that number, counted from 1, or lets it rename one path never. */
const killer = newPath();
mkdirSync(killer);
put(
  killer,
  "kill.cjs",
  `const fs = require("node:fs");
   const { renameSync } = fs;
   let left = Number(process.env.KILL_AT);
   fs.renameSync = (from, to) => {
     left -= 1;
     if (from === process.env.STUCK) throw Object.assign(new Error("EBUSY: " + from), { code: "EBUSY" });
     if (left === 0) process.kill(process.pid, "SIGKILL");
     return renameSync(from, to);
   };`,
);

function named(dataDir: string, name: string): void {
  const db = openDataDir(dataDir, { now });
  db.$client.run("UPDATE household SET name = ?", [name]);
  closeDatabase(db);
}

const nameIn = (dataDir: string) => {
  const { db, release } = openLockedDataDir(dataDir);
  const row = db.$client.query("SELECT name FROM household").get() as { name: string };
  release();
  return row.name;
};

const files = (dataDir: string) =>
  Object.keys(contentsOf(dataDir)).filter((name) => name !== "inglenook.lock" && !name.startsWith("replaced-"));

/** The data of a folder without its lock. Each opening writes to the database, which `nameIn` reads. */
function dataOf(dataDir: string) {
  const { "inglenook.lock": _, ...data } = contentsOf(dataDir);
  return { ...data, ...("inglenook.db" in data && { "inglenook.db": "a database" }) };
}

const saved = filled({ [cover]: "the cover of the backup", "photos/new.jpg": "new" });
named(saved, "Saved");
const archive = take(saved, `${newPath()}.tar`).file;
const archiveWithoutPictures = (() => {
  const dataDir = filled({});
  named(dataDir, "Saved");
  return take(dataDir, `${newPath()}.tar`).file;
})();
const snapshot = (() => {
  const dataDir = newPath();
  cpSync(saved, dataDir, { recursive: true });
  closeDatabase(openDataDir(dataDir, { now, migrations: [...migrations, "CREATE TABLE later (a TEXT) STRICT;"] }));
  return join(dataDir, `backups/before-v${current + 1}-2026-11-27T090000.000Z.db.zst`);
})();

const former = filled({ "covers/former.webp": "former", "photos/former.jpg": "former" });
named(former, "Former");

const inChild = (script: string, env: Record<string, string>) =>
  Bun.spawnSync([process.execPath, "--preload", join(killer, "kill.cjs"), "-e", script], {
    env: { ...process.env, ...env },
  });

const restoring = (
  file: string,
  dataDir: string,
) => `import { restoreBackup } from "${source}/operations/backup/restore.ts";
  restoreBackup({ file: "${file}", dataDir: "${dataDir}", mayReplace: true, now: new Date("${later.toISOString()}") });`;

type Killed = { readonly dataDir: string; readonly isKilled: boolean };

/** Kills a restore. `step` is the number of the rename before which it is killed. */
function killedAt(step: number, file: string, prepare = (_: string) => {}): Killed {
  const dataDir = newPath();
  cpSync(former, dataDir, { recursive: true });
  prepare(dataDir);
  const { signalCode, stderr } = inChild(restoring(file, dataDir), { KILL_AT: String(step) });
  if (signalCode !== "SIGKILL") expect(stderr.toString()).toBe("");
  return { dataDir, isKilled: signalCode === "SIGKILL" };
}

const known = new Map<string, string[]>();

/** Copies of each state in which a restore of that file can be killed. */
function* statesOf(file: string): Generator<{ dataDir: string; step: number }> {
  const states = known.get(file) ?? [];
  for (let step = states.length + 1; !known.has(file); step++) {
    const { dataDir, isKilled } = killedAt(step, file);
    if (isKilled) states.push(dataDir);
    else known.set(file, states);
  }
  for (const [index, state] of states.entries()) {
    const dataDir = newPath();
    cpSync(state, dataDir, { recursive: true });
    yield { dataDir, step: index + 1 };
  }
}

const backups: [string, string, string[]][] = [
  ["a backup", archive, ["covers", cover, "inglenook.db", "photos", "photos/new.jpg"]],
  ["a backup without pictures", archiveWithoutPictures, ["inglenook.db"]],
  ["a snapshot", snapshot, ["covers", "covers/former.webp", "inglenook.db", "photos", "photos/former.jpg"]],
];

describe.each(backups)("a killed restore of %s", (_, file, restored) => {
  const aside = "replaced-2026-11-28T090000.000Z";
  const putAside = file === snapshot ? ["covers", "covers/former.webp", "inglenook.db"] : files(former);

  test("A killed restore is completed by the next start if files were already changed", () => {
    let states = 0;
    for (const { dataDir, step } of statesOf(file)) {
      const isBegun = step > 1;
      expect({ step, name: nameIn(dataDir) }).toEqual({ step, name: isBegun ? "Saved" : "Former" });
      expect({ step, files: files(dataDir) }).toEqual({ step, files: isBegun ? restored : files(former) });
      if (isBegun) expect(Object.keys(contentsOf(join(dataDir, aside)))).toEqual(putAside);
      const left = readdirSync(dataDir).filter((name) => !/^(inglenook\.|replaced-|covers$|photos$)/.test(name));
      expect({ step, left }).toEqual({ step, left: [] });
      states += 1;
    }
    expect(states).toBeGreaterThanOrEqual(5);
  }, 60_000);

  test("A killed restore keeps every file that was to be replaced", () => {
    for (const { dataDir, step } of statesOf(file)) {
      nameIn(dataDir);
      const found = step > 1 ? { ...dataOf(dataDir), ...dataOf(join(dataDir, aside)) } : dataOf(dataDir);
      expect({ step, found }).toMatchObject({ step, found: dataOf(former) });
    }
  }, 60_000);

  test("A killed restore is completed before a second restore runs", () => {
    for (const { dataDir, step } of statesOf(file)) {
      expect({ step, replaced: restore(archive, dataDir, true).replaced }).toEqual({
        step,
        replaced: join(dataDir, step > 1 ? `${aside}-2` : aside),
      });
      expect(nameIn(dataDir)).toBe("Saved");
    }
  }, 60_000);
});

describe("a killed restore", () => {
  test("A restore that was killed is completed by every program that opens the data folder", () => {
    for (const { dataDir, step } of statesOf(archive)) {
      if (step === 1) continue;
      const opened = newPath();
      cpSync(dataDir, opened, { recursive: true });
      closeDatabase(openDataDir(opened, { now, mustExist: true }));
      expect({ step, files: files(opened) }).toEqual({ step, files: backups[0]?.[2] ?? [] });
      expect(verifyBackup(take(dataDir).file, later).ok).toBe(true);
      expect(nameIn(dataDir)).toBe("Saved");
    }
  }, 60_000);

  test("A killed restore is not completed while another program holds the data folder", () => {
    const { dataDir } = killedAt(4, archive);
    const before = dataOf(dataDir);
    const release = lockDataDir(dataDir);
    for (const open of [() => openDataDir(dataDir, { now }), () => take(dataDir), () => restore(archive, dataDir)]) {
      expect(open).toThrow("Another Inglenook is using the data folder");
    }
    release();
    expect(dataOf(dataDir)).toEqual(before);
  });

  test("The command “doctor” reports a killed restore, and changes nothing", () => {
    for (const { dataDir, step } of statesOf(archive)) {
      const before = dataOf(dataDir);
      const found = examine(readConfig({ DATA_DIR: dataDir }), now);
      const reported = found.filter(({ check }) => check === "restore");
      if (step === 1) expect(reported).toEqual([]);
      else {
        expect(reported).toMatchObject([{ level: "wrong", todo: "Start the server: it finishes the restore first." }]);
        expect(JSON.stringify(found)).not.toContain("was lost");
      }
      expect(dataOf(dataDir)).toEqual(before);
    }
  }, 60_000);

  test("A killed restore is reverted if the former data cannot be moved away", () => {
    for (const { dataDir, step } of statesOf(archive)) {
      if (!readdirSync(dataDir).some((name) => name.startsWith("replacing-"))) continue;
      const isMovedAway = !existsSync(join(dataDir, "photos"));
      const script = `import { openLockedDataDir } from "${source}/server/cli/server.ts";
        console.log(JSON.stringify(openLockedDataDir("${dataDir}").finished?.isDone));`;
      const { stdout } = inChild(script, { STUCK: join(dataDir, "photos") });
      expect({ step, isDone: JSON.parse(stdout.toString()) }).toEqual({ step, isDone: isMovedAway });
      expect({ step, name: nameIn(dataDir) }).toEqual({ step, name: isMovedAway ? "Saved" : "Former" });
      if (!isMovedAway) expect(dataOf(dataDir)).toEqual(dataOf(former));
    }
  }, 60_000);

  test("The completion of a killed restore also moves the former database's write-ahead log away", () => {
    const withLog = (dataDir: string) => put(dataDir, "inglenook.db-wal", "the log");
    for (const step of [2, 3, 4]) {
      const { dataDir } = killedAt(step, archive, withLog);
      expect(nameIn(dataDir)).toBe("Saved");
      expect(readFileSync(join(dataDir, "replaced-2026-11-28T090000.000Z/inglenook.db-wal"), "utf8")).toBe("the log");
    }
  }, 60_000);
});

test("A restore that can't move the former data away changes nothing", () => {
  const dataDir = newPath();
  cpSync(former, dataDir, { recursive: true });
  const { stderr } = inChild(restoring(archive, dataDir), { STUCK: join(dataDir, "photos") });
  expect(stderr.toString()).toContain("EBUSY");
  expect(dataOf(dataDir)).toEqual(dataOf(former));
});

test("A database that was created after a restore was killed is refused, and nothing is overwritten", () => {
  const { dataDir } = killedAt(3, archive);
  writeFileSync(databasePath(dataDir), "another");
  const before = dataOf(dataDir);
  expect(() => openLockedDataDir(dataDir)).toThrow("inglenook.db was made after a restore had moved the former one to");
  expect(dataOf(dataDir)).toEqual(before);
});
