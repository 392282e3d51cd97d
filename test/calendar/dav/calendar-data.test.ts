import { describe, expect, test } from "bun:test";
import { Budget } from "#calendar/dav/query/budget.ts";
import { readCalendarData, shapeCalendarData } from "#calendar/dav/query/calendar-data.ts";
import { runStepsToEnd } from "#lib/concurrency.ts";
import { parseXml } from "#lib/xml/xml.ts";
import { davElement, refusalOf } from "../../support/calendar/dav-queries.ts";
import { berlin } from "../../support/calendar/ical-objects.ts";
import { cpuTime } from "../../support/cpu-time.ts";

const zone = ["BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "END:VTIMEZONE"];
const series = [
  ...["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20260105T100000"],
  ...["DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Europe/Berlin:20260107T100000", "SUMMARY;X-A=1:Piano"],
  ...["X-WHEN;TZID=Europe/Berlin:20260101T120000", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"],
  "END:VEVENT",
];
const moved = [
  ...["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260102T000000Z", "RECURRENCE-ID;TZID=Europe/Berlin:20260108T100000"],
  ...["DTSTART;TZID=Europe/Berlin:20260110T150000", "DTEND;TZID=Europe/Berlin:20260110T170000"],
  ...["SUMMARY:Moved", "END:VEVENT"],
];

function textOf(...lines: readonly (readonly string[])[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", ...lines.flat(), "END:VCALENDAR", ""].join("\r\n");
}

/** The lines within the calendar. */
function shaped(content: string, ics = textOf(zone, series, moved)): string[] {
  const text = runStepsToEnd(
    shapeCalendarData(readCalendarData(davElement("calendar-data", content)), ics, berlin, new Budget()),
  );
  return text.split("\r\n").slice(1, -2);
}

const comp = (name: string, content = "") => `<comp name="${name}">${content}</comp>`;
const expand = (start: string, end: string) => `<expand start="${start}" end="${end}"/>`;
const limit = (start: string, end: string) => `<limit-recurrence-set start="${start}" end="${end}"/>`;
const all = ["19000101T000000Z", "22000101T000000Z"] as const;
const head = ["VERSION:2.0", "PRODID:-//A//B//EN"];
const event = (...lines: readonly string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];

describe("the calendar data of whole objects", () => {
  const odd = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nuid:one\nEND:VEVENT\nEND:VCALENDAR";

  test("A CalDAV report that asks for whole objects returns the stored iCalendar text unchanged", () => {
    expect(runStepsToEnd(shapeCalendarData(readCalendarData(null), odd, berlin, new Budget()))).toBe(odd);
    expect(
      runStepsToEnd(shapeCalendarData(readCalendarData(davElement("calendar-data", "")), odd, berlin, new Budget())),
    ).toBe(odd);
    const freeBusy = '<limit-freebusy-set start="20260101T000000Z" end="20260201T000000Z"/><D:new/>';
    expect(
      runStepsToEnd(
        shapeCalendarData(readCalendarData(davElement("calendar-data", freeBusy)), odd, berlin, new Budget()),
      ),
    ).toBe(odd);
  });

  test("A stored iCalendar text that cannot be parsed is returned unchanged by a CalDAV report", () => {
    expect(
      runStepsToEnd(
        shapeCalendarData(readCalendarData(davElement("calendar-data", comp("VCALENDAR"))), "", berlin, new Budget()),
      ),
    ).toBe("");
  });
});

describe("a part of the calendar data", () => {
  test("A CalDAV report can ask for some properties and components of the calendar data", () => {
    const wanted = comp(
      "VCALENDAR",
      `<prop name="version"/>${comp("vevent", '<prop name="SUMMARY"/><prop name="UID"/>')}`,
    );
    expect(shaped(wanted)).toEqual([
      "VERSION:2.0",
      ...event("UID:one", "SUMMARY;X-A=1:Piano"),
      ...event("UID:one", "SUMMARY:Moved"),
    ]);
  });

  test("A CalDAV report that names only a component returns this component with all properties", () => {
    expect(shaped(comp("VCALENDAR", comp("VTIMEZONE")))).toEqual(zone);
    expect(shaped(comp("VCALENDAR"))).toEqual([...head, ...zone, ...series, ...moved]);
  });

  test("A CalDAV report can ask for all properties, or for all components, of the calendar data", () => {
    const wanted = `<allprop/>${comp("VEVENT", '<prop name="UID"/><allcomp/>')}`;
    const [alarm] = [series.slice(-5, -1)];
    expect(shaped(comp("VCALENDAR", wanted))).toEqual([...head, ...event("UID:one", ...alarm), ...event("UID:one")]);
    expect(shaped(comp("VCALENDAR", '<prop name="X"/><allcomp/>'))).toEqual([...zone, ...series, ...moved]);
  });

  test("A CalDAV report can ask for the name and parameters of a property without the value", () => {
    const wanted = comp(
      "VCALENDAR",
      comp("VEVENT", '<prop name="SUMMARY" novalue="yes"/><prop name="UID" novalue="no"/>'),
    );
    expect(shaped(wanted)).toEqual([...event("UID:one", "SUMMARY;X-A=1:"), ...event("UID:one", "SUMMARY:")]);
  });

  test("A CalDAV report returns unreadable iCalendar lines only if all properties are requested", () => {
    const text = textOf(event("UID:one", "no line"));
    expect(shaped(comp("VCALENDAR", comp("VEVENT", "<allprop/>")), text)).toEqual(event("UID:one", "no line"));
    expect(shaped(comp("VCALENDAR", comp("VEVENT", '<prop name="UID"/>')), text)).toEqual(event("UID:one"));
  });

  test("A CalDAV report can ask for some properties of each instance of an expanded series", () => {
    const wanted =
      comp("VCALENDAR", comp("VEVENT", '<prop name="DTSTART"/>')) + expand("20260105T000000Z", "20260107T000000Z");
    expect(shaped(wanted)).toEqual([...event("DTSTART:20260105T090000Z"), ...event("DTSTART:20260106T090000Z")]);
  });
});

describe("an expanded series", () => {
  const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"];
  const instance = (day: string) =>
    event(
      ...[
        "UID:one",
        "DTSTAMP:20260101T000000Z",
        `RECURRENCE-ID:${day}T090000Z`,
        `DTSTART:${day}T090000Z`,
        "DURATION:PT1H",
      ],
      ...["SUMMARY;X-A=1:Piano", "X-WHEN:20260101T110000Z", ...alarm],
    );
  const movedInstance = event(
    ...["UID:one", "DTSTAMP:20260102T000000Z", "RECURRENCE-ID:20260108T090000Z", "DTSTART:20260110T140000Z"],
    ...["DTEND:20260110T160000Z", "SUMMARY:Moved"],
  );

  test("A series that a CalDAV report expands has the instances in the range, with times in UTC", () => {
    const lines = ["20260105", "20260106", "20260109"].flatMap(instance);
    expect(shaped(expand(...all))).toEqual([...head, ...lines, ...movedInstance]);
    expect(shaped(expand("20260105T095959Z", "20260106T090000Z"))).toEqual([...head, ...instance("20260105")]);
    expect(shaped(expand("20260110T000000Z", "20260111T000000Z"))).toEqual([...head, ...movedInstance]);
    expect(shaped(expand("20260107T000000Z", "20260109T000000Z"))).toEqual(head);
  });

  test.each([
    [
      "dates",
      ["DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260107", "RRULE:FREQ=WEEKLY;COUNT=1"],
      ["RECURRENCE-ID;VALUE=DATE:20260105", "DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260107"],
    ],
    [
      "floating times",
      ["DTSTART:20260105T100000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=1"],
      ["RECURRENCE-ID:20260105T100000", "DTSTART:20260105T100000", "DURATION:PT1H"],
    ],
    [
      "days of 25 hours",
      ["DTSTART;TZID=Europe/Berlin:20261025T000000", "DURATION:P1D", "RRULE:FREQ=WEEKLY;COUNT=1"],
      ["RECURRENCE-ID:20261024T220000Z", "DTSTART:20261024T220000Z", "DTEND:20261025T230000Z"],
    ],
    [
      "an extra period",
      [
        "RDATE;VALUE=PERIOD:20260105T090000Z/PT3H",
        "EXDATE:20260101T090000Z",
        "DTSTART:20260101T090000Z",
        "DURATION:PT1H",
      ],
      ["RECURRENCE-ID:20260105T090000Z", "DTSTART:20260105T090000Z", "DTEND:20260105T120000Z"],
    ],
    [
      "an event that does not repeat",
      ["DTSTART;TZID=Europe/Berlin:20260105T100000", "DTEND;TZID=America/New_York:20260105T050000"],
      ["DTSTART:20260105T090000Z", "DTEND:20260105T100000Z"],
    ],
    [
      "an all-day mark beside times",
      [
        ...["DTSTART;TZID=Europe/Berlin:20260105T000000", "DTEND;TZID=Europe/Berlin:20260106T000000"],
        ...["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "RRULE:FREQ=WEEKLY;COUNT=1"],
      ],
      [
        ...["RECURRENCE-ID;VALUE=DATE:20260105", "DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260106"],
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
      ],
    ],
    ["a rule that is not known", ["DTSTART:20260105T090000Z", "RRULE:FREQ=HOURLY"], ["DTSTART:20260105T090000Z"]],
    [
      "a part that replaces later instances",
      ["RECURRENCE-ID:20260105T090000Z", "DTSTART:20260105T100000Z", "DURATION:PT2H"],
      ["RECURRENCE-ID:20260105T090000Z", "DTSTART:20260105T100000Z", "DURATION:PT2H"],
    ],
  ])("A CalDAV report can expand an object with %s", (_, lines, expected) => {
    expect(shaped(expand(...all), textOf(zone, event("UID:one", ...lines)))).toEqual([
      ...head,
      ...event("UID:one", ...expected),
    ]);
  });

  test("An expanded series in a CalDAV report applies a change of “this and all later instances”", () => {
    const master = event("UID:one", "DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3");
    const later = ["DTSTART:20260106T110000Z", "DURATION:PT2H", "SUMMARY:Later"];
    const text = textOf(master, event("UID:one", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T090000Z", ...later));
    expect(shaped(expand("20260107T000000Z", "20260108T000000Z"), text)).toEqual([
      ...head,
      ...event(
        "UID:one",
        "RECURRENCE-ID:20260107T090000Z",
        "DTSTART:20260107T110000Z",
        "DURATION:PT2H",
        "SUMMARY:Later",
      ),
    ]);
  });

  test("An expanded series in a CalDAV report keeps the original time of an override without a start", () => {
    const text = textOf(zone, series, event("UID:one", "RECURRENCE-ID:20260106T090000Z", "SUMMARY:No start"));
    expect(shaped(expand("20260106T000000Z", "20260107T000000Z"), text)).toEqual([
      ...head,
      ...event(
        "UID:one",
        "RECURRENCE-ID:20260106T090000Z",
        "DTSTART:20260106T090000Z",
        "DTEND:20260106T100000Z",
        "SUMMARY:No start",
      ),
    ]);
  });

  test("A series that a CalDAV report expands may have at most 5,000 instances", () => {
    const days = (count: number) =>
      textOf(event("UID:one", "DTSTART:20000101T090000Z", `RRULE:FREQ=DAILY;COUNT=${count}`));
    expect(shaped(expand(...all), days(5_000)).filter((line) => line === "END:VEVENT")).toHaveLength(5_000);
    expect(refusalOf(() => shaped(expand(...all), days(5_001)))).toBe("403 number-of-matches-within-limits");
    const excluded = textOf(event("UID:one", "DTSTART:19000101T090000Z", "RRULE:FREQ=DAILY", "EXRULE:FREQ=DAILY"));
    const before = cpuTime();
    expect(refusalOf(() => shaped(expand(...all), excluded))).toBe("403 number-of-matches-within-limits");
    expect(cpuTime() - before).toBeLessThan(300);
  });
});

describe("a series limited to a range", () => {
  const later = event("UID:one", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T090000Z", "DTSTART:20260106T110000Z");
  const text = textOf(zone, series, moved);

  test.each([
    ["where an override is now", "20260110T140000Z", "20260110T150000Z", [moved]],
    ["where an override was", "20260108T090000Z", "20260108T093000Z", [moved]],
    ["anywhere else", "20260109T000000Z", "20260110T000000Z", []],
  ])(
    "A CalDAV report with limit-recurrence-set returns the master event and overrides in a range: %s",
    (_, start, end, overrides) => {
      expect(shaped(limit(start, end), text)).toEqual([...head, ...zone, ...series, ...overrides.flat()]);
    },
  );

  test("A CalDAV report with limit-recurrence-set returns an override of “this and all later instances”", () => {
    const replaced = textOf(series, later);
    expect(shaped(limit("20300101T000000Z", "20300102T000000Z"), replaced)).toEqual([...head, ...series, ...later]);
    expect(shaped(limit("20260101T000000Z", "20260106T080000Z"), replaced)).toEqual([...head, ...series]);
  });

  test("A CalDAV report with limit-recurrence-set accepts single events and lone overrides", () => {
    for (const lone of [textOf(zone, moved), textOf(event("UID:one", "DTSTART:20260106T110000Z"))]) {
      expect(shaped(limit("20300101T000000Z", "20300102T000000Z"), lone)).toEqual(lone.split("\r\n").slice(1, -2));
    }
  });
});

describe("refused requests for calendar data", () => {
  test.each([
    ["two ways to show a series", expand(...all) + limit(...all)],
    ["two ranges", expand(...all) + expand(...all)],
    ["a range without an end", '<expand start="20260101T000000Z"/>'],
    ["a range without a start", '<limit-recurrence-set end="20260101T000000Z"/>'],
    ["a range that ends first", expand(all[1], all[0])],
    ["a range of dates", expand("20260101", "20260102")],
    ["free and busy times without a range", "<limit-freebusy-set/>"],
    ["two calendars", comp("VCALENDAR") + comp("VCALENDAR")],
    ["another component", comp("VEVENT")],
    ["a component without a name", "<comp/>"],
    ["a property without a name", comp("VCALENDAR", "<prop/>")],
    ["an inner component without a name", comp("VCALENDAR", "<comp/>")],
  ])("A CalDAV report refuses a request for calendar data with %s", (_, content) => {
    expect(refusalOf(() => readCalendarData(davElement("calendar-data", content)))).toBe("400");
  });

  const typed = (attributes: string) => () =>
    readCalendarData(parseXml(Buffer.from(`<calendar-data xmlns="urn:ietf:params:xml:ns:caldav" ${attributes}/>`)));

  test("A CalDAV report refuses media types other than iCalendar for calendar data", () => {
    const types = ['content-type="application/calendar+json"', 'content-type="text/calendarx"', 'version="1.0"'];
    for (const each of types) expect(refusalOf(typed(each))).toBe("403 supported-calendar-data");
    const accepted = 'content-type="Text/Calendar; charset=utf-8" version="2.0"';
    expect(refusalOf(typed(accepted))).toBeNull();
  });
});
