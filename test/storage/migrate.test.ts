import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { createSection } from "#lists/sections/store.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { lockDataDir } from "#platform/db/lock.ts";
import { databasePath, openDataDir, openInMemory, versionOf } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { withSpace } from "#platform/db/space.ts";
import { systemWork } from "#platform/work.ts";
import { listMigrations } from "../../drizzle/list.ts";
import { emptyDatabase } from "../support/home/empty-database.ts";

const root = mkdtempSync(join(tmpdir(), "inglenook-migrate-"));
afterAll(() => rmSync(root, { recursive: true }));
let dataDir = "";
let count = 0;
beforeEach(() => {
  dataDir = join(root, String(count++));
});

const now = new Date("2026-11-27T09:00:00Z");
const current = migrations.length;

/** Makes a database that later versions migrate: this version's, with a parent row and a child row. */
function olderVersion(): void {
  const db = openDataDir(dataDir, { now });
  db.$client.run(
    "INSERT INTO household (id, name, time_zone, plan, created_at, updated_at) VALUES ('h', 'x', 'UTC', 'api', '', '')",
  );
  db.$client.run("INSERT INTO actor (id, household_id, kind, name, identity) VALUES (1, 'h', 'system', 'x', 'x')");
  closeDatabase(db);
}

/** A migration that rebuilds a table, as SQLite requires to change a column: it drops the parent of the child row. */
const rebuild = `CREATE TABLE new_household AS SELECT * FROM household;
DROP TABLE household;
ALTER TABLE new_household RENAME TO household;
CREATE UNIQUE INDEX household_id ON household (id);`;

function open(steps: readonly string[] = migrations) {
  return openDataDir(dataDir, { now, migrations: steps });
}

describe("a new data folder", () => {
  test("A new database is opened with the required SQLite settings and without a snapshot", () => {
    const db = open();
    const pragma = (name: string) => Object.values(db.$client.query(`PRAGMA ${name}`).get() as object)[0];
    expect(versionOf(db)).toBe(current);
    expect(pragma("journal_mode")).toBe("wal");
    expect(pragma("synchronous")).toBe(2);
    expect(pragma("foreign_keys")).toBe(1);
    expect(pragma("busy_timeout")).toBe(5000);
    expect(readdirSync(dataDir)).not.toContain("backups");
    closeDatabase(db);
  });

  test("The prepared empty database for tests equals a database that the migrations make", () => {
    const isOwn = "name <> 'sqlite_sequence'"; // Of a table that a later migration replaced; it is empty.
    const [made, migrated] = [emptyDatabase(), openInMemory()].map(({ $client: client }) => ({
      schema: client
        .query(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE ${isOwn} ORDER BY type, name`)
        .all(),
      marks: ["application_id", "user_version", "foreign_keys"].map((name) => client.query(`PRAGMA ${name}`).get()),
      rows: client
        .query<{ name: string }, []>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND ${isOwn} ORDER BY name`)
        .all()
        .map(({ name }) => [name, client.query(`SELECT * FROM "${name}"`).all()]),
    }));
    expect(made).toEqual(migrated!);
  });

  test("A new database has only STRICT tables, and an index for every column with a household", () => {
    const db = openInMemory();
    const tables = db.$client
      .query("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'")
      .all() as { name: string; strict: number }[];
    expect(tables.length).toBeGreaterThan(5);
    expect(tables.filter(({ strict }) => strict === 0)).toEqual([]);
    for (const { name } of tables) {
      const columns = db.$client.query(`SELECT name FROM pragma_table_info('${name}')`).all() as { name: string }[];
      if (!columns.some((column) => column.name === "household_id")) continue;
      const leading = db.$client
        .query(`SELECT i.name FROM pragma_index_list('${name}') l, pragma_index_info(l.name) i WHERE i.seqno = 0`)
        .all() as { name: string }[];
      expect(leading.map((index) => index.name)).toContain("household_id");
    }
  });
});

