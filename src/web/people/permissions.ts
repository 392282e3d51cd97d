/** The rules of the server, in `src/routines/tasks`, `src/routines/chores` and `src/lists`. */

type Actor = { readonly id: string; readonly role: string };

/** Members who may tick it besides the adults; null permits everybody. */
export type Owners = readonly string[] | null;

/** Adults may act for others. */
export function isAdult({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "adult";
}

/** `actor` null is a shared tablet, which asks who ticks. */
export function mayTick(actor: Actor | null, owners: Owners): boolean {
  return actor === null || owners === null || isAdult(actor) || owners.includes(actor.id);
}

export function taskOwners({ memberId }: { readonly memberId: string }): Owners {
  return [memberId];
}

/** Unassigned items belong to everybody. */
export function itemOwners({ memberId }: { readonly memberId: string | null }): Owners {
  return memberId === null ? null : [memberId];
}

/** If members take turns or anyone may do it, any of them may tick it. A completed one belongs to its doer. */
export function choreOwners(duty: {
  readonly chore: { readonly assignment: string; readonly memberIds: readonly string[] };
  readonly memberId: string | null;
  readonly completion: { readonly memberId: string } | null;
}): Owners {
  const { chore, memberId, completion } = duty;
  if (completion) return [completion.memberId];
  return chore.assignment === "each" && memberId !== null ? [memberId] : chore.memberIds;
}
