/** The samples of `operations.ts` for calendars that are shared and imported. */
import type { Home } from "./home.ts";
import { upload } from "./multipart.ts";
import type { Sample } from "./operations.ts";
import { eventId } from "./sample-records.ts";

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

export const newFeed = { name: "On my phone", parts: ["events", "meals", "tasks"] };

/** The answer to a new feed of Anna's household. */
export async function feed(home: Home, input: object = newFeed) {
  return (await home.as(home.members.anna).post("/app/calendar-feeds", input)).body;
}

/** The preview of a calendar file that Anna uploads. */
export async function preview(home: Home, text: string | Uint8Array = schoolCalendar, name = "school.ics") {
  const { headers, raw } = upload(Buffer.from(text as string), name, "text/calendar");
  return home.as(home.members.anna).call("POST", "/app/calendar-imports", { headers, raw });
}

const importId = async (home: Home): Promise<string> => (await preview(home)).body.id;

export const calendarSamples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  listCalendars: () => ({ path: "/v1/calendars" }),
  exportEvent: async (home) => ({ path: `/v1/events/${await eventId(home)}/ics` }),
  listCalendarFeeds: () => ({ path: "/app/calendar-feeds" }),
  createCalendarFeed: ({ members: { mia } }) => ({
    path: "/app/calendar-feeds",
    body: { ...newFeed, memberId: mia.id, calendarIds: [], detail: "full", alarms: true },
  }),
  updateCalendarFeed: async (home) => ({
    path: `/app/calendar-feeds/${(await feed(home)).id}`,
    body: { memberId: home.members.ben.id },
  }),
  deleteCalendarFeed: async (home) => ({ path: `/app/calendar-feeds/${(await feed(home)).id}` }),
  previewCalendarImport: () => ({ path: "/app/calendar-imports", file: Buffer.from(schoolCalendar), entries: 0 }),
  importCalendar: async (home) => ({
    path: `/app/calendar-imports/${await importId(home)}`,
    body: { memberIds: [home.members.anna.id], isGeneral: false, known: "skip" },
  }),
  cancelCalendarImport: async (home) => ({
    path: `/app/calendar-imports/${await importId(home)}`,
    entries: 0,
  }),
};
