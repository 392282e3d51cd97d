/** Files that old and careless programs write, imported over HTTP. */
import { describe, expect, test } from "bun:test";
import { calendar, importAll, objects } from "../../support/calendar/imports.ts";
import { type Home, household } from "../../support/home/home.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

type Shown = { readonly title: string; readonly startsAt: string; readonly endsAt: string; readonly allDay: boolean };

const instancesOf = async (home: Home): Promise<Shown[]> =>
  (await home.get("/v1/events?from=2026-11-01T00:00:00Z&to=2027-12-31T00:00:00Z")).body.events;

const startsOf = async (home: Home) => (await instancesOf(home)).map(({ startsAt }) => startsAt.slice(0, 16));

const codesIn = ({ body }: { body: { remarks: { code: string }[] } }) => body.remarks.map(({ code }) => code);

describe("quoted-printable texts", () => {
  test("An import decodes quoted-printable texts with letters and line breaks", async () => {
    const home = await household();
    const text = calendar([
      ...["UID:a", "DTSTART;VALUE=DATE:20270105"],
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Restm=C3=BCll",
      "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:Bitte bis 6 Uhr=0D=0Aan die Stra=C3=9Fe=\r\n stellen",
      "LOCATION;ENCODING=QUOTED-PRINTABLE:Hauptstra=C3=9Fe 5",
    ]);
    const shown = await preview(home, text);
    expect([shown.body.events[0].title, codesIn(shown)]).toEqual(["Restmüll", []]);
    await importAll(home, text);
    expect(await instancesOf(home)).toMatchObject([
      { title: "Restmüll", notes: "Bitte bis 6 Uhr\nan die Straße stellen", location: "Hauptstraße 5" },
    ]);
  });

  test("An imported quoted-printable text is exported as plain text that every program can read", async () => {
    const home = await household();
    await importAll(home, calendar(["UID:a", "DTSTART;VALUE=DATE:20270105", "SUMMARY;QUOTED-PRINTABLE:M=C3=BCll"]));
    const [{ id = "" } = {}] = (await home.get("/v1/events?from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z")).body
      .events as { id?: string }[];
    const lines = String((await home.get(`/v1/events/${id.split("_")[0]}/ics`)).body).split("\r\n");
    expect(lines).toContain("SUMMARY:Müll");
  });
});

describe("recurrence rules with mistakes", () => {
  const tuesday = ["UID:choir", "SUMMARY:Choir", "DTSTART:20270105T160000Z", "DTEND:20270105T170000Z"];

  test.each([
    ["FREQ=WEEKLY;COUNT=10;UNTIL=20270202T235959Z;BYDAY=TU", ["01-05", "01-12", "01-19", "01-26", "02-02"]],
    ["FREQ=WEEKLY;COUNT=2;UNTIL=20270202T235959Z", ["01-05", "01-12"]],
    ["FREQ=WEEKLY;INTERVAL=0;COUNT=3", ["01-05", "01-12", "01-19"]],
    ["FREQ=WEEKLY;BYDAY=1TU,2TH;COUNT=3", ["01-05", "01-07", "01-12"]],
    ["FREQ=WEEKLY;BYDAY=;BYMONTH=;COUNT=2", ["01-05", "01-12"]],
    ["FREQ=WEEKLY;BYDAY=TU,,TH;COUNT=2", ["01-05", "01-07"]],
    ["FREQ=DAILY;UNTIL=;COUNT=2", ["01-05", "01-06"]],
  ])(
    "The faulty recurrence rule %s gives all intended dates, in the preview and after the import",
    async (rule, dates) => {
      const home = await household();
      const text = calendar([...tuesday, `RRULE:${rule}`]);
      const shown = await preview(home, text);
      expect(shown.body.counts).toMatchObject({ new: 1, unreadable: 0 });
      expect(codesIn(shown)).toEqual(["mended_rule"]);
      expect((await importAll(home, text)).body).toMatchObject({ added: 1 });
      expect(await startsOf(home)).toEqual(dates.map((date) => `2027-${date}T16:00`));
      expect((await importAll(home, text)).body).toMatchObject({ added: 0, skipped: 1 });
    },
  );
});

