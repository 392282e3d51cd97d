/** Imports of series that cannot be edited here: their dates come as single events. */
import { describe, expect, test } from "bun:test";
import { calendar, eventsOf, importAll, objects, titlesOf } from "../../support/calendar/imports.ts";
import { household } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

describe("an import", () => {
  test("An import turns a series with extra dates into single events", async () => {
    const home = await household();
    const text = calendar([
      ...["UID:club", "SUMMARY:Club", "DTSTART:20261201T100000Z", "DTEND:20261201T110000Z"],
      "RDATE:20261205T100000Z,20261212T100000Z",
    ]);
    expect((await importAll(home, text)).body).toMatchObject({ added: 3, updated: 0 });
    const events = await eventsOf(home);
    expect(events.map(({ startsAt, readOnly }: Record<string, unknown>) => [startsAt, readOnly])).toEqual([
      ["2026-12-01T10:00:00.000Z", false],
      ["2026-12-05T10:00:00.000Z", false],
      ["2026-12-12T10:00:00.000Z", false],
    ]);
    expect((await importAll(home, text)).body).toMatchObject({ added: 0, skipped: 3 });
  });

  test("A repeated import recognises the single events of a series with extra dates", async () => {
    const home = await household();
    const file = (title: string, ...more: string[]) =>
      calendar([
        ...["UID:club", `SUMMARY:${title}`, "DTSTART:20261201T100000Z", "DTEND:20261201T110000Z", "X-ROOM:12"],
        ...["RDATE:20261205T100000Z,20261212T100000Z", ...more],
      ]);
    await importAll(home, file("Club"));
    const before = objects(home);
    expect(new Set(before).size).toBe(3);
    const [, { id }] = await eventsOf(home);
    const lines = String((await home.get(`/v1/events/${id}/ics`)).body).split("\r\n");
    for (const line of ["X-ROOM:12", "DTSTART;TZID=UTC:20261205T100000"]) expect(lines).toContain(line);
    expect(lines.filter((line) => /^(RDATE|RRULE)/.test(line))).toEqual([]);
    const [uid = "", ...others] = lines.filter((line) => line.startsWith("UID:"));
    expect(others).toEqual([]);
    expect(before).toContain(uid.slice(4));
    expect((await preview(home, file("Choir"))).body.counts).toMatchObject({ new: 0, known: 3 });
    expect((await importAll(home, file("Choir"))).body).toMatchObject({ added: 0, skipped: 3 });
    const updated = await importAll(home, file("Choir", "LOCATION:Hall"), { known: "update" });
    expect(updated.body).toMatchObject({ added: 0, updated: 3, skipped: 0 });
    expect(await titlesOf(home)).toEqual(["Choir", "Choir", "Choir"]);
    expect(objects(home).toSorted()).toEqual(before.toSorted());
    expect((await importAll(home, file("Choir", "LOCATION:Hall"), { known: "update" })).body).toMatchObject({
      updated: 0,
      skipped: 3,
    });
    expect((await undo(home, updated.body.activityId)).status).toBe(200);
    expect(await titlesOf(home)).toEqual(["Club", "Club", "Club"]);
  });

  test("An import keeps the UID of a series with extra dates, also in a repeated import", async () => {
    const home = await household();
    const file = (title: string) =>
      calendar([
        ...["UID:club", `SUMMARY:${title}`, "DTSTART:20261201T100000Z", "DTEND:20261201T110000Z", "X-ROOM:12"],
        ...["RRULE:FREQ=WEEKLY;COUNT=3", "RDATE:20261205T100000Z"],
      ]);
    expect((await importAll(home, file("Club"))).body).toMatchObject({ added: 2 });
    const [{ id }] = await eventsOf(home);
    const lines = String((await home.get(`/v1/events/${id}/ics`)).body).split("\r\n");
    for (const line of ["UID:club", "X-ROOM:12", "RRULE:FREQ=WEEKLY;COUNT=3"]) expect(lines).toContain(line);
    expect(lines.filter((line) => line.startsWith("RDATE"))).toEqual([]);
    const updated = await importAll(home, file("Choir"), { known: "update" });
    expect(updated.body).toMatchObject({ added: 0, updated: 2 });
  });

  test("An import stores at most 5 MB of iCalendar text for dates of series that the app cannot edit", async () => {
    const home = await household();
    const dates = Array.from({ length: 30 }, (_, at) => `202612${String(at + 2).padStart(2, "0")}T100000Z`);
    const text = (title: string) =>
      calendar([
        ...["UID:club", `SUMMARY:${title}`, "DTSTART:20261201T100000Z", `X-LONG:${"x".repeat(200_000)}`],
        `RDATE:${dates.join(",")}`,
      ]);
    expect((await importAll(home, text("Club"))).body).toMatchObject({ added: 31 });
    const { bytes } = home.db.$client.query("SELECT sum(length(ics)) AS bytes FROM calendar_object").get() as any;
    expect(bytes).toBeLessThan(5_242_880);
    const [{ id }] = await eventsOf(home);
    expect(String((await home.get(`/v1/events/${id}/ics`)).body)).toContain("SUMMARY:Club\r\n");
    expect((await importAll(home, text("Choir"), { known: "update" })).body).toMatchObject({ added: 0, updated: 31 });
  });

  test.each([
    [
      "two rules",
      ["DTSTART:20100104T100000Z", "RRULE:FREQ=WEEKLY;COUNT=3", "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=2"],
      ["2010-01-04", "2010-01-07", "2010-01-11", "2010-01-18"],
    ],
    [
      "a rule for what is left out",
      ["DTSTART:20110103T100000Z", "RRULE:FREQ=DAILY;COUNT=5", "EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=3"],
      ["2011-01-04", "2011-01-06"],
    ],
    [
      "a start that is far away",
      ["DTSTART:20400102T100000Z", "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"],
      ["2040-01-02", "2040-01-03", "2040-01-09"],
    ],
  ])("An import adds all dates of a series with %s, as the preview announced", async (_, lines, days) => {
    const home = await household();
    const text = calendar(["UID:club", "SUMMARY:Club", ...lines]);
    const { counts, events, remarks } = (await preview(home, text)).body;
    const startOf = ({ startsAt }: { startsAt: string }) => startsAt.slice(0, 10);
    expect(events.map(startOf)).toEqual(days);
    expect(counts).toMatchObject({ unreadable: 0, known: 0 });
    expect(counts.new + counts.past).toBe(days.length);
    expect(remarks.map(({ code }: { code: string }) => code)).toEqual(["not_editable"]);
    expect((await importAll(home, text)).body).toMatchObject({ added: days.length });
    const { body } = await home.get(`/v1/events?from=${days[0]}T00:00:00Z&to=${days.at(-1)}T23:00:00Z&limit=100`);
    expect(body.events.map(startOf)).toEqual(days);
    expect((await importAll(home, text)).body).toMatchObject({ added: 0, skipped: days.length });
    expect((await preview(home, text)).body.counts).toMatchObject({ new: 0, past: 0, known: days.length });
  });

  test("An import adds all dates of a series whose override changes all later instances", async () => {
    const home = await household();
    const text = calendar(
      ["UID:club", "SUMMARY:Club", "DTSTART:20120102T100000Z", "RRULE:FREQ=DAILY;COUNT=4"],
      [
        ...["UID:club", "SUMMARY:Choir", "DTSTART:20120104T110000Z"],
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20120104T100000Z",
      ],
    );
    expect((await preview(home, text)).body.counts).toMatchObject({ past: 4, new: 0, unreadable: 0 });
    expect((await importAll(home, text)).body).toMatchObject({ added: 4 });
    const { body } = await home.get("/v1/events?from=2012-01-01T00:00:00Z&to=2012-02-01T00:00:00Z");
    expect(body.events.map(({ title, startsAt }: Record<string, string>) => [title, startsAt])).toEqual([
      ["Club", "2012-01-02T10:00:00.000Z"],
      ["Club", "2012-01-03T10:00:00.000Z"],
      ["Choir", "2012-01-04T11:00:00.000Z"],
      ["Choir", "2012-01-05T11:00:00.000Z"],
    ]);
  });

  test.each(["RRULE;TZID=Europe/Berlin:", "RRULE;TZID=W. Europe Standard Time:", "rrule;tzid=Europe/Berlin:"])(
    "An import understands a recurrence rule that contains a time zone: %s",
    async (name) => {
      const home = await household();
      const text = calendar([
        ...["UID:club", "SUMMARY:Club", "DTSTART;TZID=Europe/Berlin:20261201T100000"],
        `${name}FREQ=WEEKLY;COUNT=3`,
      ]);
      expect((await preview(home, text)).body).toMatchObject({
        remarks: [],
        events: [{ rule: "FREQ=WEEKLY;COUNT=3" }],
      });
      await importAll(home, text);
      expect(await eventsOf(home)).toMatchObject([{ recurrenceRule: "FREQ=WEEKLY;COUNT=3" }]);
    },
  );

  test("An import does not report a series with only cancelled dates as unreadable", async () => {
    const home = await household();
    const text = calendar([
      ...["UID:club", "SUMMARY:Club", "DTSTART:20261201T100000Z", "RRULE:FREQ=DAILY;COUNT=2"],
      "EXDATE:20261201T100000Z,20261202T100000Z",
    ]);
    const { counts, remarks } = (await preview(home, text)).body;
    expect(counts).toEqual({ new: 0, known: 0, past: 0, unreadable: 0, toDos: 0 });
    expect(remarks).toMatchObject([{ code: "all_cancelled" }]);
    expect((await importAll(home, text)).body).toMatchObject({ added: 0 });
  });
});
