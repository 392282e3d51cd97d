/** /readyz rarely writes to the disk, so that the disk can sleep. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { hour } from "#lib/time.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { newPath } from "../support/home/folders.ts";
import { household, refusal, serverInProcess, start } from "../support/home/home.ts";

async function homeOnDisk() {
  const dataDir = newPath();
  const db = openDataDir(dataDir, { now: start });
  const path = databasePath(dataDir);
  const home = await household({ server: serverInProcess({ DATA_DIR: dataDir }, { db }) });
  /** The time of the last write to the write-ahead log, and a hash of its bytes: each commit appends to it. */
  const log = () => ({ at: statSync(`${path}-wal`).mtimeMs, sum: Bun.SHA256.hash(readFileSync(`${path}-wal`), "hex") });
  const isReady = async () => (await home.get("/readyz", { key: null })).status === 200;
  return { ...home, path, log, isReady };
}

describe("/readyz", () => {
  test("GET /readyz writes nothing within an hour of a commit", async () => {
    const { clock, log, isReady, path } = await homeOnDisk();
    const before = { log: log(), database: statSync(path).mtimeMs };
    for (let minutes = 0; minutes < 59; minutes++) {
      expect(await isReady()).toBe(true);
      clock.advance(60_000);
    }
    expect({ log: log(), database: statSync(path).mtimeMs }).toEqual(before);
  });

  test("GET /readyz tries a write after an hour without a commit, and then not for another hour", async () => {
    const { clock, log, isReady } = await homeOnDisk();
    expect(await isReady()).toBe(true);
    const first = log().sum;
    clock.advance(hour);
    expect(await isReady()).toBe(true);
    const second = log().sum;
    expect(second).not.toBe(first);
    clock.advance(hour - 1_000);
    expect(await isReady()).toBe(true);
    expect(log().sum).toBe(second);
    clock.advance(1_000);
    expect(await isReady()).toBe(true);
    expect(log().sum).not.toBe(second);
  });

  test("GET /readyz also writes nothing within an hour of a commit by another process", async () => {
    const { clock, log, isReady, path } = await homeOnDisk();
    expect(await isReady()).toBe(true);
    clock.advance(hour - 1_000);
    const other = new Database(path);
    other.run("UPDATE household SET name = 'New'");
    expect(await isReady()).toBe(true);
    const written = log().sum;
    clock.advance(hour - 1_000);
    expect(await isReady()).toBe(true);
    expect(log().sum).toBe(written);
    other.close();
  });

  test("GET /readyz reports a database that can't be locked for writing", async () => {
    const { clock, db, get, isReady } = await homeOnDisk();
    expect(await isReady()).toBe(true);
    db.$client.run("PRAGMA query_only = ON");
    clock.advance(1_000);
    expect((await get("/readyz")).body).toEqual(refusal(503, "The database can't be written"));
    db.$client.run("PRAGMA query_only = OFF");
    clock.advance(1_000);
    expect(await isReady()).toBe(true);
  });

  test("GET /readyz tries a write immediately if a commit failed because the disk was full", async () => {
    const { clock, db, post, members, isReady, log } = await homeOnDisk();
    expect(await isReady()).toBe(true);
    const { page_count } = db.$client.query("PRAGMA page_count").get() as { page_count: number };
    db.$client.run(`PRAGMA max_page_count = ${page_count}`);
    const task = { label: "x".repeat(300), memberId: members.anna.id };
    let status = 200;
    for (let count = 0; count < 200 && status === 200; count++) status = (await post("/v1/tasks", task)).status;
    expect(status).toBe(507);
    const before = log().sum;
    clock.advance(1_000);
    expect(await isReady()).toBe(true);
    expect(log().sum).not.toBe(before);
  });
});

test("The write-ahead log is truncated to 64 MB after a checkpoint", async () => {
  const { db, path } = await homeOnDisk();
  expect(db.$client.query("PRAGMA journal_size_limit").get()).toEqual({ journal_size_limit: 64 << 20 });
  db.$client.run("CREATE TABLE filler (bytes BLOB)");
  db.$client.run("PRAGMA synchronous = OFF");
  const reader = new Database(path);
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM filler").get();
  for (let count = 0; count < 9; count++) db.$client.run("INSERT INTO filler VALUES (zeroblob(8000000))");
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(64 << 20);
  reader.run("COMMIT");
  reader.close();
  db.$client.run("PRAGMA wal_checkpoint(RESTART)");
  db.$client.run("INSERT INTO filler VALUES (1)");
  expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(64 << 20);
});
