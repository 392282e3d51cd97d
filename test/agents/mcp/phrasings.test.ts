/** Dates and times as people say them. */
import { expect, test } from "bun:test";
import { type Clock, readLocalTime } from "#agents/mcp/input/times.ts";
import { ToolError } from "#agents/mcp/output/tool-error.ts";
import { ambiguous, english, german } from "./phrasings.ts";

const clock: Clock = {
  today: "2026-11-26",
  time: "10:00",
  timeZone: "Europe/Berlin",
  weekStartsOn: 1,
  note: () => {},
};

function meaningOf(phrase: string): string {
  try {
    const { date, time } = readLocalTime(phrase, clock, "starts");
    return time === null ? date : `${date}T${time}`;
  } catch (error) {
    if (error instanceof ToolError) return "asked";
    throw error;
  }
}

test.each([
  ["English", english],
  ["German", german],
])("At least 95 of 100 phrasings of a date or time in %s are read as meant", (_, phrasings) => {
  const phrases = Object.keys(phrasings);
  expect(phrases.length).toBe(100);
  expect(Object.fromEntries(phrases.map((phrase) => [phrase, meaningOf(phrase)]))).toEqual(phrasings);
  expect(Object.values(phrasings).filter((meaning) => meaning !== "asked").length).toBeGreaterThanOrEqual(95);
});

test("A date or time in ambiguous words is refused as unclear", () => {
  expect(ambiguous.filter((phrase) => meaningOf(phrase) !== "asked")).toEqual([]);
});
