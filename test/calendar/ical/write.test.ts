/** Text of an event that has no stored text yet. */
import { describe, expect, test } from "bun:test";
import type { Exception, OwnDetails } from "#calendar/events/event.ts";
import { property } from "#calendar/ical/lines.ts";
import { renderCalendar, renderObject, renderUnrolled } from "#calendar/ical/write.ts";
import { hour } from "#lib/time.ts";
import {
  berlin,
  calendarOf,
  cancelled,
  writeContext as context,
  writtenLines as linesOf,
  objectsIn,
  piano,
  startWall,
  weekLater,
  weekly,
} from "../../support/calendar/ical-objects.ts";

describe("a new iCalendar object", () => {
  test("A new iCalendar object contains all fields of its event", () => {
    expect(
      linesOf({ ...piano, location: "Hall", notes: "a\nb", reminderMinutes: 15, reminderMinutesList: [15, 2_880] }),
    ).toEqual([
      "BEGIN:VEVENT",
      "UID:one@inglenook",
      "CREATED:20260101T000000Z",
      "DTSTAMP:20260101T000130Z",
      "LAST-MODIFIED:20260101T000130Z",
      "SEQUENCE:90",
      "SUMMARY:Piano\\; 4 hands\\, slow",
      "DTSTART;TZID=Europe/Berlin:20260105T100000",
      "DTEND;TZID=Europe/Berlin:20260105T110000",
      "LOCATION:Hall",
      "DESCRIPTION:a\\nb",
      ...["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Piano\\; 4 hands\\, slow", "TRIGGER:-PT15M", "END:VALARM"],
      ...["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Piano\\; 4 hands\\, slow", "TRIGGER:-P2D", "END:VALARM"],
      "END:VEVENT",
    ]);
  });

  test("A new iCalendar file begins with PRODID, the given properties and the time zone", () => {
    const text = renderCalendar([renderObject(piano, null, context)], [property("METHOD", "PUBLISH")]);
    const head =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Inglenook//Inglenook//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n";
    expect(text).toStartWith(`${head}BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n`);
    expect(text).toEndWith("END:VEVENT\r\nEND:VCALENDAR\r\n");
  });

  test("A new iCalendar object of an all-day event has no time zone and an exclusive end", () => {
    const days = { ...piano, allDay: true, startAt: startWall - 10 * hour, startWall: startWall - 10 * hour };
    const end = days.startAt + 48 * hour;
    const { zones } = renderObject({ ...days, endAt: end, endWall: end }, null, context);
    expect(zones).toEqual([]);
    const lines = linesOf({
      ...days,
      endAt: end,
      endWall: end,
      recurrenceRule: "FREQ=DAILY",
      exceptions: [cancelled(days.startWall + 24 * hour)],
    });
    expect(lines.slice(7, 11)).toEqual([
      "DTSTART;VALUE=DATE:20260105",
      "DTEND;VALUE=DATE:20260107",
      "RRULE:FREQ=DAILY",
      "EXDATE;VALUE=DATE:20260106",
    ]);
  });

  test("A new iCalendar object has the household's default reminder, unless the event has no reminder", () => {
    const home = { ...berlin, defaultReminder: 30 };
    expect(linesOf(piano, null, { home })).toContain("TRIGGER:-PT30M");
    expect(linesOf({ ...piano, reminderMinutes: -1 }, null, { home })).not.toContain("BEGIN:VALARM");
    expect(linesOf(piano, null, { home, hasAlarms: false })).not.toContain("BEGIN:VALARM");
  });

  test("A new iCalendar object names the members of the event as categories", () => {
    expect(linesOf(piano, null, { categories: ["Mia", "Ben, our son"] })).toContain("CATEGORIES:Mia,Ben\\, our son");
  });

  test("A new iCalendar object names an instance's members if they differ from the series", () => {
    const at = (weeks: number, own: OwnDetails): Exception => {
      return { wall: startWall + weeks * 7 * 24 * hour, cancelled: false, own, times: null };
    };
    const exceptions = [at(1, { title: "Concert" }), at(2, { memberIds: ["b"] }), at(3, { memberIds: [], notes: "x" })];
    const names: Readonly<Record<string, string>> = { a: "Mia", b: "Ben" };
    const people = {
      categories: ["Mia"],
      categoriesOf: (ids: readonly string[]) => ids.flatMap((id) => names[id] ?? []),
    };
    const lines = linesOf({ ...weekly, exceptions: [...exceptions, at(4, { memberIds: ["a"] })] }, null, people);
    expect(lines.filter((line) => /^(RECURRENCE-ID|CATEGORIES)/.test(line))).toEqual([
      "CATEGORIES:Mia",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260112T100000",
      "CATEGORIES:Mia",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260119T100000",
      "CATEGORIES:Ben",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260126T100000",
    ]);
    const busy = linesOf({ ...weekly, exceptions }, null, { ...people, isBusyOnly: true });
    expect(busy.filter((line) => /^(RECURRENCE-ID|CATEGORIES)/.test(line))).toEqual([]);
  });

  test("A new iCalendar object has a component for each changed instance, and EXDATEs for cancellations", () => {
    const own = { title: "Concert" };
    const exceptions = [cancelled(startWall), { wall: weekLater, cancelled: false, own, times: null }];
    const people = { wall: weekLater + 7 * 24 * hour, cancelled: false, own: { memberIds: ["b"] }, times: null };
    const lines = linesOf({ ...weekly, exceptions: [...exceptions, people] });
    expect(lines).toContain("EXDATE;TZID=Europe/Berlin:20260105T100000");
    expect(lines.filter((line) => /^(RECURRENCE-ID|SUMMARY|DTSTART)/.test(line))).toEqual([
      "SUMMARY:Piano\\; 4 hands\\, slow",
      "DTSTART;TZID=Europe/Berlin:20260105T100000",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260112T100000",
      "SUMMARY:Concert",
      "DTSTART;TZID=Europe/Berlin:20260112T100000",
    ]);
  });

  test.each([
    ["FREQ=DAILY;UNTIL=20260301", false, "FREQ=DAILY;UNTIL=20260301T225959Z"],
    ["FREQ=DAILY;UNTIL=20260301T100000", false, "FREQ=DAILY;UNTIL=20260301T090000Z"],
    ["FREQ=DAILY;UNTIL=20260301T090000Z", false, "FREQ=DAILY;UNTIL=20260301T090000Z"],
    ["FREQ=DAILY;UNTIL=20260301T090000Z", true, "FREQ=DAILY;UNTIL=20260301"],
    ["FREQ=DAILY;UNTIL=20260301", true, "FREQ=DAILY;UNTIL=20260301"],
    ["freq=daily;X-MINE=1", false, "FREQ=DAILY"],
  ])(
    "A new iCalendar object has the recurrence rule %s (all day: %p) written as %s",
    (recurrenceRule, allDay, written) => {
      const event = allDay
        ? { ...piano, allDay, startWall: startWall - 10 * hour, startAt: startWall - 10 * hour }
        : piano;
      expect(linesOf({ ...event, recurrenceRule })).toContain(`RRULE:${written}`);
    },
  );

  test("A start in the repeated hour of a clock change is written in UTC", () => {
    const localMs = Date.UTC(2026, 9, 25, 2, 30);
    const [first, second] = [localMs - 2 * hour, localMs - hour];
    const once = { ...piano, startWall: localMs, startAt: second, endWall: localMs + hour, endAt: second + hour };
    expect(linesOf(once)).toContain("DTSTART:20261025T013000Z");
    expect(linesOf({ ...once, startAt: first })).toContain("DTSTART;TZID=Europe/Berlin:20261025T023000");
    const lines = linesOf({ ...once, recurrenceRule: "FREQ=DAILY" });
    expect(lines.filter((line) => /^(DTSTART|RECURRENCE-ID)/.test(line))).toEqual([
      "DTSTART;TZID=Europe/Berlin:20261025T023000",
      "RECURRENCE-ID;TZID=Europe/Berlin:20261025T023000",
      "DTSTART:20261025T013000Z",
    ]);
  });

  test("An iCalendar object for other people can show an event only as “Busy”", () => {
    const own = { title: "Secret", notes: "Secret" };
    const times = { allDay: false, startAt: startWall, endAt: startWall + hour };
    const exceptions = [
      { wall: startWall, cancelled: false, own, times: null },
      { wall: weekLater, cancelled: false, own, times },
    ];
    const event = {
      ...weekly,
      title: "Secret",
      location: "Secret",
      notes: "Secret",
      reminderMinutes: 5,
      reminderMinutesList: [5],
      exceptions,
    };
    const kept = calendarOf([["UID:one", "SUMMARY:Secret", "DTSTART:20260105T090000Z", "X-SECRET:Secret"]]);
    const lines = linesOf(event, kept, { isBusyOnly: true, categories: ["Secret"] });
    expect(lines.filter((line) => /secret|VALARM/i.test(line))).toEqual([]);
    expect(lines.filter((line) => line === "SUMMARY:Busy")).toHaveLength(2);
  });
});

