import { or, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { invalid, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { toUtc } from "#lib/time.ts";
import { actorId, actorsOf } from "#platform/activity/actors.ts";
import {
  type Change,
  type Changes,
  changesBetween,
  type Entry,
  record,
  recordChange,
} from "#platform/activity/record.ts";
import { adultsOnlyError, isAdultOrSelf } from "#platform/auth/role.ts";
import { byId, deleteFrom, equal, insertInto, param, updateIn } from "#platform/db/statements.ts";
import { block } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { aboutList, audienceOf, findList, type ListRow, requireList } from "../lists/rows.store.ts";
import type { Block, BlockMove, BlockPatch, BlockType, NewBlock } from "../model.ts";
import {
  blockSummary,
  convertedSummary,
  countedSubtasks,
  labelOf,
  movedWithinListSummary,
  namedBlock,
} from "../summary.ts";
import type { TemplateItem } from "../templates/model.ts";
import { imageOf, moveItems, removeItemsOfOpenTasks } from "./grocery-items.store.ts";
import {
  nextPosition,
  openGap,
  positionsOf,
  requireParent,
  requireRoomFor,
  requireSibling,
} from "./positions.store.ts";
import {
  type BlockRow,
  blockRowsAtLevel,
  blockRowsOf,
  blockWithSubtasks,
  findBlock,
  isOne,
  isOnList,
  presentBlock,
  presentWithoutSubtasks,
} from "./rows.store.ts";

const insertBlock = insertInto(block);
const setBlock = updateIn(block, ["type", "content", "done", "dueDate", "memberId", "updatedAt"], isOne);
const isSubtask = equal(block.parentId, "id");

/** One statement moves a block with its subtasks, because a subtask must always be on the list of its parent. */
const moveRows = updateIn(block, [], [isOnList, or(byId(block), isSubtask)], {
  listId: param("targetId"),
  parentId: sql`iif(${byId(block)}, ${param("parentId")}, ${block.parentId})`,
  position: sql`iif(${byId(block)}, ${param("position")}, ${block.position})`,
  updatedAt: sql`iif(${byId(block)}, ${param("updatedAt")}, ${block.updatedAt})`,
});

const removeSubtasks = deleteFrom(block, [isOnList, isSubtask]);

// A foreign key deletes the subtasks too.
const removeBlock = deleteFrom(block, isOne);

export type BlockChange<Answer = Block> = Change<Answer>;

export type DeletedBlock = { readonly id: string; readonly deleted: true };

/** Adds a block to a list. @throws ApiError 400 without content; 404; 422 for an invalid position or content. */
export function createBlock(work: Work, listId: string, input: NewBlock): Block {
  requireContent(input.type, input.content);
  return recordChange(work, applyCreate(work, findList(work, listId), input));
}

/** Adds a block to a list, and returns the entry for the feed. Does not record activity. */
export function applyCreate(work: Work, list: ListRow, input: NewBlock & Omit<BlockPatch, "content">): BlockChange {
  const { type, content, parentId = null } = input;
  const { id: listId } = list;
  requireContent(type, content);
  const parent = parentId === null ? null : requireParent(work, listId, parentId);
  if (parent && type !== "task") throw unprocessable("type", "must be task for a subtask");
  refuseDividerContent(type, content);
  const { position, moved } = openGap(work, listId, parentId, input);
  requireRoomFor(work, listId, 1);
  if (input.memberId) requireMember(work, input.memberId, "memberId");
  refuseTaskFields(type, input);
  const row = insertRow(work, {
    listId,
    parentId,
    position,
    type,
    content: content ?? "",
    done: Number(input.done ?? false),
    dueDate: input.dueDate ? toUtc(input.dueDate) : null,
    memberId: input.memberId ?? null,
  });
  return {
    answer: presentWithoutSubtasks(row, actorsOf(work)),
    entry: {
      ...about(row, list),
      action: "created",
      summary: parent
        ? say`added ${namedBlock(row)} under ${namedBlock(parent)} on “${list.name}”`
        : say`added ${namedBlock(row)} to “${list.name}”`,
      before: moved.length === 0 ? null : { block: positionsOf(moved) },
      after: { block: [row, ...positionsOf(moved, 1)] },
    },
  };
}

/** Adds tasks at the end of a list. Does not record activity. @throws ApiError 422 if the list is full. */
export function addTasks(work: Work, { id: listId }: ListRow, contents: readonly string[]): BlockRow[] {
  requireRoomFor(work, listId, contents.length);
  const end = nextPosition(work, listId, null);
  const createdBy = actorId(work);
  return contents.map((content, index) =>
    insertRow(work, { ...newTask, listId, position: end + index, content }, createdBy),
  );
}

const newTask = { parentId: null, type: "task", done: 0, dueDate: null, memberId: null } as const;

/** Changes a block. @throws ApiError 404; 400 for empty content; 422 for a wrong member or a field of another type. */
export function updateBlock(work: Work, listId: string, id: string, patch: BlockPatch): Block {
  const [list, row] = findBoth(work, listId, id);
  return recordChange(work, applyUpdate(work, list, row, patch));
}

export function applyUpdate(work: Work, list: ListRow, row: BlockRow, patch: BlockPatch): BlockChange {
  if (patch.content !== undefined) requireContent(row.type, patch.content);
  const assignee = patch.memberId ? requireMember(work, patch.memberId, "memberId").name : "";
  refuseDividerContent(row.type, patch.content);
  refuseTaskFields(row.type, patch);
  const normalized = patch.dueDate ? { ...patch, dueDate: toUtc(patch.dueDate) } : patch;
  const changes = changesBetween<BlockPatch>({ ...row, done: row.done === 1 }, normalized);
  if (!changes) return { answer: presentBlock(work, row), entry: null };
  if (changes.done && !canTick(work, row)) throw adultsOnlyError();
  const after = write(work, row, normalized);
  return changed(work, list, after, {
    action: actionOf(changes),
    summary: blockSummary(row, after, changes, { listName: list.name, assignee }, work),
    changes,
    before: { block: [row] },
    after: { block: [after] },
  });
}

/** Children and guests may tick off only tasks that are assigned to them or to nobody. */
export function canTick(work: Work, { memberId }: BlockRow): boolean {
  return memberId === null || isAdultOrSelf(work, memberId);
}

/** Changes the type of a block. @throws ApiError 404; 422 for a subtask. */
export function convertBlock(work: Work, listId: string, id: string, type: BlockType): Block {
  const [list, row] = findBoth(work, listId, id);
  return recordChange(work, applyConvert(work, list, row, type));
}

export function applyConvert(work: Work, list: ListRow, row: BlockRow, type: BlockType): BlockChange {
  if (row.type === type) return { answer: presentBlock(work, row), entry: null };
  if (row.parentId !== null) throw unprocessable("type", "must be task for a subtask");
  const before = blockWithSubtasks(work, row);
  const content = type === "divider" ? "" : row.content;
  const next: BlockValues = { type, content, done: false, dueDate: null, memberId: null };
  const released = row.type === "task" ? removeItemsOfOpenTasks(work, before) : [];
  if (row.type === "task") removeSubtasks(work, { listId: list.id, id: row.id });
  const after = write(work, row, next);
  return changed(work, list, after, {
    action: "converted",
    summary: convertedSummary(row, type, list.name, before.length - 1),
    changes: changesBetween<BlockValues>({ ...row, done: row.done === 1 }, next),
    before: imageOf(before, released),
    after: { block: [after] },
  });
}

/** Moves a block to another list. @throws ApiError 404; 422 for a subtask, or for a list that is unknown or full. */
export function moveBlock(work: Work, listId: string, id: string, targetListId: string): Block {
  const [list, row] = findBoth(work, listId, id);
  requireList(work, targetListId, "targetListId");
  if (row.parentId !== null) throw unprocessable(null, "A subtask cannot be moved to another list", "not_movable");
  return recordChange(work, applyMove(work, list, row, { targetListId }));
}

export function applyMove(work: Work, list: ListRow, row: BlockRow, move: BlockMove): BlockChange {
  const { id } = row;
  const target = move.targetListId === undefined ? list : requireList(work, move.targetListId, "targetListId");
  const before = blockWithSubtasks(work, row);
  const isStaying = target.id === list.id;
  const { parentId = isStaying ? row.parentId : null, beforeId } = move;
  if (parentId !== null) requireNestable(work, target.id, parentId, before);
  const isSameLevel = isStaying && parentId === row.parentId;
  if (isSameLevel && isInPlace(work, row, beforeId)) return { answer: presentBlock(work, row), entry: null };
  const gap = beforeId ? { beforeBlockId: requireNeighbour(work, target.id, parentId, beforeId, id) } : {};
  if (!isStaying) requireRoomFor(work, target.id, before.length);
  const { position } = openGap(work, target.id, parentId, gap);
  // A move that changes only the position does not change `updatedAt`, as in a reorder.
  const updatedAt = isSameLevel ? row.updatedAt : work.now.toISOString();
  moveRows(work, { listId: list.id, id, targetId: target.id, parentId, position, updatedAt });
  const after = findBlock(work, target.id, id);
  const moved = blockWithSubtasks(work, after);
  const items = isStaying ? { before: [], after: [] } : moveItems(work, moved);
  // The entry must not name a list that some of its readers cannot see.
  const isTaken = list.visibility === "shared" && target.visibility === "personal";
  const blockOf = (blockId: string | null) => (blockId === null ? null : findBlock(work, list.id, blockId));
  const summary = isTaken
    ? say`took ${namedBlock(row)} off “${list.name}”`
    : isStaying
      ? movedWithinListSummary(
          row,
          isSameLevel ? null : { parent: blockOf(parentId), formerParent: blockOf(row.parentId) },
          list.name,
        )
      : say`moved ${namedBlock(row)} to “${target.name}”${countedSubtasks(before.length - 1)}`;
  const changes =
    !isStaying && list.visibility === target.visibility ? { listId: { from: list.id, to: target.id } } : null;
  return changed(work, isTaken ? list : target, after, {
    action: "moved",
    summary,
    changes,
    before: imageOf(before, items.before),
    after: imageOf(moved, items.after),
  });
}

const findBoth = (work: Work, listId: string, id: string) =>
  [findList(work, listId), findBlock(work, listId, id)] as const;

function requireNestable(work: Work, listId: string, parentId: string, [row, ...subtasks]: readonly BlockRow[]): void {
  if (subtasks.length > 0) throw unprocessable("parentId", "a block with subtasks cannot be nested");
  if (row?.id === parentId) throw unprocessable("parentId", "must be another block");
  requireParent(work, listId, parentId);
  if (row?.type !== "task") throw unprocessable("parentId", "only tasks can be nested");
}

function requireNeighbour(work: Work, listId: string, parentId: string | null, beforeId: string, id: string): string {
  if (beforeId === id) throw unprocessable("beforeId", "must be another block");
  return requireSibling(work, listId, parentId, beforeId, "beforeId").id;
}

function isInPlace(work: Work, row: BlockRow, beforeId: string | null | undefined): boolean {
  if (beforeId === undefined) return true;
  const level = blockRowsAtLevel(work, row.listId, row.parentId);
  const next = level[level.findIndex(({ id }) => id === row.id) + 1];
  return (next?.id ?? null) === beforeId;
}

export function deleteBlock(work: Work, listId: string, id: string): DeletedBlock {
  const [list, row] = findBoth(work, listId, id);
  return recordChange(work, applyDelete(work, list, row));
}

export function applyDelete(work: Work, list: ListRow, row: BlockRow): BlockChange<DeletedBlock> {
  const before = blockWithSubtasks(work, row);
  const released = removeItemsOfOpenTasks(work, before);
  removeBlockRow(work, row);
  return {
    answer: { id: row.id, deleted: true },
    entry: {
      ...about(row, list),
      action: "deleted",
      summary: say`deleted ${namedBlock(row)} from “${list.name}”${countedSubtasks(before.length - 1)}`,
      before: imageOf(before, released),
    },
  };
}

/** Deletes a block with its subtasks. Does not record activity. */
export const removeBlockRow = (work: Work, { listId, id }: BlockRow): number => removeBlock(work, { listId, id });

type NewRow = Omit<BlockRow, "id" | "createdAt" | "updatedAt" | "createdBy">;

function insertRow(work: Work, row: NewRow, createdBy = actorId(work)): BlockRow {
  const createdAt = work.now.toISOString();
  const inserted = { ...row, id: Bun.randomUUIDv7("hex", work.now), createdAt, updatedAt: createdAt, createdBy };
  insertBlock(work, inserted);
  return inserted;
}

type BlockValues = Pick<Block, "type" | "content" | "done" | "dueDate" | "memberId">;

/** Changes fields of a block. Does not record activity. */
export function write(work: Work, row: BlockRow, { done = row.done === 1, ...values }: Partial<BlockValues>): BlockRow {
  const written = { ...row, ...values, done: Number(done), updatedAt: work.now.toISOString() };
  setBlock(work, written);
  return written;
}

function changed(work: Work, list: ListRow, row: BlockRow, entry: Omit<Entry, "subject" | "audience">): BlockChange {
  return { answer: presentBlock(work, row), entry: { ...about(row, list), ...entry } };
}

function about(row: BlockRow, list: ListRow): Pick<Entry, "subject" | "audience"> {
  return { subject: { type: "block", id: row.id, label: labelOf(row) }, audience: audienceOf(list) };
}

function actionOf({ done }: Changes): Entry["action"] {
  if (!done) return "updated";
  return done.to === true ? "completed" : "reopened";
}

function requireContent(type: BlockType, content: string | undefined): void {
  if (type === "divider") return;
  if (content === undefined) throw invalid("content", "is required", "required");
  if (content === "" && type !== "paragraph") throw invalid("content", "must be 1 to 2000 characters", "out_of_range");
}

function refuseDividerContent(type: BlockType, content: string | undefined): void {
  if (type === "divider" && content !== undefined) throw unprocessable("content", "must be omitted for a divider");
}

const taskFieldErrors = {
  done: "only tasks can be done",
  dueDate: "only tasks can have a due date",
  memberId: "only tasks can have an assignee",
} as const;

function refuseTaskFields(type: BlockType, patch: BlockPatch): void {
  if (type === "task") return;
  for (const field of ["done", "dueDate", "memberId"] as const) {
    if (patch[field] !== undefined) throw unprocessable(field, taskFieldErrors[field]);
  }
}

/** Adds open items without a due date to a list that is empty. Does not record activity. */
export function addBlocks(work: Work, listId: string, items: readonly TemplateItem[]): BlockRow[] {
  const createdBy = actorId(work);
  return items.flatMap(({ type, content, memberId, subtasks }, position) => {
    const block = insertRow(work, { ...newTask, listId, position, type, content, memberId }, createdBy);
    const level = { ...newTask, listId, parentId: block.id };
    const under = subtasks.map((each, index) =>
      insertRow(work, { ...level, position: index, content: each.content, memberId: each.memberId }, createdBy),
    );
    return [block, ...under];
  });
}

/** Marks all tasks of a list as open, except those that the caller may not tick off. @throws ApiError 404 */
export function untickBlocks(work: Work, listId: string): { unticked: number } {
  const list = findList(work, listId);
  const before = blockRowsOf(work, listId).filter((row) => row.done === 1 && canTick(work, row));
  if (before.length === 0) return { unticked: 0 };
  const after = before.map((row) => write(work, row, { done: false }));
  record(work, {
    ...aboutList(list),
    action: "reopened",
    summary:
      before.length === 1
        ? say`unticked an item on “${list.name}”`
        : say`unticked ${before.length} items on “${list.name}”`,
    before: { block: before },
    after: { block: after },
  });
  return { unticked: before.length };
}

/** Deletes the done tasks of a list, except those with open subtasks. @throws ApiError 404 */
export function deleteDoneBlocks(work: Work, listId: string): { ids: string[] } {
  const list = findList(work, listId);
  const rows = blockRowsOf(work, listId);
  const kept = new Set(rows.flatMap((row) => (row.done === 0 && row.parentId !== null ? [row.parentId] : [])));
  const before = rows.filter((row) => row.done === 1 && !kept.has(row.id));
  if (before.length === 0) return { ids: [] };
  for (const row of before) removeBlockRow(work, row);
  record(work, {
    ...aboutList(list),
    action: "deleted",
    summary:
      before.length === 1
        ? say`deleted the done item “${labelOf(before[0] as BlockRow)}” from “${list.name}”`
        : say`deleted ${before.length} done items from “${list.name}”`,
    before: { block: before },
  });
  return { ids: before.map(({ id }) => id) };
}
