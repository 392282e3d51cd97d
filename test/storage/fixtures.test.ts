/** Restores a backup of every released data version with this version, and reads it. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { listHouseholds } from "#accounts/households/store.ts";
import { examine } from "#operations/backup/doctor.ts";
import { restoreBackup } from "#operations/backup/restore.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { readConfig } from "#platform/config.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { databasePath, openDataDir, openInMemory, versionOf } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { systemWork } from "#platform/work.ts";
import { createApp } from "#server/app.ts";
import { contentsOf, newPath } from "../support/home/folders.ts";
import { testDeps } from "../support/home/home.ts";
import { oldBackup } from "../support/records/backups.ts";

const now = new Date("2026-11-27T10:00:00.000Z");
const versions = migrations.map((_, index) => index + 1);

type Authors = Readonly<Record<string, readonly unknown[]>>;

/**
 * Returns the authors of each row and of those in an entry's images, by table and in the order of the feed or of the
 * rows.
 */
function authorsIn(client: Database): Authors {
  const authors = new Map(client.query("SELECT id, identity || name FROM actor").values() as [number, string][]);
  const tables = client
    .query(
      "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE c.name IN ('created_by', 'actor_id')",
    )
    .values() as [string, string][];
  const inImages = (...images: (string | null | undefined)[]) =>
    images.flatMap((image) =>
      [...(image ?? "").matchAll(/"createdBy":(\d+)/g)].map(([, id]) => authors.get(Number(id))),
    );
  const named = tables.map(([table, column]): [string, unknown[]] => {
    const [images, order] = table === "activity" ? ["before, after, id", "seq"] : ["NULL, NULL, NULL", "1"];
    const rows = client.query(`SELECT ${column}, ${images} FROM "${table}" ORDER BY ${order}`).values() as string[][];
    return [
      table,
      rows.map(([id, before, after, entry]) => [entry, authors.get(Number(id)), ...inImages(before, after)]),
    ];
  });
  return Object.fromEntries(named.filter(([, rows]) => rows.length > 0));
}

describe.each(versions)("a backup of data version %i", (version) => {
  test("The folder test/fixtures has a backup of each data version (`bun run fixture` makes the newest)", () => {
    const file = join(import.meta.dir, `../fixtures/backup-v${version}.tar.zst`);
    expect({ file, exists: existsSync(file) }).toEqual({ file, exists: true });
  });

  test("A backup of an old version restores to exactly the tables of a new database", () => {
    const dataDir = newPath();
    expect(restoreBackup({ file: oldBackup(version), dataDir, mayReplace: false, now }).schemaVersion).toBe(version);
    expect(examine(readConfig({ DATA_DIR: dataDir }), now).filter(({ level }) => level === "wrong")).toEqual([]);
    expect(Object.keys(contentsOf(join(dataDir, "photos")))).toEqual(["summer", "summer/Zoë at the sea.jpg"]);
    const db = openDataDir(dataDir, { now });
    const tables = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name";
    expect(db.$client.query(tables).all()).toEqual(openInMemory().$client.query(tables).all());
    expect(versionOf(db)).toBe(migrations.length);
    const [counted, stored] = [
      "SELECT sum(image_bytes) AS bytes FROM household",
      "SELECT sum(ifnull(octet_length(before), 0) + ifnull(octet_length(after), 0)) AS bytes FROM activity",
    ].map((query) => db.$client.query(query).get());
    expect(counted).toEqual(stored);
    closeDatabase(db);
    expect(examine(readConfig({ DATA_DIR: dataDir }), now).filter(({ level }) => level === "wrong")).toEqual([]);
  });

  test("A restored backup of an old version keeps the order of the activity feed and all authors", () => {
    const dataDir = newPath();
    restoreBackup({ file: oldBackup(version), dataDir, mayReplace: false, now });
    const older = new Database(databasePath(dataDir), { readonly: true });
    expect(older.query("PRAGMA user_version").get()).toEqual({ user_version: version });
    const before = authorsIn(older);
    older.close();
    const db = openDataDir(dataDir, { now });
    expect(authorsIn(db.$client)).toEqual(before);
    closeDatabase(db);
    expect(before.activity?.length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(["member", "task"]));
  });

  test("The data of an old version's backup can be read over HTTP after the restore", async () => {
    const dataDir = newPath();
    restoreBackup({ file: oldBackup(version), dataDir, mayReplace: false, now });
    const db = openDataDir(dataDir, { now });
    const [household] = listHouseholds(db);
    const work = systemWork(db, household!, now);
    const wanted = { name: "Reader", scopes: [...scopes], expiresAt: null, memberId: null };
    const { key } = transact(db, () => createApiKey(work, wanted));
    const app = createApp({ ...testDeps(), db });
    const read = async (path: string) => {
      const request = new Request(`http://localhost${path}`, { headers: { Authorization: `Bearer ${key}` } });
      const response = await app.handle(request);
      return { status: response.status, body: (await response.json()) as any };
    };
    const { body: home } = await read("/v1/households/me/members");
    expect(home.household.name).toBe("The Lindens");
    expect(home.members.map(({ name }: { name: string }) => name)).toEqual(["Anna", "Ben", "Mia", "Leo"]);
    expect((await read("/v1/tasks")).body.tasks.length).toBeGreaterThanOrEqual(12);
    expect((await read("/v1/activity?limit=100")).body.entries.length).toBeGreaterThanOrEqual(12);
    closeDatabase(db);
  });
});
