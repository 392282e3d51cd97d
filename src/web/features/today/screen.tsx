import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { addDays } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useIsWallTablet } from "#web/people/actor.ts";
import { MemberPrompt } from "#web/people/member-prompt.tsx";
import { PeopleFilter } from "#web/people/people-filter.tsx";
import { isAdult } from "#web/people/permissions.ts";
import { BellButton } from "#web/shell/bell.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useIsAdult, useMembers, useNow, useToday, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { Banner, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeleton, useAbsence } from "#web/ui/display/skeleton.tsx";
import { cardClass } from "#web/ui/display/surface.tsx";
import { CalendarPlus, ChevronRight, ListPlus, Star, Unplug, UserPlus } from "#web/ui/icons.ts";
import { accountsSource } from "../calendar/model/accounts.ts";
import { type Agenda, agendaSource } from "../calendar/model/agenda.ts";
import { calendarsSource, isSilent } from "../calendar/model/calendars.ts";
import { useChoreOccurrences } from "../chores/model/ticking.ts";
import { Board, type BoardProps } from "./board.tsx";

/** Screen Today. `onYou` and `onMeal` are described in {@link Board}. */
export function TodayScreen({ onYou, onMeal }: Pick<BoardProps, "onYou" | "onMeal">) {
  const { common } = useText();
  const today = useToday();
  const viewer = useViewer();
  const isWallTablet = useIsWallTablet();
  const mayManage = useIsAdult();
  const { value, replace } = useOverlay("for");
  const chosen = value.for;
  // Yesterday's response includes today, so the change of the day works while the server is unreachable.
  const { data: agenda, error, refetch } = useSource(agendaSource, { from: today, days: 2 }, { keepsFormer: true });
  const chores = useChoreOccurrences(today);
  const day = agenda?.days.find(({ date }) => date === today);
  const isChild = viewer !== null && !isAdult(viewer);
  const hasNoChores = chores.data ? chores.data.chores.length === 0 : chores.error === null;
  const isQuiet = !isWallTablet && agenda !== undefined && day !== undefined && isEmpty(agenda) && hasNoChores;
  const { data: fortnight, error: unsure } = useSource(agendaSource, isQuiet ? { from: today, days: 14 } : null);
  const isNew = isQuiet && chores.data !== undefined && fortnight !== undefined && isEmpty(fortnight);
  // Waits, to avoid layout shifts, for the chores and, in a quiet household, for the fortnight.
  const absence = useAbsence();
  const isUnsure = absence === null && ((!chores.data && !chores.error) || (isQuiet && !fortnight && unsure === null));
  return (
    <div className="today">
      <Header chosen={chosen} onChoose={(id) => replace({ for: id })} />
      {viewer !== null && <CalendarNotes mayManage={mayManage} />}
      {agenda?.truncated && <Banner>{common.tooManyEvents}</Banner>}
      {!day && error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : !day || !agenda || isUnsure ? (
        (absence ?? <Outline />)
      ) : isNew ? (
        <FirstSteps />
      ) : (
        <Board
          day={day}
          tomorrow={agenda.days.find(({ date }) => date === addDays(today, 1))}
          overdue={agenda.overdueTasks}
          chores={chores}
          chosen={chosen}
          first={isChild ? viewer.id : null}
          onYou={onYou}
          onMeal={onMeal}
        />
      )}
      {!isWallTablet && <MemberPrompt />}
    </div>
  );
}

/**
 * Notes about calendars that are not up to date. One note says that the user must sign in to a calendar account again.
 * Adults and the account's member see this note. The other note says that a calendar has not been synchronised for a
 * while. This note is shown only if `mayManage` is true, which means that the viewer is an adult.
 */
