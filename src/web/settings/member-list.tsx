import { perform } from "../data/perform.ts";
import type { Member } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { SortableList } from "../ui/drag.tsx";
import { MemberRow } from "./member-row.tsx";
import { movedTo } from "./order.ts";
import { reorderMembers } from "./writes.ts";

/** The members, to be dragged into another order. */
export function MemberList({ members }: { members: readonly Member[] }) {
  const { members: text } = useText().settings;
  return (
    <SortableList
      className="settings-members"
      items={members}
      label={text.list}
      words={text}
      onReorder={(id, index) => perform(reorderMembers, { ids: movedTo(members, id, index) })}
    >
      {(member, handle) => <MemberRow member={member} handle={handle} />}
    </SortableList>
  );
}
