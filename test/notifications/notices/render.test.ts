import { describe, expect, test } from "bun:test";
import { day, hour, minute } from "#lib/time.ts";
import type { Details, Facts, Language, LocalMoment } from "#notifications/notices/notice.ts";
import {
  render,
  renderActionResult,
  renderDigest,
  renderLabel,
  summaryLines,
  textsFor,
} from "#notifications/notices/render.ts";
import { at, zone } from "../reminders/household-builders.ts";

const start = at("2026-11-21 16:00");
const piano: Facts = {
  ...{ type: "event", title: "Piano", location: "Music school", allDay: false, from: start, to: start + hour },
  firstDay: null,
};
const paper: Facts = {
  ...{
    type: "event",
    title: "Waste paper",
    location: null,
    allDay: true,
    from: at("2026-11-21"),
    to: at("2026-11-22"),
  },
  firstDay: "2026-11-21",
};
const names = new Map(["anna", "ben", "mia", "tom", "zoe"].map((id) => [id, id[0]!.toUpperCase() + id.slice(1)]));

type Given = { readonly language?: Language; readonly details?: Details; readonly about?: readonly string[] };

function contextAt(now: number, { language = "en", details = "full" }: Given = {}) {
  return { language, details, now, timeZone: zone, names, memberId: "anna" };
}

function words(facts: Facts, now: number, given: Given = {}) {
  return render({ kind: "event", facts, about: given.about ?? ["anna"] }, contextAt(now, given));
}

const bothTitles = (facts: Facts, now: number, about?: readonly string[]) =>
  (["en", "de"] as const).map((language) => words(facts, now, { language, about }).title);

describe("the notice of an event", () => {
  test.each([
    [-10 * minute, "In 10 min: Piano", "In 10 Min.: Klavier"],
    [-10 * minute + 400, "In 10 min: Piano", ""],
    [-90 * minute, "In 1 h 30 min: Piano", "In 1 Std. 30 Min.: Klavier"],
    [-2 * hour, "In 2 h: Piano", ""],
    [0, "Now: Piano", "Jetzt: Klavier"],
    [20 * minute, "Began at 16:00: Piano", "Seit 16:00: Klavier"],
    [2 * hour, "Was at 16:00: Piano", "War um 16:00: Klavier"],
    [-day, "Tomorrow: Piano", "Morgen: Klavier"],
    [-3 * day, "Sat 21 Nov: Piano", "Sa., 21. Nov.: Klavier"],
    [day, "Was on Sat 21 Nov: Piano", "War am Sa., 21. Nov.: Klavier"],
  ])("The title of an event's notice %i ms after the event's start is %s", (offset, english, german) => {
    const [en, de] = bothTitles(piano, start + offset);
    expect(en?.replace("Sat, ", "Sat ")).toBe(english);
    if (german) expect(de).toBe(german.replace("Klavier", "Piano"));
  });

  test("The second line of an event's notice has the time in the household's time zone, and the place", () => {
    expect(words(piano, start - hour).body).toBe("16:00, Music school");
    expect(words({ ...piano, location: null } as Facts, start - hour).body).toBe("16:00");
  });

  test("The notice of an all-day event names the day of the event", () => {
    expect(bothTitles(paper, at("2026-11-20 18:00"))).toEqual(["Tomorrow: Waste paper", "Morgen: Waste paper"]);
    expect(bothTitles(paper, at("2026-11-21 08:00"))).toEqual(["Today: Waste paper", "Heute: Waste paper"]);
    expect(words(paper, at("2026-11-20 18:00")).body).toBe("");
  });

  test("The notice of another member's event begins with that member's name", () => {
    expect(bothTitles(piano, start - 10 * minute, ["mia"])).toEqual(["Mia: Piano in 10 min", "Mia: Piano in 10 Min."]);
    expect(words(piano, start, { about: ["mia", "ben", "tom", "zoe"] }).title).toBe("Mia, Ben, Tom +1: Piano now");
    expect(words(paper, at("2026-11-20 18:00"), { about: ["anna", "mia"] }).title).toBe(
      "Anna, Mia: Waste paper tomorrow",
    );
  });

  test("The notice of an event in the night of a clock change counts real hours", () => {
    const early: Facts = { ...piano, from: at("2026-03-29 06:00"), to: at("2026-03-29 07:00") };
    expect(words(early, at("2026-03-29 01:00")).title).toBe("In 4 h: Piano");
  });
});

