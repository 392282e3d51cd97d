/** An import into a database file, between whose steps others read and write. */
import { describe, expect, test } from "bun:test";
import { yieldToEventLoop } from "#lib/concurrency.ts";
import { closeDatabase, secondConnectionOf, transact } from "#platform/db/client.ts";
import { transactCooperatively } from "#platform/db/cooperative-transaction.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { calendar } from "../../support/calendar/imports.ts";
import { newPath } from "../../support/home/folders.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { newest, undo } from "../../support/home/undo.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

const choices = { memberIds: [], isGeneral: true, known: "skip" };
const count = 400;

const large = [
  "BEGIN:VCALENDAR",
  ...Array.from({ length: count }, (_, index) => [
    ...["BEGIN:VEVENT", `UID:${index}@club`, `SUMMARY:Event ${index}`],
    ...[
      `DTSTART:202612${String(1 + (index % 28)).padStart(2, "0")}T100000Z`,
      "RRULE:FREQ=WEEKLY;COUNT=9",
      "END:VEVENT",
    ],
  ]).flat(),
  "END:VCALENDAR",
  "",
].join("\r\n");

function fileDatabase() {
  return openDataDir(newPath(), { now: new Date("2026-11-27T09:00:00Z") });
}

const rows = (db: ReturnType<typeof fileDatabase>) =>
  db.$client.query("SELECT name FROM household ORDER BY name").values().flat();

const insert = (db: ReturnType<typeof fileDatabase>, name: string) =>
  db.$client.run(
    "INSERT INTO household (id, name, time_zone, plan, created_at, updated_at) VALUES (?1, ?1, 'UTC', 'api', '', '')",
    [name],
  );

describe("a cooperative transaction", () => {
  test("A cooperative transaction is invisible to other connections until the commit", async () => {
    const db = fileDatabase();
    const seen: unknown[] = [];
    const result = await transactCooperatively(db, function* (own) {
      insert(own, "first");
      for (const end = performance.now() + 10; performance.now() < end; ) yield;
      seen.push(...rows(db));
      insert(own, "second");
      return 7;
    });
    expect({ result, seen, now: rows(db) }).toEqual({ result: 7, seen: [], now: ["first", "second"] });
    closeDatabase(db);
  });

  test("A cooperative transaction restarts after writes of other requests, and finally succeeds", async () => {
    const db = fileDatabase();
    let begun = 0;
    let written = 0;
    const write = () => transact(db, () => insert(db, `other ${++written}`));
    await transactCooperatively(db, function* (own) {
      insert(own, `long ${++begun}`);
      // After four tries, no other request runs in between.
      const isAlone = begun > 4;
      if (!isAlone) setImmediate(write);
      while (!isAlone && written < begun) yield;
    });
    expect({ begun, rows: rows(db) }).toEqual({
      begun: 5,
      rows: ["long 5", "other 1", "other 2", "other 3", "other 4"],
    });
    closeDatabase(db);
  });

  test("A cooperative transaction that fails leaves nothing in the database", async () => {
    const db = fileDatabase();
    const failing = transactCooperatively(db, function* (own) {
      insert(own, "lost");
      yield;
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(rows(db)).toEqual([]);
    transact(db, () => insert(db, "later"));
    expect(rows(db)).toEqual(["later"]);
    closeDatabase(db);
  });
});

test("An import whose transaction restarts returns only the activity entry of the last attempt", async () => {
  const db = fileDatabase();
  const home = await household({ server: serverInProcess({}, { db }) });
  const times = { startsAt: "2026-12-01T10:00:00.000Z", endsAt: "2026-12-01T11:00:00.000Z" };
  await home.post("/v1/events", { title: "Elsewhere", ...times });
  const lines = ["UID:1@club", "SUMMARY:Match", "DTSTART:20261201T100000Z", "DTEND:20261201T110000Z"];
  const { body } = await preview(home, calendar(lines));
  const send = () =>
    home.as(home.members.anna).post(`/app/calendar-imports/${body.id}`, choices, {
      headers: { "Idempotency-Key": "import once" },
    });
  const importing = send();
  while (!secondConnectionOf(db)?.$client.inTransaction) await new Promise((resolve) => setImmediate(resolve));
  transact(db, () => {
    db.$client.run("UPDATE event SET title = 'Match' WHERE household_id = ?", [home.id]);
    db.$client.run("UPDATE household SET revision = revision + 1 WHERE id = ?", [home.id]);
  });
  for (const { headers, body: done } of [await importing, await send()]) {
    expect(done).toMatchObject({ added: 0, skipped: 1, activityId: null });
    expect(headers.get("X-Activity-Id")).toBeNull();
  }
  closeDatabase(db);
});

test("An import and concurrent writes succeed, and the import creates only one activity entry", async () => {
  const db = fileDatabase();
  const home = await household({ server: serverInProcess({}, { db }) });
  const anna = home.as(home.members.anna);
  const { body } = await preview(home, large);
  let isDone = false;
  const importing = anna.post(`/app/calendar-imports/${body.id}`, choices).finally(() => {
    isDone = true;
  });
  let tasks = 0;
  for (; !isDone || tasks < 3; tasks++) {
    await yieldToEventLoop();
    const label = `Task ${tasks}`;
    expect((await home.post("/v1/tasks", { label, memberId: home.members.anna.id })).status).toBe(200);
    expect((await home.get("/v1/tasks")).body.tasks).toHaveLength(tasks + 1);
  }
  const { status, body: done } = await importing;
  expect({ status, added: done.added }).toEqual({ status: 200, added: count });
  const imports = home.entries().filter(({ action }) => action === "imported");
  expect(imports.map(({ id }) => id)).toEqual([done.activityId]);
  const { body: page } = await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z&limit=100");
  expect(page.events.length).toBeGreaterThan(10);
  expect((await undo(home, done.activityId)).status).toBe(200);
  expect((await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z")).body.events).toEqual([]);
  expect(newest(home)).not.toBe(done.activityId);
  closeDatabase(db);
});