function CalendarNotes({ mayManage }: { mayManage: boolean }) {
  const { today } = useText();
  const silent = useSource(calendarsSource, {}).data?.calendars.filter(isSilent) ?? [];
  const isAccountSilent = silent.some(({ provider }) => provider !== null);
  const { data } = useSource(accountsSource, isAccountSilent ? {} : null);
  const waiting = data?.accounts.filter(({ state }) => state === "needs_sign_in") ?? [];
  const isWaiting = ({ provider, memberId }: (typeof silent)[number]) =>
    waiting.some((each) => each.provider === provider && each.memberId === memberId);
  const others = mayManage ? silent.filter((each) => !isWaiting(each)) : [];
  return (
    <>
      {waiting.length > 0 && (
        <CalendarNote href="/settings/calendars?section=accounts">
          {today.signInAgain(waiting.map(({ name }) => name).join(", "))}
        </CalendarNote>
      )}
      {others.length > 0 && (
        <CalendarNote href="/settings/calendars">
          {today.silent(others.map(({ name }) => name).join(", "))}
        </CalendarNote>
      )}
    </>
  );
}

function CalendarNote({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="today-silent soft small">
      <Unplug />
      {children}
    </Link>
  );
}

function isEmpty({ days, overdueTasks }: Agenda): boolean {
  return (
    overdueTasks.length === 0 &&
    days.every(({ events, tasks, chores, checkIns, meals }) =>
      [events, tasks, chores, checkIns, meals].every((each) => each.length === 0),
    )
  );
}

function Header(props: { chosen: string | null; onChoose: (memberId: string | null) => void }) {
  const { today } = useText();
  const { chosen, onChoose } = props;
  const { day, time } = useNow();
  const viewer = useViewer();
  const isWallTablet = useIsWallTablet();
  return (
    <header className="today-header">
      <time className="today-clock" dateTime={time}>
        {formatTime(time)}
      </time>
      <div className="today-date">
        <h1 tabIndex={-1}>{formatDay(day, "long")}</h1>
        <p>{greeting(time, today, viewer?.name ?? null)}</p>
      </div>
      {!isWallTablet && <BellButton />}
      <PeopleFilter
        label={today.whose}
        chosen={chosen === null ? [] : [chosen]}
        onToggle={(id) => onChoose(id === chosen ? null : id)}
      />
    </header>
  );
}

type Words = ReturnType<typeof useText>["today"];

function greeting(time: string, { greetings }: Words, name: string | null): string {
  if (time < "05:00") return greetings.night(name);
  if (time < "12:00") return greetings.morning(name);
  if (time < "18:00") return greetings.afternoon(name);
  return greetings.evening(name);
}

/**
 * Placeholder while the screen Today loads. The placeholder has the layout of the board, so that nothing shifts when
 * the data arrive.
 */
function Outline() {
  const { common } = useText();
  return (
    <div className="today-board" role="status" aria-label={common.loading}>
      <Skeleton height="100%" card className="today-agenda" />
      <Skeleton height="12rem" card className="today-chores" />
      <Skeleton height="12rem" card className="today-tasks" />
      <Skeleton height="12rem" card className="today-side" />
    </div>
  );
}

/**
 * Suggestions for the first steps in a household without any data. The suggestions to add chores and members are shown
 * only to adults, because only adults can add chores and members.
 */
function FirstSteps() {
  const { today } = useText();
  const isAlone = useMembers().length < 2;
  const mayManage = useIsAdult();
  const { steps } = today;
  return (
    <section className="today-steps" aria-labelledby="today-steps">
      <h2 id="today-steps">{steps.title}</h2>
      <p className="soft">{steps.hint}</p>
      <ul>
        {mayManage && isAlone && <Step href="/settings/members" icon={<UserPlus />} {...steps.member} />}
        <Step href="/calendar" icon={<CalendarPlus />} {...steps.event} />
        <Step href="/tasks" icon={<ListPlus />} {...steps.task} />
        {mayManage && <Step href="/chores" icon={<Star />} {...steps.chore} />}
        {mayManage && !isAlone && <Step href="/settings/members" icon={<UserPlus />} {...steps.member} />}
      </ul>
    </section>
  );
}

function Step(props: { href: string; icon: ComponentChildren; title: string; hint: string }) {
  return (
    <li>
      <Link href={props.href} className={`${cardClass()} today-step`}>
        <span className="today-step-icon">{props.icon}</span>
        <span>
          <strong>{props.title}</strong>
          <span className="soft small">{props.hint}</span>
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
