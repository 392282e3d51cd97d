/** The acting member: the one who is signed in or, on a shared tablet, the one who says so. */

import { useCallback } from "preact/hooks";
import { actingMember } from "../app-undo.ts";
import { useText } from "../i18n/catalogue.ts";
import { type Member, useMembers, useSession, useViewer } from "../sync/session.ts";
import { createStore } from "../sync/store.ts";
import { formatNames } from "../time/format.ts";
import { mayTick, type Owners } from "./permissions.ts";

export type Question = {
  /** `you` taps; `doer` did something that somebody else ticks. */
  readonly about: "you" | "doer";
  readonly people: readonly Member[];
  readonly hint?: string | undefined;
  readonly answer: (member: Member) => void;
};

/** {@link WhoAsked} shows it. */
export const question = createStore<Question | null>(null);

/** True on a wall tablet, where no member is signed in. */
export function useIsShared(): boolean {
  return useSession()?.kind === "device";
}

/** `owners` may tick it. Asks first if the member is unknown. */
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
