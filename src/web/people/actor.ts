/** Provides the acting member: the signed-in member or, on a shared tablet, the member chosen there. */

import { useCallback } from "preact/hooks";
import { actingMember } from "../app-undo.ts";
import { useText } from "../i18n/catalogue.ts";
import { type Member, useMembers, useSession, useViewer } from "../sync/session.ts";
import { createStore } from "../sync/store.ts";
import { formatNames } from "../time/format.ts";
import { mayTick, type Owners } from "./permissions.ts";

export type Question = {
  /** Asks for the member who taps (`you`), or for the member who did something that somebody else ticks (`doer`). */
  readonly about: "you" | "doer";
  readonly people: readonly Member[];
  readonly hint?: string | undefined;
  readonly answer: (member: Member) => void;
};

/** Question to the people at a shared tablet, which {@link WhoAsked} shows. Null if there is none. */
export const question = createStore<Question | null>(null);

/** Whether this is a wall tablet, where no member is signed in. */
export function useIsShared(): boolean {
  return useSession()?.kind === "device";
}

/** Runs an action as a member, and asks first who acts if that is unknown. `owners` may tick the record. */
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
