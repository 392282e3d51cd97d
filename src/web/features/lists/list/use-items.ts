import { type Dispatch, type StateUpdater, useMemo, useRef, useState } from "preact/hooks";
import { currentText } from "#web/page/text.ts";
import { type Dragging, useDragging } from "#web/ui/drag/session.ts";
import * as actions from "../model/block-actions.ts";
import { renderKey } from "../model/keys.ts";
import { hasLines, pastedItems } from "../model/paste.ts";
import { indented, levelIn, outdented, rowOf, stepped, type Target } from "../model/placing.ts";
import { type Row, rowsOf } from "../model/rows.ts";
import type { Block, List, Subtask } from "../model/source.ts";
import type { BlockPosition } from "../model/tree.ts";

/** Row that is being edited: an existing block, or a new item. */
export type Editing =
  | { readonly kind: "block"; readonly key: string }
  | ({ readonly kind: "draft"; readonly key: string; readonly text: string } & DraftPosition);

/**
 * Place of a new item: after the block with the id `after`. If `after` is the parent's own id, the item becomes the
 * last subtask of the parent.
 */
export type DraftPosition = { readonly after: string; readonly parentId: string | null };

/**
 * Actions on the items of a list. The object stays the same between renders, so that memoized rows do not render again.
 */
export type ItemActions = ReturnType<typeof actsOn>;

type Live = { list: List; shown: readonly Block[]; hidesDone: boolean };

export function useItems(live: Live, openItem: (id: string) => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const { announce } = useDragging();
  const latest = useRef({ ...live, openItem, announce });
  latest.current = { ...live, openItem, announce };
  const itemActions = useMemo(() => actsOn(latest, setEditing), []);
  return { editing, actions: itemActions };
}

function actsOn(
  latest: { readonly current: Live & { openItem: (id: string) => void; announce: Dragging["announce"] } },
  setEditing: Dispatch<StateUpdater<Editing | null>>,
) {
  const edit = (id: string) => setEditing({ kind: "block", key: renderKey(id) });
  const draft = ({ after, parentId }: DraftPosition, text = "") =>
    setEditing({ kind: "draft", key: `draft ${renderKey(after)} ${parentId ?? ""}`, after, parentId, text });
  const place = ({ after, parentId }: DraftPosition): BlockPosition => ({
    ...(parentId === null ? {} : { parentId }),
    ...(after === parentId ? {} : { afterBlockId: after }),
  });
  const rowFor = (block: Subtask) => rowOf(latest.current.shown, block.id);
  const putAt = (row: Row, to: Target, content?: string) => actions.put(latest.current.list, row, to, content);

  return {
    edit,
    leave: (key: string) => setEditing((editing) => (editing?.key === key ? null : editing)),
    tick: (block: Subtask, done: boolean) => actions.tick(latest.current.list, block, done, latest.current.hidesDone),
    rewrite: (block: Subtask, text: string, was: string) => actions.rewrite(latest.current.list, block, text, was),
    openItem: (block: Subtask) => latest.current.openItem(block.id),
    next: (block: Subtask) => draft({ after: block.id, parentId: block.parentId }),
    /**
     * Adds an item with the text `text` at `draftPosition`. If the text is empty, adds nothing. `goesOn` says whether
     * the user wants to type a further item. If `goesOn` is true, opens a row for a new item below the added item, or ends
     * the edit if no item was added.
     */
    addDraft(draftPosition: DraftPosition, text: string, goesOn: boolean): void {
      const content = text.trim();
      const id = content ? actions.add(latest.current.list, "task", content, place(draftPosition)) : null;
      if (goesOn) id ? draft({ after: id, parentId: draftPosition.parentId }) : setEditing(null);
    },
    /**
     * Adds pasted lines as items. Returns false for a single line, because the browser itself pastes a single line into
     * the field.
     */
    paste(draftPosition: DraftPosition, text: string): boolean {
      if (!hasLines(text)) return false;
      // Only tasks can be subtasks.
      const items = pastedItems(text).filter(({ type }) => draftPosition.parentId === null || type === "task");
      const last = actions.addPasted(latest.current.list, items, place(draftPosition));
      if (last) draft({ after: last, parentId: draftPosition.parentId });
      return true;
    },
    /** Starts to edit the row above (-1) or below (1). Returns false if no such row exists. */
    go(block: Subtask, by: -1 | 1): boolean {
      const rows = rowsOf(latest.current.shown).filter((row) => row.block.type !== "divider");
      const to = rows[rows.findIndex((row) => row.block.id === block.id) + by];
      if (to) edit(to.block.id);
      return to !== undefined;
    },
    removeEmpty(block: Subtask): void {
      if (!this.go(block, -1)) setEditing(null);
      actions.remove(latest.current.list, block);
    },
    /** Moves an item up or down by one, and announces the new position to screen readers. */
    step(block: Subtask, by: -1 | 1): void {
      const row = rowFor(block);
      const to = row && stepped(latest.current.shown, row, by);
      if (!row || !to) return;
      const level = levelIn(latest.current.shown, row.parentId);
      putAt(row, to);
      const place = level.indexOf(block.id) + 1 + by;
      latest.current.announce(currentText().lists.item.placed(actions.nameOf(block), place, level.length));
    },
    /**
     * Indents (1) or outdents (-1) an item, and saves its edited text `content`. Returns false if the item cannot be
     * indented or outdented.
     */
    nest(block: Subtask, by: -1 | 1, content: string): boolean {
      const row = rowFor(block);
      const to = row && (by === 1 ? indented(latest.current.shown, row) : outdented(row));
      if (!row || !to) {
        if (row && by === 1) actions.refuseNesting(row);
        return false;
      }
      putAt(row, to, content);
      edit(block.id);
      return true;
    },
    nestDraft({ after, parentId }: DraftPosition, by: -1 | 1, text: string): boolean {
      const row = rowOf(latest.current.shown, after);
      if (by === -1 && parentId !== null) draft({ after: parentId, parentId: null }, text);
      else if (by === 1 && parentId === null && row?.block.type === "task") draft({ after, parentId: after }, text);
      else return false;
      return true;
    },
    drop: (row: Row, to: Target) => putAt(row, to),
    refuseNesting: actions.refuseNesting,
  };
}

export function focusRow(key: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] .lists-edit`)?.focus();
  });
}