describe("notices of other things", () => {
  const today = at("2026-11-21 12:00");
  const chore: Facts = {
    ...{ type: "chore", name: "Dishwasher", emoji: "🍽️", date: "2026-11-21", dueTime: "18:00", isTurn: true },
  };
  const checkIn: Facts = {
    ...{ type: "check_in", name: "Sleep", question: "How did you sleep last night?", presetKey: "sleep" },
    ...{ date: "2026-11-21", time: "07:30" },
  };

  test("The notices of chores, tasks, list items and changes have texts in both languages", () => {
    expect(bothTitles(chore, today)).toEqual(["Your turn: Dishwasher", "Du bist dran: Dishwasher"]);
    expect(bothTitles(chore, today, ["mia"])).toEqual(["Mia’s turn: Dishwasher", "Mia ist dran: Dishwasher"]);
    expect(bothTitles({ ...chore, isTurn: false }, today)).toEqual(["Chore: Dishwasher", "Im Haushalt: Dishwasher"]);
    const task: Facts = { type: "task", label: "Rent", dueDate: "2026-11-21" };
    expect(bothTitles(task, today)).toEqual(["Due today: Rent", "Heute fällig: Rent"]);
    const due = { ...task, dueTime: "17:30" };
    expect(bothTitles(due, today, ["mia"])).toEqual(["Mia: Rent", "Mia: Rent"]);
    const item: Facts = { type: "item", content: "Milk", listName: "Groceries", dueAt: start };
    expect(bothTitles(item, today)).toEqual(["Due at 16:00: Milk", "Fällig um 16:00: Milk"]);
    const change = { type: "change", by: "Ben", label: "Groceries" } as const;
    expect(bothTitles({ ...change, what: "list_changed", count: 3 }, today)).toEqual([
      "3 changes by Ben: Groceries",
      "3 Änderungen von Ben: Groceries",
    ]);
    expect(bothTitles({ ...change, what: "task_assigned", count: 1 }, today)[0]).toBe("New task from Ben: Groceries");
    expect(bothTitles({ ...change, what: "event_named", count: 1 }, today)[0]).toBe("Ben added you: Groceries");
  });

  test("The notice of a change says when the event begins or the task is due, if that is known", () => {
    const change = { type: "change", by: "Ben", label: "Piano", count: 1 } as const;
    const added = (start?: LocalMoment) => ({ ...change, what: "event_named", ...(start && { start }) }) as const;
    const bodies = (facts: Facts) => (["en", "de"] as const).map((language) => words(facts, today, { language }).body);
    expect(bodies(added())).toEqual(["", ""]);
    expect(bodies(added({ date: "2026-12-03", time: "19:30" }))).toEqual(["Thu 3 Dec, 19:30", "Do., 3. Dez., 19:30"]);
    expect(bodies(added({ date: "2027-01-02", time: null }))).toEqual(["Sat, 2 Jan 2027", "Sa., 2. Jan. 2027"]);
    const task: Facts = { ...change, what: "task_assigned", start: { date: "2026-12-03", time: "07:30" } };
    expect(bodies(task)).toEqual(["by Thu 3 Dec, 07:30", "bis Do., 3. Dez., 07:30"]);
    expect(words(task, today, { details: "title" }).body).toBe("");
    const hidden: Facts = { ...change, what: "event_named", isBusy: true };
    expect(renderLabel(hidden, "de")).toBe("Beschäftigt");
  });

  test("The notice of a check-in asks in the reader's language, unless the household wrote the question", () => {
    expect(words(checkIn, today)).toEqual({ title: "How did you sleep last night?", body: "Sleep" });
    expect(words(checkIn, today, { language: "de" })).toEqual({ title: "Wie hast du geschlafen?", body: "Schlaf" });
    const own: Facts = { ...checkIn, presetKey: "custom", name: "How was it?", question: "How was it?" };
    expect(words(own, today, { language: "de" })).toEqual({ title: "How was it?", body: "" });
  });

  test("The notices about the server say what is wrong with the server", () => {
    const system = { type: "system", label: "Phone", reason: "The disk is full", at: null } as const;
    expect(words({ ...system, what: "backup_failed" }, today)).toEqual({
      ...{ title: "The last backup failed", body: "The disk is full" },
    });
    expect(words({ ...system, what: "channel_off" }, today).title).toBe("No more notifications here: Phone");
    const expiring = { ...system, what: "key_expires", at: at("2027-01-02 09:00") } as const;
    expect(words(expiring, today, { language: "de" }).title).toBe("API-Schlüssel läuft am Sa., 2. Jan. 2027 ab: Phone");
  });
});

