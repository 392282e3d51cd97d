import { describe, expect, test } from "bun:test";
import { day, hour, minute } from "#lib/time.ts";
import { findDueReminders, findNextDueAt, maxReminders } from "#notifications/reminders/find-reminders.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import {
  aCheckIn,
  aChore,
  aHousehold,
  aMember,
  anEvent,
  at,
  between,
  formatReminders,
  wall,
} from "./household-builders.ts";
import { toInputs } from "./plain-inputs.ts";

const daily = { rule: "FREQ=DAILY" };

describe("the reminders of an event", () => {
  test("An event rings at each reminder time of the event, for each member of the event", () => {
    const home = aHousehold({
      members: [aMember("anna"), aMember("ben"), aMember("carl")],
      events: [anEvent("2026-05-04 16:00", [10, 60], { memberIds: ["ben", "anna"] })],
    });
    expect(formatReminders(between(home, "2026-05-04 00:00", "2026-05-05 00:00"))).toEqual([
      "2026-05-04 15:00 anna event",
      "2026-05-04 15:00 ben event",
      "2026-05-04 15:50 anna event",
      "2026-05-04 15:50 ben event",
    ]);
  });

  test("An event with the reminder -1 never rings, and an event without reminders rings at the default time", () => {
    const none = anEvent("2026-05-04 17:00", [], { id: "none", reminderMinutes: -1 });
    const home = aHousehold({ events: [anEvent("2026-05-04 16:00", null), none] });
    expect(formatReminders(between(home, "2026-05-04", "2026-05-05"))).toEqual(["2026-05-04 15:30 anna event"]);
    expect(between({ ...home, defaultReminderMinutes: null }, "2026-05-04", "2026-05-05")).toEqual([]);
  });

  test("An exception of a series rings at the exception's own time, and a cancelled date does not ring", () => {
    const moved = { allDay: false, startAt: at("2026-05-05 20:00"), endAt: at("2026-05-05 21:00") };
    const exceptions = [
      { wall: wall("2026-05-05 16:00"), cancelled: false, own: { memberIds: ["ben"] }, times: moved },
      { wall: wall("2026-05-06 16:00"), cancelled: true, own: {}, times: null },
      {
        ...{ wall: wall("2026-05-07 16:00"), cancelled: false, times: null },
        own: { reminderMinutes: 1_440, reminderMinutesList: [1_440] },
      },
    ];
    const event = anEvent("2026-05-04 16:00", [10], { ...daily, exceptions });
    const home = aHousehold({ members: [aMember("anna"), aMember("ben")], events: [event] });
    expect(formatReminders(between(home, "2026-05-04", "2026-05-09"))).toEqual([
      "2026-05-04 15:50 anna event",
      "2026-05-05 19:50 ben event",
      "2026-05-06 16:00 anna event",
      "2026-05-08 15:50 anna event",
    ]);
    expect(between(home, "2026-05-05", "2026-05-06")[0]?.slot).toBe("2026-05-05T14:00:00.000Z");
  });

  test("An event for the whole household rings only for members who want such reminders", () => {
    const home = aHousehold({
      members: [
        aMember("anna"),
        aMember("ben", {}, { general: false }),
        aMember("mia", { role: "child", isReachable: false }),
        aMember("gus", { role: "guest" }, { general: false }),
      ],
      events: [anEvent("2026-05-04 16:00", [10], { memberIds: [] })],
    });
    const found = between(home, "2026-05-04", "2026-05-05");
    expect(found.map(({ memberId, about }) => [memberId, about])).toEqual([
      ["anna", ["anna"]],
      ["mia", ["mia"]],
    ]);
  });

  test("The reminder of an all-day event is counted back from midnight in local time", () => {
    const home = aHousehold({ events: [anEvent("2026-03-30", [1_800, 360])] });
    expect(formatReminders(between(home, "2026-03-27", "2026-04-01"))).toEqual([
      "2026-03-28 18:00 anna event",
      "2026-03-29 18:00 anna event",
    ]);
  });

  test("The reminder of a repeating all-day event is found at the right time before and after a clock change", () => {
    const home = toInputs(aHousehold({ events: [anEvent("2026-03-02", [1_800], { rule: "FREQ=WEEKLY" })] }));
    for (const due of [at("2026-03-28 18:00"), at("2026-04-04 18:00")]) {
      expect(findDueReminders(home, due - 1, due)).toHaveLength(1);
      expect(findDueReminders(home, due, due + day)).toEqual([]);
    }
  });

  test("An all-day event rings by default at the household's time, or at the time that the member chose", () => {
    const evening = { allDayAt: { daysBefore: 1, time: "18:00" } };
    const members = [aMember("anna"), aMember("ben", {}, evening)];
    const home = aHousehold({ members, events: [anEvent("2026-05-04", null, { memberIds: ["anna", "ben"] })] });
    const rung = () => formatReminders(between(home, "2026-05-01", "2026-05-06"));
    expect(rung()).toEqual(["2026-05-03 18:00 ben event", "2026-05-04 08:00 anna event"]);
    const without = { ...home, defaultReminderMinutes: null };
    expect(between(without, "2026-05-01", "2026-05-06")).toEqual([]);
  });

  test("Two reminders of an event that fall on the same instant because of a clock change ring once", () => {
    const home = aHousehold({ events: [anEvent("2026-03-30", [1_305, 1_245])] });
    expect(between(home, "2026-03-28", "2026-04-01").map(({ minutes }) => minutes)).toEqual([1_245]);
  });

  test("The notice of an event expires when the event ends, but at the earliest an hour after its start", () => {
    const long = anEvent("2026-05-04 16:00", [0], { endWall: wall("2026-05-05 09:00") });
    const short = anEvent("2026-05-04 16:00", [0], { id: "short", endWall: wall("2026-05-04 16:00") });
    const home = aHousehold({ events: [long, short] });
    const ends = between(home, "2026-05-04", "2026-05-05").map(({ expiresAt }) => expiresAt);
    expect(ends).toEqual([at("2026-05-05 09:00"), at("2026-05-04 17:00")]);
  });
});

