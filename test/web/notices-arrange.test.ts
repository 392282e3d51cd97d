/** The notices in the list under the bell: their order, their rows and their delays. */
import { expect, test } from "bun:test";
import { minute } from "#lib/time.ts";
import { arrange, lastShown, type Snooze, snoozesOf } from "#web/features/notifications/model/arrange.ts";
import type { Notice } from "#web/sync/notices.ts";

const now = Date.parse("2026-11-27T15:20:00Z");
const at = (minutes: number) => new Date(now - minutes * minute).toISOString();

/** Returns a notice that came the given number of minutes ago. */
function notice(title: string, minutes: number, change: Partial<Notice> = {}): Notice {
  return {
    ...{ id: title, kind: "change", memberId: "anna", subject: { type: "event", id: title }, listId: null, title },
    ...{ body: "", path: "/", dueAt: at(minutes), createdAt: at(minutes), readAt: null, state: "open", actions: [] },
    ...{ startsAt: null, by: null, change: null, memberIds: [], names: [] },
    ...change,
  };
}

/** Properties of a notice about a change by a member, or by a program if there is no id. */
const made = (by: string, memberId: string | null = by): Partial<Notice> => ({
  by,
  change: { what: "event_named", label: "", memberId },
});

const shown = (notices: readonly Notice[]) => {
  const { ringing, days } = arrange(notices, now, "Europe/Berlin");
  const titles = days.map(({ day, rows }) => [day, ...rows.map((row) => row.map(({ title }) => title).join(" + "))]);
  return { ringing: ringing.map(({ title }) => title), days: titles };
};

test("A reminder of the last hour is above all others until it is answered", () => {
  const reminder: Partial<Notice> = { kind: "event", actions: ["snooze"] };
  const notices = [
    notice("News", 1),
    notice("Pick up Leo", 5, reminder),
    notice("Snoozed", 6, { ...reminder, state: "snoozed" }),
    notice("Breakfast", 90, reminder),
  ];
  expect(shown(notices)).toEqual({ ringing: ["Pick up Leo"], days: [["2026-11-27", "News", "Breakfast"]] });
});

test("Notices about one person’s changes within ten minutes are one row, unlike those of others or of later", () => {
  const notices = [
    notice("Vaccination", 2, made("Ben")),
    notice("Chess", 4, made("Mia")),
    notice("Dentist", 9, made("Ben")),
    notice("Cinema", 13, made("Ben")),
    notice("Backup", 14),
    notice("Key", 14),
  ];
  expect(shown(notices).days).toEqual([["2026-11-27", "Vaccination + Dentist", "Chess", "Cinema", "Backup", "Key"]]);
});

test("Notices stand under the day of the home on which they came, without those that are done or dismissed", () => {
  const notices = [
    notice("After midnight", 15 * 60 + 20 + 30),
    notice("Before midnight", 16 * 60 + 30),
    notice("Done", 17 * 60, { state: "done" }),
    notice("Dismissed", 18 * 60, { state: "dismissed" }),
  ];
  expect(shown(notices).days).toEqual([
    ["2026-11-27", "After midnight"],
    ["2026-11-26", "Before midnight"],
  ]);
});

test("Changes by two members with the same name, or by a program with this name, are in different rows", () => {
  const notices = [
    notice("Vaccination", 2, made("Ben", "one")),
    notice("Chess", 3, made("Ben", "other")),
    notice("Dentist", 4, made("Ben", null)),
    notice("Piano", 5, made("Ben", "one")),
    notice("Swimming", 6, made("Ben", null)),
  ];
  expect(shown(notices).days).toEqual([["2026-11-27", "Vaccination + Piano", "Chess", "Dentist + Swimming"]]);
});

test("The notice that was shown last is the newest one, or an older one that became due again later", () => {
  expect(lastShown([])).toBeUndefined();
  expect(lastShown([notice("New", 5), notice("Old", 9)])?.title).toBe("New");
  expect(lastShown([notice("New", 5), notice("Again", 9, { kind: "snooze", dueAt: at(2) })])?.title).toBe("Again");
});

test.each<[number, readonly Snooze[]]>([
  [25, [{ minutes: 10 }, { atMs: now + 20 * minute }]],
  [15, [{ minutes: 10 }, { atMs: now + 15 * minute }]],
  [9, [{ minutes: 5 }, { atMs: now + 9 * minute }]],
  [4, [{ atMs: now + 4 * minute }]],
  [0, [{ minutes: 10 }, { minutes: 60 }]],
])("A reminder of an event that begins in %i minutes offers the delays %j", (minutes, delays) => {
  const event = notice("Piano", 0, { kind: "event", actions: ["snooze"], startsAt: at(-minutes) });
  expect(snoozesOf(event, now)).toEqual(delays);
});

test("A task comes again in an hour, an all-day event in ten minutes or an hour, and a change never", () => {
  expect(snoozesOf(notice("Rent", 0, { actions: ["done", "snooze"] }), now)).toEqual([{ minutes: 60 }]);
  expect(snoozesOf(notice("Holiday", 0, { actions: ["snooze"] }), now)).toEqual([{ minutes: 10 }, { minutes: 60 }]);
  expect(snoozesOf(notice("Change", 0), now)).toEqual([]);
});
