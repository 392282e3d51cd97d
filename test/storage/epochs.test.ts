/** Tests to which epoch the number of a calendar change belongs. */
import { expect, test } from "bun:test";
import { beginEpoch, currentEpoch, epochAt } from "#platform/db/numbers/epochs.ts";
import { emptyDatabase } from "../support/home/empty-database.ts";
import { household, serverInProcess } from "../support/home/home.ts";

async function home() {
  const db = emptyDatabase();
  const { id } = await household({ server: serverInProcess({}, { db }) });
  let count = 0;
  /** Gives out the next number. */
  const change = () => {
    db.$client.run("INSERT INTO event_change (household_id, calendar, name, at) VALUES (?, 'family', ?, 0)", [
      id,
      String(++count),
    ]);
    return (db.$client.query("SELECT max(seq) AS seq FROM event_change").get() as { seq: number }).seq;
  };
  return { db, change };
}

test("A change of an event stays assigned to the epoch of the database in which the change was made", async () => {
  const { db, change } = await home();
  const given = new Map<number, string>();
  for (let count = 0; count < 5; count++) {
    beginEpoch(db);
    beginEpoch(db);
    given.set(change(), currentEpoch(db));
  }
  beginEpoch(db);
  for (const [number, epoch] of given) expect(epochAt(db, number)).toBe(epoch);
  expect(new Set([...given.values(), currentEpoch(db)]).size).toBe(6);
  const { value } = db.$client.query("SELECT value FROM instance WHERE name = 'epochs'").get() as { value: string };
  expect(JSON.parse(value).length).toBeLessThanOrEqual(7);
});

test("A change of an event by an older version gets the epoch that the older version stored", async () => {
  const { db, change } = await home();
  const number = change();
  db.$client.run("DELETE FROM instance WHERE name = 'epochs'");
  db.$client.run("INSERT INTO instance (name, value) VALUES ('dav-epoch', 'former')");
  beginEpoch(db);
  expect([epochAt(db, 0), epochAt(db, number), epochAt(db, change())]).toEqual(["former", "former", currentEpoch(db)]);
});

test("Only the newest 200 openings of the database (epochs) with changed events are kept", async () => {
  const { db, change } = await home();
  const given: [number, string][] = [];
  for (let count = 0; count < 200; count++) {
    beginEpoch(db);
    given.push([change(), currentEpoch(db)]);
  }
  const [first, second] = given;
  expect(given.every(([number, epoch]) => epochAt(db, number) === epoch)).toBe(true);
  beginEpoch(db);
  expect(epochAt(db, first?.[0] ?? 0)).toBe(second?.[1] ?? "");
  expect(given.slice(1).every(([number, epoch]) => epochAt(db, number) === epoch)).toBe(true);
});
