import { useText } from "../../../i18n/catalogue.ts";
import { perform } from "../../../sync/perform.ts";
import type { Member } from "../../../sync/session.ts";
import { SortableList } from "../../../ui/drag/sortable.tsx";
import { reorderMembers } from "../writes.ts";
import { MemberRow } from "./member-row.tsx";
import { movedTo } from "./order.ts";

/** The members, to be dragged into another order. */
export function MemberList({ members }: { members: readonly Member[] }) {
  const { members: text } = useText().settings;
  return (
    <SortableList
      className="settings-members"
      items={members}
      label={text.list}
      onReorder={(id, index) => perform(reorderMembers, { ids: movedTo(members, id, index) })}
    >
      {(member, handle) => <MemberRow member={member} handle={handle} />}
    </SortableList>
  );
}