describe("the reminders of a member without a sign-in", () => {
  const mia = aMember("mia", { role: "child", isReachable: false });
  const ben = aMember("ben", { role: "child", isReachable: false });
  const event = anEvent("2026-05-04 16:00", [10], { memberIds: ["ben", "mia"] });
  const told = (home: ReturnType<typeof aHousehold>) =>
    between(home, "2026-05-04", "2026-05-05").map(({ memberId, about }) => `${memberId}: ${about}`);

  test("The reminders of several members without a sign-in go to each adult as one reminder", () => {
    const home = aHousehold({ members: [aMember("anna"), mia, ben], events: [event] });
    expect(told(home)).toEqual(["anna: mia,ben", "ben: ben", "mia: mia"]);
  });

  test("The reminders of a member without a sign-in go only to adults who chose to get such reminders", () => {
    const members = [aMember("anna", {}, { alsoFor: ["mia"] }), aMember("carl", {}, { alsoFor: [] }), mia, ben];
    expect(told(aHousehold({ members, events: [event] }))).toEqual(["anna: mia", "ben: ben", "mia: mia"]);
  });

  test("The reminder of an adult's own event also names members without a sign-in who take part", () => {
    const both = { ...event, memberIds: ["anna", "mia"] };
    expect(told(aHousehold({ members: [mia, aMember("anna")], events: [both] }))).toEqual([
      "anna: mia,anna",
      "mia: mia",
    ]);
  });

  test("The reminders of a member without a sign-in go to adults for chores, but not for check-ins", () => {
    const who = { memberIds: ["mia"] };
    const home = aHousehold({
      members: [aMember("anna"), mia],
      chores: [aChore("18:00", who)],
      checkIns: [aCheckIn("19:00", { assigneeIds: ["mia"] })],
    });
    expect(formatReminders(between(home, "2026-05-04", "2026-05-05"))).toEqual([
      "2026-05-04 18:00 anna chore",
      "2026-05-04 18:00 mia chore",
      "2026-05-04 19:00 mia check_in",
    ]);
  });
});

