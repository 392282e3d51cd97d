/**
 * A child or guest changes single dates of a series by CalDAV. No line that the app does not show changes with them.
 */
import { describe, expect, test } from "bun:test";
import type { Component, Item } from "#calendar/ical/component.ts";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { davClient } from "../../support/calendar/dav.ts";
import { household } from "../../support/home/home.ts";

const master = [
  "DTSTART;TZID=Europe/Berlin:20261201T160000",
  "DTEND;TZID=Europe/Berlin:20261201T164500",
  "RRULE:FREQ=WEEKLY;COUNT=8",
  "EXDATE;TZID=Europe/Berlin:20261222T160000",
  "DTSTAMP:20261101T100000Z",
  "CREATED:20261101T100000Z",
  "LAST-MODIFIED:20261101T100000Z",
  "SEQUENCE:3",
  "SUMMARY:Piano",
  "DESCRIPTION:Bring the notes",
  "X-ALT-DESC;FMTTYPE=text/html:<p>Bring the notes</p>",
  "LOCATION:School",
  "GEO:52.5;13.4",
  "CATEGORIES:Music,Learning",
  "URL:https://example.org/piano",
  "CLASS:PUBLIC",
  "STATUS:CONFIRMED",
  "TRANSP:OPAQUE",
  "PRIORITY:5",
  "ORGANIZER;CN=Teacher:mailto:teacher@example.org",
  "ATTENDEE;CN=Mia;PARTSTAT=ACCEPTED:mailto:mia@example.org",
  "ATTENDEE;CN=Leo;PARTSTAT=DECLINED:mailto:leo@example.org",
  "ATTACH:https://example.org/notes.pdf",
  "COMMENT:Room 12",
  "CONTACT:The school",
  "RESOURCES:Piano",
  "RELATED-TO:other@phone",
  "REQUEST-STATUS:2.0;Success",
  "COLOR:teal",
  "CONFERENCE;VALUE=URI:https://example.org/call",
  "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT15M",
  "X-MOZ-LASTACK:20261101T100000Z",
  "X-FOO;X-BAR=1:anything",
  "a line that cannot be read",
];

const zone = [
  "TZID:Europe/Berlin",
  "X-LIC-LOCATION:Europe/Berlin",
  "LAST-MODIFIED:20240101T000000Z",
  ...["BEGIN:STANDARD", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "TZNAME:CET", "DTSTART:19701025T030000"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "COMMENT:winter", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:CEST", "DTSTART:19700329T020000"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT"],
];

const movedTo = (day: string, hour: string, ...lines: string[]) => [
  ...["BEGIN:VEVENT", "UID:piano@phone", "DTSTAMP:20261101T100000Z"],
  `RECURRENCE-ID;TZID=Europe/Berlin:202612${day}T160000`,
  `DTSTART;TZID=Europe/Berlin:202612${day}T${hour}0000`,
  `DTEND;TZID=Europe/Berlin:202612${day}T${hour}4500`,
  ...lines,
  "END:VEVENT",
];

const alarm = [
  ...["BEGIN:VALARM", "UID:alarm@phone", "ACTION:AUDIO", "TRIGGER;RELATED=END:PT0S"],
  ...["ATTACH;VALUE=URI:Basso", "X-APPLE-LOCAL-DEFAULT-ALARM:FALSE", "END:VALARM"],
];

/** Every line that one may take away, change or follow by another. */
const whole = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", "CALSCALE:GREGORIAN", "X-WR-CALNAME:Family"],
  ...["X-WR-TIMEZONE:Europe/Berlin", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"],
  ...["BEGIN:VTIMEZONE", ...zone, "END:VTIMEZONE"],
  ...["BEGIN:VEVENT", "UID:piano@phone", ...master, ...alarm, "END:VEVENT"],
  ...movedTo("15", "17", "SUMMARY:Concert", "LOCATION:Hall", "ATTENDEE;CN=Ben:mailto:ben@example.org", "X-BAR:hidden"),
  "END:VCALENDAR",
];

const isFixed = (line: string) => /^(BEGIN|END|VERSION|UID|TZID|RECURRENCE-ID)[:;]/.test(line);

function changed(line: string): string {
  const [name = ""] = line.split(/[:;]/);
  if (/T1[67]\d{4}$/.test(line)) return line.replace(/T1[67](\d{4})$/, "T15$1");
  if (/\d{8}T\d{6}Z?$/.test(line)) return line.replace(/2026|2024|1970/, "2025");
  if (name === "RRULE") return line.replace("COUNT=8", "COUNT=5").replace("BYDAY=-1SU", "BYDAY=1SU");
  if (name.startsWith("TZOFFSET")) return line.replace("00", "30");
  if (name === "TRIGGER") return "TRIGGER:-PT7M";
  if (name === "STATUS") return "STATUS:TENTATIVE";
  if (name === "TRANSP") return "TRANSP:TRANSPARENT";
  if (name === "CLASS") return "CLASS:CONFIDENTIAL";
  if (name === "GEO") return "GEO:48.1;11.6";
  if (name === "SEQUENCE" || name === "PRIORITY") return `${name}:9`;
  return `${line}x`;
}

