import { useCallback, useMemo } from "preact/hooks";
import { type Overlay, useOverlay } from "#web/shell/use-overlay.ts";
import { useToday } from "#web/sync/session.ts";
import { dayMinutes, dayOf, midnightOf, minuteAt, type Span, wallAt } from "./span.ts";

/**
 * Sheet that the page's address opens over the calendar. If the opened event is an instance of a series, `at` is the
 * original start of the instance (an instant in time). `on` is the day of the opened event (`YYYY-MM-DD`). Each of
 * `at`, `on` and `span` is null if the address does not contain it.
 */
export type Open =
  | {
      readonly kind: "event" | "edit" | "copy";
      readonly id: string;
      readonly at: string | null;
      readonly on: string | null;
    }
  | { readonly kind: "new"; readonly span: Span | null; readonly memberIds: readonly string[] };

export type CalendarUrl = {
  readonly day: string;
  readonly open: Open | null;
  readonly goTo: (day: string) => void;
  readonly show: (open: Open) => void;
  /** Replaces the open sheet with another sheet, without a new entry in the browser's history. */
  readonly showInstead: (open: Open) => void;
  readonly close: () => void;
  /** Closes the sheet at once. In contrast, `close` is asynchronous, because it goes back in the browser's history. */
  readonly drop: () => void;
};

/**
 * Returns the day and the open sheet that the page's address names, and functions that change them. The default day is
 * today.
 */
export function useCalendarUrl(): CalendarUrl {
  const today = useToday();
  const shown = useOverlay("day");
  const over = useOverlay("event", "edit", "copy", "at", "on", "new", "until", "who");
  const requestedDay = shown.value.day ?? "";
  const day = isDay(requestedDay) ? requestedDay : today;
  const open = useMemo(() => openIn(over.value), [over.value]);
  const { replace: replaceDay } = shown;
  const { open: openOver, replace, close } = over;
  // If the address has no day, the screen follows the date past midnight.
  const goTo = useCallback((next: string) => replaceDay({ day: next === today ? null : next }), [replaceDay, today]);
  const show = useCallback((next: Open) => openOver(queryOf(next)), [openOver]);
  const showInstead = useCallback((next: Open) => replace(queryOf(next)), [replace]);
  const drop = useCallback(() => replace({}), [replace]);
  return useMemo(
    () => ({ day, open, goTo, show, showInstead, close, drop }),
    [day, open, goTo, show, showInstead, close, drop],
  );
}

type Query = Overlay<"event" | "edit" | "copy" | "at" | "on" | "new" | "until" | "who">["value"];

export function isDay(text: string): boolean {
  return /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(midnightOf(text)) === text;
}

function openIn(query: Query): Open | null {
  for (const kind of ["event", "edit", "copy"] as const) {
    const id = query[kind];
    if (id) return { kind, id, at: query.at, on: isDay(query.on ?? "") ? query.on : null };
  }
  if (query.new === null) return null;
  const span = spanIn(query.new, query.until ?? query.new);
  return { kind: "new", span, memberIds: query.who === null ? [] : [query.who] };
}

function spanIn(from: string, until: string): Span | null {
  const [start, end] = [from, until].map(minuteIn);
  if (start === undefined || end === undefined || start === null || end === null) return null;
  const allDay = !from.includes("T");
  return { allDay, start, end: Math.max(start, allDay ? end + dayMinutes : end) };
}

function minuteIn(text: string): number | null {
  const [day = "", time = "00:00"] = text.split("T");
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? minuteAt({ day, time }) : null;
}

function queryOf(open: Open): Partial<Query> {
  if (open.kind !== "new") return { [open.kind]: open.id, at: open.at, on: open.on };
  const { span, memberIds } = open;
  const who = memberIds[0] ?? null;
  if (!span) return { new: "", who };
  const text = (minute: number) => (span.allDay ? dayOf(minute) : `${wallAt(minute).day}T${wallAt(minute).time}`);
  return { new: text(span.start), until: text(span.allDay ? span.end - dayMinutes : span.end), who };
}
