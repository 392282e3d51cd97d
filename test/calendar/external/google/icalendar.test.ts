/** Google's events as iCalendar text, and back as the least that Google has to be sent. */
import { describe, expect, test } from "bun:test";
import {
  bodyOf,
  changedFields,
  hasNewDates,
  instanceBodyAt,
  recurrenceOf,
  wholeBody,
} from "#calendar/external/google/bodies.ts";
import {
  applyItems,
  etagOf,
  type GoogleObject,
  isShown,
  readText,
  wholeMaster,
  writeText,
} from "#calendar/external/google/icalendar.ts";
import { readItem } from "#calendar/external/google/items.ts";
import { objectFrom } from "#calendar/ical/objects.ts";
import { readObject } from "#calendar/ical/read.ts";
import { eventOf, googleEvent, googleInstance, home, render } from "../../../support/google/account.ts";
import type { GoogleEvent } from "../../../support/google/events.ts";

const zone = "Europe/Berlin";
const weekly = ["RRULE:FREQ=WEEKLY;COUNT=6"];

function itemOf(event: GoogleEvent) {
  const item = readItem(JSON.parse(JSON.stringify({ etag: '"1"', iCalUID: "one@google.com", ...event })));
  if (!item) throw new Error("no item");
  return item;
}

function objectOf(master: GoogleEvent, instances: readonly GoogleEvent[] = []): GoogleObject {
  const object = applyItems(null, itemOf(master), instances.map(itemOf), zone);
  if (!object) throw new Error("no object");
  return object;
}

const textOf = (master: GoogleEvent, instances: readonly GoogleEvent[] = []) => writeText(objectOf(master, instances));
const linesOf = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");
const bodyIn = (text: string) => {
  const object = readText(text);
  const master = object && wholeMaster(object);
  const body = master && bodyOf(master);
  if (!body) throw new Error(text);
  return body;
};

/** Returns the body of the PATCH of a series after an edit. */
function sentAfter(text: string, edit: (event: ReturnType<typeof eventOf>) => ReturnType<typeof eventOf>) {
  return changedFields(bodyIn(text), bodyIn(render(edit(eventOf(text)), text)));
}

