/** Two changed copies of one event. */
import { describe, expect, test } from "bun:test";
import type { Event, Exception } from "#calendar/events/event.ts";
import { type Merged, merge } from "#calendar/ical/merge.ts";
import { day, hour } from "#lib/time.ts";
import { cancelled, piano, startWall, wallText, weekLater, weekly } from "../../support/calendar/ical-objects.ts";

const base: Event = { ...weekly, recurrenceRule: "FREQ=WEEKLY;COUNT=8", location: "Hall", notes: "Bring notes" };
const edited = (localMs: number, own: Exception["own"], startAt?: number): Exception => {
  return {
    wall: localMs,
    cancelled: false,
    own,
    times: startAt === undefined ? null : { allDay: false, startAt, endAt: startAt + hour },
  };
};
const twoLater = weekLater + 7 * day;
const shifted = (event: Event, by: number): Event => ({
  ...event,
  startAt: event.startAt + by,
  endAt: event.endAt + by,
  startWall: event.startWall + by,
  endWall: event.endWall + by,
  exceptions: event.exceptions.map((each) => ({ ...each, wall: each.wall + by })),
});
const slotsOf = ({ event }: Merged) =>
  event.exceptions.map((each) => `${wallText(each.wall)} ${each.cancelled ? "off" : Object.values(each.own)}`);
const unchanged = { detached: [], lost: {} };

describe("merging fields", () => {
  test("Merging two copies of an event that nobody changed gives the same event", () => {
    expect(merge(base, base, base, "theirs")).toEqual({ event: base, ...unchanged });
  });

  test("Merging two copies of an event takes over the changes of both copies", () => {
    const ours = { ...base, title: "Cello", memberIds: ["b"] };
    const theirs = { ...base, location: null, reminderMinutes: 5, reminderMinutesList: [5] };
    const event = { ...ours, location: null, reminderMinutes: 5, reminderMinutesList: [5] };
    expect(merge(base, ours, theirs, "ours")).toEqual({ event, ...unchanged });
    expect(merge(base, ours, theirs, "theirs")).toEqual({ event, ...unchanged });
  });

  test("Merging two copies of an event applies a change only once if both copies contain the change", () => {
    const both = { ...base, title: "Cello" };
    expect(merge(base, both, { ...both }, "ours")).toEqual({ event: both, ...unchanged });
  });

  test.each(["ours", "theirs"] as const)(
    "Merging two copies of an event takes the later value of a field that both changed: %s",
    (later) => {
      const titles = { ours: "Cello", theirs: "Flute" };
      const { event, lost } = merge(base, { ...base, title: "Cello" }, { ...base, title: "Flute" }, later);
      expect(event.title).toBe(titles[later]);
      expect(lost).toEqual({ title: { from: titles[later === "ours" ? "theirs" : "ours"], to: titles[later] } });
    },
  );

  test("Merging a remote copy of an event keeps the members that the household chose", () => {
    const ours = { ...base, memberIds: ["b"], isGeneral: true };
    expect(merge(base, ours, { ...base, memberIds: [], isGeneral: null }, "theirs").event).toEqual(ours);
  });

  test("Merging two copies of a series takes the recurrence rule and the start from the same copy", () => {
    const moved = { ...shifted(base, day), recurrenceRule: "FREQ=WEEKLY;COUNT=8;BYDAY=TU" };
    const theirs = { ...base, recurrenceRule: "FREQ=WEEKLY;COUNT=9" };
    const kept = merge(base, moved, theirs, "theirs");
    expect(kept.event).toMatchObject({ startWall: base.startWall, recurrenceRule: theirs.recurrenceRule });
    expect(Object.keys(kept.lost)).toEqual(["recurrenceRule", "times"]);
    expect(merge(base, moved, theirs, "ours").event).toEqual(moved);
    expect(merge(base, moved, { ...base, title: "Cello" }, "theirs").event).toEqual({ ...moved, title: "Cello" });
  });
});

describe("merging changed instances", () => {
  test("Merging two copies of a series keeps the changed and cancelled instances of both", () => {
    const ours = { ...base, exceptions: [cancelled(startWall)] };
    const theirs = { ...base, exceptions: [edited(weekLater, { title: "Concert" })] };
    const merged = merge(base, ours, theirs, "theirs");
    expect(merged).toEqual({
      event: { ...base, exceptions: [...ours.exceptions, ...theirs.exceptions] },
      ...unchanged,
    });
  });

  test("Merging two copies of a series combines new fields of an instance with new times", () => {
    const before = { ...base, exceptions: [edited(weekLater, { title: "Concert", notes: null })] };
    const ours = { ...base, exceptions: [edited(weekLater, { title: "Recital", notes: null, memberIds: ["b"] })] };
    const theirs = { ...base, exceptions: [edited(weekLater, { title: "Concert" }, weekLater + hour)] };
    const own = { memberIds: ["b"], title: "Recital" };
    expect(merge(before, ours, theirs, "theirs").event.exceptions).toEqual([edited(weekLater, own, weekLater + hour)]);
  });

  test("Merging two copies of a series removes an exception that one of the copies removed", () => {
    const before = { ...base, exceptions: [cancelled(weekLater), edited(twoLater, { title: "Concert" })] };
    expect(merge(before, base, before, "theirs").event.exceptions).toEqual([]);
    expect(merge(before, before, base, "ours").event.exceptions).toEqual([]);
  });

  test.each(["ours", "theirs"] as const)(
    "An edited instance wins over its cancellation in the other copy, whichever is later: %s",
    (later) => {
      const off = { ...base, exceptions: [cancelled(weekLater)] };
      const on = { ...base, exceptions: [edited(weekLater, { title: "Concert" })] };
      for (const merged of [merge(base, off, on, later), merge(base, on, off, later)]) {
        expect(merged.event).toEqual(on);
        expect(merged.lost).toEqual({ "2026-01-12 cancelled": { from: true, to: false } });
      }
    },
  );

  test("A cancelled instance stays cancelled if the instance is unchanged in the other copy", () => {
    const before = { ...base, exceptions: [edited(weekLater, { title: "Concert" })] };
    const off = { ...base, exceptions: [cancelled(weekLater)] };
    expect(merge(before, off, before, "theirs")).toEqual({ event: off, ...unchanged });
    expect(merge(before, before, off, "ours")).toEqual({ event: off, ...unchanged });
  });

  test("Merging two copies of a series can cancel all instances together", () => {
    const two = { ...base, recurrenceRule: "FREQ=WEEKLY;COUNT=2" };
    const ours = { ...two, exceptions: [cancelled(startWall)] };
    const theirs = { ...two, exceptions: [cancelled(weekLater)] };
    expect(merge(two, ours, theirs, "theirs").event.exceptions).toHaveLength(2);
  });
});

