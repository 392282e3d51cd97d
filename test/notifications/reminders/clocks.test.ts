/** Clock changes, wrong clocks, and the faults of other reminder programs. */
import { describe, expect, test } from "bun:test";
import { day, hour, minute } from "#lib/time.ts";
import {
  aCheckIn,
  aChore,
  aHousehold,
  aMember,
  anEvent,
  at,
  between,
  formatReminders,
  listedKinds,
  playFrom,
} from "./household-builders.ts";
import type { PlainInputs } from "./plain-inputs.ts";

const daily = { rule: "FREQ=DAILY" };

/** Everything that has a time in the hour that is skipped or comes twice. */
const atNight = aHousehold({
  members: [aMember("anna", {}, { summaryAt: "02:30", taskAt: "02:30" })],
  events: [anEvent("2026-01-01 02:30", [0], { ...daily, memberIds: ["anna"] })],
  chores: [aChore("02:30")],
  checkIns: [aCheckIn("02:30")],
  tasks: ["2026-03-29", "2026-10-25"].map((dueDate) => ({
    ...{ id: dueDate, label: "Rent", memberId: "anna", dueDate, changedAt: 0 },
  })),
});

describe("the night in which the clock is put forward", () => {
  test.each(["event", "chore", "check_in", "summary", "task"])(
    "The reminder at 2:30 of a record of the kind %s rings once, at 3:30, when the clock is put forward",
    (kind) => {
      const found = between(atNight, "2026-03-28 12:00", "2026-03-29 12:00").filter((each) => each.kind === kind);
      expect(formatReminders(found)).toEqual([`2026-03-29 03:30 anna ${kind}`]);
    },
  );
});

describe("the night in which the clock is put back", () => {
  test.each(["event", "chore", "check_in", "summary", "task"])(
    "The reminder at 2:30 of a record of the kind %s rings once, at the first 2:30, when the clock is put back",
    (kind) => {
      const found = between(atNight, "2026-10-24 12:00", "2026-10-25 12:00").filter((each) => each.kind === kind);
      expect(found.map(({ dueAt }) => new Date(dueAt).toISOString())).toEqual(["2026-10-25T00:30:00.000Z"]);
    },
  );

  test("Each reminder rings once while the server runs through an hour that a clock change repeats", () => {
    const engine = playFrom("2026-10-24 12:00", atNight, { do: "run", for: 20 * hour });
    expect(listedKinds(engine).sort()).toEqual(["check_in", "chore", "event", "summary", "task"]);
  });
});

test("A date that a time zone skipped has no reminders of chores", () => {
  const home = aHousehold({ timeZone: "Pacific/Apia", chores: [aChore("18:00", { startDate: "2011-12-01" })] });
  const found = between(home, "2011-12-29 00:00", "2012-01-01 00:00");
  expect(found.map(({ slot }) => slot)).toEqual(["2011-12-29", "2011-12-31"]);
});

/** A computer without a clock starts in the past; minutes later it gets the time. */
test("A server that starts with a clock in the past and then gets the right time loses no reminders", () => {
  const home = aHousehold({ chores: [aChore("18:00")], events: [anEvent("2026-05-04 10:00", [10], daily)] });
  const engine = playFrom(
    "2026-05-04 09:00",
    home,
    { do: "run", for: 2 * hour }, // 11:00: the event has rung.
    { do: "off", for: -100 * day },
    { do: "run", for: 40_000 },
    { do: "jump", by: 100 * day + 8 * hour }, // 19:00: the chore was due an hour ago.
    { do: "run", for: hour },
    { do: "suspend", for: minute },
  );
  expect(listedKinds(engine)).toEqual(["event", "catch_up"]);
  const hidden = engine.outcome.notices.filter(({ isHidden }) => isHidden);
  expect(formatReminders(hidden)).toEqual(["2026-05-04 18:00 anna chore"]);
});

test("A clock that jumps years ahead and back causes no repeated reminders", () => {
  const engine = playFrom(
    "2026-05-04 09:00",
    aHousehold({ chores: [aChore("18:00")] }),
    { do: "run", for: 10 * hour },
    { do: "jump", by: 4 * 365 * day },
    { do: "run", for: hour },
    { do: "jump", by: -4 * 365 * day - 3 * hour }, // 17:00: the chore of the day is decided.
    { do: "run", for: 26 * hour },
  );
  const rung = engine.outcome.notices.filter(({ kind }) => kind === "chore").map(({ slot }) => slot);
  expect(rung).toEqual(["2026-05-04", "2030-05-03", "2026-05-05"]);
});

