/** Functions that change blocks without mutation: unchanged blocks stay the same objects. */
import { previewedItems } from "#lists/blocks/preview.ts";
import { type Effect, on } from "#web/sync/source.ts";
import {
  type Block,
  type BlockType,
  boardSource,
  type List,
  type ListOnBoard,
  type ListSummary,
  listSource,
  type Section,
  type Subtask,
} from "./source.ts";

/**
 * Place of a block in a list, in the form that requests to the server use. If `parentId` is missing, the block is at
 * the top level. If both `afterBlockId` and `beforeBlockId` are missing, the block is at the end of its level.
 */
export type BlockPosition = {
  readonly parentId?: string;
  readonly afterBlockId?: string;
  readonly beforeBlockId?: string;
};

export function onSections(change: (sections: readonly Section[]) => Section[]): Effect {
  return on(boardSource, (data) => ({ ...data, sections: change(data.sections) }));
}

/**
 * Returns the cache updates for a change of a list's own fields. The updates change the list both on the board and in
 * {@link listSource}.
 */
export function onList(id: string, change: <Each extends ListSummary>(list: Each) => Each): Effect[] {
  return [onBoard(id, change), onOneList(id, (list) => list && change(list))];
}

/**
 * Returns the cache update of the list `id` in {@link listSource}. `change` gets the cached list, or null if the list
 * does not exist. `change` returns the new list, or null to delete the list.
 */
export function onOneList(id: string, change: (list: List | null) => List | null): Effect {
  return on(listSource, (list, params) => (params.id === id ? change(list) : list));
}

/** Number of open items and number of all blocks, subtasks included. */
export type Counts = { readonly open: number; readonly all: number };

/**
 * Returns the cache updates for a change of a list's blocks. `counts` are the differences that are added to the list's
 * numbers on the board, because the board's data do not contain the blocks. Writes that an earlier version of the app
 * stored have no `counts`.
 */
export function onBlocks(
  listId: string,
  change: (blocks: Block[]) => Block[],
  counts: Counts = { open: 0, all: 0 },
): Effect[] {
  const { open, all } = counts;
  return [
    onOneList(listId, (list) => list && withBlocks(list, change)),
    onBoard(listId, (list) => {
      const openItems = changedPreview(list.openItems, change);
      if (open === 0 && all === 0 && openItems === list.openItems) return list;
      const remainingCount = Math.max(0, list.remainingCount + open);
      return { ...list, openItems, remainingCount, blockCount: Math.max(0, list.blockCount + all) };
    }),
  ];
}

type Preview = ListOnBoard["openItems"];

/** Returns the open items of a list that the board shows. */
export function previewOf(blocks: readonly Block[]): Preview {
  const open = blocks.filter(({ type, done }) => type === "task" && !done);
  return open.slice(0, previewedItems).map(({ id, content }) => ({ id, content }));
}

/**
 * Returns a preview after a change of the list's blocks. The board knows no other items, so an item that moves up into
 * the preview is shown only when the board is read again.
 */
function changedPreview(preview: Preview, change: (blocks: Block[]) => Block[]): Preview {
  const before = preview.map(({ id, content }) => unsavedBlock(id, "task", content));
  const after = change(before);
  return after === before ? preview : previewOf(after);
}

function withBlocks(list: List, change: (blocks: Block[]) => Block[]): List {
  const blocks = change(list.blocks);
  return blocks === list.blocks ? list : { ...list, blocks, remainingCount: countOpen(blocks) };
}

function onBoard(id: string, change: (list: ListOnBoard) => ListOnBoard): Effect {
  return on(boardSource, (data) => {
    const sections = mapped(data.sections, (section) => {
      const lists = mapped(section.lists, (list) => (list.id === id ? change(list) : list));
      return lists === section.lists ? section : { ...section, lists };
    });
    return sections === data.sections ? data : { ...data, sections };
  });
}

function mapped<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  let differs = false;
  const next = items.map((item) => {
    const changed = change(item);
    differs ||= changed !== item;
    return changed;
  });
  return differs ? next : items;
}

export function unsavedBlock(id: string, type: BlockType, content: string): Block {
  return {
    id,
    type,
    content,
    done: false,
    dueDate: null,
    memberId: null,
    parentId: null,
    subtasks: [],
    createdAt: "",
    updatedAt: "",
    createdBy: { kind: "system", id: null, name: "", agentName: null },
  };
}

export function countOpen(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) {
    if (block.type !== "task") continue;
    if (!block.done) count++;
    for (const subtask of block.subtasks) if (!subtask.done) count++;
  }
  return count;
}

