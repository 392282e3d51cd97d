/** A school's calendar, at an address that servers in tests may follow. */
export const schoolCalendar = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//School//EN",
  "BEGIN:VEVENT",
  "UID:parents-evening@school.example",
  "DTSTAMP:20261101T080000Z",
  "DTSTART;TZID=Europe/Berlin:20261203T190000",
  "DTEND;TZID=Europe/Berlin:20261203T203000",
  "SUMMARY:Parents' evening",
  "X-SCHOOL-ROOM:12",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:holidays@school.example",
  "DTSTAMP:20261101T080000Z",
  "DTSTART;VALUE=DATE:20261221",
  "DTEND;VALUE=DATE:20270104",
  "SUMMARY:Christmas holidays",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** A binary under test has it in its settings, so its host runs elsewhere. */
export const sampleOrigin = process.env.TEST_CALENDAR_ORIGIN ?? serveCalendar();

export function serveCalendar(): string {
  const headers = { "Content-Type": "text/calendar" };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(schoolCalendar, { headers }),
  });
  server.unref();
  return `http://127.0.0.1:${server.port}`;
}
