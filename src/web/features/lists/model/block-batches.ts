/** Writes of several blocks in one request, with one feed entry and one Undo. */
import { api, type Sent, send } from "../../../sync/api/client.ts";
import { setRealId } from "../../../sync/outbox-store.ts";
import { write } from "../../../sync/write.ts";
import { isMissingNeighbour, unsavedBlock } from "./block-writes.ts";
import { sendWithFallback } from "./resend.ts";
import { type BlockType, listIn, listsSource, type Subtask } from "./source.ts";
import { findBlock, inserted, onBlocks, type Place, without } from "./tree.ts";

/** The server's limit of operations per request. */
export const batchSize = 50;

type BatchBody = Parameters<ReturnType<typeof api.v1.lists>["blocks"]["batch"]["post"]>[0];
type Operation = BatchBody["operations"][number];
type Headers = Record<string, string>;

const post = (listId: string, operations: Operation[], headers: Headers) =>
  send(api.v1.lists({ id: listId }).blocks.batch.post({ operations }, { headers }));

type Batch = Awaited<ReturnType<typeof post>>["answer"];

/** `id` is provisional. */
export type NewItem = { id: string; type: BlockType; content: string; done: boolean };

/** Adds the items in order; at the end of the list if the neighbour no longer exists. */
export const addBlocks = write({
  name: "lists.blocks.add",
  invalidates: ["block"],
  send: async ({ listId, items, place }: { listId: string; items: NewItem[]; place: Place }, headers) => {
    // Each operation inserts directly after the same neighbour, so the order is reversed.
    const order = place.afterBlockId === undefined ? items : items.toReversed();
    const operations = (where: Place) =>
      order.map(({ type, content, done }) => ({
        op: "create" as const,
        type,
        ...where,
        ...(type === "divider" ? {} : { content }),
        ...(done ? { done } : {}),
      }));
    const sent = await sendWithFallback(
      headers,
      isMissingNeighbour,
      (own) => post(listId, operations(place), own),
      (own) => post(listId, operations({}), own),
    );
    recordIds(order, sent);
    return sent;
  },
  effects: ({ listId, items, place }) => [
    onBlocks(listId, (blocks) =>
      (place.afterBlockId === undefined ? items : items.toReversed()).reduce(
        (all, { id, type, content, done }) => inserted(all, { ...unsavedBlock(id, type, content), done }, place),
        blocks,
      ),
    ),
  ],
  successMessage: ({ lists }, { items }) => lists.toasts.addedMany(items.length),
});

/** Later writes may refer to any of the ids. */
function recordIds(items: readonly { id: string }[], { answer }: Sent<Batch>): void {
  for (const [index, { id }] of items.entries()) {
    const created = answer.blocks[index];
    if (created) setRealId(id, created.id);
  }
}

/** Ignores blocks that no longer exist. */
export const deleteBlocks = write({
  name: "lists.blocks.delete",
  invalidates: ["block"],
  send: ({ listId, ids }: { listId: string; ids: string[] }, headers) => {
    const operations = (which: readonly string[]) => which.map((blockId) => ({ op: "delete" as const, blockId }));
    return sendWithFallback(
      headers,
      ({ code }) => code === "no_such_reference",
      (own) => post(listId, operations(ids), own),
      async (own) => {
        const list = listIn(await listsSource.fetch({}), listId);
        const left = ids.filter((id) => list && findBlock(list.blocks, id));
        return left.length > 0 ? post(listId, operations(left), own) : { answer: { blocks: [] }, activityId: null };
      },
    );
  },
  effects: ({ listId, ids }) => [onBlocks(listId, (blocks) => without(blocks, new Set(ids)))],
  successMessage: ({ lists }, { ids }) => lists.toasts.deletedMany(ids.length),
});

/** The API cannot change a task's level, so the write deletes it and creates a copy. */
type Moved = { id: string } & Pick<Subtask, "content" | "done" | "dueDate" | "memberId">;

/** Indents or outdents a task: `from` is its old id, `task.id` the provisional new one. */
export const nestBlock = write({
  name: "lists.block.nest",
  invalidates: ["block"],
  send: async ({ listId, from, task, place }: { listId: string; from: string; task: Moved; place: Place }, headers) => {
    const { content, done, dueDate, memberId } = task;
    const sent = await post(
      listId,
      [
        { op: "delete", blockId: from },
        {
          op: "create",
          type: "task",
          content,
          done,
          ...place,
          ...(dueDate === null ? {} : { dueDate }),
          ...(memberId === null ? {} : { memberId }),
        },
      ],
      headers,
    );
    const created = sent.answer.blocks[1];
    if (created) setRealId(task.id, created.id);
    return sent;
  },
  effects: ({ listId, from, task, place }) => [
    onBlocks(listId, (blocks) => {
      const { id, content, ...rest } = task;
      return inserted(without(blocks, new Set([from])), { ...unsavedBlock(id, "task", content), ...rest }, place);
    }),
  ],
  successMessage: ({ lists }, { task, place }) =>
    place.parentId ? lists.toasts.indented(task.content) : lists.toasts.outdented(task.content),
});
