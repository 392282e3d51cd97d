import { wallTime } from "#web/time/zone.ts";
import type { AgendaDay } from "../../calendar/model/agenda.ts";

type AgendaEvent = AgendaDay["events"][number];

/**
 * Event as it is shown on a certain day. `start` and `end` are times (`HH:MM`). `start` is null if the event starts on
 * an earlier day. `end` is null if the event ends on a later day. Both are null for an all-day event.
 */
export type Placed = {
  readonly event: AgendaEvent;
  readonly start: string | null;
  readonly end: string | null;
};

/**
 * Returns the events of a day with their times. All-day events come first. Timed events follow in the order of their
 * starts.
 */
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

export function phaseOf({ start, end }: Placed, now: string): "past" | "now" | "ahead" {
  if (start !== null && start > now) return "ahead";
  if (end !== null && end <= now) return "past";
  return start === null && end === null ? "ahead" : "now";
}
