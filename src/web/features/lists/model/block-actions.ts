import { currentText } from "#web/page/text.ts";
import { toasts } from "#web/page/toasts.ts";
import { announceBatch, perform, recordUndo } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { addBlocks, batchSize, deleteBlocks, nestBlock, untickBlocks } from "./block-batches.ts";
import {
  addBlock,
  convertBlock,
  deleteBlock,
  moveBlock,
  orderBlocks,
  rewriteBlock,
  tickBlock,
} from "./block-writes.ts";
import type { PastedItem } from "./paste.ts";
import { nextOf, type Target } from "./placing.ts";
import { doneIn, type Row } from "./rows.ts";
import type { BlockType, List, ListSummary, Subtask } from "./source.ts";
import { type BlockPosition, convertedTo, countsBetween, levelOf, withMoved, without } from "./tree.ts";

const which = (list: List, block: Subtask) => ({ listId: list.id, id: block.id, label: nameOf(block) });

/**
 * Returns a name for a block, for toasts. The name is the first line of the block, at most 60 characters. A block
 * without text is named after its type.
 */
export function nameOf({ type, content }: Pick<Subtask, "type" | "content">): string {
  const { item } = currentText().lists;
  if (type === "divider") return item.divider;
  const line = content.trim().split("\n", 1)[0] ?? "";
  const letters = [...line];
  return letters.length > 60 ? `${letters.slice(0, 59).join("")}…` : line || item.untitled;
}

/** Adds a block to a list and returns the id of the block. */
export function add(list: List, type: BlockType, content: string, place: BlockPosition): string {
  const id = provisionalId();
  const message = currentText().lists.toasts.added(nameOf({ type, content }));
  recordUndo(perform(addBlock, { listId: list.id, id, type, content, place }), message);
  return id;
}

/**
 * Adds pasted items in order at `place`. One undo removes all of them. Returns the id of the last item, or null if no
 * items were pasted.
 */
export function addPasted(list: List, pasted: readonly PastedItem[], place: BlockPosition): string | null {
  const items = pasted.map((item) => ({ ...item, id: provisionalId() }));
  const handles = [];
  let at = place;
  for (let from = 0; from < items.length; from += batchSize) {
    const chunk = items.slice(from, from + batchSize);
    handles.push(perform(addBlocks, { listId: list.id, items: chunk, place: at }, { message: null }));
    const last = chunk.at(-1);
    if (last) at = { ...(place.parentId === undefined ? {} : { parentId: place.parentId }), afterBlockId: last.id };
  }
  if (handles.length > 0) announceBatch(handles, currentText().lists.toasts.addedMany(items.length));
  return items.at(-1)?.id ?? null;
}

/**
 * Ticks or unticks an item. If the ticked item disappears from the list (`vanishes`), a toast offers to undo the
 * change.
 */
export function tick(list: List, block: Subtask, done: boolean, vanishes: boolean): void {
  const { ticked, unticked } = currentText().lists.toasts;
  const said = (done ? ticked : unticked)(nameOf(block));
  recordUndo(perform(tickBlock, { ...which(list, block), done }, { message: done && vanishes ? said : null }), said);
}

/**
 * Changes the text of a block. An empty text is ignored, except in a note. `was` is the text at the start of the edit.
 */
export function rewrite(list: List, block: Subtask, text: string, was: string): void {
  const content = block.type === "paragraph" ? text : text.trim();
  const isNothing = content === "" && block.type !== "paragraph";
  if (isNothing || content === was || content === block.content) return;
  const theirs = block.content === was ? {} : { message: currentText().lists.overwritten(block.content) };
  perform(rewriteBlock, { ...which(list, block), content, was, at: Date.now() }, theirs);
}

/** Moves a block to another place. If the move ends an edit of the block, `content` is the edited text. */
export function put(list: List, { block, parentId }: Row, to: Target, content = block.content): void {
  const { listId, id, label } = which(list, block);
  if (to.parentId === parentId) {
    const ids = withMoved(levelOf(list.blocks, parentId), id, to.after);
    perform(orderBlocks, { listId, id, label, parentId, ids });
    return;
  }
  const text = content.trim() || block.content;
  perform(nestBlock, {
    listId,
    id,
    label: nameOf({ ...block, content: text }),
    parentId: to.parentId,
    beforeId: nextOf(levelOf(list.blocks, to.parentId), to.after),
    ...(text === block.content ? {} : { content: text }),
  });
}

/** Whether an item has subtasks and therefore cannot become a subtask. If so, also shows a toast. */
export function refuseNesting({ block, subtaskCount }: Row): boolean {
  if (subtaskCount === 0) return false;
  toasts.show({ message: currentText().lists.item.cannotNest(nameOf(block)) });
  return true;
}

export function remove(list: List, block: Subtask): void {
  const counts = countsBetween(list.blocks, without(list.blocks, new Set([block.id])));
  perform(deleteBlock, { ...which(list, block), counts });
}

export function convert(list: List, block: Subtask, type: BlockType): void {
  const counts = countsBetween(list.blocks, convertedTo(list.blocks, block.id, type));
  perform(convertBlock, { ...which(list, block), type, counts });
}

export function moveTo(list: List, { id, ...item }: Subtask, target: ListSummary): void {
  const block = list.blocks.find((each) => each.id === id);
  const moved = { ...which(list, { id, ...item }), targetListId: target.id, target: target.name };
  perform(moveBlock, { ...moved, ...(block && { block }) });
}

/** Deletes the completed items of a list. One undo restores all these items. */
export function removeDone(list: List): void {
  const { ids, count } = doneIn(list.blocks);
  const handles = [];
  let { blocks } = list;
  for (let from = 0; from < ids.length; from += batchSize) {
    const some = ids.slice(from, from + batchSize);
    const left = without(blocks, new Set(some));
    const counts = countsBetween(blocks, left);
    blocks = left;
    handles.push(perform(deleteBlocks, { listId: list.id, ids: some, counts }, { message: null }));
  }
  if (handles.length > 0) announceBatch(handles, currentText().lists.toasts.deletedMany(count));
}

export function untickAll({ id, name }: List, ids: readonly string[]): void {
  perform(untickBlocks, { listId: id, label: name, ids: [...ids] });
}
