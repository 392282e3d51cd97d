import { expect } from "bun:test";
import type { DemoHome } from "../../../support/mcp/demo.ts";

type Call = {
  readonly use: string;
  /** Reads the answers so far. */
  readonly input: object | ((texts: readonly string[]) => object);
  readonly answers: RegExp;
};

type Request = {
  readonly number: number;
  readonly said: string;
  readonly calls: readonly Call[];
  readonly state?: (home: DemoHome) => Promise<void>;
};

/** The first id after the words, in the last answer. */
function idAfter(texts: readonly string[], words: string, name = "id"): string {
  const line =
    texts
      .at(-1)
      ?.split("\n")
      .find((each) => each.includes(words)) ?? "";
  return new RegExp(` ${name} (\\S+)`).exec(line)?.[1] ?? `no ${name} after ${words}`;
}

const tasksNamed = async (home: DemoHome, label: string) =>
  (await home.get("/v1/tasks")).tasks.filter((task: { label: string }) => task.label === label);

export const requests: readonly Request[] = [
  {
    number: 1,
    said: "What is on this week?",
    calls: [{ use: "get_agenda", input: {}, answers: /# Sun 22 Nov[\s\S]*# Sat 28 Nov(?![\s\S]*Not shown)/ }],
  },
  {
    number: 2,
    said: "Leo has a dentist's appointment on Thursday at half past three.",
    calls: [
      {
        use: "create_event",
        input: { title: "Dentist", starts: "thursday 15:30", members: ["Leo"] },
        answers: /Added: “Dentist” · Thu 26 Nov 2026, 15:30–16:30[\s\S]*Overlaps “Swimming”/,
      },
    ],
  },
  {
    number: 3,
    said: "There is no football next Saturday.",
    calls: [
      { use: "list_events", input: { query: "football", to: "2026-11-29" }, answers: /“Football” · Sat 28 Nov/ },
      {
        use: "delete_event",
        input: (texts) => ({
          eventId: idAfter(texts, "Sat 28 Nov"),
          instanceStart: idAfter(texts, "Sat 28 Nov", "instanceStart"),
          scope: "this",
          confirm: true,
        }),
        answers: /Skipped “Football” on Sat 28 Nov/,
      },
    ],
  },
  {
    number: 4,
    said: "The plumber comes on Tuesday at ten instead.",
    calls: [
      { use: "list_events", input: { query: "plumber" }, answers: /“Plumber”/ },
      {
        use: "update_event",
        input: (texts) => ({ eventId: idAfter(texts, "Plumber"), starts: "tuesday 10:00" }),
        answers: /Saved: “Plumber” · Tue 24 Nov 2026, 10:00–11:00[\s\S]*Overlaps “Conference in Leipzig”/,
      },
    ],
  },
  {
    number: 5,
    said: "Alert me when something is put on the groceries.",
    calls: [{ use: "get_today", input: {}, answers: /Lists have no alerts/ }],
  },
  {
    number: 6,
    said: "We need kitchen roll, nappies and cheese.",
    calls: [
      {
        use: "add_list_items",
        input: { items: [{ text: "Kitchen roll" }, { text: "Nappies" }, { text: "Cheese", under: "Dairy" }] },
        answers: /Added 3 to “Groceries”/,
      },
    ],
  },
  {
    number: 7,
    said: "What do we still have to buy?",
    calls: [
      {
        use: "list_lists",
        input: { list: "groceries" },
        answers: /“Dairy”[\s\S]*“Cheese”[\s\S]*“Everything else”[\s\S]*“Nappies”/,
      },
    ],
  },
  {
    number: 8,
    said: "I have the cheese and the nappies.",
    calls: [
      {
        use: "update_list_items",
        input: {
          list: "Groceries",
          items: [
            { item: "cheese", done: true },
            { item: "nappies", done: true },
          ],
        },
        answers: /\[x\] “Cheese”[\s\S]*\[x\] “Nappies”/,
      },
    ],
  },
  {
    number: 9,
    said: "Lasagne on Friday evening, Ben cooks.",
    calls: [
      {
        use: "schedule_meal",
        input: { date: "friday", mealType: "Dinner", recipe: "lasagne", cook: "Ben" },
        answers: /Fri 27 Nov 2026 · dinner/,
      },
    ],
  },
  {
    number: 10,
    said: "Put what we need for next week's meals on the groceries.",
    calls: [{ use: "add_groceries", input: { weekStart: "monday", sum: true }, answers: /Added to “Groceries”/ }],
  },
  {
    number: 11,
    said: "Ben has to pay the electricity by Monday, and I book the train.",
    calls: [
      {
        use: "create_tasks",
        input: {
          tasks: [
            { label: "Pay the electricity", member: "Ben", due: "monday" },
            { label: "Book the train", member: "me" },
          ],
        },
        answers: /“Pay the electricity” · Ben · due Mon 23 Nov[\s\S]*“Book the train” · Anna/,
      },
    ],
  },
  {
    number: 12,
    said: "What is overdue?",
    calls: [{ use: "list_tasks", input: { due: "overdue" }, answers: /“Book the dentist for Leo” · Anna/ }],
  },
  {
    number: 13,
    said: "The dentist is booked. The passports can wait until 15 January.",
    calls: [
      { use: "list_tasks", input: { member: "me", completed: false }, answers: /“Renew the passports”/ },
      {
        use: "update_tasks",
        input: (texts) => ({
          tasks: [
            { taskId: idAfter(texts, "Book the dentist"), completed: true },
            { taskId: idAfter(texts, "Renew the passports"), due: "15.01.2027" },
          ],
        }),
        answers: /“Book the dentist for Leo”[\s\S]*done[\s\S]*due Fri 15 Jan 2027/,
      },
    ],
  },
  {
    number: 14,
    said: "When do Ben and I have two hours together in the evening?",
    calls: [
      {
        use: "find_free_time",
        input: { durationMinutes: 120, members: ["me", "Ben"], earliest: "6pm", latest: "22:00" },
        answers: /Free for 120 minutes/,
      },
    ],
  },
  {
    number: 15,
    said: "From school: parents' breakfast on 2 December at 8, the play on 11 December at 17:00, no school on 14 December.",
    calls: [
      {
        use: "create_events",
        input: {
          events: [
            { title: "Parents' breakfast", starts: "2 December 8:00", weekday: "Wed", members: ["Anna", "Ben"] },
            { title: "School play", starts: "11.12. 17 Uhr", weekday: "Freitag" },
            { title: "No school", starts: "2026-12-14", members: ["Mia", "Leo"] },
          ],
        },
        answers: /Added: 3 events[\s\S]*Wed 2 Dec 2026, 08:00[\s\S]*Fri 11 Dec 2026, 17:00[\s\S]*Mon 14 Dec 2026/,
      },
    ],
  },
  {
    number: 16,
    said: "Make a list for the swimming trip: towels, and a first-aid kit with plasters and cream.",
    calls: [
      { use: "create_list", input: { name: "Swimming trip", icon: "🏊" }, answers: /Made the list “Swimming trip”/ },
      {
        use: "add_list_items",
        input: {
          list: "Swimming trip",
          items: [
            { text: "Towels" },
            { text: "First-aid kit" },
            { text: "Plasters", under: "First-aid kit" },
            { text: "Cream", under: "First-aid kit" },
          ],
        },
        answers: /Added 4 to “Swimming trip”/,
      },
    ],
  },
  {
    number: 17,
    said: "Clear what is ticked off on the groceries.",
    calls: [
      {
        use: "delete_list_items",
        input: { list: "Groceries", done: true, confirm: true },
        answers: /Deleted/,
      },
    ],
  },
  {
    number: 18,
    said: "Pause the vacuuming while we are away.",
    calls: [{ use: "list_chores", input: {}, answers: /only be ticked off in the app[\s\S]*“Vacuum downstairs”/ }],
  },
  {
    number: 19,
    said: "Ben is away from Tuesday to Thursday: cancel what he has then, but not the conference.",
    calls: [
      {
        use: "delete_events",
        input: { from: "tuesday", to: "thursday", member: "Ben", dryRun: true },
        answers: /“School run”[\s\S]*“Parents' evening”/,
      },
      {
        use: "delete_events",
        input: (texts) => ({ events: plannedOf(texts, "Conference"), confirm: true }),
        answers: /Deleted|Cancelled/,
      },
    ],
  },
  {
    number: 20,
    said: "Who gets reminded of the vaccination?",
    calls: [
      { use: "list_events", input: { query: "vaccination" }, answers: /“Vaccination” · Wed 25 Nov/ },
      {
        use: "get_event",
        input: (texts) => ({ eventId: idAfter(texts, "Vaccination") }),
        answers: /Reminders: 60 minutes before/,
      },
    ],
  },
  {
    number: 21,
    said: "Who is double-booked in the coming week?",
    calls: [
      {
        use: "list_events",
        input: { from: "next week", clashes: true },
        answers: /“Swimming”[\s\S]*“Dentist”|“Dentist”[\s\S]*“Swimming”/,
      },
    ],
  },
  {
    number: 22,
    said: "I have yoga on Mondays and Thursdays at seven in the evening, from December on.",
    calls: [
      {
        use: "create_event",
        input: { title: "Yoga class", starts: "2026-12-01 19:00", repeat: "mondays and thursdays", members: ["me"] },
        answers: /repeats “FREQ=WEEKLY;BYDAY=MO,TH”[\s\S]*does not include the start/,
      },
    ],
  },
  {
    number: 23,
    said: "Ask all of us every weekday at seven how we slept.",
    calls: [
      {
        use: "save_check_in",
        input: { presetKey: "sleep", assignees: ["everyone"], days: ["Mo", "Di", "Mi", "Do", "Fr"], times: ["7am"] },
        answers: /Anna, Ben, Mia, Leo · monday, tuesday, wednesday, thursday, friday · 07:00/,
      },
    ],
  },
  {
    number: 24,
    said: "No, take back the check-in and the yoga.",
    calls: [
      { use: "list_activity", input: { limit: 2 }, answers: /Yoga class/ },
      {
        use: "undo_change",
        input: (texts) => ({ since: entryAfter(texts, "Yoga class") }),
        answers: /Undid 2 changes/,
      },
    ],
    state: async (home) => {
      expect((await home.get("/v1/check-ins")).checkIns.length).toBe(2);
      expect((await tasksNamed(home, "Book the train")).length).toBe(1);
    },
  },
];

/** The events of a dry run, in the form that is sent back. */
function plannedOf(texts: readonly string[], except: string): readonly object[] {
  const lines = texts.at(-1)?.split("\n") ?? [];
  return lines
    .filter((line) => line.startsWith("- ") && !line.includes(except))
    .map((line) => {
      const eventId = / id (\S+)/.exec(line)?.[1];
      const instanceStart = / instanceStart (\S+)/.exec(line)?.[1];
      return { eventId, ...(instanceStart && { instanceStart }) };
    });
}

function entryAfter(texts: readonly string[], words: string): string {
  const line =
    texts
      .at(-1)
      ?.split("\n")
      .find((each) => each.includes(words)) ?? "";
  return / id (\S+)$/.exec(line)?.[1] ?? "";
}
