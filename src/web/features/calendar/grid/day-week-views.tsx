import { daysFrom } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useHousehold, useMembers } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { House } from "#web/ui/icons.ts";
import { inColumnOf, type Occurrence } from "../model/occurrence.ts";
import { weekNumbersOf } from "../model/range.ts";
import { useHasWeekNumbers } from "../model/settings.ts";
import { useActions } from "./actions.ts";
import { type Column, TimeGrid } from "./time-grid.tsx";

export function DayView(props: {
  day: string;
  today: string;
  events: readonly Occurrence[];
  /** Ids of the members that are chosen in the filter. If the list is empty, all members have a column. */
  chosen: readonly string[];
  isReady: boolean;
}) {
  const { day, today, events, chosen } = props;
  const { common, calendar } = useText();
  const members = useMembers();
  const isToday = day === today;
  const shown = chosen.length > 0 ? members.filter(({ id }) => chosen.includes(id)) : members;
  const everybody: Column = {
    key: "everybody",
    day,
    who: null,
    isToday,
    label: common.everybody,
    head: (
      <>
        <span className="avatar avatar-m avatar-rest" aria-hidden="true">
          <House />
        </span>
        <span className="calendar-head-name">{calendar.everybody}</span>
      </>
    ),
  };
  const people = shown.map(
    (member): Column => ({
      key: member.id,
      day,
      who: member.id,
      isToday,
      label: calendar.columnOf(member.name, inColumnOf(events, member.id).length),
      head: (
        <>
          <Avatar person={member} size="m" decorative />
          <span className="calendar-head-name">{member.name}</span>
        </>
      ),
    }),
  );
  const columns = [...people, everybody];
  return (
    <TimeGrid
      label={formatDay(day, "long")}
      columns={columns}
      events={events}
      axes={{ vertical: "time", people: columns.map(({ who }) => who ?? null) }}
      day={day}
      opening={`${day} ${props.isReady}`}
      className="calendar-grid-people"
    />
  );
}

/** Returns the text with the numbers of the weeks of some days. Null if week numbers are not shown. */
export function useWeekNumbers(days: readonly string[]): string | null {
  const { calendar } = useText();
  const { weekStartsOn } = useHousehold();
  return useHasWeekNumbers() ? calendar.week(weekNumbersOf(days, weekStartsOn)) : null;
}

export function WeekView(props: {
  first: string;
  day: string;
  today: string;
  events: readonly Occurrence[];
  isReady: boolean;
}) {
  const { first, today, events } = props;
  const { calendar } = useText();
  const { openDay } = useActions();
  const days = daysFrom(first, 7);
  const columns = days.map(
    (day): Column => ({
      key: day,
      day,
      isToday: day === today,
      label: formatDay(day, "long"),
      head: (
        <button
          type="button"
          className={cx("calendar-day-button", day === today && "is-today")}
          aria-current={day === today ? "date" : undefined}
          onClick={() => openDay(day)}
        >
          <VisuallyHidden>{calendar.openDay(formatDay(day, "long"))}</VisuallyHidden>
          <span aria-hidden="true">{formatDay(day, "weekday")}</span>
          <strong aria-hidden="true">{formatDay(day, "date")}</strong>
        </button>
      ),
    }),
  );
  return (
    <TimeGrid
      label={calendar.range(formatDay(first), formatDay(days[6] ?? first))}
      columns={columns}
      events={events}
      axes={{ vertical: "time" }}
      day={props.day}
      opening={`${first} ${props.isReady}`}
      className="calendar-grid-week"
      corner={useWeekNumbers(days)}
    />
  );
}
