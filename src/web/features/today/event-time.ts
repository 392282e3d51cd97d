/** Where an event lies in a day, by the household's clock. Pure. */

import { wallTime } from "../../time/zone.ts";
import type { AgendaDay } from "../calendar/model/agenda.ts";

/** An event as the agenda has it. */
export type AgendaEvent = AgendaDay["events"][number];

/** An event within one day: from `start` to `end` (`HH:MM`), null where that is on another day; both null: all of the day. */
export type Placed = {
  readonly event: AgendaEvent;
  readonly start: string | null;
  readonly end: string | null;
};

/** The events of a day: those that fill it first, then by when they begin. */
export function placed(day: Pick<AgendaDay, "date" | "events">, timeZone: string): Placed[] {
  const place = (event: AgendaEvent): Placed => {
    if (event.allDay) return { event, start: null, end: null };
    const from = wallTime(event.startsAt, timeZone);
    const to = wallTime(event.endsAt, timeZone);
    return {
      event,
      start: from.day === day.date ? from.time : null,
      end: to.day === day.date ? to.time : null,
    };
  };
  const key = ({ start, end }: Placed) => (start === null ? `0 ${end ?? ""}` : `1 ${start}`);
  return day.events.map(place).sort((a, b) => key(a).localeCompare(key(b)));
}

/** How an event stands to a time of its day. */
export function phaseOf({ start, end }: Placed, now: string): "past" | "now" | "ahead" {
  if (start !== null && start > now) return "ahead";
  if (end !== null && end <= now) return "past";
  return start === null && end === null ? "ahead" : "now";
}
