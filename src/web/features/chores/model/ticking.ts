/** Who may tick what, and what a tick does. */
import { useEffect, useState } from "preact/hooks";
import { isColorKey, personHex } from "../../../people/person-color.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { type Member, useIsAdult, useMembers, useViewer } from "../../../sync/session.ts";
import { celebrate, prepareCelebration } from "../one-by-one/celebrate.ts";
import { completeChore, reopenChore } from "./completing.ts";
import type { Duty } from "./duties.ts";

/** “Who did it?” of a duty. */
export type Question = { readonly duty: Duty; readonly people: readonly Member[] };

/** What {@link useTicking} gives. */
export type Ticking = {
  /** Whether whoever looks may tick it, or take the tick back: adults may for everybody. */
  mayToggle: (duty: Duty) => boolean;
  /** Ticks it, takes the tick back, or asks who did it. `card` is where to celebrate. */
  toggle: (duty: Duty, card: Element) => void;
  /** Asks who did it, where that is not whose turn it is. */
  askWho: (duty: Duty, card: Element) => void;
  /** Who could have done it. */
  peopleOf: (duty: Duty) => readonly Member[];
  question: Question | null;
  /** Null: nobody; the question is dropped. */
  answer: (memberId: string | null) => void;
};

/**
 * Ticking among the duties of a day, which say when somebody has done all of theirs. With `doer` it is them who do whatever is
 * ticked, and nobody is asked.
 */
export function useTicking(duties: readonly Duty[], doer: string | null = null): Ticking {
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const members = useMembers();
  const [asked, setAsked] = useState<{ duty: Duty; card: Element } | null>(null);
  useEffect(prepareCelebration, []);

  const peopleOf = ({ chore }: Duty) =>
    chore.memberIds.flatMap((id) => members.find((member) => member.id === id) ?? []);
  const complete = (duty: Duty, memberId: string, card: Element) => {
    const { chore, date, memberId: turnOf } = duty;
    perform(completeChore, { id: provisionalId(), choreId: chore.id, name: chore.name, memberId, turnOf, date });
    const color = members.find(({ id }) => id === memberId)?.color ?? "";
    void celebrate(card, isColorKey(color) ? [personHex[color]] : [], isLastOf(duties, duty));
  };
  return {
    mayToggle: (duty) => isAdult || (viewer !== null && mayOwn(duty, viewer.id)),
    toggle: (duty, card) => {
      if (duty.completion) return reopen(duty);
      const known = doer ?? (isAdult ? obviousDoer(duty) : (viewer?.id ?? null));
      if (known === null) setAsked({ duty, card });
      else complete(duty, known, card);
    },
    askWho: (duty, card) => setAsked({ duty, card }),
    peopleOf,
    question: asked && { duty: asked.duty, people: peopleOf(asked.duty) },
    answer: (memberId) => {
      if (asked && memberId !== null) complete(asked.duty, memberId, asked.card);
      setAsked(null);
    },
  };
}

function reopen({ chore, date, memberId: turnOf, completion }: Duty): void {
  if (!completion) return;
  const { id: completionId, memberId } = completion;
  perform(reopenChore, { choreId: chore.id, name: chore.name, memberId, turnOf, date, completionId });
}

/** A child does their own, stands in where they take turns too, and takes back what they did themselves. */
function mayOwn({ chore, memberId, completion }: Duty, viewerId: string): boolean {
  if (completion) return completion.memberId === viewerId;
  return chore.assignment === "each" ? memberId === viewerId : chore.memberIds.includes(viewerId);
}

/** Null where it might have been one of several. */
function obviousDoer({ chore, memberId }: Duty): string | null {
  if (memberId !== null) return memberId;
  return chore.memberIds.length === 1 ? (chore.memberIds[0] ?? null) : null;
}

/** True where it is all that somebody has left. */
function isLastOf(duties: readonly Duty[], duty: Duty): boolean {
  const left = duties.filter(({ memberId, completion }) => memberId === duty.memberId && completion === null);
  return duty.memberId !== null && left.every(({ chore, date }) => chore.id === duty.chore.id && date === duty.date);
}
