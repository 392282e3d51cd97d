import type { Calendar } from "./calendars.ts";
import type { Instance } from "./source.ts";
import { type Span, toSpan } from "./span.ts";

/**
 * Event as the calendar shows it: an instance of a series, or an event that does not repeat. Its `key` stays the same
 * when the event is moved.
 */
export type Occurrence = {
  readonly event: Instance;
  readonly span: Span;
  readonly key: string;
  /**
   * Calendar from which the event comes: a followed calendar, or a calendar of an account. Undefined for an event of
   * the household itself.
   */
  readonly from?: Calendar | undefined;
};

export function occurrenceKey({ id, instanceStartsAt }: Pick<Instance, "id" | "instanceStartsAt">): string {
  return instanceStartsAt === null ? id : `${id}@${instanceStartsAt}`;
}

export function occurrenceOf(event: Instance, timeZone: string, busyTitle: string, from?: Calendar): Occurrence {
  const shown = event.busyOnly ? { ...event, title: busyTitle } : event;
  return { event: shown, span: toSpan(event, timeZone), key: occurrenceKey(event), from };
}

export function isEverybodys({ memberIds, isGeneral }: Pick<Instance, "memberIds" | "isGeneral">): boolean {
  return isGeneral || memberIds.length === 0;
}

/** Key of the household's own calendar (the family's) in the server's API. */
export const familyKey = "family";

export type Chosen = { readonly memberIds: readonly string[]; readonly calendars: readonly string[] };

/**
 * Returns the events that match the filter. An empty filter matches all events. Otherwise, an event matches if one of
 * its members is chosen, or if it comes from a chosen followed calendar. The household's own events for everybody match
 * if any member or the family's calendar is chosen.
 */
export function concerning(events: readonly Occurrence[], { memberIds, calendars }: Chosen): readonly Occurrence[] {
  if (memberIds.length + calendars.length === 0) return events;
  const hasEverybodys = memberIds.length > 0 || calendars.includes(familyKey);
  return events.filter(({ event, from }) => {
    if (event.memberIds.some((id) => memberIds.includes(id))) return true;
    return from ? calendars.includes(from.key) : hasEverybodys && isEverybodys(event);
  });
}

export function inColumnOf(events: readonly Occurrence[], memberId: string | null): readonly Occurrence[] {
  return events.filter(({ event }) => (memberId === null ? isEverybodys(event) : event.memberIds.includes(memberId)));
}