describe("a Google event as iCalendar text", () => {
  test("A Google event converted to iCalendar has the ids, entity tags, times and texts from Google", () => {
    const text = textOf(
      googleEvent("abcde", {
        created: "2026-11-01T08:00:00.000Z",
        updated: "2026-11-02T09:00:00.123Z",
        sequence: 3,
        location: "Pool; north",
        visibility: "private",
        transparency: "transparent",
        status: "tentative",
      }),
    );
    expect(linesOf(text)).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Inglenook//Inglenook//EN",
      "BEGIN:VEVENT",
      "UID:one@google.com",
      "X-INGLENOOK-GOOGLE-ID:abcde",
      'X-INGLENOOK-GOOGLE-ETAG:"1"',
      "DTSTAMP:20261102T090000Z",
      "CREATED:20261101T080000Z",
      "LAST-MODIFIED:20261102T090000Z",
      "SEQUENCE:3",
      "SUMMARY:Swimming",
      "DTSTART;TZID=Europe/Berlin:20270105T090000",
      "DTEND;TZID=Europe/Berlin:20270105T100000",
      "LOCATION:Pool\\; north",
      "CLASS:PRIVATE",
      "TRANSP:TRANSPARENT",
      "STATUS:TENTATIVE",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
    expect(eventOf(text)).toMatchObject({ title: "Swimming", location: "Pool; north", timeZone: zone, allDay: false });
  });

  test.each<[string, GoogleEvent, string[]]>([
    [
      "all day",
      { start: { date: "2027-01-05" }, end: { date: "2027-01-07" } },
      ["DTSTART;VALUE=DATE:20270105", "DTEND;VALUE=DATE:20270107"],
    ],
    [
      "in a zone of its own, whatever the offset",
      {
        start: { dateTime: "2027-07-05T09:00:00+02:00", timeZone: "America/New_York" },
        end: { dateTime: "2027-07-05T10:00:00+02:00", timeZone: "Asia/Tokyo" },
      },
      ["DTSTART;TZID=America/New_York:20270705T030000", "DTEND;TZID=Asia/Tokyo:20270705T170000"],
    ],
    [
      "without a zone: the calendar's",
      { start: { dateTime: "2027-01-05T09:00:00Z" }, end: { dateTime: "2027-01-05T09:30:00Z" } },
      ["DTSTART;TZID=Europe/Berlin:20270105T100000", "DTEND;TZID=Europe/Berlin:20270105T103000"],
    ],
    [
      "in UTC",
      {
        start: { dateTime: "2027-01-05T09:00:00Z", timeZone: "UTC" },
        end: { dateTime: "2027-01-05T09:30:00Z", timeZone: "UTC" },
      },
      ["DTSTART:20270105T090000Z", "DTEND:20270105T093000Z"],
    ],
    [
      "in the second of two equal hours when clocks go back",
      {
        start: { dateTime: "2026-10-25T02:30:00+01:00", timeZone: zone },
        end: { dateTime: "2026-10-25T03:30:00+01:00", timeZone: zone },
      },
      ["DTSTART:20261025T013000Z", "DTEND;TZID=Europe/Berlin:20261025T033000"],
    ],
    ["without an end", { endTimeUnspecified: true }, ["DTSTART;TZID=Europe/Berlin:20270105T090000"]],
    [
      "with an offset for a zone",
      {
        start: { dateTime: "2027-01-05T09:00:00+02:00", timeZone: "GMT+02:00" },
        end: { dateTime: "2027-01-05T10:00:00+02:00", timeZone: "GMT+02:00" },
      },
      ['DTSTART;TZID="GMT+02:00":20270105T090000', 'DTEND;TZID="GMT+02:00":20270105T100000'],
    ],
  ])("A Google event that is %s is converted to iCalendar with the same times", (_, times, lines) => {
    const text = textOf(googleEvent("abcde", times));
    expect(linesOf(text).filter((each) => /^DT(START|END)/.test(each))).toEqual(lines);
    const { startAt, endAt } = eventOf(text);
    const { start, end } = googleEvent("abcde", times);
    const at = (time: typeof start) => Date.parse(time?.dateTime ?? `${time?.date}T00:00:00Z`);
    expect([startAt, endAt]).toEqual([at(start), times.endTimeUnspecified ? at(start) : at(end)]);
  });

  test("A Google event converted to iCalendar has the same recurrence rules and dates as at Google", () => {
    const recurrence = [
      "EXDATE;TZID=Europe/Berlin:20270112T090000,20270119T090000",
      "RDATE;TZID=Europe/Berlin:20270107T090000",
      "RRULE:FREQ=WEEKLY;UNTIL=20270228T225959Z;BYDAY=TU",
    ];
    expect(linesOf(textOf(googleEvent("abcde", { recurrence })))).toEqual(expect.arrayContaining(recurrence));
  });

  test("A Google series converted to iCalendar has overrides and excluded dates", () => {
    const moved = googleInstance("abcde", "2027-01-12", { summary: "Diving", etag: '"2"' });
    const { id, recurringEventId, originalStartTime } = googleInstance("abcde", "2027-01-19");
    const bare = { id, status: "cancelled", recurringEventId, originalStartTime };
    const text = textOf(googleEvent("abcde", { recurrence: weekly }), [moved, bare]);
    expect(linesOf(text)).toContain(
      "EXDATE;TZID=Europe/Berlin;X-INGLENOOK-GOOGLE-ID=abcde_20270119T080000Z:20270119T090000",
    );
    expect(linesOf(text)).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20270112T090000");
    const walls = [Date.UTC(2027, 0, 12, 9), Date.UTC(2027, 0, 19, 9)];
    expect(eventOf(text).exceptions).toMatchObject([
      { wall: walls[0], own: { title: "Diving" }, times: { startAt: Date.UTC(2027, 0, 12, 10) } },
      { wall: walls[1], cancelled: true },
    ]);
  });

  test("A Google event converted to iCalendar does not change when it is parsed and written again", () => {
    const moved = googleInstance("abcde", "2027-01-12", { etag: '"2"' });
    const { id, recurringEventId, originalStartTime } = googleInstance("abcde", "2027-01-19");
    const bare = { id, status: "cancelled", recurringEventId, originalStartTime };
    const object = objectOf(googleEvent("abcde", { recurrence: weekly }), [moved, bare]);
    const again = readText(writeText(object));
    expect(again).not.toBeNull();
    expect(writeText(again!)).toBe(writeText(object));
    expect(etagOf(again!)).toBe(etagOf(object));
    const changed = objectOf(googleEvent("abcde", { recurrence: weekly }), [{ ...moved, etag: '"3"' }, bare]);
    expect(etagOf(changed)).not.toBe(etagOf(object));
  });

  test("An all-day Google series converted to iCalendar has exceptions with dates instead of times", () => {
    const master = googleEvent("abcde", {
      start: { date: "2027-01-05" },
      end: { date: "2027-01-06" },
      recurrence: ["RRULE:FREQ=DAILY;COUNT=5"],
    });
    const slot = (date: string) => ({ recurringEventId: "abcde", originalStartTime: { date } });
    const instances = [
      { id: "abcde_20270106", status: "cancelled", ...slot("2027-01-06") },
      { ...master, id: "abcde_20270107", recurrence: undefined, summary: "Free", ...slot("2027-01-07") },
    ];
    const text = textOf(master, instances as GoogleEvent[]);
    expect(linesOf(text)).toContain("EXDATE;VALUE=DATE;X-INGLENOOK-GOOGLE-ID=abcde_20270106:20270106");
    expect(linesOf(text)).toContain("RECURRENCE-ID;VALUE=DATE:20270107");
    expect(eventOf(text).exceptions).toMatchObject([{ cancelled: true }, { own: { title: "Free" } }]);
  });

  test.each<[string, string]>([
    ["Bring towels\nand money", "Bring towels\nand money"],
    ["Bring <b>towels</b><br>and money", "Bring towels\nand money"],
    ["<p>One</p><p>Two &amp; three</p>", "One\nTwo & three"],
    ["Tom &amp; Jerry\nat ten", "Tom & Jerry\nat ten"],
    ["<b>Towels</b>\nand money", "Towels\nand money"],
    ['See <a href="https://pool.example/">the pool</a>', "See the pool (https://pool.example/)"],
    ["a < b & c > d", "a < b & c > d"],
    ["Use the &lt;b&gt; element", "Use the <b> element"],
  ])("A Google event with the description %j has the notes %j", (description, notes) => {
    expect(eventOf(textOf(googleEvent("abcde", { description }))).notes).toBe(notes);
  });

  test("A Google event converted to iCalendar has only the event's own reminders as alarms", () => {
    const overrides = [
      { method: "popup", minutes: 30 },
      { method: "popup", minutes: 2_880 },
      { method: "email", minutes: 60 },
    ];
    const text = textOf(googleEvent("abcde", { reminders: { useDefault: false, overrides } }));
    expect(eventOf(text).reminderMinutesList).toEqual([30, 2_880]);
    expect(linesOf(text)).toContain("TRIGGER:-P2D");
    expect(linesOf(text)).toContain("ACTION:EMAIL");
    expect(textOf(googleEvent("abcde"))).not.toContain("VALARM");
  });

  test("A Google event converted to iCalendar names guests and the organizer, but not the account", () => {
    const self = { email: "anna@example.org", self: true };
    const alone = textOf(
      googleEvent("abcde", { organizer: self, attendees: [{ ...self, responseStatus: "accepted" }] }),
    );
    expect(alone).not.toMatch(/ATTENDEE|ORGANIZER/);
    const ben = { email: "ben@example.org", displayName: "Ben; B", responseStatus: "needsAction" };
    const invited = textOf(googleEvent("abcde", { organizer: ben, attendees: [self, ben] }));
    expect(linesOf(invited)).toContain('ORGANIZER;CN="Ben; B":mailto:ben@example.org');
    expect(linesOf(invited)).toContain('ATTENDEE;CN="Ben; B";PARTSTAT=NEEDS-ACTION:mailto:ben@example.org');
  });

  test.each([
    ["default", true, false],
    ["fromGmail", true, true],
    ["outOfOffice", true, true],
    ["birthday", false, true],
    ["focusTime", false, true],
    ["workingLocation", false, true],
  ])(
    "A Google event of the type %s is shown or not (%p), and marked as special or not (%p)",
    (eventType, isKept, isMarked) => {
      const event = googleEvent("abcde", { eventType });
      expect(isShown(itemOf(event))).toBe(isKept);
      expect(linesOf(textOf(event)).includes(`X-INGLENOOK-GOOGLE-TYPE:${eventType}`)).toBe(isMarked);
    },
  );

  test.each<[string, object]>([
    ["start without a time", { start: {} }],
    ["start of another type", { start: 7, end: [] }],
    ["date that does not exist", { start: { date: "2027-02-30" } }],
    ["year that no calendar has", { start: { dateTime: "9999-01-01T00:00:00Z" } }],
  ])("A Google event with a %s is ignored", (_, more) => {
    expect(applyItems(null, itemOf(googleEvent("abcde", more as GoogleEvent)), [], zone)).toBeNull();
  });

  test("A Google event with hostile fields adds no lines to the event's iCalendar text", () => {
    const text = textOf({
      ...googleEvent("abcde"),
      ...{ id: 'a"b;c:d', etag: '"x"', iCalUID: "u\r\nDTSTART:20200101T000000Z", summary: "a\r\nRRULE:FREQ=DAILY" },
      ...{ recurrence: ["RRULE:FREQ=DAILY\r\nATTENDEE:mailto:x@y", "DTSTART:20200101T000000Z", 7 as never] },
      attendees: [{ email: "x@y\r\nBEGIN:VALARM", displayName: "a\r\nb" }, null as never],
    });
    const lines = linesOf(text);
    expect(lines.filter((each) => /^(RRULE|BEGIN:VALARM|DTSTART:)/.test(each))).toEqual([]);
    expect(objectFrom(text)?.components).toHaveLength(1);
  });

  test("A Google event without a valid id is left out", () => {
    expect(readItem({ summary: "x" })).toBeNull();
    expect(readItem({ id: "a b" })).toBeNull();
    expect(readItem({ id: "x".repeat(2_000) })).toBeNull();
  });
});

