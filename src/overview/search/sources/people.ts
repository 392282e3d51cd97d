import type { Member } from "#accounts/members/model.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { toSearchable } from "../index-cache.ts";
import { type Find, finder, type SearchContext, whenCreated } from "../search-context.ts";

const roles: Readonly<Record<Member["role"], Sentence>> = {
  owner: say`Owner`,
  adult: say`Adult`,
  child: say`Child`,
  guest: say`Guest`,
};

export function findMembers({ members }: SearchContext): Find {
  return finder({
    texts: toSearchable(members, ({ name }) => ({ title: name })),
    when: ({ createdAt }) => whenCreated(createdAt),
    display: ({ name, role }) => ({ title: name, line: roles[role] }),
  });
}
