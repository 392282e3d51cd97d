import { useId, useState } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { useNow, useToday, useViewer } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { Card } from "#web/ui/display/surface.tsx";
import { Check, ChevronDown } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { eventAddress } from "../calendar/model/agenda.ts";
import { DayRows } from "./day-rows.tsx";
import { type Entry, isRunning, minutesUntil, type Timeline, titleOf } from "./model/timeline.ts";
import { EventBar, EventPeople, type OnTick, type RowActions, Tick } from "./rows.tsx";
import { useLeaving } from "./use-leaving.ts";

/** Number of entries for the whole day that are shown before “5 more”. */
const maxWholeDay = 7;

/**
 * Card of the viewer's day: what is next, what is for the whole day, what has a time, and folded what is done or past.
 */
export function DayCard(props: { timeline: Timeline; isChild: boolean } & RowActions) {
  const { timeline, isChild, ticking, onAnswer } = props;
  const { today, common } = useText();
  const viewer = useViewer();
  const [isWhole, setWhole] = useState(false);
  const { next, wholeDay, timed, done, past } = timeline;
  // A ticked entry stays in the head for a moment, so that a second tap does not tick the entry after it.
  const headRows = useLeaving(next ? [next] : [], done);
  const [head] = headRows.rows;
  const hidden = isWhole ? 0 : Math.max(wholeDay.length - maxWholeDay, 0);
  const shown = wholeDay.slice(0, wholeDay.length - hidden);
  return (
    <Card
      className={cx("day", isChild && "day-child")}
      role="region"
      aria-label={common.nav.today}
      {...personAttributes(viewer?.color)}
    >
      {head ? (
        <Next key={head.entry.key} {...head} ticking={ticking} onTick={headRows.onTick} />
      ) : (
        <Quiet timeline={timeline} />
      )}
      <DayRows
        entries={[...shown, ...timed]}
        done={done}
        word={shown.length > 0 ? today.wholeDay : undefined}
        ticking={ticking}
        onAnswer={onAnswer}
        more={hidden > 0 && { after: shown.length, count: hidden, show: () => setWhole(true) }}
      />
      {done.length + past.length > 0 && <Fold done={done} past={past} ticking={ticking} onAnswer={onAnswer} />}
    </Card>
  );
}

/** Head of the card: the event that runs, or the next entry that has a time. */
function Next(props: { entry: Entry; isLeaving: boolean; ticking: RowActions["ticking"]; onTick: OnTick }) {
  const { entry, isLeaving, ticking, onTick } = props;
  const { today } = useText();
  const { time } = useNow();
  const label = isRunning(entry, time) ? today.now : today.nextIn(minutesUntil(entry.time ?? time, time));
  if (entry.kind === "event") return <NextEvent entry={entry} label={label} />;
  return (
    <div className="day-next">
      <Tick entry={entry} ticking={ticking} onTick={onTick} isTicked={isLeaving} />
      <span className="day-next-label">{label}</span>
      <span className="day-next-title">{titleOf(entry)}</span>
      <span className="day-facts">{entry.time !== null && formatTime(entry.time)}</span>
    </div>
  );
}

function NextEvent({ entry, label }: { entry: Extract<Entry, { kind: "event" }>; label: string }) {
  const { today } = useText();
  const day = useToday();
  const viewer = useViewer();
  const { event, start, end } = entry.event;
  const from = start === null ? "" : formatTime(start);
  const until = end === null || end === start ? "" : formatTime(end);
  return (
    <Link href={eventAddress(event, day)} className="day-next">
      <EventBar event={event} />
      <span className="day-next-label">{label}</span>
      <span className="day-next-title">{event.busyOnly ? today.busy : event.title}</span>
      <span className="day-facts">
        <span>{from === "" ? today.until(until) : [from, until].filter(Boolean).join(" – ")}</span>
        {event.location && <span>{event.location}</span>}
      </span>
      <EventPeople event={event} size="m" {...(viewer && { without: viewer.id })} />
    </Link>
  );
}

/** Head of a day on which nothing more has a time. */
function Quiet({ timeline: { left, done, past, wholeDay, timed } }: { timeline: Timeline }) {
  const { today } = useText();
  const { time } = useNow();
  const ifCurrent = useIfCurrent();
  const isNothing = done.length + past.length === 0;
  const dinner = timed.find((entry) => entry.kind === "dinner" && entry.meal !== null && (entry.time ?? "") > time);
  // What is left, and events of the whole day, are in the rows.
  if (left + wholeDay.length > 0) return null;
  return (
    <div className="day-next is-quiet">
      <span className="day-next-face" aria-hidden="true">
        {isNothing ? "🌿" : "🎉"}
      </span>
      <span className="day-next-title">{ifCurrent(isNothing ? today.nothingOn : today.allDoneForNow)}</span>
      <span className="day-facts">
        {dinner?.time ? today.nextDinner(formatTime(dinner.time)) : isNothing ? today.orLeaveIt : ""}
      </span>
    </div>
  );
}

function Fold({ done, past, ...actions }: Pick<Timeline, "done" | "past"> & RowActions) {
  const { today } = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="day-fold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Check />
        {today.doneAndPast(done.length, past.length)}
        <ChevronDown />
      </button>
      {isOpen && <DayRows id={id} entries={[...past, ...done]} done={[]} {...actions} />}
    </>
  );
}
