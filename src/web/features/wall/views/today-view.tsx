import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { isConnected } from "#web/page/sync.ts";
import { useAsOf, useIfCurrent } from "#web/shell/old-copy.tsx";
import { useHousehold, useMembers, useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeleton, useAbsence } from "#web/ui/display/skeleton.tsx";
import { ChevronRight, CloudOff } from "#web/ui/icons.ts";
import { type Agenda, type AgendaDay, agendaSource, daysOfToday } from "../../calendar/model/agenda.ts";
import { useChoreOccurrences, useTicking } from "../../chores/model/ticking.ts";
import { useMealFacts } from "../../meals/model/use-meal-facts.ts";
import { type Placed, phaseOf, placed } from "../../today/model/placed.ts";
import { minutesUntil, othersOf, titleOf } from "../../today/model/timeline.ts";
import { EventBar, EventPeople } from "../../today/rows.tsx";
import { columnsOf, folded, furtherSteps, hasRows, noParts, type Parts, rowsOf, titleSize } from "../model/folding.ts";
import { People } from "./people.tsx";

type Meal = AgendaDay["meals"][number];
type OnMeal = (meal: Meal) => void;

/** The day of the household on exactly one screen. Parts that do not fit are folded. */
export function TodayView({ onMeal }: { onMeal: OnMeal }) {
  const { common } = useText();
  const { day: today, time: now } = useNow();
  const {
    data: agenda,
    error,
    refetch,
  } = useSource(agendaSource, { from: today, days: daysOfToday }, { keepsFormer: true });
  const isOnline = useStore(isConnected);
  const absence = useAbsence();
  const board = useRef<HTMLDivElement>(null);
  const day = agenda?.days.find(({ date }) => date === today);
  return (
    <div ref={board} className="wall-today page-whole">
      <time className="wall-clock" dateTime={now}>
        {formatTime(now)}
      </time>
      <header className="wall-head">
        <h1 tabIndex={-1}>{formatDay(today, "long")}</h1>
        {!isOnline && <NoConnection />}
      </header>
      {day && agenda ? (
        <Day agenda={agenda} day={day} board={board} onMeal={onMeal} />
      ) : error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : (
        (absence ?? <Outline />)
      )}
    </div>
  );
}

/** Words in the place of the weather. The navigation tells screen readers that the server does not respond. */
function NoConnection() {
  const { wall } = useText();
  return (
    <p className="wall-no-connection" aria-hidden="true">
      <CloudOff /> {[wall.noConnection, useAsOf()].filter(Boolean).join(" · ")}
    </p>
  );
}

function Outline() {
  const { common } = useText();
  return (
    <>
      <div className="wall-left" role="status" aria-label={common.loading}>
        <Skeleton height="10rem" card />
        <Skeleton height="100%" card className="wall-later" />
        <Skeleton height="6.5rem" card />
      </div>
      <div className="wall-people">
        <Skeleton height="100%" card />
      </div>
    </>
  );
}