describe("merging a moved series", () => {
  const before = { ...base, exceptions: [edited(twoLater, { title: "Concert" })] };

  test("A merge also moves the changed instances of one copy if the series was moved in the other copy", () => {
    const theirs = { ...before, exceptions: [cancelled(weekLater), ...before.exceptions] };
    const merged = merge(before, shifted(before, 2 * hour), theirs, "ours");
    expect(slotsOf(merged)).toEqual(["2026-01-12T12:00 off", "2026-01-19T12:00 Concert"]);
    expect(merged).toMatchObject(unchanged);
    const reversed = merge(before, theirs, shifted(before, 2 * hour), "ours");
    expect(slotsOf(reversed)).toEqual(slotsOf(merged));
  });

  test("A merge also moves changed instances if the series was moved by whole weeks in one copy", () => {
    const theirs = { ...before, exceptions: [...before.exceptions, edited(twoLater + 7 * day, { title: "Party" })] };
    const merged = merge(before, shifted(before, 7 * day), theirs, "ours");
    expect(slotsOf(merged)).toEqual(["2026-01-26T10:00 Concert", "2026-02-02T10:00 Party"]);
  });

  test("Merging a series that became all-day in one copy keeps the other copy's changed instances", () => {
    const midnight = startWall - 10 * hour;
    const days = {
      allDay: true,
      startAt: midnight,
      endAt: midnight + day,
      startWall: midnight,
      endWall: midnight + day,
    };
    const ours = { ...before, ...days, exceptions: [edited(twoLater - 10 * hour, { title: "Concert" })] };
    const theirs = { ...before, exceptions: [cancelled(weekLater), ...before.exceptions] };
    expect(slotsOf(merge(before, ours, theirs, "ours"))).toEqual(["2026-01-12T00:00 off", "2026-01-19T00:00 Concert"]);
    expect(slotsOf(merge(ours, theirs, ours, "ours"))).toEqual(["2026-01-12T10:00 off", "2026-01-19T10:00 Concert"]);
  });

  test("Merging a series keeps the dates of changed instances if the series begins later in one copy", () => {
    const later = {
      ...shifted({ ...before, exceptions: [] }, 7 * day),
      recurrenceRule: "FREQ=WEEKLY;COUNT=7",
      exceptions: before.exceptions,
    };
    const theirs = { ...before, exceptions: [cancelled(startWall), ...before.exceptions] };
    expect(slotsOf(merge(before, later, theirs, "ours"))).toEqual(["2026-01-19T10:00 Concert"]);
  });

  test("An edited instance becomes a single event if the merged series lacks the instance's date", () => {
    const short = { ...base, recurrenceRule: "FREQ=WEEKLY;COUNT=2" };
    const theirs = { ...base, exceptions: [edited(twoLater, { title: "Concert" }), cancelled(twoLater + 7 * day)] };
    const merged = merge(base, short, theirs, "ours");
    expect(merged.event).toEqual(short);
    const detached = { ...shifted(piano, 14 * day), title: "Concert", location: "Hall", notes: "Bring notes" };
    expect(merged.detached).toEqual([detached]);
    const movedAway = { ...base, exceptions: [edited(twoLater, {}, twoLater + 5 * hour)] };
    expect(merge(base, { ...base, recurrenceRule: null }, movedAway, "ours").detached).toMatchObject([
      { startAt: twoLater + 5 * hour, startWall: twoLater + 6 * hour, recurrenceRule: null, title: base.title },
    ]);
  });

  test("An unchanged exception is dropped if the merged rule no longer contains its date", () => {
    const short = { ...base, recurrenceRule: "FREQ=WEEKLY;COUNT=2" };
    expect(merge(before, short, before, "theirs")).toEqual({ event: short, ...unchanged });
    expect(merge(before, before, short, "theirs")).toEqual({ event: short, ...unchanged });
  });

  test("A shorter recurrence rule deletes no instances if the merge does not take that rule", () => {
    const short = { ...base, recurrenceRule: "FREQ=WEEKLY;COUNT=2" };
    const theirs = { ...before, recurrenceRule: "FREQ=WEEKLY;COUNT=9" };
    const merged = merge(before, short, theirs, "theirs");
    expect(merged.event).toEqual(theirs);
    expect(Object.keys(merged.lost)).toEqual(["recurrenceRule"]);
  });
});
