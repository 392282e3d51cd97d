/** Records that typed phrases and their corrections become (`src/web/features/add/model`). */
import { describe, expect, test } from "bun:test";
import "./document.ts";
import { readPhrase } from "#lib/phrases/index.ts";
import {
  answerOf,
  type Corrections,
  draftOf,
  problemOf,
  type Setting,
  unheldIn,
} from "#web/features/add/model/draft.ts";
import { choreFormOf, eventDraftOf, taskFormOf } from "#web/features/add/model/save.ts";
import { timesInWords } from "#web/features/add/model/words.ts";
import { inputOf as eventInputOf, newDraft, suggested } from "#web/features/calendar/model/draft.ts";
import { midnightOf } from "#web/features/calendar/model/span.ts";
import { inputOf as choreInputOf } from "#web/features/chores/model/draft.ts";
import { type Fitting, readFitting, spansAbout } from "#web/forms/phrase-moment.ts";
import { unknownName } from "#web/forms/use-phrases.ts";

const members = ["Anna", "Ben", "Mia", "Milo"].map((name) => ({ id: name, name }));
const lists = ["Groceries", "Packing"].map((name) => ({ id: name, name }));

/** Saturday on which all tests run. */
const today = "2026-11-21";
const setting: Setting = {
  ...{ today, now: `${today}T09:00`, kind: null, day: today, memberId: null, viewerId: "Anna" },
  ...{ isAdult: true, listId: "Groceries" },
};

const options = {
  ...{ language: "en-GB", timeZone: "Europe/Berlin", weekStart: 1, members, lists, viewerId: "Anna" },
  now: setting.now,
};

/** Reads a phrase for an event. */
function readingOf(text: string): Fitting {
  return readFitting(readPhrase, text, { ...options, field: "event" }, () => []);
}

function read(text: string, corrections: Corrections = {}, more: Partial<Setting> = {}) {
  const all = { ...setting, ...more };
  const kind = corrections.kind ?? all.kind;
  const field = kind === null || kind === "meal" ? "any" : kind;
  const unheld = (each: Fitting) => unheldIn(each, corrections, all);
  return draftOf(readFitting(readPhrase, text, { ...options, field }, unheld), corrections, all);
}

describe("the kind of a typed record", () => {
  test("A timed phrase becomes an event of an hour with the named members", () => {
    const draft = read("Dentist Mia tomorrow 3 pm");
    expect(draft).toMatchObject({ kind: "event", day: "2026-11-22", time: "15:00", minutes: 60, memberIds: ["Mia"] });
    expect(eventInputOf(eventDraftOf(draft, today), "Europe/Berlin")).toEqual({
      ...{ title: "Dentist Mia", memberIds: ["Mia"], allDay: false },
      ...{ startsAt: "2026-11-22T14:00:00.000Z", endsAt: "2026-11-22T15:00:00.000Z" },
    });
  });

  test("A task for several members has each of them, and a task without a member is the viewer's", () => {
    expect(read("Wrap presents @Mia @Ben", { kind: "task" })).toMatchObject({ memberIds: ["Mia", "Ben"], day: null });
    expect(read("Wrap presents", { kind: "task" }).memberIds).toEqual(["Anna"]);
    expect(read("Wrap presents", { kind: "task" }, { memberId: "Ben" }).memberIds).toEqual(["Ben"]);
    const draft = read("Call Grandma tomorrow 10:00", { kind: "task" });
    expect(taskFormOf(draft)).toMatchObject({ label: "Call Grandma", dueDate: "2026-11-22", dueTime: "10:00" });
  });

  test("A phrase that repeats without a time becomes a chore without stars, for anyone if nobody is named", () => {
    const draft = read("Bins every Tuesday");
    expect(draft).toMatchObject({ kind: "chore", isChoreByRepeat: true, question: null });
    expect(choreInputOf(choreFormOf(draft, today, members))).toMatchObject({
      ...{ name: "Bins", stars: 0, startDate: "2026-11-24", recurrenceRule: "FREQ=WEEKLY;BYDAY=TU", dueTime: null },
      ...{ assignment: "anyone", memberIds: ["Anna", "Ben", "Mia", "Milo"] },
    });
    const named = choreFormOf(read("Bins every Tuesday @Ben", {}, { kind: "task" }), today, members);
    expect(named).toMatchObject({ assignment: "each", memberIds: ["Ben"] });
  });

  test("A phrase that repeats at a time of its own becomes an event also where tasks are shown", () => {
    const draft = read("Yoga every Wednesday 7pm", {}, { kind: "task" });
    expect(draft).toMatchObject({ kind: "event", time: "19:00", rule: "FREQ=WEEKLY;BYDAY=WE" });
    expect(read("Bins every Tuesday morning", {}, { kind: "task" }).kind).toBe("chore");
  });

  test("A child is asked whether a phrase that repeats is an event or a single task", () => {
    const child = { isAdult: false };
    const draft = read("Bins every Tuesday", {}, child);
    expect(draft).toMatchObject({ kind: "event", question: { about: "kind", choices: ["event", "task"] } });
    const answer = answerOf({ about: "kind", choices: ["event", "task"] }, "task");
    expect(read("Bins every Tuesday", answer, child)).toMatchObject({
      ...{ kind: "task", day: "2026-11-24", rule: null, question: null, isOnceOnly: true },
    });
  });

  test("Items go to the named list, or else to the list of the screen", () => {
    expect(read("Milk and bread", { kind: "list" })).toMatchObject({ items: ["Milk", "bread"], listId: "Groceries" });
    expect(read("Socks #packing")).toMatchObject({ kind: "list", items: ["Socks"], listId: "Packing" });
    expect(read("500 g flour, 6 eggs").items).toEqual(["500 g flour", "6 eggs"]);
    expect(problemOf(read("Milk", { kind: "list" }, { listId: null }))).toBeNull();
  });

  test("A plain phrase becomes a meal on the screen of meals, and a phrase can name the meal elsewhere", () => {
    expect(read("Lasagne", {}, { kind: "meal", day: "2026-11-25" })).toMatchObject({
      ...{ kind: "meal", mealType: "dinner", day: "2026-11-25" },
    });
    expect(read("tacos for lunch")).toMatchObject({ kind: "meal", mealType: "lunch", day: today, memberIds: [] });
  });
});

