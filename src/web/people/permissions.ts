/** Permissions to tick records and to change members. The server has the same rules in its stores and routes. */

type Actor = { readonly id: string; readonly role: string };

/** Members who may tick a record besides the adults. Null permits everybody. */
export type Owners = readonly string[] | null;

/** Whether the member is an adult, who may act for others. */
export function isAdult({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "adult";
}

/** Whether the actor may tick a record. A null `actor` is a shared tablet, which asks who ticks. */
export function mayTick(actor: Actor | null, owners: Owners): boolean {
  return actor === null || owners === null || isAdult(actor) || owners.includes(actor.id);
}

export function taskOwners({ memberId }: { readonly memberId: string }): Owners {
  return [memberId];
}

/** Returns who may tick an item. Unassigned items belong to everybody. */
export function itemOwners({ memberId }: { readonly memberId: string | null }): Owners {
  return memberId === null ? null : [memberId];
}

/**
 * Returns who may tick a chore. If members take turns or anyone may do it, any of them may. A completed chore belongs
 * to the member who did it.
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
