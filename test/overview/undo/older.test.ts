/** Tests undo of entries from older versions, whose images have fewer columns. */
import { describe, expect, test } from "bun:test";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { listHouseholds } from "#accounts/households/store.ts";
import { listMembers } from "#accounts/members/store.ts";
import { startSession } from "#accounts/sign-in/store.ts";
import { readExport } from "#operations/backup/export.ts";
import { restoreBackup } from "#operations/backup/restore.ts";
import { columnsOf } from "#platform/activity/images.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { type RestorableTable, restorableTables, tableOf } from "#platform/traits.ts";
import { systemWork } from "#platform/work.ts";
import { newPath } from "../../support/home/folders.ts";
import { household, refusal, requireDescribed, serverInProcess } from "../../support/home/home.ts";
import { changedSince, newest, undo } from "../../support/home/undo.ts";
import { requestOf, samples } from "../../support/operations/operations.ts";
import { oldBackup } from "../../support/records/backups.ts";

const notUndoable = refusal(422, "This kind of change can't be undone");
const versions = migrations.map((_, index) => index + 1);
const now = new Date("2026-11-27T10:00:00.000Z");
/** The first data version whose new entries record rows. */
const firstWithRows = 5;
/** Names in images that undo can restore. The first versions recorded API responses, which contain none of these names. */
const restored = [...restorableTables(), "instance", "profile", "settings"];

/** Returns the entries with the names in their images, newest first. */
function entriesOf(db: Db): { id: string; names: string[] }[] {
  const rows = db.$client.query("SELECT id, before, after FROM activity ORDER BY seq DESC").all();
  return (rows as { id: string; before: string | null; after: string | null }[]).map(({ id, before, after }) => ({
    id,
    names: Object.keys({ ...JSON.parse(before ?? "{}"), ...JSON.parse(after ?? "{}") }),
  }));
}

/** Exports all data of the household except the feed. */
function exported(db: Db, householdId: string): unknown {
  const { activity: _, actor: __, household: ___, ...tables } = readExport({ db, householdId });
  const withoutTime = (row: Record<string, unknown>) => JSON.stringify({ ...row, updatedAt: null });
  return Object.entries(tables).map(([name, rows]) => [name, rows.map(withoutTime).sort()]);
}

describe.each(versions)("a backup of data version %i", (version) => {
  test("A change from an old backup can be undone and redone only if its database rows were recorded", async () => {
    const dataDir = newPath();
    restoreBackup({ file: oldBackup(version), dataDir, mayReplace: false, now });
    const db = openDataDir(dataDir, { now });
    const server = serverInProcess({}, { db });
    const [home] = listHouseholds(db);
    if (!home) throw new Error("The backup has no household");
    const work = systemWork(db, home, now);
    const owner = listMembers(work).find(({ role }) => role === "owner");
    const token = transact(db, () => startSession(work, owner?.id ?? "", "Test browser"));
    const headers = { Cookie: `inglenook_session=${token}`, Origin: "http://localhost", Host: "localhost" };
    const undoEntry = async (id: string) => {
      const path = `/v1/activity/${id}/undo`;
      const response = await server.handle(new Request(`http://localhost${path}`, { method: "POST", headers }));
      const answer = { status: response.status, body: (await response.json()) as any, headers: response.headers };
      requireDescribed("POST", path, answer);
      return answer;
    };
    const before = exported(db, home.id);
    const undone: string[] = [];
    for (const { id, names } of entriesOf(db)) {
      const { status, body } = await undoEntry(id);
      const isOfRows = names.length > 0 && names.every((name) => restored.includes(name));
      expect({ names, status, body: isOfRows ? null : body }).toEqual({
        names,
        status: isOfRows ? 200 : 422,
        body: isOfRows ? null : notUndoable,
      });
      if (isOfRows) undone.push(body.id);
    }
    expect(undone.length > 100).toBe(version >= firstWithRows);
    for (const id of undone.toReversed()) expect((await undoEntry(id)).status).toBe(200);
    expect(exported(db, home.id)).toEqual(before);
    closeDatabase(db);
  }, 60_000);
});

