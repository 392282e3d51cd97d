/** Members among what is searched. */
import { searchable } from "../index-cache.ts";
import { type Found, madeAt } from "../result.ts";
import { fitting, type Sought } from "../search-context.ts";

/** Members that fit, by name. */
export function findMembers(sought: Sought): Found[] {
  const texts = searchable(sought.members, ({ name }) => ({ title: name, more: [] }));
  return fitting(sought, texts).map(
    ({ row: { id, name, role, createdAt }, rank }): Found => ({
      type: "member",
      id,
      rank,
      when: madeAt(createdAt),
      show: () => ({ title: name, line: `${role.charAt(0).toUpperCase()}${role.slice(1)}` }),
    }),
  );
}
