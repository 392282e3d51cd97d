import { useEffect, useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { PersonPicker } from "../../../people/person-picker.tsx";
import { perform } from "../../../sync/perform.ts";
import { useHousehold, useMembers } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { TextArea } from "../../../ui/controls/text-area.tsx";
import { Trash2 } from "../../../ui/icons.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { moveTo, nameOf, remove, rewrite } from "../model/acts.ts";
import { assignBlock } from "../model/block-writes.ts";
import type { Block, List, Lists, Subtask } from "../model/source.ts";
import { DueFields } from "./due-fields.tsx";
import { ItemKind } from "./item-kind.tsx";
import { ItemPlace } from "./item-place.tsx";

type Props = { block: Block | Subtask; list: List; lists: Lists; shown: readonly Block[]; onClose: () => void };

/** All that can be done to one item. Each change is made at once. */
export function ItemSheet({ block, list, lists: all, shown, onClose }: Props) {
  const { lists, common } = useText();
  const members = useMembers();
  const { timeZone } = useHousehold();
  const [text, setText] = useState(block.content);
  const was = useRef(block.content);
  const label = nameOf(block);
  const assign = (patch: { memberId?: string | null; dueDate?: string | null }) =>
    perform(assignBlock, { listId: list.id, id: block.id, label, patch });
  const save = () => {
    rewrite(list, block, text, was.current);
    was.current = text;
  };
  const latest = useRef(save);
  const isLeaving = useRef(false);
  latest.current = save;
  // However it is closed: also by the way back.
  useEffect(
    () => () => {
      if (!isLeaving.current) latest.current();
    },
    [],
  );
  /** For what takes the item away from here: there is nothing to save any more. */
  const closeFor = (act: () => void) => {
    isLeaving.current = true;
    onClose();
    act();
  };
  return (
    <Sheet
      open
      side
      title={lists.types[block.type]}
      sub={list.name}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" icon={<Trash2 />} onClick={() => closeFor(() => remove(list, block))}>
            {lists.item.delete}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {common.done}
          </Button>
        </>
      }
    >
      <div className="lists-form">
        {block.type !== "divider" && (
          <TextArea label={lists.item.write} rows={1} maxLength={2_000} value={text} onChange={setText} onBlur={save} />
        )}
        {block.type === "task" && (
          <>
            <PersonPicker
              label={lists.item.assignee}
              people={members}
              value={block.memberId}
              none={lists.item.anyone}
              onChange={(memberId) => assign({ memberId })}
            />
            <DueFields dueDate={block.dueDate} timeZone={timeZone} onChange={(dueDate) => assign({ dueDate })} />
          </>
        )}
        <ItemPlace block={block} list={list} shown={shown} onGone={onClose} />
        {block.parentId === null && (
          <>
            <ItemKind block={block} list={list} />
            <MoveTo
              list={list}
              lists={all}
              onChoose={(target) => {
                save();
                closeFor(() => moveTo(list, block, target));
              }}
            />
          </>
        )}
      </div>
    </Sheet>
  );
}

function MoveTo({ list, lists: all, onChoose }: { list: List; lists: Lists; onChoose: (target: List) => void }) {
  const { lists } = useText();
  const others = all.sections.flatMap((section) => section.lists).filter(({ id }) => id !== list.id);
  if (others.length === 0) return null;
  const options = others.map(({ id, icon, name }) => ({ value: id, label: `${icon} ${name}` }));
  return (
    <Select
      label={lists.item.moveTo}
      value=""
      options={[{ value: "", label: lists.item.moveToNone }, ...options]}
      onChange={(id) => {
        const target = others.find((each) => each.id === id);
        if (target) onChoose(target);
      }}
    />
  );
}
