import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { formatNames } from "../../../time/format.ts";
import { SegmentedField } from "../../../ui/controls/segmented.tsx";
import { FileText, Heading, Minus, SquareCheck } from "../../../ui/icons.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { convert } from "../model/acts.ts";
import type { Block, BlockType, List, Subtask } from "../model/source.ts";

const kinds = [
  { value: "task", icon: <SquareCheck /> },
  { value: "header", icon: <Heading /> },
  { value: "paragraph", icon: <FileText /> },
  { value: "divider", icon: <Minus /> },
] as const;

export function ItemKind({ block, list }: { block: Block | Subtask; list: List }) {
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
