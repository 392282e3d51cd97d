/** Provides the member who acts: the signed-in member or, on a shared tablet, the member who is chosen there. */

import { useCallback } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { createStore } from "#web/lib/store.ts";
import { pageValue } from "#web/page/shared.ts";
import { actingMember } from "#web/page/undo.ts";
import { type Member, useMembers, useViewer } from "#web/sync/session.ts";
import { formatNames } from "#web/time/format.ts";
import { mayTick, type Owners } from "./permissions.ts";

export type MemberQuestion = {
  /**
   * Kind of the question. If it is `you`, the question is who taps (“Who are you?”). If it is `completedBy`, the
   * question is who did a chore, because somebody else may tick the chore (“Who did it?”).
   */
  readonly about: "you" | "completedBy";
  readonly people: readonly Member[];
  readonly hint?: string | undefined;
  readonly answer: (member: Member) => void;
};

/** Question that {@link MemberPrompt} currently shows on a shared tablet. Null if no question is shown. */
export const memberPrompt = pageValue(() => createStore<MemberQuestion | null>(null));

/**
 * Runs an action, such as ticking a record, on behalf of the member who acts. `owners` are the members who may tick the
 * record. If a signed-in member may not tick the record, nothing happens. On a shared tablet, the app first asks who
 * acts if no member is chosen, or if the chosen member may not tick the record.
 */
export type AsMember = (owners: Owners, run: (actor: Member) => void) => void;

export function useAsMember(): AsMember {
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
      memberPrompt().set({ about: "you", people, hint, answer: run });
    },
    [today, viewer, members],
  );
}