function Day(props: { agenda: Agenda; day: AgendaDay; board: Board; onMeal: OnMeal }) {
  const { agenda, day, board, onMeal } = props;
  const { today } = useText();
  const { timeZone } = useHousehold();
  const { day: date, time: now } = useNow();
  const members = useMembers();
  const { occurrences = [] } = useChoreOccurrences(date);
  const ticking = useTicking(occurrences);
  const ifCurrent = useIfCurrent();
  const [opened, setOpened] = useState<string | null>(null);
  const size = useSize(board);
  const events = placed(day, timeZone);
  const ahead = events.filter((each) => phaseOf(each, now) !== "past");
  const isTimed = ({ start, end }: Placed) => start !== null || end !== null;
  const running = ahead.findLast((each) => isTimed(each) && phaseOf(each, now) === "now");
  const next = running ?? ahead.find(isTimed) ?? null;
  const later = ahead.filter((each) => each !== next);
  const days = othersOf({ day, overdue: agenda.overdueTasks, occurrences, now, timeZone }, members, null);
  const anyone = days.find(({ memberId }) => memberId === null);
  const columns = columnsOf(
    days.filter(({ memberId }) => memberId !== null),
    size.people,
  );
  const tomorrow = agenda.days.find((each) => each.date > date);
  const earlier = events.length - ahead.length;
  const hasTomorrow = tomorrow ? 1 : 0;
  const left = { ...noParts, meal: hasTomorrow, later: later.length, hasRest: earlier > 0, tomorrow: hasTomorrow };
  const people = columns.map((column) => ({
    ...noParts,
    rows: rowsOf(column, opened, hasRows(members.length)),
    anyone: anyone && anyone.open.length > 0 ? 1 : 0,
  }));
  const texts = [...events.map(({ event }) => event.title), ...days.flatMap(({ open }) => open.map(titleOf))];
  const shown = useFolding(board, size, [left, ...people], texts);
  const [inLeft = noParts, ...inColumns] = shown;
  return (
    <>
      <div className="wall-left" data-fit>
        {next && <Next event={next} now={now} />}
        {events.length === 0 && <p className="wall-none soft">{ifCurrent(today.nothingOn)}</p>}
        <Later events={later} count={inLeft.later} earlier={earlier} />
        <Dinner meals={day.meals} onMeal={onMeal} />
        {tomorrow && inLeft.tomorrow > 0 && <Tomorrow day={tomorrow} isWhole={inLeft.meal > 0} />}
      </div>
      <People
        columns={columns}
        anyone={anyone}
        shown={inColumns}
        ticking={ticking}
        opened={opened}
        onOpen={setOpened}
      />
    </>
  );
}

type Board = { readonly current: HTMLElement | null };
type Size = { readonly key: string; readonly isPortrait: boolean; readonly people: number };

