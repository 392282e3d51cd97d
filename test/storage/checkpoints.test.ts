/** Checkpoints in a worker: they move the write-ahead log into the database and disturb nothing. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { changeCount, detectWrites } from "#platform/db/change-counter.ts";
import { Checkpoints } from "#platform/db/checkpoints.ts";
import { closeDatabase, type Db } from "#platform/db/client.ts";
import { databasePath, openDataDir, openInMemory } from "#platform/db/migrate.ts";
import { workerAddress } from "#platform/version.ts";
import { newPath } from "../support/home/folders.ts";
import { start } from "../support/home/home.ts";
import { TestTimers } from "../support/home/timers.ts";

const second = 1_000;
const patienceMs = 30_000;
/** Pages of 4 KB: more than the worker waits for, less than a commit checkpoints. */
const pages = 5_000;

function onDisk() {
  const dataDir = newPath();
  const db = openDataDir(dataDir, { now: start });
  const path = databasePath(dataDir);
  const { checkpoints, timers, lines } = checkpointing(db);
  db.$client.run("CREATE TABLE filler (bytes BLOB)");
  const fill = (count = pages) => db.$client.run(`INSERT INTO filler VALUES (zeroblob(${count * 4_050}))`);
  const size = () => statSync(`${path}-wal`).size;
  const close = async () => {
    await checkpoints.stop(patienceMs);
    closeDatabase(db);
  };
  return { dataDir, db, path, checkpoints, timers, lines, fill, size, close };
}

function checkpointing(db: Db) {
  const timers = new TestTimers();
  const lines: string[] = [];
  const checkpoints = new Checkpoints({ db, timers, log: { error: (line) => lines.push(line) } });
  timers.advance(second);
  return { timers, lines, checkpoints };
}

function pagesOf(db: Db) {
  return db.$client.query("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number };
}

describe("a long write-ahead log", () => {
  test("A long write-ahead log is checkpointed by a worker thread", async () => {
    const { db, checkpoints, timers, fill, size, close } = onDisk();
    fill();
    const before = size();
    expect(pagesOf(db).log).toBeGreaterThan(pages);
    expect(pagesOf(db).checkpointed).toBeLessThan(pages);
    timers.advance(second);
    await checkpoints.running;
    const { log, checkpointed } = pagesOf(db);
    expect(checkpointed).toBe(log);
    fill(1);
    expect(pagesOf(db).log).toBeLessThan(100);
    expect(size()).toBe(before);
    await close();
  });

  test("A write-ahead log that becomes long several times is checkpointed each time", async () => {
    const { db, checkpoints, timers, fill, size, close } = onDisk();
    for (let count = 0; count < 5; count++) {
      fill();
      timers.advance(second);
      await checkpoints.running;
    }
    expect(size()).toBeLessThan(2 * pages * 4_200);
    expect(db.$client.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    await close();
  });

  test("A checkpoint of the write-ahead log does not invalidate caches", async () => {
    const { db, checkpoints, timers, fill, close } = onDisk();
    fill();
    const count = () => {
      detectWrites(db, { checksOtherProcesses: true });
      return changeCount(db, "any");
    };
    const before = count();
    timers.advance(second);
    await checkpoints.running;
    expect(count()).toBe(before);
    await close();
  });

  test("A checkpoint waits without an error while another process reads, and is completed later", async () => {
    const { db, path, checkpoints, timers, lines, fill, close } = onDisk();
    const reader = new Database(path);
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM filler").get();
    fill();
    timers.advance(second);
    await checkpoints.running;
    expect(pagesOf(db).checkpointed).toBeLessThan(pages);
    reader.run("COMMIT");
    reader.close();
    timers.advance(second);
    await checkpoints.running;
    expect(pagesOf(db).checkpointed).toBe(pagesOf(db).log);
    expect(lines).toEqual([]);
    await close();
  });

  test("A commit checkpoints a long write-ahead log itself if the worker thread does not keep up", async () => {
    const { db, fill, close } = onDisk();
    fill(17_000);
    expect(pagesOf(db).checkpointed).toBe(pagesOf(db).log);
    await close();
  });

  test("The write-ahead log is empty after a stop of the server, even if the log was long", async () => {
    const { path, timers, fill, close } = onDisk();
    fill();
    timers.advance(second);
    await close();
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    expect(timers.size).toBe(0);
  });

  test("The worker for checkpoints does not touch the log of a database that replaced the server's own", async () => {
    const { dataDir, path, checkpoints, timers, fill, close } = onDisk();
    fill();
    renameSync(dataDir, `${dataDir}-moved`);
    const other = openDataDir(dataDir, { now: start });
    other.$client.run("PRAGMA wal_autocheckpoint = 0");
    other.$client.run("CREATE TABLE filler (bytes BLOB)");
    other.$client.run(`INSERT INTO filler VALUES (zeroblob(${pages * 4_050}))`);
    timers.advance(second);
    expect(checkpoints.running).toBeNull();
    expect(pagesOf(other).checkpointed).toBe(0);
    await close();
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(pages * 4_096);
    closeDatabase(other);
  });
});

describe("a short write-ahead log", () => {
  test("The worker for checkpoints is not started while the write-ahead log is short", async () => {
    const { checkpoints, timers, fill, close } = onDisk();
    fill(100);
    for (let count = 0; count < 10; count++) timers.advance(second);
    expect(checkpoints.running).toBeNull();
    await close();
  });

  test("A database in memory is never checkpointed", async () => {
    const { timers, checkpoints, lines } = checkpointing(openInMemory());
    timers.advance(second);
    expect(checkpoints.running).toBeNull();
    await checkpoints.stop(patienceMs);
    expect(lines).toEqual([]);
  });
});

test("The worker for checkpoints reports an error if the database cannot be opened", async () => {
  const path = databasePath(newPath());
  const worker = new Worker(workerAddress("platform/db/checkpoint-worker.ts"));
  const { promise, resolve } = Promise.withResolvers<string>();
  worker.onerror = ({ message }) => resolve(message);
  worker.onmessage = () => resolve("done");
  worker.postMessage(path);
  expect(await promise).toContain("unable to open database file");
  expect(existsSync(dirname(path))).toBe(false);
  worker.terminate();
});
