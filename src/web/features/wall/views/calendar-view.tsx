import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useDisplay, useHousehold, useNow } from "#web/sync/session.ts";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { Banner, ErrorNotice } from "#web/ui/display/notice.tsx";
import { useAbsence } from "#web/ui/display/skeleton.tsx";
import { type Actions, WithActions } from "../../calendar/grid/actions.ts";
import { DayView, WeekView } from "../../calendar/grid/day-week-views.tsx";
import { EventLayer } from "../../calendar/grid/event-layer.tsx";
import { useCalendarUrl } from "../../calendar/model/calendar-url.ts";
import type { Occurrence } from "../../calendar/model/occurrence.ts";
import { firstWeekday, rangeOf, turned, weeksOf } from "../../calendar/model/range.ts";
import { useEvents } from "../../calendar/model/source.ts";
import { dayOf } from "../../calendar/model/span.ts";
import { MonthView } from "../../calendar/month/month-view.tsx";
import { titleOf } from "../../calendar/toolbar.tsx";
import { WallHeader } from "./wall-header.tsx";

const views = ["day", "week", "month"] as const;
type View = (typeof views)[number];

const none: readonly Occurrence[] = [];
const nothing = () => {};

/** Calendar of the app on a tablet on the wall. The calendar is read-only here; events are added by the button “+”. */
export function CalendarView() {
  const { common, calendar } = useText();
  const { weekStartsOn } = useHousehold();
  const { day: today } = useNow();
  const [view, setView] = useState<View>("week");
  const place = useCalendarUrl();
  const { day, show, goTo } = place;
  const display = useDisplay();
  const weekday = firstWeekday(view, weekStartsOn, display?.weekStartsToday ?? false, today);
  const { first, last } = rangeOf(view, day, weekday);
  const { events, isCut, error, refetch } = useEvents(first, last);
  const absence = useAbsence();
  const opener = useRef<HTMLElement | null>(null);
  const turn = useCallback((direction: 1 | -1) => goTo(turned(view, day, direction)), [goTo, view, day]);
  const actions = useMemo<Actions>(
    () => ({
      isReadOnly: true,
      turn,
      open: ({ event, span }, button) => {
        opener.current = button;
        show({ kind: "event", id: event.id, at: event.instanceStartsAt, on: dayOf(span.start) });
      },
      openDay: (next) => {
        setView("day");
        goTo(next);
      },
      openNew: nothing,
      change: nothing,
    }),
    [turn, show, goTo],
  );
  const shown = { today, events: events ?? none, isReady: events !== undefined };
  return (
    <WithActions value={actions}>
      <div className="calendar page-fill">
        <WallHeader
          compact
          title={common.nav.calendar}
          sub={titleOf(view, day, first, last)}
          onTurn={turn}
          onToday={() => goTo(today)}
        >
          <SegmentedControl
            label={calendar.view}
            value={view}
            segments={views.map((each) => ({ value: each, label: calendar.views[each] }))}
            onChange={setView}
          />
        </WallHeader>
        {error && <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />}
        {isCut && <Banner>{common.tooManyEvents}</Banner>}
        <div className="calendar-view" aria-busy={!shown.isReady}>
          {view === "day" && <DayView day={day} chosen={[]} {...shown} />}
          {view === "week" && (display || events) && <WeekView first={first} day={day} {...shown} />}
          {view === "month" && <MonthView month={day} first={first} weeks={weeksOf(day, weekStartsOn)} {...shown} />}
          {!events && absence !== null && <div className="calendar-absence">{absence}</div>}
        </div>
      </div>
      {place.open?.kind === "event" && <EventLayer place={place} open={place.open} opener={opener.current} />}
    </WithActions>
  );
}
