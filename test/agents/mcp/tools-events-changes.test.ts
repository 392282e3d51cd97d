/** The tool that changes events. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { lessons, piano, pianos, second, storedEvent, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";

describe("update_event", () => {
  const present = { starts: "2026-12-01T16:00", ends: "2026-12-01T17:30" };
  test.each([
    [present, { starts: "2026-12-01T18:00" }, "2026-12-01T17:00", "2026-12-01T18:30", false],
    [present, { starts: "2026-12-04" }, "2026-12-04T15:00", "2026-12-04T16:30", false],
    [present, { starts: "wednesday", weekday: "wed" }, "2026-12-02T15:00", "2026-12-02T16:30", false],
    [present, { ends: "2026-12-01T20:00" }, "2026-12-01T15:00", "2026-12-01T19:00", false],
    [present, { starts: "2026-12-01T10:00", ends: "2026-12-01T10:00" }, "2026-12-01T09:00", "2026-12-01T09:00", false],
    [present, { starts: "2027-07-01" }, "2027-07-01T14:00", "2027-07-01T15:30", false],
    [present, { allDay: true }, "2026-12-01T00:00", "2026-12-02T00:00", true],
    [present, { allDay: true, starts: "2026-12-24", ends: "2026-12-25" }, "2026-12-24T00:00", "2026-12-26T00:00", true],
    [
      { starts: "2026-12-01T20:00", ends: "2026-12-02T00:00" },
      { allDay: true },
      "2026-12-01T00:00",
      "2026-12-02T00:00",
      true,
    ],
    [
      { starts: "2026-12-01", ends: "2026-12-03" },
      { starts: "2026-12-30" },
      "2026-12-30T00:00",
      "2027-01-02T00:00",
      true,
    ],
    [
      { starts: "2026-12-01", ends: "2026-12-03" },
      { ends: "2026-12-01" },
      "2026-12-01T00:00",
      "2026-12-02T00:00",
      true,
    ],
    [
      { starts: "2026-12-01", ends: "2026-12-03" },
      { starts: "2026-12-02T18:00" },
      "2026-12-02T17:00",
      "2026-12-02T18:00",
      false,
    ],
    [
      { starts: "2026-12-01T22:00", ends: "2026-12-02T06:00" },
      { starts: "2027-03-27T22:00" },
      "2027-03-27T21:00",
      "2027-03-28T04:00",
      false,
    ],
    [
      { starts: "2026-12-01T22:00", ends: "2026-12-02T06:00" },
      { starts: "2027-10-30" },
      "2027-10-30T20:00",
      "2027-10-31T05:00",
      false,
    ],
  ])("The tool update_event moves the event %j to the new times %j", async (from, said, startsAt, endsAt, allDay) => {
    const home = await mcpHome();
    const { data: made } = await home.use("create_event", { title: "x", ...from });
    const before = await storedEvent(home, made.id);
    const { data } = await home.use("update_event", { eventId: made.id, ...said });
    const body = await storedEvent(home, made.id);
    expect([body.startsAt.slice(0, 16), body.endsAt.slice(0, 16), body.allDay]).toEqual([startsAt, endsAt, allDay]);
    expect(await undo(home, data.activityId)).toBe(200);
    const { updatedAt: _, ...restored } = await storedEvent(home, made.id);
    const { updatedAt: __, ...was } = before;
    expect(restored).toEqual(was);
  });

  test("The tool update_event changes the given fields, and empties the fields that “clear” names", async () => {
    const home = await mcpHome();
    const { use, members, entries } = home;
    const full = {
      title: "x",
      ...present,
      location: "Here",
      notes: "n",
      members: ["Mia"],
      reminders: [5],
      repeat: "daily",
    };
    const { data: made } = await use("create_event", full);
    const whole = { eventId: made.id, editScope: "all" };
    const { data, texts } = await use("update_event", { ...whole, title: "y", members: ["Ben", "anna"] });
    expect(texts[0]).toStartWith("Saved: “y” · Tue 1 Dec 2026, 16:00–17:30 (Europe/Berlin) · at “Here” · Ben, Anna");
    expect(data).toMatchObject({
      id: made.id,
      activityId: tail(entries()[0]?.id),
      title: "y",
      members: ["Ben", "Anna"],
    });
    const clear = ["location", "notes", "members", "repeat", "reminders"];
    for (const [field, value] of Object.entries({ notes: "given too", members: ["Mia"], reminders: [] })) {
      const both = await use("update_event", { ...whole, clear, [field]: value });
      expect(both.texts[0]).toBe(`clear: must not contain ${field}, which is given too. Nothing was changed`);
      expect(both.texts[1]).toContain(`Parameter clear: leave ${field} out of it`);
    }
    await use("update_event", { ...whole, clear });
    expect(await storedEvent(home, made.id)).toMatchObject({
      ...{ title: "y", location: null, notes: null, memberIds: [], isGeneral: true, recurrenceRule: null },
      ...{ reminderMinutes: null, reminderMinutesList: [], startsAt: "2026-12-01T15:00:00.000Z" },
    });
    await use("update_event", { eventId: made.id, members: ["Mia"], everyone: true, repeat: "weekly" });
    expect(await storedEvent(home, made.id)).toMatchObject({ memberIds: [members.mia.id], isGeneral: true });
    const count = entries().length;
    const again = await use("update_event", { ...whole, title: "y", clear: ["location"] });
    expect(again.texts[0]).toStartWith("Nothing to change: “y”");
    expect([again.data.activityId, entries().length]).toEqual([undefined, count]);
  });

  test.each([
    ["this", { starts: "2026-12-09T18:00" }, [lessons[0], "2026-12-09T17:00", lessons[2], lessons[3]]],
    ["this", { starts: "thursday" }, [lessons[0], "2026-12-10T15:00", lessons[2], lessons[3]]],
    [
      "this_and_future",
      { starts: "2026-12-08T18:00" },
      [lessons[0], "2026-12-08T17:00", "2026-12-15T17:00", "2026-12-22T17:00"],
    ],
    [
      "all",
      { starts: "2026-12-08T18:00" },
      ["2026-12-01T17:00", "2026-12-08T17:00", "2026-12-15T17:00", "2026-12-22T17:00"],
    ],
    ["all", { starts: "2026-12-09" }, ["2026-12-02T15:00", "2026-12-09T15:00", "2026-12-16T15:00", "2026-12-23T15:00"]],
  ] as const)(
    "The tool update_event with editScope %s moves occurrences of a series by %j",
    async (editScope, said, starts) => {
      const home = await mcpHome();
      const eventId = await piano(home);
      const { data, texts } = await home.use("update_event", { eventId, editScope, ...second, ...said });
      expect(await storedEvents(home)).toEqual(pianos(...(starts as readonly string[])));
      expect(data.id === eventId).toBe(editScope !== "this_and_future");
      expect(texts[0]).toStartWith(
        editScope === "this_and_future" ? "Saved as a separate series from here on: " : "Saved: ",
      );
      expect(data.instanceStart).toBe(editScope === "this" ? "2026-12-08T16:00" : undefined);
      const { body } = await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2027-01-01T00:00:00Z");
      for (const { startsAt, endsAt } of body.events) expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(3_600_000);
      expect(await undo(home, data.activityId)).toBe(200);
      expect(await storedEvents(home)).toEqual(pianos(...lessons));
    },
  );

  test("The tool update_event can move the same occurrence of a series a second time", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    const one = { eventId, editScope: "this", ...second };
    await home.use("update_event", { ...one, starts: "2026-12-10T09:00", ends: "2026-12-10T12:00" });
    const { data } = await home.use("update_event", { ...one, starts: "2026-12-11" });
    expect(data).toMatchObject({ starts: "2026-12-11T09:00", ends: "2026-12-11T12:00", ...second });
    await home.use("update_event", { ...one, editScope: "all", starts: "2026-12-08T10:00" });
    expect(await storedEvents(home)).toEqual(
      pianos("2026-12-01T09:00", "2026-12-08T09:00", "2026-12-15T09:00", "2026-12-22T09:00"),
    );
  });

  test("MCP shows the times of a series in the household's time zone, also after the zone changed", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    await home.as(home.members.anna).patch("/app/household", { timeZone: "America/New_York" });
    const { data, texts } = await home.use("list_events", { from: "2026-12-08", to: "2026-12-08" });
    expect(texts[0]).toContain("Tue 8 Dec 2026, 10:00–11:00 (America/New_York)");
    const [{ instanceStart }] = data.events;
    expect(instanceStart).toBe("2026-12-08T10:00");
    await home.use("update_event", { eventId, editScope: "this", instanceStart, starts: "2026-12-09" });
    expect(await storedEvents(home)).toContain("Piano 2026-12-09T15:00");
    await home.use("delete_event", { eventId, scope: "this_and_future", instanceStart, confirm: true });
    expect(await storedEvents(home)).toEqual(pianos("2026-12-01T15:00"));
  });

  test("The answers of update_event and list_events show the original time of a moved occurrence", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    const one = { eventId, editScope: "this", ...second };
    const { texts: titled } = await home.use("update_event", { ...one, title: "Exam" });
    expect(titled[0]).not.toContain("moved");
    const { texts } = await home.use("update_event", { ...one, starts: "2026-12-09T18:00" });
    const moved = "· Wed 9 Dec 2026, 18:00–19:00 (Europe/Berlin) · moved from Tue 8 Dec 2026, 16:00 · Mia";
    expect(texts[0]).toContain(moved);
    expect((await home.use("list_events", { from: "2026-12-09", to: "2026-12-09" })).texts[0]).toContain(moved);
    const days = await piano(home, { starts: "2027-01-04", title: "Day" });
    const day = { eventId: days, editScope: "this", instanceStart: "2027-01-11" };
    const { texts: told } = await home.use("update_event", { ...day, starts: "2027-01-12" });
    expect(told[0]).toContain("Tue 12 Jan 2027, all day · moved from Mon 11 Jan 2027 ·");
  });

  test.each([
    [{ starts: "2026-12-09", weekday: "friday" }, "2026-12-11"],
    [{ starts: "2026-12-09T18:00", weekday: "friday" }, "2026-12-11T18:00"],
  ])("The tool update_event refuses the wrong weekday in %j, and proposes a date that works", async (said, meant) => {
    const home = await mcpHome();
    const eventId = await piano(home);
    const one = { eventId, editScope: "this", ...second };
    const { isError, texts } = await home.use("update_event", { ...one, ...said });
    expect(isError).toBe(true);
    const parameter = /^Parameter (starts|ends): say /.exec(texts[1])?.[1] ?? "";
    expect(texts[1]).toContain(`${meant} (`);
    const { data } = await home.use("update_event", { ...one, ...said, [parameter]: meant });
    expect(data[parameter].slice(0, meant.length)).toBe(meant);
    expect(data.allDay).toBe(false);
  });

  test.each([
    [{ starts: "17:00" }, "starts", "2026-12-08T17:00"],
    [{ starts: "8pm" }, "starts", "2026-12-08T20:00"],
    [{ ends: "18:30" }, "ends", "2026-12-08T18:30"],
    [{ starts: "2026-12-09T22:00", ends: "00:30" }, "ends", "2026-12-10T00:30"],
  ])(
    "The tool update_event with %j for one occurrence uses the date of that occurrence",
    async (said, parameter, meant) => {
      const home = await mcpHome();
      const eventId = await piano(home);
      const { data, texts } = await home.use("update_event", { eventId, editScope: "this", ...second, ...said });
      expect(data[parameter]).toBe(meant);
      expect(texts[0]).toContain(`\n${parameter} read as `);
    },
  );

  test("The tool update_event can restore a skipped occurrence", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    await home.use("delete_event", { eventId, scope: "this", ...second, confirm: true });
    expect(await storedEvents(home)).toHaveLength(3);
    const { data, texts } = await home.use("update_event", {
      eventId,
      editScope: "this",
      ...second,
      starts: "2026-12-08T17:00",
    });
    expect(texts[0]).toStartWith("Saved, no longer skipped: “Piano” · Tue 8 Dec 2026, 17:00–18:00 (Europe/Berlin) ·");
    expect(data).toMatchObject({ starts: "2026-12-08T17:00", ends: "2026-12-08T18:00" });
    expect(await storedEvents(home)).toHaveLength(4);
  });

  test.each([
    ["2026-12-08T16:00", true],
    ["2026-12-08T15:00:00.000Z", true],
    ["2026-12-08", true],
    ["tuesday", true], // 1 December.
    ["2026-12-08T17:00", false],
    ["2026-12-09", false],
  ])(
    "The tools update_event and delete_event accept %s as an occurrence of a series: %j",
    async (instanceStart, isOne) => {
      const home = await mcpHome();
      const eventId = await piano(home);
      for (const [tool, scope] of [
        ["update_event", "editScope"],
        ["delete_event", "scope"],
      ] as const) {
        const more = tool === "update_event" ? { title: "Exam" } : { confirm: true };
        const { isError, texts } = await home.use(tool, { eventId, [scope]: "this", instanceStart, ...more });
        expect(isError === undefined).toBe(isOne);
        if (isOne) continue;
        expect(texts).toEqual(["Instance not found", expect.stringContaining("Parameter instanceStart:")]);
        expect(await storedEvents(home)).toEqual(pianos(...lessons));
      }
    },
  );

  test.each(["2026-12-02", "2026-12-02T00:00", "2026-12-02T15:00", "2026-12-02T00:00:00.000Z"])(
    "The tool update_event accepts %s as the date of an occurrence of an all-day series",
    async (instanceStart) => {
      const home = await mcpHome();
      const eventId = await piano(home, { starts: "2026-12-01", repeat: "FREQ=DAILY;COUNT=3" });
      await home.use("update_event", { eventId, editScope: "this", instanceStart, title: "Exam" });
      expect((await storedEvents(home)).sort()).toEqual([
        "Exam 2026-12-02T00:00",
        ...pianos("2026-12-01T00:00", "2026-12-03T00:00"),
      ]);
    },
  );

  test.each([
    [
      { title: "x" },
      "editScope: must be this, this_and_future or all, since “Piano” repeats. Nothing was changed",
      "this_and_future",
      { editScope: "all" },
    ],
    [
      { title: "x", editScope: "this" },
      "instanceStartsAt: must name an instance if the scope is this",
      "Parameter instanceStart:",
      second,
    ],
    [
      { title: "x", editScope: "this_and_future" },
      "instanceStartsAt: must name an instance if the scope is this_and_future",
      "Parameter instanceStart:",
      second,
    ],
    [
      { starts: "2026-12-08T18:00", editScope: "all" },
      "instanceStart: must say which time of the series moves; the others move with it. Nothing was changed",
      "list_events",
      second,
    ],
    [
      { repeat: "daily", editScope: "this", ...second },
      "recurrenceRule: belongs to the series, not to one instance",
      "editScope",
      { editScope: "all" },
    ],
    [
      { starts: "2026-12-09T18:00", weekday: "friday", editScope: "this", ...second },
      "weekday: 2026-12-09 is a Wednesday, not a Friday. Nothing was saved",
      "2026-12-11",
      { starts: "2026-12-11T18:00" },
    ],
    [{ members: ["Zoe"], editScope: "all" }, "members[0]: no such member: “Zoe”", "“Ben”", { members: ["Ben"] }],
    [
      { ends: "2026-12-08T15:00", editScope: "this", ...second },
      "endsAt: must not lie before startsAt",
      "Say both",
      { starts: "2026-12-08T14:00" },
    ],
    [
      { ends: "2026-12-08", editScope: "this", ...second },
      "ends: must have a time, since the event is not all day",
      "2026-12-08T18:00",
      { ends: "2026-12-08T18:00" },
    ],
    [
      { ends: "2026-12-08T18:00", editScope: "this", instanceStart: "the second" },
      /^instanceStart: must be a date that exists/,
      "Today is",
      second,
    ],
    [
      { title: "x", editScope: "this", instanceStart: "16:00" },
      "instanceStart: “16:00” is a time without its day",
      "as list_events returned it",
      second,
    ],
  ])(
    "The tool update_event refuses %j for a series, and accepts the repaired call",
    async (said, text, repair, repaired) => {
      const home = await mcpHome();
      const eventId = await piano(home);
      const before = home.entries().length;
      const { isError, texts } = await home.use("update_event", { eventId, ...said });
      expect(isError).toBe(true);
      if (typeof text === "string") expect(texts[0]).toBe(text);
      else expect(texts[0]).toMatch(text);
      expect(texts[1]).toContain(repair);
      expect(home.entries().length).toBe(before);
      expect(await storedEvents(home)).toEqual(pianos(...lessons));
      const after = await home.use("update_event", { eventId, ...said, ...repaired });
      expect([after.isError, after.texts[0]]).toEqual([undefined, expect.stringMatching(/^Saved/)]);
    },
  );

  test.each([
    [{ starts: "2026-12-05", allDay: false }, "starts: must include a time, since the event is all day"],
    [{ ends: "2026-12-01T18:00" }, "starts: must include a time, since the event is all day"],
    [{ ends: "2026-11-30" }, "endsAt: must not lie before startsAt"],
    [{ weekday: "friday" }, "weekday: 2026-12-01 is a Tuesday, not a Friday. Nothing was saved"],
    [{ clear: ["title"] }, "clear[0]: must be one of location, notes, members, repeat, reminders"],
  ])("The tool update_event refuses %j for an all-day event", async (said, text) => {
    const home = await mcpHome();
    const { data } = await home.use("create_event", { title: "x", starts: "2026-12-01" });
    const { isError, texts } = await home.use("update_event", { eventId: data.id, ...said });
    expect([isError, texts[0]]).toEqual([true, text]);
    expect(texts[1]).toContain("Parameter ");
  });
});
