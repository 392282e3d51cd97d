/** Finding a record by a title that stands where an id is expected. */
import { describe, expect, test } from "bun:test";
import { findByTitle, type Titled } from "#agents/mcp/input/titles.ts";
import { ToolError } from "#agents/mcp/output/tool-error.ts";

const records: readonly Titled[] = [
  { id: "1", title: "Dentist", detail: "Thu 3 Dec 08:00" },
  { id: "2", title: "Dentist", detail: "Fri 8 Jan 09:00" },
  { id: "3", title: "Yoga in the park", detail: "Mon 7 Dec 19:00" },
  { id: "4", title: "Café Müller" },
  { id: "5", title: "Swimming club (paid)", isSecondary: true },
  { id: "6", title: "Swimming club" },
  { id: "7", title: "Old bill", isSecondary: true },
  { id: "8", title: "Piano lesson, Mia" },
  { id: "9", title: "Piano lesson, Ben" },
];

function find(text: string, isForDeletion = false) {
  const notes: string[] = [];
  const note = (line: string) => notes.push(line);
  const shortId = (id: string) => `id-${id}`;
  const search = {
    parameter: "eventId",
    thing: "event",
    isForDeletion,
    listedBy: "list_events",
    shortId,
    note,
    call: {},
  };
  try {
    return { id: findByTitle(text, records, search), notes };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { message: error.message, repair: error.repair };
  }
}

describe("a title", () => {
  test.each([
    ["yoga in the park", "3"],
    ["  “CAFE MULLER” ", "4"],
    ["swimming club", "6"],
    ["old bill", "7"],
  ])("The title %p is found regardless of case, accents and quotes, and nothing is said", (text, id) => {
    expect(find(text)).toEqual({ id, notes: [] });
    expect(find(text, true)).toEqual({ id, notes: [] });
  });

  test.each([
    ["yoga", "3", "eventId read as “Yoga in the park”, Mon 7 Dec 19:00."],
    ["the park yoga", "3", "eventId read as “Yoga in the park”, Mon 7 Dec 19:00."],
    ["mia piano", "8", "eventId read as “Piano lesson, Mia”."],
  ])("The words %p mean the only record that has all of them, which is said", (text, id, said) => {
    expect(find(text)).toEqual({ id, notes: [said] });
  });

  test("Words are never enough to delete a record, but the record is suggested", () => {
    expect(find("yoga", true)).toEqual({
      message: "eventId: no such event: “yoga”",
      repair: "Parameter eventId: did you mean “Yoga in the park”, Mon 7 Dec 19:00 (id-3)? Send the id.",
    });
  });

  test("Several records with a title are asked back with what tells them apart", () => {
    const repair = "Parameter eventId: send the id of the one that is meant. Ask if it is not clear.";
    const message = "eventId: 2 events are called “dentist”: Thu 3 Dec 08:00 (id-1), Fri 8 Jan 09:00 (id-2)";
    expect(find("dentist")).toEqual({ message, repair });
    expect(find("dentist", true)).toEqual({ message, repair });
    expect(find("piano")).toEqual({
      message: "eventId: 2 events have the words “piano”: “Piano lesson, Mia” (id-8), “Piano lesson, Ben” (id-9)",
      repair,
    });
  });

  test("An unknown title is refused with the nearest three, and never called deleted", () => {
    expect(find("Dentisst")).toEqual({
      message: "eventId: no such event: “Dentisst”",
      repair:
        "Parameter eventId: did you mean “Dentist”, Thu 3 Dec 08:00 (id-1) or “Dentist”, Fri 8 Jan 09:00 (id-2)? Send the id.",
    });
    for (const text of ["Skiing", "", "??", "a", "Mias"]) {
      expect(find(text).repair).toBe("Parameter eventId: take an id that list_events returned, or its whole title.");
    }
  });
});
