import { memo } from "preact/compat";
import { useText } from "../../../i18n/catalogue.ts";
import { itemOwners, mayTick } from "../../../people/permissions.ts";
import { personAttributes } from "../../../people/person-color.ts";
import { useMembers, useViewer } from "../../../sync/session.ts";
import { IconButton } from "../../../ui/controls/button.tsx";
import { Checkbox } from "../../../ui/controls/choice.tsx";
import { cx } from "../../../ui/cx.ts";
import { DragHandle } from "../../../ui/drag/sortable.tsx";
import { Ellipsis } from "../../../ui/icons.ts";
import { focusRow, type ItemActs } from "../list/use-items.ts";
import { nameOf } from "../model/acts.ts";
import { keyOf } from "../model/keys.ts";
import type { Subtask } from "../model/source.ts";
import { ItemChips } from "./item-chips.tsx";
import { ItemEditor } from "./item-editor.tsx";
import { ItemText } from "./item-text.tsx";

type Props = {
  block: Subtask;
  isEditing: boolean;
  acts: ItemActs;
};

/** One row of a list: only its circle ticks; its text is to write in, its dots open all else. */
export const ItemRow = memo(function ItemRow({ block, isEditing, acts }: Props) {
  const { lists } = useText();
  const name = nameOf(block);
  const key = keyOf(block.id);
  const person = useMembers().find(({ id }) => id === block.memberId);
  const isMine = mayTick(useViewer(), itemOwners(block));
  return (
    <div
      className={cx("lists-row", `lists-row-${block.type}`, block.done && "lists-row-done")}
      data-row={key}
      {...personAttributes(person?.color)}
    >
      <DragHandle className="lists-grip" name={name} help={lists.item.gripHelp} />
      {block.type === "task" && (
        <span className="lists-tick" title={isMine ? undefined : lists.item.theirs(person?.name ?? "")}>
          <Checkbox
            aria-label={lists.item.tick(name)}
            checked={block.done}
            disabled={!isMine}
            onChange={(done) => acts.tick(block, done)}
          />
        </span>
      )}
      {isEditing ? (
        <ItemEditor
          text={block.content}
          isNote={block.type === "paragraph"}
          onSave={(text, was) => acts.rewrite(block, text, was)}
          onEnter={(text, was) => {
            acts.rewrite(block, text, was);
            acts.next(block);
          }}
          onCancel={() => {
            acts.leave(key);
            focusRow(key);
          }}
          onErase={() => acts.removeEmpty(block)}
          onNest={(by, text) => acts.nest(block, by, text)}
          onGo={(by) => acts.go(block, by)}
          onStep={(by) => acts.step(block, by)}
          onPaste={(text) => acts.paste({ after: block.id, parentId: block.parentId }, text)}
          onLeave={() => acts.leave(key)}
        />
      ) : (
        <ItemText block={block} name={name} onEdit={() => acts.edit(block.id)} />
      )}
      <ItemChips block={block} person={person} name={name} onOpen={() => acts.openItem(block)} />
      <IconButton className="lists-more" aria-label={lists.item.more(name)} onClick={() => acts.openItem(block)}>
        <Ellipsis />
      </IconButton>
    </div>
  );
});
