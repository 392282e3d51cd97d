import { useMemo } from "preact/hooks";
import { addDays, daysBetween } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { formatNames } from "#web/time/format.ts";
import { Info } from "#web/ui/icons.ts";
import { peopleOf } from "../grid/event-look.tsx";
import type { Draft } from "../model/draft.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { useEvents } from "../model/source.ts";
import { daysOf } from "../model/span.ts";
import { formatSpan } from "../model/when.ts";

const maxClashes = 2;
/**
 * The app searches for events that overlap the event of the form. If the event of the form is long, the app searches
 * only its first day and this number of days after its first day. The reason is that {@link useEvents} cannot load the
 * events of more than three months.
 */
const maxDays = 31;

export function ClashNote({ draft, own }: { draft: Draft; own: string | null }) {
  const text = useText();
  const members = useMembers();
  const { first, last } = daysOf(draft.span);
  const { events } = useEvents(first, daysBetween(first, last) > maxDays ? addDays(first, maxDays) : last);
  const clashes = useMemo(() => clashesOf(draft, events ?? [], own), [draft, events, own]);
  return (
    <div role="status">
      {clashes.slice(0, maxClashes).map(({ occurrence, memberIds }) => (
        <p key={occurrence.key} className="calendar-clash">
          <Info />
          <span>
            {text.calendar.clash(
              formatNames(peopleOf(memberIds, members).map(({ name }) => name)),
              memberIds.length,
              occurrence.event.title,
              formatSpan(occurrence.span, text),
            )}
          </span>
        </p>
      ))}
      {clashes.length > maxClashes && (
        <p className="calendar-clash-more soft small">{text.calendar.moreClashes(clashes.length - maxClashes)}</p>
      )}
    </div>
  );
}

/**
 * Returns the events that overlap the draft and have at least one member in common with the draft. Each result names
 * these common members. All-day events are compared only with all-day events, and timed events only with timed events.
 * `own` is the id of the edited event, which is left out. If the event is new, `own` is null.
 */
function clashesOf({ span, memberIds }: Draft, events: readonly Occurrence[], own: string | null) {
  return events.flatMap((occurrence) => {
    const { event } = occurrence;
    const isOther = event.id !== own && occurrence.span.allDay === span.allDay;
    const overlaps = occurrence.span.start < span.end && occurrence.span.end > span.start;
    const both = event.memberIds.filter((id) => memberIds.includes(id));
    return isOther && overlaps && both.length > 0 ? [{ occurrence, memberIds: both }] : [];
  });
}