describe("the summary of the day", () => {
  const facts: Extract<Facts, { type: "summary" }> = {
    ...{ type: "summary", date: "2026-11-21", eventCount: 3, taskCount: 2, overdueCount: 1, choreCount: 2 },
    events: [
      { title: "Waste paper", allDay: true, from: at("2026-11-21") },
      { title: "Piano", allDay: false, from: start },
    ],
    itemCount: 0,
  };
  const morning = at("2026-11-21 07:30");

  test("The summary of the day counts events, tasks and chores, and names the events", () => {
    expect(bothTitles(facts, morning)).toEqual([
      "Today: 3 events, 3 tasks (1 overdue), 2 chores",
      "Heute: 3 Termine, 3 Aufgaben (1 überfällig), 2 Aufgaben im Haushalt",
    ]);
    expect(words(facts, morning).body).toBe("Waste paper · 16:00 Piano · and 1 more");
    expect(summaryLines(facts, contextAt(morning))).toHaveLength(3);
  });

  test("The summary of the day uses the singular for a count of one", () => {
    const one = { ...facts, eventCount: 1, taskCount: 1, overdueCount: 0, choreCount: 1, itemCount: 1 };
    expect(words(one, morning).title).toBe("Today: 1 event, 1 task, 1 chore, 1 list item");
  });
});

describe("the text of a notice on a lock screen", () => {
  test("The text of a notice on a lock screen is complete, only the title, or only “Reminder”, as chosen", () => {
    expect(words(piano, start, { details: "title" })).toEqual({ title: "Now: Piano", body: "" });
    expect(words(piano, start, { details: "none" })).toEqual({ title: "Reminder", body: "" });
    expect(words(piano, start, { details: "none", language: "de" }).title).toBe("Erinnerung");
    const lines = [{ title: "Now: Piano", body: "", isOver: false }];
    expect(renderDigest("catch_up", lines, { language: "en", details: "none" })).toEqual({
      title: "Reminder",
      body: "",
    });
  });

  test("The text of a notice is one line of at most 120 characters, without characters that reorder text", () => {
    const title = `a\u202eb\n\tc ${"🎹".repeat(300)}`;
    const shown = words({ ...piano, title, location: "x".repeat(300) } as Facts, start - 10 * minute, {
      about: ["mia"],
    });
    expect(shown.title).toStartWith("Mia: ab c 🎹");
    expect(shown.title).toEndWith("🎹… in 10 min");
    expect([...shown.title]).toHaveLength(120);
    expect([...shown.body]).toHaveLength(120);
  });
});

describe("a digest", () => {
  const full = { language: "en", details: "full" } as const;
  const line = (title: string, isOver = false) => ({ title, body: "16:00", isOver });

  test("A digest of a single notice shows that notice alone", () => {
    expect(renderDigest("quiet", [line("Today: Piano")], full)).toEqual({ title: "Today: Piano", body: "16:00" });
    const german = { ...full, language: "de" } as const;
    expect(renderDigest("catch_up", [line("Seit 16:00: Klavier")], german).title).toBe(
      "Während Inglenook aus war: Seit 16:00: Klavier",
    );
  });

  test("A digest lists future events first, then missed ones, in at most ten lines", () => {
    const some = [line("a", true), line("b"), line("c", true)];
    expect(renderDigest("catch_up", some, full)).toEqual({
      title: "While Inglenook was off: 3 reminders",
      body: "b\nMissed:\na\nc",
    });
    const many = Array.from({ length: 13 }, (_, index) => line(`${index}`));
    expect(renderDigest("burst", many, full).body.split("\n").slice(-2)).toEqual(["9", "and 3 more"]);
  });

  test("A digest without lines still has a title", () => {
    expect(render({ kind: "quiet", about: [], facts: { type: "fold" } }, contextAt(start)).title).toBe(
      "In your quiet hours",
    );
  });
});

test("The result of an action on a notice has a text in the reader's language", () => {
  const notice = { kind: "event", about: ["anna"], facts: piano } as const;
  const again = { state: "snoozed", again: start } as const;
  expect(renderActionResult({ state: "done" }, notice, contextAt(start))).toBe("Done: Piano");
  expect(renderActionResult(again, notice, contextAt(start, { language: "de" }))).toBe("Noch einmal um 16:00: Piano");
  expect(renderActionResult({ state: "done" }, notice, contextAt(start, { details: "none" }))).toBe("Done");
  expect(textsFor("en").actions.snooze(60)).toBe("In 1 hour");
  expect(textsFor("de").actions.snooze(10)).toBe("In 10 Min.");
});
