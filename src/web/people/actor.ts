/** Who does what is tapped: the member who is signed in or, on a shared tablet, the one who says so. */
import { useCallback } from "preact/hooks";
import { useText } from "../i18n/catalogue.ts";
import { actingMember } from "../sync/perform.ts";
import { type Member, useMembers, useSession, useViewer } from "../sync/session.ts";
import { createStore } from "../sync/store.ts";
import { formatNames } from "../time/format.ts";
import { mayTick, type Owners } from "./permissions.ts";

/** A question that one of these people answers by touching their picture. */
export type Question = {
  /** Who taps, or who did something that somebody else ticks. */
  readonly about: "you" | "doer";
  readonly people: readonly Member[];
  /** A line under the question: what it is about, or why not everybody is offered. */
  readonly hint?: string | undefined;
  readonly answer: (member: Member) => void;
};

/** The open question, which {@link WhoAsked} shows. */
export const question = createStore<Question | null>(null);

/** True where nobody in particular is signed in: a tablet on the wall. */
export function useIsShared(): boolean {
  return useSession()?.kind === "device";
}

/** Runs something as a member who may tick what belongs to `owners`: at once if it is known who taps, else once they have said so. */
export type ActAs = (owners: Owners, run: (actor: Member) => void) => void;

export function useActAs(): ActAs {
  const { today } = useText();
  const viewer = useViewer();
  const members = useMembers();
  return useCallback(
    (owners, run) => {
      const known = viewer ?? members.find(({ id }) => id === actingMember.get());
      if (known && mayTick(known, owners)) return run(known);
      if (viewer) return;
      const people = members.filter((member) => mayTick(member, owners));
      const names = members.filter(({ id }) => owners?.includes(id)).map(({ name }) => name);
      const hint = people.length < members.length ? today.onlyFor(formatNames(names)) : undefined;
      question.set({ about: "you", people, hint, answer: run });
    },
    [today, viewer, members],
  );
}
