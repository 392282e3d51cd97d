/** Backups whose checksums are right and whose tables are not those of their data version. */

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { examine } from "#operations/backup/doctor.ts";
import { previewRestore, verifyBackup } from "#operations/backup/inspect.ts";
import { openSource } from "#operations/backup/source.ts";
import { readConfig } from "#platform/config.ts";
import { databasePath, openInMemory } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { findSchemaDifference } from "#platform/db/schema.ts";
import { command } from "#platform/program.ts";
import { contentsOf, newPath } from "../support/home/folders.ts";
import { filled, forged, later, now, oldBackup, putEndlessView, restore } from "../support/records/backups.ts";

type Change = (path: string) => void;

function statements(...all: string[]): Change {
  return (path) => {
    const client = new Database(path);
    for (const sql of all) client.run(sql);
    client.run("PRAGMA wal_checkpoint(TRUNCATE)");
    client.close();
  };
}

/** Replaces the SQL that the file has of an object by one of the same length, which no statement can do. */
function rewritten(name: string, change: (sql: string) => string): Change {
  return (path) => {
    const client = new Database(path, { readonly: true });
    const { sql } = client.query("SELECT sql FROM sqlite_schema WHERE name = ?").get(name) as { sql: string };
    client.close();
    const bytes = readFileSync(path);
    const at = bytes.indexOf(sql);
    const other = change(sql);
    if (at < 0 || other === sql || other.length !== sql.length) throw new Error(`${name} can't be rewritten like this`);
    bytes.write(other, at);
    writeFileSync(path, bytes);
  };
}

/** A data folder that no test changes. */
const dataDir = filled();

/** Returns a changed copy of the database. */
function changed(change: Change): string {
  const path = newPath();
  copyFileSync(databasePath(dataDir), path);
  change(path);
  return forged([["inglenook.db", readFileSync(path)]]);
}

const faults: [string, Change, string][] = [
  ["a missing table", statements("DROP TABLE reminder_clock"), "has no table reminder_clock"],
  ["a missing column", statements("ALTER TABLE task DROP COLUMN completed_at"), "has no column task.completed_at"],
  ["an additional column", statements("ALTER TABLE task ADD extra text"), "has an unknown column task.extra"],
  ["a missing index", statements("DROP INDEX activity_id_tail"), "has no index activity_id_tail"],
  [
    "an index over other columns",
    statements("DROP INDEX activity_id_tail", "CREATE UNIQUE INDEX activity_id_tail ON activity (id)"),
    "has another index activity_id_tail",
  ],
  ["an additional unique index", statements("CREATE UNIQUE INDEX evil ON activity (id)"), "has an unknown index evil"],
  [
    "a changed constraint",
    rewritten("household", (sql) => sql.replace("DEFAULT 0 NOT NULL", "CHECK(revision <1)")),
    "has another table household",
  ],
  [
    "a table that is not strict",
    rewritten("household", (sql) => sql.replace(/STRICT$/, "      ")),
    "has another table household",
  ],
  [
    "an additional trigger",
    statements("CREATE TRIGGER evil BEFORE INSERT ON task BEGIN SELECT RAISE(ABORT, 'no'); END"),
    "has an unknown trigger evil",
  ],
  [
    "a trigger of ours with other content",
    statements(
      "DROP TRIGGER event_added",
      "CREATE TRIGGER event_added AFTER INSERT ON event BEGIN DELETE FROM task; END",
    ),
    "has another trigger event_added",
  ],
  ["a missing trigger", statements("DROP TRIGGER event_added"), "has no trigger event_added"],
  ["an additional view", statements("CREATE VIEW evil AS SELECT * FROM task"), "has an unknown view evil"],
  ["an additional table", statements('CREATE TABLE "my ""notes" (a)'), 'has an unknown table "my \\"notes"'],
  [
    "a table whose generated column calls a function",
    statements("CREATE TABLE evil (a, b GENERATED ALWAYS AS (zeroblob(900000000)))", "INSERT INTO evil VALUES (1)"),
    "has an unknown table evil",
  ],
  ["an endless view in place of a table", putEndlessView, "has no table household"],
  ["a virtual table", statements("CREATE VIRTUAL TABLE evil USING fts5(a)"), "has an unknown table evil"],
  [
    "SQL that SQLite can't read",
    rewritten("household", (sql) => sql.replace("(", "!")),
    "The database is damaged (malformed database schema (household)",
  ],
  [
    "an index whose rows are sorted by other columns than its SQL says",
    (path) => {
      statements(
        "DROP INDEX activity_id_tail",
        "CREATE INDEX `activity_id_tail` ON `activity` (`household_id`,`id_tail`)",
      )(path);
      rewritten("activity_id_tail", (sql) => sql.replace(/\(.*\)/, "(`id_tail`,`household_id`)"))(path);
    },
    "missing from index activity_id_tail",
  ],
  [
    "an index by the name of another in its SQL",
    rewritten("activity_id_tail", (sql) => sql.replace("activity_id_tail", "block_id_tailxxx")),
    "The database is damaged (malformed database schema (activity_id_tail)",
  ],
];