describe("time zones of calendar files", () => {
  const zoned = (tzid: string, at: string) => [
    ...[`UID:${tzid}`, "SUMMARY:Club night"],
    ...[`DTSTART;TZID="${tzid}":${at}`, `DTEND;TZID="${tzid}":${at}`],
  ];
  const withZone = (tzid: string, at: string, ...lines: string[]) =>
    calendar(zoned(tzid, at)).replace(
      "VERSION:2.0",
      ["BEGIN:VTIMEZONE", `TZID:${tzid}`, ...lines, "END:VTIMEZONE"].join("\r\n"),
    );
  const standard = ["BEGIN:STANDARD", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "DTSTART:20001029T030000"];
  const daylight = ["BEGIN:DAYLIGHT", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "DTSTART:20010325T020000"];
  const yearly = (month: number) => `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`;

  test.each([
    [
      "COUNT beside UNTIL",
      `${yearly(10)};COUNT=60;UNTIL=20591026T010000Z`,
      `${yearly(3)};COUNT=60;UNTIL=20600328T010000Z`,
    ],
    ["an INTERVAL of 0", `${yearly(10)};INTERVAL=0`, `${yearly(3)};INTERVAL=0`],
  ])(
    "A time zone of a calendar file has the right clock changes even if the rules have %s",
    async (_, winter, summer) => {
      const home = await household();
      const text = withZone(
        "Vereinszeit",
        "20270115T100000",
        ...standard,
        winter,
        "END:STANDARD",
        ...daylight,
        summer,
        "END:DAYLIGHT",
      );
      expect(codesIn(await preview(home, text))).toEqual([]);
      await importAll(home, text);
      expect(await startsOf(home)).toEqual(["2027-01-15T09:00"]);
    },
  );

  test.each([
    ["no rule", [], []],
    ["rules that cannot be read", ["RRULE:FREQ=FORTNIGHTLY"], ["RRULE:sometimes"]],
    ["a rule for summer only", [], [yearly(3)]],
    ["a rule for winter that cannot be read", ["RRULE:FREQ=FORTNIGHTLY"], [yearly(3)]],
    ["rules that ended in summer", [`${yearly(10)};UNTIL=20191027T010000Z`], [`${yearly(3)};UNTIL=20200329T010000Z`]],
  ])("An import reports a time zone with %s, and reads winter events in winter time", async (_, winter, summer) => {
    const home = await household();
    const text = withZone(
      "Vereinszeit",
      "20270115T100000",
      ...standard,
      ...winter,
      "END:STANDARD",
      ...daylight,
      ...summer,
      "END:DAYLIGHT",
    );
    expect(codesIn(await preview(home, text))).toEqual(["unknown_zone"]);
    await importAll(home, text);
    expect(await startsOf(home)).toEqual(["2027-01-15T09:00"]);
  });

  test.each([
    ["(UTC-05:00) Eastern Time (US & Canada)", "20270701T090000", "2027-07-01T13:00"],
    ["Eastern Standard Time 1", "20270702T090000", "2027-07-02T13:00"],
    ["(GMT-08.00) Pacific Time (US & Canada)", "20270703T090000", "2027-07-03T16:00"],
    ["(GMT-08:00) Pacific Time (US & Canada); Tijuana", "20270703T090000", "2027-07-03T16:00"],
    ["America/New_York 2", "20270701T090000", "2027-07-01T13:00"],
    ["(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi", "20270701T090000", "2027-07-01T03:30"],
    ["(UTC-07:00) Chihuahua, La Paz, Mazatlan", "20270701T090000", "2027-07-01T16:00"],
    ["GMT -0500 (Standard) / GMT -0400 (Daylight)", "20270701T090000", "2027-07-01T13:00"],
  ])("The time zone %s of a calendar file is recognised by name alone", async (tzid, at, expected) => {
    const home = await household();
    const text = calendar(zoned(tzid, at));
    expect(codesIn(await preview(home, text))).toEqual([]);
    await importAll(home, text);
    expect(await startsOf(home)).toEqual([expected]);
  });
});

