/** The events that delete_events keeps. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { type Mcp, nobody, piano, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

const confirm = true;

async function add({ use }: Pick<Mcp, "use">, title: string, starts: string, more: object = {}): Promise<string> {
  return (await use("create_event", { title, starts, ...more })).data.id;
}

describe("the events that delete_events keeps", () => {
  const week = { from: "2026-12-07", to: "2026-12-13", confirm };

  async function away() {
    const home = await mcpHome();
    await piano(home);
    const tea = await add(home, "Tea", "2026-12-09T15:00");
    await add(home, "Leipzig", "2026-12-07", { ends: "2026-12-13" });
    await add(home, "Long weekend", "2026-12-11", { ends: "2026-12-13" });
    return { ...home, tea };
  }
  const titlesOf = ({ data }: any) => data.events.map(({ title }: any) => title).toSorted();

  test.each([
    [{}, ["Long weekend", "Piano", "Tea"], "Kept “Leipzig”."],
    [{ seriesOnly: true }, ["Piano"], ""],
    [{ except: ["tea", "LONG WEEKEND"] }, ["Piano"], "Kept “Leipzig”, “Tea”, “Long weekend”."],
    [{ except: "Piano", seriesOnly: true }, [], "Kept “Piano”."],
    [{ from: "2026-12-09", to: "2026-12-09" }, ["Tea"], ""],
  ])("The tool delete_events with %j deletes %j and says what it keeps", async (more, deleted, kept) => {
    const home = await away();
    const answer = await home.use("delete_events", { ...week, ...more });
    expect([titlesOf(answer), answer.isError ?? false]).toEqual([deleted, false]);
    expect(
      answer.texts[0]
        .split("\n")
        .filter((line: string) => line.startsWith("Kept"))
        .join(),
    ).toBe(kept);
  });

  test("The tool delete_events keeps an event by its short id, and one undo brings all others back", async () => {
    const home = await away();
    const before = await storedEvents(home);
    const { data, texts } = await home.use("delete_events", { ...week, except: [home.tea] });
    expect(texts[0]).toContain("Kept “Leipzig”, “Tea”.");
    expect(await undo(home, data.activityId)).toBe(200);
    expect(await storedEvents(home)).toEqual(before);
  });

  test.each([
    [{ ...week, except: ["Swimming"] }, "except[0]: no event in the span is called “Swimming”", "“Tea”"],
    [{ except: ["Tea"], confirm }, /^from: is required/, "both ends"],
    [{ events: [{ eventId: nobody }], seriesOnly: true }, "events: or from with to, one of them", "not both"],
  ])("The tool delete_events refuses %j and deletes nothing", async (input, message, repair) => {
    const home = await away();
    const before = home.entries().length;
    const { isError, texts } = await home.use("delete_events", input);
    expect([isError, home.entries().length]).toEqual([true, before]);
    if (typeof message === "string") expect(texts[0]).toBe(message);
    else expect(texts[0]).toMatch(message);
    expect(texts[1]).toContain(repair);
  });
});
