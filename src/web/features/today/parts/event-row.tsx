import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useIsWallTablet } from "#web/people/actor.ts";
import { AvatarStack } from "#web/people/avatar.tsx";
import { useMembers } from "#web/sync/session.ts";
import { formatTime, hasHalfDays } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { cx } from "#web/ui/cx.ts";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { stripesOf } from "#web/ui/person-color.ts";
import { type AgendaDay, eventAddress } from "../../calendar/model/agenda.ts";
import { useFollowed } from "../../calendar/model/calendars.ts";

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

/** Row of an event. The row is a link to the event in the calendar, except on a shared tablet. */
export function EventRow(props: { day: string; placed: Placed; phase?: "past" | "now" | "ahead" }) {
  const { today } = useText();
  const { event } = props.placed;
  const people = useMembers().filter(({ id }) => event.memberIds.includes(id));
  const from = useFollowed().get(event.calendar.key);
  const colors = from?.color ? [from.color] : people.map(({ color }) => color);
  const stripes = colors.length > 0 ? stripesOf(colors) : undefined;
  return (
    <li className={cx("today-event", props.phase && `is-${props.phase}`)}>
      <EventLink day={props.day} event={event}>
        <span className="today-event-time">
          <EventTime placed={props.placed} />
        </span>
        <span className="today-event-bar" style={{ backgroundImage: stripes }} aria-hidden="true" />
        <span className="today-event-text">
          <span className="today-event-title">
            {event.busyOnly ? today.busy : event.title}
            {props.phase === "now" && <VisuallyHidden> ({today.now})</VisuallyHidden>}
          </span>
          {event.location && <span className="today-event-place">{event.location}</span>}
        </span>
        <AvatarStack people={people} size="s" max={3} faint={props.phase === "past"} />
      </EventLink>
    </li>
  );
}

function EventLink({ day, event, children }: { day: string; event: AgendaEvent; children: ComponentChildren }) {
  const isWallTablet = useIsWallTablet();
  const look = cx("today-event-body", hasHalfDays() && "has-half-days");
  if (isWallTablet) return <div className={look}>{children}</div>;
  return (
    <Link href={eventAddress(event, day)} className={look}>
      {children}
    </Link>
  );
}

function EventTime({ placed: { start, end } }: { placed: Placed }) {
  const { today } = useText();
  if (start === null) return end === null ? today.allDay : today.until(formatTime(end));
  return (
    <>
      <time dateTime={start}>{formatTime(start)}</time>
      {end !== null && end !== start && (
        <time dateTime={end} className="today-event-end">
          <VisuallyHidden>– </VisuallyHidden>
          {formatTime(end)}
        </time>
      )}
    </>
  );
}
