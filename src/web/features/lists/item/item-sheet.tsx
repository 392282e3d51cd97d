import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { useHousehold, useMembers } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatNames } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { DateField, TimeField } from "#web/ui/controls/text-field.tsx";
import {
  ArrowDown,
  ArrowUp,
  FileText,
  Heading,
  IndentDecrease,
  IndentIncrease,
  Minus,
  SquareCheck,
  Trash2,
  X,
} from "#web/ui/icons.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { add, convert, moveTo, nameOf, put, remove, rewrite } from "../model/block-actions.ts";
import { assignBlock } from "../model/block-writes.ts";
import { dueFields, dueInstant } from "../model/due.ts";
import { indented, outdented, rowOf, stepped, type Target } from "../model/placing.ts";
import { type Block, type BlockType, boardSource, type List, type ListSummary, type Subtask } from "../model/source.ts";
import { FoodFields } from "./food-fields.tsx";

export type Item = { readonly block: Block | Subtask; readonly list: List };

type Props = { record: OpenRecord<Item>; shown: readonly Block[]; onClose: () => void };

/** Sheet to edit an item. Each change is saved at once. */
export function ItemSheet({ record, shown, onClose }: Props) {
  const { block, list } = record.value;
  const { lists, common, editing } = useText();
  const members = useMembers();
  const { timeZone } = useHousehold();
  const known = { content: block.content };
  const form = useDraft(known, { validate: () => ({}), edited: editedAs(known, record.isDeleted) });
  const { draft, base, errors, isDeleted } = form;
  const label = nameOf(block);
  const assign = (patch: { memberId?: string | null; dueDate?: string | null }) =>
    perform(assignBlock, { listId: list.id, id: block.id, label, patch });
  const save = () => {
    if (!isDeleted) rewrite(list, block, draft.content, base.content);
  };
  const finish = () => {
    if (!form.check()) return;
    if (isDeleted) add(list, block.type, draft.content.trim(), {});
    onClose();
  };
  const latest = useRef(save);
  const isLeaving = useRef(false);
  latest.current = save;
  // The browser's Back may close the sheet, too.
  useEffect(
    () => () => {
      if (!isLeaving.current) latest.current();
    },
    [],
  );
  /**
   * Closes the sheet and runs `act`, which moves or deletes the item. The text is not saved on closing, because the
   * item is then no longer in this list.
   */
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
      onSubmit={finish}
      footer={
        <>
          {!isDeleted && (
            <Button variant="quiet" icon={<Trash2 />} onClick={() => closeFor(() => remove(list, block))}>
              {lists.item.delete}
            </Button>
          )}
          <Button type="submit" variant="primary">
            {isDeleted ? editing.saveAsNew : common.done}
          </Button>
          <FormNotice form={form} />
        </>
      }
    >
      <div className="lists-form">
        {block.type !== "divider" && (
          <TextArea
            label={lists.item.write}
            rows={1}
            maxLength={2_000}
            value={draft.content}
            error={errors.content}
            onChange={(content) => form.change({ content })}
            onBlur={() => !errors.content && save()}
          />
        )}
        {block.type === "task" && !isDeleted && (
          <>
            <PersonPicker
              label={lists.item.assignee}
              people={members}
              value={block.memberId}
              none={lists.item.anyone}
              onChange={(memberId) => assign({ memberId })}
            />
            <FoodFields block={block} list={list} />
            <DueFields dueDate={block.dueDate} timeZone={timeZone} onChange={(dueDate) => assign({ dueDate })} />
          </>
        )}
        {!isDeleted && <ItemPlace block={block} list={list} shown={shown} />}
        {block.parentId === null && !isDeleted && (
          <>
            <ItemKind block={block} list={list} />
            <MoveTo
              list={list}
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

function MoveTo({ list, onChoose }: { list: List; onChoose: (target: ListSummary) => void }) {
  const { lists } = useText();
  const { data: board } = useSource(boardSource, {});
  const others = board?.sections.flatMap((section) => section.lists).filter(({ id }) => id !== list.id) ?? [];
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

function DueFields(props: { dueDate: string | null; timeZone: string; onChange: (dueDate: string | null) => void }) {
  const { dueDate, timeZone, onChange } = props;
  const { item } = useText().lists;
  const { day, time } = dueFields(dueDate, timeZone);
  const change = (fields: { day: string; time: string }) => {
    const next = dueInstant(fields.day, fields.time, timeZone);
    if (next !== dueDate) onChange(next);
  };
  return (
    <div className="lists-due">
      <DateField label={item.due} value={day} onChange={(value) => change({ day: value, time })} />
      {day && <TimeField label={item.dueTime} value={time} onChange={(value) => change({ day, time: value })} />}
      {day && (
        <Button variant="quiet" icon={<X />} onClick={() => onChange(null)}>
          {item.noDue}
        </Button>
      )}
    </div>
  );
}

/** Fields that move an item to another place, for users who cannot drag. */
function ItemPlace({ block, list, shown }: { block: Subtask; list: List; shown: readonly Block[] }) {
  const { item } = useText().lists;
  const row = rowOf(shown, block.id);
  if (!row) return null;
  const step = (label: string, icon: ComponentChildren, to: Target | null) => (
    <Button icon={icon} disabled={to === null} onClick={() => to && put(list, row, to)}>
      {label}
    </Button>
  );
  return (
    <FieldSet label={item.order} hint={row.subtaskCount > 0 ? item.hasSubtasks : undefined}>
      <div className="lists-place">
        {step(item.up, <ArrowUp />, stepped(shown, row, -1))}
        {step(item.down, <ArrowDown />, stepped(shown, row, 1))}
        {block.type === "task" &&
          (row.parentId === null
            ? step(item.indent, <IndentIncrease />, indented(shown, row))
            : step(item.outdent, <IndentDecrease />, outdented(row)))}
      </div>
    </FieldSet>
  );
}

const kinds = [
  { value: "task", icon: <SquareCheck /> },
  { value: "header", icon: <Heading /> },
  { value: "paragraph", icon: <FileText /> },
  { value: "divider", icon: <Minus /> },
] as const;

function ItemKind({ block, list }: { block: Block | Subtask; list: List }) {
  const { lists } = useText();
  const [pendingType, setPendingType] = useState<BlockType | null>(null);
  const losses = pendingType ? lossesOf(lists.item.loses, block, pendingType) : [];
  const choose = (type: BlockType) => {
    if (type === block.type) return;
    if (lossesOf(lists.item.loses, block, type).length > 0) setPendingType(type);
    else convert(list, block, type);
  };
  return (
    <>
      <SegmentedField
        label={lists.item.type}
        value={block.type}
        segments={kinds.map(({ value, icon }) => ({ value, icon, label: lists.types[value], hideLabel: true }))}
        onChange={choose}
      />
      <ConfirmDialog
        open={pendingType !== null}
        onClose={() => setPendingType(null)}
        onConfirm={() => {
          if (pendingType) convert(list, block, pendingType);
          setPendingType(null);
        }}
        title={pendingType ? lists.item.convertTitle(lists.types[pendingType]) : ""}
        confirm={lists.item.convert}
      >
        {lists.item.convertLoses(formatNames(losses))}
      </ConfirmDialog>
    </>
  );
}

type Words = ReturnType<typeof useText>["lists"]["item"]["loses"];

function lossesOf(words: Words, block: Block | Subtask, type: BlockType): string[] {
  const subtasks = "subtasks" in block ? block.subtasks.length : 0;
  return [
    ...(subtasks > 0 ? [words.subtasks(subtasks)] : []),
    ...(block.dueDate === null ? [] : [words.due]),
    ...(block.memberId === null ? [] : [words.assignee]),
    ...(type === "divider" && block.content ? [words.text] : []),
  ];
}
