/** Who does what is tapped: whoever is signed in or, on a shared tablet, whoever says so. */
import { actingMember } from "../data/perform.ts";
import { type Member, useMembers, useSession, useViewer } from "../data/session.ts";
import { createStore } from "../data/store.ts";

/** A question that one of these people answers by touching their picture. */
export type Question = {
  /** Who taps, or who did it where that is somebody else. */
  readonly about: "you" | "doer";
  readonly people: readonly Member[];
  readonly answer: (member: Member) => void;
};

/** What is asked at the moment. */
export const question = createStore<Question | null>(null);

/** True where nobody in particular is signed in: a tablet on the wall. */
export function useIsShared(): boolean {
  return useSession()?.kind === "device";
}

/** True for a member who may do things for others, too. */
export function mayActForAll({ role }: Pick<Member, "role">): boolean {
  return role === "owner" || role === "adult";
}

/** Runs something as somebody who `may` do it: at once where it is known who taps, else once they have said so. */
export type ActAs = (may: (member: Member) => boolean, run: (actor: Member) => void) => void;

/** See {@link ActAs}. */
export function useActAs(): ActAs {
  const viewer = useViewer();
  const members = useMembers();
  return (may, run) => {
    const known = viewer ?? members.find(({ id }) => id === actingMember.get());
    if (known && may(known)) run(known);
    else if (!viewer) question.set({ about: "you", people: members.filter(may), answer: run });
  };
}
