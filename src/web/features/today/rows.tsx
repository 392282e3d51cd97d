import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useId } from "preact/hooks";
import { Link } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useAsMember } from "#web/people/actor.ts";
import { type AvatarSize, AvatarStack, EverybodyAvatar, isForEverybody, maxFaces } from "#web/people/avatar.tsx";
import { mayTick, taskOwners } from "#web/people/permissions.ts";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { useMembers, useNow, useToday, useViewer } from "#web/sync/session.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { cx } from "#web/ui/cx.ts";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { CalendarRange, ChevronRight, Plus } from "#web/ui/icons.ts";
import { stripesOf } from "#web/ui/person-color.ts";
import { eventAddress } from "../calendar/model/agenda.ts";
import { useFollowed } from "../calendar/model/calendars.ts";
import type { Ticking } from "../chores/model/ticking.ts";
import { Stars } from "../chores/parts/stars.tsx";
import { cellKey } from "../meals/model/plan.ts";
import { recipeAddress, useMealFacts } from "../meals/model/use-meal-facts.ts";
import { Marks } from "../tasks/marks.tsx";
import { setDone } from "../tasks/model/actions.ts";
import type { Placed } from "./model/placed.ts";
import { type Entry, isDone, isOverdue, isRunning } from "./model/timeline.ts";

type Of<Kind extends Entry["kind"]> = Extract<Entry, { kind: Kind }>;

/** Called for a check-in that is to be answered. */
type OnAnswer = (checkIn: Of<"checkIn">["checkIn"]) => void;

/** Functions of the rows: `ticking` ticks chores, and `onAnswer` opens the sheet for the answer to a check-in. */
export type OnTick = (entry: Entry) => void;

export type RowActions = { readonly ticking: Ticking; readonly onAnswer: OnAnswer };

type RowProps = RowActions & {
  readonly entry: Entry;
  /** Text in the place of the time, such as “today” for the first entry of the whole day. */
  readonly word: string | undefined;
  /** Whether the entry has just been ticked, so that its row is about to fold away. */
  readonly isLeaving: boolean;
  /** Called when the user ticks the entry. */
  readonly onTick: OnTick;
};

/**
 * Shows an entry of the day in one line: its time, a marker, its text, and at the end the faces or the emoji. All
 * entries are computed again after each change, so the row compares their records, and renders only if one has changed.
 */
export const Row = memo(function Row({ entry, ticking, onAnswer, word, isLeaving, onTick }: RowProps) {
  const className = cx(isLeaving && "is-leaving", (isLeaving || isDone(entry)) && "is-done");
  switch (entry.kind) {
    case "event":
      return <EventLine entry={entry} word={word} />;
    case "task":
      return (
        <TaskLine
          entry={entry}
          ticking={ticking}
          word={word}
          className={className}
          onTick={onTick}
          isTicked={isLeaving}
        />
      );
    case "chore":
      return <ChoreLine entry={entry} ticking={ticking} word={word} className={className} onTick={onTick} />;
    case "checkIn":
      return <CheckInLine entry={entry} onAnswer={onAnswer} word={word} className={className} />;
    case "dinner":
      return entry.meal ? <DinnerLine meal={entry.meal} time={entry.time} /> : <NoDinnerLine time={entry.time} />;
  }
}, isSameRow);

function isSameRow(former: RowProps, next: RowProps): boolean {
  const [old, values] = [valuesOf(former), valuesOf(next)];
  return old.length === values.length && old.every((value, index) => value === values[index]);
}

/** Returns what a row shows. The records are those of the cache, which keep their identity until they change. */
function valuesOf({ entry, ...actions }: RowProps): readonly unknown[] {
  return Object.values({ ...actions, ...entry, ...(entry.kind === "event" && entry.event) });
}

type LineProps<Kind extends Entry["kind"]> = {
  entry: Of<Kind>;
  word: string | undefined;
  className: string;
};

function Line(props: {
  time: string | null;
  word?: string | undefined;
  className?: string | undefined;
  /** Id of the element that shows the time. */
  id?: string;
  children: ComponentChildren;
}) {
  const { time, word = "", className, id, children } = props;
  return (
    <li className={cx("day-row", time === null && "day-row-whole", className)}>
      {time === null ? (
        <span className="day-time day-time-word" id={id}>
          {word}
        </span>
      ) : (
        <time className="day-time" dateTime={time} id={id}>
          {formatTime(time)}
        </time>
      )}
      {children}
    </li>
  );
}

