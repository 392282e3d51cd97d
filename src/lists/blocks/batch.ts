/** Several changes of one list's blocks at once, all or none (contract section 9). */
import { type Row, rowsWhere } from "../../activity/images.ts";
import { type Entry, type Image, record } from "../../activity/record.ts";
import { noSuch, withFieldPath } from "../../errors.ts";
import type { Work } from "../../work.ts";
import { aboutList, findList, type ListRow } from "../lists/rows.store.ts";
import type { BlockType } from "../model.ts";
import { batchSummary } from "../summary.ts";
import { type Block, blockRow } from "./rows.store.ts";
import {
  applyConvert,
  applyCreate,
  applyDelete,
  applyMove,
  applyUpdate,
  type BlockChange,
  type BlockPatch,
  type DeletedBlock,
  type NewBlock,
} from "./store.ts";

/** One change of a batch. */
export type BlockOperation =
  | ({ op: "create" } & NewBlock & Pick<BlockPatch, "done" | "dueDate" | "memberId">)
  | ({ op: "update"; blockId: string } & BlockPatch)
  | { op: "convert"; blockId: string; type: BlockType }
  | { op: "move"; blockId: string; targetListId: string }
  | { op: "delete"; blockId: string };

/**
 * Carries operations out in order; each sees what those before it did. Answers one block for each, or what was deleted. What
 * changes nothing writes nothing. Must be in a transaction.
 * @throws ApiError 404 for the list; 422 `operations[1].blockId: no such block`, and what the single operation would refuse,
 * with its place.
 */
export function changeBlocks(work: Work, listId: string, operations: readonly BlockOperation[]) {
  const list = findList(work, listId);
  const targets = operations.flatMap((each) => (each.op === "move" ? each.targetListId : []));
  const read = () => [...new Set([listId, ...targets])].flatMap((id) => rowsWhere(work, "block", { listId: id }));
  const before = read();
  const changes = operations.map((each, index) =>
    withFieldPath(`operations[${index}]`, () => carryOut(work, list, each)),
  );
  const entries = changes.flatMap(({ entry }) => entry ?? []);
  const answer = { blocks: changes.map((each) => each.answer) };
  if (entries.length === 0) return answer;
  const told = toldOf(work, list, entries);
  record(work, {
    ...aboutList(told.list),
    action: "updated",
    summary: batchSummary(
      told.list.name,
      told.entries.map(({ action }) => action),
    ),
    changes: null,
    ...difference(before, read()),
  });
  return answer;
}

/**
 * Which list the one entry is about, and what it tells: where something leaves a personal list for one that all see, they hear
 * of what came there, and of nothing else.
 */
function toldOf(work: Work, list: ListRow, entries: readonly Entry[]): { list: ListRow; entries: readonly Entry[] } {
  const shown = list.visibility === "shared" ? undefined : entries.find(({ audience }) => audience?.viewerId === null);
  if (!shown?.audience?.listId) return { list, entries };
  const { listId } = shown.audience;
  return { list: findList(work, listId), entries: entries.filter(({ audience }) => audience?.listId === listId) };
}

function carryOut(work: Work, list: ListRow, operation: BlockOperation): BlockChange<Block | DeletedBlock> {
  if (operation.op === "create") {
    const { op: _, ...input } = operation;
    return applyCreate(work, list, input);
  }
  const { id: listId } = list;
  const { blockId } = operation;
  if (!blockRow(work, listId, blockId)) throw noSuch("blockId", "block");
  switch (operation.op) {
    case "update": {
      const { op: _, blockId: __, ...patch } = operation;
      return applyUpdate(work, listId, blockId, patch);
    }
    case "convert":
      return applyConvert(work, listId, blockId, operation.type);
    case "move":
      return applyMove(work, listId, blockId, operation.targetListId);
    case "delete":
      return applyDelete(work, listId, blockId);
  }
}

/** What differs between two states of blocks, as images: those of which only the place differs as places. */
function difference(before: readonly Row[], after: readonly Row[]) {
  const [was, is] = [byId(before), byId(after)];
  const shown = (row: Row, other: Row | undefined) => {
    if (other && Bun.deepEquals(row, other)) return [];
    const isPlaceOnly = other && Bun.deepEquals({ ...row, position: null }, { ...other, position: null });
    return [isPlaceOnly ? { listId: row.listId, id: row.id, position: row.position } : row];
  };
  const image = (rows: object[]): Image | null => (rows.length === 0 ? null : { block: rows });
  return {
    before: image(before.flatMap((row) => shown(row, is.get(row.id)))),
    after: image(after.flatMap((row) => shown(row, was.get(row.id)))),
  };
}

function byId(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row.id, row]));
}
