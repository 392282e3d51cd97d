import { Fragment } from "preact";
import { memo } from "preact/compat";
import { useText } from "../../../i18n/catalogue.ts";
import { DraftRow } from "../list/draft-row.tsx";
import type { Editing, ItemActs } from "../list/use-items.ts";
import { keyOf } from "../model/keys.ts";
import type { Block, Subtask } from "../model/source.ts";
import { ItemRow } from "./item-row.tsx";

type Props = {
  block: Block;
  /** Null while the user edits another branch, so that memo skips this one. */
  editing: Editing | null;
  acts: ItemActs;
};

/** A top-level block with its subtasks and the draft rows beside them. */
export const ItemBranch = memo(function ItemBranch({ block, editing, acts }: Props) {
  const { lists } = useText();
  const row = (each: Subtask) => (
    <ItemRow acts={acts} block={each} isEditing={editing?.kind === "block" && editing.key === keyOf(each.id)} />
  );
  const draftBehind = (after: string, parentId: string | null) =>
    editing?.kind === "draft" && isSame(editing.after, after) && isSame(editing.parentId, parentId) ? (
      <DraftRow key={editing.key} draft={editing} acts={acts} />
    ) : null;
  const underneath = draftBehind(block.id, block.id);
  return (
    <>
      <li>
        {row(block)}
        {(block.subtasks.length > 0 || underneath) && (
          <ul className="lists-subtasks" aria-label={lists.item.subtasksOf(block.content)}>
            {block.subtasks.map((subtask) => (
              <Fragment key={keyOf(subtask.id)}>
                <li>{row(subtask)}</li>
                {draftBehind(subtask.id, block.id)}
              </Fragment>
            ))}
            {underneath}
          </ul>
        )}
      </li>
      {draftBehind(block.id, null)}
    </>
  );
});

export function isWrittenIn(block: Block, editing: Editing): boolean {
  const key = editing.kind === "draft" ? keyOf(editing.after) : editing.key;
  return keyOf(block.id) === key || block.subtasks.some(({ id }) => keyOf(id) === key);
}

function isSame(one: string | null, other: string | null): boolean {
  return keyOf(one ?? "") === keyOf(other ?? "");
}
