import { currentText } from "#web/page/text.ts";
import { toasts } from "#web/page/toasts.ts";
import { send } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { namesActor, type Reversal, write } from "#web/sync/write.ts";
import { isRefusalOf, reapplied, sendWithFallback } from "./resend.ts";
import { type Block, type BlockType, listSource, type Subtask } from "./source.ts";
import {
  type BlockPosition,
  type Counts,
  convertedTo,
  countsOf,
  findBlock,
  inserted,
  levelOf,
  onBlocks,
  ordered,
  patched,
  unsavedBlock,
  without,
} from "./tree.ts";

/** Block that a write changes. `label` is the block's name, for the toast. */
type Which = { listId: string; id: string; label: string };

/**
 * Value of the property `lists`, which says which lists a write changes. Returns only the id of the list whose blocks
 * the write changes.
 */
export const inOneList = ({ listId }: { listId: string }): readonly string[] => [listId];

const blockAt = (api: Operations, { listId, id }: { listId: string; id: string }) =>
  api.v1.lists({ id: listId }).blocks({ blockId: id });

export const isMissingNeighbour = isRefusalOf("parentId", "afterBlockId", "beforeBlockId");

/**
 * Adds a block. The block goes to the end of the list if its neighbours no longer exist. `id` is provisional until the
 * server responds.
 */
export const addBlock = write({
  name: "lists.block.add",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ listId, type, content, place }: Added, headers, api) => {
    if (namesActor(headers)) return send(api.app.wall["list-items"].post({ listId, content }, { headers }));
    const post = (where: BlockPosition, own: Record<string, string>) =>
      send(
        api.v1
          .lists({ id: listId })
          .blocks.post({ type, ...(type === "divider" ? {} : { content }), ...where }, { headers: own }),
      );
    return sendWithFallback(
      headers,
      isMissingNeighbour,
      (own) => post(place, own),
      (own) => post({}, own),
    );
  },
  label: () => null,
  effects: ({ listId, id, type, content, place }) => {
    const block = unsavedBlock(id, type, content);
    return onBlocks(listId, (blocks) => inserted(blocks, block, place), countsOf([block]));
  },
  createdId: (block: { id: string }) => block.id,
});

type Added = { listId: string; id: string; type: BlockType; content: string; place: BlockPosition };

/** Ticks or unticks an item. Sends only `done`, so that concurrent changes of other fields survive. */
export const tickBlock = write({
  name: "lists.block.tick",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ done, ...which }: Which & { done: boolean }, headers, api) =>
    send(blockAt(api, which).patch({ done }, { headers })),
  label: ({ label }) => label,
  effects: ({ listId, id, done }) =>
    onBlocks(listId, (blocks) => patched(blocks, id, { done }), { open: done ? -1 : 1, all: 0 }),
  reverse: (tick): Reversal => ({ write: tickBlock, variables: { ...tick, done: !tick.done } }),
  tick: ({ id }) => id,
});

/**
 * Changes the text of a block. `was` is the text at the start of the edit. `at` is the time at which the edit ended, in
 * milliseconds since 1970. If the app sends the new text more than three seconds after `at`, the write had to wait in
 * the outbox. Other people may have changed the text in the meantime. Therefore, the app then compares `was` with the
 * server's text. If they differ, the app shows the user the text that the write overwrites.
 */
export const rewriteBlock = write({
  name: "lists.block.rewrite",
  invalidates: ["block"],
  lists: inOneList,
  send: async ({ content, was, at, ...which }: Rewritten, headers, api) => {
    if (Date.now() - at > 3_000) await warnIfOverwritten(api, which, was, content);
    return send(blockAt(api, which).patch({ content }, { headers }));
  },
  label: ({ label }) => label,
  effects: ({ listId, id, content }) => onBlocks(listId, (blocks) => patched(blocks, id, { content })),
  successMessage: ({ lists }, { content }) => lists.toasts.changed(content),
});

type Rewritten = Which & { content: string; was: string; at: number };

/** Shows a toast with the overwritten text if other people have changed the text since the edit began. */
async function warnIfOverwritten(api: Operations, { listId, id }: Which, was: string, content: string): Promise<void> {
  const list = await listSource.fetch({ id: listId }, api);
  const theirs = findBlock(list?.blocks ?? [], id)?.content;
  if (theirs !== undefined && theirs !== was && theirs !== content) {
    toasts.show({ message: currentText().lists.overwritten(theirs), seconds: 15 });
  }
}