describe("errors that other programs are known for", () => {
  test("The first reminder of an event does not prevent a second reminder of the same event", () => {
    const home = aHousehold({ events: [anEvent("2026-05-04 16:00", [10, 15, 60])] });
    expect(between(home, "2026-05-04 14:00", "2026-05-04 17:00")).toHaveLength(3);
    expect(listedKinds(playFrom("2026-05-04 14:00", home, { do: "run", for: 3 * hour }))).toEqual(
      Array(3).fill("event"),
    );
  });

  test("A reminder of an overdue task is not repeated every day", () => {
    const once = { recurrenceRule: null, startDate: "2026-05-04" };
    const home = aHousehold({
      members: [aMember("anna", {}, { taskAt: "09:00" })],
      tasks: [{ id: "rent", label: "Rent", memberId: "anna", dueDate: "2026-05-04", changedAt: 0 }],
      chores: [aChore("18:00", once)],
      events: [anEvent("2026-05-04 16:00", [10], { rule: "FREQ=WEEKLY" })],
    });
    const engine = playFrom("2026-05-04 00:00", home, { do: "run", for: 3 * day }, { do: "off", for: minute });
    expect(listedKinds(engine)).toEqual(["task", "event", "chore"]);
  });

  test("A reminder at a minute that is not a multiple of five is on time", () => {
    const home = aHousehold({ events: [anEvent("2026-05-04 16:03", [7])] });
    const { outcome } = playFrom("2026-05-04 12:00", home, { do: "run", for: day });
    expect(outcome.notices.map((each) => each.at - each.dueAt)).toEqual([0]);
  });

  test("The reminder of a weekly event rings at the same wall time before and after a clock change", () => {
    const home = aHousehold({ events: [anEvent("2026-03-22 16:00", [30], { rule: "FREQ=WEEKLY" })] });
    expect(formatReminders(between(home, "2026-03-20", "2026-04-07"))).toEqual([
      "2026-03-22 15:30 anna event",
      "2026-03-29 15:30 anna event",
      "2026-04-05 15:30 anna event",
    ]);
  });

  test.each(["Pacific/Auckland", "America/Los_Angeles", "UTC"])(
    "The reminders around midnight all ring, in %s",
    (timeZone) => {
      const home = aHousehold({
        timeZone,
        events: [anEvent("2026-05-04 00:10", [30], { timeZone })],
        chores: [aChore("00:00")],
        checkIns: [aCheckIn("23:59")],
      });
      expect(formatReminders(between(home, "2026-05-03 12:00", "2026-05-04 12:00"), timeZone)).toEqual([
        "2026-05-03 23:40 anna event",
        "2026-05-03 23:59 anna check_in",
        "2026-05-04 00:00 anna chore",
      ]);
    },
  );

  test("A restart of the server sends missed reminders once, as one notice", () => {
    const times = ["10:00", "11:00", "12:00", "13:00"];
    const home = aHousehold({ chores: times.map((time) => aChore(time, { id: time })) });
    const engine = playFrom("2026-05-04 09:00", home, { do: "off", for: 9 * hour }, { do: "off", for: minute });
    expect(listedKinds(engine)).toEqual(["catch_up"]);
    expect(engine.outcome.notices.filter(({ isHidden }) => isHidden)).toHaveLength(4);
    expect(engine.outcome.deliveries.size).toBe(1);
    engine.play({ do: "run", for: hour });
    engine.play({ do: "off", for: minute });
    expect(listedKinds(engine)).toEqual(["catch_up"]);
  });
});

describe("an edit of an event", () => {
  const event = (text: string, changedAt: number) => anEvent(text, [10], { changedAt });
  const put = (row: PlainInputs["events"][number]) => ({ do: "put", to: "events", row }) as const;

  test("An edit of an event's time moves the reminder, and a reminder that has already rung rings again", () => {
    const home = aHousehold({ events: [event("2026-05-04 16:00", 0)] });
    const later = event("2026-05-04 18:00", at("2026-05-04 16:30"));
    const steps = [{ do: "run", for: 2.5 * hour }, put(later), { do: "run", for: 4 * hour }] as const;
    expect(formatReminders(playFrom("2026-05-04 14:00", home, ...steps).outcome.notices)).toEqual([
      "2026-05-04 15:50 anna event",
      "2026-05-04 17:50 anna event",
    ]);
  });

  test("An event that is added after the time of its reminder does not ring", () => {
    const added = event("2026-05-04 12:05", at("2026-05-04 12:00"));
    const steps = [{ do: "run", for: 3 * hour }, put(added), { do: "run", for: 4 * hour }] as const;
    expect(playFrom("2026-05-04 09:00", aHousehold(), ...steps).outcome.notices).toEqual([]);
  });

  test("An edit of an event right after the time of the reminder does not prevent the reminder", () => {
    const renamed = { ...event("2026-05-04 16:00", at("2026-05-04 15:50") + 20_000), title: "Violin" };
    const home = aHousehold({ events: [event("2026-05-04 16:00", 0)] });
    const steps = [{ do: "suspend", for: 50 * minute + 20_000 }, put(renamed)] as const;
    expect(listedKinds(playFrom("2026-05-04 15:00", home, ...steps))).toEqual(["event"]);
  });
});