describe("the reminder of a chore", () => {
  const members = [aMember("anna"), aMember("ben")];
  const memberIds = ["anna", "ben"];
  const who = (chore: ReturnType<typeof aChore>) =>
    between(aHousehold({ members, chores: [chore] }), "2026-05-04", "2026-05-05").map(({ memberId }) => memberId);

  test("The reminder of a chore rings for each member who has not yet completed the chore", () => {
    const done = [{ memberId: "ben", date: "2026-05-04" }];
    expect(who(aChore("18:00", { memberIds, done }))).toEqual(["anna"]);
    expect(who(aChore("18:00", { memberIds, assignment: "anyone" }))).toEqual(["anna", "ben"]);
    expect(who(aChore("18:00", { memberIds, assignment: "anyone", done }))).toEqual([]);
    expect(who(aChore("18:00", { memberIds, active: false }))).toEqual([]);
    expect(who(aChore(null, { memberIds }))).toEqual([]);
  });

  test("The reminder of a chore in turns rings for the member whose turn it is", () => {
    const chore = aChore("18:00", { memberIds, assignment: "rotate", startDate: "2026-05-03" });
    expect(who(chore)).toEqual(["ben"]);
    const [reminder] = between(aHousehold({ members, chores: [chore] }), "2026-05-04", "2026-05-05");
    expect(reminder?.facts).toMatchObject({ type: "chore", isTurn: true, date: "2026-05-04" });
  });
});

describe("the reminder of a list item", () => {
  const item = (time: string) => ({
    ...{ id: "milk", listId: "groceries", listName: "Groceries", content: "Milk", memberId: "anna", changedAt: 0 },
    dueAt: at(`2026-05-04 ${time}`),
  });
  test.each([
    ["17:00", 1],
    ["23:58", 1],
    ["23:59", 0],
    ["00:00", 0],
  ])("A list item due at %s rings %i times", (time, count) => {
    expect(between(aHousehold({ items: [item(time)] }), "2026-05-03", "2026-05-06")).toHaveLength(count);
  });
});

describe("the summary of the day", () => {
  const anna = aMember("anna", {}, { summaryAt: "07:30" });
  const task = (id: string, dueDate: string) => ({ id, label: id, memberId: "anna", dueDate, changedAt: 0 });

  test("The summary of the day counts events, tasks, chores and list items, and rings once a day", () => {
    const home = aHousehold({
      members: [anna],
      summaryDelay: 90_000,
      events: [anEvent("2026-05-04 16:00", []), anEvent("2026-05-03", [], { id: "trip", endWall: wall("2026-05-06") })],
      tasks: [task("a", "2026-05-04"), task("b", "2026-05-01"), task("c", "2026-05-05")],
      chores: [aChore("18:00"), aChore(null, { id: "once", recurrenceRule: null, startDate: "2026-05-02" })],
    });
    const [reminder, ...others] = between(home, "2026-05-04", "2026-05-05").filter(({ kind }) => kind === "summary");
    expect(others).toEqual([]);
    expect(reminder).toMatchObject({
      occurrenceKey: "2026-05-04",
      slot: "2026-05-04",
      dueAt: at("2026-05-04 07:30") + 90_000,
    });
    expect(reminder?.facts).toMatchObject({
      eventCount: 2,
      taskCount: 1,
      overdueCount: 1,
      choreCount: 2,
      itemCount: 0,
    });
  });

  test("The summary of the day is not sent if the summary would be empty", () => {
    expect(between(aHousehold({ members: [anna] }), "2026-05-04", "2026-05-05")).toEqual([]);
  });
});

