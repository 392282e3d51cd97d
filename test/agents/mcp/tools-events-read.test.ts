/** The tools that read events: text and fields. The time is Friday 27 November 2026, 10:00. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { nobody, piano, storedEvent } from "../../support/mcp/events.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

describe("list_events", () => {
  test("The tool list_events lists each occurrence of a series with the fields that a change of it needs", async () => {
    const home = await mcpHome();
    const id = await piano(home, { members: ["Mia", "Anna"], repeat: "weekly" });
    const { data: trip } = await home.use("create_event", { title: "Trip", starts: "2026-12-01", ends: "2026-12-03" });
    const { texts, data } = await home.use("list_events", { to: "2026-12-08" });
    expect(texts[0].split("\n")).toEqual([
      `- “Trip” · Tue 1 Dec 2026 – Thu 3 Dec 2026, all day · everyone · id ${trip.id}`,
      `- “Piano” · Tue 1 Dec 2026, 16:00–17:00 (Europe/Berlin) · Mia, Anna · repeats weekly · id ${id} · instanceStart 2026-12-01T16:00`,
      `- “Piano” · Tue 8 Dec 2026, 16:00–17:00 (Europe/Berlin) · Mia, Anna · repeats weekly · id ${id} · instanceStart 2026-12-08T16:00`,
    ]);
    expect(data).toMatchObject({ total: 3, truncated: false });
    expect(data.events[1]).toEqual({
      ...{ id, title: "Piano", starts: "2026-12-01T16:00", ends: "2026-12-01T17:00", allDay: false },
      ...{ members: ["Mia", "Anna"], everyone: false, repeat: "FREQ=WEEKLY", instanceStart: "2026-12-01T16:00" },
      calendar: "Test",
    });
    expect(data.events[0]).toMatchObject({
      starts: "2026-12-01",
      ends: "2026-12-03",
    });
  });

  test.each([
    [{}, ["today", "day14"]],
    [{ from: "2026-12-11" }, ["day14", "day15"]],
    [{ from: "2026-12-11", to: "2026-12-11" }, ["day14"]],
    [{ from: "2026-12-11T23:30", to: "2026-12-12T08:00" }, ["day14"]],
    [{ from: "2026-12-12", to: "2026-12-12T08:00" }, []],
    [{ from: "tomorrow", to: "saturday" }, []],
    [{ from: "2026-12-10", to: "friday" }, ["day14"]],
    [{ from: "friday", to: "thursday" }, []], // 4 to 10 December.
    [{ from: "2026-12-11", to: "friday" }, ["day14"]],
    [{ query: "DAY" }, ["today", "day14", "day15", "party"]],
    [{ query: "birthday balloons" }, ["party"]],
    [{ query: "cafe" }, ["party"]],
    [{ query: "nothing" }, []],
    [{ member: "Ben" }, ["today", "day14"]],
    [{ member: "mia", to: "2027-06-30" }, ["today", "day14", "party"]],
  ])("The tool list_events with %j finds %j", async (said, titles) => {
    const { use } = await mcpHome();
    await use("create_event", { title: "today", starts: "2026-11-27T00:00", ends: "2026-11-27T01:00" });
    await use("create_event", { title: "day14", starts: "2026-12-11T23:00" });
    await use("create_event", { title: "day15", starts: "2026-12-12T08:00", members: ["Anna"] });
    const party = { location: "Café Bär", notes: "Birthday! Buy balloons", members: ["Mia"] };
    await use("create_event", { title: "party", starts: "2027-06-01", ...party });
    const { data, texts } = await use("list_events", said);
    expect(data.events.map(({ title }: any) => title)).toEqual(titles);
    if (titles.length === 0) expect(texts[0]).toMatch(/^No events (?:from|on) /);
  });

  test("The tool list_events gives each occurrence a unique instanceStart, even when clocks go back", async () => {
    const home = await mcpHome();
    const twice = { endsAt: "2027-10-31T01:45:00Z", recurrenceRule: "FREQ=DAILY;COUNT=2" };
    await home.post("/v1/events", { title: "second", startsAt: "2027-10-31T01:30:00Z", ...twice });
    await home.post("/v1/events", {
      title: "first",
      startsAt: "2027-10-31T00:30:00Z",
      ...twice,
      endsAt: "2027-10-31T00:45:00Z",
    });
    await home.post("/v1/events", {
      title: "odd",
      startsAt: "2027-10-31T05:00:30Z",
      ...twice,
      endsAt: "2027-10-31T06:00:00Z",
    });
    const day = {
      startsAt: "2027-10-31T00:00:00Z",
      endsAt: "2027-11-01T00:00:00Z",
      recurrenceRule: "FREQ=DAILY;COUNT=2",
    };
    const { body: dates } = await home.post("/v1/events", { title: "dates", allDay: true, ...day });
    await home.patch(`/v1/events/${dates.id}`, { title: "own", editScope: "this", instanceStartsAt: day.startsAt });
    const range = { from: "2027-10-31", to: "2027-11-01" };
    const { data, texts } = await home.use("list_events", range);
    const named = data.events.map(({ title, instanceStart }: any) => [title, instanceStart]);
    expect(named.sort()).toEqual([
      ["dates", "2027-11-01"],
      ["first", "2027-10-31T02:30"],
      ["first", "2027-11-01T02:30"],
      ["odd", "2027-10-31T05:00:30.000Z"],
      ["odd", "2027-11-01T05:00:30.000Z"],
      ["own", "2027-10-31T00:00:00.000Z"],
      ["second", "2027-10-31T01:30:00.000Z"],
      ["second", "2027-11-01T02:30"],
    ]);
    expect(texts[0]).toContain(
      "02:30–02:45 (Europe/Berlin) · starts 2027-10-31T01:30:00.000Z, the second time that clocks show it",
    );
    expect(texts[0]).toContain("starts 2027-10-31T05:00:30.000Z · ");
    for (const { id, title, instanceStart } of data.events) {
      const gone = await home.use("delete_event", { eventId: id, scope: "this", instanceStart, confirm: true });
      expect({ title, instanceStart, isError: gone.isError, activity: gone.data?.activityId }).toEqual({
        ...{ title, instanceStart, isError: undefined, activity: expect.any(String) },
      });
      const left = (await home.use("list_events", range)).data.events;
      expect(left.some((each: any) => each.id === id && each.instanceStart === instanceStart)).toBe(false);
    }
    expect((await home.use("list_events", range)).data.total).toBe(0);
  });

  test("The tool list_events splits a long answer into pages that contain each event exactly once", async () => {
    const home = await mcpHome();
    for (const [index, title] of ["Swimming", "買い物に行く", "Полить цветы"].entries()) {
      const starts = `2026-12-01T0${index + 1}:00`;
      await home.use("create_event", {
        title,
        starts,
        repeat: "daily",
        location: "x".repeat(index * 100),
        members: ["Anna"],
      });
    }
    await home.use("create_event", { title: "Trip", starts: "2026-12-01", repeat: "FREQ=DAILY;COUNT=2" });
    const range = { from: "2026-12-01", to: "2027-05-15", member: "Anna", each: true };
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const limit = seen.length === 0 ? { limit: 7 } : {};
      const { texts, data } = await home.use("list_events", { ...range, ...limit, ...(cursor ? { cursor } : {}) });
      expect(countTokens(texts[0])).toBeLessThanOrEqual(8_000);
      expect(countTokens(JSON.stringify(data))).toBeLessThanOrEqual(8_000);
      expect(data.total).toBe(500);
      if (limit.limit) expect(data.events).toHaveLength(7);
      seen.push(...data.events.map(({ id, instanceStart }: any) => `${id} ${instanceStart}`));
      cursor = data.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(500);
    expect(new Set(seen).size).toBe(500);
  });

  test.each([
    [
      { from: "2026-12-01", to: "2026-11-30" },
      "to: must lie after from",
      "Parameter to: it is Mon 30 Nov 2026, but from is Tue 1 Dec 2026.",
    ],
    [{ from: "tomorrow 18:00", to: "2026-11-28T18:00" }, "to: must lie after from", "Sat 28 Nov 2026, 18:00"],
    [{ from: "2026-12-01", to: "2036-12-01" }, "to: must lie at most 750 days after from", "Parameter to:"],
    [{ from: "next saturday" }, "from: “next saturday” could mean more than one day", "2026-11-28 (Sat 28 Nov 2026)"],
    [{ member: "Zoe" }, "member: no such member: “Zoe”", "“Anna”"],
    [{ limit: 0 }, "limit: must be a whole number from 1 to 100", "Parameter limit:"],
    [{ cursor: nobody }, "Invalid cursor", "nextCursor"],
  ])("The tool list_events refuses %j", async (said, text, repair) => {
    const { isError, texts } = await (await mcpHome()).use("list_events", said);
    expect([isError, texts[0]]).toEqual([true, text]);
    expect(texts[1]).toContain(repair);
  });

  test("The tool list_events returns the date from which events are missing in a list that is too long", async () => {
    const { use, post } = await mcpHome();
    const often = { startsAt: "2026-12-01T00:00:00Z", endsAt: "2026-12-01T00:01:00Z" };
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join(",");
    await post("/v1/events", { title: "x", ...often, recurrenceRule: `FREQ=DAILY;BYHOUR=${hours}` });
    const { data, texts } = await use("list_events", { from: "2026-12-01", to: "2028-06-01", each: true });
    expect([data.total, data.truncated]).toEqual([4_000, true]);
    expect(texts[0]).toContain(
      "There are more events than can be read: from Sun 16 May 2027, 17:00 (Europe/Berlin) on",
    );
    expect((await use("list_events", { from: "2026-12-01", to: "2027-01-01", each: true })).data.total).toBeGreaterThan(
      700,
    );
  });
});

describe("get_event", () => {
  test("The tool get_event returns notes, reminders, and skipped or changed occurrences", async () => {
    const home = await mcpHome();
    const id = await piano(home, { repeat: "weekly", notes: "Book 2\n- “Other” · id 1", reminders: [30] });
    const edit = (instanceStart: string) => ({ eventId: id, editScope: "this", instanceStart });
    await home.use("update_event", { ...edit("2026-12-08T16:00"), starts: "2026-12-09T18:00", title: "Exam" });
    await home.use("delete_event", { eventId: id, scope: "this", instanceStart: "2026-12-15T16:00", confirm: true });
    const { texts, data } = await home.use("get_event", { eventId: id });
    expect(texts[0].split("\n")).toEqual([
      `- “Piano” · Tue 1 Dec 2026, 16:00–17:00 (Europe/Berlin) · Mia · repeats weekly · id ${id}`,
      "Reminders: 30 minutes before",
      'Notes: “Book 2 - "Other" · id 1”',
      "- changed: Tue 8 Dec 2026, 16:00 is “Exam” · Wed 9 Dec 2026, 18:00–19:00 (Europe/Berlin) · instanceStart 2026-12-08T16:00",
      "- skipped: Tue 15 Dec 2026, 16:00 · instanceStart 2026-12-15T16:00",
    ]);
    expect(data).toMatchObject({
      ...{ id, notes: "Book 2\n- “Other” · id 1", reminders: "30 minutes before" },
      ...{ skipped: ["2026-12-15T16:00"], changed: ["2026-12-08T16:00"] },
    });
  });

  test("The tool get_event shortens a long list of exceptions of a series, and mentions that", async () => {
    const home = await mcpHome();
    const { id } = await storedEvent(home, await piano(home, { repeat: "daily", starts: "2026-12-01" }));
    for (let day = 1; day <= 52; day++) {
      const at = new Date(Date.UTC(2026, 11, day + 1)).toISOString();
      await home.delete(`/v1/events/${id}?scope=this&instanceStartsAt=${at}`);
    }
    const { texts, data } = await home.use("get_event", { eventId: id });
    expect(data.skipped).toHaveLength(50);
    expect(data.skipped[0]).toBe("2026-12-04");
    expect(texts[0]).toContain("2 earlier skipped or changed times are not shown");
    expect(texts[0]).toContain("Reminders: the household's default");
  });

  test("The tool get_event does not find events of another household", async () => {
    const home = await mcpHome();
    const other = await home.neighbour();
    const eventId = await piano(home);
    for (const tool of ["get_event", "update_event", "delete_event"]) {
      for (const [id, key] of [
        [eventId, other.key.key],
        [nobody, home.key.key],
      ] as const) {
        const { isError, texts } = await home.use(tool, { eventId: id }, { key });
        expect([isError, texts[0]]).toEqual([true, "Event not found"]);
        expect(texts[1]).toContain("Parameter eventId:");
      }
    }
    expect((await home.use("get_event", { eventId: "1" })).texts[0]).toBe("Event not found");
  });
});