describe("events that share a UID", () => {
  const day = (date: string, title: string, ...more: string[]) => [
    ...["UID:school", `DTSTART;VALUE=DATE:${date}`, `SUMMARY:${title}`, ...more],
  ];
  const three = [day("20270105", "Parents evening"), day("20270212", "School trip"), day("20270318", "Report cards")];

  test("An import adds all different events of a calendar file that share a UID", async () => {
    const home = await household();
    const text = calendar(...three);
    const shown = await preview(home, text);
    expect([shown.body.counts.new, shown.body.remarks]).toEqual([3, []]);
    expect((await importAll(home, text)).body).toMatchObject({ added: 3, skipped: 0 });
    expect((await instancesOf(home)).map(({ title }) => title)).toEqual([
      "Parents evening",
      "School trip",
      "Report cards",
    ]);
    expect(new Set(objects(home)).size).toBe(3);
    expect((await preview(home, text)).body.counts).toMatchObject({ new: 0, known: 3 });
    for (const known of ["skip", "update"]) {
      expect((await importAll(home, text, { known })).body).toMatchObject({ added: 0, updated: 0, skipped: 3 });
    }
    const changed = calendar(...three.map((lines) => [...lines, "LOCATION:Hall"]));
    expect((await importAll(home, changed, { known: "update" })).body).toMatchObject({ added: 0, updated: 3 });
  });

  test("Events of a calendar file that share a UID can be chosen one by one", async () => {
    const home = await household();
    const { body } = await preview(home, calendar(...three));
    const uids = [body.events[1].uid];
    expect((await importAll(home, calendar(...three), { uids })).body).toMatchObject({ added: 1 });
    expect((await instancesOf(home)).map(({ title }) => title)).toEqual(["School trip"]);
  });

  test("Series with the same UID and title are all imported, with separate changed dates", async () => {
    const home = await household();
    const weekly = (date: string) => [
      "UID:x",
      `DTSTART:${date}T160000Z`,
      "SUMMARY:Training",
      "RRULE:FREQ=WEEKLY;COUNT=2",
    ];
    const moved = ["UID:x", "RECURRENCE-ID:20270303T160000Z", "DTSTART:20270304T160000Z", "SUMMARY:Training"];
    await importAll(home, calendar(weekly("20270105"), moved, weekly("20270303")));
    expect(await startsOf(home)).toEqual([
      "2027-01-05T16:00",
      "2027-01-12T16:00",
      "2027-03-04T16:00",
      "2027-03-10T16:00",
    ]);
  });

  test("An import adds several versions of one event in a calendar file as one event", async () => {
    const home = await household();
    const text = calendar(day("20270105", "Trip", "SEQUENCE:1"), day("20270112", "Trip", "SEQUENCE:2"));
    expect(codesIn(await preview(home, text))).toEqual(["same_id"]);
    expect((await importAll(home, text)).body).toMatchObject({ added: 1 });
    expect(await startsOf(home)).toEqual(["2027-01-12T00:00"]);
  });
});

describe("Outlook's all-day events", () => {
  test("An event with times that Outlook marks as all-day is imported as all-day", async () => {
    const home = await household();
    const mark = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE";
    const berlin = (name: string, date: string) => `${name};TZID=Europe/Berlin:${date}T000000`;
    await importAll(
      home,
      calendar(
        ["UID:a", "SUMMARY:Holidays", "DTSTART;VALUE=DATE:20261227T000000Z", "DTEND;VALUE=DATE:20270105T000000Z"],
        ["UID:b", "SUMMARY:Training day", berlin("DTSTART", "20270111"), berlin("DTEND", "20270112"), mark],
        ["UID:c", "SUMMARY:In UTC", "DTSTART:20270119T230000Z", "DTEND:20270120T230000Z", mark],
        [
          "UID:d",
          "SUMMARY:At ten",
          "DTSTART:20270121T100000Z",
          "DTEND:20270121T110000Z",
          mark.replace("TRUE", "FALSE"),
        ],
      ),
    );
    expect(await instancesOf(home)).toMatchObject([
      { title: "Holidays", allDay: true, startsAt: "2026-12-27T00:00:00.000Z", endsAt: "2027-01-05T00:00:00.000Z" },
      { title: "Training day", allDay: true, startsAt: "2027-01-11T00:00:00.000Z", endsAt: "2027-01-12T00:00:00.000Z" },
      { title: "In UTC", allDay: true, startsAt: "2027-01-20T00:00:00.000Z", endsAt: "2027-01-21T00:00:00.000Z" },
      { title: "At ten", allDay: false },
    ]);
  });

  test("A series that Outlook marks as all-day keeps the last date and the cancelled dates", async () => {
    const home = await household();
    const berlin = (name: string, date: string) => `${name};TZID=Europe/Berlin:${date}T000000`;
    await importAll(
      home,
      calendar([
        ...["UID:a", "SUMMARY:Training day", berlin("DTSTART", "20270111"), berlin("DTEND", "20270112")],
        ...[
          "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
          "RRULE:FREQ=WEEKLY;UNTIL=20270131T230000Z",
          berlin("EXDATE", "20270118"),
        ],
      ]),
    );
    expect(await startsOf(home)).toEqual(["2027-01-11T00:00", "2027-01-25T00:00", "2027-02-01T00:00"]);
  });
});

test("A daily event of one hour lasts one hour on the date when its start is in a skipped hour", async () => {
  const home = await household();
  const text = calendar([
    ...["UID:a", "SUMMARY:At night", "DTSTART;TZID=Europe/Berlin:20270327T023000", "DURATION:PT1H"],
    "RRULE:FREQ=DAILY;COUNT=3",
  ]);
  await importAll(home, text);
  expect((await instancesOf(home)).map(({ startsAt, endsAt }) => [startsAt.slice(5, 16), endsAt.slice(5, 16)])).toEqual(
    [
      ["03-27T01:30", "03-27T02:30"],
      ["03-28T01:30", "03-28T02:30"],
      ["03-29T00:30", "03-29T01:30"],
    ],
  );
});
