import { useText } from "../../../i18n/catalogue.ts";
import { daysFrom } from "../../../time/days.ts";
import { formatDay } from "../../../time/format.ts";
import { cx } from "../../../ui/cx.ts";
import { VisuallyHidden } from "../../../ui/display/surface.tsx";
import type { Occurrence } from "../model/occurrence.ts";
import { useActions } from "./actions.ts";
import { type Column, TimeGrid } from "./time-grid.tsx";

export function WeekView(props: { first: string; today: string; events: readonly Occurrence[]; isReady: boolean }) {
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
      opening={`${first} ${props.isReady}`}
      className="calendar-grid-week"
    />
  );
}