/** Returns the width of all cards of people in rem, and whether the screen is in portrait. `key` changes with the size. */
function useSize(board: Board): Size {
  const [size, setSize] = useState<Size>({ key: "", isPortrait: false, people: 34 });
  useEffect(() => {
    const { current } = board;
    if (!current) return;
    const measure = () => {
      const [rem, isPortrait] = [remOf(current), matchMedia("(orientation: portrait)").matches];
      const { clientWidth, clientHeight } = current;
      const inner = clientWidth / rem - 2.5;
      const key = [clientWidth, clientHeight, rem, document.fonts.status].join(" ");
      setSize((was) => (was.key === key ? was : { key, isPortrait, people: isPortrait ? inner : (inner - 1) / 2 }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    void document.fonts.ready.then(measure);
    return () => observer.disconnect();
  }, [board]);
  return size;
}

function remOf(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element.ownerDocument.documentElement).fontSize);
}

/**
 * Returns what each region of the screen shows, so that none is higher than its place. `all` has what each has, in the
 * order of the elements with `data-fit`. `texts` are the titles, whose lengths decide how high the rows are.
 */
function useFolding(board: Board, size: Size, all: readonly Parts[], texts: readonly string[]): readonly Parts[] {
  const key = JSON.stringify([size.key, all, texts]);
  const [state, setState] = useState<{ readonly key: string; readonly steps: readonly number[] }>({ key, steps: [] });
  const steps = state.key === key ? state.steps : [];
  const regions = all.map((parts, index) => folded(parts, steps[index] ?? 0));
  useLayoutEffect(() => {
    const { current } = board;
    if (!current) return;
    const rem = remOf(current);
    const elements = [...current.querySelectorAll("[data-fit]")];
    const excess = elements.map(({ scrollHeight, clientHeight }) => (scrollHeight - clientHeight - 1) / rem);
    const places = regions.map(({ next }) => next);
    const further = furtherSteps(steps, excess, places, size.isPortrait);
    if (further) setState({ key, steps: further });
  });
  return regions.map(({ parts }) => parts);
}

function Next({ event: { event, start, end }, now }: { event: Placed; now: string }) {
  const { today } = useText();
  const title = event.busyOnly ? today.busy : event.title;
  const isRunning = start === null || start <= now;
  return (
    <section className="wall-next" aria-label={title}>
      <EventBar event={event} />
      <time className="wall-next-time" dateTime={start ?? undefined}>
        {start !== null && formatTime(start)}
      </time>
      <span className="wall-next-when">
        {isRunning ? (end === null ? today.now : today.until(formatTime(end))) : today.soon(minutesUntil(start, now))}
        <EventPeople event={event} size="l" />
      </span>
      <span className={`wall-next-title is-${titleSize(title)}`}>{title}</span>
    </section>
  );
}

function Later({ events, count, earlier }: { events: readonly Placed[]; count: number; earlier: number }) {
  const { today, wall } = useText();
  const later = events.length - count;
  if (events.length + earlier === 0) return null;
  return (
    <ul className="wall-later" style={{ "--rows": count + (later + earlier > 0 ? 1 : 0) }}>
      {events.slice(0, count).map(({ event, start, end }) => (
        <li key={`${event.id} ${event.startsAt}`} className="wall-event">
          {start === null ? (
            <span className="wall-all-day">{end === null ? today.allDay : today.until(formatTime(end))}</span>
          ) : (
            <time dateTime={start}>{formatTime(start)}</time>
          )}
          <EventBar event={event} />
          <b>{event.busyOnly ? today.busy : event.title}</b>
          <EventPeople event={event} size="m" />
        </li>
      ))}
      {later + earlier > 0 && (
        <li>
          <Link href="/calendar" className="wall-event wall-rest">
            <span>{wall.laterAndEarlier(later, earlier)}</span>
            <ChevronRight />
          </Link>
        </li>
      )}
    </ul>
  );
}

function Dinner({ meals, onMeal }: { meals: AgendaDay["meals"]; onMeal: OnMeal }) {
  const { today } = useText();
  const ifCurrent = useIfCurrent();
  const [dinner, ...others] = meals.filter(({ mealType }) => mealType === "dinner");
  if (!dinner) return <p className="wall-none soft">{ifCurrent(today.noDinner)}</p>;
  return <DinnerOf meal={dinner} others={others.map(({ recipe }) => recipe.name)} onMeal={onMeal} />;
}

/** Dinner of today. `others` are the names of further dishes. */
function DinnerOf({ meal, others, onMeal }: { meal: Meal; others: readonly string[]; onMeal: OnMeal }) {
  const { meals: text } = useText();
  const facts = [text.tonight, ...others, ...useMealFacts(meal)].join(" · ");
  const { recipe } = meal;
  const content = (
    <>
      <span className="wall-dinner-picture" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="wall-dinner-text">
        <span className={cx("wall-dinner-name", recipe.name.length > 16 && "is-long")}>{recipe.name}</span>
        <span className="soft">{facts}</span>
      </span>
    </>
  );
  if (meal.quick) return <div className="wall-dinner">{content}</div>;
  return (
    <button type="button" className="wall-dinner" onClick={() => onMeal(meal)}>
      {content}
    </button>
  );
}

/** Tomorrow in at most two lines. Without `isWhole`, the meal and the tasks are folded. */
function Tomorrow({ day, isWhole }: { day: AgendaDay; isWhole: boolean }) {
  const { common, today } = useText();
  const { timeZone } = useHousehold();
  const ifCurrent = useIfCurrent();
  const dinner = day.meals.find(({ mealType }) => mealType === "dinner");
  const due = day.tasks.filter(({ completedAt }) => completedAt === null).length;
  const facts = [dinner ? `${dinner.recipe.emoji} ${dinner.recipe.name}` : "", due > 0 ? today.tasksDue(due) : ""];
  const events = placed(day, timeZone);
  const rest = facts.filter((each) => each !== "").join(" · ");
  const isFolded = !isWhole && events.length > 0;
  return (
    <section className="wall-tomorrow" aria-labelledby="wall-tomorrow">
      <h2 id="wall-tomorrow">{common.tomorrow}</h2>
      {!isFolded && (
        <span className="soft">{rest === "" && events.length === 0 ? ifCurrent(today.nothingPlanned) : rest}</span>
      )}
      {events.length > 0 && (
        <div className={cx(!isFolded && "is-own")}>
          {events.slice(0, 3).map(({ event, start }) => (
            <span key={`${event.id} ${event.startsAt}`}>
              {start !== null && <b>{formatTime(start)}</b>} <span>{event.busyOnly ? today.busy : event.title}</span>
              <EventPeople event={event} size="s" />
            </span>
          ))}
        </div>
      )}
    </section>
  );
}
