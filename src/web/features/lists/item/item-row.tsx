import type { TargetedPointerEvent } from "preact";
import { memo } from "preact/compat";
import { useText } from "../../../i18n/catalogue.ts";
import { mayActFor } from "../../../people/actor.ts";
import { personAttributes } from "../../../people/person-color.ts";
import { useMembers, useViewer } from "../../../sync/session.ts";
import { IconButton } from "../../../ui/controls/button.tsx";
import { Checkbox } from "../../../ui/controls/choice.tsx";
import { cx } from "../../../ui/cx.ts";
import { useLabels } from "../../../ui/display/labels.tsx";
import { Ellipsis, GripVertical } from "../../../ui/icons.ts";
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
  /** A press on the handle, or a long one on the row: it is picked up. */
  onGrip: (event: TargetedPointerEvent<HTMLElement>, id: string) => void;
};

/** One row of a list: only its circle ticks; its text is to write in, its dots open all else. */
export const ItemRow = memo(function ItemRow({ block, isEditing, acts, onGrip }: Props) {
  const { lists } = useText();
  const { move } = useLabels();
  const viewer = useViewer();
  const name = nameOf(block);
  const key = keyOf(block.id);
  const person = useMembers().find(({ id }) => id === block.memberId);
  const isMine = block.memberId === null || (viewer !== null && mayActFor(viewer, [block.memberId]));
  return (
    <div
      className={cx("lists-row", `lists-row-${block.type}`, block.done && "lists-row-done")}
      data-row={key}
      {...personAttributes(person?.color)}
    >
      <button
        type="button"
        className="icon-button drag-handle lists-grip"
        aria-label={`${move}: ${name}`}
        aria-description={lists.item.gripHelp}
        onPointerDown={(event) => onGrip(event, block.id)}
        onKeyDown={(event) => {
          const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
          if (by !== null) {
            acts.step(block, by);
            focusRow(key, ".lists-grip");
          } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
            acts.nestByGrip(block, event.key === "ArrowRight" ? 1 : -1);
          } else return;
          event.preventDefault();
        }}
      >
        <GripVertical />
      </button>
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
