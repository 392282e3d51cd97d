/**
 * Rules about who may tick records and who may change members. The server has the same rules in its stores and routes.
 */

type Actor = { readonly id: string; readonly role: string };

/**
 * Members who may tick a record. Null means that everybody may tick it. Adults may tick every record, even if they are
 * not in this list.
 */
export type Owners = readonly string[] | null;

/** Whether the member has the role of an owner or an adult. Owners and adults may act for other members. */
export function isAdult({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "adult";
}

/**
 * Whether a member may tick a record. Always true if `actor` is null: then this is a shared tablet, which asks who
 * ticks.
 */
export function mayTick(actor: Actor | null, owners: Owners): boolean {
  return actor === null || owners === null || isAdult(actor) || owners.includes(actor.id);
}

export function taskOwners({ memberId }: { readonly memberId: string }): Owners {
  return [memberId];
}

/**
 * Returns the members who may tick an item of a list. If the item is assigned to nobody, returns null, because
 * everybody may tick such an item.
 */
export function itemOwners({ memberId }: { readonly memberId: string | null }): Owners {
  return memberId === null ? null : [memberId];
}

/**
 * Returns the members who may mark a chore as done or not done. If the chore is done, returns only the member who did
 * the chore. If every member has to do the chore, returns only the member of the given occurrence. Otherwise, returns
 * all members of the chore. Adults may always mark the chore, even if they are not returned.
 */
export function choreOwners(occurrence: {
  readonly chore: { readonly assignment: string; readonly memberIds: readonly string[] };
  readonly memberId: string | null;
  readonly completion: { readonly memberId: string } | null;
}): Owners {
  const { chore, memberId, completion } = occurrence;
  if (completion) return [completion.memberId];
  return chore.assignment === "each" && memberId !== null ? [memberId] : chore.memberIds;
}