const additions = [
  "X-EVIL:1",
  "ATTENDEE:mailto:evil@example.org",
  "EXDATE;TZID=Europe/Berlin:20261208T160000",
  "RDATE;TZID=Europe/Berlin:20261209T160000",
  "EXRULE:FREQ=MONTHLY",
  "RRULE:FREQ=DAILY",
  "CATEGORIES:Ben",
  "URL:https://evil.example",
  "DESCRIPTION:Another text",
  "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA",
  "nothing that can be read",
  "BEGIN:X-EVIL\r\nX-EVIL:1\r\nEND:X-EVIL",
  "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT3M\r\nEND:VALARM",
];

type Edit = { readonly name: string; readonly lines: readonly string[] };

const lineEdits = whole.flatMap((line, index): Edit[] => {
  if (isFixed(line)) return [];
  const edit = { name: `with ${changed(line)} in line ${index}`, lines: whole.with(index, changed(line)) };
  // An event needs it.
  if (line.startsWith("DTSTART")) return [edit];
  return [edit, { name: `without line ${index}, ${line},`, lines: whole.toSpliced(index, 1) }];
});
const sections = ["X-WR-CALNAME:Family", "X-LIC-LOCATION:Europe/Berlin", "SUMMARY:Piano", "SUMMARY:Concert"];
const additionEdits = sections.flatMap((section) =>
  additions
    .filter((line) => section.startsWith("SUMMARY") || !line.startsWith("BEGIN"))
    .map((line): Edit => {
      const [first] = line.split("\r\n");
      return { name: `with ${first} after ${section}`, lines: whole.toSpliced(whole.indexOf(section) + 1, 0, line) };
    }),
);
const edits: readonly Edit[] = [
  ...lineEdits,
  ...additionEdits,
  { name: "without its time zone", lines: whole.toSpliced(whole.indexOf("BEGIN:VTIMEZONE"), zone.length + 2) },
  { name: "without its alarm", lines: whole.toSpliced(whole.indexOf("BEGIN:VALARM"), alarm.length) },
  {
    name: "with a date that hides a line",
    lines: whole.toSpliced(-1, 0, ...movedTo("29", "16", "SUMMARY:Piano", "X-EVIL:1")),
  },
];

