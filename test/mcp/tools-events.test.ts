/**
 * The calendar's tools, as a model uses them: call → what is saved → text → fields. It is Friday 27 November 2026, 10:00.
 * Long because it spells out answers line by line, as a model reads them.
 */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { mcpHome } from "../support/mcp.ts";
import { nobody, piano, there } from "../support/mcp-events.ts";

describe("create_event", () => {
  test("saves what is said, in household time, and answers it with the entry that undoes it", async () => {
    const home = await mcpHome();
    const { use, get, entries, members, as } = home;
    const { texts, data } = await use("create_event", {
      title: " Dentist ",
      starts: "2026-12-01T16:00",
      ends: "2026-12-01 16:45",
      weekday: "Tuesday",
      location: "Town hall",
      notes: "Bring the card",
      members: ["ÄNNA", members.ben.id],
      repeat: "RRULE:FREQ=MONTHLY;COUNT=3",
      reminders: [30, 10],
    });
    const { body } = await get(`/v1/events/${data.id}`);
    expect(body).toMatchObject({
      ...{ title: "Dentist", startsAt: "2026-12-01T15:00:00.000Z", endsAt: "2026-12-01T15:45:00.000Z", allDay: false },
      ...{ location: "Town hall", notes: "Bring the card", memberIds: [members.anna.id, members.ben.id] },
      ...{ isGeneral: false, recurrenceRule: "FREQ=MONTHLY;COUNT=3", reminderMinutesList: [10, 30] },
    });
    expect(data).toEqual({
      ...{ id: body.id, activityId: entries()[0]?.id, title: "Dentist", starts: "2026-12-01T16:00" },
      ...{ ends: "2026-12-01T16:45", allDay: false, location: "Town hall", members: ["Anna", "Ben"], everyone: false },
      ...{ repeat: "FREQ=MONTHLY;COUNT=3", instanceStart: null },
    });
    expect(texts).toEqual([
      `Added: “Dentist” · Tue 1 Dec 2026, 16:00–16:45 (Europe/Berlin) · at “Town hall” · Anna, Ben · repeats “FREQ=MONTHLY;COUNT=3” · id ${data.id} · activityId ${data.activityId}`,
    ]);
    expect((await as(members.anna).post(`/v1/activity/${data.activityId}/undo`, undefined)).status).toBe(200);
    expect(await there(home)).toEqual([]);
  });

  test.each([
    [{ starts: "2026-12-01T16:00" }, "2026-12-01T15:00", "2026-12-01T16:00", false],
    [{ starts: "tomorrow 9:30" }, "2026-11-28T08:30", "2026-11-28T09:30", false],
    [{ starts: "friday 18:00" }, "2026-12-04T17:00", "2026-12-04T18:00", false],
    [{ starts: "2026-12-01T22:00", ends: "2026-12-02T02:00" }, "2026-12-01T21:00", "2026-12-02T01:00", false],
    [{ starts: "2026-12-24" }, "2026-12-24T00:00", "2026-12-25T00:00", true],
    [{ starts: "2026-12-24", ends: "2026-12-26" }, "2026-12-24T00:00", "2026-12-27T00:00", true],
    [{ starts: "2026-12-24", ends: "2026-12-24" }, "2026-12-24T00:00", "2026-12-25T00:00", true],
    [
      { starts: "2026-12-24T10:00", ends: "2026-12-25T12:00", allDay: true },
      "2026-12-24T00:00",
      "2026-12-26T00:00",
      true,
    ],
    [{ starts: "2026-10-24T20:00", ends: "2026-10-25T20:00" }, "2026-10-24T18:00", "2026-10-25T19:00", false],
    [{ starts: "2027-03-28T01:30" }, "2027-03-28T00:30", "2027-03-28T01:30", false],
  ])("takes %j", async (said, startsAt, endsAt, allDay) => {
    const { use, get } = await mcpHome();
    const { data } = await use("create_event", { title: "x", ...said });
    const { body } = await get(`/v1/events/${data.id}`);
    expect([body.startsAt.slice(0, 16), body.endsAt.slice(0, 16), body.allDay]).toEqual([startsAt, endsAt, allDay]);
    expect(body.isGeneral).toBe(true);
  });

  test("keeps all-day dates west of UTC, and says there what day it is", async () => {
    const { use, get, as, members } = await mcpHome();
    await as(members.anna).patch("/app/household", { timeZone: "Pacific/Honolulu" });
    const { data, texts } = await use("create_event", { title: "x", starts: "2026-12-24", ends: "2026-12-25" });
    expect((await get(`/v1/events/${data.id}`)).body.endsAt).toBe("2026-12-26T00:00:00.000Z");
    expect(data).toMatchObject({ starts: "2026-12-24", ends: "2026-12-25" });
    expect(texts[0]).toContain("Thu 24 Dec 2026 – Fri 25 Dec 2026, all day");
    const today = await use("create_event", { title: "y", starts: "today" }); // 27 November, 23:00 on the 26th there.
    expect(today.data.starts).toBe("2026-11-26");
  });

  test.each([
    ["2027-03-28T02:30", "2027-03-28T01:30", "The clocks skip 02:30 on Sun 28 Mar 2027: this is 03:30 instead."],
    ["2027-10-31T02:30", "2027-10-31T00:30", "The clocks show 02:30 on Sun 31 Oct 2027 twice: this is the first."],
  ])("says what the clocks make of %s", async (starts, startsAt, remark) => {
    const { use, get } = await mcpHome();
    const { data, texts } = await use("create_event", { title: "x", starts });
    expect((await get(`/v1/events/${data.id}`)).body.startsAt).toBe(`${startsAt}:00.000Z`);
    expect(texts[0].split("\n")[1]).toBe(remark);
    const both = await use("create_event", { title: "y", starts, ends: starts });
    expect(both.texts[0].split("\n").slice(1)).toEqual([remark]);
  });

  test.each([
    [{ everyone: true, members: ["Mia"] }, { isGeneral: true }],
    [{ reminders: [] }, { reminderMinutes: -1, reminderMinutesList: [] }],
    [{ reminders: [0] }, { reminderMinutes: 0, reminderMinutesList: [0] }],
    [{ repeat: " Daily " }, { recurrenceRule: "FREQ=DAILY" }],
    [{ repeat: "yearly" }, { recurrenceRule: "FREQ=YEARLY" }],
  ])("with %j saves %j", async (said, saved) => {
    const { use, get } = await mcpHome();
    const { data } = await use("create_event", { title: "x", starts: "2026-12-01T16:00", ...said });
    expect((await get(`/v1/events/${data.id}`)).body).toMatchObject(saved);
  });

  test("is done once for one idempotency key", async () => {
    const home = await mcpHome();
    const input = { title: "x", starts: "2026-12-01T16:00", idempotencyKey: "once" };
    const first = await home.use("create_event", input);
    const second = await home.use("create_event", input);
    expect(second.data).toEqual(first.data);
    expect(second.texts[0]).toStartWith("Added before, as it was then: ");
    expect(await there(home)).toHaveLength(1);
    const other = await home.use("create_event", { ...input, title: "y" });
    expect(other.texts[0]).toBe("Idempotency key was used for another request");
  });

  test.each([
    [
      { weekday: "friday", starts: "2026-12-03T18:00" },
      "weekday: 2026-12-03 is a Thursday, not a Friday. Nothing was saved",
      "say 2026-11-27T18:00 (Fri 27 Nov 2026) or 2026-12-04T18:00 (Fri 4 Dec 2026)",
    ],
    [
      { starts: "2026-12-03T18:00+01:00" },
      "starts: must be household time without an offset, such as 2026-11-27T18:00",
      "say 2026-12-03T18:00",
    ],
    [{ starts: "07/08" }, "starts: “07/08” could mean more than one day", "2027-07-08"],
    [
      { starts: "2026-12-03T18:00", ends: "2026-12-03T17:00" },
      "endsAt: must not lie before startsAt",
      "Parameter ends:",
    ],
    [{ starts: "2026-12-24", ends: "2026-12-23" }, "endsAt: must not lie before startsAt", "last day"],
    [
      { starts: "2026-12-03T18:00", ends: "2026-12-04" },
      "ends: must have a time, since the event is not all day",
      "2026-12-04T18:00",
    ],
    [
      { starts: "2026-12-24", ends: "2026-12-24T18:00" },
      "starts: must have a time, since the event is not all day",
      "Parameter starts: say 2026-12-24T18:00",
    ],
    [
      { starts: "2026-12-03", allDay: false },
      "starts: must have a time, since the event is not all day",
      "2026-12-03T18:00",
    ],
    [{ starts: "2026-12-03", members: ["Anna", "Zoe"] }, "members[1]: no such member: “Zoe”", "“Anna”, “Ben”, “Mia”"],
    [{ starts: "2026-12-03", members: [nobody] }, "memberIds: no such member", "Parameter members:"],
    ...(
      [
        ["fortnightly", "FREQ=WEEKLY;INTERVAL=2."],
        ["biweekly", "FREQ=WEEKLY;INTERVAL=2."],
        ["every other week", "FREQ=WEEKLY;INTERVAL=2."],
        ["Every 3 days", "FREQ=DAILY;INTERVAL=3."],
        ["weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR."],
        ["every day", "daily."],
        ["every monday", "weekly, with starts on that day, or FREQ=WEEKLY;BYDAY=MO."],
        ["mondays and Thursdays", "FREQ=WEEKLY;BYDAY=MO,TH."],
        ["now and then", "one of these words, or a rule such as FREQ=WEEKLY;BYDAY="],
      ] as const
    ).map(
      ([repeat, meant]) =>
        [
          { starts: "2026-12-03", repeat },
          `repeat: must be daily, weekly, monthly, yearly or an RRULE, not “${repeat}”`,
          `Parameter repeat: say ${meant}`,
        ] as const,
    ),
    [
      { starts: "2026-12-03", members: ["everyone"] },
      "members[0]: no such member: “everyone”",
      "Parameter members: leave “everyone” out; send everyone: true for the whole household.",
    ],
    [{ starts: "17:00" }, "starts: “17:00” is a time without its day", "2026-11-27T17:00 (Fri 27 Nov 2026) or"],
    [
      { starts: "2026-12-03T09:00", ends: "10:30" },
      "ends: “10:30” is a time without its day",
      "Parameter ends: say 2026-12-03T10:30 (Thu 3 Dec 2026).",
    ],
    [
      { starts: "next friday 18:00" },
      "starts: “next friday 18:00” could mean more than one day",
      "2026-12-04T18:00 (Fri 4 Dec 2026) or 2026-12-11T18:00",
    ],
    [
      { starts: "2026-11-24T18:00", weekday: "wednesday" },
      "weekday: 2026-11-24 is a Tuesday, not a Wednesday. Nothing was saved",
      "Parameter starts: say 2026-12-02T18:00 (Wed 2 Dec 2026); or correct weekday.",
    ],
    [
      { starts: "2026-12-03", repeat: "FREQ=DAILY;INTERVAL=0" },
      "recurrenceRule: INTERVAL must be at least 1",
      "Parameter repeat:",
    ],
    [
      { starts: "2026-12-03", reminders: [40_321] },
      "reminders[0]: must be a whole number from 0 to 40320",
      "Parameter reminders[0]:",
    ],
    [{ starts: "2026-12-03", title: "" }, "title: must be 1 to 200 characters", "Parameter title:"],
    [
      { starts: "2026-12-03", location: "x".repeat(501) },
      "location: must be at most 500 characters or null",
      "Parameter location:",
    ],
    [{}, "starts: is required", "Parameter starts:"],
  ])("refuses %j", async (said, text, repair) => {
    const { use, entries } = await mcpHome();
    const before = entries().length;
    const { isError, texts } = await use("create_event", { title: "x", ...said });
    expect(isError).toBe(true);
    if (typeof text === "string") expect(texts[0]).toBe(text);
    else expect(texts[0]).toMatch(text);
    expect(texts[1]).toContain(repair);
    expect(entries().length).toBe(before);
  });
});

