/** Events of calendar files whose time zones are written in unusual ways. */
import { describe, expect, test } from "bun:test";
import { eventsOf, importAll } from "../../support/calendar/imports.ts";
import { type Home, household } from "../../support/home/home.ts";

/** Definition of a time zone as Exchange writes it. */
const pacific = [
  ...["BEGIN:STANDARD", "DTSTART:16010101T020000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0800"],
  ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T010000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700"],
  ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT"],
];

const file = (tzid: string, written: string) =>
  [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTIMEZONE", `TZID:${tzid}`, ...pacific, "END:VTIMEZONE"],
    ...["BEGIN:VEVENT", "UID:call", "SUMMARY:Call", `DTSTART;TZID=${written}:20270112T090000`],
    ...[`DTEND;TZID=${written}:20270112T100000`, "END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");

const startOf = async (home: Home) => (await eventsOf(home)).map(({ startsAt }: { startsAt: string }) => startsAt);

const exported = async (home: Home) => {
  const [{ id }] = await eventsOf(home);
  return String((await home.get(`/v1/events/${id}/ics`)).body).split("\r\n");
};

describe("a time zone of a calendar file", () => {
  test.each([
    ["Pacific Time (US & Canada)\\, Tijuana", '"Pacific Time (US & Canada), Tijuana"'],
    ["Pacific Time (US & Canada)\\, Tijuana", "Pacific Time (US & Canada)\\, Tijuana"],
    ["Pacific Time (US & Canada), Tijuana", '"Pacific Time (US & Canada)\\, Tijuana"'],
    ["Club\\; west", '"Club; west"'],
    ["/Club time", "/Club time"],
    ["/Club time", "Club time"],
    ["Club time", "/Club time"],
  ])(
    "A time zone that a calendar file defines as %j is found for events with the zone name %s",
    async (tzid, written) => {
      const home = await household();
      await importAll(home, file(tzid, written));
      expect(await startOf(home)).toEqual(["2027-01-12T17:00:00.000Z"]);
      expect((await exported(home)).filter((line) => line.startsWith("TZID:"))).toEqual([`TZID:${tzid}`]);
    },
  );

  test.each(["/Europe/London", "/example.org/2027/Europe/London"])(
    "The time zone name %s is recognised even without a definition in the calendar file",
    async (written) => {
      const home = await household();
      const text = file("Other", written);
      await importAll(home, text);
      expect(await startOf(home)).toEqual(["2027-01-12T09:00:00.000Z"]);
    },
  );
});