const textOf = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n`;

/** An alarm, a stamp, or what Thunderbird remembers. */
function isFree(item: Item): boolean {
  if (item.kind === "component") return item.name === "VALARM";
  return item.kind === "property" && /^(DTSTAMP|LAST-MODIFIED|SEQUENCE|X-MOZ-.*)$/.test(item.name);
}

/** The lines that have to stay. */
function fixedPart(ics: string) {
  const partOf = ({ name, items }: Component): object => ({
    name,
    items: items
      .filter((item) => !(name === "VEVENT" && isFree(item)))
      .map((item) => (item.kind === "component" ? partOf(item) : item.raw)),
  });
  return parseCalendars(new TextEncoder().encode(ics)).calendars.map(partOf);
}

async function setUp(role: "child" | "guest" | "adult") {
  const home = await household();
  const phone = davClient(home);
  const other = davClient(home, home.add("Kim", role) as never, { name: "Kim's phone" });
  await phone.put(phone.at("family", "piano.ics"), textOf(whole));
  const id = (await home.get("/v1/events?raw=true&from=2026-12-01T00:00:00Z")).body.events[0]?.id;
  const keptText = () =>
    home.db.$client
      .query<{ ics: string }, [string]>("SELECT ics FROM calendar_object WHERE household_id = ?")
      .get(home.id)?.ics ?? "";
  const series = async () => {
    const { updatedAt: _, exceptions, ...rest } = (await home.get(`/v1/events/${id}`)).body;
    const byDate = new Map<string, unknown>(exceptions?.map((each: any) => [each.instanceStartsAt, each]));
    return { rest, byDate };
  };
  const put = (lines: readonly string[]) => other.put(other.at("family", "piano.ics"), textOf(lines));
  return { home, phone, other, put, keptText, series };
}

type World = Awaited<ReturnType<typeof setUp>>;

const moved = movedTo("08", "18", "SUMMARY:Piano");

/** Returns the status. */
async function expectNoEffect({ put, keptText, series }: World, lines: readonly string[]): Promise<number> {
  const [text, before] = [keptText(), await series()];
  const { status } = await put(lines);
  expect([204, 403]).toContain(status);
  expect(fixedPart(keptText())).toEqual(fixedPart(text));
  const after = await series();
  expect(after.rest).toEqual(before.rest);
  const dates = [...new Set([...before.byDate.keys(), ...after.byDate.keys()])];
  const different = dates.filter((date) => !Bun.deepEquals(before.byDate.get(date), after.byDate.get(date)));
  expect(different.length).toBeLessThanOrEqual(1);
  for (const date of different) expect(after.byDate.get(date) ?? {}).not.toMatchObject({ cancelled: true });
  if (status === 403) expect([keptText(), after]).toEqual([text, before]);
  return status;
}

describe("a PUT of a series by a child", () => {
  test.each(edits)(
    "A child's PUT of a series $name cannot change lines that are reserved for adults",
    async ({ lines }) => {
      const world = await setUp("child");
      const status = await expectNoEffect(world, lines);
      await expectNoEffect(status === 403 ? world : await setUp("child"), lines.toSpliced(-1, 0, ...moved));
    },
  );

  test("A child's PUT of a series is refused even if it changes only a line that the app does not show", async () => {
    const { put } = await setUp("child");
    expect((await put(whole.filter((line) => !line.startsWith("X-FOO")))).status).toBe(403);
  });
});

describe.each(["child", "guest"] as const)("a PUT of a series by a %s", (role) => {
  test("A PUT by a child or guest that moves one date of a series cannot remove other lines", async () => {
    const { put, series, keptText, home, phone } = await setUp(role);
    const lines = whole.filter((line) => !/^(X-FOO|ATTENDEE|URL)/.test(line));
    const answer = await put(lines.toSpliced(-1, 0, ...moved));
    expect([answer.status, answer.headers.get("etag")]).toEqual([204, null]);
    expect((await series()).byDate.get("2026-12-08T15:00:00.000Z")).toMatchObject({
      startsAt: "2026-12-08T17:00:00.000Z",
    });
    expect(keptText()).toBe(textOf(whole));
    const { body } = await phone.get(phone.at("family", "piano.ics"));
    for (const line of whole.filter((each) => /^(X-FOO|ATTENDEE|URL|RECURRENCE-ID)/.test(each)))
      expect(body).toContain(line);
    expect(body).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20261208T160000");
    expect(home.entries()[0]).toMatchObject({ actor: { name: "Kim", agentName: "Kim's phone" } });
  });

  test("A PUT by a child or guest can mark an alarm as seen, also after a date of the series was moved", async () => {
    const { put, keptText, phone } = await setUp(role);
    const seen = (lines: readonly string[], day: string) =>
      lines.map((line) => line.replace(/^X-MOZ-LASTACK:\d{8}/, `X-MOZ-LASTACK:${day}`));
    const first = await put(seen(whole, "20261201"));
    expect([first.status, first.headers.get("etag")]).toEqual([204, expect.any(String)]);
    expect(keptText()).toBe(textOf(seen(whole, "20261201")));
    expect((await put(whole.toSpliced(-1, 0, ...moved))).status).toBe(204);
    const shown = (await phone.get(phone.at("family", "piano.ics"))).body.split("\r\n").slice(0, -1);
    expect((await put(seen(shown, "20261208"))).status).toBe(204);
    expect(keptText()).toContain("X-MOZ-LASTACK:20261208");
    expect(keptText()).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20261208T160000");
    expect(keptText()).toContain("X-WR-CALNAME:Family");
  });

  test("A PUT by a child or guest cannot add unknown iCalendar properties to a series made in the app", async () => {
    const { home, other, phone } = await setUp(role);
    const times = { startsAt: "2026-12-02T15:00:00Z", endsAt: "2026-12-02T16:00:00Z" };
    const { body } = await home.post("/v1/events", { title: "Choir", ...times, recurrenceRule: "FREQ=WEEKLY" });
    const file = `${body.id}.ics`;
    const { body: text } = await phone.get(phone.at("family", file));
    const evil = text.replace("END:VEVENT", "X-EVIL:1\r\nEND:VEVENT");
    const path = other.at("family", file);
    expect((await other.put(path, evil)).status).toBe(403);
    const date = movedTo("09", "18", "SUMMARY:Choir").join("\r\n").replace("piano@phone", body.id);
    expect((await other.put(path, evil.replace("END:VCALENDAR", `${date}\r\nEND:VCALENDAR`))).status).toBe(204);
    const after = (await phone.get(phone.at("family", file))).body;
    expect([after.includes("X-EVIL"), after.includes("RECURRENCE-ID")]).toEqual([false, true]);
    const snoozed = after.replace("END:VEVENT", "X-MOZ-LASTACK:20261201T085500Z\r\nEND:VEVENT");
    expect((await other.put(path, snoozed)).status).toBe(204);
    expect((await phone.get(phone.at("family", file))).body).toContain("X-MOZ-LASTACK");
  });
});

describe("a PUT of a series by an adult", () => {
  test.each(edits)("An adult's PUT of a series $name changes the stored text", async ({ lines }) => {
    const { put, keptText } = await setUp("adult");
    expect((await put(lines)).status).toBe(204);
    expect(keptText()).toBe(textOf(lines));
  });
});