describe("a backup with a changed schema", () => {
  test.each(faults)(
    "A backup with %s is refused by the restore, the preview and the verification",
    (_, change, says) => {
      const file = changed(change);
      const before = contentsOf(dataDir);
      for (const attempt of [() => restore(file, dataDir), () => previewRestore(file, dataDir, later)]) {
        let message = "none";
        try {
          attempt();
        } catch (error) {
          message = (error as Error).message;
        }
        expect(message).toStartWith(`${file} is damaged or not an Inglenook backup (`);
        expect(message).toContain(says);
        expect(message).toEndWith(" Nothing was changed.");
      }
      expect(contentsOf(dataDir)).toEqual(before);
      const fresh = newPath();
      expect(() => restore(file, fresh)).toThrow(says);
      expect(existsSync(fresh)).toBe(false);
      const { ok, findings } = verifyBackup(file, later);
      expect(ok).toBe(false);
      expect(findings).toMatchObject([
        { check: "file", level: "wrong", todo: `Move it away and take another: ${command("backup")}` },
      ]);
      expect(findings[0]?.says).toStartWith(`${file} is damaged`);
      expect(findings[0]?.says).toContain(says);
    },
  );

  test.each([
    ["the statistics of ANALYZE", "ANALYZE"],
    ["the tables of Litestream", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"],
    ["the lock of Litestream", "CREATE TABLE _litestream_lock (id INTEGER)"],
  ])("A backup whose database contains %s is restored", (_, sql) => {
    expect(restore(changed(statements(sql)), newPath()).households).toBe(1);
  });

  test("A backup is restored if the table definitions differ only in spaces and quotes", () => {
    const file = changed(rewritten("household", (sql) => sql.replaceAll("`", '"').replaceAll("\n\t", "  ")));
    expect(restore(file, newPath()).households).toBe(1);
  });

  test("A backup is refused if the table definitions differ in a quoted text", () => {
    const file = changed(rewritten("task", (sql) => sql.replace("'~'", "' '")));
    expect(() => restore(file, newPath())).toThrow("has another table task");
  });
});

test.each(migrations.map((_, index) => index + 1))(
  "The backup of data version %i has the tables of this version",
  (version) => {
    const folder = newPath();
    openSource(oldBackup(version)).unpack(folder);
    const client = new Database(databasePath(folder), { readonly: true });
    expect(findSchemaDifference(client, version)).toBe(null);
    client.close();
  },
);

test("The schema check finds a database with a version number newer than the tables", () => {
  expect(findSchemaDifference(openInMemory(3).$client, 4)).toStartWith("has ");
  expect(findSchemaDifference(openInMemory(4).$client, 4)).toBe(null);
});

test("The command “doctor” names the part of the schema that differs, and the newest backup", () => {
  const present = filled();
  statements("DROP TRIGGER event_changed")(databasePath(present));
  const found = examine(readConfig({ DATA_DIR: present }), now).find(({ check }) => check === "database");
  expect(found).toMatchObject({ level: "wrong", says: `${databasePath(present)} has no trigger event_changed` });
  expect(found?.todo).toContain(command("restore"));
});