describe("list_events", () => {
  test("tells each time of a series, in order, with what changing it needs", async () => {
    const home = await mcpHome();
    const id = await piano(home, { members: ["Mia", "Anna"], repeat: "weekly" });
    const { data: trip } = await home.use("create_event", { title: "Trip", starts: "2026-12-01", ends: "2026-12-03" });
    const { texts, data } = await home.use("list_events", { to: "2026-12-08" });
    expect(texts[0].split("\n")).toEqual([
      `- “Trip” · Tue 1 Dec 2026 – Thu 3 Dec 2026, all day · everyone · id ${trip.id}`,
      `- “Piano” · Tue 1 Dec 2026, 16:00–17:00 (Europe/Berlin) · Mia, Anna · repeats weekly · id ${id} · instanceStart 2026-12-01T16:00`,
      `- “Piano” · Tue 8 Dec 2026, 16:00–17:00 (Europe/Berlin) · Mia, Anna · repeats weekly · id ${id} · instanceStart 2026-12-08T16:00`,
    ]);
    expect(data).toMatchObject({ total: 3, truncated: false, nextCursor: null });
    expect(data.events[1]).toEqual({
      ...{ id, title: "Piano", starts: "2026-12-01T16:00", ends: "2026-12-01T17:00", allDay: false, location: null },
      ...{ members: ["Mia", "Anna"], everyone: false, repeat: "FREQ=WEEKLY", instanceStart: "2026-12-01T16:00" },
    });
    expect(data.events[0]).toMatchObject({
      starts: "2026-12-01",
      ends: "2026-12-03",
      repeat: null,
      instanceStart: null,
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
  ])("with %j finds %j", async (said, titles) => {
    const { use } = await mcpHome();
    await use("create_event", { title: "today", starts: "2026-11-27T00:00", ends: "2026-11-27T01:00" });
    await use("create_event", { title: "day14", starts: "2026-12-11T23:00" });
    await use("create_event", { title: "day15", starts: "2026-12-12T08:00", members: ["Anna"] });
    const party = { location: "Café Bär", notes: "Birthday! Buy balloons", members: ["Mia"] };
    await use("create_event", { title: "party", starts: "2027-06-01", ...party });
    const { data, texts } = await use("list_events", said);
    expect(data.events.map(({ title }: any) => title)).toEqual(titles);
    if (titles.length === 0) expect(texts[0]).toStartWith("No events from ");
  });

  test("names a time on a doubled hour, or of a series it can't tell, so that it maps back to just that time", async () => {
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

  test("comes in pages of its limit, and of at most 8,000 tokens, without losing or repeating any", async () => {
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
    const range = { from: "2026-12-01", to: "2027-05-15", member: "Anna" };
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
    [
      { from: "2026-12-01T10:00Z" },
      "from: must be household time without an offset, such as 2026-11-27T18:00",
      "2026-12-01T11:00",
    ],
    [{ member: "Zoe" }, "member: no such member: “Zoe”", "“Anna”"],
    [{ limit: 0 }, "limit: must be a whole number from 1 to 100", "Parameter limit:"],
    [{ cursor: nobody }, "Invalid cursor", "nextCursor"],
  ])("refuses %j", async (said, text, repair) => {
    const { isError, texts } = await (await mcpHome()).use("list_events", said);
    expect([isError, texts[0]]).toEqual([true, text]);
    expect(texts[1]).toContain(repair);
  });

  test("says from when on some are missing where there is more than it can read", async () => {
    const { use, post } = await mcpHome();
    const often = { startsAt: "2026-12-01T00:00:00Z", endsAt: "2026-12-01T00:01:00Z" };
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join(",");
    await post("/v1/events", { title: "x", ...often, recurrenceRule: `FREQ=DAILY;BYHOUR=${hours}` });
    const { data, texts } = await use("list_events", { from: "2026-12-01", to: "2028-06-01" });
    expect([data.total, data.truncated]).toEqual([4_000, true]);
    expect(texts[0]).toContain(
      "There are more events than can be read: from Sun 16 May 2027, 17:00 (Europe/Berlin) on",
    );
    expect((await use("list_events", { from: "2026-12-01", to: "2027-01-01" })).data.total).toBeGreaterThan(700);
  });
});

describe("get_event", () => {
  test("tells notes, reminders, and what of a series is skipped or changed", async () => {
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

  test("cuts a long history of exceptions, and says so", async () => {
    const home = await mcpHome();
    const id = await piano(home, { repeat: "daily", starts: "2026-12-01" });
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

  test("knows no other household's", async () => {
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
    expect((await home.use("get_event", { eventId: "1" })).texts[0]).toBe("id: must be a UUID");
  });
});
