import type { ComponentChildren, CSSProperties } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import type { Member } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { useLabels } from "#web/ui/display/labels.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { Repeat } from "#web/ui/icons.ts";
import { isSilent } from "../model/calendars.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { dayMinutes, isBar, type Span, timeOf } from "../model/span.ts";
import { formatSpan } from "../model/when.ts";
import { useActions } from "./actions.ts";
import { colorsOf, Faces, useEventLabel } from "./event-look.tsx";

/**
 * Position of an event in a column. `from` and `to` are minutes of the day; `left` and `width` are fractions of the
 * width of the column.
 */
export type BlockBounds = { readonly from: number; readonly to: number; readonly left: number; readonly width: number };

/** Minimum height of an event in the grid, in minutes. Shorter events are drawn at this height. */
export const minMinutes = 30;

export function boundsStyle({ from, to, left, width }: BlockBounds): CSSProperties {
  const start = Math.min(from, dayMinutes - minMinutes);
  const percent = (part: number) => `${part * 100}%`;
  return {
    insetBlockStart: percent(start / dayMinutes),
    blockSize: percent(Math.max(to - start, minMinutes) / dayMinutes),
    insetInlineStart: percent(left),
    inlineSize: percent(width),
    "--minutes": Math.max(to - start, minMinutes),
  } as CSSProperties;
}

type EventProps = {
  occurrence: Occurrence;
  people: readonly Member[];
  first?: Member | undefined;
  isDragged: boolean;
  /** Whether the column already says that the event is for everybody, so that the event does not say it again. */
  isInColumnOfAll?: boolean;
};

/**
 * Event in a column of the grid. `first` is the member to whom the column belongs, or undefined if the column belongs
 * to no member. An event of several members has stripes in the colours of these members. The colour of `first` comes
 * first.
 */
export function EventBlock({ place, ...props }: EventProps & { place: BlockBounds }) {
  const { event, span } = props.occurrence;
  return (
    <EventButton
      {...props}
      className="calendar-event"
      style={boundsStyle(place)}
      hasGrip={place.to === span.end % dayMinutes || place.to === dayMinutes}
    >
      {(faces) => (
        <span className="calendar-event-inside" aria-hidden="true">
          <span className="calendar-event-text">
            <span className="calendar-event-title">{event.title}</span>
            <span className="calendar-event-time">
              {formatTime(timeOf(span.start))}
              {event.recurring && <Repeat />}
            </span>
            {event.location && <span className="calendar-event-location">{event.location}</span>}
          </span>
          {faces}
        </span>
      )}
    </EventButton>
  );
}

type ButtonProps = EventProps & {
  className: string;
  style: CSSProperties;
  /** Whether the end of the event can be dragged, if the event can be moved. */
  hasGrip: boolean;
  hasDays?: boolean;
  children: (faces: ComponentChildren) => ComponentChildren;
};

/** Button that shows an event and opens it. `hasDays` adds the days of the event to its label. */
function EventButton(props: ButtonProps) {
  const { occurrence, people, first, isDragged, isInColumnOfAll, className, hasGrip, hasDays, children } = props;
  const { event, key, from } = occurrence;
  const { open, isReadOnly } = useMovable(event);
  const { moveHelp } = useLabels();
  const { calendar } = useText();
  const label = useEventLabel()(occurrence, hasDays);
  const { style, ...colors } = colorsOf(people, first, from);
  const others = first ? people.filter((each) => each !== first) : people;
  return (
    <button
      type="button"
      data-key={key}
      aria-description={isReadOnly ? undefined : `${moveHelp} ${calendar.resizeHelp}`}
      {...colors}
      className={cx(
        className,
        isDragged && "is-carried",
        event.isUnsure && "is-unsure",
        from && isSilent(from) && "is-stale",
      )}
      style={{ ...style, ...props.style }}
      aria-busy={event.isUnsure || undefined}
      title={label}
      onClick={({ currentTarget }) => open(occurrence, currentTarget)}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      {children(<Faces occurrence={occurrence} people={others} isInColumnOfAll={isInColumnOfAll} />)}
      {!isReadOnly && hasGrip && <span data-grip="end" />}
    </button>
  );
}

/**
 * Returns the function that opens an event, and whether the event is read-only. The user can open a read-only event,
 * but cannot move it. Events of followed calendars are always read-only. On a wall tablet, for example, all events are
 * read-only.
 */
function useMovable({ readOnly }: Occurrence["event"]) {
  const { open, isReadOnly = false } = useActions();
  return { open, isReadOnly: isReadOnly || readOnly };
}

export function PreviewBlock({ title, span, people, place }: PreviewLook & { place: BlockBounds }) {
  const text = useText();
  const { style, ...colors } = colorsOf(people);
  return (
    <div
      {...colors}
      className="calendar-event calendar-ghost"
      style={{ ...style, ...boundsStyle(place) }}
      aria-hidden="true"
    >
      <span className="calendar-event-inside">
        <span className="calendar-event-text">
          <span className="calendar-event-title">{title || text.calendar.newEvent}</span>
          <span className="calendar-event-time">{formatSpan(span, text)}</span>
        </span>
      </span>
    </div>
  );
}

export type PreviewLook = { readonly title: string; readonly span: Span; readonly people: readonly Member[] };

export function EventBar({
  isCut,
  lines,
  ...props
}: EventProps & {
  style: CSSProperties;
  /**
   * Sides on which the event continues outside the shown days. `start` means before the first shown day, and `end`
   * means after the last shown day.
   */
  isCut?: { readonly start: boolean; readonly end: boolean };
  /** Number of lines of the title. */
  lines?: 1 | 2;
}) {
  const { event, span } = props.occurrence;
  const hasTime = !isBar(span);
  const look = [
    hasTime && "calendar-bar-timed",
    lines === 2 && "is-two",
    isCut?.start && "is-cut-start",
    isCut?.end && "is-cut-end",
  ];
  return (
    <EventButton {...props} className={cx("calendar-bar", ...look)} hasGrip={!hasTime && !isCut?.end} hasDays>
      {(faces) => (
        <>
          <span className="calendar-bar-text" aria-hidden="true">
            {hasTime && <time className="calendar-bar-time">{formatTime(timeOf(span.start))}</time>}
            <span className="calendar-bar-title">{event.title}</span>
          </span>
          {faces}
        </>
      )}
    </EventButton>
  );
}
