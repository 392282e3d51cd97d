/** Rows, months and lines of the history of check-ins, tested without a browser. */
import { describe, expect, test } from "bun:test";
import { type Cell, historyRows, linesOf, pageOf } from "#web/features/check-ins/model/history.ts";
import type { CheckIn, PastAnswer } from "#web/features/check-ins/model/source.ts";
import { checkInScreen as german } from "#web/i18n/de/check-in-screen.ts";
import { checkInScreen as english } from "#web/i18n/en/check-in-screen.ts";

const faces = [
  { emoji: "😄", label: "Great" },
  { emoji: "😐", label: "Okay" },
  { emoji: "😢", label: "Sad" },
];
const mood = {
  ...{ id: "mood", name: "Mood", question: "How are you?", presetKey: "custom", assigneeIds: ["mia"] },
  ...{ daysOfWeek: [1, 2, 3, 4, 5], times: [{ time: "19:00", label: null }], active: true, faces },
  createdAt: "2026-11-10T23:30:00.000Z", // The 11th in Berlin.
} as unknown as CheckIn;
const said = (date: string, face: number, more: object = {}): PastAnswer => ({
  ...{ checkInId: "mood", question: "How are you?", date, time: "19:00", memberId: "mia", note: null },
  ...{ face: faces[face] ?? { emoji: "🦖", label: "Roar" }, answeredAt: `${date}T18:30:00.000Z`, ...more },
});
const range = { from: "2026-11-09", to: "2026-11-17" };
const rows = (answers: readonly PastAnswer[], checkIns = [mood]) =>
  historyRows("mia", range, { checkIns, answers, timeZone: "Europe/Berlin" });
const marks = (cells: readonly Cell[]) =>
  cells.map(({ state, rank }) => (state === "answered" ? (rank ?? "?") : state === "open" ? "o" : "."));

describe("the history of check-ins", () => {
  test("The history of check-ins shows for each day whether the member was asked and whether they answered", () => {
    const [row, ...others] = rows([said("2026-11-12", 0), said("2026-11-13", 2), said("2026-11-17", 1)]);
    expect(others).toEqual([]);
    // Monday the 9th and Tuesday are before its creation; the weekend is not asked; Monday the 16th has no answer.
    expect(marks(row?.cells ?? [])).toEqual([".", ".", "o", 0, 1, ".", ".", "o", 0.5]);
    expect(row?.cells.map(({ date }) => date).at(-1)).toBe("2026-11-17");
  });

  test("The history of check-ins has a row for each time of day of a check-in, and rows for deleted check-ins", () => {
    const twice = {
      ...mood,
      times: [
        { time: "07:00", label: null },
        { time: "19:00", label: null },
      ],
    } as CheckIn;
    const paused = { ...mood, id: "paused", active: false } as CheckIn;
    const bens = { ...mood, id: "bens", assigneeIds: ["ben"] } as CheckIn;
    const old = said("2026-11-10", 0, { checkInId: "old", question: "How was football?" });
    const theirs = said("2026-11-12", 0, { memberId: "ben" });
    const found = rows([old, theirs], [twice, paused, bens]);
    expect(found.map(({ name, question, time }) => `${name ?? question} ${time}`)).toEqual([
      ...["Mood 07:00", "Mood 19:00", "How was football? 19:00"],
    ]);
    expect(marks(found[2]?.cells ?? [])).toEqual([".", "?", ".", ".", ".", ".", ".", ".", "."]);
  });

  test("A chart line in the history of check-ins ends at a missed answer, but not at a day without a question", () => {
    const answers = [said("2026-11-12", 0), said("2026-11-13", 2), said("2026-11-16", 1), said("2026-11-17", 7)];
    const cells = rows(answers)[0]?.cells ?? [];
    expect(linesOf(cells)).toEqual([
      [
        { day: 3, rank: 0 },
        { day: 4, rank: 1 },
        { day: 7, rank: 0.5 },
      ],
    ]);
    expect(linesOf(rows([said("2026-11-12", 0), said("2026-11-16", 1)])[0]?.cells ?? [])).toEqual([]);
  });

  test("The history of check-ins shows the last 31 days on its first page, and one month on each earlier page", () => {
    expect(pageOf("2026-03-31", 0)).toEqual({ from: "2026-03-01", to: "2026-03-31" });
    expect(pageOf("2026-03-31", 1)).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(pageOf("2026-03-01", 0)).toEqual({ from: "2026-01-30", to: "2026-03-01" });
    expect(pageOf("2026-03-01", 3)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  });
});

test("A preset question that an adult reads about a member contains the member's name instead of “you”", () => {
  for (const [presets, you] of [
    [english.presets, /\byou(r)?\b/i],
    [german.presets, /\b(du|dir|dich|dein\w*)\b/i],
  ] as const) {
    for (const { about } of Object.values(presets)) {
      expect(about("Mia")).toContain("Mia");
      expect(about("Mia")).not.toMatch(you);
    }
  }
});