describe("a change of a followed list", () => {
  const change = (id: string, text: string, by: string) => ({
    ...{ id, at: at(text), what: "list_changed" as const, memberIds: ["anna"], by, listId: "groceries" },
    ...{ subject: { type: "list" as const, id: "groceries" }, label: "Groceries" },
  });

  test("The changes of a followed list within three minutes are combined into one notice", () => {
    const changes = [
      change("1", "2026-05-04 12:00", "Ben"),
      change("2", "2026-05-04 12:02", "Mia"),
      change("3", "2026-05-04 12:04", "Ben"),
    ];
    const found = between(aHousehold({ changes }), "2026-05-04", "2026-05-05");
    expect(formatReminders(found)).toEqual(["2026-05-04 12:06 anna change", "2026-05-04 12:09 anna change"]);
    expect(found[0]?.facts).toMatchObject({ by: "Ben, Mia", count: 2, label: "Groceries" });
  });

  test("A notice names the member who made all of its changes, and no member if several people made them", () => {
    const by = (...ids: string[]) => {
      const changes = ids.map((byId, index) => ({ ...change(`${index}`, "2026-05-04 12:00", "Ben"), byId }));
      const [found] = between(aHousehold({ changes }), "2026-05-04", "2026-05-05");
      return found?.facts.type === "change" ? found.facts.memberId : null;
    };
    expect(by("ben", "ben")).toBe("ben");
    expect(by("ben", "other")).toBeUndefined();
  });
});

test("The adults get a notice seven days before an API key expires", () => {
  const members = [aMember("anna"), aMember("mia", { role: "child" })];
  const home = aHousehold({ members, keys: [{ id: "key", name: "Robot", expiresAt: at("2026-05-11 09:00") }] });
  expect(formatReminders(between(home, "2026-05-04", "2026-05-05"))).toEqual(["2026-05-04 09:00 anna system"]);
});

describe("the time of a change", () => {
  const due = at("2026-05-04 15:50");
  const count = (changedAt: number, now = due + hour) => {
    const home = aHousehold({ events: [anEvent("2026-05-04 16:00", [10], { changedAt })] });
    return findDueReminders(toInputs(home), due - hour, now).length;
  };

  test("A late reminder is not sent if the event was changed over a minute after the reminder's time", () => {
    expect([count(due + minute), count(due + minute + 1)]).toEqual([1, 0]);
  });

  test("A reminder is still sent if a wrong clock stored a time of change in the future", () => {
    expect(count(due + 4 * 365 * day)).toBe(1);
  });

  test("A late reminder is not sent if the settings changed after the reminder's time", () => {
    const event = anEvent("2026-05-04 16:00", [10]);
    const late = due + 2 * minute;
    const ofMember = aHousehold({ members: [aMember("anna", { changedAt: late })], events: [event] });
    const ofHome = aHousehold({ changedAt: late, events: [event] });
    expect(findDueReminders(toInputs(ofMember), due - hour, due + hour)).toEqual([]);
    expect(findDueReminders(toInputs(ofHome), due - hour, due + hour)).toEqual([]);
  });
});

describe("the next reminder", () => {
  test("The search for the next reminder of a period includes the end of the period, but not the start", () => {
    const home = toInputs(aHousehold({ events: [anEvent("2026-05-04 16:00", [10, 60])] }));
    const [first, second] = [at("2026-05-04 15:00"), at("2026-05-04 15:50")];
    expect(findNextDueAt(home, first - 20 * hour, first)).toBe(first);
    expect(findNextDueAt(home, first - 20 * hour, first - 1)).toBeNull();
    expect(findNextDueAt(home, first, first + day)).toBe(second);
    expect(findNextDueAt(home, second, second + day)).toBeNull();
  });
});

test("A household with thousands of hostile series gets the reminder of a chore within two seconds", () => {
  const hours = Array.from({ length: 24 }, (_, index) => index).join();
  const rule = `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0`;
  const minutes = Array.from({ length: 10 }, (_, index) => index * 1_441);
  const events = Array.from({ length: 2_000 }, (_, index) =>
    anEvent("2026-05-01 00:00", minutes, { id: `series ${index}`, rule }),
  );
  const home = toInputs(aHousehold({ events, chores: [aChore("18:00")] }));
  const begin = cpuTime();
  const found = findDueReminders(home, at("2026-06-04"), at("2026-06-05"));
  expect(cpuTime() - begin).toBeLessThan(2_000);
  expect(found).toHaveLength(maxReminders);
  expect(found.filter(({ kind }) => kind === "chore")).toHaveLength(1);
});
