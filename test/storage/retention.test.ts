import { describe, expect, test } from "bun:test";
import { day } from "#lib/time.ts";
import { keptNightlies, outdatedNightlies } from "#operations/backup/retention.ts";

const first = Date.parse("2025-01-01T02:30:00Z");
const zone = "Europe/Berlin";

/** The days that stay when one backup is made every night and the rule runs after each. */
function daysAfter(nights: number): string[] {
  let kept: { takenAt: Date }[] = [];
  for (let night = 0; night < nights; night++) {
    const now = new Date(first + night * day);
    kept = [...kept, { takenAt: now }];
    const outdated = outdatedNightlies(kept, zone, now);
    kept = kept.filter((each) => !outdated.includes(each));
  }
  return kept.map(({ takenAt }) => takenAt.toISOString().slice(0, 10));
}

describe("nightly backups", () => {
  test("Nightly backups are kept for 7 days, and one backup for each of 4 weeks and 12 months", () => {
    expect(daysAfter(7).length).toBe(7);
    // 19 November 2026 is a Thursday.
    expect(daysAfter(688)).toEqual([
      ...["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"],
      ...["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"],
      ...["2026-11-01", "2026-11-08", "2026-11-13", "2026-11-14", "2026-11-15"],
      ...["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"],
    ]);
  });

  test("The same nightly backups are kept, whether old backups are deleted each night or later", () => {
    const all = Array.from({ length: 688 }, (_, night) => new Date(first + night * day));
    const kept = keptNightlies(all.toReversed(), zone);
    expect([...kept].map((each) => each.toISOString().slice(0, 10)).sort()).toEqual(daysAfter(688));
  });

  test("Nightly backups count for the day, week and month in the household's time zone", () => {
    const all = ["2026-10-31T23:30:00Z", "2026-10-31T22:30:00Z"].map((each) => new Date(each));
    expect(keptNightlies(all, "UTC").size).toBe(1);
    expect(keptNightlies(all, zone).size).toBe(2);
  });

  test("Nightly backups with a date in the future are kept until seven other backups exist", () => {
    const future = { takenAt: new Date("2099-01-01T00:00:00Z") };
    const past = (count: number) =>
      Array.from({ length: count }, (_, night) => ({ takenAt: new Date(first + night * day) }));
    const now = new Date(first + 30 * day);
    expect(outdatedNightlies([...past(6), future], zone, now)).toEqual([]);
    expect(outdatedNightlies([...past(7), future], zone, now)).toEqual([future]);
  });
});
