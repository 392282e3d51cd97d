import { toSearchable } from "../index-cache.ts";
import { type Hit, whenCreated } from "../result.ts";
import { matching, type SearchContext } from "../search-context.ts";

export function findMembers(context: SearchContext): Hit[] {
  const texts = toSearchable(context.members, ({ name }) => ({ title: name, more: [] }));
  return matching(context, texts).map(
    ({ row: { id, name, role, createdAt }, rank }): Hit => ({
      type: "member",
      id,
      rank,
      when: whenCreated(createdAt),
      display: () => ({ title: name, line: `${role.charAt(0).toUpperCase()}${role.slice(1)}` }),
    }),
  );
}
