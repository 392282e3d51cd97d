import { memo } from "preact/compat";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar, type Person } from "#web/people/avatar.tsx";
import { itemOwners, mayTick } from "#web/people/permissions.ts";
import { useHousehold, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { formatRelativeDay, formatTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { cx } from "#web/ui/cx.ts";
import { LinkedText } from "#web/ui/display/linked-text.tsx";
import { DragHandle } from "#web/ui/drag/sortable.tsx";
import { Calendar, Ellipsis } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { focusRow, type ItemActions } from "../list/use-items.ts";
import { nameOf } from "../model/block-actions.ts";
import { untimed } from "../model/due.ts";
import { renderKey } from "../model/keys.ts";
import type { Subtask } from "../model/source.ts";
import { ItemEditor } from "./item-editor.tsx";

type Props = {
  block: Subtask;
  isEditing: boolean;
  actions: ItemActions;
};

/**
 * Row of an item. Only the checkbox ticks the item. A press on the text starts to edit it. The menu button opens the
 * item's sheet.
 */
export const ItemRow = memo(function ItemRow({ block, isEditing, actions }: Props) {
  const { lists } = useText();
  const name = nameOf(block);
  const key = renderKey(block.id);
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
            onChange={(done) => actions.tick(block, done)}
          />
        </span>
      )}
      {isEditing ? (
        <ItemEditor
          text={block.content}
          isNote={block.type === "paragraph"}
          onSave={(text, was) => actions.rewrite(block, text, was)}
          onEnter={(text, was) => {
            actions.rewrite(block, text, was);
            actions.next(block);
          }}
          onCancel={() => {
            actions.leave(key);
            focusRow(key);
          }}
          onErase={() => actions.removeEmpty(block)}
          onNest={(by, text) => actions.nest(block, by, text)}
          onGo={(by) => actions.go(block, by)}
          onStep={(by) => actions.step(block, by)}
          onPaste={(text) => actions.paste({ after: block.id, parentId: block.parentId }, text)}
          onLeave={() => actions.leave(key)}
        />
      ) : (
        <ItemText block={block} name={name} onEdit={() => actions.edit(block.id)} />
      )}
      <ItemChips block={block} person={person} name={name} onOpen={() => actions.openItem(block)} />
      <IconButton className="lists-more" aria-label={lists.item.more(name)} onClick={() => actions.openItem(block)}>
        <Ellipsis />
      </IconButton>
    </div>
  );
});

type ChipsProps = { block: Subtask; person: Person | undefined; name: string; onOpen: () => void };

function ItemChips({ block, person, name, onOpen }: ChipsProps) {
  const { lists } = useText();
  if (!person && block.dueDate === null) return null;
  return (
    <div className="lists-chips">
      {block.dueDate !== null && <DueChip dueDate={block.dueDate} isDone={block.done} name={name} onOpen={onOpen} />}
      {person && (
        <button
          type="button"
          className="lists-person"
          aria-label={`${lists.item.assignee}: ${person.name}. ${lists.item.more(name)}`}
          onClick={onOpen}
        >
          <Avatar person={person} size="s" decorative />
        </button>
      )}
    </div>
  );
}

function DueChip(props: { dueDate: string; isDone: boolean; name: string; onOpen: () => void }) {
  const { lists, common } = useText();
  const { dueDate, isDone, name, onOpen } = props;
  const { timeZone } = useHousehold();
  const today = useToday();
  const { day, time } = wallTime(dueDate, timeZone);
  const when = formatRelativeDay(day, today, common) + (time === untimed ? "" : ` ${formatTime(time)}`);
  const tone = isDone ? undefined : day < today ? "danger" : day === today ? "warn" : undefined;
  return (
    <ChipButton
      tone={tone}
      icon={<Calendar />}
      aria-label={`${lists.item.dueChip(when)}. ${lists.item.more(name)}`}
      onClick={onOpen}
    >
      {when}
    </ChipButton>
  );
}

/**
 * Text of an item. An invisible button covers the text and starts an edit. Links in the text lie on top of this button,
 * so that they can be pressed.
 */
function ItemText({ block, name, onEdit }: { block: Subtask; name: string; onEdit: () => void }) {
  const { lists } = useText();
  if (block.type === "divider") return <hr className="lists-divider" />;
  const Text = block.type === "header" ? "h2" : "p";
  return (
    <div className="lists-text">
      <button type="button" className="lists-edit" aria-label={lists.item.edit(name)} onClick={onEdit} />
      <Text>{block.content ? <LinkedText>{block.content}</LinkedText> : <em>{lists.item.untitled}</em>}</Text>
    </div>
  );
}
