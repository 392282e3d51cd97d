/** Days as people mean them: relative to today, to an event that moves, or to the start of a range. */
import { describe, expect, test } from "bun:test";
import { type Clock, readDay, readLocalTime } from "#agents/mcp/input/times.ts";
import { ToolError } from "#agents/mcp/output/tool-error.ts";
import { lessons, piano, pianos, second, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

const clockOn = (today: string): Clock => ({
  today,
  time: "10:00",
  timeZone: "Europe/Berlin",
  weekStartsOn: 1,
  note: () => {},
});

/** Returns the day that is read, or the days that are asked back. */
function readOrAsked(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return (error.repair ?? "").match(/\d{4}-\d\d-\d\d/g)?.join(" or ") ?? error.message;
  }
}

const [friday, saturday, monday] = ["2026-11-27", "2026-11-28", "2026-11-30"];

describe("a weekday from today", () => {
  test.each([
    [friday, "next friday", "2026-12-04"],
    [friday, "nächsten Freitag", "2026-12-04"],
    [friday, "next monday", "2026-11-30"],
    [saturday, "next friday", "2026-12-04"],
    [monday, "next friday", "2026-12-04 or 2026-12-11"],
    [monday, "nächsten Montag", "2026-12-07"],
    [friday, "Freitag in zwei Wochen", "2026-12-11"],
    [friday, "friday in two weeks", "2026-12-11"],
    [friday, "Montag in einer Woche", "2026-12-07 or 2026-11-30"],
    [monday, "Freitag in zwei Wochen", "2026-12-18"],
    [saturday, "Freitag in zwei Wochen", "2026-12-11 or 2026-12-18"],
    [saturday, "a week on friday", "2026-12-11"],
  ])("On %s the words “%s” mean %s", (today, words, expected) => {
    expect(
      readOrAsked(() => readDay(words, clockOn(today), "due"))
        .split(" or ")
        .sort(),
    ).toEqual(expected.split(" or ").sort());
  });
});

describe("a weekday to which an event moves", () => {
  test.each([
    ["thursday", "2026-12-10"],
    ["Donnerstag um 17 Uhr", "2026-12-10T17:00"],
    ["on sunday", "2026-12-13"],
    ["monday", "2026-12-07 or 2026-12-14"],
    ["monday 17:00", "2026-12-07 or 2026-12-14"],
    ["tuesday", "2026-12-08 or 2026-12-15"],
    ["tuesday 17:00", "2026-12-08T17:00"],
    ["next thursday", "2026-12-03"],
    ["10 december", "2026-12-10"],
  ])("The words “%s” mean %s for an event on Tuesday 8 December", (words, expected) => {
    const read = () => {
      const { date, time } = readLocalTime(words, clockOn(friday), "starts", { movesFrom: "2026-12-08" });
      return time === null ? date : `${date}T${time}`;
    };
    expect(readOrAsked(read)).toBe(expected);
  });

  test.each([
    ["2026-11-28", "wednesday", "2026-12-02"],
    ["2026-11-16", "thursday", "2026-11-19 or 2026-12-03"],
  ])("An event on %s moves by the word “%s” never silently into the past", (movesFrom, word, expected) => {
    const read = () => readLocalTime(word, clockOn(friday), "starts", { movesFrom }).date;
    expect(readOrAsked(read)).toBe(expected);
  });
});

test("The tool update_event takes the weekday of the occurrence's week, and asks about an earlier one", async () => {
  const home = await mcpHome();
  const eventId = await piano(home);
  const one = { eventId, editScope: "this", ...second };
  const { texts, data } = await home.use("update_event", { ...one, starts: "thursday 17:00" });
  expect(texts[0]).toContain("Thu 10 Dec 2026, 17:00–18:00");
  expect(texts[0]).not.toContain("earlier day");
  expect(await undo(home, data.activityId)).toBe(200);
  const asked = await home.use("update_event", { ...one, starts: "monday" });
  expect(asked.texts).toEqual([
    "starts: “monday” could mean more than one day",
    "Parameter starts: say 2026-12-07 (Mon 7 Dec 2026) or 2026-12-14 (Mon 14 Dec 2026).",
  ]);
  expect(await storedEvents(home)).toEqual(pianos(...lessons));
});

test.each([
  [{ title: "x", starts: "2026-12-08T16:00" }, "2026-12-03T18:00", "it was on Tue 8 Dec 2026"],
  [{ title: "x", starts: "2026-12-08" }, "2026-12-07", "it was on Tue 8 Dec 2026"],
  [{ title: "x", starts: "2026-12-08T16:00" }, "2026-12-08T10:00", null],
  [{ title: "x", starts: "2026-12-08T16:00" }, "2026-12-09", null],
])("A move of %j to %s says whether that is an earlier day", async (event, starts, said) => {
  const { use } = await mcpHome();
  const { data } = await use("create_event", event);
  const { texts } = await use("update_event", { eventId: data.id, starts });
  if (said === null) expect(texts[0]).not.toContain("earlier day");
  else expect(texts[0]).toContain(`Moved to an earlier day: ${said}.`);
});

test.each([
  [{ from: "2026-11-30", to: "next saturday" }, "to Sat 5 Dec"],
  [{ from: "2026-12-01", to: "this saturday" }, "to Sat 5 Dec"],
])("The end of the range %j cannot lie before its start, so it is clear", async (range, end) => {
  const { use } = await mcpHome();
  expect((await use("list_events", range)).texts[0]).toContain(end);
});
