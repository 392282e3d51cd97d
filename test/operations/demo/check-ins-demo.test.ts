/** The demo household's check-ins, at any hour at which the demo starts. */
import { describe, expect, test } from "bun:test";
import { fillDemo } from "#operations/demo/household.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import "#server/traits.ts"; // Registers the traits, which the demo household needs.

describe("the demo", () => {
  test.each([
    ["2026-11-27T09:00:00Z", "2026-11-13", "2026-11-27"],
    ["2026-11-26T23:10:00Z", "2026-11-13", "2026-11-26"], // Past midnight: nobody is up yet.
    ["2026-11-27T22:59:00Z", "2026-11-13", "2026-11-27"],
    ["2027-03-29T00:10:00Z", "2027-03-15", "2027-03-28"], // Daylight saving changed in between.
    ["2026-11-01T12:00:00Z", "2026-10-18", "2026-11-01"],
  ])("The demo at %s has two check-ins with answers of two weeks", (now, first, last) => {
    const db = openInMemory();
    fillDemo(db, new Date(now));
    const all = (query: string) => db.$client.query(query).values();
    const perCheckIn = all(
      "SELECT min(date), max(date), count(DISTINCT date) FROM check_in_answer GROUP BY check_in_id",
    );
    expect(perCheckIn.length).toBe(2);
    expect(perCheckIn.map(([from]) => from)).toEqual([first, first]);
    expect(
      perCheckIn
        .map(([, to]) => to)
        .sort()
        .at(-1),
    ).toBe(last);
    for (const [, , days] of perCheckIn) expect(days).toBeGreaterThanOrEqual(13);
    expect(
      all("SELECT count(*) FROM check_in_answer WHERE answered_at > (SELECT max(created_at) FROM activity)"),
    ).toEqual([[0]]);
    const times = all("SELECT created_at FROM activity ORDER BY seq").flat();
    expect(times).toEqual([...times].sort());
    const newest = all("SELECT action FROM (SELECT action FROM activity ORDER BY seq DESC LIMIT 50)").flat();
    expect(newest.filter((action) => action === "answered").length).toBeLessThan(20);
    db.$client.close();
  });
});
