/** Who does what is tapped: whoever is signed in or, on a shared tablet, whoever says so. */
import { actingMember } from "../sync/perform.ts";
import { type Member, useMembers, useSession, useViewer } from "../sync/session.ts";
import { createStore } from "../sync/store.ts";

/** A question that one of these people answers by touching their picture. */
export type Question = {
  /** Who taps, or who did it where that is somebody else. */
  readonly about: "you" | "doer";
  readonly people: readonly Member[];
  /** Whose it is, by name, where that is why not everybody is offered. */
  readonly owners?: readonly string[];
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

/** Whose something is: they and adults may tick it. Null: everybody may. */
export type Owners = readonly string[] | null;

/** True where the server lets this member tick what belongs to `owners`. */
export function mayActFor(member: Pick<Member, "id" | "role">, owners: Owners): boolean {
  return owners === null || mayActForAll(member) || owners.includes(member.id);
}

/** Runs something as somebody who may tick it: at once where it is known who taps, else once they have said so. */
export type ActAs = (owners: Owners, run: (actor: Member) => void) => void;

/** See {@link ActAs}. */
export function useActAs(): ActAs {
  const viewer = useViewer();
  const members = useMembers();
  return (owners, run) => {
    const known = viewer ?? members.find(({ id }) => id === actingMember.get());
    if (known && mayActFor(known, owners)) return run(known);
    if (viewer) return;
    const people = members.filter((member) => mayActFor(member, owners));
    const names = members.filter(({ id }) => owners?.includes(id)).map(({ name }) => name);
    question.set({ about: "you", people, ...(people.length < members.length ? { owners: names } : {}), answer: run });
  };
}
