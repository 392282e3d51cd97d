import type { RefObject } from "preact";
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { addDays, addMonths, daysBetween, daysFrom } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { useMembers } from "#web/sync/session.ts";
import { formatDay, formatRelativeDay } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { Banner } from "#web/ui/display/notice.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { MapPin, Repeat } from "#web/ui/icons.ts";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { useActions } from "../grid/actions.ts";
import { colorsOf, Faces, peopleOf, useEventLabel } from "../grid/event-look.tsx";
import { isSilent } from "../model/calendars.ts";
import { type Chosen, concerning, type Occurrence } from "../model/occurrence.ts";
import { useEvents } from "../model/source.ts";
import { dayMinutes, midnightOf, touches } from "../model/span.ts";
import { formatSpanOn } from "../model/when.ts";

type Props = {
  month: string;
  /** Chosen day, to which the agenda scrolls. The agenda shows this day even if it has no events. */
  day: string;
  today: string;
  chosen: Chosen;
  area: RefObject<HTMLElement | null>;
};

/**
 * One month of the agenda. While the month is far outside the visible area, only an empty box of the same height is
 * rendered.
 */
export const AgendaMonth = memo(function AgendaMonth(props: Props) {
  const section = useRef<HTMLElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const { area, month } = props;
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => setHeight(entry?.isIntersecting === false ? element.offsetHeight : null),
      { root: area.current, rootMargin: "2500px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return (
    <section ref={section} aria-label={formatDay(month, "month")} style={height === null ? {} : { blockSize: height }}>
      {height === null && (
        <>
          <h2 className="calendar-agenda-month">{formatDay(month, "month")}</h2>
          <Days {...props} />
        </>
      )}
    </section>
  );
});

function Days({ month, day, today, chosen }: Props) {
  const { common, calendar } = useText();
  const ifCurrent = useIfCurrent();
  const isPhone = useBreakpoint("phone");
  const last = addDays(addMonths(month, 1), -1);
  const { events, isCut, error, refetch } = useEvents(month, last);
  const days = useMemo(() => {
    const shown = concerning(events ?? [], chosen);
    return daysFrom(month, daysBetween(month, last) + 1)
      .map((date) => ({
        date,
        events: shown.filter(({ span }) => touches(span, midnightOf(date), midnightOf(date) + dayMinutes)),
      }))
      .filter((each) => each.events.length > 0 || each.date === today || each.date === day);
  }, [events, chosen, month, last, today, day]);
  if (!events) return <Loaded read={{ data: events, error, refetch }} count={5} height="4rem" card />;
  if (days.length === 0) return <p className="calendar-agenda-none soft">{ifCurrent(calendar.nothingInMonth)}</p>;
  const shown = days.map(({ date, events: ofDay }) => (
    <div key={date} className="calendar-agenda-day" data-agenda-day={date}>
      <h3 className={cx("calendar-agenda-date", date === today && "is-today")}>
        <strong>{formatDay(date, "date")}</strong>
        {isPhone && <span>{formatDay(date, "weekday")}</span>}
        {(!isPhone || date === today) && <span>{formatRelativeDay(date, today, common, "weekdayLong")}</span>}
      </h3>
      <ul className="calendar-agenda-events">
        {ofDay.map((occurrence) => (
          <li key={occurrence.key}>
            <Row occurrence={occurrence} day={date} />
          </li>
        ))}
        {ofDay.length === 0 && <li className="soft calendar-agenda-none">{ifCurrent(calendar.nothingOnDay)}</li>}
      </ul>
    </div>
  ));
  return (
    <>
      {isCut && <Banner>{common.tooManyEvents}</Banner>}
      {shown}
    </>
  );
}

function Row({ occurrence, day }: { occurrence: Occurrence; day: string }) {
  const { event, span, key, from } = occurrence;
  const text = useText();
  const members = useMembers();
  const { open } = useActions();
  const labelOf = useEventLabel();
  const people = peopleOf(event.memberIds, members);
  return (
    <button
      type="button"
      data-key={key}
      {...colorsOf(people, undefined, from)}
      className={cx("calendar-row", event.isUnsure && "is-unsure", from && isSilent(from) && "is-stale")}
      onClick={({ currentTarget }) => open(occurrence, currentTarget)}
    >
      <VisuallyHidden>{labelOf(occurrence, true)}</VisuallyHidden>
      <span className="calendar-row-time" aria-hidden="true">
        {formatSpanOn(span, day, text)}
      </span>
      <span className="calendar-row-text" aria-hidden="true">
        <span className="calendar-row-title">
          {event.title}
          {event.recurring && <Repeat />}
        </span>
        {event.location && (
          <span className="calendar-row-place">
            <MapPin />
            {event.location}
          </span>
        )}
      </span>
      <Faces occurrence={occurrence} people={people} />
    </button>
  );
}