describe("a typed moment", () => {
  test("Several possible days are a question, which a chosen reading or a chosen day answers", () => {
    const { question } = read("Haircut Saturday", { kind: "task" });
    expect(question).toEqual({ about: "moment", choices: ["2026-11-21", "2026-11-28"] });
    const chosen = { kind: "task", moment: "2026-11-28" } as const;
    expect(read("Haircut Saturday", chosen)).toMatchObject({ day: "2026-11-28", question: null });
    const corrected = { kind: "task", day: "2026-12-01" } as const;
    expect(read("Haircut Saturday", corrected)).toMatchObject({ day: "2026-12-01", question: null });
  });

  test("A mention that matches several members is a question", () => {
    expect(read("Sweep @mi", { kind: "task" }).question).toEqual({ about: "person", choices: ["Mia", "Milo"] });
    const draft = read("Sweep @mi", { kind: "task", person: "Milo" });
    expect(draft).toMatchObject({ memberIds: ["Milo"], question: null });
  });

  test("A time without a half of the day offers both halves, until another time is chosen", () => {
    expect(read("Ballet tomorrow at 4")).toMatchObject({ time: "16:00", halves: ["16:00", "04:00"] });
    expect(read("Ballet tomorrow at 4", { time: "04:00" })).toMatchObject({
      time: "04:00",
      halves: ["16:00", "04:00"],
    });
    expect(read("Ballet tomorrow at 4", { time: "05:00" }).halves).toEqual([]);
  });

  test("Several whole days end on their last day, and keep their number if the first day is corrected", () => {
    const draft = read("Camping 4 Dec to 6 Dec");
    expect(draft).toMatchObject({ kind: "event", day: "2026-12-04", lastDay: "2026-12-06", time: null });
    expect(read("Camping 4 Dec to 6 Dec", { day: "2026-12-11" }).lastDay).toBe("2026-12-13");
    expect(eventInputOf(eventDraftOf(draft, today), "Europe/Berlin")).toMatchObject({
      ...{ allDay: true, startsAt: "2026-12-04T00:00:00.000Z", endsAt: "2026-12-07T00:00:00.000Z" },
    });
  });

  test("A time without a day is on the day of the screen, unless that is today", () => {
    const screen = { kind: "event", day: "2026-12-10" } as const;
    expect(read("Dentist 3pm", {}, screen)).toMatchObject({ day: "2026-12-10", time: "15:00" });
    expect(read("Dentist tomorrow 3pm", {}, screen).day).toBe("2026-11-22");
    expect(read("Dentist in 2 hours", {}, screen)).toMatchObject({ day: today, time: "11:00" });
    expect(read("Dentist 8am", {}, { kind: "event" }).day).toBe("2026-11-22");
  });

  test("A timed event shows its last day, unless it ends by the next noon", () => {
    expect(timesInWords(read("Trip Fri 3pm to Sun 4pm"))).toContain(" – Sun, Nov 29, 4:00");
    expect(timesInWords(read("Party 5 Dec 8pm - 2am"))).not.toContain("Dec");
  });

  test("A past day is reported, but not one at which a repetition began", () => {
    expect(read("Dentist yesterday", { kind: "event" }).isPast).toBe(true);
    expect(read("Dentist tomorrow", { kind: "event" }).isPast).toBe(false);
    expect(read("Swim", { kind: "event", day: "2026-11-02", rule: "FREQ=DAILY" }).isPast).toBe(false);
  });
});

