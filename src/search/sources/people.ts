import { toSearchable } from "../index-cache.ts";
import { type SearchResult, whenCreated } from "../result.ts";
import { matching, type SearchContext } from "../search-context.ts";

export function findMembers(context: SearchContext): SearchResult[] {
  const texts = toSearchable(context.members, ({ name }) => ({ title: name, more: [] }));
  return matching(context, texts).map(
    ({ row: { id, name, role, createdAt }, rank }): SearchResult => ({
      type: "member",
      id,
      rank,
      when: whenCreated(createdAt),
      display: () => ({ title: name, line: `${role.charAt(0).toUpperCase()}${role.slice(1)}` }),
    }),
  );
}
