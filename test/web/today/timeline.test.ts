import { describe, expect, test } from "bun:test";
import { withLeaving } from "../../../src/web/features/today/model/leaving.ts";
import { countsOf, type Entry, othersOf, timelineOf } from "../../../src/web/features/today/model/timeline.ts";

const date = "2026-11-27";
const at = (time: string) => `${date}T${time}:00.000Z`;
let nextId = 0;
const event = (title: string, from: string, to: string, memberIds: string[] = [], more: object = {}) => ({
  id: `event ${nextId++}`,
  title,
  startsAt: at(from),
  endsAt: at(to),
  allDay: false,
  memberIds,
  isGeneral: memberIds.length === 0,
  ...more,
});
const task = (label: string, memberId: string, more: object = {}) => ({
  id: label,
  label,
  memberId,
  dueDate: date,
  dueTime: null,
  completedAt: null,
  ...more,
});
const chore = (name: string, memberId: string | null, more: object = {}) => ({
  chore: { id: name, name, dueTime: null, recurrenceRule: "FREQ=DAILY" },
  date,
  memberId,
  completion: null,
  ...more,
});
const checkIn = (question: string, memberId: string, time: string, answeredAt: string | null = null) => ({
  checkInId: question,
  question,
  memberId,
  time,
  answeredAt,
});

/** The day of a household in UTC, at 15:20. */
function sources(day: object, more: { now?: string; overdue?: object[]; occurrences?: object[] } = {}) {
  return {
    day: { date, events: [], tasks: [], chores: [], checkIns: [], meals: [], ...day },
    overdue: more.overdue ?? [],
    occurrences: more.occurrences ?? [],
    now: more.now ?? "15:20",
    timeZone: "UTC",
  } as unknown as Parameters<typeof timelineOf>[0];
}

const nameOf = (entry: Entry | null) => {
  if (entry === null) return null;
  if (entry.kind === "event") return entry.event.event.title;
  if (entry.kind === "task") return entry.task.label;
  if (entry.kind === "chore") return entry.occurrence.chore.name;
  return entry.kind === "checkIn" ? entry.checkIn.question : "dinner";
};
const names = (entries: readonly Entry[]) => entries.map(nameOf);

describe("the day of a member", () => {
  test("A day begins with the running event, and else with the next entry that has a time", () => {
    const day = {
      events: [event("Lunch", "12:00", "13:00"), event("Choir", "15:00", "16:00"), event("Late", "21:00", "22:00")],
    };
    expect(nameOf(timelineOf(sources(day), "Anna").next)).toBe("Choir");
    expect(nameOf(timelineOf(sources(day, { now: "16:00" }), "Anna").next)).toBe("Late");
    expect(nameOf(timelineOf(sources(day, { now: "14:59" }), "Anna").next)).toBe("Choir");
    expect(timelineOf(sources(day, { now: "22:00" }), "Anna").next).toBeNull();
    const withTask = { ...day, tasks: [task("Call", "Anna", { dueTime: "17:30" })] };
    expect(nameOf(timelineOf(sources(withTask, { now: "16:00" }), "Anna").next)).toBe("Call");
  });

  test("Entries without a time are overdue tasks, all-day events, tasks, chores and check-ins, in this order", () => {
    const overdue = [task("Old", "Anna", { dueDate: "2026-11-25" }), task("Ben’s", "Ben", { dueDate: "2026-11-25" })];
    const day = {
      events: [event("Holiday", "00:00", "00:00", [], { allDay: true })],
      tasks: [task("New", "Anna"), task("Other", "Ben")],
      checkIns: [checkIn("Slept?", "Anna", "08:00"), checkIn("Mood?", "Anna", "20:00")],
    };
    const occurrences = [chore("Dishes", "Anna"), chore("Bins", "Ben"), chore("Car", null)];
    const timeline = timelineOf(sources(day, { overdue, occurrences }), "Anna");
    expect(names(timeline.wholeDay)).toEqual(["Old", "Holiday", "New", "Dishes", "Slept?"]);
    expect(nameOf(timeline.next)).toBe("Mood?");
    expect(names(timeline.timed)).toEqual(["dinner"]);
    expect(timeline.left).toBe(5);
  });

  test("The dinner stands at half past six, and a day without dinner has a place for it", () => {
    const day = { events: [event("Early", "18:00", "19:00"), event("Late", "19:30", "20:00")] };
    const meals = [
      { id: "1", mealType: "lunch", recipe: {} },
      { id: "2", mealType: "dinner", recipe: {} },
    ];
    expect(names(timelineOf(sources({ ...day, meals }, { now: "08:00" }), "Anna").timed)).toEqual(["dinner", "Late"]);
    const [dinner] = timelineOf(sources(day, { now: "08:00" }), "Anna").timed;
    expect(dinner).toMatchObject({ kind: "dinner", meal: null, time: "18:30" });
  });

  test("Events that are over and entries that are done are neither open nor next", () => {
    const day = {
      events: [event("Lunch", "12:00", "13:00")],
      tasks: [task("Done", "Anna", { completedAt: at("10:00") })],
      checkIns: [checkIn("Slept?", "Anna", "08:00", at("08:05"))],
    };
    const occurrences = [chore("Dishes", "Anna", { completion: { id: "1", memberId: "Anna" } })];
    const timeline = timelineOf(sources(day, { occurrences }), "Anna");
    expect(names(timeline.open)).toEqual(["dinner"]);
    expect(names(timeline.done).sort()).toEqual(["Dishes", "Done", "Slept?"]);
    expect(names(timeline.past)).toEqual(["Lunch"]);
    expect(timeline.left).toBe(0);
  });

  test("An overdue task that is also due today is shown once", () => {
    const twice = task("Twice", "Anna");
    expect(names(timelineOf(sources({ tasks: [twice] }, { overdue: [twice] }), "Anna").wholeDay)).toEqual(["Twice"]);
  });
});

