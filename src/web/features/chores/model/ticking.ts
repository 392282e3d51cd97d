import { useEffect, useMemo, useRef } from "preact/hooks";
import { perform } from "#web/page/undo.ts";
import { question, useActAs } from "#web/people/actor.ts";
import { choreOwners, isAdult, mayTick } from "#web/people/permissions.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useHousehold, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { isColorKey, personHex } from "#web/ui/person-color.ts";
import { agendaSource } from "../../calendar/model/agenda.ts";
import { completeChore, reopenChore } from "./completing.ts";
import { prepareConfetti, throwConfetti } from "./confetti.ts";
import { type Duty, dutiesOn, dutiesToday, isLastOpen, obviousDoer, sharersOf } from "./duties.ts";
import { type Chores, choresSource } from "./source.ts";

/** Returns the chores of today or of an earlier day. Undefined while the chores or the members are loading. */
export function useDuties(day: string): {
  readonly data: Chores | undefined;
  readonly duties: readonly Duty[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
} {
  const { timeZone } = useHousehold();
  const today = useToday();
  const isPast = day < today;
  const chores = useSource(choresSource, {});
  // Includes tomorrow, for a midnight while the server is unreachable.
  const agenda = useSource(agendaSource, { from: day, days: isPast ? 1 : 2 }, { keepsFormer: true });
  const readOn = useRef(today);
  useEffect(() => {
    // The server sends no event at midnight.
    if (readOn.current !== today) chores.refetch();
    readOn.current = today;
  }, [today, chores.refetch]);
  const data = useMembers().length === 0 ? undefined : chores.data;
  const rows = agenda.data?.days.find(({ date }) => date === day)?.chores;
  const duties = useMemo(() => {
    if (isPast) return data && rows && dutiesOn(data.chores, rows);
    return data && dutiesToday(data.chores, rows ?? [], today, timeZone);
  }, [data, rows, isPast, today, timeZone]);
  const error = chores.error ?? (isPast ? agenda.error : null);
  const [refetchChores, refetchAgenda] = [chores.refetch, isPast ? agenda.refetch : null];
  return useMemo(() => {
    const refetch = () => {
      refetchChores();
      refetchAgenda?.();
    };
    return { data, duties, error, refetch };
  }, [data, duties, error, refetchChores, refetchAgenda]);
}

export type Ticking = {
  /** Whether the viewer may tick the chore. Always true on a shared tablet, which asks who ticks. */
  readonly mayTick: (duty: Duty) => boolean;
  /**
   * Completes or reopens a chore. If the acting member or the doer of the chore is unknown, asks for this member first.
   * The confetti starts at `card`.
   */
  readonly toggle: (duty: Duty, card: Element) => void;
  /** Asks who did the chore, and completes the chore for that member. */
  readonly askDoer: (duty: Duty, card: Element) => void;
};

/** Returns the functions that tick chores. If `doer` is given, nobody is asked, and this member gets the stars. */
export function useTicking(duties: readonly Duty[], doer: string | null = null): Ticking {
  const viewer = useViewer();
  const members = useMembers();
  const actAs = useActAs();
  const latest = useRef(duties);
  latest.current = duties;
  useEffect(prepareConfetti, []);
  // Keeps its identity between ticks, so that memoized columns do not render again.
  return useMemo(() => {
    const complete = (duty: Duty, memberId: string, card: Element) => {
      const { chore, date, memberId: turnOf } = duty;
      perform(completeChore, { id: provisionalId(), choreId: chore.id, name: chore.name, memberId, turnOf, date });
      const color = members.find(({ id }) => id === memberId)?.color ?? "";
      const isAll = isLastOpen(latest.current, duty);
      const from = isAll ? (card.closest(".chore-column") ?? card) : card;
      void throwConfetti(from, isColorKey(color) ? [personHex[color]] : [], isAll);
    };
    const askDoer = (duty: Duty, card: Element) =>
      question.set({
        about: "doer",
        people: sharersOf(duty, members),
        hint: `${duty.chore.emoji} ${duty.chore.name}`,
        answer: ({ id }) => complete(duty, id, card),
      });
    const toggle = (duty: Duty, card: Element) =>
      actAs(choreOwners(duty), (actor) => {
        if (duty.completion) return reopen(duty);
        const completedBy = doer ?? (isAdult(actor) ? obviousDoer(duty) : actor.id);
        if (completedBy === null) askDoer(duty, card);
        else complete(duty, completedBy, card);
      });
    return { mayTick: (duty: Duty) => mayTick(viewer, choreOwners(duty)), toggle, askDoer };
  }, [viewer, members, actAs, doer]);
}

function reopen({ chore, date, memberId: turnOf, completion }: Duty): void {
  if (!completion) return;
  const { id: completionId, memberId } = completion;
  perform(reopenChore, { choreId: chore.id, name: chore.name, memberId, turnOf, date, completionId });
}