/** The operation that creates a row of each table. `member` is missing because undo only restores the order of members. */
const makers: Readonly<Record<Exclude<RestorableTable, "member">, string>> = {
  ...{ task: "createTask", event: "createEvent", listSection: "createSection", list: "createList" },
  ...{ block: "createBlock", recipe: "createRecipe", meal: "createMeal", chore: "createChore" },
  ...{ choreCompletion: "completeChore", checkIn: "createCheckIn", checkInAnswer: "answerCheckIn" },
  listTemplate: "createListTemplate",
  calendarObject: "importCalendar",
  ...{ recipeLike: "likeRecipe", mealRepeat: "repeatMeal" },
  ...{ groceryItem: "shopForMeals", foodPlace: "updateFood", groceryList: "updateGroceryList" },
};
const methods: Readonly<Partial<Record<RestorableTable, string>>> = { foodPlace: "PUT", groceryList: "PATCH" };
const tables = Object.keys(makers) as (keyof typeof makers)[];

describe.each(tables)("stored rows of %s without a newer column", (table) => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(table));

  /** Creates a row, and returns the entry of its creation or removal after deleting one column from the image. */
  async function change(column: string, isRemoved: boolean) {
    const home = await household();
    const anna = home.as(home.members.anna);
    const sample = await samples[makers[table]]?.(home);
    if (!sample) throw new Error(`${table} has no sample`);
    expect((await anna.call(methods[table] ?? "POST", sample.path, requestOf(sample))).status).toBe(200);
    const select = `SELECT * FROM ${getTableName(tableOf(table))} WHERE household_id = ? ORDER BY rowid`;
    const rows = () => home.db.$client.query(select).all(home.id);
    const made = rows();
    if (isRemoved) expect((await undo(home)).status).toBe(200);
    const image = isRemoved ? "before" : "after";
    const entry = newest(home);
    const { [image]: text } = home.db.$client.query("SELECT * FROM activity WHERE id = ?").get(entry) as Record<
      string,
      string
    >;
    const count = JSON.parse(text ?? "")[table].length;
    home.db.$client.run(`UPDATE activity SET ${image} = json_remove(${image}, ?) WHERE id = ?`, [
      `$.${table}[0].${column}`,
      entry,
    ]);
    return { home, entry, made, rows, count };
  }

  test.each(columnsOf(table))(
    "Undo of a deletion restores the default of a newer column, or is refused if the column has none: %s",
    async (column) => {
      const { home, entry, made, rows } = await change(column, true);
      const { notNull, hasDefault, default: fallback, name } = columns[column] as SQLiteColumn;
      const gone = rows();
      const { status, body } = await undo(home, entry);
      if (notNull && !hasDefault) {
        expect(body).toEqual(notUndoable);
        expect(rows()).toEqual(gone);
        return;
      }
      expect({ column, status }).toEqual({ column, status: 200 });
      expect(rows().length).toBe(made.length);
      const back = rows().find((row) => !gone.some((other) => Bun.deepEquals(other, row))) as Record<string, unknown>;
      expect(back[name]).toBe(hasDefault ? fallback : null);
      // The undo records the whole row, so it can be undone too.
      expect((await undo(home)).status).toBe(200);
      expect(rows()).toEqual(gone);
    },
  );

  test.each(columnsOf(table))(
    "If a column was added after a record, undo deletes the record only if that column has its default value: %s",
    async (column) => {
      const { home, entry, made, rows, count } = await change(column, false);
      const { notNull, hasDefault, default: fallback, name } = columns[column] as SQLiteColumn;
      const { body } = await undo(home, entry);
      const standard = hasDefault ? fallback : null;
      const newestRow = made.at(-1) as Record<string, unknown>;
      if (notNull && !hasDefault) expect(body).toEqual(notUndoable);
      // The column no longer has its default value, so undo must treat the record as changed.
      else if (newestRow[name] !== standard) expect(body).toEqual(changedSince);
      else expect(rows().length).toBe(made.length - count);
      if (body.error) expect(rows()).toEqual(made);
    },
  );
});
