import { foldText } from "#lib/case-folding.ts";
import type { People } from "../events/event.ts";

type Named = { readonly id: string; readonly name: string };

/**
 * Returns a function that finds members by categories. Files from this app name members in categories. The function
 * returns `chosen` if no category names a member.
 */
export function peopleFrom<Chosen extends People | null>(members: readonly Named[], chosen: Chosen) {
  const byName = new Map(members.map(({ id, name }) => [foldText(name), id]));
  return (categories: readonly string[]): People | Chosen => {
    const named = categories.flatMap((each) => byName.get(foldText(each)) ?? []);
    return named.length === 0 ? chosen : { memberIds: [...new Set(named)], isGeneral: null };
  };
}

export function concernOthers(one: People, other: People): boolean {
  return (
    concernsCertainMembers(one) &&
    concernsCertainMembers(other) &&
    !one.memberIds.some((id) => other.memberIds.includes(id))
  );
}

/**
 * Whether an event concerns certain members only. False for an event that concerns everybody, and for an event without
 * members.
 */
export function concernsCertainMembers({ memberIds, isGeneral }: People): boolean {
  return memberIds.length > 0 && isGeneral !== true;
}
