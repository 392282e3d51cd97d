/** Imports a calendar file into Anna's household, and reads the events that the import created. */

import type { Home } from "../home/home.ts";
import { preview } from "../operations/calendar-operations.ts";
import { schoolCalendar } from "./sample-calendar.ts";

export const choices = { memberIds: [] as string[], isGeneral: true, known: "skip" };

export const importAll = async (home: Home, text = schoolCalendar, more: object = {}) => {
  const { body } = await preview(home, text);
  return home.as(home.members.anna).post(`/app/calendar-imports/${body.id}`, { ...choices, ...more });
};

export const eventsOf = async (home: Home) =>
  (await home.get("/v1/events?from=2026-11-01T00:00:00Z&to=2028-01-01T00:00:00Z&raw=true")).body.events;

export const titlesOf = async (home: Home) => (await eventsOf(home)).map(({ title }: { title: string }) => title);

export const objects = (home: Home) =>
  home.db.$client.query("SELECT uid FROM calendar_object WHERE household_id = ?").values(home.id).flat();

export const calendar = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((each) => ["BEGIN:VEVENT", ...each, "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
