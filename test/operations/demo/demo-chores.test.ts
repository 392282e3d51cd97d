/** The demo has chores of every kind, with a plausible past. */
import { expect, test } from "bun:test";
import { fillDemo } from "#operations/demo/household.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { systemWork } from "#platform/work.ts";
import { listChores } from "#routines/chores/store.ts";
import "#server/traits.ts"; // Registers the traits, which the demo household needs.

test.each([
  "2026-11-27T09:00:00Z",
  "2026-11-28T23:30:00Z", // Already Sunday in Berlin.
  "2026-03-29T00:59:00Z",
  "2026-04-06T04:00:00Z",
  "2026-11-01T22:59:59Z",
  "2026-11-01T12:00:00Z", // The demo also fills a list while chores are completed.
])("The demo at %s has chores of every kind with plausible completions in the past", (instant) => {
  const db = openInMemory();
  const now = new Date(instant);
  fillDemo(db, now);
  const { id } = db.$client.query("SELECT id FROM household").get() as { id: string };
  const { chores, starBalances } = listChores(systemWork(db, { id, timeZone: "Europe/Berlin" }, now));
  expect([...new Set(chores.map(({ assignment }) => assignment))].sort()).toEqual(["anyone", "each", "rotate"]);
  expect(chores.filter(({ recurrenceRule }) => recurrenceRule === null).length).toBe(2);
  expect(chores.some(({ today }) => today.some(({ completed }) => !completed))).toBe(true);
  for (const { createdAt, completions } of chores) {
    for (const { completedAt } of completions) {
      expect(createdAt < completedAt && completedAt <= now.toISOString()).toBe(true);
    }
  }
  expect(chores.flatMap(({ completions }) => completions).length).toBeGreaterThan(15);
  const times = db.$client.query("SELECT created_at FROM activity ORDER BY seq").values().flat();
  expect(times).toEqual([...times].sort());
  expect(starBalances.length).toBe(4);
  for (const { stars } of starBalances) expect(stars).toBeGreaterThan(0);
});
