/** Which lines of kept text change with its event. */
import { describe, expect, test } from "bun:test";
import type { Event } from "#calendar/events/event.ts";
import { objectFrom } from "#calendar/ical/objects.ts";
import { type RenderContext, renderCalendar, renderObject, renderUnrolled } from "#calendar/ical/write.ts";
import { hour, minute } from "#lib/time.ts";
import {
  berlin,
  calendarOf,
  cancelled,
  writeContext as context,
  writtenLines as linesOf,
  objectsIn,
  piano,
  readText,
  startWall,
} from "../../support/calendar/ical-objects.ts";

const zone = ["BEGIN:VTIMEZONE", "TZID:Home", "X-LIC-LOCATION:Europe/Berlin", "END:VTIMEZONE"];
const master = [
  "UID:one",
  "DTSTAMP:20251231T235900Z",
  "SEQUENCE:3",
  "summary;LANGUAGE=en:Piano",
  'X-ODD;P="1":kept',
  "DTSTART;TZID=Home:20260105T100000",
  "DURATION:PT1H",
  "RRULE:FREQ=WEEKLY;COUNT=5;X-A=1",
  "EXDATE;TZID=Home:20260119T100000,20260126T100000",
  "EXDATE;TZID=Home:20990101T000000",
  "LOCATION:Hall",
  "GEO:1;2",
  "ATTENDEE;CN=Ben:mailto:ben@example.com",
  ...["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "X-ALARM:1", "END:VALARM"],
  ...["BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT20M", "END:VALARM"],
];
const moved = [
  "UID:one",
  "RECURRENCE-ID:20260112T090000Z",
  "DTSTART;TZID=Home:20260112T120000",
  "DURATION:PT1H",
  "SUMMARY:Later",
  "X-ALSO:kept",
];
const kept = calendarOf([master, moved], zone);
const known = readText(kept).event!;

/** Lines that were removed and lines that were added. */
function changes(event: Event, more: Partial<RenderContext> = {}, text = kept) {
  const before = linesOf(known, text, more);
  const after = linesOf(event, text, more);
  const isStamp = (line: string) => /^(DTSTAMP|LAST-MODIFIED|SEQUENCE):/.test(line);
  return {
    removed: before.filter((line) => !after.includes(line) && !isStamp(line)),
    added: after.filter((line) => !before.includes(line) && !isStamp(line)),
  };
}

describe("a stored calendar object", () => {
  test("A stored calendar object is exported byte for byte if its event is unchanged", () => {
    const rendered = renderObject(known, { ics: kept }, context);
    expect(renderCalendar([rendered], [])).toContain(kept.split("\r\n").slice(1, -2).join("\r\n"));
    expect(readText(kept).remarks.map(({ code }) => code)).toEqual(["hidden_reminder"]);
  });

  test.each([
    [{ title: "Cello" }, ["summary;LANGUAGE=en:Piano"], ["SUMMARY:Cello"]],
    [{ location: "Barn" }, ["LOCATION:Hall", "GEO:1;2"], ["LOCATION:Barn"]],
    [{ location: null }, ["LOCATION:Hall", "GEO:1;2"], []],
    [{ notes: "New" }, [], ["DESCRIPTION:New"]],
    [{ recurrenceRule: "FREQ=WEEKLY;COUNT=7" }, ["RRULE:FREQ=WEEKLY;COUNT=5;X-A=1"], ["RRULE:FREQ=WEEKLY;COUNT=7"]],
    [
      { endAt: known.endAt + hour, endWall: known.endWall + hour },
      [],
      ["DTSTART;TZID=Europe/Berlin:20260105T100000", "DTEND;TZID=Europe/Berlin:20260105T120000"],
    ],
    [
      { reminderMinutes: 5, reminderMinutesList: [5] },
      ["TRIGGER:-PT10M", "X-ALARM:1"],
      ["DESCRIPTION:Piano", "TRIGGER:-PT5M"],
    ],
  ])(
    "A stored calendar object differs only in the lines of the fields that were changed: %j",
    (change, removed, added) => {
      const found = changes({ ...known, ...change });
      expect(found.added).toEqual(expect.arrayContaining(added));
      expect(found.removed).toEqual(expect.arrayContaining(removed));
      expect(
        readText(renderCalendar([renderObject({ ...known, ...change }, { ics: kept }, context)], [])).event,
      ).toMatchObject(change);
    },
  );

  test("A stored calendar object keeps its recurrence rule if a new rule has the same meaning", () => {
    expect(changes({ ...known, recurrenceRule: "freq=weekly;count=5" })).toEqual({ removed: [], added: [] });
  });

  test("The SEQUENCE of a stored calendar object grows by the seconds since its last change", () => {
    const lines = linesOf({ ...known, title: "Cello" }, kept);
    expect(lines).toContain("SEQUENCE:153");
    expect(lines).toContain("DTSTAMP:20260101T000130Z");
    expect(linesOf({ ...known, title: "Cello" }, kept, { updatedAt: 0 })).toContain("SEQUENCE:4");
  });

  test("The SEQUENCE of a stored calendar object grows with any change of the series or its instances", () => {
    const [second, third, fourth] = known.exceptions;
    const renamed = { ...second!, own: { ...second!.own, title: "Evening" } };
    for (const exceptions of [
      [third!, fourth!],
      [renamed, third!, fourth!],
      [second!, third!],
    ]) {
      const lines = linesOf({ ...known, exceptions }, kept);
      const first = lines.slice(0, lines.indexOf("END:VEVENT"));
      const stamps = ["SEQUENCE:153", "DTSTAMP:20260101T000130Z", "LAST-MODIFIED:20260101T000130Z"];
      expect(first).toEqual(expect.arrayContaining(stamps));
    }
    const off = ["UID:one", "RECURRENCE-ID:20260112T090000Z", "STATUS:CANCELLED", "SEQUENCE:9"];
    const text = calendarOf([master, off], zone);
    const restored = linesOf({ ...known, exceptions: [third!, fourth!] }, text);
    expect(restored).not.toContain("STATUS:CANCELLED");
    expect(restored).toContain("SEQUENCE:159");
  });

  test("The SEQUENCE of a stored calendar object is never lower than the SEQUENCE of an instance", () => {
    const text = calendarOf([master, [...moved, "SEQUENCE:900"]], zone);
    const [second, ...others] = known.exceptions;
    const renamed = { ...second!, own: { ...second!.own, title: "Evening" } };
    expect(linesOf({ ...known, exceptions: [renamed, ...others] }, text)).toContain("SEQUENCE:1050");
  });

  test("A stored calendar object changes only the dates and instances that changed in the event", () => {
    const [second, third, fourth] = known.exceptions;
    expect(known.exceptions.map((each) => each.cancelled)).toEqual([false, true, true]);
    const restored = changes({ ...known, exceptions: [second!, third!] });
    expect(restored).toEqual({
      removed: ["EXDATE;TZID=Home:20260119T100000,20260126T100000"],
      added: ["EXDATE;TZID=Home:20260119T100000"],
    });
    const also = changes({ ...known, exceptions: [cancelled(second!.wall), third!, fourth!] });
    expect(also.removed).toEqual(expect.arrayContaining(moved.filter((line) => !/^(UID|DURATION)/.test(line))));
    expect(also.added).toEqual(["EXDATE;TZID=Home:20260112T100000"]);
    const edited = changes({
      ...known,
      exceptions: [{ ...second!, own: { ...second!.own, title: "Evening" } }, third!, fourth!],
    });
    expect(edited).toEqual({ removed: ["SUMMARY:Later"], added: ["SUMMARY:Evening"] });
  });

  test("A new instance in a stored calendar object copies the lines of the master event", () => {
    const own = { wall: known.startWall, cancelled: false, own: { title: "First" }, times: null };
    const lines = linesOf({ ...known, exceptions: [own, ...known.exceptions] }, kept);
    const added = lines.slice(lines.lastIndexOf("BEGIN:VEVENT"));
    expect(added.filter((line) => !/^(DTSTAMP|LAST-MODIFIED|SEQUENCE)/.test(line))).toEqual([
      "BEGIN:VEVENT",
      "UID:one",
      "RECURRENCE-ID;TZID=Home:20260105T100000",
      "SUMMARY:First",
      'X-ODD;P="1":kept',
      "DTSTART;TZID=Europe/Berlin:20260105T100000",
      "DTEND;TZID=Europe/Berlin:20260105T110000",
      "LOCATION:Hall",
      "GEO:1;2",
      "ATTENDEE;CN=Ben:mailto:ben@example.com",
      ...["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:First", "TRIGGER:-PT10M", "END:VALARM"],
      "END:VEVENT",
    ]);
  });

  test("An instance in a stored calendar object keeps its additional lines when the series moves", () => {
    const shift = 2 * hour;
    const exceptions = known.exceptions.map((each) => ({ ...each, wall: each.wall + shift }));
    const event = {
      ...known,
      startAt: known.startAt + shift,
      endAt: known.endAt + shift,
      startWall: known.startWall + shift,
      endWall: known.endWall + shift,
      exceptions,
    };
    const lines = linesOf(event, kept);
    expect(lines).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20260112T120000");
    expect(lines).toContain("X-ALSO:kept");
    expect(lines).toContain("EXDATE;TZID=Europe/Berlin:20260126T120000");
    expect(lines.filter((line) => line.startsWith("EXDATE"))).toHaveLength(2);
  });

  test("A stored calendar object keeps its time zones, and gets missing time zones", () => {
    const names = (event: Event, text: string) =>
      renderObject(event, { ics: text }, context)
        .zones.map((each) => each.items[0])
        .map((item) => (item?.kind === "property" ? item.value : ""));
    expect(names(known, kept)).toEqual(["Home"]);
    expect(names({ ...known, endAt: known.endAt + minute, endWall: known.endWall + minute }, kept)).toEqual([
      "Europe/Berlin",
      "Home",
    ]);
    const bare = calendarOf([["UID:a", "DTSTART;TZID=W. Europe Standard Time:20260105T100000"]]);
    expect(names(readText(bare).event!, bare)).toEqual(["W. Europe Standard Time"]);
  });

  test("The categories of a stored calendar object get and lose only names of members", () => {
    const text = calendarOf([[...master, "CATEGORIES:School,Mia"]], zone);
    const event = readText(text).event!;
    const categoriesAfter = (categories: string[], memberNames: string[] = []) =>
      linesOf(event, text, { categories, memberNames }).filter((line) => line.startsWith("CATEGORIES"));
    expect(categoriesAfter([])).toEqual(["CATEGORIES:School,Mia"]);
    expect(categoriesAfter(["mia"], ["Mia", "Ben"])).toEqual(["CATEGORIES:School,Mia"]);
    expect(categoriesAfter(["Ben"], ["Mia", "Ben"])).toEqual(["CATEGORIES:School,Ben"]);
  });

  test("The categories of an instance in a stored object get and lose only names of members", () => {
    const text = calendarOf(
      [
        [...master, "CATEGORIES:School,Mia"],
        [...moved, "CATEGORIES:Hall,Mia"],
      ],
      zone,
    );
    const event = { ...readText(text).event!, memberIds: ["mia"] };
    const names: Readonly<Record<string, string>> = { mia: "Mia", ben: "Ben" };
    const categoriesOf = (ids: readonly string[]) => ids.flatMap((id) => names[id] ?? []);
    const people = { categories: ["Mia"], memberNames: ["Mia", "Ben"], categoriesOf };
    const written = (lines: readonly string[]) =>
      lines
        .filter((line) => /^(RECURRENCE-ID|CATEGORIES)/.test(line))
        .map((line) => line.replace(/:2026|;TZID=Home/, ""));
    expect(linesOf(event, text, people)).toEqual(linesOf(event, text));
    const [second, ...others] = event.exceptions;
    const first = { wall: event.startWall, cancelled: false, own: { memberIds: ["ben"] }, times: null };
    const changed = [first, { ...second!, own: { ...second!.own, memberIds: ["ben"] } }, ...others];
    const own = renderCalendar(
      [renderObject({ ...event, exceptions: changed }, { ics: text }, { ...context, ...people })],
      [],
    );
    expect(written(own.split("\r\n"))).toEqual([
      "CATEGORIES:School,Mia",
      "RECURRENCE-ID0112T090000Z",
      "CATEGORIES:Hall,Ben",
      "RECURRENCE-ID:20260105T100000",
      "CATEGORIES:School,Ben",
    ]);
    expect(written(linesOf({ ...event, exceptions: changed }, own, people))).toEqual(written(own.split("\r\n")));
    expect(written(linesOf(event, own, people)).filter((line) => line.includes("Ben"))).toEqual([]);
  });

  test("A stored calendar object can be exported without alarms", () => {
    expect(linesOf(known, kept, { hasAlarms: false }).filter((line) => line.includes("VALARM"))).toEqual([]);
    const unrolled = renderUnrolled(objectsIn(kept)[0]!, berlin, false);
    expect(JSON.stringify(unrolled.components)).not.toContain("VALARM");
    expect(renderUnrolled(objectsIn(kept)[0]!, berlin).components).toEqual(objectsIn(kept)[0]!.components);
  });

  test("The times of a stored object get a TZID if the file has another zone than the household", () => {
    const text = calendarOf([["UID:a", "DTSTART:20260105T100000", "X-ODD:kept"]], ["X-WR-TIMEZONE:America/New_York"]);
    const lines = linesOf(readText(text).event!, text);
    expect(lines).toContain("DTSTART;TZID=America/New_York:20260105T100000");
    expect(lines).toContain("X-ODD:kept");
  });

  test("An event stored in UTC gets the household's time zone when it becomes a series", () => {
    const text = calendarOf([["UID:a", "DTSTART:20260105T090000Z"]]);
    const once = readText(text).event!;
    expect(linesOf(once, text)).toContain("DTSTART:20260105T090000Z");
    expect(linesOf({ ...once, recurrenceRule: "FREQ=DAILY" }, text)).toContain(
      "DTSTART;TZID=Europe/Berlin:20260105T100000",
    );
  });

  test("An event stored in UTC stays in UTC as a series if the household's time zone is UTC", () => {
    const text = calendarOf([["UID:a", "DTSTART:20260105T090000Z"]]);
    const once = { ...piano, timeZone: "UTC", startAt: startWall, endAt: startWall + hour };
    const written = renderCalendar([renderObject(once, { ics: text }, context)], []);
    expect(readText(written).event?.timeZone).toBe("UTC");
    expect(linesOf({ ...once, recurrenceRule: "FREQ=DAILY" }, text)).toContain("DTSTART:20260105T100000Z");
  });

  test("A stored calendar object without a UID gets a UID at its first change", () => {
    const text = calendarOf([
      ["DTSTART:20260105T090000Z", "SUMMARY:Piano"],
      ["DTSTART:20260105T090000Z", "SUMMARY:Piano", "SEQUENCE:1"],
    ]);
    const event = readText(text).event!;
    expect(linesOf(event, text).filter((line) => line === "BEGIN:VEVENT")).toHaveLength(2);
    const lines = linesOf({ ...event, title: "Cello" }, text);
    expect(lines.filter((line) => /^(BEGIN|UID|SUMMARY)/.test(line))).toEqual([
      "BEGIN:VEVENT",
      "UID:one@inglenook",
      "SUMMARY:Cello",
    ]);
  });

  test.each([
    [{ startWall: startWall - hour, startAt: startWall - 2 * hour }],
    [{ recurrenceRule: "FREQ=WEEKLY;COUNT=7" }],
    [{ recurrenceRule: null }],
    [{ title: "Cello" }],
  ])("A stored series with a RECURRENCE-ID in its master event can be read after the change %j", (change) => {
    const start = ";TZID=Europe/Berlin:20260105T100000";
    const lines = ["UID:one", `RECURRENCE-ID${start}`, `DTSTART${start}`, "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=5"];
    const text = calendarOf([lines]);
    const event = { ...readText(text).event!, ...change };
    const written = renderCalendar([renderObject(event, { ics: text }, context)], []);
    expect(readText(written).event).toEqual(event);
  });

  test("A stored calendar object keeps an override with a date that the app cannot show", () => {
    const far = ["UID:one", "RECURRENCE-ID:20260112T090000Z", "DTSTART:99990101T000000Z"];
    const text = calendarOf([master, far], zone);
    expect(linesOf(readText(text).event!, text)).toContain("DTSTART:99990101T000000Z");
  });

  test("A stored calendar object keeps an override that an EXDATE line cancels", () => {
    const text = calendarOf([[...master, "EXDATE:20260112T090000Z"], moved], zone);
    const event = readText(text).event!;
    expect(event.exceptions.map((each) => each.cancelled)).toEqual([true, true, true]);
    expect(linesOf(event, text)).toContain("X-ALSO:kept");
    expect(linesOf({ ...event, exceptions: event.exceptions.slice(1) }, text)).not.toContain("X-ALSO:kept");
  });

  test("A stored all-day event of Outlook is written with dates instead of times when it changes", () => {
    const midnight = (name: string, date: string) => `${name};TZID=Home:${date}T000000`;
    const lines = ["UID:a", midnight("DTSTART", "20260105"), midnight("DTEND", "20260106"), "SUMMARY:Day"];
    const mark = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE";
    const text = calendarOf([[...lines, mark, "RRULE:FREQ=WEEKLY;COUNT=3", midnight("EXDATE", "20260112")]], zone);
    const event = readText(text).event!;
    expect(linesOf(event, text)).toContain(midnight("DTSTART", "20260105"));
    const dates = ["DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260106", "EXDATE;VALUE=DATE:20260112"];
    const changed = linesOf({ ...event, title: "Other" }, text);
    expect(changed.filter((line) => /^(DT(START|END)|EXDATE|X-MICROSOFT)/.test(line))).toEqual(dates);
    const single = calendarOf([[...lines, mark]], zone);
    const localTimes = { startWall: Date.UTC(2026, 0, 5), endWall: Date.UTC(2026, 0, 5, 1) };
    const at = { startAt: Date.UTC(2026, 0, 4, 23), endAt: Date.UTC(2026, 0, 5) };
    const timed = { ...readText(single).event!, allDay: false, ...localTimes, ...at };
    const { components } = renderObject(timed, { ics: single }, context);
    const written = renderCalendar([{ components, zones: [] }], []);
    expect(readText(written).event).toMatchObject({ allDay: false, ...at });
  });

  test("A stored object keeps its extra dates when its event is exported", () => {
    const unrolled = calendarOf([["UID:a", "DTSTART:20260105T090000Z", "RDATE:20260106T090000Z"]]);
    expect(linesOf(piano, unrolled)).toContain("RDATE:20260106T090000Z");
    const hidden = calendarOf([["UID:a", "DTSTART:20260105T090000Z", "STATUS:CANCELLED"]]);
    expect(linesOf(piano, hidden)).toContain("UID:one@inglenook");
    expect(objectFrom(hidden)?.uid).toBe("a");
  });
});
