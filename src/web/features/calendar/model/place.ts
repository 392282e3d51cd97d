/** Where somebody is in the calendar: it stands in the address, so that back closes what is open, and links lead there. */
import { useCallback, useMemo } from "preact/hooks";
import { useLocation, useSearch } from "wouter";
import { useToday } from "../../../time/zone.ts";
import { dayMinutes, dayOf, midnightOf, minuteAt, type Span, wallAt } from "./span.ts";

/**
 * What lies over the calendar. An event is named by its id and, of a series, by the instance's original start; `on` is a day on
 * which it happens, where that is not the one that is looked at.
 */
export type Open =
  | {
      readonly kind: "event" | "edit" | "copy";
      readonly id: string;
      readonly at: string | null;
      readonly on: string | null;
    }
  | { readonly kind: "new"; readonly span: Span | null; readonly memberIds: readonly string[] };

/** Where somebody is, and how to go elsewhere. */
export type Place = {
  readonly day: string;
  readonly open: Open | null;
  /** Turns to another day. */
  readonly goTo: (day: string) => void;
  /** Opens something over the calendar, or in the place of what is open. */
  readonly show: (open: Open) => void;
  /** Turns to another day with something open on it. */
  readonly lookAt: (day: string, open: Open) => void;
  /** Closes it again. */
  readonly close: () => void;
};

/** The place that the address names; without a day, today. */
export function usePlace(): Place {
  const [, navigate] = useLocation();
  const search = useSearch();
  const today = useToday();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const asked = query.get("day") ?? "";
  const day = isDay(asked) ? asked : today;
  const open = useMemo(() => openIn(query), [query]);
  const goTo = useCallback((next: string) => navigate(`/calendar?day=${next}`, { replace: true }), [navigate]);
  const show = useCallback(
    (next: Open) => {
      const isOver = isOpenedHere();
      navigate(`/calendar?${new URLSearchParams({ day, ...queryOf(next) })}`, {
        replace: isOver,
        state: { isOver: true },
      });
    },
    [navigate, day],
  );
  const lookAt = useCallback(
    (next: string, over: Open) => {
      navigate(`/calendar?${new URLSearchParams({ day: next, ...queryOf(over) })}`, {
        replace: true,
        state: history.state,
      });
    },
    [navigate],
  );
  const close = useCallback(() => {
    if (isOpenedHere()) history.back();
    else navigate(`/calendar?day=${day}`, { replace: true });
  }, [navigate, day]);
  return useMemo(() => ({ day, open, goTo, show, lookAt, close }), [day, open, goTo, show, lookAt, close]);
}

/** Whether what is open has an entry of its own in the browser's history. */
function isOpenedHere(): boolean {
  return (history.state as { isOver?: boolean } | null)?.isOver === true;
}

function isDay(text: string): boolean {
  return /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(midnightOf(text)) === text;
}

function openIn(query: URLSearchParams): Open | null {
  for (const kind of ["event", "edit", "copy"] as const) {
    const id = query.get(kind);
    if (id) return { kind, id, at: query.get("at"), on: isDay(query.get("on") ?? "") ? query.get("on") : null };
  }
  const from = query.get("new");
  if (from === null) return null;
  return { kind: "new", span: spanIn(from, query.get("until") ?? from), memberIds: query.getAll("who") };
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

function queryOf(open: Open): Record<string, string> {
  if (open.kind !== "new") {
    const { kind, id, at, on } = open;
    return { [kind]: id, ...(at === null ? {} : { at }), ...(on === null ? {} : { on }) };
  }
  const { span, memberIds } = open;
  const who: Record<string, string> = memberIds[0] === undefined ? {} : { who: memberIds[0] };
  if (!span) return { new: "", ...who };
  const text = (minute: number) => (span.allDay ? dayOf(minute) : `${wallAt(minute).day}T${wallAt(minute).time}`);
  return { new: text(span.start), until: text(span.allDay ? span.end - dayMinutes : span.end), ...who };
}
