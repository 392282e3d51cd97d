import type { Member } from "#accounts/members/model.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { toSearchable } from "../index-cache.ts";
import { type Hit, whenCreated } from "../result.ts";
import type { Find, SearchContext } from "../search-context.ts";

const roles: Readonly<Record<Member["role"], Sentence>> = {
  owner: say`Owner`,
  adult: say`Adult`,
  child: say`Child`,
  guest: say`Guest`,
};

export function findMembers(context: SearchContext): Find {
  const texts = toSearchable(context.members, ({ name }) => ({ title: name, more: [] }));
  return (match) =>
    match(texts).map(
      ({ row: { id, name, role, createdAt }, rank }): Hit => ({
        type: "member",
        id,
        rank,
        when: whenCreated(createdAt),
        display: () => ({ title: name, line: roles[role] }),
      }),
    );
}
