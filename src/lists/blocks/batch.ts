import { mapWithFieldPath, noSuch, raise, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { type Row, rowsWhere } from "#platform/activity/images.ts";
import { type Entry, type Image, record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { addGroceryList, findGroceryList, firstSection } from "../grocery-list.store.ts";
import { aboutList, findList, type ListRow, presentList } from "../lists/rows.store.ts";
import { addList } from "../lists/store.ts";
import type { Block, BlockOperation, List, NewBlockOperation, NewListWithItems } from "../model.ts";
import { batchSummary, countedItems } from "../summary.ts";
import { imageOf, itemRowsOn } from "./grocery-items.store.ts";
import { applyMerge } from "./merge.ts";
import { blockRow } from "./rows.store.ts";
import {
  applyConvert,
  applyCreate,
  applyDelete,
  applyMove,
  applyUpdate,
  type BlockChange,
  type DeletedBlock,
} from "./store.ts";

/** Applies operations to blocks. Must run in a transaction. @throws ApiError 404; an error names its operation. */
export function changeBlocks(work: Work, listId: string, operations: readonly BlockOperation[]) {
  const list = findList(work, listId);
  const targets = operations.flatMap((each) => (each.op === "move" ? (each.targetListId ?? []) : []));
  const lists = [...new Set([listId, ...targets])];
  const read = () => ({
    block: lists.flatMap((id) => rowsWhere(work, "block", { listId: id })),
    groceryItem: lists.flatMap((id) => itemRowsOn(work, id)),
  });
  const before = read();
  const changes = applyAll(work, list, operations);
  const entries = changes.flatMap(({ entry }) => entry ?? []);
  const answer = { blocks: changes.map((each) => each.answer) };
  if (entries.length === 0) return answer;
  const visible = visiblePart(work, list, entries);
  record(work, {
    ...aboutList(visible.list),
    action: "updated",
    summary:
      onlyMoveWithin(listId, changes)?.summary ??
      batchSummary(
        visible.list.name,
        visible.entries.map(({ action }) => action),
      ),
    ...difference(before, read()),
  });
  return answer;
}

/** Adds items to the shared grocery list, which is created if none exists. Must run in a transaction. */
export function addToGroceries(
  work: Work,
  operations: readonly NewBlockOperation[],
): { listId: string; blocks: Block[] } {
  const known = findGroceryList(work);
  if (known) return { listId: known.id, blocks: changeBlocks(work, known.id, operations).blocks as Block[] };
  const { list, createdRows } = addGroceryList(work);
  return { listId: list.id, blocks: fillNewList(work, list, createdRows, operations) };
}

/** Creates a list with items, in one entry. Must run in a transaction. @throws ApiError; an error names its operation */
export function createListWithItems(work: Work, { operations = [], ...input }: NewListWithItems): List {
  const { id: sectionId, createdRows } =
    input.sectionId === undefined ? firstSection(work) : { id: input.sectionId, createdRows: {} };
  const list = addList(work, { ...input, sectionId });
  fillNewList(work, list, { ...createdRows, list: [list] }, operations);
  return presentList(work, list);
}

/** Adds items to a list that this request has created, and records both in one entry. */
function fillNewList(work: Work, list: ListRow, createdRows: Image, operations: readonly BlockOperation[]): Block[] {
  const blocks = applyAll(work, list, operations).map(({ answer }) => answer as Block);
  record(work, {
    ...aboutList(list),
    action: "created",
    summary: say`made the list “${list.name}”${countedItems(new Set(blocks.map(({ id }) => id)).size)}`,
    after: { ...createdRows, ...(blocks.length > 0 && { block: rowsWhere(work, "block", { listId: list.id }) }) },
  });
  return blocks;
}

function applyAll(work: Work, list: ListRow, operations: readonly BlockOperation[]): Change[] {
  const changes: Change[] = [];
  mapWithFieldPath("operations", operations, (each) => {
    changes.push(applyOperation(work, list, withParent(each, operations, changes)));
  });
  return changes;
}

/** Replaces `parentOperation` by the parent's id. @throws ApiError 422 if it is no index of an earlier `create`. */
function withParent(
  operation: BlockOperation,
  operations: readonly BlockOperation[],
  changes: readonly Change[],
): BlockOperation {
  if (operation.op !== "create" || operation.parentOperation === undefined) return operation;
  const { parentOperation, ...input } = operation;
  if (input.parentId !== undefined) throw unprocessable("parentOperation", "must not be combined with parentId");
  const parent = changes[parentOperation]?.answer;
  if (!parent || operations[parentOperation]?.op !== "create")
    throw unprocessable("parentOperation", "must be the index of an earlier create");
  return { ...input, parentId: parent.id };
}

/** Returns the entry of the move if the request only moves one block within the list. Null for any other request. */
function onlyMoveWithin(listId: string, changes: readonly Change[]): Entry | null {
  const [only, ...others] = changes.filter(({ entry }) => entry !== null);
  const isWithin = only?.entry?.action === "moved" && "listId" in only.answer && only.answer.listId === listId;
  return isWithin && others.length === 0 ? only.entry : null;
}

type Change = BlockChange<Block | DeletedBlock>;

/**
 * Returns the entries to combine into the request's single activity entry, and the list that the single entry names. If
 * a block moved from a personal list to a shared one, these are only the entries about the shared list.
 */
function visiblePart(work: Work, list: ListRow, entries: readonly Entry[]) {
  const changedRow =
    list.visibility === "shared" ? undefined : entries.find(({ audience }) => audience?.viewerId === null);
  if (!changedRow?.audience?.listId) return { list, entries };
  const { listId } = changedRow.audience;
  return { list: findList(work, listId), entries: entries.filter(({ audience }) => audience?.listId === listId) };
}

function applyOperation(work: Work, list: ListRow, operation: BlockOperation): Change {
  if (operation.op === "create") return (operation.merge ? applyMerge : applyCreate)(work, list, operation);
  const row = blockRow(work, list.id, operation.blockId) ?? raise(noSuch("blockId", "block"));
  if (operation.op === "convert") return applyConvert(work, list, row, operation.type);
  if (operation.op === "move") return applyMove(work, list, row, operation);
  if (operation.op === "delete") return applyDelete(work, list, row);
  const { op: _, blockId: __, ...patch } = operation;
  return applyUpdate(work, list, row, patch);
}

type Rows = { readonly block: readonly Row[]; readonly groceryItem: readonly Row[] };

/**
 * Returns images of the rows that differ. A row that differs only in its position has only the key and the position.
 */
function difference(before: Rows, after: Rows) {
  const image = (one: Rows, other: Rows): Image | null => {
    const [blocks, items] = [byId(other.block, "id"), byId(other.groceryItem, "blockId")];
    const block = one.block.flatMap((row) => shown(row, blocks.get(row.id)));
    const groceryItem = one.groceryItem.filter((row) => !Bun.deepEquals(row, items.get(row.blockId)));
    return block.length + groceryItem.length === 0 ? null : imageOf(block, groceryItem);
  };
  return { before: image(before, after), after: image(after, before) };
}

function shown(row: Row, other: Row | undefined): object[] {
  if (other && Bun.deepEquals(row, other)) return [];
  const isPlaceOnly = other && Bun.deepEquals({ ...row, position: null }, { ...other, position: null });
  return [isPlaceOnly ? { listId: row.listId, id: row.id, position: row.position } : row];
}

function byId(rows: readonly Row[], key: string) {
  return new Map(rows.map((row) => [row[key], row]));
}
