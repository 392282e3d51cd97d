import { toSearchable } from "../index-cache.ts";
import { type Hit, whenCreated } from "../result.ts";
import type { Find, SearchContext } from "../search-context.ts";

export function findMembers(context: SearchContext): Find {
  const texts = toSearchable(context.members, ({ name }) => ({ title: name, more: [] }));
  return (match) =>
    match(texts).map(
      ({ row: { id, name, role, createdAt }, rank }): Hit => ({
        type: "member",
        id,
        rank,
        when: whenCreated(createdAt),
        display: () => ({ title: name, line: `${role.charAt(0).toUpperCase()}${role.slice(1)}` }),
      }),
    );
}