describe("words that a record cannot hold", () => {
  test("A task keeps the end of a time, a length, and a reminder without a day as text", () => {
    const task = { kind: "task" } as const;
    expect(read("paint fence tomorrow 2pm to 5pm", task)).toMatchObject({
      ...{ title: "paint fence 2pm to 5pm", day: "2026-11-22", time: null },
    });
    const reminded = read("Trip remind me 1h before", task);
    expect(reminded).toMatchObject({ title: "Trip remind me 1h before", reminders: [] });
    const dated = read("Trip remind me 1h before", { ...task, day: "2026-11-30" });
    expect(dated).toMatchObject({ title: "Trip", reminders: [60] });
  });

  test("A chore keeps a reminder as text, and a meal keeps people and times", () => {
    const chore = read("Bins every Tuesday remind me 1h before");
    expect(chore).toMatchObject({ kind: "chore", title: "Bins remind me 1h before", reminders: [] });
    const meal = read("Lasagne @Mia tomorrow 7pm", { kind: "meal" });
    expect(meal).toMatchObject({ title: "Lasagne @Mia 7pm", day: "2026-11-22", memberIds: [] });
  });

  test("A list keeps one of several people, and a pasted list has an item for each line", () => {
    expect(read("Milk", { kind: "list", memberIds: ["Ben", "Mia"] }).memberIds).toEqual(["Ben"]);
    const pasted = Array.from({ length: 120 }, (_, index) => `- item ${index}`).join("\n");
    expect(read(pasted, { kind: "list" }).items).toHaveLength(120);
    expect(read("Milk, ".repeat(100), { kind: "list" }).items).toHaveLength(100);
  });

  test("A range of times says nothing about the day, and a range of days says nothing about the time", () => {
    expect(spansAbout("day", readingOf("Fence 2pm to 5pm"))).not.toContain("range");
    expect(spansAbout("time", readingOf("Camping 4 Dec to 6 Dec"))).not.toContain("range");
    expect(spansAbout("day", readingOf("Camping 4 Dec to 6 Dec"))).toContain("range");
    const both = readingOf("Trip Fri 3pm to Sun 4pm");
    expect([...spansAbout("day", both), ...spansAbout("time", both)].filter((kind) => kind === "range")).toHaveLength(
      2,
    );
    expect(readingOf("Dentist 3pm remind me 1h before").saysDay).toBe(false);
    expect(readingOf("Dentist in 2 hours").saysDay).toBe(true);
  });
});

describe("a draft that cannot be saved", () => {
  test("A record needs a title that is not longer than its kind allows", () => {
    expect(problemOf(read("", { kind: "task" }))).toBe("empty");
    expect(problemOf(read("tomorrow 3 pm", { kind: "event" }))).toBe("empty");
    expect(problemOf(read("🐸".repeat(103), { kind: "chore" }))).toEqual({ over: 3 });
    expect(problemOf(read("é".repeat(300), { kind: "task" }))).toBeNull();
  });

  test("Reminders that are too far ahead are refused, and so is a repetition that ends before it begins", () => {
    expect(problemOf(read("Trip 5 May remind me 40 days before"))).toBe("reminders");
    expect(problemOf(read("Trip 5 May remind me 28 days before"))).toBeNull();
    expect(problemOf(read("Swim", { kind: "event", day: today, rule: "FREQ=DAILY;UNTIL=20261101" }))).toBe("until");
    expect(problemOf(read("Swim", { kind: "event", day: today, rule: "FREQ=DAILY;COUNT=0" }))).toBe("count");
  });

  test("A mention that matches nobody stays in the title and is reported", () => {
    const reading = readPhrase("Sweep @zoe", { ...options, field: "task" });
    expect(reading.title).toBe("Sweep @zoe");
    expect(unknownName(reading)).toBe("@zoe");
    expect(unknownName(readPhrase("Mail anna@example.org", { ...options, field: "task" }))).toBeNull();
  });
});

test("A suggestion moves the event of a form and keeps what the title does not say", () => {
  const start = midnightOf(today) + 10 * 60;
  const draft = { ...newDraft({ allDay: false, start, end: start + 90 }, ["Ben"]), location: "Pool" };
  const nothing = { day: null, time: null, minutes: null, days: 0, rule: null, memberIds: [], reminders: [] };
  const later = suggested(draft, { ...nothing, title: "Swim", day: "2026-11-27" });
  const moved = start + 6 * 1_440;
  expect(later).toMatchObject({ title: "Swim", location: "Pool", span: { start: moved, end: moved + 90 } });
  const timed = suggested(draft, { ...nothing, title: "Swim", time: "15:00", memberIds: ["Mia"] });
  const at = midnightOf(today) + 15 * 60;
  expect(timed).toMatchObject({ memberIds: ["Ben", "Mia"], span: { start: at, end: at + 90 } });
  const long = suggested(draft, { ...nothing, title: "Swim", time: "15:00", minutes: 120 });
  expect(long.span).toMatchObject({ start: at, end: at + 120 });
});
