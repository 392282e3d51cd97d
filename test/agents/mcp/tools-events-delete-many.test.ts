/** The tool that deletes several events. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { calendarOf, following } from "../../support/calendar/host.ts";
import { lessons, type Mcp, nobody, piano, pianos, second, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome, tail, withMcpClient } from "../../support/mcp/mcp.ts";

const confirm = true;

async function add({ use }: Pick<Mcp, "use">, title: string, starts: string, more: object = {}): Promise<string> {
  return (await use("create_event", { title, starts, ...more })).data.id;
}

describe("delete_events", () => {
  test("The tool delete_events deletes the events and occurrences that begin in a span of days", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    await add(home, "Long", "2026-12-05", { ends: "2026-12-09" });
    const tea = await add(home, "Tea", "2026-12-09T15:00");
    const before = await storedEvents(home);
    const count = home.entries().length;
    const week = { from: "2026-12-07", to: "2026-12-15" };
    const lines = [
      "- “Piano” · Tue 8 Dec 2026, 16:00–17:00 (Europe/Berlin)",
      "- “Tea” · Wed 9 Dec 2026, 15:00–16:00 (Europe/Berlin)",
      "- “Piano” · Tue 15 Dec 2026, 16:00–17:00 (Europe/Berlin)",
    ];
    const look = await home.use("delete_events", { ...week, dryRun: true });
    const targets = [
      ` · id ${eventId} · instanceStart 2026-12-08T16:00`,
      ` · id ${tea}`,
      ` · id ${eventId} · instanceStart 2026-12-15T16:00`,
    ];
    const named = lines.map((line, index) => `${line}${targets[index]}`);
    expect(look.texts[0].split("\n").sort()).toEqual(["Would delete 3 events", ...named].sort());
    expect(look.data).toMatchObject({ deleted: false, total: 3 });
    const asked = await home.use("delete_events", week);
    expect([asked.isError, home.entries().length]).toEqual([true, count]);
    expect(asked.texts[0]).toStartWith("confirm: must be true to delete 3 events: “");
    const { texts, data } = await home.use("delete_events", { ...week, confirm });
    expect(texts[0].split("\n").sort()).toEqual([`Deleted 3 events · activityId ${data.activityId}`, ...lines].sort());
    expect(data.activityId).toBe(tail(home.entries()[0]?.id));
    expect(data.events).toContainEqual({ id: tea, title: "Tea", starts: "2026-12-09T15:00" });
    expect(data.events).toContainEqual({
      ...{ id: eventId, title: "Piano", starts: "2026-12-08T16:00", instanceStart: "2026-12-08T16:00" },
    });
    expect(await storedEvents(home)).toEqual([...pianos(lessons[0]), "Long 2026-12-05T00:00", ...pianos(lessons[3])]);
    expect(home.entries().length).toBe(count + 1);
    expect(await undo(home, data.activityId)).toBe(200);
    expect(await storedEvents(home)).toEqual(before);
  });

  test("The tool delete_events can be limited to events with a word, or to the events of one member", async () => {
    const home = await mcpHome();
    await add(home, "Mia's swimming", "2026-12-03T15:00", { members: ["Mia"] });
    await add(home, "Ben's swimming", "2026-12-03T16:00", { members: ["Ben"] });
    await add(home, "Mia's tea", "2026-12-03T17:00", { members: ["Mia"] });
    await add(home, "Everyone's swimming", "2026-12-03T18:00");
    const day = { from: "2026-12-03", to: "2026-12-03", dryRun: true };
    const titles = async (more: object) =>
      (await home.use("delete_events", { ...day, ...more })).data.events.map(({ title }: any) => title);
    expect(await titles({ member: "Mia" })).toEqual(["Mia's swimming", "Mia's tea"]);
    expect(await titles({ query: "swimming", member: "mia" })).toEqual(["Mia's swimming"]);
    expect(await titles({ query: "swimming" })).toHaveLength(3);
    const none = await home.use("delete_events", { ...day, query: "skiing" });
    const others = ["Mia's swimming", "Ben's swimming", "Mia's tea", "Everyone's swimming"].map((each) => `“${each}”`);
    const note = `No event there has the words “skiing”. There are ${others.join(", ")}.`;
    expect(none.texts).toEqual([`No event to delete\n${note}`]);
  });

  test("The tool delete_events asks the person about large deletes", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    const tea = await add(home, "Tea", "2026-12-09T15:00");
    const canAsk = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } } };
    const some = { events: [{ eventId: tea }, { eventId, ...second }] };
    const { texts } = await home.use("delete_events", { ...some, confirm }, canAsk);
    expect(texts[0].split("\n").slice(1)).toEqual([
      "- “Tea” · Wed 9 Dec 2026, 15:00–16:00 (Europe/Berlin)",
      "- “Piano” · Tue 8 Dec 2026, 16:00–17:00 (Europe/Berlin)",
    ]);
    const again = await home.use("delete_events", { events: [{ eventId, ...second }], confirm });
    expect(again.texts).toEqual(["Nothing to do: all are skipped already"]);
    const whole = { events: [{ eventId }], confirm };
    const { inputRequests, requestState } = await home.use("delete_events", whole, canAsk);
    expect(inputRequests.confirm.params.message).toBe("Really delete 1 event: “Piano” with all its times?");
    const agreed = {
      ...canAsk,
      inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
      requestState,
    };
    const done = await home.use("delete_events", whole, agreed);
    expect(done.texts[0]).toEndWith("\n- “Piano” with all its times");
    expect(await storedEvents(home)).toEqual([]);
    await add(home, "Standup", "2026-12-01T09:00", { repeat: "FREQ=DAILY;COUNT=11" });
    const days = { from: "2026-12-01", confirm };
    expect((await home.use("delete_events", { ...days, to: "2026-12-11" }, canAsk)).inputRequests).toBeDefined();
    expect((await home.use("delete_events", { ...days, to: "2026-12-10" }, canAsk)).data.total).toBe(10);
  });

  test("The tool delete_events deletes nothing if one event is unknown, or if there are too many events", async () => {
    const home = await mcpHome();
    const other = await home.neighbour();
    const theirs = await home.use("create_event", { title: "Theirs", starts: "2026-12-01" }, { key: other.key.key });
    const { body } = await other.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-03T00:00:00Z");
    const tea = await add(home, "Tea", "2026-12-09T15:00");
    const eventId = await piano(home);
    const before = await storedEvents(home);
    for (const id of [nobody, body.events[0].id]) {
      const { isError, texts } = await home.use("delete_events", {
        events: [{ eventId: tea }, { eventId: id }],
        confirm,
      });
      expect([isError, texts[0]]).toEqual([true, expect.stringMatching(/^events\[1\]\.(id|eventId): no such event$/)]);
      expect(texts[1]).toContain("list_events");
    }
    expect((await home.use("delete_events", { events: [{ eventId: theirs.data.id }], confirm })).isError).toBe(true);
    const missed = { events: [{ eventId: tea }, { eventId, instanceStart: "2026-12-09T16:00" }], confirm };
    expect((await home.use("delete_events", missed)).texts[0]).toMatch(
      /^events\[1\]\.instanceStart\w*: no such instance$/,
    );
    const many = await home.use("delete_events", { events: Array(51).fill({ eventId: tea }), confirm });
    expect([many.isError, many.texts[0]]).toEqual([true, expect.stringContaining("50")]);
    await home.post("/v1/events", {
      ...{ title: "x", startsAt: "2027-02-01T08:00:00Z", endsAt: "2027-02-01T08:05:00Z" },
      recurrenceRule: "FREQ=DAILY;BYHOUR=8,9;COUNT=60",
    });
    const span = { from: "2027-02-01", to: "2027-02-28", confirm };
    const wide = await home.use("delete_events", span);
    expect(wide.texts[0]).toBe("to: must leave at most 50 events; there are 55. Nothing was deleted");
    expect(await storedEvents(home)).toEqual(before);
    const fitting = await home.use("delete_events", { ...span, to: "2027-02-25" });
    expect(fitting.data.total).toBe(49);
    expect(countTokens(fitting.texts[0])).toBeLessThan(3_000);
  });

  test.each([
    [{}, "events: is required"],
    [{ events: [{ eventId: nobody }], from: "today", to: "today" }, "events: or from with to, one of them"],
    [{ from: "today" }, "to: is required for a span"],
    [{ query: "tea" }, "from: is required for a span"],
    [{ from: "2026-12-02", to: "2026-12-01" }, "to: must lie after from"],
    [{ from: "today", to: "today", member: "Zoe" }, "member: no such member: “Zoe”"],
    [{ events: [{ eventId: nobody, instanceStart: "16:00" }] }, "Event not found"],
  ])("The tool delete_events refuses %j", async (input, text) => {
    const { isError, texts } = await (await mcpHome()).use("delete_events", { ...input, confirm });
    expect([isError, texts[0]]).toEqual([true, text]);
    expect(texts[1]).toMatch(/Parameter|Give/);
  });

  test("The tool delete_events needs calendar.write, and for a span of days also calendar.read", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    const reader = home.createKey({ scopes: ["calendar.read"] }).key;
    const writer = home.createKey({ scopes: ["calendar.write"] }).key;
    const whole = { events: [{ eventId }], confirm };
    expect((await home.use("delete_events", whole, { key: reader })).texts[0]).toBe("Missing scope: calendar.write");
    const span = { from: "2026-12-01", to: "2026-12-31", confirm };
    expect((await home.use("delete_events", span, { key: writer })).texts[0]).toBe("Missing scope: calendar.read");
    const one = { events: [{ eventId, ...second }], confirm };
    expect((await home.use("delete_events", one, { key: writer })).data.total).toBe(1);
    expect((await home.use("delete_events", whole, { key: writer })).data.total).toBe(1);
  });

  test("Two simultaneous calls of delete_events for one event delete the event once", async () => {
    const home = await mcpHome();
    const tea = await add(home, "Tea", "2026-12-09T15:00");
    const both = await Promise.all(
      [1, 2].map(() => home.use("delete_events", { events: [{ eventId: tea }], confirm })),
    );
    expect(both.filter(({ isError }) => isError).length).toBe(1);
  });

  test("The tool delete_events keeps events of followed calendars, and mentions that", async () => {
    const { home, host, follow } = await following();
    host.answer({ body: calendarOf([{ day: "20261224" }]) });
    expect((await follow()).status).toBe(200);
    const { use } = withMcpClient(home);
    const { texts } = await use("delete_events", { from: "2026-12-01", to: "2026-12-31", dryRun: true });
    expect(texts[0]).toMatch(/^No event to delete\nKept \d+ of “.*”: change them there\.$/);
  });
});
