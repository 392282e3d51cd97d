/** Actions of the calendar that its views call. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { belongingTo, type Fields } from "../model/draft.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { fromSpan, type Span } from "../model/span.ts";

export type Actions = {
  readonly open: (occurrence: Occurrence) => void;
  readonly openNew: (span: Span, memberIds: readonly string[]) => void;
  readonly openDay: (day: string) => void;
  /** Turns to the next (1) or the previous (−1) days of the view. */
  readonly turn: (direction: 1 | -1) => void;
  /** Changes the time and the members of an event; asks first which instances of a series are meant. */
  readonly change: (occurrence: Occurrence, to: { readonly span: Span; readonly memberIds: readonly string[] }) => void;
};

const ActionsContext = createContext<Actions | null>(null);

export const WithActions = ActionsContext.Provider;

/** @throws Error outside of the calendar */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Views stand inside of the calendar");
  return actions;
}

/** The fields that a move changes; empty if it changes nothing. */
export function movedFields(
  { event, span }: Occurrence,
  to: { readonly span: Span; readonly memberIds: readonly string[] },
  timeZone: string,
): Partial<Fields> {
  const isStill = span.start === to.span.start && span.end === to.span.end && span.allDay === to.span.allDay;
  const isSameHands = [...event.memberIds].sort().join() === [...to.memberIds].sort().join();
  const isGeneral = event.memberIds.length > 0 && event.isGeneral;
  return {
    ...(isStill ? {} : fromSpan(to.span, timeZone)),
    ...(isSameHands ? {} : belongingTo(to.memberIds, isGeneral)),
  };
}
