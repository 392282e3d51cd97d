import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { runSteps } from "#lib/concurrency.ts";
import { readAhead } from "#lib/ingredients/read.ts";
import { closed, Deleted, namedUuid, nullable, oneOf, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { Block, BlockOperation, BlockPatch, blockTypes, Ids, NewBlock } from "../model.ts";
import { changeBlocks } from "./batch.ts";
import { textsToParse } from "./merge.ts";
import { reorderBlocks } from "./positions.store.ts";
import { convertBlock, createBlock, deleteBlock, deleteDoneBlocks, moveBlock, updateBlock } from "./store.ts";

const operation = operationsOf("Lists");
const inList = { id: namedUuid("listId") };
const listId = closed(inList);
const blockId = closed({ ...inList, blockId: Uuid });
const notFound = ["List not found", "Block not found"];
const isFull = "A list holds at most 1,000 blocks";

export const blocks = new Elysia({ prefix: "/v1/lists/:id/blocks" })
  .use(context)
  .post(
    "",
    ({ call, params, body }) => call.write((work) => createBlock(work, params.id, body)),
    operation({
      id: "createBlock",
      summary: "Add an item to a list",
      description:
        "Adds it at the end, or next to a sibling. `content` is required, except for a divider; only a `paragraph` may be " +
        "empty. `parentId` makes it the subtask of a task at the top of the list.",
      access: "lists.write",
      params: listId,
      body: NewBlock,
      answer: Block,
      example: { type: "task", content: "Milk" },
      refusals: {
        404: ["List not found"],
        422: [
          isFull,
          "parentId: must be a task at the top of its list",
          "type: must be task for a subtask",
          "afterBlockId: must be a block at the same level",
          "content: must be omitted for a divider",
        ],
      },
    }),
  )
  .post(
    "/batch",
    async ({ call, params, body: { operations } }) => {
      await runSteps(readAhead(call.read((work) => textsToParse(work, params.id, operations))));
      return call.write((work) => changeBlocks(work, params.id, operations));
    },
    operation({
      id: "changeBlocks",
      summary: "Change several items of a list, all or none",
      description:
        "Applies the operations in order. They take the fields of the single operations; a new task can also have `done`, " +
        "`dueDate` and `memberId`. `move` keeps the id: under `parentId` (null: the top; omitted: the same level, or the top " +
        "of another list), before `beforeId` (null: at the end; omitted: the same place, or the end of another level). " +
        "A `create` with `parentOperation` becomes a subtask of what an earlier `create`, of that index, added. " +
        "With `merge` a task is added only if its level has no such task: an open one with this text stays, amounts of one " +
        "food are added up in the open one (“Milk” and “2 l milk” become “2 l milk”), and a done one is reopened. " +
        "Records one entry in the feed. Returns a block for each operation, or the deleted id.",
      access: "lists.write",
      params: listId,
      body: closed({ operations: Type.Array(BlockOperation, { minItems: 1, maxItems: 50 }) }),
      answer: closed({ blocks: Type.Array(Type.Union([Block, Deleted])) }),
      example: {
        operations: [
          { op: "create", type: "task", content: "Milk" },
          { op: "update", blockId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", done: true },
        ],
      },
      refusals: {
        404: ["List not found"],
        422: [
          `operations[0]: ${isFull}`,
          "operations[0].blockId: no such block",
          "operations[0].parentId: a block with subtasks cannot be nested",
          "operations[0].parentOperation: must be the index of an earlier create",
          "operations[0].merge: only tasks can be merged",
        ],
      },
    }),
  )
  .post(
    "/delete-done",
    ({ call, params }) => call.write((work) => deleteDoneBlocks(work, params.id)),
    operation({
      id: "deleteDoneBlocks",
      summary: "Delete the done items of a list",
      description: "Leaves a done task with open subtasks. Records one entry in the feed. Returns the deleted ids.",
      access: "lists.write",
      params: listId,
      writes: true,
      answer: closed({ ids: Type.Array(Uuid) }),
      refusals: { 404: ["List not found"] },
    }),
  )
  .patch(
    "/reorder",
    ({ call, params, body }) => call.write((work) => reorderBlocks(work, params.id, body)),
    operation({
      id: "reorderBlocks",
      summary: "Put a list, or a task's subtasks, in order",
      description: "Without `parentId` the top of the list.",
      access: "lists.write",
      params: listId,
      body: closed({ ids: Ids, parentId: Type.Optional(nullable(Uuid)) }),
      answer: closed({ ids: Type.Array(Uuid) }),
      example: { ids: ["01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"] },
      refusals: {
        404: ["List not found"],
        422: ["ids: … is missing", "ids[0]: no such block", "parentId: must be a task at the top of its list"],
      },
    }),
  )
  .patch(
    "/:blockId",
    ({ call, params, body }) => call.write((work) => updateBlock(work, params.id, params.blockId, body)),
    operation({
      id: "updateBlock",
      deviceFields: ["done"],
      summary: "Change, tick off or untick an item",
      description: "Omitted fields stay. Ticking a task off leaves its subtasks.",
      access: "lists.write",
      params: blockId,
      body: BlockPatch,
      answer: Block,
      example: { done: true },
      refusals: {
        404: notFound,
        422: ["memberId: no such member", "done: only tasks can be done", "content: must be omitted for a divider"],
      },
    }),
  )
  .delete(
    "/:blockId",
    ({ call, params }) => call.write((work) => deleteBlock(work, params.id, params.blockId)),
    operation({
      id: "deleteBlock",
      summary: "Delete an item",
      description: "Also deletes the subtasks of a task.",
      access: "lists.write",
      params: blockId,
      writes: true,
      answer: Deleted,
      refusals: { 404: notFound },
    }),
  )
  .patch(
    "/:blockId/convert",
    ({ call, params, body }) => call.write((work) => convertBlock(work, params.id, params.blockId, body.type)),
    operation({
      id: "convertBlock",
      summary: "Turn an item into another type",
      description: "A task loses its subtasks, due date, assignee and state; a divider loses its content.",
      access: "lists.write",
      params: blockId,
      body: closed({ type: oneOf(blockTypes) }),
      answer: Block,
      example: { type: "header" },
      refusals: { 404: notFound, 422: ["type: must be task for a subtask"] },
    }),
  )
  .patch(
    "/:blockId/move",
    ({ call, params, body }) => call.write((work) => moveBlock(work, params.id, params.blockId, body.targetListId)),
    operation({
      id: "moveBlock",
      summary: "Move an item to the end of another list",
      description: "Its subtasks move too. Does nothing if the item is already on this list.",
      access: "lists.write",
      params: blockId,
      body: closed({ targetListId: Uuid }),
      answer: Block,
      example: { targetListId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
      refusals: {
        404: notFound,
        422: ["targetListId: no such list", "A subtask cannot be moved to another list", isFull],
      },
    }),
  );
