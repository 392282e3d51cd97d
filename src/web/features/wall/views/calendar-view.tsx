import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { useHousehold } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { addDays } from "../../../time/days.ts";
import { formatDay, formatRelativeDay } from "../../../time/format.ts";
import { useNow } from "../../../time/zone.ts";
import { cx } from "../../../ui/cx.ts";
import { Banner } from "../../../ui/display/notice.tsx";
import { Card } from "../../../ui/display/surface.tsx";
import { type AgendaDay, agendaSource } from "../../calendar/model/agenda.ts";
import { EventRow, phaseOf, placed } from "../../today/parts/event-row.tsx";
import { Week } from "./week.tsx";

export function CalendarView() {
  const { common, wall } = useText();
  const { day: today } = useNow();
  const [from, setFrom] = useState(today);
  const [span, setSpan] = useState<"day" | "week">("week");
  const days = span === "week" ? 7 : 1;
  const { data } = useSource(agendaSource, { from, days }, { keepsFormer: true });
  const segments = [
    { value: "day", label: wall.day },
    { value: "week", label: wall.week },
  ] as const;
  return (
    <Week
      title={common.nav.calendar}
      from={from}
      days={days}
      onMove={setFrom}
      spans={{ value: span, segments, onChange: setSpan }}
    >
      {data?.truncated && <Banner>{common.tooManyEvents}</Banner>}
      {data?.days
        .filter(({ date }) => date >= from && date < addDays(from, days))
        .map((day) => (
          <Day key={day.date} day={day} />
        ))}
    </Week>
  );
}

function Day({ day }: { day: AgendaDay }) {
  const { today: words } = useText();
  const { timeZone } = useHousehold();
  const { day: today, time } = useNow();
  const events = placed(day, timeZone);
  const isToday = day.date === today;
  return (
    <Card className={cx("wall-day", isToday && "is-today")}>
      <h2>
        {formatRelativeDay(day.date, today, "weekdayLong")} <small>{formatDay(day.date, "dateMonth")}</small>
      </h2>
      {events.length === 0 ? (
        <p className="soft">{words.nothingPlanned}</p>
      ) : (
        <ul>
          {events.map((each) => (
            <EventRow
              key={`${each.event.id} ${each.event.startsAt}`}
              day={day.date}
              placed={each}
              {...(isToday ? { phase: phaseOf(each, time) } : {})}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
