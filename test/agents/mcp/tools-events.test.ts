/** The tool that creates events: call → saved event → text → fields. The time is Friday 27 November 2026, 10:00. */
import { describe, expect, test } from "bun:test";
import { nobody, storedEvent, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";

describe("create_event", () => {
  test("The tool create_event saves an event in the household's time zone, and returns an activity id", async () => {
    const home = await mcpHome();
    const { use, entries, members } = home;
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
    const body = await storedEvent(home, data.id);
    expect(body).toMatchObject({
      ...{ title: "Dentist", startsAt: "2026-12-01T15:00:00.000Z", endsAt: "2026-12-01T15:45:00.000Z", allDay: false },
      ...{ location: "Town hall", notes: "Bring the card", memberIds: [members.anna.id, members.ben.id] },
      ...{ isGeneral: false, recurrenceRule: "FREQ=MONTHLY;COUNT=3", reminderMinutesList: [10, 30] },
    });
    expect(data).toEqual({
      ...{ id: tail(body.id), activityId: tail(entries()[0]?.id), title: "Dentist", starts: "2026-12-01T16:00" },
      ...{ ends: "2026-12-01T16:45", allDay: false, location: "Town hall", members: ["Anna", "Ben"], everyone: false },
      ...{ repeat: "FREQ=MONTHLY;COUNT=3", calendar: "Test" },
      reminders: "Nobody gets a reminder: there is no way yet to reach Anna, Ben.",
    });
    expect(texts).toEqual([
      `Added: “Dentist” · Tue 1 Dec 2026, 16:00–16:45 (Europe/Berlin) · at “Town hall” · Anna, Ben · repeats “FREQ=MONTHLY;COUNT=3” · id ${data.id} · activityId ${data.activityId}\n${data.reminders}`,
    ]);
    expect(await undo(home, data.activityId)).toBe(200);
    expect(await storedEvents(home)).toEqual([]);
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
  ])("The tool create_event accepts %j as the time of an event", async (said, startsAt, endsAt, allDay) => {
    const home = await mcpHome();
    const { use } = home;
    const { data } = await use("create_event", { title: "x", ...said });
    const body = await storedEvent(home, data.id);
    expect([body.startsAt.slice(0, 16), body.endsAt.slice(0, 16), body.allDay]).toEqual([startsAt, endsAt, allDay]);
    expect(body.isGeneral).toBe(true);
  });

  test("The tool create_event keeps the dates of all-day events in time zones west of UTC", async () => {
    const home = await mcpHome();
    const { use, as, members } = home;
    await as(members.anna).patch("/app/household", { timeZone: "Pacific/Honolulu" });
    const { data, texts } = await use("create_event", { title: "x", starts: "2026-12-24", ends: "2026-12-25" });
    expect((await storedEvent(home, data.id)).endsAt).toBe("2026-12-26T00:00:00.000Z");
    expect(data).toMatchObject({ starts: "2026-12-24", ends: "2026-12-25" });
    expect(texts[0]).toContain("Thu 24 Dec 2026 – Fri 25 Dec 2026, all day");
    const today = await use("create_event", { title: "y", starts: "today" }); // There it is 26 November, 23:00.
    expect(today.data.starts).toBe("2026-11-26");
  });

  test.each([
    ["2027-03-28T02:30", "2027-03-28T01:30", "The clocks skip 02:30 on Sun 28 Mar 2027: this is 03:30 instead."],
    ["2027-10-31T02:30", "2027-10-31T00:30", "The clocks show 02:30 on Sun 31 Oct 2027 twice: this is the first."],
  ])(
    "The tool create_event warns about a time that a clock change skips or repeats: %s",
    async (starts, startsAt, remark) => {
      const home = await mcpHome();
      const { use } = home;
      const { data, texts } = await use("create_event", { title: "x", starts });
      expect((await storedEvent(home, data.id)).startsAt).toBe(`${startsAt}:00.000Z`);
      expect(texts[0].split("\n")[1]).toBe(remark);
      const both = await use("create_event", { title: "y", starts, ends: starts });
      expect(both.texts[0].split("\n").slice(1)).toEqual([remark, both.data.reminders]);
    },
  );

  test.each([
    [{ everyone: true, members: ["Mia"] }, { isGeneral: true }],
    [{ reminders: [] }, { reminderMinutes: -1, reminderMinutesList: [] }],
    [{ reminders: [0] }, { reminderMinutes: 0, reminderMinutesList: [0] }],
    [{ ends: "17:30" }, { endsAt: "2026-12-01T16:30:00.000Z" }],
    [{ repeat: " Daily " }, { recurrenceRule: "FREQ=DAILY" }],
    [{ repeat: "biweekly" }, { recurrenceRule: "FREQ=WEEKLY;INTERVAL=2" }],
    [{ repeat: "tuesdays and Thursdays" }, { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,TH" }],
    [{ repeat: "yearly" }, { recurrenceRule: "FREQ=YEARLY" }],
  ])("The tool create_event with %j saves %j", async (said, saved) => {
    const home = await mcpHome();
    const { use } = home;
    const { data } = await use("create_event", { title: "x", starts: "2026-12-01T16:00", ...said });
    expect(await storedEvent(home, data.id)).toMatchObject(saved);
  });

  test.each([
    [{ starts: "2026-12-03T18:00+01:00" }, "2026-12-03T18:00", "19:00", "starts read as Thu 3 Dec 2026, 18:00."],
    [{ starts: "2026-12-03T18:00", ends: "22:00" }, "2026-12-03T18:00", "22:00", "ends read as Thu 3 Dec 2026, 22:00."],
    [{ starts: "3. Dezember um 18 Uhr" }, "2026-12-03T18:00", "19:00", "starts read as Thu 3 Dec 2026, 18:00."],
    [{ starts: "2026-12-03T18:00", durationMinutes: "90" }, "2026-12-03T18:00", "19:30", null],
    [{ starts: "2026-12-04T18:00", weekday: "Fr" }, "2026-12-04T18:00", "19:00", null],
  ])(
    "The tool create_event understands %j, and explains how an unusual form was read",
    async (said, starts, ends, remark) => {
      const { use } = await mcpHome();
      const { data, texts } = await use("create_event", { title: "x", ...said });
      expect([data.starts, data.ends.slice(-5)]).toEqual([starts, ends]);
      const remarks = texts[0].split("\n").filter((line: string) => line.includes(" read as "));
      expect(remarks).toEqual(remark === null ? [] : [remark]);
    },
  );

  test.each([
    ["fortnightly", "FREQ=WEEKLY;INTERVAL=2"],
    ["every other week", "FREQ=WEEKLY;INTERVAL=2"],
    ["Every 3 days", "FREQ=DAILY;INTERVAL=3"],
    ["weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["every day", "FREQ=DAILY"],
    ["mondays and Thursdays", "FREQ=WEEKLY;BYDAY=MO,TH"],
    ["alle zwei Wochen", "FREQ=WEEKLY;INTERVAL=2"],
  ])("The tool create_event reads the repetition %p as %s", async (repeat, rule) => {
    const home = await mcpHome();
    const { use } = home;
    const { data, texts } = await use("create_event", { title: "x", starts: "2026-12-03", repeat });
    expect((await storedEvent(home, data.id)).recurrenceRule).toBe(rule);
    expect(texts[0]).toContain(`\nrepeat read as ${rule}.`);
  });

  test.each(["everyone", "Alle", "die ganze Familie"])(
    "An event with the members %p belongs to everyone",
    async (name) => {
      const home = await mcpHome();
      const { use } = home;
      const { data, texts } = await use("create_event", { title: "x", starts: "2026-12-03", members: name });
      expect(await storedEvent(home, data.id)).toMatchObject({ isGeneral: true, memberIds: [] });
      expect(texts[0]).toContain("\nmembers read as everyone.");
    },
  );

  test("The tool create_event adds an event only once for one idempotency key", async () => {
    const home = await mcpHome();
    const input = { title: "x", starts: "2026-12-01T16:00", idempotencyKey: "once" };
    const first = await home.use("create_event", input);
    const second = await home.use("create_event", input);
    expect(second.data).toEqual(first.data);
    expect(second.texts[0]).toStartWith("Added before, as it was then: ");
    expect(await storedEvents(home)).toHaveLength(1);
    const other = await home.use("create_event", { ...input, title: "y" });
    expect(other.texts[0]).toBe("Idempotency key was used for another request");
  });

  test.each([
    [
      { weekday: "friday", starts: "2026-12-03T18:00" },
      "weekday: 2026-12-03 is a Thursday, not a Friday. Nothing was saved",
      "say 2026-11-27T18:00 (Fri 27 Nov 2026) or 2026-12-04T18:00 (Fri 4 Dec 2026)",
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
        ["bimonthly", "FREQ=MONTHLY;INTERVAL=2 for every other month, or "],
        ["monday", "weekly, with starts on that day, or FREQ=WEEKLY;BYDAY=MO."],
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
      { starts: "2026-12-03", members: ["everyone"], everyone: false },
      "members[0]: no such member: “everyone”",
      "“Anna”",
    ],
    [
      { starts: "2026-12-03T09:00", ends: "2026-12-03T10:00", durationMinutes: 30 },
      "durationMinutes: or ends, one of them",
      "Parameter durationMinutes:",
    ],
    [{ starts: "2026-12-03", durationMinutes: 30, allDay: true }, /^durationMinutes: does not fit/, "ends is the last"],
    [{ starts: "17:00" }, "starts: “17:00” is a time without its day", "2026-11-27T17:00 (Fri 27 Nov 2026) or"],
    [
      { starts: "next saturday 18:00" },
      "starts: “next saturday 18:00” could mean more than one day",
      "2026-11-28T18:00 (Sat 28 Nov 2026) or 2026-12-05T18:00",
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
  ])("The tool create_event refuses %j", async (said, text, repair) => {
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
