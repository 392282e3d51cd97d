/**
 * Writes that change several blocks (items, headings, notes) of a list in one request. Each request makes one entry in
 * the activity feed, so that one undo reverts all changes of the request.
 */
import { type Sent, send } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { type SetRealId, write } from "#web/sync/write.ts";
import { inOneList, isMissingNeighbour } from "./block-writes.ts";
import { isRefusalOf, sendWithFallback } from "./resend.ts";
import { type BlockType, listSource } from "./source.ts";
import {
  type BlockPosition,
  type Counts,
  countsOf,
  findBlock,
  inserted,
  onBlocks,
  patched,
  unsavedBlock,
  without,
} from "./tree.ts";

/** Maximum number of operations in one request; the server's limit. */
export const batchSize = 50;

type BatchBody = Parameters<ReturnType<Operations["v1"]["lists"]>["blocks"]["batch"]["post"]>[0];
type Operation = BatchBody["operations"][number];
type Headers = Record<string, string>;

const post = (api: Operations, listId: string, operations: Operation[], headers: Headers) =>
  send(api.v1.lists({ id: listId }).blocks.batch.post({ operations }, { headers }));

type Batch = Awaited<ReturnType<typeof post>>["answer"];

/**
 * New item of a list. `id` is provisional until the server responds. If `memberId` is given, the item is for this
 * member.
 */
export type NewItem = { id: string; type: BlockType; content: string; done: boolean; memberId?: string };

/**
 * Adds items in order at `place`. If the neighbouring block of this place no longer exists, the items go to the end of
 * the list.
 */
export const addBlocks = write({
  name: "lists.blocks.add",
  invalidates: ["block"],
  lists: inOneList,
  send: async (
    { listId, items, place }: { listId: string; items: NewItem[]; place: BlockPosition },
    headers,
    api,
    setRealId,
  ) => {
    // Each operation inserts directly after the same neighbour, so the order is reversed.
    const order = place.afterBlockId === undefined ? items : items.toReversed();
    const operations = (where: BlockPosition) =>
      order.map(({ type, content, done, memberId }) => ({
        op: "create" as const,
        type,
        ...where,
        ...(type === "divider" ? {} : { content }),
        ...(done ? { done } : {}),
        ...(memberId === undefined ? {} : { memberId }),
      }));
    const sent = await sendWithFallback(
      headers,
      isMissingNeighbour,
      (own) => post(api, listId, operations(place), own),
      (own) => post(api, listId, operations({}), own),
    );
    recordIds(order, sent, setRealId);
    return sent;
  },
  label: () => null,
  effects: ({ listId, items, place }) => {
    const added = items.map(({ id, type, content, done, memberId = null }) => ({
      ...unsavedBlock(id, type, content),
      done,
      memberId,
    }));
    const order = place.afterBlockId === undefined ? added : added.toReversed();
    return onBlocks(
      listId,
      (blocks) => order.reduce((all, block) => inserted(all, block, place), blocks),
      countsOf(added),
    );
  },
  successMessage: ({ lists }, { items }) => lists.toasts.addedMany(items.length),
});

/**
 * Records the server's id of each new block, because later changes may still name the blocks by their provisional ids.
 */
function recordIds(items: readonly { id: string }[], { answer }: Sent<Batch>, setRealId: SetRealId): void {
  for (const [index, { id }] of items.entries()) {
    const created = answer.blocks[index];
    if (created) setRealId(id, created.id);
  }
}

/** Deletes blocks. Blocks that no longer exist are ignored. */
export const deleteBlocks = write({
  name: "lists.blocks.delete",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ listId, ids }: { listId: string; ids: string[]; counts?: Counts }, headers, api) => {
    const operations = (which: readonly string[]) => which.map((blockId) => ({ op: "delete" as const, blockId }));
    return sendWithFallback(
      headers,
      ({ code }) => code === "no_such_reference",
      (own) => post(api, listId, operations(ids), own),
      async (own) => {
        const list = await listSource.fetch({ id: listId }, api);
        const left = ids.filter((id) => list && findBlock(list.blocks, id));
        return left.length > 0
          ? post(api, listId, operations(left), own)
          : { answer: { blocks: [] }, activityId: null };
      },
    );
  },
  label: () => null,
  effects: ({ listId, ids, counts }) => onBlocks(listId, (blocks) => without(blocks, new Set(ids)), counts),
  successMessage: ({ lists }, { ids }) => lists.toasts.deletedMany(ids.length),
});

/**
 * Unticks all completed items of a list, except those that the member may not untick. The request does not name the
 * items: the server finds them. Until the server responds, the app shows the items with the ids `ids` as unticked.
 */
export const untickBlocks = write({
  name: "lists.blocks.untick",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ listId }: { listId: string; label: string; ids: string[] }, headers, api) =>
    send(api.app.lists({ id: listId }).untick.post(undefined, { headers })),
  label: ({ label }) => label,
  effects: ({ listId, ids }) =>
    onBlocks(listId, (blocks) => ids.reduce((all, id) => patched(all, id, { done: false }), blocks), {
      open: ids.length,
      all: 0,
    }),
  successMessage: ({ lists }, { ids }) => lists.toasts.untickedMany(ids.length),
});

/**
 * Move of an item to another level. If `parentId` is null, the item goes to the top level. Otherwise, it becomes a
 * subtask of the item `parentId`. In the new level, the item goes before the block `beforeId`, or to the end if
 * `beforeId` is null. If the user also changed the text of the item, `content` is the new text.
 */
type Nested = {
  listId: string;
  id: string;
  label: string;
  parentId: string | null;
  beforeId: string | null;
  content?: string;
};

/**
 * Moves an item to another level, before the block `beforeId` of that level. If this block is no longer there, the item
 * goes to the end of the level.
 */
export const nestBlock = write({
  name: "lists.block.move-level",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ listId, id, parentId, beforeId, content }: Nested, headers, api) => {
    const operations = (before: string | null): Operation[] => [
      ...(content === undefined ? [] : [{ op: "update" as const, blockId: id, content }]),
      { op: "move", blockId: id, parentId, beforeId: before },
    ];
    return sendWithFallback(
      headers,
      isRefusalOf("beforeId"),
      (own) => post(api, listId, operations(beforeId), own),
      (own) => post(api, listId, operations(null), own),
    );
  },
  label: ({ label }) => label,
  effects: ({ listId, id, parentId, beforeId, content }) =>
    onBlocks(listId, (blocks) => {
      const block = findBlock(blocks, id);
      if (!block) return blocks;
      const moved = { ...block, content: content ?? block.content, subtasks: [] };
      const place = {
        ...(parentId === null ? {} : { parentId }),
        ...(beforeId === null ? {} : { beforeBlockId: beforeId }),
      };
      return inserted(without(blocks, new Set([id])), moved, place);
    }),
  successMessage: ({ lists }, { label, parentId }) =>
    parentId === null ? lists.toasts.outdented(label) : lists.toasts.indented(label),
});
