import type { ComponentChildren } from "preact";
import { Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { later } from "#web/page/lazy.ts";
import { MemberPrompt } from "#web/people/member-prompt.tsx";
import { isAdult } from "#web/people/permissions.ts";
import { BellButton } from "#web/shell/bell.tsx";
import { useAsOf } from "#web/shell/old-copy.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useHousehold, useIsAdult, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { Banner, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeleton, useAbsence } from "#web/ui/display/skeleton.tsx";
import { Card, cardClass, Kbd } from "#web/ui/display/surface.tsx";
import { CalendarPlus, ChevronRight, ListPlus, Plus, Star, Unplug, UserPlus } from "#web/ui/icons.ts";
import { accountsSource } from "../calendar/model/accounts.ts";
import { type Agenda, type AgendaCheckIn, agendaSource, daysOfToday } from "../calendar/model/agenda.ts";
import { calendarsSource, isSilent } from "../calendar/model/calendars.ts";
import { inPresetWords } from "../check-ins/model/preset-words.ts";
import { useChoreOccurrences, useTicking } from "../chores/model/ticking.ts";
import { Stars } from "../chores/parts/stars.tsx";
import { AheadCard } from "./ahead-card.tsx";
import { DayCard } from "./day-card.tsx";
import { othersOf, timelineOf } from "./model/timeline.ts";
import { OthersCard } from "./others-card.tsx";

const AnswerSheet = later(({ AnswerSheet: sheet }) => sheet);

/** Screen Today: the viewer's day as one list, one line for each other person, and the days ahead. */
export function TodayScreen() {
  const { common, checkIns } = useText();
  const { timeZone } = useHousehold();
  const { day: today, time: now } = useNow();
  const viewer = useViewer();
  const members = useMembers();
  const mayManage = useIsAdult();
  // Yesterday's response includes today, so the change of the day works while the server is unreachable.
  const {
    data: agenda,
    error,
    refetch,
  } = useSource(agendaSource, { from: today, days: daysOfToday }, { keepsFormer: true });
  const chores = useChoreOccurrences(today);
  const ticking = useTicking(chores.occurrences ?? []);
  const [answering, setAnswering] = useState<AgendaCheckIn | null>(null);
  const found = agenda?.days.find(({ date }) => date === today);
  const day = found && {
    ...found,
    checkIns: found.checkIns.map((each) => inPresetWords(each, checkIns.presetWords)),
  };
  const hasNoChores = chores.data ? chores.data.chores.length === 0 : chores.error === null;
  const isQuiet = agenda !== undefined && day !== undefined && isEmpty(agenda) && hasNoChores;
  const { data: fortnight, error: unsure } = useSource(agendaSource, isQuiet ? { from: today, days: 14 } : null);
  const isNew = isQuiet && chores.data !== undefined && fortnight !== undefined && isEmpty(fortnight);
  // Waits, to avoid layout shifts, for the chores and, in a quiet household, for the fortnight.
  const absence = useAbsence();
  const isUnsure = absence === null && ((!chores.data && !chores.error) || (isQuiet && !fortnight && unsure === null));
  const { overdueTasks: overdue = [] } = agenda ?? {};
  const sources = day && { day, overdue, occurrences: chores.occurrences ?? [], now, timeZone };
  const timeline = sources && viewer ? timelineOf(sources, viewer.id) : null;
  const isChild = viewer !== null && !isAdult(viewer);
  const stars = isChild
    ? (chores.data?.starBalances.find(({ memberId }) => memberId === viewer.id)?.stars ?? null)
    : null;
  const rows = { ticking, onAnswer: setAnswering };
  return (
    <div className="today">
      <Header left={timeline && timeline.left + timeline.done.length > 0 ? timeline.left : null} stars={stars} />
      <CalendarNotes mayManage={mayManage} />
      {agenda?.truncated && <Banner>{common.tooManyEvents}</Banner>}
      {!day && error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : !sources || !timeline || !viewer || isUnsure ? (
        (absence ?? <Outline />)
      ) : isNew ? (
        <FirstSteps />
      ) : (
        <div className="today-body">
          {chores.error && !chores.data && <ErrorNotice title={common.couldNotLoad} onRetry={chores.refetch} />}
          <DayCard timeline={timeline} isChild={isChild} {...rows} />
          <div className="today-side">
            <OthersCard days={othersOf(sources, members, viewer.id)} {...rows} />
            <AheadCard days={agenda?.days.filter(({ date }) => date > today) ?? []} />
          </div>
        </div>
      )}
      {answering && (
        <Suspense fallback={null}>
          <AnswerSheet slot={answering} onClose={() => setAnswering(null)} />
        </Suspense>
      )}
      <MemberPrompt />
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
      <span>{children}</span>
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

/** `left` counts what is open, and is null if nothing was to be done. `stars` is the balance of a child, and null for adults. */
function Header({ left, stars }: { left: number | null; stars: number | null }) {
  const { today } = useText();
  const { day, time } = useNow();
  const viewer = useViewer();
  const asOf = useAsOf();
  const lineOf = (start: string, isLeftKnown: boolean) =>
    [start, left !== null && isLeftKnown && today.left(left)].filter(Boolean).join(" · ");
  const greeted = lineOf(greeting(time, today, viewer?.name ?? null), true);
  return (
    <header className="today-header">
      <div>
        <h1 tabIndex={-1}>{formatDay(day, "long")}</h1>
        <p className="day-facts">
          {asOf === null ? (
            <span>{greeted}</span>
          ) : (
            // The greeting stays as an invisible box, so that nothing below moves. An old copy does not know whether
            // all is done.
            <span className="today-aged" data-former={greeted}>
              <span>{lineOf(asOf, left !== 0)}</span>
            </span>
          )}
          {stars !== null && <Stars count={stars} />}
        </p>
      </div>
      <AddField />
      <BellButton />
    </header>
  );
}

/** Field on wide screens that opens the sheet for adding. Phones have the round button instead. */
function AddField() {
  const { today } = useText();
  const { open } = useOverlay("over");
  return (
    <button type="button" className="today-add" aria-keyshortcuts="n" onClick={() => open({ over: "add" })}>
      <Plus />
      <span>{today.add}</span>
      <span aria-hidden="true">
        <Kbd>N</Kbd>
      </span>
    </button>
  );
}

type Words = ReturnType<typeof useText>["today"];

function greeting(time: string, { greetings }: Words, name: string | null): string {
  if (time < "05:00") return greetings.night(name);
  if (time < "12:00") return greetings.morning(name);
  if (time < "18:00") return greetings.afternoon(name);
  return greetings.evening(name);
}

/** Placeholder while the screen Today loads, with the shapes of the screen, so that nothing shifts. */
function Outline() {
  const { common } = useText();
  return (
    <div className="today-body" role="status" aria-label={common.loading}>
      <Card className="day">
        <Skeleton height="6rem" />
        {["a", "b", "c", "d"].map((key) => (
          <div key={key} className="day-row">
            <Skeleton height="1.75rem" width="1.75rem" className="day-outline" />
            <Skeleton height="1rem" />
          </div>
        ))}
      </Card>
      <div className="today-side">
        <Skeleton height="17rem" card />
      </div>
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