/** Sets the assignee or the due date of an item. A null value removes the assignee or the due date. */
export const assignBlock = write({
  name: "lists.block.assign",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ patch, ...which }: Which & { patch: Assignment }, headers, api) =>
    send(blockAt(api, which).patch(patch, { headers })),
  label: ({ label }) => label,
  effects: ({ listId, id, patch }) => onBlocks(listId, (blocks) => patched(blocks, id, patch)),
  successMessage: ({ lists }, { label }) => lists.toasts.changed(label),
});

type Assignment = Partial<Pick<Subtask, "memberId" | "dueDate">>;

/**
 * Variables of a write that changes how many blocks or open items a list has. `counts` says by how much these numbers
 * change.
 */
type Counted = Which & { counts?: Counts };

/** Converts a block to another type. An item loses its subtasks and the fields that other types do not have. */
export const convertBlock = write({
  name: "lists.block.convert",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ type, counts: _, ...which }: Counted & { type: BlockType }, headers, api) =>
    send(blockAt(api, which).convert.patch({ type }, { headers })),
  label: ({ label }) => label,
  effects: ({ listId, id, type, counts }) => onBlocks(listId, (blocks) => convertedTo(blocks, id, type), counts),
  successMessage: ({ lists }, { type, label }) => lists.toasts.converted(label, lists.types[type]),
});

export const deleteBlock = write({
  name: "lists.block.delete",
  invalidates: ["block"],
  lists: inOneList,
  send: (which: Counted, headers, api) => send(blockAt(api, which).delete(undefined, { headers })),
  label: ({ label }) => label,
  effects: ({ listId, id, counts }) => onBlocks(listId, (blocks) => without(blocks, new Set([id])), counts),
  successMessage: ({ lists }, { label }) => lists.toasts.deleted(label),
  treat404AsDone: true,
});

/** Moves a block to another list. `target` is the name of the other list, for the toast. */
export const moveBlock = write({
  name: "lists.block.move",
  invalidates: ["block"],
  lists: ({ listId, targetListId }: Moved) => [listId, targetListId],
  send: ({ targetListId, ...which }: Moved, headers, api) =>
    send(blockAt(api, which).move.patch({ targetListId }, { headers })),
  label: ({ label }) => label,
  effects: ({ listId, id, targetListId, block }) => {
    const { open, all } = countsOf(block ? [block] : []);
    return [
      ...onBlocks(listId, (blocks) => without(blocks, new Set([id])), { open: -open, all: -all }),
      ...onBlocks(targetListId, (blocks) => (block ? inserted(blocks, block, {}) : blocks), { open, all }),
    ];
  },
  successMessage: ({ lists }, { label, target }) => lists.toasts.movedTo(label, target),
  treat404AsDone: true,
});

/** Variables of {@link moveBlock}. `block` is missing in writes that an earlier version of the app stored. */
type Moved = Which & { targetListId: string; target: string; block?: Block };

/**
 * Changes the order of the blocks in a level. If other people have changed the level in the meantime, only the block
 * `id` is moved.
 */
export const orderBlocks = write({
  name: "lists.block.order",
  invalidates: ["block"],
  lists: inOneList,
  send: ({ listId, parentId, ids, id }: Which & { parentId: string | null; ids: string[] }, headers, api) => {
    const patch = (order: string[], own: Record<string, string>) =>
      send(api.v1.lists({ id: listId }).blocks.reorder.patch({ ids: order, parentId }, { headers: own }));
    return sendWithFallback(
      headers,
      isRefusalOf("ids"),
      (own) => patch(ids, own),
      async (own) => {
        const list = await listSource.fetch({ id: listId }, api);
        return patch(reapplied(ids, id, levelOf(list?.blocks ?? [], parentId)), own);
      },
    );
  },
  label: ({ label }) => label,
  effects: ({ listId, parentId, ids }) => onBlocks(listId, (blocks) => ordered(blocks, parentId, ids)),
  successMessage: ({ lists }, { label }) => lists.toasts.moved(label),
});
