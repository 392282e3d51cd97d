/** What the views can do to the calendar around them. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { belongingTo, type Fields } from "../model/draft.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { fromSpan, type Span } from "../model/span.ts";

/** See above. */
export type Actions = {
  readonly open: (occurrence: Occurrence) => void;
  readonly openNew: (span: Span, memberIds: readonly string[]) => void;
  /** Shows a day by itself. */
  readonly openDay: (day: string) => void;
  /** Turns to the next (1) or the previous (−1) days of the view. */
  readonly turn: (direction: 1 | -1) => void;
  /** Changes when something is and whose; asks first how much of a series is meant. */
  readonly change: (occurrence: Occurrence, to: { readonly span: Span; readonly memberIds: readonly string[] }) => void;
};

const ActionsContext = createContext<Actions | null>(null);

/** Gives {@link Actions} to the views below. */
export const WithActions = ActionsContext.Provider;

/** See {@link Actions}. @throws Error outside of the calendar */
export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Views stand inside of the calendar");
  return actions;
}

/** What a move changes of an event; empty where it stays as it is. */
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
