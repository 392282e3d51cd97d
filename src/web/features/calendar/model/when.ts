import type { Catalogue } from "#web/i18n/catalogue.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { daysOf, type Span, timeOf } from "./span.ts";

/** Formats the time of an event: “16:00 – 16:45”, “All day”, “Fri 27 Nov – Sun 29 Nov”. */
export function formatSpan(span: Span, { calendar }: Pick<Catalogue, "calendar">): string {
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

/** Formats the day and the time of an event: “Fri 27 Nov, 16:00 – 16:45”, “Fri 27 Nov”, “Fri 27 Nov – Sun 29 Nov”. */
export function formatWhen(span: Span, text: Pick<Catalogue, "calendar">): string {
  const { first, last } = daysOf(span);
  if (first !== last) return formatSpan(span, text);
  return span.allDay ? formatDay(first) : `${formatDay(first)}, ${formatSpan(span, text)}`;
}
