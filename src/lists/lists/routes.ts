import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { runSteps } from "#lib/concurrency.ts";
import { readAhead } from "#lib/ingredients/read.ts";
import { closed, Deleted, oneOf, Uuid } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { writeWithoutPicture } from "#platform/http/pictures.ts";
import { addToGroceries, createListWithItems } from "../blocks/batch.ts";
import { textsToParse } from "../blocks/merge.ts";
import { findGroceryList } from "../grocery-list.store.ts";
import { readList, readListTree } from "../list-tree.ts";
import {
  Block,
  Ids,
  List,
  ListName,
  ListPatch,
  ListSettings,
  ListWithBlocks,
  NewBlockOperation,
  NewListWithItems,
  SectionWithLists,
  visibilities,
} from "../model.ts";
import { createList, deleteList, reorderLists, updateList } from "./store.ts";

const operation = operationsOf("Lists");
const listId = closed({ id: Uuid });
const noList = ["List not found"];
const noSectionOrOwner = ["sectionId: no such section", "visibility: must be shared for a key without a member"];
const noSection = { 404: noList, 422: ["sectionId: no such section"] };

export function lists(deps: Deps) {
  return new Elysia({ prefix: "/v1/lists" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ sections: readListTree(work) })),
      operation({
        id: "listLists",
        summary: "All lists with their items",
        description:
          "Sections, their lists and their nested blocks in display order. Only the owner and the owner's " +
          "keys see a personal list. `hideDone` is for display only: the response contains every block.",
        access: "lists.read",
        answer: closed({ sections: Type.Array(SectionWithLists) }),
      }),
    )
    .post(
      "",
      ({ call, body }) => call.write((work) => createList(work, body)),
      operation({
        id: "createList",
        summary: "Make a list",
        description:
          "Adds an empty list to the end of its section. The default is `shared`; the creator owns a `personal` list.",
        access: "lists.write",
        body: closed({ name: ListName, sectionId: Uuid, visibility: Type.Optional(oneOf(visibilities)) }),
        answer: List,
        example: { name: "Groceries", sectionId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
        refusals: { 422: noSectionOrOwner },
      }),
    )
    .post(
      "/groceries/batch",
      async ({ call, body: { operations } }) => {
        await runSteps(readAhead(call.read((work) => textsToParse(work, findGroceryList(work)?.id ?? "", operations))));
        return call.write((work) => addToGroceries(work, operations));
      },
      operation({
        id: "addToGroceries",
        summary: "Add items to the grocery list",
        description:
          "Adds the items, all or none, to the shared list that `POST /v1/meals/grocery/items` chooses, which is created if " +
          "needed, as `POST /v1/lists/{listId}/blocks/batch` does. One undo takes back the items and the new list.",
        access: "lists.write",
        body: closed({ operations: Type.Array(NewBlockOperation, { minItems: 1, maxItems: 50 }) }),
        answer: closed({ listId: Uuid, blocks: Type.Array(Block) }),
        example: { operations: [{ op: "create", type: "task", content: "Milk" }] },
        refusals: {
          422: ["operations[0]: A list holds at most 1,000 blocks", "operations[0].memberId: no such member"],
        },
      }),
    )
    .post(
      "/details",
      ({ call, body }) => call.write((work) => createListWithItems(work, body)),
      operation({
        id: "createListWithDetails",
        summary: "Make a list with its look and its first blocks",
        description:
          "As `POST /v1/lists`, with one entry of the feed for everything. `operations` are those of `/v1/lists/groceries/batch`.",
        access: "lists.write",
        body: NewListWithItems,
        answer: List,
        example: { name: "Groceries", sectionId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", icon: "🛒" },
        refusals: { 422: [...noSectionOrOwner, "operations[0].memberId: no such member"] },
      }),
    )
    .patch(
      "/reorder",
      ({ call, body }) => call.write((work) => reorderLists(work, body.sectionId, body.ids)),
      operation({
        id: "reorderLists",
        summary: "Put the lists of a section in order",
        description: "`ids` are all lists of the section that the caller sees; others keep their place.",
        access: "lists.write",
        body: closed({ sectionId: Uuid, ids: Ids }),
        answer: closed({ ids: Type.Array(Uuid) }),
        example: {
          sectionId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
          ids: ["01945d8c-7290-7d3a-9d0c-52e8a1f7c6b4"],
        },
        refusals: { 422: ["sectionId: no such section", "ids: … is missing", "ids[0]: no such list"] },
      }),
    )
    .get(
      "/:id",
      ({ call, params }) => call.read((work) => readList(work, params.id)),
      operation({
        id: "readList",
        summary: "Read a list with its items",
        access: "lists.read",
        params: listId,
        answer: ListWithBlocks,
        refusals: { 404: noList },
      }),
    )
    .patch(
      "/:id",
      ({ call, params, body }) => call.write((work) => updateList(work, params.id, body)),
      operation({
        id: "renameList",
        summary: "Rename a list",
        access: "lists.write",
        params: listId,
        body: closed({ name: ListName }),
        answer: List,
        example: { name: "Weekly shop" },
        refusals: { 404: noList },
      }),
    )
    .delete(
      "/:id",
      ({ call, params }) => writeWithoutPicture(deps, call, (work) => deleteList(work, params.id)),
      operation({
        id: "deleteList",
        summary: "Delete a list with everything on it",
        access: "lists.write",
        isForAdults: true,
        params: listId,
        writes: true,
        answer: Deleted,
        refusals: { 404: noList },
      }),
    )
    .patch(
      "/:id/settings",
      ({ call, params, body }) => call.write((work) => updateList(work, params.id, body)),
      operation({
        id: "updateListSettings",
        summary: "Change how a list looks, and who sees it",
        description: "Omitted fields stay. Only its owner changes `visibility`.",
        access: "lists.write",
        params: listId,
        body: ListSettings,
        answer: List,
        example: { icon: "🛒", colorKey: "leaf", favorite: true },
        refusals: {
          403: ["Only the list's owner can change who sees it"],
          404: noList,
          422: ["visibility: must be shared for a key without a member"],
        },
      }),
    )
    .patch(
      "/:id/details",
      ({ call, params, body }) => call.write((work) => updateList(work, params.id, body)),
      operation({
        id: "updateListDetails",
        summary: "Change a list's name, settings and section",
        description:
          "Renames, restyles and moves a list in one change, with one entry of the feed. Omitted fields stay.",
        access: "lists.write",
        params: listId,
        body: ListPatch,
        answer: List,
        example: { name: "Weekly shop", icon: "🛒" },
        refusals: {
          403: ["Only the list's owner can change who sees it"],
          404: noList,
          422: noSectionOrOwner,
        },
      }),
    )
    .patch(
      "/:id/move",
      ({ call, params, body }) => call.write((work) => updateList(work, params.id, body)),
      operation({
        id: "moveList",
        summary: "Move a list to the end of another section",
        description: "Does nothing if the list is already in this section.",
        access: "lists.write",
        params: listId,
        body: closed({ sectionId: Uuid }),
        answer: List,
        example: { sectionId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
        refusals: noSection,
      }),
    );
}
