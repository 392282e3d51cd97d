import type { CSSProperties } from "preact";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { AvatarStack } from "#web/people/avatar.tsx";
import { type Member, useMembers } from "#web/sync/session.ts";
import { formatDay, formatNames, formatTime } from "#web/time/format.ts";
import { personAttributes, stripesOf } from "#web/ui/person-color.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { daysOf, type Span, timeOf } from "../model/span.ts";

/** Returns the members with these ids, in the household's order. */
export function peopleOf(memberIds: readonly string[], members: readonly Member[]): readonly Member[] {
  return members.filter(({ id }) => memberIds.includes(id));
}

/**
 * Returns the colour attributes of an event. If the event has several members, the CSS property `--stripes` has all
 * their colours, beginning with the colour of the member `first`. If `from` is given, the event comes from that
 * followed calendar and has only the colour of the calendar.
 */
export function colorsOf(people: readonly Member[], first?: Member, from?: Occurrence["from"]) {
  if (from) return { ...personAttributes(from.color), style: {} as CSSProperties };
  const ordered = first ? [first, ...people.filter((each) => each !== first)] : people;
  const stripes = ordered.length > 1 ? { "--stripes": stripesOf(ordered.map(({ color }) => color)) } : {};
  return { ...personAttributes(ordered[0]?.color), style: stripes as CSSProperties };
}

/** Formats the time of an event: “16:00 – 16:45”, “All day”, “Fri 27 Nov – Sun 29 Nov”. */
export function formatSpan(span: Span, { calendar }: Catalogue): string {
  const { first, last } = daysOf(span);
  if (span.allDay) return first === last ? calendar.allDay : calendar.range(formatDay(first), formatDay(last));
  const [start, end] = [formatTime(timeOf(span.start)), formatTime(timeOf(span.end))];
  if (first === last) return span.start === span.end ? start : calendar.range(start, end);
  return calendar.range(`${formatDay(first)}, ${start}`, `${formatDay(last)}, ${end}`);
}

/**
 * Formats the time of an event for `day`, which is one of the event's days. If the event has several days, its first
 * day shows only the start of the event, and its last day shows only the end. The days between are shown as “all day”.
 */
export function formatSpanOn(span: Span, day: string, text: Catalogue): string {
  const { first, last } = daysOf(span);
  const { calendar } = text;
  if (span.allDay || first === last) return span.allDay ? calendar.allDay : formatSpan(span, text);
  if (day === first) return calendar.from(formatTime(timeOf(span.start)));
  return day === last ? calendar.until(formatTime(timeOf(span.end))) : calendar.allDay;
}

/**
 * Returns a function that describes an event for screen readers. With `withDay`, the description includes the first
 * day.
 */
export function useEventLabel(): (occurrence: Occurrence, withDay?: boolean) => string {
  const text = useText();
  const members = useMembers();
  return ({ event, span, from }, withDay = false) => {
    const names = peopleOf(event.memberIds, members).map(({ name }) => name);
    const { first } = daysOf(span);
    const parts = [
      event.title,
      withDay ? formatDay(first, "long") : null,
      formatSpan(span, text),
      names.length > 0 ? formatNames(names) : text.common.everybody,
      from ? text.calendar.comesFrom(from.name) : null,
      event.location,
      event.recurring ? text.calendar.repeating : null,
    ];
    return parts.filter(Boolean).join(", ");
  };
}

export function Faces({ people, max = 3 }: { people: readonly Member[]; max?: number }) {
  return <AvatarStack people={people} size="xs" max={max} decorative />;
}
