import { describe, expect, test } from "bun:test";
import { day, hour, minute } from "#lib/time.ts";
import type { Preferences } from "#notifications/notices/model.ts";
import type { Facts } from "#notifications/notices/notice.ts";
import type { DueReminder } from "#notifications/reminders/inputs.ts";
import { decideNotices } from "#notifications/reminders/policy.ts";
import { at, basePreferences, zone } from "./household-builders.ts";

const now = at("2026-05-04 16:00");
const fact = { type: "chore", name: "Dishes", emoji: "", date: "2026-05-04", dueTime: "16:00", isTurn: false } as const;

function aMoment(dueAt: number, change: Partial<DueReminder> = {}): DueReminder {
  return {
    ...{ memberId: "anna", kind: "chore", subject: { type: "chore", id: `${dueAt}` }, listId: null, slot: "slot" },
    ...{
      minutes: -1,
      occurrenceKey: `${dueAt}`,
      dueAt,
      expiresAt: dueAt + hour,
      about: ["anna"],
      facts: fact,
      notBefore: 0,
    },
    ...change,
  };
}

function eventFacts(from: number, allDay = false): Facts {
  const facts = { title: "Piano", location: null, from, to: from + hour, firstDay: allDay ? "2026-05-04" : null };
  return { type: "event", allDay, ...facts };
}

const anEventMoment = (dueAt: number, from: number) => aMoment(dueAt, { kind: "event", facts: eventFacts(from) });
const allDayMoment = (dueAt: number) => aMoment(dueAt, { kind: "event", facts: eventFacts(dueAt, true) });

type Given = { readonly preferences?: Partial<Preferences>; readonly recent?: number; readonly at?: number };

function decided(reminders: readonly DueReminder[], { preferences, recent = 0, at = now }: Given = {}) {
  const anna = {
    preferences: { ...basePreferences, ...preferences },
    channels: [{ id: "phone" }, { id: "mail" }],
    recent,
  };
  return decideNotices({ timeZone: zone, now: at, reminders, members: new Map([["anna", anna]]) });
}

const outline = ({ notices }: ReturnType<typeof decided>) =>
  notices.map((each) => `${each.kind}${each.isHidden ? " hidden" : ""}${each.digest ? ` in ${each.digest.kind}` : ""}`);

describe("a reminder", () => {
  test("A reminder is sent at once, through all channels that the member chose for the reminder's kind", () => {
    const kinds = { ...basePreferences.kinds, chore: ["mail", "deleted"], task: [] };
    const { notices } = decided([aMoment(now), aMoment(now, { kind: "task" })], { preferences: { kinds } });
    expect(notices.map(({ channelIds }) => channelIds)).toEqual([["mail"], []]);
    expect(notices[0]).toMatchObject({ deliverAt: now, isHidden: false, digest: null, urgency: "normal" });
    expect(notices[0]).not.toHaveProperty("notBefore");
  });

  test("A reminder counts as late after 15 minutes, and is dropped after a day", () => {
    const found = decided([
      aMoment(now - day - 1),
      aMoment(now - day),
      aMoment(now - 15 * minute - 1),
      aMoment(now - 15 * minute),
    ]);
    expect(found.dropped).toBe(1);
    expect(outline(found)).toEqual(["catch_up", "chore", "chore hidden in catch_up", "chore hidden in catch_up"]);
  });

  test("A reminder of an unknown member is left out", () => {
    expect(decided([aMoment(now, { memberId: "gone" })]).notices).toEqual([]);
  });

  test.each([
    ["high", anEventMoment(now, now + hour)],
    ["normal", anEventMoment(now, now + hour + 1)],
    ["normal", allDayMoment(now)],
    ["high", aMoment(now, { kind: "check_in" })],
    ["low", aMoment(now, { kind: "summary" })],
    ["normal", aMoment(now, { kind: "task" })],
  ] as const)(
    "A reminder has the urgency %s that the kind and the time of the reminder require",
    (urgency, reminder) => {
      expect(decided([reminder]).notices.map((each) => each.urgency)).toEqual([urgency]);
    },
  );
});

describe("reminders from the time while the server was off", () => {
  test("The reminders missed while the server was off become one notice, sent through all their channels", () => {
    const kinds = { ...basePreferences.kinds, chore: ["mail"], task: ["phone"] };
    const late = [aMoment(now - hour), aMoment(now - hour, { kind: "task" })];
    const [digest, ...rest] = decided(late, { preferences: { kinds } }).notices;
    expect(digest).toMatchObject({
      kind: "catch_up",
      slot: new Date(now).toISOString(),
      channelIds: ["phone", "mail"],
    });
    expect(rest.map(({ digest: of, channelIds }) => [of?.slot, channelIds])).toEqual([
      [digest?.slot, []],
      [digest?.slot, []],
    ]);
  });
});

