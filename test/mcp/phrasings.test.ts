/** Dates and times as people say them. */
import { expect, test } from "bun:test";
import { type Clock, readMoment } from "../../src/mcp/input/times.ts";
import { ToolError } from "../../src/mcp/output/tool-error.ts";
import { english, german } from "./phrasings.ts";

const clock: Clock = {
  today: "2026-11-26",
  time: "10:00",
  timeZone: "Europe/Berlin",
  weekStartsOn: 1,
  note: () => {},
};

function meaningOf(phrase: string): string {
  try {
    const { date, time } = readMoment(phrase, clock, "starts");
    return time === null ? date : `${date}T${time}`;
  } catch (error) {
    if (error instanceof ToolError) return "asked";
    throw error;
  }
}

test.each([
  ["English", english],
  ["German", german],
])("of 100 phrasings in %s, all are read as meant or asked back", (_, phrasings) => {
  const entries = Object.entries(phrasings);
  expect(entries.length).toBe(100);
  const read = Object.fromEntries(entries.map(([phrase]) => [phrase, meaningOf(phrase)]));
  expect(read).toEqual(phrasings);
});
