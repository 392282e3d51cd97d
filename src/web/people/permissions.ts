/** Who may tick what. The server has the same rules, in `src/tasks`, `src/chores` and `src/lists`. */

type Actor = { readonly id: string; readonly role: string };

/** Members who may tick something besides the adults; null permits everybody. */
export type Owners = readonly string[] | null;

/** True for a member who may act for others, too. */
export function isAdult({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "adult";
}

/** `actor` null is a shared tablet: it permits the tick and asks who makes it. */
export function mayTick(actor: Actor | null, owners: Owners): boolean {
  return actor === null || owners === null || isAdult(actor) || owners.includes(actor.id);
}

export function taskOwners({ memberId }: { readonly memberId: string }): Owners {
  return [memberId];
}

/** An item of a list that is assigned to nobody is everybody's. */
export function itemOwners({ memberId }: { readonly memberId: string | null }): Owners {
  return memberId === null ? null : [memberId];
}

/**
 * A duty of a chore: its own member's or, if the members take turns or anyone may do it, any of theirs, because members stand
 * in for one another. A completed one is its doer's.
 */
export function choreOwners(duty: {
  readonly chore: { readonly assignment: string; readonly memberIds: readonly string[] };
  readonly memberId: string | null;
  readonly completion: { readonly memberId: string } | null;
}): Owners {
  const { chore, memberId, completion } = duty;
  if (completion) return [completion.memberId];
  return chore.assignment === "each" && memberId !== null ? [memberId] : chore.memberIds;
}