export function countsOf(blocks: readonly Block[]): Counts {
  const all = blocks.reduce((sum, { subtasks }) => sum + 1 + subtasks.length, 0);
  return { open: countOpen(blocks), all };
}

/** Returns by how much the numbers of open items and of all blocks change if `before` is replaced by `after`. */
export function countsBetween(before: readonly Block[], after: readonly Block[]): Counts {
  const [from, to] = [countsOf(before), countsOf(after)];
  return { open: to.open - from.open, all: to.all - from.all };
}

export function findBlock(blocks: readonly Block[], id: string): Block | Subtask | undefined {
  for (const block of blocks) {
    if (block.id === id) return block;
    const subtask = block.subtasks.find((each) => each.id === id);
    if (subtask) return subtask;
  }
  return undefined;
}

export function patched(blocks: Block[], id: string, patch: Partial<Subtask>): Block[] {
  return mapped(blocks, (block) => {
    if (block.id === id) return { ...block, ...patch };
    const subtasks = mapped(block.subtasks, (each) => (each.id === id ? { ...each, ...patch } : each));
    return subtasks === block.subtasks ? block : { ...block, subtasks };
  });
}

/**
 * Returns `blocks` with the block `id` converted to another type. An item loses its subtasks and the fields that other
 * types do not have.
 */
export function convertedTo(blocks: Block[], id: string, type: Block["type"]): Block[] {
  return mapped(blocks, (block) =>
    block.id === id && block.type !== type
      ? {
          ...block,
          type,
          done: false,
          dueDate: null,
          memberId: null,
          subtasks: [],
          content: type === "divider" ? "" : block.content,
        }
      : block,
  );
}

export function without(blocks: Block[], ids: ReadonlySet<string>): Block[] {
  const kept = mapped(blocks, (block) => {
    const subtasks = block.subtasks.filter(({ id }) => !ids.has(id));
    return subtasks.length === block.subtasks.length ? block : { ...block, subtasks };
  }).filter(({ id }) => !ids.has(id));
  return kept.length === blocks.length && kept.every((block, index) => block === blocks[index]) ? blocks : kept;
}

/** Returns the blocks with `block` added at `place`. Returns the same blocks if `block` is among them already. */
export function inserted(blocks: Block[], block: Block, place: BlockPosition): Block[] {
  if (findBlock(blocks, block.id)) return blocks;
  const { parentId } = place;
  if (parentId === undefined) return placedIn(blocks, { ...block, parentId: null }, place);
  const { subtasks: _, ...subtask } = block;
  return mapped(blocks, (each) =>
    each.id === parentId ? { ...each, subtasks: placedIn(each.subtasks, { ...subtask, parentId }, place) } : each,
  );
}

function placedIn<Item extends { id: string }>(level: Item[], item: Item, place: BlockPosition): Item[] {
  const { afterBlockId, beforeBlockId } = place;
  const after = level.findIndex(({ id }) => id === afterBlockId);
  const before = level.findIndex(({ id }) => id === beforeBlockId);
  const at = after >= 0 ? after + 1 : before >= 0 ? before : level.length;
  return level.toSpliced(at, 0, item);
}

/**
 * Returns `blocks` with one level sorted in the order of `ids`. `parentId` is the parent of that level, or null for the
 * top level.
 */
export function ordered(blocks: Block[], parentId: string | null, ids: readonly string[]): Block[] {
  if (parentId === null) return inOrder(blocks, ids);
  return mapped(blocks, (block) =>
    block.id === parentId ? { ...block, subtasks: inOrder(block.subtasks, ids) } : block,
  );
}

export function levelOf(blocks: readonly Block[], parentId: string | null): string[] {
  const level = parentId === null ? blocks : (blocks.find(({ id }) => id === parentId)?.subtasks ?? []);
  return level.map(({ id }) => id);
}

/** Returns the items in the order of `ids`. An item that is missing in `ids` stays behind its previous neighbour. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const next = ids.flatMap((id) => byId.get(id) ?? []);
  const named = new Set(ids);
  for (const [index, item] of items.entries()) {
    if (named.has(item.id)) continue;
    const former = items[index - 1];
    const at = former ? next.findIndex(({ id }) => id === former.id) + 1 : 0;
    next.splice(at, 0, item);
  }
  return next;
}

/** Returns `ids` with `id` moved behind `after`. A null `after` moves the id to the front. */
export function withMoved(ids: readonly string[], id: string, after: string | null): string[] {
  const others = ids.filter((each) => each !== id);
  return others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, id);
}
