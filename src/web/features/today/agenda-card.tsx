import { Fragment } from "preact";
import { memo } from "preact/compat";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useIsWallTablet } from "#web/people/actor.ts";
import { useHousehold, useNow } from "#web/sync/session.ts";
import { formatTime, hasHalfDays } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { ChevronRight } from "#web/ui/icons.ts";
import type { AgendaDay } from "../calendar/model/agenda.ts";
import { EventRow, phaseOf, placed } from "./parts/event-row.tsx";

/**
 * Card with the events of a day: all-day events come first, past events are dimmed, and a line marks the current time.
 */
export const AgendaCard = memo(function AgendaCard(props: Pick<AgendaDay, "date" | "events">) {
  const { today } = useText();
  const { time } = useNow();
  const { timeZone } = useHousehold();
  const events = placed(props, timeZone);
  const isAhead = (index: number) => events.slice(index).every((each) => each.start !== null && each.start > time);
  const at = events.findIndex((_, index) => isAhead(index));
  const nowAt = at === -1 ? events.length : at;
  return (
    <Card className="today-agenda" role="region" aria-labelledby="today-agenda">
      <SectionHeader title={today.agenda} id="today-agenda" actions={<ToCalendar day={props.date} />} />
      {events.length === 0 ? (
        <p className="soft">{today.nothingOn}</p>
      ) : (
        <ul className="today-events">
          {events.map((each, index) => (
            <Fragment key={`${each.event.id} ${each.event.startsAt}`}>
              {index === nowAt && <NowLine time={time} />}
              <EventRow day={props.date} placed={each} phase={phaseOf(each, time)} />
            </Fragment>
          ))}
          {nowAt === events.length && <NowLine time={time} />}
        </ul>
      )}
    </Card>
  );
});

function NowLine({ time }: { time: string }) {
  const { today } = useText();
  return (
    <li className={cx("today-now", hasHalfDays() && "has-half-days")}>
      <span className="visually-hidden">{today.now}</span>
      <time dateTime={time}>{formatTime(time)}</time>
    </li>
  );
}

function ToCalendar({ day }: { day: string }) {
  const { common } = useText();
  const isWallTablet = useIsWallTablet();
  return (
    <Link
      href={isWallTablet ? "/calendar" : `/calendar?day=${day}`}
      className="today-more"
      aria-label={common.nav.calendar}
    >
      <ChevronRight />
    </Link>
  );
}
