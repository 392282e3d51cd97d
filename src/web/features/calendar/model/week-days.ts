import { daysFrom } from "#lib/days.ts";
import type { Occurrence } from "./occurrence.ts";
import { dayMinutes, dayOf, daysOf, isBar, midnightOf, minuteOfDay, touches } from "./span.ts";

/** Hours of the bar that shows the free time of a day, in minutes. */
const barHours = { from: 7 * 60, to: 21 * 60 } as const;
/** Most lines of a day. The rest are counted. */
const maxLines = 4;
/** A series with at least this many days in a week is shown once, above the days. */
const minDaysOnce = 4;

/** An event of several days, or a series, that is shown once above the days of a week, with its days there. */
export type OnceAbove = { readonly occurrence: Occurrence; readonly days: readonly string[] };

export type WeekDay = {
  readonly day: string;
  /** Events that are listed: those of the whole day, then the others by their start. */
  readonly lines: readonly Occurrence[];
  /** Number of events that are not in `lines`, because the day has too many. */
  readonly more: number;
  /** All timed events of the day for its bar, including those that are shown above the days. */
  readonly busy: readonly Occurrence[];
  /** Whether nothing happens on the day, not even an event that is shown above the days. */
  readonly isFree: boolean;
};

/** Returns the days of a week as a list, for phones. */
export function weekDaysOf(
  events: readonly Occurrence[],
  first: string,
): { readonly above: readonly OnceAbove[]; readonly days: readonly WeekDay[] } {
  const days = daysFrom(first, 7);
  const ordered = events.toSorted(byStart);
  const listedOn = new Map(days.map((day) => [day, ordered.filter((each) => isListedOn(each, day))]));
  const above = new Map<string, { occurrence: Occurrence; days: string[] }>();
  for (const [day, listed] of listedOn) {
    for (const occurrence of listed) {
      const once = above.get(sameness(occurrence)) ?? { occurrence, days: [] };
      above.set(sameness(occurrence), { ...once, days: [...once.days, day] });
    }
  }
  const isOnce = (each: Occurrence) => isOfDays(each) || (above.get(sameness(each))?.days.length ?? 0) >= minDaysOnce;
  return {
    above: [...above.values()].filter(({ occurrence }) => isOnce(occurrence)),
    days: days.map((day) => {
      const listed = listedOn.get(day) ?? [];
      const own = listed.filter((each) => !isOnce(each));
      const busy = ordered.filter(
        ({ span }) => !isBar(span) && touches(span, midnightOf(day), midnightOf(day) + dayMinutes),
      );
      return {
        day,
        lines: own.slice(0, maxLines),
        more: Math.max(own.length - maxLines, 0),
        busy,
        isFree: listed.length + busy.length === 0,
      };
    }),
  };
}

/**
 * Returns the position of an event on the bar of a day, in percent of its length. Null if it is outside of these hours.
 */
export function positionOnBar(
  { span }: Occurrence,
  day: string,
): { readonly start: number; readonly size: number } | null {
  const midnight = midnightOf(day);
  const start = Math.max(span.start - midnight, barHours.from);
  const end = Math.min(span.end - midnight, barHours.to);
  return end <= start ? null : { start: percentOnBar(start), size: percentOnBar(barHours.from + end - start) };
}

/** Returns the position of a minute of the day on the bar of a day, in percent of its length. */
export function percentOnBar(minute: number): number {
  return ((minute - barHours.from) / (barHours.to - barHours.from)) * 100;
}

/** Whether a day lists an event. A timed event that ends after midnight is listed on its first day only. */
function isListedOn({ span }: Occurrence, day: string): boolean {
  return isBar(span) ? touches(span, midnightOf(day), midnightOf(day) + dayMinutes) : dayOf(span.start) === day;
}

function isOfDays({ span }: Occurrence): boolean {
  const { first, last } = daysOf(span);
  return isBar(span) && first !== last;
}

/** Returns a text that instances of a series share if they have the same title, people and time of day. */
function sameness({ event, span }: Occurrence): string {
  return JSON.stringify([event.id, event.title, event.memberIds, minuteOfDay(span.start), span.end - span.start]);
}

function byStart(one: Occurrence, other: Occurrence): number {
  return Number(isBar(other.span)) - Number(isBar(one.span)) || one.span.start - other.span.start;
}