describe("an edited event for Google", () => {
  const text = textOf(googleEvent("abcde", { description: "<b>Towels</b>", recurrence: weekly }));

  test("An event that is saved without a change sends no fields to Google", () => {
    expect(sentAfter(text, (event) => event)).toEqual({});
  });

  test("An edited event sends only the title to Google if only the title changed", () => {
    expect(sentAfter(text, (event) => ({ ...event, title: "Diving" }))).toEqual({ summary: "Diving" });
  });

  test("An edited event removes a field at Google that is empty now", () => {
    expect(sentAfter(text, (event) => ({ ...event, notes: null }))).toEqual({ description: "" });
  });

  test.each([
    ["Towels & money", "Towels & money"],
    ["a <b>\nc", "<span>a &lt;b&gt;<br>c</span>"],
    ["an &amp; entity", "<span>an &amp;amp; entity</span>"],
  ])("An edited event sends the notes %j to Google as %j, and reads the same notes back", (notes, description) => {
    expect(sentAfter(text, (event) => ({ ...event, notes }))).toEqual({ description });
    expect(eventOf(textOf(googleEvent("abcde", { description }))).notes).toBe(notes);
  });

  test("An edited event sends start, end and time zone to Google", () => {
    const later = (event: ReturnType<typeof eventOf>) => {
      const { startAt, endAt, startWall, endWall } = event;
      const by = 3_600_000;
      return { ...event, startAt: startAt + by, endAt: endAt + by, startWall: startWall + by, endWall: endWall + by };
    };
    expect(sentAfter(text, later)).toEqual({
      start: { dateTime: "2027-01-05T10:00:00", timeZone: zone },
      end: { dateTime: "2027-01-05T11:00:00", timeZone: zone },
    });
  });

  test("An edited event that became all-day removes the times of day at Google", () => {
    const wall = Date.UTC(2027, 0, 5);
    const end = wall + 86_400_000;
    const times = { allDay: true, startAt: wall, startWall: wall, endAt: end, endWall: end };
    const sent = sentAfter(textOf(googleEvent("abcde")), (event) => ({ ...event, ...times }));
    expect(sent).toEqual({
      start: { date: "2027-01-05", dateTime: null, timeZone: null },
      end: { date: "2027-01-06", dateTime: null, timeZone: null },
    });
  });

  test("An edited event sends at most five reminders to Google", () => {
    const reminderMinutesList = [5, 10, 15, 30, 60, 120];
    const own = { useDefault: false, overrides: [5, 10, 15, 30, 60].map((minutes) => ({ method: "popup", minutes })) };
    const sent = sentAfter(text, (event) => ({ ...event, reminderMinutes: 5, reminderMinutesList }));
    expect(sent).toEqual({ reminders: own });
    const reminding = textOf(googleEvent("abcde", { reminders: own }));
    const without = sentAfter(reminding, (event) => ({ ...event, reminderMinutes: null, reminderMinutesList: [] }));
    expect(without).toEqual({ reminders: { useDefault: false, overrides: [] } });
  });

  test("An edited event keeps mail reminders at Google", () => {
    const overrides = [{ method: "email", minutes: 60 }];
    const mailing = textOf(googleEvent("abcde", { reminders: { useDefault: false, overrides } }));
    const sent = sentAfter(mailing, (event) => ({ ...event, reminderMinutes: 10, reminderMinutesList: [10] }));
    expect(sent).toEqual({
      reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 10 }, ...overrides] },
    });
  });

  test("An edited series sends the recurrence rule and all cancelled dates to Google", () => {
    const { id, recurringEventId, originalStartTime } = googleInstance("abcde", "2027-01-19");
    const bare = { id, status: "cancelled", recurringEventId, originalStartTime };
    const body = bodyIn(textOf(googleEvent("abcde", { recurrence: weekly }), [bare]));
    expect(recurrenceOf(body)).toEqual(["RRULE:FREQ=WEEKLY;COUNT=6", "EXDATE;TZID=Europe/Berlin:20270119T090000"]);
    expect(hasNewDates(body, bodyIn(text))).toBe(false);
  });

  test("The times of an instance at Google are computed from the times of its series", () => {
    const spring = bodyIn(textOf(googleEvent("abcde", { recurrence: ["RRULE:FREQ=MONTHLY"] })));
    expect(wholeBody(instanceBodyAt(spring, "20270705T070000Z"))).toMatchObject({
      start: { dateTime: "2027-07-05T09:00:00", timeZone: zone },
      end: { dateTime: "2027-07-05T10:00:00", timeZone: zone },
    });
  });

  test("A new event is sent to Google with all fields", () => {
    const event = eventOf(text);
    const body = bodyIn(render({ ...event, reminderMinutesList: [], reminderMinutes: null }, null));
    expect(wholeBody(body)).toEqual({
      summary: "Swimming",
      location: "",
      description: "Towels",
      visibility: "default",
      transparency: "opaque",
      start: { dateTime: "2027-01-05T09:00:00", timeZone: zone },
      end: { dateTime: "2027-01-05T10:00:00", timeZone: zone },
      reminders: { useDefault: false, overrides: [] },
    });
    expect(readObject(objectFrom(text)!, home, { from: 0, to: 0 }).kind).toBe("event");
  });
});
