import { expect, test } from "bun:test";
import { writeComponent } from "#calendar/ical/lines.ts";
import { writeZone } from "#calendar/ical/vtimezone.ts";
import { randomFrom } from "../../support/random/rules.ts";
import { isStable, mutate, readAll } from "./prove-mutants.ts";

/** `npm run prove:ical` reads many more, of files that other programs wrote. */
test("Damaged calendar files are read without an error, and can be written and read again", () => {
  const event = [
    "BEGIN:VEVENT",
    "UID:1@example.org",
    "DTSTART;TZID=Europe/Berlin:20260131T093000",
    "DURATION:PT1H30M",
    "RRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=20270101T000000Z",
    "EXDATE;TZID=Europe/Berlin:20260207T093000,20260214T093000",
    'ATTENDEE;CN="Mia; née Müller";RSVP=TRUE:mailto:mia@example.org',
    "SUMMARY:Swimming\\, then “ice cream” 🍦",
    'DESCRIPTION:<p>Bring <a href="https://example.org">tickets</a></p>\\n',
    " and a towel",
    "BEGIN:VALARM",
    "TRIGGER:-PT15M",
    "ACTION:DISPLAY",
    "END:VALARM",
    "END:VEVENT",
  ].join("\r\n");
  const zone = writeComponent(writeZone("Europe/Berlin", Date.UTC(2026, 0, 1)));
  const bytes = Buffer.from(
    `BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:Nowhere\r\n${zone}${event}\r\n${event}\r\nEND:VCALENDAR\r\n`,
  );
  const random = randomFrom(19);
  for (let index = 0; index < 800; index++) {
    const mutant = mutate(bytes, bytes, random);
    readAll(mutant);
    expect({ index, isStable: isStable(mutant) }).toEqual({ index, isStable: true });
  }
});