describe("quiet hours", () => {
  const preferences = { quiet: { from: "21:30", to: "06:30" } };
  const night = at("2026-05-04 23:00");
  const morning = at("2026-05-05 06:30");

  test("Notices for a time that nobody chose wait for the end of quiet hours, but appear in the app at once", () => {
    const change = aMoment(night, { kind: "change" });
    const found = decided([allDayMoment(night), change], { preferences, at: night });
    expect(outline(found)).toEqual(["quiet hidden", "event in quiet", "change in quiet"]);
    const [digest, event] = found.notices;
    expect(digest).toMatchObject({ slot: "2026-05-05T04:30:00.000Z", deliverAt: morning, dueAt: morning });
    expect(digest?.channelIds).toEqual(["phone", "mail"]);
    expect(event).toMatchObject({ deliverAt: morning, channelIds: [], digest: { slot: digest?.slot } });
  });

  test("The quiet hours do not delay a reminder for a time that somebody chose", () => {
    const reminders = [anEventMoment(night, night + hour), aMoment(night), aMoment(night, { kind: "summary" })];
    const found = decided(reminders, { preferences, at: night });
    expect(outline(found)).toEqual(["event", "chore", "summary"]);
    expect(found.notices.every(({ deliverAt }) => deliverAt === night)).toBe(true);
  });

  test("The quiet hours delay the reminders that became due while the server was off", () => {
    const found = decided([aMoment(night - hour)], { preferences, at: night });
    expect(outline(found)).toEqual(["quiet hidden", "catch_up in quiet", "chore hidden in catch_up"]);
  });

  test.each([
    ["21:30", "06:30", "2026-05-04 21:29", null],
    ["21:30", "06:30", "2026-05-04 21:30", "2026-05-05T04:30:00.000Z"],
    ["21:30", "06:30", "2026-05-05 06:29", "2026-05-05T04:30:00.000Z"],
    ["21:30", "06:30", "2026-05-05 06:30", null],
    ["12:00", "14:00", "2026-05-04 13:00", "2026-05-04T12:00:00.000Z"],
    ["12:00", "12:00", "2026-05-04 12:00", null],
    // The clock is put forward from 2:00 to 3:00, and back from 3:00 to 2:00.
    ["21:30", "02:30", "2026-03-29 03:15", "2026-03-29T01:30:00.000Z"],
    ["21:30", "02:30", "2026-03-29 03:30", null],
    ["21:30", "02:30", "2026-10-25 02:15", "2026-10-25T00:30:00.000Z"],
    ["21:30", "02:30", "2026-10-25 03:15", null],
  ])("The quiet hours from %s to %s, at %s, end at %j", (from, to, time, end) => {
    const { notices } = decided([allDayMoment(at(time))], { preferences: { quiet: { from, to } }, at: at(time) });
    expect(notices.find(({ kind }) => kind === "event")?.digest?.slot ?? null).toBe(end);
  });

  test("The quiet hours end only once in the night in which their end occurs twice", () => {
    const second = Date.parse("2026-10-25T01:15:00Z"); // 2:15 for the second time
    const given = { preferences: { quiet: { from: "21:30", to: "02:30" } }, at: second };
    expect(outline(decided([allDayMoment(second)], given))).toEqual(["event"]);
  });
});

describe("more than 30 reminders at the same time", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => aMoment(now - index));

  test("A digest combines the reminders that exceed the limit of 30 at the same time", () => {
    expect(outline(decided(many(30))).filter((each) => each !== "chore")).toEqual([]);
    const found = decided(many(33));
    expect(outline(found).slice(29)).toEqual(["chore", "burst", ...Array(3).fill("chore hidden in burst")]);
    expect(found.notices[30]).toMatchObject({ slot: String(Math.floor(now / 600_000)), deliverAt: now });
  });

  test("A digest of more than 30 reminders waits for the end of quiet hours if all the reminders can wait", () => {
    const given = { preferences: { quiet: { from: "12:00", to: "18:00" } }, recent: 30 };
    const deliverAt = (reminders: readonly DueReminder[]) => decided(reminders, given).notices[0]?.deliverAt;
    expect(deliverAt([allDayMoment(now), aMoment(now, { kind: "system" })])).toBe(at("2026-05-04 18:00"));
    expect(deliverAt([allDayMoment(now), aMoment(now)])).toBe(now);
  });

  test("The limit of 30 reminders includes the reminders of the last ten minutes", () => {
    expect(outline(decided(many(3), { recent: 29 })).slice(0, 2)).toEqual(["chore", "burst"]);
    expect(outline(decided(many(2), { recent: 100 }))[0]).toBe("burst");
  });
});