describe("the days of the other members", () => {
  test("Other members have only entries of their own, and chores of nobody come last", () => {
    const day = { events: [event("All", "16:00", "17:00"), event("Piano", "16:00", "17:00", ["Mia"])] };
    const occurrences = [
      chore("Dishes", "Mia"),
      chore("Bins", "Mia", { completion: { id: "1", memberId: "Mia" } }),
      chore("Car", null),
    ];
    const others = othersOf(sources(day, { occurrences }), [{ id: "Anna" }, { id: "Ben" }, { id: "Mia" }], "Anna");
    expect(others.map(({ memberId, open }) => [memberId, names(open)])).toEqual([
      ["Ben", []],
      ["Mia", ["Dishes", "Piano"]],
      [null, ["Car"]],
    ]);
    expect(others.map(countsOf)).toEqual([
      { done: 0, total: 0 },
      { done: 1, total: 2 },
      { done: 0, total: 1 },
    ]);
  });
});

describe("rows that leave", () => {
  const entries = (labels: string[], more: object = {}) =>
    timelineOf(sources({ tasks: labels.map((label) => task(label, "Anna", more)) }), "Anna").wholeDay;
  const shown = (rows: ReturnType<typeof withLeaving>) =>
    rows.map(({ entry, isLeaving }) => `${nameOf(entry)}${isLeaving ? " leaves" : ""}`);
  const none = { ticked: new Set<string>(), left: new Set<string>() };

  test("An entry that is done now stays at its place, until it has left", () => {
    const before = withLeaving([], entries(["1", "2", "3"]), [], none);
    const done = timelineOf(sources({ tasks: [task("2", "Anna", { completedAt: at("15:00") })] }), "Anna").done;
    const rows = withLeaving(before, entries(["1", "3"]), done, none);
    expect(shown(rows)).toEqual(["1", "2 leaves", "3"]);
    expect(shown(withLeaving(rows, entries(["1", "3"]), done, none))).toEqual(["1", "2 leaves", "3"]);
    expect(shown(withLeaving(rows, entries(["1", "3"]), done, { ...none, left: new Set(["task 2"]) }))).toEqual([
      "1",
      "3",
    ]);
    expect(shown(withLeaving(rows, entries(["1", "2", "3"]), [], none))).toEqual(["1", "2", "3"]);
  });

  test("Neighbours that are ticked one after the other keep their order", () => {
    const before = withLeaving([], entries(["1", "2", "3"]), [], none);
    const done = ["1", "2", "3"].map((label) => task(label, "Anna", { completedAt: at("15:00") }));
    const all = timelineOf(sources({ tasks: done }), "Anna").done;
    expect(shown(withLeaving(before, [], all, none))).toEqual(["1 leaves", "2 leaves", "3 leaves"]);
  });

  test("A ticked overdue task folds away, and tasks that are deleted or moved to another day do not", () => {
    const overdue = [task("Old", "Anna", { dueDate: "2026-11-25" })];
    const { wholeDay } = timelineOf(sources({ tasks: [task("New", "Anna")] }, { overdue }), "Anna");
    const before = withLeaving([], wholeDay, [], none);
    expect(shown(withLeaving(before, [], [], none))).toEqual([]);
    const ticked = { ...none, ticked: new Set(["task Old", "task New"]) };
    expect(shown(withLeaving(before, [], [], ticked))).toEqual(["Old leaves"]);
  });
});