describe("the time zones of one calendar file", () => {
  const zoneOf = (name: string, offset: string) => [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  const objectOf = (uid: string, name: string, offset: string, written = name) => {
    const text = calendarOf([[`UID:${uid}`, `DTSTART;TZID=${written}:20260105T100000`]], zoneOf(name, offset));
    return renderUnrolled(objectsIn(text)[0]!, berlin);
  };
  const namesIn = (text: string) => text.match(/^TZID:.*|^DTSTART;.*/gm)?.map((line) => line.trim());

  test("The time zones of several events in one iCalendar file are written once each", () => {
    const rendered = Array.from({ length: 3 }, (_, index) =>
      renderObject(
        {
          ...piano,
          startAt: piano.startAt - index * 9_000 * 24 * hour,
          startWall: piano.startWall - index * 9_000 * 24 * hour,
        },
        null,
        context,
      ),
    );
    const text = renderCalendar(rendered, []);
    expect(text.match(/^TZID:/gm)).toHaveLength(1);
    expect(text).toContain("DTSTART:19750101T000000");
  });

  test("A time zone that is renamed in an iCalendar file keeps its commas and slashes", () => {
    const text = renderCalendar(
      [
        objectOf("a", "/Club\\, west", "+0100", '"Club, west"'),
        objectOf("b", "/Club\\, west", "+0200", '"Club, west"'),
      ],
      [],
    );
    expect(namesIn(text)).toEqual([
      ...["TZID:/Club\\, west", "TZID:/Club\\, west (2)"],
      'DTSTART;TZID="Club, west":20260105T100000',
      'DTSTART;TZID="/Club, west (2)":20260105T100000',
    ]);
  });

  test("A time zone is renamed in an iCalendar file if another zone has the same name", () => {
    const text = renderCalendar(
      [
        objectOf("a", "Mine", "+0100"),
        objectOf("b", "Mine", "+0200"),
        objectOf("c", "Mine", "+0100"),
        objectOf("d", "Mine (2)", "+0300"),
      ],
      [],
    );
    expect(namesIn(text)).toEqual([
      ...["TZID:Mine", "TZID:Mine (2)", "TZID:Mine (2) (2)"],
      "DTSTART;TZID=Mine:20260105T100000",
      "DTSTART;TZID=Mine (2):20260105T100000",
      "DTSTART;TZID=Mine:20260105T100000",
      "DTSTART;TZID=Mine (2) (2):20260105T100000",
    ]);
  });
});
