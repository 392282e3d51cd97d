import type { CSSProperties } from "preact";
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
import { useActions } from "./actions.ts";
import { colorsOf, Faces, formatSpan, useEventLabel } from "./event-look.tsx";

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

/**
 * Event in a column of the grid. `first` is the member to whom the column belongs, or undefined if the column belongs
 * to no member. An event of several members has stripes in the colours of these members. The colour of `first` comes
 * first.
 */
export function EventBlock(props: {
  occurrence: Occurrence;
  people: readonly Member[];
  first?: Member | undefined;
  place: BlockBounds;
  isDragged: boolean;
}) {
  const { occurrence, people, first, place, isDragged } = props;
  const { event, span, key, from } = occurrence;
  const { open, isReadOnly } = useMovable(event);
  const { moveHelp } = useLabels();
  const { calendar } = useText();
  const labelOf = useEventLabel();
  const { style, ...colors } = colorsOf(people, first, from);
  const others = first ? people.filter((each) => each !== first) : people;
  return (
    <button
      type="button"
      data-key={key}
      aria-description={isReadOnly ? undefined : `${moveHelp} ${calendar.resizeHelp}`}
      {...colors}
      className={cx(
        "calendar-event",
        isDragged && "is-carried",
        event.isUnsure && "is-unsure",
        from && isSilent(from) && "is-stale",
      )}
      style={{ ...style, ...boundsStyle(place) }}
      aria-busy={event.isUnsure || undefined}
      title={labelOf(occurrence)}
      onClick={({ currentTarget }) => open(occurrence, currentTarget)}
    >
      <VisuallyHidden>{labelOf(occurrence)}</VisuallyHidden>
      <Inside title={event.title} span={span} people={others} isRepeating={event.recurring} location={event.location} />
      {!isReadOnly && (place.to === span.end % dayMinutes || place.to === dayMinutes) && <span data-grip="end" />}
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

function Inside(props: {
  title: string;
  span: Span;
  people: readonly Member[];
  isRepeating: boolean;
  location: string | null;
}) {
  return (
    <span className="calendar-event-inside" aria-hidden="true">
      <span className="calendar-event-text">
        <span className="calendar-event-title">{props.title}</span>
        <span className="calendar-event-time">
          {formatTime(timeOf(props.span.start))}
          {props.isRepeating && <Repeat />}
        </span>
        {props.location && <span className="calendar-event-location">{props.location}</span>}
      </span>
      <Faces people={props.people} />
    </span>
  );
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

export function EventBar(props: {
  occurrence: Occurrence;
  people: readonly Member[];
  first?: Member | undefined;
  style: CSSProperties;
  isDragged: boolean;
  /**
   * Sides on which the event continues outside the shown days. `start` means before the first shown day, and `end`
   * means after the last shown day.
   */
  isCut?: { readonly start: boolean; readonly end: boolean };
  isSmall?: boolean;
}) {
  const { occurrence, people, first, isDragged, isCut, isSmall } = props;
  const { event, span, key, from } = occurrence;
  const { open, isReadOnly } = useMovable(event);
  const { moveHelp } = useLabels();
  const { calendar } = useText();
  const labelOf = useEventLabel();
  const { style, ...colors } = colorsOf(people, first, from);
  const hasTime = !isBar(span);
  const look = [hasTime && "calendar-bar-timed", isCut?.start && "is-cut-start", isCut?.end && "is-cut-end"];
  return (
    <button
      type="button"
      data-key={key}
      aria-description={isReadOnly ? undefined : `${moveHelp} ${calendar.resizeHelp}`}
      {...colors}
      className={cx(
        "calendar-bar",
        ...look,
        isDragged && "is-carried",
        event.isUnsure && "is-unsure",
        from && isSilent(from) && "is-stale",
      )}
      style={{ ...style, ...props.style }}
      aria-busy={event.isUnsure || undefined}
      title={labelOf(occurrence, true)}
      onClick={({ currentTarget }) => open(occurrence, currentTarget)}
    >
      <VisuallyHidden>{labelOf(occurrence, true)}</VisuallyHidden>
      {hasTime && (
        <time className="calendar-bar-time" aria-hidden="true">
          {formatTime(timeOf(span.start))}
        </time>
      )}
      <span className="calendar-bar-title" aria-hidden="true">
        {event.title}
      </span>
      {!isSmall && <Faces people={first ? people.filter((each) => each !== first) : people} max={3} />}
      {!isReadOnly && !hasTime && !isCut?.end && <span data-grip="end" />}
    </button>
  );
}
