import { Fragment } from "preact";
import { memo } from "preact/compat";
import { useText } from "#web/i18n/catalogue.ts";
import { type Editing, focusRow, type ItemActions } from "../list/use-items.ts";
import { renderKey } from "../model/keys.ts";
import type { Block, Subtask } from "../model/source.ts";
import { ItemEditor } from "./item-editor.tsx";
import { ItemRow } from "./item-row.tsx";

type Props = {
  block: Block;
  /**
   * Row that is being edited: the item, one of its subtasks, or a new item after one of these. If the edited row is in
   * another branch, `editing` is null. Then an edit in that branch changes no property of this memoized component, so
   * the component is not rendered again.
   */
  editing: Editing | null;
  actions: ItemActions;
};

/**
 * Top-level item with its subtasks. Also shows the row of a new item that the user types directly below the item or one
 * of the subtasks.
 */
export const ItemBranch = memo(function ItemBranch({ block, editing, actions }: Props) {
  const { lists } = useText();
  const row = (each: Subtask) => (
    <ItemRow
      actions={actions}
      block={each}
      isEditing={editing?.kind === "block" && editing.key === renderKey(each.id)}
    />
  );
  const draftBehind = (after: string, parentId: string | null) =>
    editing?.kind === "draft" && isSame(editing.after, after) && isSame(editing.parentId, parentId) ? (
      <DraftRow key={editing.key} draft={editing} actions={actions} />
    ) : null;
  const underneath = draftBehind(block.id, block.id);
  return (
    <>
      <li>
        {row(block)}
        {(block.subtasks.length > 0 || underneath) && (
          <ul className="lists-subtasks" aria-label={lists.item.subtasksOf(block.content)}>
            {block.subtasks.map((subtask) => (
              <Fragment key={renderKey(subtask.id)}>
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
  const key = editing.kind === "draft" ? renderKey(editing.after) : editing.key;
  return renderKey(block.id) === key || block.subtasks.some(({ id }) => renderKey(id) === key);
}

function isSame(one: string | null, other: string | null): boolean {
  return renderKey(one ?? "") === renderKey(other ?? "");
}

type Draft = Extract<Editing, { kind: "draft" }>;

/** Row in which the user types a new item. The item is created when the edit ends, unless the text is empty. */
function DraftRow({ draft, actions }: { draft: Draft; actions: ItemActions }) {
  return (
    <li>
      <div className="lists-row lists-row-task lists-row-draft" data-row={draft.key}>
        <span className="lists-grip" />
        <span className="lists-tick" aria-hidden="true">
          <span className="checkbox" />
        </span>
        <ItemEditor
          text={draft.text}
          onSave={(text) => actions.addDraft(draft, text, false)}
          onEnter={(text) => actions.addDraft(draft, text, true)}
          onCancel={() => {
            actions.leave(draft.key);
            focusRow(renderKey(draft.after));
          }}
          onErase={() => actions.edit(draft.after)}
          onNest={(by, text) => actions.nestDraft(draft, by, text)}
          onGo={(by) => {
            if (by === -1) actions.edit(draft.after);
            return by === -1;
          }}
          onStep={() => {}}
          onPaste={(text) => actions.paste(draft, text)}
          onLeave={() => actions.leave(draft.key)}
        />
      </div>
    </li>
  );
}
