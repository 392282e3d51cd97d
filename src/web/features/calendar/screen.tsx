import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { perform } from "#web/page/undo.ts";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { randomId } from "#web/sync/ids.ts";
import { useDisplay, useHousehold, useIsAdult, useMembers, useNow } from "#web/sync/session.ts";
import { formatNames } from "#web/time/format.ts";
import { Banner, ErrorNotice } from "#web/ui/display/notice.tsx";
import { useAbsence } from "#web/ui/display/skeleton.tsx";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { AgendaView } from "./agenda/agenda-view.tsx";
import { SeriesDialog } from "./edit/series-dialog.tsx";
import { type Actions, movedFields, WithActions } from "./grid/actions.ts";
import { DayView, WeekView } from "./grid/day-week-views.tsx";
import { EventLayer } from "./grid/event-layer.tsx";
import { eventPreview } from "./grid/use-gestures.ts";
import { useCalendarUrl } from "./model/calendar-url.ts";
import { useFollowed } from "./model/calendars.ts";
import type { Fields } from "./model/draft.ts";
import type { Scope } from "./model/effects.ts";
import { type Chosen, concerning, familyKey, type Occurrence } from "./model/occurrence.ts";
import { firstWeekday, rangeOf, turned, weeksOf } from "./model/range.ts";
import { chooseView, useChosenKeys, useView } from "./model/settings.ts";
import { useEvents } from "./model/source.ts";
import { dayOf } from "./model/span.ts";
import { updateEvent, updateMessage } from "./model/writes.ts";
import { MonthView } from "./month/month-view.tsx";
import { DayChooser, Toolbar, titleOf } from "./toolbar.tsx";
import { useCalendarKeys } from "./use-calendar-keys.ts";
import { WeekList } from "./week/week-list.tsx";

/** Move of an instance of a series. The move is not sent until the user has chosen which instances change. */
type PendingMove = { readonly occurrence: Occurrence; readonly patch: Partial<Fields> };

const none: readonly Occurrence[] = [];

export function CalendarScreen() {
  const { common } = useText();
  const { timeZone, weekStartsOn } = useHousehold();
  const members = useMembers();
  const isAdult = useIsAdult();
  const now = useNow();
  const view = useView();
  const place = useCalendarUrl();
  const remembered = useChosenKeys();
  const followed = useFollowed();
  const chosen = useMemo<Chosen>(() => {
    const isCalendar = (key: string) => followed.has(key) || (key === familyKey && followed.size > 0);
    return {
      memberIds: remembered.filter((key) => members.some(({ id }) => id === key)),
      calendars: remembered.filter(isCalendar),
    };
  }, [remembered, members, followed]);
  const display = useDisplay();
  const Week = useBreakpoint("phoneScreen") ? WeekList : WeekView;
  const weekday = firstWeekday(view, weekStartsOn, display?.weekStartsToday ?? false, now.day);
  const { first, last } = rangeOf(view, place.day, weekday);
  const { events, isCut, error, refetch } = useEvents(first, last);
  const shown = useMemo(() => concerning(events ?? none, chosen), [events, chosen]);
  const [pendingMove, setPendingMove] = useState<PendingMove | null>(null);

  const absence = useAbsence();
  const { day, show, showInstead, goTo } = place;
  const opener = useRef<HTMLElement | null>(null);
  const isOpen = place.open !== null;
  const turn = useCallback((direction: 1 | -1) => goTo(turned(view, day, direction)), [goTo, view, day]);
  const actions = useMemo<Actions>(
    () => ({
      turn,
      open: ({ event, span }, button) => {
        opener.current = button;
        const next = { kind: "event", id: event.id, at: event.instanceStartsAt, on: dayOf(span.start) } as const;
        (isOpen ? showInstead : show)(next);
      },
      openNew: (span, memberIds) => show({ kind: "new", span, memberIds }),
      openDay: (next) => {
        chooseView("day");
        goTo(next);
      },
      change: (occurrence, to) => {
        const patch = movedFields(occurrence, to, timeZone);
        if (Object.keys(patch).length === 0) return;
        const { event, key } = occurrence;
        // Children and guests may change single instances only.
        if (!event.recurring || !isAdult) return void change(occurrence, patch, "this", timeZone);
        eventPreview().set({ key, title: event.title, ...to, isGeneral: to.memberIds.length === 0 });
        setPendingMove({ occurrence, patch });
      },
    }),
    [turn, show, showInstead, isOpen, goTo, timeZone, isAdult],
  );
  const today = () => goTo(now.day);
  const [isChoosingDay, setChoosingDay] = useState(false);
  const chooseDay = () => setChoosingDay(true);
  useCalendarKeys({ turn, today, chooseDay });

  // The agenda and the list of a week say for each of their days that it has no events.
  const hasNotice = view !== "agenda" && (view !== "week" || Week === WeekView);

  const answer = (scope: Scope | null) => {
    eventPreview().set(null);
    setPendingMove(null);
    if (pendingMove && scope) change(pendingMove.occurrence, pendingMove.patch, scope, timeZone);
  };
  return (
    <WithActions value={actions}>
      <div className="calendar page-fill">
        <Toolbar
          view={view}
          chosen={chosen}
          followed={followed}
          title={titleOf(view, day, first, last)}
          shortTitle={titleOf(view, day, first, last, true)}
          isAtToday={first <= now.day && now.day <= last}
          onTurn={turn}
          onToday={today}
          onChooseDay={chooseDay}
        />
        {error && <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />}
        {isCut && view !== "agenda" && <Banner>{common.tooManyEvents}</Banner>}
        <div className="calendar-view" aria-busy={!events}>
          {view === "day" && (
            <DayView day={day} chosen={chosen.memberIds} today={now.day} events={shown} isReady={!!events} />
          )}
          {view === "week" && (display || events) && (
            <Week first={first} day={day} today={now.day} events={shown} isReady={!!events} />
          )}
          {view === "month" && (
            <MonthView month={day} first={first} weeks={weeksOf(day, weekStartsOn)} today={now.day} events={shown} />
          )}
          {view === "agenda" && <AgendaView key={day} day={day} today={now.day} chosen={chosen} />}
          {hasNotice && !events && absence !== null && <div className="calendar-absence">{absence}</div>}
          {hasNotice && events && shown.length === 0 && <EmptyNotice chosen={chosen} />}
        </div>
      </div>

      {isChoosingDay && <DayChooser day={day} onChoose={goTo} onClose={() => setChoosingDay(false)} />}
      {place.open && <EventLayer place={place} open={place.open} opener={opener.current} />}
      {pendingMove && <SeriesDialog kind="change" {...pendingMove} onAnswer={answer} />}
    </WithActions>
  );
}

function change({ event }: Occurrence, patch: Partial<Fields>, scope: Scope, timeZone: string): void {
  const update = { id: event.id, base: event, scope, patch, mark: randomId() };
  perform(updateEvent, update, { message: updateMessage(currentText(), update, timeZone) });
}

function EmptyNotice({ chosen }: { chosen: Chosen }) {
  const { calendar } = useText();
  const ifCurrent = useIfCurrent();
  const members = useMembers();
  const followed = useFollowed();
  const names = [
    ...members.filter(({ id }) => chosen.memberIds.includes(id)),
    ...[...followed.values()].filter(({ key }) => chosen.calendars.includes(key)),
  ].map(({ name }) => name);
  return (
    <div className="calendar-nothing" role="status">
      <strong>{ifCurrent(names.length > 0 ? calendar.nothingFor(formatNames(names)) : calendar.nothing)}</strong>
      <span>{calendar.nothingHint}</span>
    </div>
  );
}
