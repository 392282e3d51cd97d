import { useEffect, useMemo, useRef } from "preact/hooks";
import { perform } from "#web/page/undo.ts";
import { memberPrompt, useAsMember } from "#web/people/actor.ts";
import { choreOwners, isAdult, mayTick } from "#web/people/permissions.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useHousehold, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { isColorKey, personHex } from "#web/ui/person-color.ts";
import { agendaSource, daysOfToday } from "../../calendar/model/agenda.ts";
import { completeChore, reopenChore } from "./completing.ts";
import { prepareConfetti, throwConfetti } from "./confetti.ts";
import {
  type ChoreOccurrence,
  isLastOpen,
  obviousCompleter,
  occurrencesOn,
  occurrencesToday,
  sharersOf,
} from "./occurrences.ts";
import { type Chores, choresSource } from "./source.ts";

/**
 * Returns all chores (`data`), and the occurrences on `day`, which is today or an earlier day. Both are undefined while
 * the chores or the members are loading. On an earlier day, `occurrences` is also undefined while the agenda is
 * loading.
 */
export function useChoreOccurrences(day: string): {
  readonly data: Chores | undefined;
  readonly occurrences: readonly ChoreOccurrence[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
} {
  const { timeZone } = useHousehold();
  const today = useToday();
  const isPast = day < today;
  const chores = useSource(choresSource, {});
  // Includes tomorrow, for a midnight while the server is unreachable.
  const agenda = useSource(agendaSource, { from: day, days: isPast ? 1 : daysOfToday }, { keepsFormer: true });
  const readOn = useRef(today);
  useEffect(() => {
    // The server sends no event at midnight.
    if (readOn.current !== today) chores.refetch();
    readOn.current = today;
  }, [today, chores.refetch]);
  const data = useMembers().length === 0 ? undefined : chores.data;
  const rows = agenda.data?.days.find(({ date }) => date === day)?.chores;
  const occurrences = useMemo(() => {
    if (isPast) return data && rows && occurrencesOn(data.chores, rows);
    return data && occurrencesToday(data.chores, rows ?? [], today, timeZone);
  }, [data, rows, isPast, today, timeZone]);
  const error = chores.error ?? (isPast ? agenda.error : null);
  const [refetchChores, refetchAgenda] = [chores.refetch, isPast ? agenda.refetch : null];
  return useMemo(() => {
    const refetch = () => {
      refetchChores();
      refetchAgenda?.();
    };
    return { data, occurrences, error, refetch };
  }, [data, occurrences, error, refetchChores, refetchAgenda]);
}

export type Ticking = {
  /** Whether the viewer may tick the chore. Always true on a shared tablet, which asks who ticks. */
  readonly mayTick: (occurrence: ChoreOccurrence) => boolean;
  /**
   * Completes or reopens a chore. Asks the user first if it is unknown who uses the app or who did the chore. The
   * confetti starts at `card`.
   */
  readonly toggle: (occurrence: ChoreOccurrence, card: Element) => void;
  /** Asks who did the chore, and completes the chore for that member. */
  readonly askWhoCompleted: (occurrence: ChoreOccurrence, card: Element) => void;
};

/**
 * Returns the functions that tick chores. If `fixedMember` is given, this member gets the stars, and the app does not
 * ask who did the chore.
 */
export function useTicking(occurrences: readonly ChoreOccurrence[], fixedMember: string | null = null): Ticking {
  const viewer = useViewer();
  const members = useMembers();
  const asMember = useAsMember();
  const latest = useRef(occurrences);
  latest.current = occurrences;
  useEffect(prepareConfetti, []);
  // Keeps its identity between ticks, so that memoized columns do not render again.
  return useMemo(() => {
    const complete = (occurrence: ChoreOccurrence, memberId: string, card: Element) => {
      const { chore, date, memberId: turnOf } = occurrence;
      perform(completeChore, { id: provisionalId(), choreId: chore.id, name: chore.name, memberId, turnOf, date });
      const color = members.find(({ id }) => id === memberId)?.color ?? "";
      const isAll = isLastOpen(latest.current, occurrence);
      const from = isAll ? (card.closest(".chore-column") ?? card) : card;
      void throwConfetti(from, isColorKey(color) ? [personHex[color]] : [], isAll);
    };
    const askWhoCompleted = (occurrence: ChoreOccurrence, card: Element) =>
      memberPrompt().set({
        about: "completedBy",
        people: sharersOf(occurrence, members),
        hint: `${occurrence.chore.emoji} ${occurrence.chore.name}`,
        answer: ({ id }) => complete(occurrence, id, card),
      });
    const toggle = (occurrence: ChoreOccurrence, card: Element) =>
      asMember(choreOwners(occurrence), (actor) => {
        if (occurrence.completion) return reopen(occurrence);
        const completedBy = fixedMember ?? (isAdult(actor) ? obviousCompleter(occurrence) : actor.id);
        if (completedBy === null) askWhoCompleted(occurrence, card);
        else complete(occurrence, completedBy, card);
      });
    return {
      mayTick: (occurrence: ChoreOccurrence) => mayTick(viewer, choreOwners(occurrence)),
      toggle,
      askWhoCompleted,
    };
  }, [viewer, members, asMember, fixedMember]);
}

function reopen({ chore, date, memberId: turnOf, completion }: ChoreOccurrence): void {
  if (!completion) return;
  const { id: completionId, memberId } = completion;
  perform(reopenChore, { choreId: chore.id, name: chore.name, memberId, turnOf, date, completionId });
}
