import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { belongingTo, type Fields } from "../model/draft.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { fromSpan, type Span } from "../model/span.ts";

export type Actions = {
  /** Whether the user cannot create, move or edit events, as on a wall tablet. */
  readonly isReadOnly?: boolean;
  /** Opens an event. `button` is the event's button that was pressed. */
  readonly open: (occurrence: Occurrence, button: HTMLElement) => void;
  readonly openNew: (span: Span, memberIds: readonly string[]) => void;
  readonly openDay: (day: string) => void;
  readonly turn: (direction: 1 | -1) => void;
  /**
   * Moves or resizes an event, or gives it to other members. If the event repeats and the user is an adult, a dialog
   * first asks which instances of the series change. If the user is no adult, only this instance changes.
   */
  readonly change: (occurrence: Occurrence, to: { readonly span: Span; readonly memberIds: readonly string[] }) => void;
};

const ActionsContext = createContext<Actions | null>(null);

export const WithActions = ActionsContext.Provider;

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Views need the calendar's actions");
  return actions;
}

/**
 * Returns the fields that a move changes, with their values after the move. Returns an empty object if the move changes
 * nothing.
 */
export function movedFields(
  { event, span }: Occurrence,
  to: { readonly span: Span; readonly memberIds: readonly string[] },
  timeZone: string,
): Partial<Fields> {
  const isSameSpan = span.start === to.span.start && span.end === to.span.end && span.allDay === to.span.allDay;
  const isSameMembers = [...event.memberIds].sort().join() === [...to.memberIds].sort().join();
  const isGeneral = event.memberIds.length > 0 && event.isGeneral;
  return {
    ...(isSameSpan ? {} : fromSpan(to.span, timeZone)),
    ...(isSameMembers ? {} : belongingTo(to.memberIds, isGeneral)),
  };
}
