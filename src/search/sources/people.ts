/** Members among what is searched. */
import { type Found, madeAt } from "../found.ts";
import { searchable } from "../kept.ts";
import { fitting, type Sought } from "../sought.ts";

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
