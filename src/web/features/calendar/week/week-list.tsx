import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { daysBetween, daysFrom } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { formatDay, formatHour, formatTime, hasHalfDays } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { useSwipe } from "#web/ui/drag/use-swipe.ts";
import { useActions } from "../grid/actions.ts";
import { useWeekNumbers } from "../grid/day-week-views.tsx";
import { colorsOf, Faces, peopleOf } from "../grid/event-look.tsx";
import type { Occurrence } from "../model/occurrence.ts";
import { isBar, timeOf } from "../model/span.ts";
import { type OnceAbove, percentOnBar, positionOnBar, type WeekDay, weekDaysOf } from "../model/week-days.ts";
import { formatSpan } from "../model/when.ts";

/** Hours that are written above the bars of the days. */
const marks = [8, 12, 16, 20];

/** The days of a week below each other, for phones. A tap on a day opens it. The list scrolls to `day`. */
export function WeekList(props: {
  first: string;
  day: string;
  today: string;
  events: readonly Occurrence[];
  isReady: boolean;
}) {
  const { first, day, today, events, isReady } = props;
  const { calendar, common } = useText();
  const { turn } = useActions();
  const area = useRef<HTMLElement>(null);
  const { above, days } = useMemo(() => weekDaysOf(events, first), [events, first]);
  const number = useWeekNumbers(daysFrom(first, 7));
  useSwipe(area, turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an opening scrolls, and another day
  useLayoutEffect(() => {
    area.current?.querySelector(`[data-day="${CSS.escape(day)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [day, first, isReady]);
  return (
    <section
      ref={area}
      className="week-list"
      aria-label={calendar.range(formatDay(first), formatDay(days[6]?.day ?? first))}
      style={{ "--time": hasHalfDays() ? "4rem" : "2.5rem" } as never}
    >
      {above.length > 0 && (
        <ul className="week-above">
          {above.map((each) => (
            <Above key={each.occurrence.key} {...each} />
          ))}
        </ul>
      )}
      <div className="week-hours">
        <span>{number}</span>
        <span aria-hidden="true">
          {marks.map((hour) => (
            <span key={hour} style={{ insetInlineStart: `${percentOnBar(hour * 60)}%` }}>
              {hasHalfDays() ? formatHour(timeOf(hour * 60)) : hour}
            </span>
          ))}
        </span>
      </div>
      {isReady ? (
        <ul className="card card-flush">
          {days.map((each) => (
            <Day key={each.day} shown={each} isToday={each.day === today} />
          ))}
        </ul>
      ) : (
        <Skeletons label={common.loading} count={7} height="4.25rem" />
      )}
    </section>
  );
}

function Above({ occurrence, days }: OnceAbove) {
  const text = useText();
  const members = useMembers();
  const { open } = useActions();
  const { event, span, from } = occurrence;
  const people = peopleOf(event.memberIds, members);
  const names = days.map((day) => formatDay(day, "weekday"));
  const [first = "", last = first] = [days[0], days.at(-1)];
  const isWithoutGap = days.length > 2 && daysBetween(first, last) === days.length - 1;
  const when = isWithoutGap ? text.calendar.range(names[0] ?? "", names.at(-1) ?? "") : names.join(", ");
  return (
    <li>
      <button
        type="button"
        className="week-once"
        data-key={occurrence.key}
        {...colorsOf(people, undefined, from)}
        onClick={({ currentTarget }) => open(occurrence, currentTarget)}
      >
        <span>
          <strong>{event.title}</strong>{" "}
          <span className="small">{isBar(span) ? when : `${when}, ${formatSpan(span, text)}`}</span>
        </span>
        <Faces occurrence={occurrence} people={people} isNamed />
      </button>
    </li>
  );
}

function Day({ shown, isToday }: { shown: WeekDay; isToday: boolean }) {
  const { calendar } = useText();
  const { openDay } = useActions();
  const { day, lines, more, busy, isFree } = shown;
  return (
    <li className={cx("week-day", isToday && "is-today")}>
      <button type="button" data-day={day} aria-current={isToday ? "date" : undefined} onClick={() => openDay(day)}>
        <VisuallyHidden>{calendar.openDay(formatDay(day, "long"))}</VisuallyHidden>
        <span className="week-date" aria-hidden="true">
          {formatDay(day, "weekday")}
          <strong>{formatDay(day, "date")}</strong>
        </span>
        <span className="week-lines">
          <span className="week-bar" aria-hidden="true">
            {busy.map((each) => (
              <Busy key={each.key} occurrence={each} day={day} />
            ))}
          </span>
          {lines.map((each) => (
            <Line key={each.key} occurrence={each} />
          ))}
          {more > 0 && <span className="soft small">+{more}</span>}
          {isFree && <span className="soft small">{calendar.nothingOnDay}</span>}
        </span>
      </button>
    </li>
  );
}

function Busy({ occurrence, day }: { occurrence: Occurrence; day: string }) {
  const members = useMembers();
  const { event, from } = occurrence;
  const people = event.memberIds.length === 0 && !from ? members : peopleOf(event.memberIds, members);
  const { style, ...colors } = colorsOf(people, undefined, from);
  const position = positionOnBar(occurrence, day);
  if (!position) return null;
  return (
    <i {...colors} style={{ ...style, insetInlineStart: `${position.start}%`, inlineSize: `${position.size}%` }} />
  );
}

function Line({ occurrence }: { occurrence: Occurrence }) {
  const members = useMembers();
  const { event, span, from } = occurrence;
  const people = peopleOf(event.memberIds, members);
  const time = timeOf(span.start);
  return (
    <span className={cx("week-line", isBar(span) && "week-all-day")} {...colorsOf(people, undefined, from)}>
      {!isBar(span) && <time dateTime={time}>{formatTime(time)}</time>}
      <span className="week-title">{event.title}</span>
      <Faces occurrence={occurrence} people={people} isNamed />
    </span>
  );
}