/** Colours of an event as a bar: those of its calendar or of its members. */
export function EventBar({ event }: Pick<Placed, "event">) {
  const people = useMembers().filter(({ id }) => event.memberIds.includes(id));
  const from = useFollowed().get(event.calendar.key);
  const colors = from?.color ? [from.color] : people.map(({ color }) => color);
  const stripes = colors.length > 0 ? stripesOf(colors) : undefined;
  return <span className="day-bar" style={{ backgroundImage: stripes }} aria-hidden="true" />;
}

/** Faces of an event's people, or the disc of all colours. `without` is the member in whose day the event is shown. */
export function EventPeople({ event, size, without }: Pick<Placed, "event"> & { size: AvatarSize; without?: string }) {
  const { common } = useText();
  const members = useMembers();
  const people = members.filter(({ id }) => event.memberIds.includes(id));
  const isFollowed = useFollowed().has(event.calendar.key);
  if (isForEverybody(people, members, isFollowed)) {
    return <EverybodyAvatar people={members} size={size} label={common.everybody} />;
  }
  return <AvatarStack people={people.filter(({ id }) => id !== without)} size={size} max={maxFaces} />;
}

function EventLine({ entry: { event: placed }, word }: Omit<LineProps<"event">, "className">) {
  const { today } = useText();
  const day = useToday();
  const viewer = useViewer();
  const { event, start, end } = placed;
  const { time: now } = useNow();
  const isNow = isRunning({ key: "", kind: "event", time: null, event: placed }, now);
  const fromEarlier = end === null ? today.allDay : isNow ? today.now : "";
  const until = start === null && end !== null ? today.until(formatTime(end)) : "";
  return (
    <Line time={start} word={word ?? fromEarlier}>
      <EventBar event={event} />
      <span className="day-text">
        <Link href={eventAddress(event, day)} className="day-title day-cover">
          {event.busyOnly ? today.busy : event.title}
        </Link>
        <Facts facts={[until, event.location ?? ""]} />
      </span>
      <span className="day-end">
        <EventPeople event={event} size="s" {...(viewer && { without: viewer.id })} />
      </span>
    </Line>
  );
}

function Facts(props: { facts?: readonly string[]; id?: string; children?: ComponentChildren }) {
  const { facts, id, children } = props;
  const shown = (facts ?? []).filter((each) => each !== "");
  if (shown.length === 0 && !children) return null;
  return (
    <span className="day-facts" id={id}>
      {shown.map((each) => (
        <span key={each}>{each}</span>
      ))}
      {children}
    </span>
  );
}

/**
 * Checkbox of a task or chore. Null for other entries, which are not ticked. `isTicked` is true for an overdue task that
 * has just been ticked, because the agenda no longer has the task then.
 */
export function Tick(props: {
  entry: Entry;
  ticking: Ticking;
  onTick: OnTick;
  isTicked?: boolean;
  /** Ids of the elements that show the time and the lateness. */
  describedBy?: string;
}) {
  const { entry, ticking, onTick, isTicked = false, describedBy } = props;
  const viewer = useViewer();
  const asMember = useAsMember();
  if (entry.kind === "task") {
    const { task } = entry;
    const owners = taskOwners(task);
    return (
      <Checkbox
        aria-label={task.label}
        aria-describedby={describedBy}
        checked={isTicked || task.completedAt !== null}
        disabled={!mayTick(viewer, owners)}
        onChange={(isDone) =>
          asMember(owners, () => {
            onTick(entry);
            setDone(task, isDone);
          })
        }
      />
    );
  }
  if (entry.kind !== "chore") return null;
  const { occurrence } = entry;
  return (
    <Checkbox
      aria-label={occurrence.chore.name}
      aria-describedby={describedBy}
      checked={occurrence.completion !== null}
      disabled={!ticking.mayTick(occurrence)}
      onChange={() => {}}
      onClick={(event) => ticking.toggle(occurrence, event.currentTarget)}
    />
  );
}

/** Shows since when a task or chore is overdue. Null for any other entry. */
export function Late({ entry }: Pick<RowProps, "entry">) {
  const { chores } = useText();
  const since = lateSince(entry);
  return since === null ? null : <span className="day-late">{chores.since(formatDay(since))}</span>;
}

