/** Creating several events in one call, and finding free time. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { freeIntervals } from "#agents/mcp/tools/calendar/free-time.ts";
import { nobody, piano, storedEvent, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";

const letter = [
  { title: "School trip", starts: "2026-12-03", members: ["Mia"] },
  {
    title: "Concert",
    starts: "2026-12-08T16:30",
    ends: "2026-12-08T18:00",
    weekday: "tuesday",
    members: ["mia", "Ben"],
  },
  { title: "Club", starts: "2026-12-04T15:00", repeat: "weekly", location: "Gym", notes: "Shoes" },
];

describe("create_events", () => {
  test("The tool create_events saves nothing in a dry run, and otherwise saves all events in one change", async () => {
    const home = await mcpHome();
    const id = await piano(home);
    await home.use("create_event", { title: "SCHOOL TRIP", starts: "2026-12-03" });
    const before = await storedEvents(home);
    const count = home.entries().length;
    const look = await home.use("create_events", { events: letter, dryRun: true });
    const [head, ...lines] = look.texts[0].split("\n");
    expect(head).toBe("Would add 3 events; nothing is saved");
    expect(lines).toEqual([
      "- “School trip” · Thu 3 Dec 2026, all day · Mia",
      "- “Concert” · Tue 8 Dec 2026, 16:30–18:00 (Europe/Berlin) · Mia, Ben",
      "- “Club” · Fri 4 Dec 2026, 15:00–16:00 (Europe/Berlin) · everyone · repeats weekly",
      "Nobody gets a reminder: the household has no default for events.",
      `- events[1] overlaps “Piano” · Tue 8 Dec 2026, 16:00–17:00 (Europe/Berlin) · Mia · id ${id}`,
      "Of a series, only the first time was compared; the others are when it is saved.",
      expect.stringMatching(
        /^- events\[0\] is already there as “SCHOOL TRIP” · Thu 3 Dec 2026, all day · everyone · id /,
      ),
    ]);
    expect(look.data).toMatchObject({ saved: false, total: 3 });
    expect(look.data.events[0]).toEqual({ title: "School trip", starts: "2026-12-03", ends: "2026-12-03" });
    expect(look.data.clashes).toEqual([{ event: 1, with: "“Piano”", id }]);
    expect([await storedEvents(home), home.entries().length]).toEqual([before, count]);

    const { texts, data } = await home.use("create_events", { events: letter });
    expect(texts[0]).toStartWith(`Added: 3 events · activityId ${data.activityId}\n- “School trip” · `);
    expect(data).toMatchObject({ saved: true, total: 3, activityId: tail(home.entries()[0]?.id) });
    expect(home.entries().length).toBe(count + 1);
    const body = await storedEvent(home, data.events[2].id);
    expect(body).toMatchObject({
      title: "Club",
      location: "Gym",
      notes: "Shoes",
      recurrenceRule: "FREQ=WEEKLY",
      isGeneral: true,
    });
    expect(await undo(home, data.activityId)).toBe(200);
    expect(await storedEvents(home)).toEqual(before);
  });

  test("The tool create_events adds events only once for one idempotency key", async () => {
    const home = await mcpHome();
    const input = { events: letter, idempotencyKey: "letter" };
    const first = await home.use("create_events", input);
    const second = await home.use("create_events", input);
    expect(second.data).toEqual(first.data);
    expect(second.texts[0]).toStartWith("Added before, as it was then: 3 events");
    expect((await home.get("/v1/events?raw=true")).body.events).toHaveLength(3);
  });

  const one = { title: "x", starts: "2026-12-03" };
  test.each([
    [
      [one, { title: "x", starts: "07/08" }],
      "events[1].starts: “07/08” could mean more than one day",
      "Parameter events[1].starts:",
    ],
    [
      [one, { ...one, weekday: "friday" }],
      "events[1].weekday: 2026-12-03 is a Thursday, not a Friday. Nothing was saved",
      "Parameter events[1].starts:",
    ],
    [[one, { ...one, members: ["Ben", "Zoe"] }], "events[1].members[1]: no such member: “Zoe”", "“Anna”"],
    [[one, { ...one, members: [nobody] }], "events[1].memberIds: no such member", "Parameter events[1].members:"],
    [
      [one, { ...one, ends: "2026-12-02" }],
      "events[1].endsAt: must not lie before startsAt",
      "Parameter events[1].ends:",
    ],
    [[one, { ...one, repeat: "often" }], /^events\[1\]\.repeat: must be daily, /, "Parameter events[1].repeat:"],
    [[one, { ...one, title: " " }], "events[1].title: must be 1 to 200 characters", "Parameter events[1].title:"],
    [[one, { ...one, allDay: true }], "events[1].allDay: unknown field", "allDay"],
    [[], "events: must be a list of 1 to 30 items", "Parameter events:"],
    [Array(31).fill(one), "events: must be a list of 0 to 30 items", "Parameter events:"],
  ])("The tool create_events saves no event if a single event is invalid: %j", async (events, text, repair) => {
    const home = await mcpHome();
    const before = home.entries().length;
    const { isError, texts } = await home.use("create_events", { events });
    expect(isError).toBe(true);
    if (typeof text === "string") expect(texts[0]).toBe(text);
    else expect(texts[0]).toMatch(text);
    expect(texts[1]).toContain(repair);
    expect([await storedEvents(home), home.entries().length]).toEqual([[], before]);
  });

  test("The answer of create_events stays within 8,000 tokens, also with many overlaps", async () => {
    const home = await mcpHome();
    const events = Array.from({ length: 30 }, (_, index) => ({
      title: "買い物に行って牛乳を買う".repeat(16),
      ...{ starts: `2026-12-03T10:${10 + index}`, location: "x".repeat(500), members: ["Anna"] },
    }));
    await home.use("create_events", { events });
    const { texts, data } = await home.use("create_events", { events });
    expect(countTokens(texts[0])).toBeLessThanOrEqual(8_000);
    expect(countTokens(JSON.stringify(data))).toBeLessThanOrEqual(8_000);
    expect(texts[0]).toMatch(/\n- and \d+ more\n[\s\S]*\n- and 10 more$/);
    expect([data.clashes.length, data.duplicates.length, data.truncated]).toEqual([20, 20, true]);
  });
});

describe("find_free_time", () => {
  test("The tool find_free_time returns the times and weekdays at which the given members are free", async () => {
    const home = await mcpHome();
    await piano(home); // Mia, Tuesdays, 16:00 to 17:00.
    await home.use("create_event", {
      title: "Office",
      starts: "2026-12-01T09:00",
      ends: "2026-12-01T15:30",
      members: ["Anna"],
    });
    await home.use("create_event", { title: "Moving", starts: "2026-12-01T20:00", ends: "2026-12-02T11:00" });
    await home.use("create_event", { title: "Ben's birthday", starts: "2026-12-01", members: ["Ben"] });
    const tuesday = { durationMinutes: 60, from: "2026-12-01", to: "2026-12-02" };
    const { texts, data } = await home.use("find_free_time", { ...tuesday, members: ["Anna", "Mia"] });
    expect(texts[0].split("\n")).toEqual([
      "Free for 60 minutes or longer:",
      "- Tue 1 Dec 2026, 08:00–09:00 (Europe/Berlin)",
      "- Tue 1 Dec 2026, 17:00–20:00 (Europe/Berlin)",
      "- Wed 2 Dec 2026, 11:00–21:00 (Europe/Berlin)",
    ]);
    expect(data).toEqual({
      ...{ total: 3, truncated: false },
      slots: [
        { starts: "2026-12-01T08:00", ends: "2026-12-01T09:00", allDay: [] },
        { starts: "2026-12-01T17:00", ends: "2026-12-01T20:00", allDay: [] },
        { starts: "2026-12-02T11:00", ends: "2026-12-02T21:00", allDay: [] },
      ],
    });
    const ben = await home.use("find_free_time", {
      ...tuesday,
      members: ["Ben"],
      latest: "24:00",
      earliest: "12:00",
      limit: 1,
    });
    expect(ben.texts[0].split("\n").slice(1)).toEqual([
      "- Wed 2 Dec 2026, 12:00 – Thu 3 Dec 2026, 00:00 (Europe/Berlin)",
      "1 of 2 shown. For more: a later from, or a higher limit.",
    ]);
    expect(ben.data).toMatchObject({ total: 2, truncated: true });
    // Days on which they are away come last.
    const away = await home.use("find_free_time", { ...tuesday, members: ["Ben"], latest: "24:00", earliest: "12:00" });
    expect(away.texts[0].split("\n")[2]).toBe(
      "- Tue 1 Dec 2026, 12:00–20:00 (Europe/Berlin) · all day: “Ben's birthday” (Ben)",
    );
    expect(away.data.slots[1].allDay).toEqual(["“Ben's birthday” (Ben)"]);
    const all = await home.use("find_free_time", { ...tuesday, to: "2026-12-01", durationMinutes: 240 });
    expect(all.texts).toEqual(["No 240 minutes are free from Tue 1 Dec 2026 to Tue 1 Dec 2026 within these hours."]);
    const taken = { title: "Swimming", starts: data.slots[1].starts, members: ["Anna", "Mia"] };
    expect((await home.use("create_events", { events: [taken], dryRun: true })).data.clashes).toEqual([]);
  });

  test("The tool find_free_time searches one week by default, from the next quarter of an hour on", async () => {
    const { use, clock } = await mcpHome();
    clock.advance(7 * 60_000);
    const { data } = await use("find_free_time", { durationMinutes: 30 });
    expect(data.total).toBe(7);
    expect(data.slots[0]).toMatchObject({ starts: "2026-11-27T10:15", ends: "2026-11-27T21:00" });
    expect(data.slots[6].starts).toBe("2026-12-03T08:00");
    const between = { durationMinutes: 60, from: "2026-11-28T18:00", to: "2026-11-28T19:00" };
    expect((await use("find_free_time", between)).data.slots).toMatchObject([
      { starts: "2026-11-28T18:00", ends: "2026-11-28T19:00" },
    ]);
    expect((await use("find_free_time", { ...between, durationMinutes: 61 })).data.total).toBe(0);
  });

  test.each([
    // One night loses an hour and one gains an hour: 01:00 to 04:00 lasts two hours, then four.
    ["2027-03-28", 121, 0],
    ["2027-03-28", 120, 1],
    ["2027-10-31", 240, 1],
    ["2027-10-31", 241, 0],
  ])(
    "The tool find_free_time counts real minutes on %s, when clocks change: %d minutes fit %d times",
    async (day, durationMinutes, total) => {
      const { use } = await mcpHome();
      const night = { from: day, to: day, earliest: "01:00", latest: "04:00", durationMinutes };
      expect((await use("find_free_time", night)).data.total).toBe(total);
    },
  );

  test.each([
    [{ durationMinutes: 4 }, "durationMinutes: must be a whole number from 5 to 1440", "Parameter durationMinutes:"],
    [{ earliest: "8.70" }, "earliest: must be a time of the day, such as 18:00", "“8.70” is not a time of the day"],
    [{ earliest: "at 8" }, "earliest: “at 8” could mean more than one time", "say 08:00 or 20:00"],
    [{ latest: "24:30" }, "latest: must be a time of the day, such as 18:00", "00:00 to 24:00"],
    [{ latest: "8:00" }, "latest: must lie after earliest (08:00)", "Parameter latest:"],
    [{ members: ["Zoe"] }, "members[0]: no such member: “Zoe”", "“Anna”"],
    [{ members: [nobody] }, "members[0]: no such member", "list_members"],
    [{ to: "2026-11-26" }, "to: must lie after from", "Parameter to:"],
  ])("The tool find_free_time refuses %j", async (said, text, repair) => {
    const { isError, texts } = await (await mcpHome()).use("find_free_time", { durationMinutes: 30, ...said });
    expect([isError, texts[0]]).toEqual([true, text]);
    expect(texts[1]).toContain(repair);
  });

  test("The tool find_free_time returns every free minute exactly once, also with overlaps", () => {
    const zone = "Europe/Berlin";
    const days = { first: "2027-03-26", last: "2027-03-30" };
    const start = Date.parse("2027-03-25T23:00:00Z");
    const range = { from: start, to: start + 6 * 86_400_000 };
    const hours = { earliest: 7 * 60, latest: 22 * 60 };
    const open = new Set<number>();
    for (let at = range.from; at < range.to; at += 60_000) {
      const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
      const isIn = shown.hour >= 7 && shown.hour < 22 && shown.toPlainDate().toString() <= days.last;
      if (isIn) open.add(at);
    }
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 100; round++) {
      const busy = Array.from({ length: random(20) }, () => {
        const from = start + random(6 * 1_440) * 60_000;
        return { from, to: from + random(40) ** 2 * 60_000 };
      });
      const length = 5 + random(90);
      const free = freeIntervals(range, days, hours, busy, length * 60_000, zone);
      const isFree = (at: number) => open.has(at) && !busy.some(({ from, to }) => from <= at && at < to);
      const expected: { from: number; to: number }[] = [];
      let from: number | null = null;
      for (let at = range.from; at <= range.to; at += 60_000) {
        const free = at < range.to && isFree(at);
        if (free) from ??= at;
        else if (from !== null) {
          if (at - from >= length * 60_000) expected.push({ from, to: at });
          from = null;
        }
      }
      expect(free).toEqual(expected);
    }
  });
});

describe("a series in create_events", () => {
  test("The answer of create_events names what overlaps with any occurrence of a new series", async () => {
    const { use } = await mcpHome();
    await use("create_event", { title: "Swimming", starts: "2026-12-17T15:30", members: ["Mia"] });
    const club = { title: "Club", starts: "2026-12-03T15:00", repeat: "weekly", members: ["Mia"] };
    const match = { title: "Match", starts: "2026-12-10T15:30", members: ["Mia"] };
    const look = await use("create_events", { events: [club], dryRun: true });
    expect(look.texts[0]).toContain("Of a series, only the first time was compared");
    const { texts } = await use("create_events", { events: [club, match] });
    expect(texts[0]).toContain("- events[0]: Overlaps “Swimming” · Thu 17 Dec 2026, 15:30–16:30");
    expect(texts[0]).toContain("- events[0]: Overlaps “Match” · Thu 10 Dec 2026, 15:30–16:30");
  });
});