describe("an older database", () => {
  test("A migration first copies the whole database, and keeps rows that refer to a rebuilt table", () => {
    olderVersion();
    const db = open([...migrations, rebuild]);
    expect(versionOf(db)).toBe(current + 1);
    expect(db.$client.query("SELECT count(*) AS n FROM actor").get()).toEqual({ n: 1 });
    expect(Object.values(db.$client.query("PRAGMA foreign_keys").get() as object)).toEqual([1]);
    closeDatabase(db);
    const [name = ""] = readdirSync(join(dataDir, "backups"));
    expect(name).toBe(`before-v${current + 1}-2026-11-27T090000.000Z.db.zst`);
    const copy = Database.deserialize(zstdDecompressSync(readFileSync(join(dataDir, "backups", name))), true);
    expect(copy.query("PRAGMA user_version").get()).toEqual({ user_version: current });
    expect(copy.query("SELECT id FROM household").get()).toEqual({ id: "h" });
    copy.close();
  });

  test("The migration that numbers actors and activity entries keeps the numbers in stored changes", () => {
    closeDatabase(open(migrations.slice(0, 9)));
    const before = new Database(databasePath(dataDir));
    for (const [actor, id] of [
      [3, "g"],
      [4, "h"],
    ] as const) {
      before.run(
        "INSERT INTO household (id, name, time_zone, plan, created_at, updated_at) VALUES (?, 'x', 'UTC', 'api', '', '')",
        [id],
      );
      before.run("INSERT INTO actor (id, household_id, kind, name, identity) VALUES (?, ?, 'system', 'Inglenook', ?)", [
        ...[actor, id, JSON.stringify(["system", null, null])],
      ]);
    }
    for (const [seq, household, actor] of [
      [70, "h", 4],
      [71, "g", 3],
      [72, "h", 4],
    ] as const) {
      const image = JSON.stringify({ task: [{ createdBy: actor }] });
      before.run(
        `INSERT INTO activity (seq, id, household_id, created_at, actor_id, action, subject_type, subject_id, subject_label, summary, after)
         VALUES (?1, 'e' || ?1, ?2, '', ?3, 'created', 'task', 't', 'x', 'added x', ?4)`,
        [seq, household, actor, image],
      );
    }
    before.close();
    const db = open();
    for (const id of ["g", "h"]) {
      const work = systemWork(db, { id, timeZone: "UTC" }, now);
      transact(db, () =>
        createSection(
          { ...work, actor: { kind: "member", id: "anna", name: "Anna", agentName: null } },
          { name: "Home" },
        ),
      );
    }
    const all = (sql: string) => db.$client.query(sql).values();
    expect(all("SELECT household_id, id, name FROM actor ORDER BY 1, 2")).toEqual([
      ["g", 3, "Inglenook"],
      ["g", 4, "Anna"],
      ["h", 4, "Inglenook"],
      ["h", 5, "Anna"],
    ]);
    const entries = "SELECT household_id, seq, actor_id, after ->> '$.task[0].createdBy' FROM activity ORDER BY 1, 2";
    expect(all(entries)).toEqual([
      ["g", 71, 3, 3],
      ["g", expect.any(Number), 4, null],
      ["h", 70, 4, 4],
      ["h", 72, 4, 4],
      ["h", expect.any(Number), 5, null],
    ]);
    closeDatabase(db);
  });

  test("A migration keeps a household's only grocery list as the list to which groceries are added", () => {
    closeDatabase(open(migrations.slice(0, 16)));
    const before = new Database(databasePath(dataDir));
    const lists = {
      none: [],
      english: ["shared Einkaufsliste", "shared groceries"],
      german: ["personal Groceries", "shared Einkauf ", "shared Einkaufsliste"],
      loud: ["personal Einkauf", "shared EINKAUFSLISTE"],
      own: ["personal Einkaufsliste", "shared Wocheneinkauf"],
    };
    for (const [id, all] of Object.entries(lists)) {
      before.run(
        "INSERT INTO household (id, name, time_zone, plan, created_at, updated_at) VALUES (?, 'x', 'UTC', 'api', '', '')",
        [id],
      );
      before.run("INSERT INTO actor (id, household_id, kind, name, identity) VALUES (1, ?, 'system', 'x', 'x')", [id]);
      before.run(
        `INSERT INTO list_section (id, household_id, name, position, created_at, updated_at, created_by)
         VALUES ('s' || ?1, ?1, 'x', 1, '', '', 1)`,
        [id],
      );
      for (const [index, each] of all.entries()) {
        const [visibility = "", ...name] = each.split(" ");
        before.run(
          `INSERT INTO list (id, household_id, section_id, name, icon, visibility, position, created_at, updated_at, created_by)
           VALUES (?1 || ?2, ?1, 's' || ?1, ?3, '', ?4, ?2, ?2, '', 1)`,
          [id, index, name.join(" "), visibility],
        );
      }
    }
    before.close();
    const db = open();
    const named = db.$client.query("SELECT id, grocery_list_name FROM household").values();
    expect(Object.fromEntries(named as [string, string][])).toEqual({
      ...{ none: "Groceries", english: "Groceries", german: "Einkauf ", loud: "EINKAUFSLISTE", own: "Groceries" },
    });
    closeDatabase(db);
  });

  test.each([
    ["breaks a reference", "DELETE FROM household;", "would break 1 references"],
    ["fails half-way", "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1);", "no such table: nowhere"],
  ])("A database stays unchanged if a step of the migration %s", (_, step, message) => {
    olderVersion();
    expect(() => open([...migrations, step])).toThrow(message);
    const db = open();
    expect(versionOf(db)).toBe(current);
    expect(db.$client.query("SELECT id FROM household").get()).toEqual({ id: "h" });
    expect(db.$client.query("SELECT 1 FROM sqlite_master WHERE name = 'half'").get()).toBeNull();
    closeDatabase(db);
  });

  test("A migration keeps the five newest snapshots, and all snapshots of the last 90 days", () => {
    olderVersion();
    const steps = [...migrations];
    const names = () => readdirSync(join(dataDir, "backups"));
    const migrateAfter = (days: number) => {
      steps.push(`CREATE TABLE t${steps.length} (a TEXT) STRICT;`);
      const at = new Date(now.getTime() + days * 86_400_000);
      closeDatabase(openDataDir(dataDir, { now: at, migrations: steps }));
    };
    mkdirSync(join(dataDir, "backups"));
    writeFileSync(join(dataDir, "backups/before-v2-2020-01-01T000000.000Z.db"), "of an earlier version");
    for (const days of [0, 1, 2, 3, 4, 5]) migrateAfter(days);
    expect(names().length).toBe(6);
    expect(names()).not.toContain("before-v2-2020-01-01T000000.000Z.db");
    migrateAfter(93);
    const kept = names().map((name) => Number(/^before-v(\d+)-/.exec(name)?.[1]));
    expect(kept.sort((one, other) => one - other)).toEqual([3, 4, 5, 6, 7].map((step) => current + step));
  });

  test("A migration is refused without space for the snapshot, and the error names the megabytes", () => {
    olderVersion();
    expect(() => withSpace(dataDir, 1e18, "Free some space.", () => {})).toThrow(
      /has too little space: 1000000000000 MB needed, \d+ MB free\. Free some space\.$/,
    );
  });

  test("A database is not migrated while another process holds the data folder", () => {
    olderVersion();
    const release = lockDataDir(dataDir);
    expect(() => open([...migrations, rebuild])).toThrow("Another Inglenook is using the data folder");
    release();
    closeDatabase(open([...migrations, rebuild]));
  });

  test("A damaged database is refused before a migration changes anything", () => {
    olderVersion();
    const path = databasePath(dataDir);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096, 4096 * 3);
    writeFileSync(path, bytes);
    expect(() => open([...migrations, rebuild])).toThrow(/damaged|malformed/);
    expect(readdirSync(dataDir)).not.toContain("backups");
  });
});

describe("a database that this version refuses", () => {
  const untouched = (message: string) => {
    const before = readFileSync(databasePath(dataDir));
    expect(() => open()).toThrow(message);
    expect(readFileSync(databasePath(dataDir)).equals(before)).toBe(true);
  };

  test("A database from a newer version is refused", () => {
    olderVersion();
    closeDatabase(open([...migrations, rebuild]));
    untouched(`was written by a newer Inglenook (schema ${current + 1}; this one knows ${current})`);
  });

  test("A database that belongs to another program is refused", () => {
    olderVersion();
    const other = new Database(databasePath(dataDir));
    other.run("PRAGMA application_id = 7");
    other.close();
    untouched("is not an Inglenook database");
  });
});

test("The lock of the data folder is kept until the holder releases the lock", () => {
  openDataDir(dataDir, { now });
  const release = lockDataDir(dataDir);
  Bun.gc(true);
  expect(() => lockDataDir(dataDir)).toThrow("Another Inglenook is using the data folder");
  release();
  lockDataDir(dataDir)();
});

test("The list of migrations in the source is the one that the generator writes", async () => {
  const path = join(import.meta.dir, "../../src/platform/db/migrations.ts");
  expect(await Bun.file(path).text()).toBe(listMigrations());
});