function lateSince(entry: Entry): string | null {
  if (isDone(entry) || !isOverdue(entry)) return null;
  return entry.kind === "task" ? entry.task.dueDate : entry.occurrence.date;
}

type TickedLine<Kind extends Entry["kind"]> = LineProps<Kind> & { ticking: Ticking; onTick: OnTick };

function TaskLine(props: TickedLine<"task"> & { isTicked: boolean }) {
  const { entry, ticking, word, className, onTick, isTicked } = props;
  const id = useId();
  const { task, isOverdue, time } = entry;
  const mark = task.isPriority || task.notes !== null;
  return (
    <Line time={time} word={word} className={className} id={id}>
      <Tick entry={entry} ticking={ticking} onTick={onTick} isTicked={isTicked} describedBy={`${id} ${id}-facts`} />
      <span className="day-text">
        <span className="day-title">{task.label}</span>
        {(isOverdue || mark) && (
          <Facts id={`${id}-facts`}>
            <Late entry={entry} />
            <Marks task={task} />
          </Facts>
        )}
      </span>
    </Line>
  );
}

function ChoreLine({ entry, ticking, word, className, onTick }: TickedLine<"chore">) {
  const id = useId();
  const { occurrence, time } = entry;
  const { chore } = occurrence;
  const isLate = lateSince(entry) !== null;
  return (
    <Line time={time} word={word} className={className} id={id}>
      <Tick entry={entry} ticking={ticking} onTick={onTick} describedBy={`${id} ${id}-facts`} />
      <span className="day-text">
        <span className="day-title">{chore.name}</span>
        {(chore.stars > 0 || isLate) && (
          <Facts id={`${id}-facts`}>
            {chore.stars > 0 && <Stars count={chore.stars} />}
            <Late entry={entry} />
          </Facts>
        )}
      </span>
      <span className="day-end" aria-hidden="true">
        {chore.emoji}
      </span>
    </Line>
  );
}

/** An adult sees the name of another member's check-in, because the question is for that member. */
function CheckInLine({ entry, onAnswer, word, className }: LineProps<"checkIn"> & Pick<RowActions, "onAnswer">) {
  const viewer = useViewer();
  const { checkIn, time } = entry;
  const title = checkIn.memberId === viewer?.id ? checkIn.question : checkIn.name;
  const isAsked = time === null && !isDone(entry) && mayTick(viewer, [checkIn.memberId]);
  return (
    <Line time={time} word={word} className={className}>
      <span className="day-emoji" aria-hidden="true">
        💬
      </span>
      <span className="day-text">
        {isAsked ? (
          <button type="button" className="day-title day-ask day-cover" onClick={() => onAnswer(checkIn)}>
            {title}
          </button>
        ) : (
          <span className="day-title">{title}</span>
        )}
      </span>
      {isAsked && (
        <span className="day-end">
          <ChevronRight />
        </span>
      )}
    </Line>
  );
}

function DinnerLine({ meal, time }: { meal: NonNullable<Of<"dinner">["meal"]>; time: string | null }) {
  const { today } = useText();
  const facts = useMealFacts(meal);
  const { recipe } = meal;
  return (
    <Line time={time} className="day-row-meal">
      <span className="day-picture" aria-hidden="true">
        {recipe.photo ? <img src={recipe.photo.url} alt="" decoding="async" /> : recipe.emoji}
      </span>
      <span className="day-text">
        <Link
          href={meal.quick ? addressOf({ type: "meal", id: meal.id }) : recipeAddress(meal)}
          className="day-title day-cover"
        >
          <VisuallyHidden>{today.dinner}: </VisuallyHidden>
          {recipe.name}
        </Link>
        <Facts facts={facts} />
      </span>
      <span className="day-end">
        <Link href="/meals" className="icon-button" aria-label={today.weekMeals}>
          <CalendarRange />
        </Link>
      </span>
    </Line>
  );
}

function NoDinnerLine({ time }: { time: string | null }) {
  const { today } = useText();
  const ifCurrent = useIfCurrent();
  const cell = cellKey({ date: useToday(), mealType: "dinner" });
  return (
    <Line time={time} className="day-row-meal">
      <span className="day-picture is-none" aria-hidden="true">
        <Plus />
      </span>
      <span className="day-text">
        <Link href={`/meals?cell=${cell}`} className="day-title day-ask day-cover">
          {today.planDinner}
        </Link>
        <Facts facts={[ifCurrent(today.noDinner)]} />
      </span>
    </Line>
  );
}
